"""Schemas that one value can reach in more ways than one, again and again: they are asked once about each value.

A document's time would double with every level, where two branches lead to the same schema by the same path through the
document, and that schema to itself. Seen as an automaton that reads paths, such schemas are its ambiguous loops, and ways without a loop
that part and meet again and again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nemcon.read.graph import Key
from nemcon.render.validator.facts import Schema
from nemcon.render.validator.forks import Forks, candidates
from nemcon.render.validator.steps import Step, moves_of, steps_of

MOST_WAYS = 64
"""So many ways through schemas applied to one and the same value are gone one by one."""
MOST_PAIRS = 20_000
"""Automata with more pairs to look at pass for ambiguous."""


def crowds(schemas: Iterable[Schema], apart: bool) -> list[set[Key]]:
    """The keys of the schemas that have to be asked once about each value, by what they have to do with each other.

    With `apart`, branches that no value belongs to together count as asked alone.
    """
    found = {schema.key: schema for schema in schemas}
    steps = {key: list(steps_of(schema, apart)) for key, schema in found.items()}
    loops = [it for it in _components(steps) if _is_ambiguous(it, steps)]
    return [*_many_ways(steps), *_many_forks(steps), *loops]


def _many_forks(steps: dict[Key, list[Step]]) -> list[set[Key]]:
    """Schemas between which ways part and meet again too often, one time after the other."""
    within = candidates(steps)
    if not within:
        return []
    forks = Forks(lambda key: moves_of(key, within, steps), within)
    return [found] if (found := forks.crowd(steps)) else []


def _many_ways(steps: dict[Key, list[Step]]) -> list[set[Key]]:
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


def _children_first(steps: dict[Key, list[Step]]) -> list[Key]:
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


def _below(start: Key, steps: dict[Key, list[Step]]) -> set[Key]:
    found = {start}
    pending = [start]
    while pending:
        for step in steps[pending.pop()]:
            if step.in_place and step.to not in found:
                found.add(step.to)
                pending.append(step.to)
    return found


def _components(steps: dict[Key, list[Step]]) -> list[set[Key]]:
    """The strongly connected components that hold a cycle (Tarjan's algorithm, without recursion)."""
    index: dict[Key, int] = {}
    low: dict[Key, int] = {}
    path: list[Key] = []
    on_path: set[Key] = set()
    found: list[set[Key]] = []
    for start in steps:
        if start in index:
            continue
        stack: list[tuple[Key, Iterator[Step]]] = [(start, iter(steps[start]))]
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


def _is_ambiguous(component: set[Key], steps: dict[Key, list[Step]]) -> bool:
    """Whether two ways through the document's values lead from some schema of the component to one and the same."""
    moves = {key: moves_of(key, component, steps) for key in component}
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
