"""Patterns on which a backtracking matcher can take exponential time, or nearly as bad.

The pattern becomes an automaton of its positions. It is exponentially ambiguous exactly when some position can be
reached from itself by two different paths over one text, which is a cycle in the product of the automaton with itself
that leaves the diagonal (Weber and Seidl, 1991). A part that is counted up to 8 times or further is judged as if it
could go on for ever: 2 to the power of the count is as bad. What has no such loop may still match a short text in very
many ways (`a*a*a*a*`, `a?a?a?a?a?a?a?a?a?a?`): these are counted on the texts that have the most.
"""

from __future__ import annotations

from collections.abc import Iterator

from nemcon.read.ecma.automaton import Automaton, Part, TooLarge, alone, below, build
from nemcon.read.ecma.nodes import Edge, Node, Repeat, Sequence
from nemcon.read.ecma.sets import CharSet, meet
from nemcon.read.ecma.syntax import parse

MAX_POSITIONS = 5_000
"""Larger patterns are looked at more coarsely, then loop by loop."""
MAX_STEPS = 200_000
"""So are those whose automaton, or its product with itself, has more edges."""
_TURNS = (8, 2)
"""From how many turns on a counted loop passes for an endless one; the second, when the first makes it too large."""
MAX_WAYS = 500
"""In at most this many ways a text of LENGTH characters may be begun: two endless loops side by side stay below."""
LENGTH = 32
_BEAM = 2
_LETTERS = 64

Pair = tuple[int, int]


def explosive(source: str) -> str | None:
    """Why `source` can take exponential time, or nearly as bad, when it finds no match; None when it cannot."""
    for tree in alone(parse(source)):
        found = explosive_tree(tree)
        if found is not None:
            return found
    return None


def explosive_tree(tree: Node) -> str | None:
    """The same of a parsed pattern, without those inside its assertions."""
    for turns in _TURNS:
        made = Automaton(turns, MAX_POSITIONS, MAX_STEPS)
        try:
            return Judge(made, build(tree, made)).verdict()
        except TooLarge:
            continue
    outermost = list(_outermost(tree))
    if isinstance(tree, Sequence) and outermost == [tree.nodes[0]]:
        return "it is too large to be judged"
    return next((found for loop in outermost if (found := _judged_alone(loop)) is not None), None)


def _judged_alone(loop: Node) -> str | None:
    """The same of a loop that stands in something too large: as if something had to match behind it."""
    return explosive_tree(Sequence((loop, Edge(False))))


