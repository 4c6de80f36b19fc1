"""What the templates of the validator see: schemas, their keywords, and what they apply in place."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from nemcon.model.names import capitals
from nemcon.read.graph import Key, Keyword, Type
from nemcon.records import dataclass, field
from nemcon.render.validator.evaluated import Own
from nemcon.render.validator.local_names import private_name

CLASSES = {
    "string": "str", "boolean": "bool", "array": "list", "object": "dict", "integer": "int", "number": "float",
}  # fmt: skip
"""The class in Python that most values of a JSON type have."""
MANY_MEMBERS = 12
"""An object that may have more members than these is gone through once."""
MOST_IN_PLACE = 150
"""Of more members than these each is asked by a function: type checkers give up on functions of too many branches."""


@dataclass
class Check:
    """One keyword as the templates see it. `kind` names its macro; `problem` is what its error says of a value, `around` the
    same with `{limit}` for the number it sets. The schemas that are `called` are asked by their functions wherever the keyword
    applies them.
    """

    kind: str
    keyword: Keyword
    subject: str
    problem: str
    around: str | None = None
    children: list[Schema] = field(default_factory=lambda: [])
    facts: dict[str, Any] = field(default_factory=lambda: {})
    crowded: bool = False
    told: bool = False
    called: frozenset[Key] = frozenset()
    closed: bool = False
    closes_table: bool = False

    @property
    def any_will_do(self) -> bool:
        """Whether a choice is made as soon as one branch accepts."""
        return self.kind == "any_of" or bool(self.facts["disjoint"])

    @property
    def compares(self) -> bool:
        """Whether it holds the value against null, true, false, or the one string or number of an enum."""
        named = any(self.facts.get(name) for name in ("null", "true", "false"))
        return named or any(len(self.facts.get(it, ())) == 1 for it in ("strings", "numbers"))

    @property
    def lists_strings(self) -> bool:
        """Whether its one schema lists strings, and says nothing else."""
        checks = self.children[0].checks
        values = checks[0].facts.get("all", ()) if len(checks) == 1 else ()
        return bool(values) and all(isinstance(it, str) for it in values)

    @property
    def pointer(self) -> str:
        return self.keyword.pointer

    @property
    def every_member(self) -> list[dict[str, Any]]:
        """The members, and those of other schemas that an answer looks at in one go."""
        return [*self.facts["members"], *self.facts.get("fused", ())]

    @property
    def answered(self) -> list[Schema]:
        """The schemas that an answer asks for: not those whose members are looked at with the schema's own."""
        return [it for it in self.children if it.key not in self.facts.get("fused", ())]

    @property
    def tabled(self) -> list[dict[str, Any]]:
        """The members of a large object that are looked up in a table of functions, one for each key there is."""
        if self.crowded:
            return []
        found = [it for it in self.every_member if not it["required"]]
        if len(self.every_member) > MOST_IN_PLACE:
            return self.every_member
        return found if len(found) > MANY_MEMBERS else []

    @property
    def keys(self) -> str:
        """The constant that holds the names of all members there may be; none where those are not several names."""
        several = len(self.facts["names"]) > 1 and not self.facts["patterns"]
        return str(self.facts["keys"]) if several and self.children[0].never else ""

    @property
    def typed(self) -> bool:
        """Whether most of the tabled members are of one JSON type and nothing else: the table has their classes too."""
        return sum(bool(it["schema"].only_class) for it in self.tabled) > len(self.tabled) / 2

    @property
    def cheapest_first(self) -> list[dict[str, Any]]:
        """The other members, which the object is asked for one after the other: what takes no call comes first."""
        tabled = {it["name"] for it in self.tabled}
        others = [it for it in self.every_member if it["name"] not in tabled]
        return sorted(others, key=lambda it: it["schema"].calls)


