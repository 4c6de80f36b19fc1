"""How long the texts are in which a pattern is found."""

from __future__ import annotations

from functools import lru_cache

from nemcon.read.ecma.nodes import Choice, Edge, Group, Node, Sequence
from nemcon.read.ecma.syntax import parse
from nemcon.read.ecma.translate import width


@lru_cache(maxsize=1024)
def lengths(source: str) -> tuple[int, int | None]:
    """The least and the greatest number of characters of such a text (None: no end)."""
    tree = parse(source)
    shortest, longest = width(tree)
    return shortest, longest if _spans(tree) else None


def _spans(node: Node) -> bool:
    """Whether what a node matches begins where the text begins and ends where it ends."""
    match node:
        case Group(node=inner):
            return _spans(inner)
        case Choice(nodes=nodes):
            return all(map(_spans, nodes))
        case Sequence(nodes=(Edge(start=True), *_, Edge(start=False))):
            return True
        case _:
            return False
