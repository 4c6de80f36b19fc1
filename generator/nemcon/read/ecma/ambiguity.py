"""Patterns on which a backtracking matcher can take exponential time.

The pattern becomes an automaton of its positions (Glushkov's). It is exponentially ambiguous exactly when some position
can be reached from itself by two different paths over one text, which is a cycle in the product of the automaton with
itself that leaves the diagonal (Weber and Seidl, 1991).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nemcon.read.ecma.sets import CharSet, meet
from nemcon.read.ecma.syntax import Back, Boundary, Chars, Choice, Edge, Group, Look, Node, Repeat, Sequence, parse

MAX_POSITIONS = 500
"""Larger patterns are not looked at."""
_COPIES = 32
"""A counted repetition is unrolled this far at most; what counts further is not looked at."""


class _TooLarge(Exception):
    pass


@dataclass
class _Automaton:
    """`sets` of characters by position; `edges` from a position to the next ones, with how many ways lead there."""

    sets: list[CharSet] = field(default_factory=list)
    edges: dict[int, dict[int, int]] = field(default_factory=dict)

    def position(self, chars: CharSet) -> int:
        if len(self.sets) >= MAX_POSITIONS:
            raise _TooLarge
        self.sets.append(chars)
        self.edges[len(self.sets) - 1] = {}
        return len(self.sets) - 1

    def connect(self, lasts: dict[int, int], firsts: dict[int, int]) -> None:
        for last in lasts:
            for first in firsts:
                self.edges[last][first] = self.edges[last].get(first, 0) + 1


@dataclass
class _Part:
    """A piece of the automaton: where it begins and ends, and whether it can match nothing."""

    firsts: dict[int, int]
    lasts: dict[int, int]
    empty: bool


def exponential(source: str) -> str | None:
    """Why `source` can take exponential time when it finds no match; None when it cannot, or cannot be told."""
    for tree in _alone(parse(source)):
        automaton = _Automaton()
        try:
            found = _ambiguous(automaton, _build(tree, automaton))
        except _TooLarge:
            continue
        if found is not None:
            return f"two ways through a loop match the same text, such as one made of {_sample(automaton.sets[found])}"
    return None


def _alone(tree: Node) -> Iterator[Node]:
    """The pattern, and those inside its assertions."""
    yield tree
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, Look):
            yield node.node
        pending.extend(_below(node))


def _below(node: Node) -> tuple[Node, ...]:
    match node:
        case Sequence(nodes=nodes) | Choice(nodes=nodes):
            return nodes
        case Group(node=inner) | Look(node=inner) | Repeat(node=inner):
            return (inner,)
        case _:
            return ()


_END: CharSet = ((0x110000, 0x110000),)


def _build(node: Node, made: _Automaton) -> _Part:
    match node:
        case Chars(set=chars):
            place = made.position(chars)
            return _Part({place: 1}, {place: 1}, False)
        case Edge(start=False):
            place = made.position(_END)
            return _Part({place: 1}, {place: 1}, False)
        case Group(node=inner):
            return _build(inner, made)
        case Sequence(nodes=nodes):
            whole = _Part({}, {}, True)
            for child in nodes:
                whole = _then(whole, _build(child, made), made)
            return whole
        case Choice(nodes=nodes):
            parts = [_build(child, made) for child in nodes]
            firsts = {place: 1 for part in parts for place in part.firsts}
            lasts = {place: 1 for part in parts for place in part.lasts}
            return _Part(firsts, lasts, any(part.empty for part in parts))
        case Repeat():
            return _repeated(node, made)
        case _:
            return _Part({}, {}, True)


def _then(left: _Part, right: _Part, made: _Automaton) -> _Part:
    made.connect(left.lasts, right.firsts)
    firsts = {**left.firsts, **(right.firsts if left.empty else {})}
    lasts = {**right.lasts, **(left.lasts if right.empty else {})}
    return _Part(firsts, lasts, left.empty and right.empty)


def _repeated(node: Repeat, made: _Automaton) -> _Part:
    whole = _Part({}, {}, True)
    if max(node.least, (node.most or 0) - node.least) > _COPIES:
        raise _TooLarge
    for _ in range(node.least):
        whole = _then(whole, _build(node.node, made), made)
    if node.most is None:
        loop = _build(node.node, made)
        made.connect(loop.lasts, loop.firsts)
        return _then(whole, _Part(loop.firsts, loop.lasts, True), made)
    for _ in range(node.most - node.least):
        extra = _build(node.node, made)
        whole = _then(whole, _Part(extra.firsts, extra.lasts, True), made)
    return whole


def _ambiguous(made: _Automaton, whole: _Part) -> int | None:
    """A position with two different ways back to itself over one text, from which the match can still fail."""
    loops = _components(made)
    for place, chars in enumerate(made.sets):
        component = loops[place]
        if component is None or chars == _END or not _can_fail(made, component, whole):
            continue
        if any(ways > 1 and nxt in component for nxt, ways in made.edges[place].items()):
            return place
        if _splits(made, place, component):
            return place
    return None


def _can_fail(made: _Automaton, component: frozenset[int], whole: _Part) -> bool:
    """Whether something behind the loop has to match: otherwise its first try succeeds."""
    return not any(place in whole.lasts for place in component)


def _components(made: _Automaton) -> list[frozenset[int] | None]:
    """For each position the loop it is part of (its strongly connected component), None when it is in none."""
    reach = {place: _reachable(made, place) for place in range(len(made.sets))}
    found: list[frozenset[int] | None] = []
    for place in range(len(made.sets)):
        if place not in reach[place]:
            found.append(None)
        else:
            found.append(frozenset(other for other in reach[place] if place in reach[other]))
    return found


def _reachable(made: _Automaton, start: int) -> set[int]:
    seen: set[int] = set()
    pending = [start]
    while pending:
        for nxt in made.edges[pending.pop()]:
            if nxt not in seen:
                seen.add(nxt)
                pending.append(nxt)
    return seen


def _splits(made: _Automaton, place: int, component: frozenset[int]) -> bool:
    """Whether two paths over one text leave `place` apart and come back to it together."""
    start = (place, place)
    forward = _pairs(made, start, component)
    apart = [pair for pair in forward if pair[0] != pair[1]]
    return any(start in _pairs(made, pair, component) for pair in apart[:200])


def _pairs(made: _Automaton, start: tuple[int, int], component: frozenset[int]) -> set[tuple[int, int]]:
    seen: set[tuple[int, int]] = set()
    pending = [start]
    while pending:
        one, other = pending.pop()
        for left in made.edges[one]:
            for right in made.edges[other]:
                pair = (left, right)
                if pair not in seen and left in component and right in component:
                    if meet(made.sets[left], made.sets[right]):
                        seen.add(pair)
                        pending.append(pair)
        if len(seen) > 20_000:
            raise _TooLarge
    return seen


def _sample(chars: CharSet) -> str:
    for low, high in chars:
        for code in (97, 48, 32, low):
            if low <= code <= high:
                return repr(chr(code))
    return "nothing"
