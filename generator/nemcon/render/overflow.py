"""Where msgspec may have written null for a number that is not finite, told from the text it wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nemcon.model.types import (
    Alias,
    AnyValue,
    Declaration,
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
from nemcon.render.text import identifier

MOST = 4
"""More places than these are not looked for one by one."""


def numbers_at(model: Model) -> tuple[Code, ...] | None:
    """Where an object of the root's class has what may be or hold a number: attributes, some behind others.

    Where all of them are absent or empty there is no need to look at the text. None: there is no such class, or there are too many.
    """
    declared: dict[str, Declaration] = {it.name: it for it in model.declarations}
    root = declared.get(model.root.name) if isinstance(model.root, Named) else None
    if not isinstance(root, Record):
        return None
    found = list(_paths(root, declared, "obj"))
    return tuple(map(Code, found)) if len(found) <= MOST else None


def _paths(record: Record, declared: Mapping[str, Declaration], at: str) -> Iterator[str]:
    for field in record.fields:
        place = f"{at}.{identifier(field.attribute)}"
        inner = declared.get(field.type.name) if isinstance(field.type, Named) else None
        if isinstance(inner, Record) and field.presence == "required" and at.count(".") < 2:
            yield from _paths(inner, declared, place)
        elif _holds_numbers(field.type, declared, set()):
            yield place


def _holds_numbers(type_: Type, declared: Mapping[str, Declaration], seen: set[str]) -> bool:
    match type_:
        case Primitive(name="number") | AnyValue():
            return True
        case ListOf(item=inner) | MapOf(value=inner):
            return _holds_numbers(inner, declared, seen)
        case TupleOf(items=items) | UnionOf(members=items):
            return any(_holds_numbers(item, declared, seen) for item in items)
        case Named(name=name) if name not in seen:
            seen.add(name)
            match declared[name]:
                case Record(fields=fields):
                    return any(_holds_numbers(it.type, declared, seen) for it in fields)
                case Alias(type=meant):
                    return _holds_numbers(meant, declared, seen)
                case _:
                    return False
        case _:
            return False


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
