"""The automaton of a pattern's positions (Glushkov's): one for each character it takes and each place it asks about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nemcon.read.ecma.nodes import (
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
)
from nemcon.read.ecma.sets import CharSet
from nemcon.records import dataclass, field

Place = Edge | Boundary | Look | Back
"""What takes no character."""


class TooLarge(Exception):
    """The automaton would have too many positions or edges."""


@dataclass
class Automaton:
    """`atoms` by position; `edges` from a position to the next ones, with how many ways lead there.

    A loop that can turn `turns` times or further passes for an endless one; with None every turn is made, as it is
    written. Only then does a place have to be passed: what it asks is not known to the judge of ambiguity.
    """

    turns: int | None
    most_positions: int
    most_edges: int
    into_lookaheads: bool = False
    """Whether what lookaheads ask is a part, which leads to no other."""
    atoms: list[Chars | Place] = field(default_factory=list["Chars | Place"])
    edges: list[dict[int, int]] = field(default_factory=list[dict[int, int]])
    steps: int = 0

    def position(self, atom: Chars | Place) -> int:
        if len(self.atoms) >= self.most_positions:
            raise TooLarge
        self.atoms.append(atom)
        self.edges.append({})
        return len(self.atoms) - 1

    def connect(self, lasts: Iterable[int], firsts: Iterable[int]) -> None:
        for last in lasts:
            for first in firsts:
                self.step()
                self.edges[last][first] = self.edges[last].get(first, 0) + 1

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.most_edges:
            raise TooLarge

    def chars(self, position: int) -> CharSet:
        """The characters that a position takes; none when it is a place."""
        atom = self.atoms[position]
        return atom.set if isinstance(atom, Chars) else ()

    def is_place(self, position: int) -> bool:
        return not isinstance(self.atoms[position], Chars)


@dataclass(frozen=True)
class Part:
    """A piece of the automaton: where it begins and ends, and whether it can match nothing."""

    firsts: tuple[int, ...]
    lasts: tuple[int, ...]
    empty: bool


NOTHING = Part((), (), True)


def build(node: Node, made: Automaton) -> Part:
    """Adds the positions of `node`. Raises TooLarge."""
    made.step()
    match node:
        case Chars():
            place = made.position(node)
            return Part((place,), (place,), False)
        case Edge() | Boundary() | Look() | Back():
            place = made.position(node)
            firsts = (place, *_asked(node, made))
            passed = made.turns is not None and not (isinstance(node, Edge) and not node.start)
            return Part(firsts, (place,), passed)
        case Group(node=inner):
            return build(inner, made)
        case Sequence(nodes=nodes):
            whole = NOTHING
            for child in nodes:
                whole = _then(whole, build(child, made), made)
            return whole
        case Choice(nodes=nodes):
            parts = [build(child, made) for child in nodes]
            firsts = tuple(place for part in parts for place in part.firsts)
            lasts = tuple(place for part in parts for place in part.lasts)
            return Part(firsts, lasts, any(part.empty for part in parts))
        case Repeat():
            return _repeated(node, made)


def _asked(node: Node, made: Automaton) -> tuple[int, ...]:
    """Where a lookahead begins, when it is made a part."""
    if isinstance(node, Look) and node.ahead and made.into_lookaheads:
        return build(node.node, made).firsts
    return ()


def _then(left: Part, right: Part, made: Automaton) -> Part:
    made.connect(left.lasts, right.firsts)
    firsts = left.firsts + (right.firsts if left.empty else ())
    lasts = right.lasts + (left.lasts if right.empty else ())
    return Part(firsts, lasts, left.empty and right.empty)


def _repeated(node: Repeat, made: Automaton) -> Part:
    least = node.least
    endless = node.most is None
    extra = 0 if node.most is None else node.most - node.least
    if made.turns is not None:
        plain = is_plain(node.node)
        far = extra if plain else node.most or 0
        endless = endless or extra >= made.turns or far >= made.turns
        least = min(least, made.turns if plain else 1 if endless else least)
    whole = NOTHING
    for _ in range(least - 1 if endless else least):
        whole = _then(whole, build(node.node, made), made)
    if not endless:
        return _then(whole, _optional(node.node, extra, made), made)
    loop = build(node.node, made)
    made.connect(loop.lasts, loop.firsts)
    return _then(whole, Part(loop.firsts, loop.lasts, least == 0 or loop.empty), made)


def _optional(node: Node, count: int, made: Automaton) -> Part:
    """Up to `count` turns, each only behind the one before: `(a(a)?)?`."""
    whole = NOTHING
    for _ in range(count):
        turn = build(node, made)
        made.connect(turn.lasts, whole.firsts)
        lasts = turn.lasts + whole.lasts
        firsts = turn.firsts + (whole.firsts if turn.empty else ())
        whole = Part(firsts, lasts, True)
    return whole


def is_plain(node: Node) -> bool:
    """Whether there is but one way to match: a row of characters."""
    match node:
        case Chars():
            return True
        case Group(node=inner):
            return is_plain(inner)
        case Sequence(nodes=nodes):
            return all(map(is_plain, nodes))
        case Repeat(node=inner, least=least, most=most):
            return least == most and is_plain(inner)
        case _:
            return False


def below(node: Node) -> tuple[Node, ...]:
    """What stands directly inside a node."""
    match node:
        case Sequence(nodes=nodes) | Choice(nodes=nodes):
            return nodes
        case Group(node=inner) | Look(node=inner) | Repeat(node=inner):
            return (inner,)
        case _:
            return ()


def alone(tree: Node) -> Iterator[Node]:
    """The pattern, and those inside its assertions."""
    yield tree
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, Look):
            yield node.node
        pending.extend(below(node))
