"""What the types of a model ask of other parts: the schemas whose verdict finds a branch, the types of formats."""

from __future__ import annotations

from collections.abc import Iterator

from nemcon.model.types import (
    Alias,
    Enumeration,
    FormatName,
    Formatted,
    ListOf,
    MapOf,
    Model,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.read.graph import Key


def predicates(model: Model) -> frozenset[Key]:
    """The keys of those schemas."""
    return frozenset(key for type_ in _types(model) for key in _keys(type_))


def _types(model: Model) -> Iterator[Type]:
    yield model.root
    for it in model.declarations:
        if isinstance(it, Alias):
            yield it.type
            continue
        if isinstance(it, Enumeration):
            continue
        yield from (field.type for field in it.fields)
        if it.extras is not None:
            yield it.extras


def _keys(type_: Type) -> Iterator[Key]:
    match type_:
        case ListOf(item) | MapOf(item):
            yield from _keys(item)
        case TupleOf(items):
            for item in items:
                yield from _keys(item)
        case UnionOf(members, choices):
            for member in members:
                yield from _keys(member)
            for choice in choices:
                yield from choice.when
                yield from _keys(choice.type)
        case _:
            return


def formats_of(model: Model) -> frozenset[FormatName]:
    """The formats whose Python types something in the model has."""
    return frozenset(name for type_ in _types(model) for name in _formats(type_))


def _formats(type_: Type) -> Iterator[FormatName]:
    match type_:
        case Formatted(name):
            yield name
        case ListOf(item) | MapOf(item):
            yield from _formats(item)
        case TupleOf(items) | UnionOf(items):
            for item in items:
                yield from _formats(item)
        case _:
            return
