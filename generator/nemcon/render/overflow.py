"""Where msgspec may have written what JSON has no words for, null for an infinite number say, told from the text it wrote."""

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
MOST_FREE = 16
"""The same of values of any type: to look at everything costs more."""


@dataclass(frozen=True)
class NumbersAt:
    """Where an object may have numbers or values of any type, as an attribute. `mark` stands in the text where a number of
    them is written as null; None where no text tells."""

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
    aliases = _aliases(declared)
    found = [
        NumbersAt(Code(at), _mark(fields, aliases)) for at, fields in _paths(root, declared, "obj")
    ]
    return tuple(found) if len(found) <= MOST else None


def _paths(record: Record, declared: _Declared, at: str) -> Iterator[tuple[str, list[Field]]]:
    """The attributes, each with the fields of what it holds that may be or hold numbers."""
    aliases = _aliases(declared)
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


def _aliases(declared: _Declared) -> Mapping[str, Type]:
    return {name: it.type for name, it in declared.items() if isinstance(it, Alias)}


def _mark(fields: Sequence[Field], aliases: Mapping[str, Type]) -> Code | None:
    """What a number of these fields looks like that was written as null."""
    if any(_holds(it.type, aliases, (AnyValue(),), set()) for it in fields):
        return None
    keys = {it.key if it.type == _NUMBER else None for it in fields}
    key = keys.pop() if len(keys) == 1 else None
    return Code(_bytes("null" if key is None else f'"{key}":null'))


def _bytes(text: str) -> str:
    written = repr(text.encode("utf-8", "surrogatepass"))
    return written if '"' in text else written.replace("'", '"')


@dataclass(frozen=True)
class Unsure:
    """What stands in the text of an object where a value of any type is, and where a null may have been a number; None
    for anything at all."""

    free: tuple[Code, ...] | None
    numbers: tuple[Code, ...] | None


def unsure(model: Model, records: Sequence[Record]) -> Unsure:
    """What tells that the objects of a model may hold more than JSON has words for."""
    aliases = {it.name: it.type for it in model.declarations if isinstance(it, Alias)}
    free, numbers = dict[str, None](), dict[str, None]()
    for record in records:
        for field in record.fields:
            found = free if _holds(field.type, aliases, (AnyValue(),), set()) else numbers
            for start in _starts(field.type, aliases, frozenset()):
                found[_bytes(f'"{field.key}":{start}')] = None
    return Unsure(
        tuple(map(Code, free)) if len(free) <= MOST_FREE else None,
        tuple(map(Code, numbers)) if len(numbers) <= MOST else None,
    )


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
            if _holds(type_, aliases, (_NUMBER, AnyValue()), set()):
                yield ""  # somewhere inside of itself: as if it could hold anything
        case Named(name=name) if name in aliases:
            yield from _starts(aliases[name], aliases, above | {name})
        case _:
            pass


def _holds(
    type_: Type, aliases: Mapping[str, Type], wanted: tuple[Type, ...], seen: set[str]
) -> bool:
    """Whether a value of the type may be or hold one of the types that are wanted; classes see to their own."""
    match type_:
        case ListOf(item=inner) | MapOf(value=inner):
            return _holds(inner, aliases, wanted, seen)
        case TupleOf(items=items) | UnionOf(members=items):
            return any(_holds(item, aliases, wanted, seen) for item in items)
        case Named(name=name) if name in aliases and name not in seen:
            seen.add(name)
            return _holds(aliases[name], aliases, wanted, seen)
        case _:
            return type_ in wanted


_NUMBER = Primitive("number")
