"""Where a schema goes from a value: to the same value and to those in it, read as an automaton that reads paths."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from nemcon.read import graph as g
from nemcon.read.graph import Key
from nemcon.records import dataclass, replace
from nemcon.render.validator.facts import Check, Schema


@dataclass(frozen=True)
class Step:
    """An edge: the names or indices of the values it leads to; none leads to the same value."""

    to: Key
    name: str | None = None
    pattern: str | None = None
    others: frozenset[str] | None = None
    index: tuple[int, float] | None = None
    branches: frozenset[tuple[str, int]] = frozenset()
    """The branches, each of a choice, that are asked alone: no value is held against two of them."""

    @property
    def in_place(self) -> bool:
        return (self.name, self.pattern, self.others, self.index) == (None, None, None, None)

    def meets(self, other: Step) -> bool:
        """Whether both can lead to the same value."""
        if any(a == b and one != two for a, one in self.branches for b, two in other.branches):
            return False
        if self.index is not None or other.index is not None:
            if self.index is None or other.index is None:
                return False
            return self.index[0] <= other.index[1] and other.index[0] <= self.index[1]
        if self.name is not None:
            return other._has(self.name)
        return other.name is None or self._has(other.name)

    def _has(self, name: str) -> bool:
        if self.name is not None:
            return self.name == name
        if self.pattern is not None:
            return re.search(self.pattern, name) is not None
        return self.others is not None and name not in self.others


def steps_of(schema: Schema, apart: bool) -> Iterator[Step]:
    """The steps of a schema. With `apart`, branches that no value belongs to together count as asked alone."""
    for check in schema.checks:
        yield from _of_check(check, apart)


def _of_check(check: Check, apart: bool) -> Iterator[Step]:
    children = [child.key for child in check.children]
    match check.keyword:
        case g.Properties():
            for member in check.facts["members"]:
                yield Step(member["schema"].key, name=member["name"])
        case g.PatternProperties(patterns=patterns):
            for (pattern, _), key in zip(patterns, children):
                yield Step(key, pattern=pattern.python)
        case g.AdditionalProperties(names=names):
            yield Step(children[0], others=frozenset(names))
        case g.UnevaluatedProperties():
            yield Step(children[0], others=frozenset())
        case g.PrefixItems():
            for index, key in enumerate(children):
                yield Step(key, index=(index, index))
        case g.Items(start=start):
            yield Step(children[0], index=(start, float("inf")))
        case g.Contains() | g.UnevaluatedItems():
            yield Step(children[0], index=(0, float("inf")))
        case g.PropertyNames():
            pass
        case _:
            alone = apart and (check.facts.get("disjoint") or check.facts.get("tag"))
            pairs = check.facts.get("pairs", ()) if apart and not alone else ()
            for place, key in enumerate(children):
                told = {(f"{id(check)} {pair}", place) for pair in pairs if key in pair}
                yield Step(key, branches=frozenset({(str(id(check)), place)} if alone else told))


def moves_of(start: Key, within: Collection[Key], steps: Mapping[Key, list[Step]]) -> list[Step]:
    """The steps to other values that begin with the schemas applied in place; those of a schema that is applied in two ways
    are there twice.
    """
    times = {start: 1}
    pending: list[tuple[Key, frozenset[tuple[str, int]]]] = [(start, frozenset())]
    found: list[Step] = []
    while pending:
        key, branches = pending.pop()
        for step in steps[key]:
            if step.to not in within:
                continue
            if not step.in_place:
                found.append(replace(step, branches=branches))
            elif times.get(step.to, 0) < 2:
                times[step.to] = times.get(step.to, 0) + 1
                pending.append((step.to, branches | step.branches))
    return found
