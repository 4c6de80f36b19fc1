"""Unions of objects are told apart by a property whose constant differs in each, where there is one."""

from __future__ import annotations

from nemcon.model.project import Projection
from nemcon.model.slots import ObjectShape
from nemcon.model.types import Choice
from nemcon.read.graph import JSON
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


def _constants(projection: Projection, shape: ObjectShape, name: str) -> list[JSON]:
    """The few strings the property can be, empty when it can be anything else."""
    if not any(name in layer.names for layer in shape.layers):
        return []
    slots = projection.of(projection.conjunction(projection.property_keys(shape, name)))
    others = slots.null or slots.booleans or slots.numbers or slots.arrays or slots.objects
    if others or slots.strings is None or slots.strings.values is None:
        return []
    return list(slots.strings.values)
