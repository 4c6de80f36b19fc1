"""Schemas that one value can reach in more ways than one, again and again: they are asked once about each value.

A document's time would double with every level, where two branches lead to the same schema by the same path through the
document, and that schema to itself. Seen as an automaton that reads paths, such schemas are its ambiguous loops.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from nemcon.read import graph as g
from nemcon.read.graph import Key
from nemcon.records import dataclass, replace
from nemcon.render.validator.facts import Check, Schema

MOST_WAYS = 64
"""So many ways through schemas applied to one and the same value are gone one by one."""
MOST_PAIRS = 20_000
"""Automata with more pairs to look at pass for ambiguous."""


@dataclass(frozen=True)
class _Step:
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

    def meets(self, other: _Step) -> bool:
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


def crowds(schemas: Iterable[Schema], apart: bool) -> list[set[Key]]:
    """The keys of the schemas that have to be asked once about each value, by what they have to do with each other.

    With `apart`, branches that no value belongs to together count as asked alone.
    """
    found = {schema.key: schema for schema in schemas}
    steps = {key: list(_steps(schema, apart)) for key, schema in found.items()}
    loops = [it for it in _components(steps) if _is_ambiguous(it, steps)]
    return [*_many_ways(steps), *loops]


def _steps(schema: Schema, apart: bool) -> Iterator[_Step]:
    for check in schema.checks:
        yield from _steps_of(check, apart)


def _steps_of(check: Check, apart: bool) -> Iterator[_Step]:
    children = [child.key for child in check.children]
    match check.keyword:
        case g.Properties():
            for member in check.facts["members"]:
                yield _Step(member["schema"].key, name=member["name"])
        case g.PatternProperties(patterns=patterns):
            for (pattern, _), key in zip(patterns, children):
                yield _Step(key, pattern=pattern.python)
        case g.AdditionalProperties(names=names):
            yield _Step(children[0], others=frozenset(names))
        case g.UnevaluatedProperties():
            yield _Step(children[0], others=frozenset())
        case g.PrefixItems():
            for index, key in enumerate(children):
                yield _Step(key, index=(index, index))
        case g.Items(start=start):
            yield _Step(children[0], index=(start, float("inf")))
        case g.Contains() | g.UnevaluatedItems():
            yield _Step(children[0], index=(0, float("inf")))
        case g.PropertyNames():
            pass
        case _:
            alone = apart and (check.facts.get("disjoint") or check.facts.get("tag"))
            pairs = check.facts.get("pairs", ()) if apart and not alone else ()
            for place, key in enumerate(children):
                told = {(f"{id(check)} {pair}", place) for pair in pairs if key in pair}
                yield _Step(key, branches=frozenset({(str(id(check)), place)} if alone else told))


def _many_ways(steps: dict[Key, list[_Step]]) -> list[set[Key]]:
    """Schemas between which there are many ways that stay at one value."""
    ways: dict[Key, int] = {}
    for key in _children_first(steps):
        inner = [step.to for step in steps[key] if step.in_place]
        ways[key] = sum(ways.get(to, 1) for to in inner) or 1
    found: list[set[Key]] = []
    for key, count in reversed(ways.items()):
        if count > MOST_WAYS and not any(key in it for it in found):
            below = _below(key, steps)
            if count > 2 * len(below):
                found.append(below)
    return found


def _children_first(steps: dict[Key, list[_Step]]) -> list[Key]:
    """Every schema behind those that it applies in place."""
    order: list[Key] = []
    seen: set[Key] = set()
    for start in steps:
        stack = [(start, False)]
        while stack:
            key, leaving = stack.pop()
            if leaving:
                order.append(key)
            elif key not in seen:
                seen.add(key)
                stack.append((key, True))
                stack.extend((step.to, False) for step in steps[key] if step.in_place)
    return order


def _below(start: Key, steps: dict[Key, list[_Step]]) -> set[Key]:
    found = {start}
    pending = [start]
    while pending:
        for step in steps[pending.pop()]:
            if step.in_place and step.to not in found:
                found.add(step.to)
                pending.append(step.to)
    return found


def _components(steps: dict[Key, list[_Step]]) -> list[set[Key]]:
    """The strongly connected components that hold a cycle (Tarjan's algorithm, without recursion)."""
    index: dict[Key, int] = {}
    low: dict[Key, int] = {}
    path: list[Key] = []
    on_path: set[Key] = set()
    found: list[set[Key]] = []
    for start in steps:
        if start in index:
            continue
        stack: list[tuple[Key, Iterator[_Step]]] = [(start, iter(steps[start]))]
        index[start] = low[start] = len(index)
        path.append(start)
        on_path.add(start)
        while stack:
            key, rest = stack[-1]
            step = next(rest, None)
            if step is None:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[key])
                if low[key] == index[key]:
                    component: set[Key] = set()
                    while key not in component:
                        component.add(path.pop())
                    on_path -= component
                    if len(component) > 1 or any(it.to == key for it in steps[key]):
                        found.append(component)
            elif step.to not in index:
                index[step.to] = low[step.to] = len(index)
                path.append(step.to)
                on_path.add(step.to)
                stack.append((step.to, iter(steps[step.to])))
            elif step.to in on_path:
                low[key] = min(low[key], index[step.to])
    return found


def _is_ambiguous(component: set[Key], steps: dict[Key, list[_Step]]) -> bool:
    """Whether two ways through the document's values lead from some schema of the component to one and the same."""
    moves = {key: _moves(key, component, steps) for key in component}
    pending: list[tuple[Key, Key]] = []
    for found in moves.values():
        for place, one in enumerate(found):
            for other in found[place + 1 :]:
                if one.meets(other):
                    if one.to == other.to:
                        return True
                    pending.append((one.to, other.to))
    seen = set(pending)
    while pending:
        left, right = pending.pop()
        for one in moves[left]:
            for other in moves[right]:
                if one.meets(other):
                    if one.to == other.to:
                        return True
                    pair = (one.to, other.to)
                    if pair not in seen:
                        seen.add(pair)
                        pending.append(pair)
        if len(seen) > MOST_PAIRS:
            return True
    return False


def _moves(start: Key, component: set[Key], steps: dict[Key, list[_Step]]) -> list[_Step]:
    """The steps to other values that begin with the schemas applied in place; those of a schema that is applied in two ways
    are there twice.
    """
    times = {start: 1}
    pending: list[tuple[Key, frozenset[tuple[str, int]]]] = [(start, frozenset())]
    found: list[_Step] = []
    while pending:
        key, branches = pending.pop()
        for step in steps[key]:
            if step.to not in component:
                continue
            if not step.in_place:
                found.append(replace(step, branches=branches))
            elif times.get(step.to, 0) < 2:
                times[step.to] = times.get(step.to, 0) + 1
                pending.append((step.to, branches | step.branches))
    return found
