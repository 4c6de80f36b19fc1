"""The codec plan: how a value that the schema accepts becomes an object of its type. Every target prints this one plan."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Literal, TypeAlias, Union

from nemcon.model.types import (
    Alias,
    AnyValue,
    Choice,
    Declaration,
    Enumeration,
    FormatName,
    Formatted,
    ListOf,
    Literals,
    MapOf,
    Model,
    Named,
    Nothing,
    Primitive,
    Record,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.records import dataclass

JsonType = Literal["null", "boolean", "number", "string", "array", "object"]


@dataclass(frozen=True, slots=True)
class Same:
    """The value is the object."""


@dataclass(frozen=True, slots=True)
class Whole:
    """An integer that may be written 1.0; `literal` when it is one of a few."""

    literal: bool = False


@dataclass(frozen=True, slots=True)
class Finite:
    """A number: one that is too large for a float has to be read again, exactly."""


@dataclass(frozen=True, slots=True)
class Free:
    """Any JSON value; numbers in it as in `Finite`."""


@dataclass(frozen=True, slots=True)
class Convert:
    """A text as an object of the Python type of its format."""

    format: FormatName


@dataclass(frozen=True, slots=True)
class Pick:
    """A member of the first of the enumerations `names` that has the value; of `rest` when none has."""

    names: tuple[str, ...]
    rest: Plan | None = None


@dataclass(frozen=True, slots=True)
class Call:
    """What the function of the record or alias `name` makes of it."""

    name: str


@dataclass(frozen=True, slots=True)
class Each:
    """A list of what `item` makes of each."""

    item: Plan


@dataclass(frozen=True, slots=True)
class Fixed:
    """An array of fixed length: one plan for each place. A tuple, or still a `list`."""

    items: tuple[Plan, ...]
    to_list: bool


@dataclass(frozen=True, slots=True)
class Values:
    """A map: the plan of its values."""

    value: Plan


@dataclass(frozen=True, slots=True)
class Branch:
    """One alternative of a choice: taken when the value has one of `tag_values` under `tag`, or `when` holds.

    `claims` are a property and values of it with which this alternative comes before the others.
    """

    plan: Plan
    when: tuple[str, ...]
    tag: str | None
    tag_values: tuple[str, ...]
    claims: tuple[str, tuple[str, ...]] | None


@dataclass(frozen=True, slots=True)
class Choose:
    """The first branch that the value belongs to; the last one needs no test."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Sort:
    """A union: the JSON type decides. `cases` are the types that need work, `same` those that need none; `strings` says
    that any string is among these."""

    cases: tuple[tuple[JsonType, Plan], ...]
    same: tuple[JsonType, ...]
    strings: bool


Plan: TypeAlias = Union[
    Same, Whole, Finite, Free, Convert, Pick, Call, Each, Fixed, Values, Choose, Sort
]  # fmt: skip


