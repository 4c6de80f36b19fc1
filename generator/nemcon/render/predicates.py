"""The schemas whose verdict decoders ask for, to find the branch of a union that a value is of."""

from __future__ import annotations

from collections.abc import Iterator

from nemcon.model.types import Alias, Enumeration, ListOf, MapOf, Model, TupleOf, Type, UnionOf
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
