"""The codec plan as Python expressions: value to object (`build`), object to value (`plain`)."""

from __future__ import annotations

from collections.abc import Mapping

from nemcon.model.names import capitals, snake
from nemcon.model.types import (
    Alias,
    AnyValue,
    Enumeration,
    FormatName,
    Formatted,
    ListOf,
    MapOf,
    Named,
    Primitive,
    Record,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.records import dataclass, field
from nemcon.render.codec import (
    Branch,
    Call,
    Choose,
    Codec,
    Convert,
    Each,
    Finite,
    Fixed,
    Free,
    JsonType,
    Pick,
    Plan,
    Same,
    Sort,
    Values,
    Whole,
)
from nemcon.render.text import literal

LOOPS = ("item", "part", "piece")
"""Names of loop variables, from the outside in."""


@dataclass(frozen=True)
class Case:
    """One `if` of a helper function: under `test` the value is `result`, or the first of `branches` that fits."""

    test: str | None
    result: str
    branches: tuple[tuple[str | None, str], ...] = ()


@dataclass
class Building:
    """Prints building expressions. What is no single expression becomes a helper function, kept in `helpers`.

    `verb` begins the names of the functions of records and aliases.
    """

    verb: str
    helpers: dict[str, tuple[Case, ...]] = field(default_factory=dict[str, tuple[Case, ...]])

    def function(self, name: str, plan: Plan) -> None:
        """Adds the function that `Call(name)` calls, for an alias with that plan."""
        self.helpers[self.name(name)] = self._cases(plan, snake(name))

    def name(self, name: str) -> str:
        """The function of the record or alias `name`."""
        return f"_{self.verb}_{snake(name)}"

    def build(self, plan: Plan, value: str, place: str, depth: int = 0) -> str:
        """The expression for the object of `value`. `place`, steps with dots between, names a helper if one is needed."""
        loop = LOOPS[depth % len(LOOPS)]
        match plan:
            case Same():
                return value
            case Whole(literal=True):
                return f"_whole({value})"
            case Whole():
                return f"{value} if {value}.__class__ is int else _whole({value})"
            case Finite():
                return f"{value} if {value} - {value} == 0 else _number({value})"
            case Free():
                return f"{value} if {value}.__class__ is str else _free({value})"
            case Convert(name):
                return f"{_READERS[name]}({value})"
            case Pick(names, rest):
                return self._pick(names, rest, value, place)
            case Call(name):
                return f"{self.name(name)}({value})"
            case Each(Whole(literal=False)):
                return f"_wholes({value})"
            case Each(Finite()):
                return f"_numbers({value})"
            case Each(Call(name)):
                return f"[*map({self.name(name)}, {value})]"
            case Each(item):
                return (
                    f"[{self.build(item, loop, f'{place}.item', depth + 1)} for {loop} in {value}]"
                )
            case Fixed():
                return self._fixed(plan, value, place, depth)
            case Values(item):
                inner = self.build(item, loop, f"{place}.value", depth + 1)
                return f"{{key: {inner} for key, {loop} in {value}.items()}}"
            case Choose():
                return self._help(plan, place, value)
            case Sort():
                return self._sort(plan, value, place, depth)

    def _pick(self, names: tuple[str, ...], rest: Plan | None, value: str, place: str) -> str:
        tables = [members_of(name) for name in names]
        if rest is None:
            last = f"{tables.pop()}[{value}]"
        else:
            last = closed(self.build(rest, value, place))
        return " or ".join([*(f"{table}.get({value})" for table in tables), last])

    def _fixed(self, plan: Fixed, value: str, place: str, depth: int) -> str:
        if all(isinstance(item, Same) for item in plan.items):
            return f"tuple({value})"
        made = ", ".join(
            self.build(item, f"{value}[{position}]", f"{place}.{position}", depth)
            for position, item in enumerate(plan.items)
        )
        if plan.to_list:
            return f"[{made}]"
        return f"({made},)" if len(plan.items) == 1 else f"({made})"

    def _sort(self, plan: Sort, value: str, place: str, depth: int) -> str:
        json_type, case = plan.cases[0]
        if len(plan.cases) > 1 or isinstance(case, Choose):
            call = self._help(plan, place, value)
            return f"{value} if {value}.__class__ is str else {call}" if plan.strings else call
        if isinstance(case, Whole) and case.literal:
            return f"_whole({value})"
        if json_type == "number" and type(case) in _SCALAR:
            return f"{value} if {value}.__class__ is int else {_SCALAR[type(case)]}({value})"
        if json_type == "number" and not isinstance(case, Pick):
            return self.build(case, value, place, depth)
        inner = closed(self.build(case, value, place, depth))
        if plan.same == ("null",):
            return f"None if {value} is None else {inner}"
        return f"{inner} if {_TESTS[json_type].format(value)} else {value}"

    def _cases(self, plan: Plan, place: str) -> tuple[Case, ...]:
        """The body of a function of `value`."""
        match plan:
            case Choose(branches):
                return (Case(None, "", self._branches(branches, place)),)
            case Sort(cases=cases):
                rest = "value"
                found: list[Case] = []
                for json_type, case in cases:
                    test = _TESTS.get(json_type, "").format("value")
                    if json_type == "number" and not isinstance(case, Pick):
                        scalar = _SCALAR.get(type(case))
                        rest = f"{scalar}(value)" if scalar else self.build(case, "value", place)
                    elif isinstance(case, Choose):
                        found.append(Case(test, "", self._branches(case.branches, place)))
                    else:
                        found.append(Case(test, self.build(case, "value", place)))
                return (*found, Case(None, rest))
            case _:
                return (Case(None, self.build(plan, "value", place)),)

    def _branches(
        self, branches: tuple[Branch, ...], place: str
    ) -> tuple[tuple[str | None, str], ...]:
        found: list[tuple[str | None, str]] = []
        for branch in branches:
            if branch.claims is not None:
                test = f"{_claimed(*branch.claims)} and {_accepted(branch)}"
                found.append((test, self.build(branch.plan, "value", place)))
        for branch in branches[:-1]:
            found.append((_accepted(branch), self.build(branch.plan, "value", place)))
        found.append((None, self.build(branches[-1].plan, "value", place)))
        return tuple(found)

    def _help(self, plan: Choose | Sort, place: str, value: str) -> str:
        cases = self._cases(plan, place)
        name = f"_pick_{place.replace('.', '_')}"
        if self.helpers.get(name, cases) != cases:
            name = f"_pick_{place.replace('.', '__')}"
        self.helpers[name] = cases
        return f"{name}({value})"


_READERS: Mapping[FormatName, str] = {
    "date-time": "_read_datetime",
    "date": "datetime.date.fromisoformat",
    "time": "_read_time",
    "uuid": "_read_uuid",
    "decimal": "Decimal",
}
_WRITERS: Mapping[FormatName, str] = {
    "date-time": "_write_datetime({0})",
    "date": "{0}.isoformat()",
    "time": "_write_time({0})",
    "uuid": "_write_uuid({0})",
    "decimal": "_write_decimal({0})",
}
_SCALAR: Mapping[type, str] = {Whole: "_whole", Finite: "_number", Free: "_free"}
_TESTS: Mapping[JsonType, str] = {
    "object": "isinstance({0}, _OBJECT)",
    "array": "isinstance({0}, _ARRAY)",
    "string": "isinstance({0}, str)",
    "boolean": "isinstance({0}, bool)",
    "null": "{0} is None",
    "number": "isinstance({0}, (int, float)) and not isinstance({0}, bool)",
}


def _accepted(branch: Branch) -> str:
    return " and ".join(f"validator.is_{snake(name)}(value)" for name in branch.when)


def _claimed(key: str, values: tuple[str, ...]) -> str:
    test = f"== {literal(values[0])}" if len(values) == 1 else f"in {literal(values)}"
    return f"value.get({literal(key)}) {test}"


def members_of(name: str) -> str:
    """The table of the members of the enumeration `name` by their values."""
    return f"_{capitals(snake(name))}_MEMBERS"


def closed(expression: str) -> str:
    """`expression` as an operand of a conditional expression."""
    return f"({expression})" if " if " in expression and expression[0] not in "[{(_" else expression


@dataclass(frozen=True)
class Plain:
    """Prints the way back, from an object to the JSON value."""

    codec: Codec

    def works(self, type_: Type, seen: frozenset[str] = frozenset()) -> bool:
        """Whether objects of `type_` may differ from their JSON values."""
        match type_:
            case Named(name):
                declaration = self.codec.declarations[name]
                if isinstance(declaration, Alias):
                    return name not in seen and self.works(declaration.type, seen | {name})
                return True
            case ListOf(item) | MapOf(item):
                return self.works(item, seen)
            case AnyValue() | TupleOf() | Formatted():
                return True
            case UnionOf(members):
                return any(self.works(member, seen) for member in members)
            case _:
                return False

    def plain(self, type_: Type, value: str, depth: int = 0) -> str:
        """The expression for the JSON value of `value`, an object of `type_`."""
        if not self.works(type_):
            return value
        loop = LOOPS[depth % len(LOOPS)]
        match type_:
            case Named(name) if isinstance(self.codec.declarations[name], Record):
                return f"_plain_{snake(name)}({value})"
            case Named(name) if isinstance(self.codec.declarations[name], Enumeration):
                return f"{value}.value"
            case Formatted(name):
                return _WRITERS[name].format(value)
            case AnyValue():
                return f"{value} if {value}.__class__ is str else _plain({value})"
            case ListOf(item):
                return f"[{self.plain(item, loop, depth + 1)} for {loop} in {value}]"
            case MapOf(item):
                return f"{{key: {self.plain(item, loop, depth + 1)} for key, {loop} in {value}.items()}}"
            case UnionOf(members):
                working = [member for member in members if self.works(member)]
                rest = {
                    name
                    for member in members
                    if member not in working
                    for name in self.codec.json_types(member)
                }
                if len(working) == 1 and rest == {"null"} and not isinstance(working[0], TupleOf):
                    return f"None if {value} is None else {closed(self.plain(working[0], value, depth))}"
                if Primitive("string") in members:
                    return f"{value} if {value}.__class__ is str else _plain({value})"
                return f"_plain({value})"
            case _:
                return f"_plain({value})"
