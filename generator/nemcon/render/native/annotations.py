"""What msgspec's own decoder may be told: annotations that accept nothing but what the schema does.

They may accept less: what the native decoder refuses is decided on the exact path. So everything that cannot be said is
left out: a union keeps the members that can, a field that cannot is `Extras`, which no document can hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, partial

from nemcon.model.names import snake
from nemcon.model.types import (
    Alias,
    AnyValue,
    Declaration,
    Enumeration,
    Field,
    ListOf,
    Literals,
    MapOf,
    Model,
    Named,
    Primitive,
    Record,
    Type,
    UnionOf,
)
from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword
from nemcon.read.patterns import matches
from nemcon.read.subjects import speaks_of
from nemcon.records import dataclass
from nemcon.render.annotations import Annotations, one_of
from nemcon.render.native.keywords import said_in_place
from nemcon.render.native.stand_ins import StandIn, StandIns
from nemcon.render.native.unknown_keys import is_indifferent
from nemcon.render.overflow import NumbersAt, Unsure, numbers_at, unsure
from nemcon.render.printing import Code
from nemcon.render.text import identifier, literal

REFUSES_ALL = "Extras[Any]"
"""An annotation for which msgspec has no JSON value: a document with such a field is decoded exactly."""


@dataclass(frozen=True)
class Native:
    """Finds native annotations for the types of a model."""

    model: Model
    graph: Graph

    @cached_property
    def declarations(self) -> Mapping[str, Declaration]:
        return {it.name: it for it in self.model.declarations}

    def root(self) -> str | None:
        """The annotation for whole documents; None when they cannot be decoded natively."""
        at = snake(self.model.root_name)
        return self._said(self.keywords(self.graph.root), self.model.root, at)

    def fields(self, record: Record) -> Mapping[str, str] | None:
        """The native annotation of each attribute; None when the class as a whole cannot be decoded natively."""
        if not self.is_fit(record):
            return None
        keywords = self.keywords(record.key)
        return {
            field.attribute: self._field(record, field, keywords) or REFUSES_ALL
            for field in record.fields
        }

    @cached_property
    def stand_ins(self) -> StandIns:
        return StandIns(self.model, partial(said_in_place, self.graph))

    @cached_property
    def _fit(self) -> dict[str, bool]:
        return {}

    def is_fit(self, record: Record) -> bool:
        """Whether msgspec can decode any document of the class: not where a required field is beyond it."""
        if record.name not in self._fit:
            self._fit[record.name] = True  # what recurs is as fit as the rest of it
            keywords = self.keywords(record.key)
            self._fit[record.name] = (
                self._is_plain(record, keywords)
                and is_expressible(record)
                and all(
                    self._field(record, field, keywords) is not None
                    for field in record.fields
                    if field.presence == "required"
                )
            )
        return self._fit[record.name]

    def keywords(self, *keys: Key) -> tuple[Keyword, ...]:
        """Everything the nodes say in place."""
        return said_in_place(self.graph, *keys)

    def _is_plain(self, record: Record, keywords: tuple[Keyword, ...]) -> bool:
        """Whether the keywords of a class speak of nothing but its fields, one by one, and its object."""
        required = {field.key for field in record.fields if field.presence == "required"}
        for keyword in keywords:
            match keyword:
                case g.Type(types=types) if "object" in types:
                    pass
                case g.Required(names=names) if required.issuperset(names):
                    pass
                case g.Properties() | g.PatternProperties() | g.AdditionalProperties():
                    pass
                case _ if not speaks_of(keyword, "object"):
                    pass
                case _:
                    return False
        return True

    def _field(self, record: Record, field: Field, keywords: tuple[Keyword, ...]) -> str | None:
        spoken = self.keywords(*_speaking(field.key, keywords))
        return self._said(spoken, field.type, f"{snake(record.name)}_{field.attribute}")

    def _said(self, keywords: tuple[Keyword, ...], type_: Type, at: str) -> str | None:
        """An annotation for `type_` whose values all satisfy `keywords`; None when there is none. `at` says where it stands."""
        match type_:
            case AnyValue():
                return None if keywords else "Any"
            case Primitive(name):
                return self._primitive(name, keywords)
            case Literals(values):
                return self._literals(values, keywords)
            case ListOf(item):
                return self._list(item, keywords, f"{at}_item")
            case MapOf(value):
                return self._map(value, keywords, f"{at}_value")
            case Named(name):
                return self._named(name, keywords)
            case UnionOf():
                return self._union(type_, keywords, at)
            case _:
                return None

    def _primitive(self, name: str, keywords: tuple[Keyword, ...]) -> str | None:
        names = (name, "number") if name == "integer" else (name,)
        fine = all(
            isinstance(it, g.Type) and not {*names}.isdisjoint(it.types) or not speaks_of(it, name)
            for it in keywords
        )
        return _PRIMITIVES[name] if fine else None

    def _literals(
        self, values: tuple[None | bool | int | str, ...], keywords: tuple[Keyword, ...]
    ) -> str | None:
        if not all(map(_is_native, values)) or not all(
            _admits(keyword, values) for keyword in keywords
        ):
            return None
        return f"Literal[{', '.join(literal(value) for value in values)}]"

    def _list(self, item: Type, keywords: tuple[Keyword, ...], at: str) -> str | None:
        inner: list[Key] = []
        for keyword in keywords:
            match keyword:
                case g.Type(types=types) if "array" in types:
                    pass
                case g.Items(target=target, start=0):
                    inner.append(target)
                case _ if not speaks_of(keyword, "array"):
                    pass
                case _:
                    return None
        said = self._said(self.keywords(*inner), item, at)
        return None if said is None else f"list[{said}]"

    def _map(self, value: Type, keywords: tuple[Keyword, ...], at: str) -> str | None:
        inner: list[Key] = []
        for keyword in keywords:
            match keyword:
                case g.Type(types=types) if "object" in types:
                    pass
                case g.AdditionalProperties(target=target, names=(), patterns=()):
                    inner.append(target)
                case _ if not speaks_of(keyword, "object"):
                    pass
                case _:
                    return None
        said = self._said(self.keywords(*inner), value, at)
        return None if said is None else f"dict[str, {said}]"

    def _named(self, name: str, keywords: tuple[Keyword, ...]) -> str | None:
        declaration = self.declarations[name]
        if isinstance(declaration, Alias):
            if self._recurs(declaration):
                return None
            return self._said(keywords, declaration.type, snake(name))
        if isinstance(declaration, Enumeration):
            values = tuple(value for _, value in declaration.members)
            alike = len({type(value) for value in values}) == 1
            return identifier(name) if alike and self._literals(values, keywords) else None
        own = self.keywords(declaration.key)
        extra = [
            it
            for it in keywords
            if it not in own and not (isinstance(it, g.Type) and "object" in it.types)
        ]
        return identifier(name) if not extra and self.is_fit(declaration) else None

    def _recurs(self, alias: Alias) -> bool:
        """Whether an alias reaches itself: its annotation cannot be written out then."""
        names, pending = set[str](), [alias.type]
        while pending:
            for name in _names(pending.pop()):
                declaration = self.declarations[name]
                if name not in names and isinstance(declaration, Alias):
                    names.add(name)
                    pending.append(declaration.type)
        return alias.name in names

    def _union(self, union: UnionOf, keywords: tuple[Keyword, ...], at: str) -> str | None:
        apart = {choice.type for choice in union.choices} | self._alike(union)
        found = [
            said
            for it in union.members
            if it not in apart and (said := self._member(it, keywords, at))
        ]
        one = self.stand_ins.one_of(union, keywords, at) if {*found} <= {"None"} else None
        if one is not None:
            return f"{one} | None" if found else one
        return one_of([*dict.fromkeys(found)]) if found else None

    def _alike(self, union: UnionOf) -> set[Type]:
        """Enumerations and literals among the members that msgspec cannot tell from one another."""
        named = [it for it in union.members if self._is_enumeration(it)]
        others = {it for it in union.members if isinstance(it, Literals)}
        return {*named, *others} if len(named) > 1 or (named and others) else set()

    def _is_enumeration(self, type_: Type) -> bool:
        return isinstance(type_, Named) and isinstance(self.declarations[type_.name], Enumeration)

    def _member(self, member: Type, keywords: tuple[Keyword, ...], at: str) -> str | None:
        for keyword in keywords:
            if isinstance(keyword, (g.AnyOf, g.OneOf)):
                if isinstance(keyword, g.OneOf) and not self._is_disjoint(keyword):
                    return None
                rest = tuple(it for it in keywords if it is not keyword)
                options = (
                    self._member(member, (*rest, *self.keywords(branch)), at)
                    for branch in keyword.branches
                )
                return next((said for said in options if said), None)
        return self._said(keywords, member, at)

    def _is_disjoint(self, one_of: g.OneOf) -> bool:
        """Whether no JSON type is of two branches."""
        seen: set[str] = set()
        for branch in one_of.branches:
            types = self._types(branch)
            if not types or seen & types:
                return False
            seen |= types
        return True

    def _types(self, key: Key) -> set[str]:
        """The JSON types that a node admits, empty when it does not say."""
        for keyword in self.keywords(key):
            if isinstance(keyword, g.Type):
                return {"number" if name == "integer" else name for name in keyword.types}
        return set()


def is_expressible(record: Record) -> bool:
    """Whether msgspec can write the names of all fields: it escapes nothing in them."""
    return all(_WRITABLE.fullmatch(field.key) for field in record.fields)


_WRITABLE = re.compile(r"[^\x00-\x1f\"\\\ud800-\udfff]*")
_PRIMITIVES = {
    "null": "None",
    "boolean": "bool",
    "integer": "int",
    "number": "int | float",
    "string": "str",
}


def _is_native(value: None | bool | int | str) -> bool:
    """Whether msgspec takes the value in a Literal: no booleans, no integers past 64 bits, no text UTF-8 cannot spell."""
    match value:
        case bool():
            return False
        case int():
            return -(2**63) <= value < 2**63
        case str():
            return not any("\ud800" <= char <= "\udfff" for char in value)
        case _:
            return True


def _admits(keyword: Keyword, values: tuple[None | bool | int | str, ...]) -> bool:
    """Whether a keyword is known to accept each of several scalars that are no booleans."""
    if isinstance(keyword, (g.Enum, g.Const)):
        listed = keyword.values if isinstance(keyword, g.Enum) else (keyword.value,)
        known = {(type(it), it) for it in listed if not isinstance(it, (list, dict))}
        return all((type(it), it) in known for it in values)
    return all(_admits_kind(keyword, kind) for kind in {_kind(it) for it in values})


def _kind(value: None | bool | int | str) -> str:
    return "null" if value is None else "integer" if isinstance(value, int) else "string"


def _admits_kind(keyword: Keyword, kind: str) -> bool:
    if isinstance(keyword, g.Type):
        return kind in keyword.types or (kind == "integer" and "number" in keyword.types)
    return not speaks_of(keyword, kind)


def _speaking(name: str, keywords: tuple[Keyword, ...]) -> Iterator[Key]:
    """The nodes that keywords of an object apply to the property `name`."""
    for keyword in keywords:
        match keyword:
            case g.Properties(properties=properties) if name in properties:
                yield properties[name]
            case g.PatternProperties(patterns=patterns):
                yield from (key for pattern, key in patterns if matches(pattern, name))
            case g.AdditionalProperties(target=target, names=names, patterns=others):
                if name not in names and not any(matches(it, name) for it in others):
                    yield target
            case _:
                pass


def _names(type_: Type) -> Iterator[str]:
    match type_:
        case Named(name):
            yield name
        case ListOf(item) | MapOf(item):
            yield from _names(item)
        case UnionOf(members):
            for member in members:
                yield from _names(member)
        case _:
            return


@dataclass(frozen=True)
class NativeFacts:
    """What structs.py says to msgspec. `narrowed` has the fields whose annotations are beyond it, class by class, with
    the narrower ones; `classes` those it can decode. `stand_ins` stand for unions of objects, and
    `forgetful` are the classes that pass over other keys. `encodes` is false when it cannot write some field's name.
    """

    root: Code | None
    narrowed: tuple[tuple[Code, tuple[tuple[Code, Code], ...]], ...]
    classes: tuple[Code, ...]
    stand_ins: tuple[StandIn, ...]
    forgetful: frozenset[Code]
    encodes: bool
    unsure: Unsure
    numbers_at: tuple[NumbersAt, ...] | None

    def names(self) -> frozenset[str]:
        """The names that the annotations mention."""
        return frozenset(_NAMES.findall(repr((self.root, self.narrowed))))


_NAMES = re.compile(r"[A-Za-z_]\w*")


def native_facts(model: Model, graph: Graph) -> NativeFacts:
    """The facts of a model for msgspec. Where whole documents are beyond it, it is asked for nothing: only the decoder
    for whole documents sees the narrower annotations.
    """
    native = Native(model, graph)
    root = native.root()
    annotations = Annotations(tuples=True)
    records = [it for it in model.declarations if isinstance(it, Record)]
    classes: list[Code] = []
    narrowed: list[tuple[Code, tuple[tuple[Code, Code], ...]]] = []
    for record in records:
        said = None if root is None else native.fields(record)
        if said is None:
            continue
        if record.stands_alone:
            classes.append(Code(identifier(record.name)))
        changed = tuple(
            (
                Code(literal(it.attribute)),
                Code(text + (" | UnsetType" if it.presence == "optional" else "")),
            )
            for it in record.fields
            if (text := said[it.attribute]) != annotations.text(it.type)
        )
        if changed:
            narrowed.append((Code(identifier(record.name)), changed))
    said_of = _NAMES.findall(repr((root, narrowed)))
    return NativeFacts(
        None if root is None else Code(root),
        tuple(narrowed),
        tuple(classes),
        tuple(it for name, it in native.stand_ins.made.items() if name in said_of),
        frozenset(
            Code(identifier(it.name))
            for it in records
            if native.is_fit(it) and is_indifferent(it, native.keywords)
        ),
        all(map(is_expressible, records)),
        unsure(model, records),
        numbers_at(model),
    )
