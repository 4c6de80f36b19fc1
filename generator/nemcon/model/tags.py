"""Unions of objects are told apart by a property whose constant differs in each, where there is one.

Where a value is of several members, OpenAPI's `discriminator` says which of them it is meant to be.
"""

from __future__ import annotations

from nemcon.model.project import Projection
from nemcon.model.slots import ObjectShape
from nemcon.model.types import Choice
from nemcon.read import graph as g
from nemcon.read.graph import JSON, Key
from nemcon.records import replace


def tagged(
    projection: Projection, shapes: list[ObjectShape], choices: list[Choice]
) -> tuple[Choice, ...]:
    """`choices` with the tag that tells them apart; as they are when there is none."""
    candidates = list(dict.fromkeys(name for layer in shapes[0].layers for name in layer.names))
    for name in candidates:
        values = [_constants(projection, shape, name) for shape in shapes]
        flat = [value for found in values for value in found]
        if all(values) and len(set(flat)) == len(flat):
            return tuple(
                replace(
                    choice,
                    tag=name,
                    tag_values=tuple(found),
                    tag_may_be_absent=name not in shape.required,
                )
                for choice, shape, found in zip(choices, shapes, values)
            )
    return tuple(choices)


def claims(projection: Projection) -> dict[Key, tuple[str, tuple[str, ...]]]:
    """For each branch of an `anyOf` with a discriminator: the property, and the values of it that mean this branch.

    Of the branches of a `oneOf` no two accept the same value.
    """
    found: dict[Key, tuple[str, tuple[str, ...]]] = {}
    for node in projection.graph.nodes.values():
        hint = node.discriminator
        for keyword in node.keywords if hint is not None else ():
            if hint is not None and isinstance(keyword, g.AnyOf):
                for branch in keyword.branches:
                    values = _meaning(projection, hint, branch)
                    if values:
                        found[branch] = (hint.property, values)
    return found


def _meaning(projection: Projection, hint: g.Discriminator, branch: Key) -> tuple[str, ...]:
    """The values that are mapped to a branch, or its name where none is."""
    target = projection.resolve(branch)
    mapped = tuple(
        value for value, key in hint.mapping.items() if projection.resolve(key) == target
    )
    name = projection.graph[target].definition
    return mapped or ((name,) if name else ())


def _constants(projection: Projection, shape: ObjectShape, name: str) -> list[JSON]:
    """The few strings the property can be, empty when it can be anything else."""
    if not any(name in layer.names for layer in shape.layers):
        return []
    slots = projection.of(projection.conjunction(projection.property_keys(shape, name)))
    others = slots.null or slots.booleans or slots.numbers or slots.arrays or slots.objects
    if others or slots.strings is None or slots.strings.values is None:
        return []
    return list(slots.strings.values)
