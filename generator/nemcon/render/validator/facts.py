"""What the templates of the validator see: schemas, their keywords, and what they apply in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from nemcon.read.graph import Key, Keyword
from nemcon.render.validator.evaluated import Own
from nemcon.render.validator.local_names import private_name

MANY_MEMBERS = 24
"""An object with more members that have functions of their own is gone through once."""


def _is_called(member: dict[str, Any]) -> bool:
    schema: Schema = member["schema"]
    return not (member["required"] or schema.inline or schema.never or schema.always)


@dataclass
class Check:
    """One keyword as the templates see it. `kind` names its macro; `problem` is what its error says of a value."""

    kind: str
    keyword: Keyword
    subject: str
    problem: str
    children: list[Schema] = field(default_factory=lambda: [])
    facts: dict[str, Any] = field(default_factory=lambda: {})

    @property
    def pointer(self) -> str:
        return self.keyword.pointer

    @property
    def tabled(self) -> list[dict[str, Any]]:
        """The members of a large object that are looked up in a table of functions, one for each key there is."""
        found = [it for it in self.facts["members"] if _is_called(it)]
        return found if len(found) > MANY_MEMBERS else []

    @property
    def one_by_one(self) -> list[dict[str, Any]]:
        """The other members, which the object is asked for one after the other."""
        tabled = {it["name"] for it in self.tabled}
        return [it for it in self.facts["members"] if it["name"] not in tabled]


@dataclass
class Schema:
    """One schema as the templates see it. `known` is the one JSON type its values are sure to have after `head`."""

    key: Key
    pointer: str
    name: str
    checks: list[Check] = field(default_factory=lambda: [])
    inline: bool = False
    known: str = ""
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
        return len(self.checks) > 1

    @property
    def only_strings(self) -> bool:
        """Whether it says that a value is a string, and nothing else."""
        return self.known == "string" and len(self.checks) == 1

    @cached_property
    def snake(self) -> str:
        return private_name(self.name)

    @property
    def never(self) -> bool:
        return any(check.kind == "never" for check in self.checks)

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

    @property
    def tracked_groups(self) -> list[tuple[str, list[Check]]]:
        """The groups without what `places` and `own` check while they keep track of what is evaluated."""
        apart = ("reference", "all_of", "any_of", "one_of", "conditional", "dependent_schemas")
        dropped = (*apart, "contains") if self.own.contains else apart
        kept = [
            (name, [check for check in checks if check.kind not in dropped])
            for name, checks in self.groups
        ]
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