@dataclass(frozen=True)
class Codec:
    """Plans for the types of a model. `objects` is false where records stay the dictionaries they are in JSON, and
    arrays of fixed length the lists; `finite` says that no number has overflowed when its text was read; `forgets`, that keys
    which the schema does not name are left out.
    """

    model: Model
    objects: bool
    finite: bool = False
    forgets: bool = False

    @cached_property
    def declarations(self) -> Mapping[str, Declaration]:
        return {declaration.name: declaration for declaration in self.model.declarations}

    @cached_property
    def working(self) -> frozenset[str]:
        """The records and aliases whose values need work."""
        found: set[str] = set()
        if self.objects or self.forgets:
            found.update(n for n, it in self.declarations.items() if not isinstance(it, Alias))
        waiting = [it for it in self.model.declarations if it.name not in found]
        before = -1
        while before != len(found):
            before = len(found)
            found.update(
                it.name for it in waiting if any(self._works(part, found) for part in _parts(it))
            )
        return frozenset(found)

    def _works(self, type_: Type, found: set[str]) -> bool:
        match type_:
            case AnyValue():
                return not self.finite
            case Primitive(name):
                return name == "integer" or (name == "number" and not self.finite)
            case Formatted():
                return self.objects
            case Literals(values):
                return any(type(value) is int for value in values)
            case ListOf(item) | MapOf(item):
                return self._works(item, found)
            case TupleOf(items):
                return self.objects or any(self._works(item, found) for item in items)
            case Named(name):
                return name in found
            case UnionOf(members):
                return any(self._works(member, found) for member in members)
            case Nothing():
                return False

    def plan(self, type_: Type) -> Plan:
        """How a value becomes an object of `type_`."""
        match type_:
            case AnyValue() | Primitive("number") if self.finite:
                return Same()
            case AnyValue():
                return Free()
            case Primitive(name):
                return Whole() if name == "integer" else Finite() if name == "number" else Same()
            case Formatted(name):
                return Convert(name) if self.objects else Same()
            case Literals(values):
                return (
                    Whole(literal=True) if any(type(value) is int for value in values) else Same()
                )
            case ListOf(item):
                plan = self.plan(item)
                return plan if isinstance(plan, Same) else Each(plan)
            case MapOf(value):
                plan = self.plan(value)
                return plan if isinstance(plan, Same) else Values(plan)
            case TupleOf(items):
                plans = tuple(self.plan(item) for item in items)
                idle = not self.objects and all(isinstance(plan, Same) for plan in plans)
                return Same() if idle else Fixed(plans, to_list=not self.objects)
            case Named(name) if isinstance(self.declarations[name], Enumeration):
                return Pick((name,))
            case Named(name):
                return Call(name) if name in self.working else Same()
            case UnionOf():
                return self._union(type_)
            case Nothing():
                return Same()

    def _union(self, union: UnionOf) -> Plan:
        choices = {choice.type for choice in union.choices}
        plans: dict[JsonType, Plan] = {}
        picks: dict[JsonType, tuple[str, ...]] = {}
        for member in union.members:
            if member not in choices:
                plan = self.plan(member)
                scattered = isinstance(member, Literals)
                for json_type in self.json_types(member):
                    if isinstance(plan, Pick):
                        picks[json_type] = (*picks.get(json_type, ()), *plan.names)
                    else:
                        plans[json_type] = Same() if scattered and json_type != "number" else plan
        plans.update({name: Pick(names, plans.get(name)) for name, names in picks.items()})
        for json_type, found in _grouped(union.choices, self.json_types).items():
            plans[json_type] = self._choose(found)
        if all(isinstance(plan, Same) for plan in plans.values()):
            return Same()
        first = next(iter(plans.values()))
        if len(plans) == 1 or (isinstance(first, Pick) and {*plans.values()} == {first}):
            return first
        known: list[JsonType] = [name for name in _ORDER if name in plans]
        cases: tuple[tuple[JsonType, Plan], ...] = ()
        same: tuple[JsonType, ...] = ()
        for name in known:
            if isinstance(plans[name], Same):
                same = (*same, name)
            else:
                cases = (*cases, (name, plans[name]))
        return Sort(cases, same, Primitive("string") in union.members)

    def _choose(self, choices: list[Choice]) -> Plan:
        plans = [self.plan(choice.type) for choice in choices]
        if len(set(plans)) == 1:
            return plans[0]
        tag = common_tag(choices)
        return Choose(
            tuple(
                Branch(
                    plan,
                    tuple(self.model.names[key] for key in choice.when),
                    tag,
                    (
                        tuple(value for value in choice.tag_values if isinstance(value, str))
                        if tag
                        else ()
                    ),
                    None if tag else choice.claims,
                )
                for choice, plan in zip(choices, plans, strict=True)
            )
        )

    def json_types(self, type_: Type) -> tuple[JsonType, ...]:
        """The JSON types that values of `type_` have."""
        return tuple(name for name in _ORDER if name in self._json_types(type_, frozenset()))

    def _json_types(self, type_: Type, seen: frozenset[str]) -> frozenset[JsonType]:
        match type_:
            case AnyValue():
                return frozenset(_ORDER)
            case Primitive(name):
                return frozenset(("number" if name == "integer" else name,))
            case Formatted():
                return frozenset(("string",))
            case Literals(values):
                return frozenset(_literal_type(value) for value in values)
            case ListOf() | TupleOf():
                return frozenset(("array",))
            case MapOf():
                return frozenset(("object",))
            case UnionOf(members):
                return frozenset(
                    name for member in members for name in self._json_types(member, seen)
                )
            case Named(name):
                declaration = self.declarations[name]
                if isinstance(declaration, Record):
                    return frozenset(("object",))
                if isinstance(declaration, Enumeration):
                    return frozenset(_literal_type(value) for _, value in declaration.members)
                return (
                    frozenset()
                    if name in seen
                    else self._json_types(declaration.type, seen | {name})
                )
            case Nothing():
                return frozenset()


_ORDER: tuple[JsonType, ...] = ("object", "array", "number", "string", "boolean", "null")


def _literal_type(value: None | bool | int | str) -> JsonType:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "number"
        case str():
            return "string"


def _parts(declaration: Declaration) -> Iterable[Type]:
    if isinstance(declaration, Enumeration):
        return ()
    if isinstance(declaration, Alias):
        return (declaration.type,)
    own = tuple(field.type for field in declaration.fields)
    return own if declaration.extras is None else (*own, declaration.extras)


def _grouped(
    choices: tuple[Choice, ...], json_types: Callable[[Type], tuple[JsonType, ...]]
) -> Mapping[JsonType, list[Choice]]:
    found: dict[JsonType, list[Choice]] = {}
    for choice in choices:
        for json_type in json_types(choice.type):
            found.setdefault(json_type, []).append(choice)
    return found


def common_tag(choices: list[Choice]) -> str | None:
    """The property whose strings tell all `choices` apart, when one does."""
    tags = {choice.tag for choice in choices}
    values = [value for choice in choices for value in choice.tag_values]
    plain = all(isinstance(value, str) for value in values)
    if len(tags) != 1 or not plain or len(set(map(str, values))) != len(values):
        return None
    return choices[0].tag
