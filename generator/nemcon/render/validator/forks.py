"""How often ways through the document's values part and meet again, one time after the other: each time may double them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping

from nemcon.read.graph import Key
from nemcon.render.validator.steps import Step

MOST_FORKS = 5
"""Ways that part and meet more often than this, one time after the other, are not gone one by one."""
MOST_PAIRS = 20_000
"""Schemas with more pairs to look at pass for such."""

_Node = tuple[Key, ...]
"""A schema, or two that the same value is asked about."""


def candidates(steps: Mapping[Key, list[Step]]) -> set[Key]:
    """The schemas on chains of schemas enough of which are applied in more than one place: no others can be asked too often."""
    uses = Counter(step.to for found in steps.values() for step in found)
    if sum(count > 1 for count in uses.values()) <= MOST_FORKS:
        return set()
    longest: dict[Key, int] = {}
    for start in steps:
        stack = [(start, False)]
        while stack:
            key, leaving = stack.pop()
            if leaving:
                longest[key] = max(
                    (longest[it.to] + (uses[it.to] > 1) for it in steps[key]), default=0
                )
            elif key not in longest:
                longest[key] = 0
                stack.append((key, True))
                stack.extend((it.to, False) for it in steps[key])
    pending = [key for key, length in longest.items() if length > MOST_FORKS]
    found = set(pending)
    while pending:
        for step in steps[pending.pop()]:
            if step.to not in found and (longest[step.to] or uses[step.to] > 1):
                found.add(step.to)
                pending.append(step.to)
    return found


class Forks:
    """Counts them from each schema on; `moves` are a schema's steps to other values."""

    def __init__(self, moves: Callable[[Key], list[Step]], within: set[Key]) -> None:
        self._moves_of = moves
        self._within = within
        self._moves: dict[Key, list[Step]] = {}
        self._count: dict[_Node, int] = {}
        self._pairs = 0
        for key in sorted(within):
            self._visit((key,))

    def crowd(self, steps: Mapping[Key, list[Step]]) -> set[Key]:
        """The schemas after which ways part and meet again, where there are too many such."""
        if self._pairs > MOST_PAIRS:
            return self._within
        pending = [key for key in self._within if self._count[(key,)] > MOST_FORKS]
        found = set(pending)
        while pending:
            for step in steps[pending.pop()]:
                if step.to not in found and self._count.get((step.to,), 0):
                    found.add(step.to)
                    pending.append(step.to)
        return found

    def _visit(self, start: _Node) -> None:
        """Counts them after a schema or two; where a way leads back, it ends."""
        if start in self._count:
            return
        self._count[start] = 0
        stack = [(start, self._next(start))]
        while stack and self._pairs <= MOST_PAIRS:
            node, rest = stack[-1]
            found = next(rest, None)
            if found is None:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    met = len(above) > len(node)
                    self._count[above] = max(self._count[above], self._count[node] + met)
            elif found not in self._count:
                self._pairs += len(found) - 1
                self._count[found] = 0
                stack.append((found, self._next(found)))
            else:
                met = len(node) > len(found)
                self._count[node] = max(self._count[node], self._count[found] + met)

    def _next(self, node: _Node) -> Iterator[_Node]:
        if len(node) == 1:
            moves = self._of(node[0])
            yield from {(it.to,): None for it in moves}
            pairs = _meeting(moves, moves)
        elif node[0] == node[1]:
            yield node[:1]
            return
        else:
            pairs = _meeting(self._of(node[0]), self._of(node[1]))
        for one, other in pairs:
            yield (one.to, other.to) if one.to <= other.to else (other.to, one.to)

    def _of(self, key: Key) -> list[Step]:
        if key not in self._moves:
            self._moves[key] = self._moves_of(key)
        return self._moves[key]


def _meeting(left: list[Step], right: list[Step]) -> Iterator[tuple[Step, Step]]:
    """The pairs of two moves that can lead to the same value."""
    named: dict[str, list[Step]] = defaultdict(list)
    for it in right:
        if it.name is not None:
            named[it.name].append(it)
    vague = [it for it in right if it.name is None]
    for one in left:
        others = right if one.name is None else [*named.get(one.name, ()), *vague]
        for other in others:
            if one is not other and one.meets(other):
                yield one, other