@dataclass
class Schema:
    """One schema as the templates see it. `known` is the one JSON type that its values are sure to have behind the check
    of their type. A schema stands `inline` as an expression, is `stated` where it is applied, or has functions. `reads`
    are the required members that are read at once. Where it is `crowded`, the function that answers passes on what is known of each value; where it is `told`, the one that
    reports. They are asked `once` if several ways lead to it. It stands `beside_others` where it is inline behind checks that compare the value.
    Where it accepts but a `few` values, their check is all that an answer asks.
    """

    key: Key
    pointer: str
    name: str
    checks: list[Check] = field(default_factory=lambda: [])
    inline: bool = False
    stated: bool = False
    crowded: bool = False
    told: bool = False
    once: bool = False
    known: str = ""
    few: Check | None = None
    called: frozenset[Key] = frozenset()
    reads: list[dict[str, Any]] = field(default_factory=lambda: [])
    beside_others: bool = False
    answers: bool = True
    tracking: bool = False
    tracked: bool = False
    contributes: bool = False
    contains_counts: bool = False
    own: Own = field(default_factory=Own)
    places: list[Place] = field(default_factory=lambda: [])

    @property
    def compound(self) -> bool:
        """Whether its condition is several joined by `or`."""
        return self.few is None and sum(len(checks) for _, checks in self.deciding_groups) > 1

    @property
    def calls(self) -> bool:
        """Whether functions of other schemas, or its own, are asked about its values."""
        return not self.inline or any(
            not child.inline for check in self.checks for child in check.children
        )

    @property
    def stands_in_place(self) -> bool:
        return self.inline or self.stated

    @property
    def type_check(self) -> Check | None:
        """The check of the one JSON type it allows."""
        return (
            next((check for check in self.checks if check.kind == "type"), None)
            if self.known
            else None
        )

    @property
    def narrows(self) -> bool:
        """Whether its own checks compare the value with others: type checkers take what passes them for those, until a
        function says more.
        """
        types = [it.keyword.types for it in self.checks if isinstance(it.keyword, Type)]
        return any("null" in it or it == ("boolean",) for it in types) or any(
            it.compares for it in self.checks if it.subject == "value"
        )

    @property
    def is_narrowed(self) -> bool:
        return self.narrows or self.beside_others

    def beside(self, kind: str) -> list[str]:
        """The types it allows beside this one; none where it names no types."""
        found = [it.keyword for it in self.checks if isinstance(it.keyword, Type)]
        types: list[str] = [*found[0].types] if found else []
        same = ("number", "integer") if kind == "number" else (kind,)
        others = [it for it in types if it not in same]
        return others if len(others) < len(types) else []

    def only_beside(self, kind: str) -> list[str]:
        """The same where they are null and boolean, which nothing is derived from."""
        others = self.beside(kind)
        return others if all(it in ("null", "boolean") for it in others) else []

    @property
    def lone(self) -> Schema | None:
        """The one branch that says more than its type, of a schema that is nothing but a choice."""
        return self.checks[0].facts.get("lone") if len(self.checks) == 1 else None

    @property
    def only_class(self) -> str:
        """The class of most values of the one JSON type it names, where it says nothing else."""
        keyword = self.checks[0].keyword if len(self.checks) == 1 else None
        return CLASSES.get(keyword.types[0], "") if isinstance(keyword, Type) and self.known else ""

    @property
    def only_strings(self) -> bool:
        """Whether it says that a value is a string, and nothing else."""
        return self.known == "string" and len(self.checks) == 1

    @cached_property
    def snake(self) -> str:
        return private_name(self.name)

    @property
    def capitals(self) -> str:
        return capitals(self.snake)

    @property
    def never(self) -> bool:
        return any(check.kind == "never" for check in self.checks)

    @property
    def refuses_all(self) -> bool:
        """Whether an answer need not look at the value."""
        return self.never or self.few is not None and not self.few.facts["all"]

    @property
    def collects(self) -> bool:
        """Whether an answer keeps track of what is evaluated, for itself."""
        return self.tracking and self.few is None

    @property
    def answers_in_place(self) -> bool:
        return self.inline or self.few is not None

    @property
    def always(self) -> bool:
        return not self.checks

    @cached_property
    def groups(self) -> list[tuple[str, list[Check]]]:
        """The checks in runs of one subject, a value's own first, in-place applicators and `unevaluated*` last."""
        order = ("value", "number", "string", "array", "object", "place", "unevaluated")
        found: dict[str, list[Check]] = {name: [] for name in order}
        for check in self.checks:
            found[check.subject].append(check)
        return [(name, checks) for name, checks in found.items() if checks]

    @cached_property
    def deciding_groups(self) -> list[tuple[str, list[Check]]]:
        """The groups without a type that one constant decides as well: a string, null, true or false."""
        return _without(self.groups, ("type",)) if self._is_one_value else self.groups

    @property
    def _is_one_value(self) -> bool:
        kinds = {"string": str, "boolean": bool, "null": type(None)}
        values = [it.facts["all"] for it in self.checks if it.kind in ("const", "enum")]
        return (
            self.known in kinds
            and bool(values)
            and all(len(it) == 1 and isinstance(it[0], kinds[self.known]) for it in values)
        )

    @property
    def groups_behind_type(self) -> list[tuple[str, list[Check]]]:
        """The groups without the check of its one type."""
        return _without(self.groups, ("type",))

    @property
    def says_type_first(self) -> bool:
        """Whether the check of its one type is all there is before what it says of values of that type."""
        if [subject for subject, _ in self.groups[:2]] != ["value", self.known]:
            return False
        first = [check.keyword for check in self.groups[0][1]]
        return len(first) == 1 and isinstance(first[0], Type) and first[0].types == (self.known,)

    @property
    def tracked_groups(self) -> dict[str, list[tuple[str, list[Check]]]]:
        """The groups without what `places` and `own` check while they keep track of what is evaluated: those `before`,
        and those `behind`, which ask what was evaluated.
        """
        apart = ("reference", "all_of", "any_of", "one_of", "conditional", "dependent_schemas")
        kept = _without(self.groups, (*apart, "contains") if self.own.contains else apart)
        return {
            "before": [it for it in kept if it[0] != "unevaluated"],
            "behind": [it for it in kept if it[0] == "unevaluated"],
        }


def _without(
    groups: list[tuple[str, list[Check]]], kinds: tuple[str, ...]
) -> list[tuple[str, list[Check]]]:
    kept = [(name, [it for it in checks if it.kind not in kinds]) for name, checks in groups]
    return [(name, checks) for name, checks in kept if checks]


@dataclass
class Place:
    """Schemas applied in place by a schema that keeps track of what is evaluated: `all` of them, `any`, `one`, a
    `condition` with `then` and `otherwise`, or all when the property `name` is `present`."""

    kind: str
    schemas: list[Schema]
    then: Schema | None = None
    otherwise: Schema | None = None
    name: str = ""

    def every(self) -> Iterator[Schema]:
        yield from self.schemas
        yield from (it for it in (self.then, self.otherwise) if it is not None)
