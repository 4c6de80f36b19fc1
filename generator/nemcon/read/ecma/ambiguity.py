"""Patterns on which a backtracking matcher can take exponential time.

The pattern becomes an automaton of its positions (Glushkov's). It is exponentially ambiguous exactly when some position
can be reached from itself by two different paths over one text, which is a cycle in the product of the automaton with
itself that leaves the diagonal (Weber and Seidl, 1991). A part that is counted up to 8 times or further is judged as
if it could go on for ever: 2 to the power of the count is as bad.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nemcon.read.ecma.sets import CharSet, meet
from nemcon.read.ecma.syntax import (
    Back,
    Boundary,
    Chars,
    Choice,
    Edge,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
    parse,
)
from nemcon.records import dataclass, field

MAX_POSITIONS = 5_000
"""Larger patterns are looked at more coarsely, then not at all."""
MAX_STEPS = 200_000
"""So are those whose automaton, or its product with itself, has more edges."""
_TURNS = (8, 2)
"""From how many turns on a counted loop passes for an endless one; the second, when the first makes it too large."""

Pair = tuple[int, int]


class _TooLarge(Exception):
    pass


@dataclass
class _Automaton:
    """`sets` of characters by position; `edges` from a position to the next ones, with how many ways lead there."""

    turns: int
    sets: list[CharSet] = field(default_factory=list[CharSet])
    edges: list[dict[int, int]] = field(default_factory=list[dict[int, int]])
    steps: int = 0

    def position(self, chars: CharSet) -> int:
        if len(self.sets) >= MAX_POSITIONS:
            raise _TooLarge
        self.sets.append(chars)
        self.edges.append({})
        return len(self.sets) - 1

    def connect(self, lasts: Iterable[int], firsts: Iterable[int]) -> None:
        for last in lasts:
            for first in firsts:
                self.step()
                self.edges[last][first] = self.edges[last].get(first, 0) + 1

    def step(self) -> None:
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise _TooLarge


@dataclass(frozen=True)
class _Part:
    """A piece of the automaton: where it begins and ends, and whether it can match nothing."""

    firsts: tuple[int, ...]
    lasts: tuple[int, ...]
    empty: bool


_NOTHING = _Part((), (), True)
_CHECK: CharSet = ((0x110000, 0x110000),)
"""The set of a position that stands for an assertion: no character is in it, and it can make a match fail."""


def exponential(source: str) -> str | None:
    """Why `source` can take exponential time when it finds no match; None when it cannot, or cannot be told."""
    for tree in _alone(parse(source)):
        found = _judged(tree)
        if found is not None:
            return (
                f"two ways through a loop match the same text, such as one made of {_sample(found)}"
            )
    return None


def _judged(tree: Node) -> CharSet | None:
    """What a position that makes `tree` ambiguous matches."""
    for turns in _TURNS:
        made = _Automaton(turns)
        try:
            found = _ambiguous(made, _build(tree, made))
        except _TooLarge:
            continue
        return None if found is None else made.sets[found]
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


def _build(node: Node, made: _Automaton) -> _Part:
    match node:
        case Chars(set=chars):
            place = made.position(chars)
            return _Part((place,), (place,), False)
        case Edge(start=False):
            place = made.position(_CHECK)
            return _Part((place,), (place,), False)
        case Edge() | Boundary() | Look() | Back():
            place = made.position(_CHECK)
            return _Part((place,), (place,), True)
        case Group(node=inner):
            return _build(inner, made)
        case Sequence(nodes=nodes):
            whole = _NOTHING
            for child in nodes:
                whole = _then(whole, _build(child, made), made)
            return whole
        case Choice(nodes=nodes):
            parts = [_build(child, made) for child in nodes]
            firsts = tuple(place for part in parts for place in part.firsts)
            lasts = tuple(place for part in parts for place in part.lasts)
            return _Part(firsts, lasts, any(part.empty for part in parts))
        case Repeat():
            return _repeated(node, made)


def _then(left: _Part, right: _Part, made: _Automaton) -> _Part:
    made.connect(left.lasts, right.firsts)
    firsts = left.firsts + (right.firsts if left.empty else ())
    lasts = right.lasts + (left.lasts if right.empty else ())
    return _Part(firsts, lasts, left.empty and right.empty)


def _repeated(node: Repeat, made: _Automaton) -> _Part:
    plain = _is_plain(node.node)
    extra = 0 if node.most is None else node.most - node.least
    endless = node.most is None or extra >= made.turns or (not plain and node.most >= made.turns)
    least = min(node.least, made.turns if plain else 1 if endless else node.least)
    whole = _NOTHING
    for _ in range(least - 1 if endless else least):
        whole = _then(whole, _build(node.node, made), made)
    if not endless:
        return _then(whole, _optional(node.node, extra, made), made)
    loop = _build(node.node, made)
    made.connect(loop.lasts, loop.firsts)
    return _then(whole, _Part(loop.firsts, loop.lasts, least == 0 or loop.empty), made)


def _optional(node: Node, count: int, made: _Automaton) -> _Part:
    """Up to `count` turns, each only behind the one before: `(a(a)?)?`."""
    whole = _NOTHING
    for _ in range(count):
        turn = _build(node, made)
        made.connect(turn.lasts, whole.firsts)
        lasts = turn.lasts + whole.lasts
        firsts = turn.firsts + (whole.firsts if turn.empty else ())
        whole = _Part(firsts, lasts, True)
    return whole


def _is_plain(node: Node) -> bool:
    """Whether there is but one way to match: a row of characters."""
    match node:
        case Chars():
            return True
        case Group(node=inner):
            return _is_plain(inner)
        case Sequence(nodes=nodes):
            return all(map(_is_plain, nodes))
        case Repeat(node=inner, least=least, most=most):
            return least == most and _is_plain(inner)
        case _:
            return False


def _ambiguous(made: _Automaton, whole: _Part) -> int | None:
    """A position with two different ways back to itself over one text, from which the match can still fail."""
    for loop in _loops(made):
        if not _can_fail(made, loop, whole):
            continue
        for place in sorted(loop):
            if any(ways > 1 and after in loop for after, ways in made.edges[place].items()):
                return place
        found = _apart(made, loop)
        if found is not None:
            return found
    return None


def _can_fail(made: _Automaton, loop: frozenset[int], whole: _Part) -> bool:
    """Whether something behind the loop has to match: otherwise its first try succeeds."""
    if loop.isdisjoint(whole.lasts):
        return True
    return any(made.sets[after] == _CHECK for place in loop for after in made.edges[place])


def _loops(made: _Automaton) -> list[frozenset[int]]:
    """The strongly connected components with a cycle (Tarjan, 1972), without recursion."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    found: list[frozenset[int]] = []
    for root in range(len(made.sets)):
        work = [] if root in order else [(root, iter(made.edges[root]))]
        while work:
            place, rest = work[-1]
            if place not in order:
                order[place] = low[place] = len(order)
                stack.append(place)
                waiting.add(place)
            after = next(rest, None)
            if after is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[place])
                if low[place] == order[place]:
                    members = stack[stack.index(place) :]
                    del stack[-len(members) :]
                    waiting.difference_update(members)
                    if len(members) > 1 or place in made.edges[place]:
                        found.append(frozenset(members))
            elif after not in order:
                work.append((after, iter(made.edges[after])))
            elif after in waiting:
                low[place] = min(low[place], order[after])
    return found


def _apart(made: _Automaton, loop: frozenset[int]) -> int | None:
    """A position of `loop` that leads over one text to two different ones, which one text leads together again."""
    before: dict[Pair, list[Pair]] = {(place, place): [] for place in sorted(loop)}
    pending = list(before)
    while pending:
        pair = pending.pop()
        for after in _next_pairs(made, loop, pair):
            if after not in before:
                before[after] = []
                pending.append(after)
            before[after].append(pair)
    back = [pair for pair in before if pair[0] == pair[1]]
    seen = set(back)
    while back:
        for pair in before[back.pop()]:
            if pair not in seen:
                seen.add(pair)
                back.append(pair)
    return min((min(pair) for pair in seen if pair[0] != pair[1]), default=None)


def _next_pairs(made: _Automaton, loop: frozenset[int], pair: Pair) -> Iterator[Pair]:
    for left in made.edges[pair[0]]:
        for right in made.edges[pair[1]]:
            made.step()
            if left in loop and right in loop and meet(made.sets[left], made.sets[right]):
                yield (left, right)


def _sample(chars: CharSet) -> str:
    for low, high in chars:
        for code in (97, 48, 32, low):
            if low <= code <= min(high, 0x10FFFF):
                return repr(chr(code))
    return "nothing"
