"""Attributes of classes that must not hide what the annotations beside them speak of."""

from __future__ import annotations

from nemcon.model.types import (
    FORMAT_NAMES,
    AnyValue,
    Field,
    Formatted,
    ListOf,
    MapOf,
    Named,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.records import replace


def unhidden(fields: tuple[Field, ...], extras: Type | None) -> tuple[Field, ...]:
    """`fields`, none of which hides, in the body of its class, a class that an annotation there speaks of."""
    spoken = _class_names(extras or AnyValue())
    for field in fields:
        spoken |= _class_names(field.type)
    taken = [field.attribute for field in fields]
    return tuple(
        (
            replace(field, attribute=free(f"{field.attribute}_", [*taken, *spoken]))
            if field.attribute in spoken
            else field
        )
        for field in fields
    )


def _class_names(found: Type) -> set[str]:
    match found:
        case Named(name):
            return {name}
        case Formatted(format):
            return {FORMAT_NAMES[format].partition(".")[0]}
        case ListOf(item) | MapOf(item):
            return _class_names(item)
        case TupleOf(items) | UnionOf(items):
            return {name for item in items for name in _class_names(item)}
        case _:
            return set()


def free(name: str, taken: list[str]) -> str:
    while name in taken:
        name += "_"
    return name
