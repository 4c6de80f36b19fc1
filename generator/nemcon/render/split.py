"""A statement that is too long for one line, on several: as black lays it out.

The rules: outside of brackets a line is split at its last pair of brackets; inside them at its weakest operator, one
operand to a line; what fits stays whole. A trailing comma in brackets spreads them out, one item to a line. Invisible
parentheses are used where the line reads better with them than with a split inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from nemcon.render.leaves import Leaf

WIDTH = 88
_COMPREHENSION, _COMMA, _TERNARY, _LOGIC, _STRING, _COMPARISON, _DOT = 20, 18, 16, 14, 12, 10, 1
_MATH = {"|": 9, "^": 8, "&": 7, "<<": 6, ">>": 6, "+": 5, "-": 5, "*": 4, "/": 4, "//": 4, "%": 4, "@": 4, "**": 1}
_COMPARATORS = frozenset(("<", ">", "==", "!=", "<=", ">="))


class CannotSplit(Exception):
    """This way of splitting does not apply."""


@dataclass(slots=True, eq=False)
class Line:
    """Leaves that stand on one line, or still have to be split."""

    depth: int
    leaves: list[Leaf]
    bracketed: bool = False
    spread: bool = False
    definition: bool = False
    importing: bool = False

    def text(self) -> str:
        return _joined(self.leaves)

    def fits(self) -> bool:
        return 4 * self.depth + len(self.text()) <= WIDTH


def _joined(leaves: Iterable[Leaf]) -> str:
    parts: list[str] = []
    space = False
    for leaf in leaves:
        space = space or leaf.space
        if leaf.text:
            parts.append(f" {leaf.text}" if space and parts else leaf.text)
            space = False
    return "".join(parts)


def laid_out_statement(leaves: list[Leaf], depth: int) -> list[str]:
    """The lines of a statement that stands `depth` levels deep, indented."""
    first = leaves[0].text
    whole = Line(depth, leaves, definition=first == "def", importing=first in ("from", "import"))
    return [f"{'    ' * line.depth}{line.text()}" for line in _lines(whole, False)]


def _lines(line: Line, forced: bool) -> list[Line]:
    if not line.spread and line.fits() and not _has_magic_comma(line):
        return [line]
    if line.definition:
        ways = [_left_hand]
    elif line.bracketed:
        ways = [_at_delimiters, _right_hand]
    else:
        ways = [_right_hand]
    for way in ways:
        try:
            return _tried(line, way, forced)
        except CannotSplit:
            continue
    return [line]
