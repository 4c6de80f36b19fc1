"""Patterns as automata that find a match in time that grows with the text alone, for those on which `re` is slow."""

from __future__ import annotations

from typing import NamedTuple

from nemcon.read.ecma.ambiguity import explosive_tree
from nemcon.read.ecma.automaton import Automaton, TooLarge, alone, build
from nemcon.read.ecma.cubic import cubic_tree
from nemcon.read.ecma.nodes import Back, Chars
from nemcon.read.ecma.syntax import parse
from nemcon.read.ecma.translate import printed, walk

MAX_STEPS = 2_000
"""An automaton has at most this many steps."""
MAX_EDGES = 20_000
"""And this many ways from one to another."""


class Step(NamedTuple):
    """One step: what the text has to have there, as `re` spells it, one character or (`width` 0) a place; and the steps
    that may follow. The number behind the last step stands for a match.
    """

    width: int
    test: str
    after: tuple[int, ...]


class NotLinear(Exception):
    """A pattern that no automaton of a reasonable size matches; the argument says why."""


def steps(source: str) -> tuple[Step, ...]:
    """The automaton of a pattern that `translate` takes; its first step asks for nothing. Raises NotLinear."""
    tree = parse(source)
    if any(isinstance(node, Back) for node in walk(tree)):
        raise NotLinear("it refers back to a group")
    if any(explosive_tree(it) or cubic_tree(it) for it in list(alone(tree))[1:]):
        raise NotLinear("an assertion in it is as slow itself")
    made = Automaton(None, MAX_STEPS, MAX_EDGES)
    try:
        whole = build(tree, made)
    except TooLarge:
        raise NotLinear("its automaton would be too large") from None
    end = len(made.atoms) + 1
    begin = (*sorted(place + 1 for place in set(whole.firsts)), *((end,) if whole.empty else ()))
    found = [Step(0, "", begin)]
    lasts = set(whole.lasts)
    for place, atom in enumerate(made.atoms):
        after = tuple(sorted(it + 1 for it in made.edges[place]))
        last = (end,) if place in lasts else ()
        found.append(Step(1 if isinstance(atom, Chars) else 0, printed(atom), after + last))
    return tuple(found)
