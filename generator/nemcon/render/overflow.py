"""Where msgspec may have written null for a number that is not finite, told from the text it wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from nemcon.model.types import (
    Alias,
    AnyValue,
    Declaration,
    Field,
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
from nemcon.records import dataclass
from nemcon.render.printing import Code
from nemcon.render.text import identifier

_Declared: TypeAlias = Mapping[str, Declaration]

MOST = 4
"""More places than these are not looked for one by one."""


@dataclass(frozen=True)
class NumbersAt:
    """Where an object may have numbers, as an attribute. `mark` stands in the text where one of them is written as null;
    None where no text tells."""

    place: Code
    mark: Code | None


def numbers_at(model: Model) -> tuple[NumbersAt, ...] | None:
    """Where an object of the root's class has what may be or hold a number: attributes, some behind others.

    Where one of them is absent or empty there is no need to look at it. None: there is no such class, or there are too many.
    """
    declared = {it.name: it for it in model.declarations}
    root = declared.get(model.root.name) if isinstance(model.root, Named) else None
    if not isinstance(root, Record):
        return None
    found = [NumbersAt(Code(at), _mark(fields)) for at, fields in _paths(root, declared, "obj")]
    return tuple(found) if len(found) <= MOST else None


def _paths(record: Record, declared: _Declared, at: str) -> Iterator[tuple[str, list[Field]]]:
    """The attributes, each with the fields of what it holds that may be or hold numbers."""
    aliases = {name: it.type for name, it in declared.items() if isinstance(it, Alias)}
    for field in record.fields:
        place = f"{at}.{identifier(field.attribute)}"
        inner = declared.get(field.type.name) if isinstance(field.type, Named) else None
        if isinstance(inner, Record) and field.presence == "required" and at.count(".") < 2:
            yield from _paths(inner, declared, place)
            continue
        reached = _reached(field, declared)
        found = [it for it in reached if any(True for _ in _starts(it.type, aliases, frozenset()))]
        if found:
            yield place, found


def _reached(field: Field, declared: _Declared) -> list[Field]:
    """The field and the fields of every class among its values, at any depth."""
    found, names = [field], set[str]()
    pending = [field.type]
    while pending:
        for name in _named(pending.pop()):
            if name in names:
                continue
            names.add(name)
            match declared[name]:
                case Record(fields=fields):
                    found.extend(fields)
                    pending.extend(it.type for it in fields)
                case Alias(type=meant):
                    pending.append(meant)
                case _:
                    pass
    return found


def _named(type_: Type) -> Iterator[str]:
    match type_:
        case Named(name=name):
            yield name
        case ListOf(item=inner) | MapOf(value=inner):
            yield from _named(inner)
        case TupleOf(items=items) | UnionOf(members=items):
            for item in items:
                yield from _named(item)
        case _:
            pass


def _mark(fields: Sequence[Field]) -> Code | None:
    """What a number of these fields looks like that was written as null, where it can look but one way."""
    keys = {it.key if it.type == Primitive("number") else None for it in fields}
    key = keys.pop() if len(keys) == 1 else None
    return None if key is None else Code(_bytes(f'"{key}":null'))


def _bytes(text: str) -> str:
    return repr(text.encode("utf-8", "surrogatepass"))


def unsure(model: Model, records: Sequence[Record]) -> tuple[Code, ...] | None:
    """What stands in the text of an object where a null in it may have been such a number: None for anything at all."""
    aliases = {it.name: it.type for it in model.declarations if isinstance(it, Alias)}
    found = {
        _bytes(f'"{field.key}":{start}'): None
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
            if _holds_numbers(type_, aliases, set()):
                yield ""  # somewhere inside of itself: as if it could hold anything
        case Named(name=name) if name in aliases:
            yield from _starts(aliases[name], aliases, above | {name})
        case _:
            pass


def _holds_numbers(type_: Type, aliases: Mapping[str, Type], seen: set[str]) -> bool:
    """Whether a value of the type may be or hold a number; classes see to their own."""
    match type_:
        case Primitive(name="number") | AnyValue():
            return True
        case ListOf(item=inner) | MapOf(value=inner):
            return _holds_numbers(inner, aliases, seen)
        case TupleOf(items=items) | UnionOf(members=items):
            return any(_holds_numbers(item, aliases, seen) for item in items)
        case Named(name=name) if name in aliases and name not in seen:
            seen.add(name)
            return _holds_numbers(aliases[name], aliases, seen)
        case _:
            return False
