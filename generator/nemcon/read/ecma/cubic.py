"""Patterns on which a backtracking matcher takes time that grows with the cube of the text, or worse.

Each loop that can give up characters to the next one multiplies the ways through a text by its length, and so does the
search for a place to begin. How many such loops follow each other decides the power (Weber and Seidl, 1991): from loop
to loop some text must lead from a position back to itself, on to another, and from that back to itself.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from nemcon.read.ecma.ambiguity import MAX_POSITIONS, MAX_STEPS, Judge, loops, sample
from nemcon.read.ecma.automaton import Automaton, Part, TooLarge, below, build
from nemcon.read.ecma.nodes import Back, Chars, Choice, Edge, Group, Look, Node, Repeat, Sequence
from nemcon.read.ecma.sets import LAST, CharSet, meet, shared, union
from nemcon.read.ecma.syntax import parse

FAR = 16
"""A loop that can turn this many times more than it must passes for an endless one."""
_TURNS = 8
"""Other loops turn at most this often here: how often makes no difference to the power."""
_SEARCH = Repeat(Chars(((0, LAST),)), 0, None, True)

Places = tuple[int, ...]
Chain = dict[CharSet, int]
"""How many loops in a row may share a text, by the characters of the last one."""


def cubic(source: str) -> str | None:
    """Why `source` can take cubic time, or worse, to find no match; None when it takes quadratic time at most."""
    return cubic_tree(parse(source))


def cubic_tree(parsed: Node) -> str | None:
    """The same of a parsed pattern."""
    tree = _searched(_levelled(parsed, {}))
    if max(_chains(tree, {}).values(), default=0) < 3:
        return None
    made = Automaton(FAR, MAX_POSITIONS, MAX_STEPS, into_lookaheads=True)
    try:
        return _Judge(made, build(tree, made)).verdict()
    except TooLarge:
        return "it is too large to be judged"


def _searched(tree: Node) -> Node:
    """The pattern together with the search for where it begins."""
    branches = tree.nodes if isinstance(tree, Choice) else (tree,)
    return Choice(
        tuple(it if _begins_at_the_start(it) else Sequence((_SEARCH, it)) for it in branches)
    )


def _begins_at_the_start(node: Node) -> bool:
    match node:
        case Edge(start=start):
            return start
        case Group(node=inner):
            return _begins_at_the_start(inner)
        case Sequence(nodes=nodes):
            return bool(nodes) and _begins_at_the_start(nodes[0])
        case Choice(nodes=nodes):
            return all(map(_begins_at_the_start, nodes))
        case _:
            return False


def _levelled(node: Node, groups: dict[int, Node]) -> Node:
    """The tree with loops that are either endless or short, and with loops for what may be repeated at length."""
    match node:
        case Sequence(nodes=nodes):
            return Sequence(tuple(_levelled(it, groups) for it in nodes))
        case Choice(nodes=nodes):
            return Choice(tuple(_levelled(it, groups) for it in nodes))
        case Look(node=inner, ahead=ahead, negative=negative):
            return Look(_levelled(inner, groups), ahead, negative)
        case Group(node=inner, number=number):
            groups[number] = _levelled(inner, groups)
            return groups[number]
        case Back(number=number):
            group = groups.get(number)
            if group is None or not _is_endless(group):
                return node
            return Repeat(Chars(_characters(group)), 0, None, False)
        case Repeat(node=inner, least=least, most=most, lazy=lazy):
            body = _levelled(inner, groups)
            if most is None or most - least >= FAR:
                return Repeat(body, min(least, 1), None, lazy)
            least = min(least, _TURNS)
            return Repeat(body, least, least + (most > least), lazy)
        case _:
            return node


def _is_endless(node: Node) -> bool:
    """Whether there is an endless loop in a tree."""
    if isinstance(node, Repeat) and node.most is None:
        return True
    return any(map(_is_endless, below(node)))


def _characters(node: Node) -> CharSet:
    """Every character that a node may take."""
    if isinstance(node, Chars):
        return node.set
    return union(_characters(child) for child in below(node) if not isinstance(child, Look))


def _chains(node: Node, before: Chain) -> Chain:
    """The chains that end in `node` or before it, on the safe side: a quick look that settles most patterns."""
    match node:
        case Sequence(nodes=nodes):
            for child in nodes:
                before = _chains(child, before)
            return before
        case Choice(nodes=nodes):
            return _longest(before, *(_chains(child, before) for child in nodes))
        case Group(node=inner):
            return _chains(inner, before)
        case Look(node=inner, ahead=True):
            return _longest(before, {(): max(_chains(inner, before).values(), default=0)})
        case Repeat(node=inner, most=None):
            chars = _characters(inner)
            if len(before) > _MOST_CHAINS:
                return {chars: 3}
            length = 1 + max((it for last, it in before.items() if meet(last, chars)), default=0)
            after = _longest(before, {chars: length})
            return _longest(after, *(_chains(it, after) for it in _lookaheads(inner)))
        case Repeat(node=inner, most=most):
            once = _longest(before, _chains(inner, before))
            again = most is not None and most > 1 and _is_endless(inner)
            return {**once, _characters(inner): 3} if again else once
        case _:
            return before


_MOST_CHAINS = 200
"""Where more different loops follow each other, some are taken to share a text."""


def _longest(*chains: Chain) -> Chain:
    """All of the chains together."""
    found: Chain = {}
    for chain in chains:
        for last, length in chain.items():
            found[last] = max(length, found.get(last, 0))
    return found


def _lookaheads(node: Node) -> Iterator[Node]:
    """The lookaheads in a tree that stand in no other."""
    if isinstance(node, Look):
        if node.ahead:
            yield node
        return
    for child in below(node):
        yield from _lookaheads(child)


class _Judge(Judge):
    """Looks at one automaton that the search is a part of."""

    def __init__(self, made: Automaton, whole: Part) -> None:
        super().__init__(made, whole)
        self._shared: dict[tuple[CharSet, int], CharSet] = {}
        self._behind: list[list[int]] = [[] for _ in made.edges]
        """The positions that lead to each."""
        for place, edges in enumerate(made.edges):
            for after in edges:
                self._behind[after].append(place)

    def verdict(self) -> str | None:
        order = loops(self.made.edges)[::-1]
        powers: list[int] = []
        for loop in order:
            before = self._before(loop)
            power = 0
            for known, earlier in zip(powers, order):
                if known >= power and not earlier.isdisjoint(before):
                    power = known + self._divides(earlier, loop, before)
            powers.append(power)
            if power >= 2 and self.can_fail(loop):
                text = sample(self.made.chars(min(loop)))
                return f"three loops in a row, or the search and two, divide the same text, such as one made of {text}"
        return None

    def _before(self, loop: frozenset[int]) -> set[int]:
        """The positions from which `loop` can be reached, and its own."""
        found = set(loop)
        pending = list(loop)
        while pending:
            for place in self._behind[pending.pop()]:
                self.made.step()
                if place not in found:
                    found.add(place)
                    pending.append(place)
        return found

    def _divides(self, one: frozenset[int], other: frozenset[int], before: set[int]) -> bool:
        """Whether some text leads from a position of `one` back to it, on to one of `other`, and from that back to it."""
        return any(
            self._leads((here, here, there), (here, there, there), (one, before, other))
            for here, there in self._together(one, other)
        )

    def _together(self, one: frozenset[int], other: frozenset[int]) -> Iterator[Places]:
        """A position of each loop from which one text goes round in both, for each way in which that can be."""
        pairs: list[Places] = [(here, there) for here in sorted(one) for there in sorted(other)]
        numbers = {pair: number for number, pair in enumerate(pairs)}
        edges = [
            [numbers[it] for it in self._next(pair, (one, other)) if it in numbers]
            for pair in pairs
        ]
        for component in loops(edges):
            yield pairs[min(component)]

    def _leads(self, start: Places, end: Places, within: tuple[Container[int], ...]) -> bool:
        """Whether one text leads from all places of `start` to those of `end`, each `within` the positions for it."""
        seen = {start}
        pending = [start]
        while pending:
            for after in self._next(pending.pop(), within):
                if after == end:
                    return True
                if after not in seen:
                    seen.add(after)
                    pending.append(after)
        return False

    def _next(self, places: Places, within: tuple[Container[int], ...]) -> Iterator[Places]:
        """Where one character leads from all of `places`."""
        found: list[tuple[Places, CharSet]] = [((), ((0, LAST),))]
        for place, inside in zip(places, within):
            found = [
                ((*passed, after), common)
                for passed, chars in found
                for after in self.made.edges[place]
                if after in inside and (common := self._common(chars, after))
            ]
        for after, _ in found:
            yield after

    def _common(self, chars: CharSet, place: int) -> CharSet:
        """The characters among `chars` that a position takes."""
        for _ in range(0, len(chars) + 1, 16):
            self.made.step()
        pair = (chars, self.sets[place])
        if pair not in self._shared:
            self._shared[pair] = shared(chars, self.made.chars(place))
        return self._shared[pair]