def _outermost(tree: Node) -> Iterator[Node]:
    """The loops of `tree` that stand in no other."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, Repeat) and (node.most is None or node.most > 1):
            yield node
        else:
            pending.extend(reversed(below(node)))


class Judge:
    """Looks at one automaton. What two positions have in common is asked once for each two sets of characters."""

    def __init__(self, made: Automaton, whole: Part) -> None:
        self.made = made
        self.whole = whole
        self.known: dict[Pair, bool] = {}
        numbers: dict[CharSet, int] = {}
        self.sets = [
            numbers.setdefault(made.chars(place), len(numbers)) for place in range(len(made.atoms))
        ]

    def verdict(self) -> str | None:
        if self.is_deterministic():
            return None
        found = self.ambiguous()
        if found is not None:
            text = sample(self.made.chars(found))
            return f"two ways through a loop match the same text, such as one made of {text}"
        return self.many_ways()

    def meets(self, left: int, right: int) -> bool:
        """Whether two positions have a character in common."""
        pair = (self.sets[left], self.sets[right])
        if pair not in self.known:
            one, other = self.made.chars(left), self.made.chars(right)
            for _ in range(0, len(one) + len(other), 32):
                self.made.step()
            self.known[pair] = meet(one, other)
        return self.known[pair]

    def is_deterministic(self) -> bool:
        """Whether each character leaves but one way to go on."""
        return self._apart(self.whole.firsts) and all(
            max(edges.values(), default=1) == 1 and self._apart(tuple(edges))
            for edges in self.made.edges
        )

    def _apart(self, places: tuple[int, ...]) -> bool:
        if len(places) < 2:
            return True
        ranges: list[tuple[int, int]] = []
        for place in places:
            ranges += self.made.chars(place)
        ranges.sort()
        for _ in range(0, len(ranges), 32):
            self.made.step()
        return all(before[1] < after[0] for before, after in zip(ranges, ranges[1:]))

    def ambiguous(self) -> int | None:
        """A position with two different ways back to itself over one text, from which the match can still fail."""
        for loop in loops(self.made.edges):
            if not self.can_fail(loop):
                continue
            for place in sorted(loop):
                if any(
                    ways > 1 and after in loop for after, ways in self.made.edges[place].items()
                ):
                    return place
            found = self._two_ways(loop)
            if found is not None:
                return found
        return None

    def can_fail(self, loop: frozenset[int]) -> bool:
        """Whether something has to match behind a place in the loop: otherwise the first try succeeds."""
        if not loop.issubset(self.whole.lasts):
            return True
        return any(self.made.is_place(after) for place in loop for after in self.made.edges[place])

    def _two_ways(self, loop: frozenset[int]) -> int | None:
        """A position of `loop` that leads over one text to two different ones, which one text leads together again."""
        before: dict[Pair, list[Pair]] = {(place, place): [] for place in sorted(loop)}
        pending = list(before)
        while pending:
            pair = pending.pop()
            for after in self._next_pairs(loop, pair):
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

    def _next_pairs(self, loop: frozenset[int], pair: Pair) -> Iterator[Pair]:
        for left in self.made.edges[pair[0]]:
            for right in self.made.edges[pair[1]]:
                self.made.step()
                if left in loop and right in loop and self.meets(left, right):
                    yield (left, right)

    def many_ways(self) -> str | None:
        """Whether a text of LENGTH characters is begun in more than MAX_WAYS ways, as far as texts are tried."""
        done = {
            place
            for place in self.whole.lasts
            if not any(self.made.is_place(after) for after in self.made.edges[place])
        }
        beam = [{place: 1 for place in self.whole.firsts if not self.made.is_place(place)}]
        for _ in range(LENGTH):
            found: list[dict[int, int]] = []
            for ways in beam:
                found += self._further(ways)
            found.sort(key=lambda it: -sum(it.values()))
            beam = found[:_BEAM]
            open_ways = (
                sum(count for place, count in ways.items() if place not in done) for ways in beam
            )
            if max(open_ways, default=0) > MAX_WAYS:
                return f"a text of {LENGTH} characters can be matched in part in more than {MAX_WAYS} ways"
        return None

    def _further(self, ways: dict[int, int]) -> list[dict[int, int]]:
        """In how many ways each position is reached by one more character, for every character that is worth it."""
        letters = sorted({low for place in ways for low, _ in self.made.chars(place)[:8]})
        made: list[dict[int, int]] = []
        for letter in letters[:_LETTERS]:
            after: dict[int, int] = {}
            for place, count in ways.items():
                if not any(low <= letter <= high for low, high in self.made.chars(place)):
                    continue
                for then, more in self.made.edges[place].items():
                    self.made.step()
                    if not self.made.is_place(then):
                        after[then] = after.get(then, 0) + count * more
            if after:
                made.append(after)
        return made


def loops(edges: list[dict[int, int]] | list[list[int]]) -> list[frozenset[int]]:
    """The strongly connected components with a cycle, the last ones first (Tarjan, 1972), without recursion."""
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    found: list[frozenset[int]] = []
    for root in range(len(edges)):
        work = [] if root in order else [(root, iter(edges[root]))]
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
                    if len(members) > 1 or place in edges[place]:
                        found.append(frozenset(members))
            elif after not in order:
                work.append((after, iter(edges[after])))
            elif after in waiting:
                low[place] = min(low[place], order[after])
    return found


def sample(chars: CharSet) -> str:
    """A character of a set, a plain one where there is one."""
    if not chars:
        return "nothing"
    plain = (code for code in (97, 48, 32) if meet(chars, ((code, code),)))
    return repr(chr(next(plain, chars[0][0])))
