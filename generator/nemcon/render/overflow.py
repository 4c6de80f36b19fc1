"""Where msgspec may have written null for a number that is not finite, told from the text it wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nemcon.model.types import (
    Alias,
    AnyValue,
    ListOf,
    MapOf,
    Model,
    Named,
    Primitive,
    Record,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.render.printing import Code

MOST = 4
"""More places than these are not looked for one by one."""


def unsure(model: Model, records: Sequence[Record]) -> tuple[Code, ...] | None:
    """What stands in the text of an object where a null in it may have been such a number: None for anything at all."""
    aliases = {it.name: it.type for it in model.declarations if isinstance(it, Alias)}
    found = {
        repr(f'"{field.key}":{start}'.encode("utf-8", "surrogatepass")): None
        for record in records
        for field in record.fields
        for start in _starts(field.type, aliases, frozenset())
    }
    return tuple(map(Code, found)) if len(found) <= MOST else None


def _starts(type_: Type, aliases: Mapping[str, Type], above: frozenset[str]) -> Iterator[str]:
    """How the values of a type begin in JSON that are or hold a number written as null; classes see to their own."""
    match type_:
        case Primitive(name="number"):
            yield "null"
        case AnyValue():
            yield ""
        case ListOf(item=item):
            if any(True for _ in _starts(item, aliases, above)):
                yield "["
        case TupleOf(items=items):
            if any(True for item in items for _ in _starts(item, aliases, above)):
                yield "["
        case MapOf(value=value):
            if any(True for _ in _starts(value, aliases, above)):
                yield "{"
        case UnionOf(members=members):
            for member in members:
                yield from _starts(member, aliases, above)
        case Named(name=name) if name in above:
            yield ""  # somewhere inside of itself: as if it could hold anything
        case Named(name=name) if name in aliases:
            yield from _starts(aliases[name], aliases, above | {name})
        case _:
            pass
