"""A statement that is too long for one line, on several: as black lays it out.

The rules: outside of brackets a line is split at its last pair of brackets; inside them at its weakest operator, one
operand to a line; what fits stays whole. A trailing comma in brackets spreads them out, one item to a line. Invisible
parentheses are used where the line reads better with them than with a split inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from nemcon.records import dataclass
from nemcon.render.delimiters import COMMA, DOT, delimiters_of
from nemcon.render.leaves import Leaf

WIDTH = 88

Way: TypeAlias = Callable[["Line", bool], Iterable["Line"]]


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

    def length(self) -> int:
        """How long the line is, with the space before an invisible bracket at its end."""
        whole = sum(len(leaf.text) + leaf.space for leaf in self.leaves)
        return 4 * self.depth + whole - self.leaves[0].space

    def fits(self) -> bool:
        return self.length() <= WIDTH


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
    ways: list[Way]
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


def _tried(line: Line, way: Way, forced: bool) -> list[Line]:
    before = (line.depth, line.text())
    optional = [leaf for leaf in _outer_brackets(line) if not leaf.text]
    invisible = any(not leaf.text for leaf in line.leaves)
    result: list[Line] = []
    for part in way(line, forced):
        if (part.depth, part.text()) == before:
            raise CannotSplit
        result.extend(_lines(part, forced))
    used = any(leaf.text for leaf in optional)
    if forced or way is not _right_hand or not invisible or used or result[0].fits():
        return result
    second = _tried(_copied(line), way, True)
    return second if all(part.fits() for part in second) else result


def _outer_brackets(line: Line) -> Iterator[Leaf]:
    depth = 0
    for leaf in line.leaves:
        depth -= leaf.kind == "close"
        if depth == 0 and leaf.kind in ("open", "close"):
            yield leaf
        depth += leaf.kind == "open"


def _copied(line: Line) -> Line:
    copies = {
        id(leaf): Leaf(leaf.text, leaf.kind, leaf.space, None, leaf.display) for leaf in line.leaves
    }
    for leaf in line.leaves:
        if leaf.partner is not None:
            copies[id(leaf)].partner = copies.get(id(leaf.partner), leaf.partner)
    leaves = [copies[id(leaf)] for leaf in line.leaves]
    return Line(line.depth, leaves, line.bracketed, line.spread, line.definition, line.importing)


def _at_delimiters(line: Line, forced: bool) -> Iterator[Line]:
    delimiters = delimiters_of(line.leaves)
    priority = max(
        (it for place, it in delimiters.items() if place != len(line.leaves) - 1), default=0
    )
    if not priority:
        raise CannotSplit
    if priority == DOT and list(delimiters.values()).count(DOT) == 1:
        raise CannotSplit
    part: list[Leaf] = []
    for place, leaf in enumerate(line.leaves):
        part.append(leaf)
        if delimiters.get(place) == priority:
            yield Line(line.depth, part, line.bracketed)
            part = []
    if part:
        if priority == COMMA and part[-1].text != ",":
            part.append(Leaf(",", "op", False))
        yield Line(line.depth, part, line.bracketed)


# Brackets


@dataclass(slots=True)
class _Halves:
    head: Line
    body: Line
    tail: Line
    opening: Leaf
    closing: Leaf


def _right_hand(line: Line, forced: bool) -> list[Line]:
    first: list[Line] | None = None
    for omit in _trailers(line):
        if omit and _is_hopeless(line, omit):
            continue
        lines = _split_omitting(line, _last_brackets(line, omit), omit, forced)
        if first is None and not omit:
            first = lines
        if lines[0].fits():
            return lines
    return (
        first
        if first is not None
        else _split_omitting(line, _last_brackets(line, frozenset()), frozenset(), forced)
    )


def _is_hopeless(line: Line, omit: frozenset[int]) -> bool:
    """Whether the brackets to split at open only behind the end of the line."""
    target = next(
        (it.partner for it in reversed(line.leaves) if it.kind == "close" and id(it) not in omit),
        None,
    )
    if target is None or not target.text:
        return False
    length = 4 * line.depth
    for leaf in line.leaves:
        if leaf is target:
            return length > WIDTH
        length += len(leaf.text) + leaf.space
    return False


def _trailers(line: Line) -> Iterator[frozenset[int]]:
    """Growing sets of closing brackets not to split at, since what stands behind them fits on the last line."""
    omit: set[int] = set()
    if not _has_magic_comma(line):
        yield frozenset()
    length = 4 * line.depth
    opening: Leaf | None = None
    closing: Leaf | None = None
    inner: set[int] = set()
    for place in range(len(line.leaves) - 1, -1, -1):
        leaf = line.leaves[place]
        length += len(leaf.text) + leaf.space
        if length > WIDTH:
            return
        last = line.leaves[place - 1] if place else None
        if opening is not None:
            if leaf is opening:
                opening = None
            elif leaf.kind == "close":
                if last is not None and last.text == "," and not _is_one(leaf, line.leaves):
                    return
                inner.add(id(leaf))
        elif leaf.kind == "close":
            if last is not None and last.kind == "open":
                inner.add(id(leaf))
                continue
            if closing is not None:
                omit.add(id(closing))
                omit |= inner
                inner.clear()
                yield frozenset(omit)
            if last is not None and last.text == "," and not _is_one(leaf, line.leaves):
                return
            if leaf.text:
                opening, closing = leaf.partner, leaf


def _is_one(closing: Leaf, leaves: list[Leaf]) -> bool:
    """Whether parentheses hold a sequence of one item."""
    return closing.text in ("", ")") and _commas(closing, leaves) < 2


def _commas(closing: Leaf, leaves: list[Leaf]) -> int:
    """The commas right inside a pair of brackets; in those of a call each counts twice."""
    depth, count = 0, 0
    place = next((place for place, leaf in enumerate(leaves) if leaf is closing.partner), None)
    if place is None:
        return 2
    for leaf in leaves[place + 1 :]:
        if leaf is closing:
            break
        depth -= leaf.kind == "close"
        if depth == 0 and leaf.text == ",":
            count += 1 if closing.display or closing.text == "]" else 2
        depth += leaf.kind == "open"
    return count


def _has_magic_comma(line: Line) -> bool:
    """Whether a comma before a closing bracket wants its items one to a line."""
    last: Leaf | None = None
    opened: set[int] = set()
    for leaf in line.leaves:
        if leaf.kind == "open":
            opened.add(id(leaf))
        elif (
            leaf.kind == "close"
            and last is not None
            and last.text == ","
            and id(leaf.partner) in opened
        ):
            match leaf.text:
                case "}":
                    return True
                case "]":
                    if leaf.display or _commas(leaf, line.leaves) > 1:
                        return True
                case _:
                    if line.importing or _commas(leaf, line.leaves) > 1:
                        return True
        last = leaf
    return False


def _last_brackets(line: Line, omit: frozenset[int]) -> _Halves:
    """The line taken apart at its last pair of brackets that is not in `omit`."""
    leaves = line.leaves
    end = len(leaves) - 1
    while end >= 0:
        leaf = leaves[end]
        if leaf.kind == "close" and id(leaf) not in omit:
            start = next(
                (place for place in range(end, -1, -1) if leaves[place] is leaf.partner), None
            )
            if start is None:
                raise CannotSplit
            if start + 1 == end:
                end = start - 1
                continue
            return _halves(line, start, end)
        end -= 1
    raise CannotSplit


def _halves(line: Line, start: int, end: int) -> _Halves:
    leaves = line.leaves
    opening, closing = leaves[start], leaves[end]
    body = _body(line, leaves[start + 1 : end], opening)
    first = leaves[0].text
    head = Line(
        line.depth, leaves[: start + 1], definition=first == "def", importing=line.importing
    )
    return _Halves(head, body, Line(line.depth, leaves[end:]), opening, closing)


def _body(line: Line, leaves: list[Leaf], opening: Leaf) -> Line:
    if line.importing or (line.definition and opening.text == "(" and not _has_comma(leaves)):
        if leaves[-1].text != ",":
            leaves = [*leaves, Leaf(",", "op", False)]
    delimiters = delimiters_of(leaves)
    trailing = leaves[-1].text == ","
    if trailing:
        delimiters.pop(len(leaves) - 1, None)
    spread = max(delimiters.values(), default=0) == COMMA and (
        trailing or opening.display or line.importing
    )
    return Line(line.depth + 1, leaves, bracketed=True, spread=spread)


def _has_comma(leaves: list[Leaf]) -> bool:
    depth = 0
    for leaf in leaves:
        depth -= leaf.kind == "close"
        if depth == 0 and leaf.text == ",":
            return True
        depth += leaf.kind == "open"
    return False


def _split_omitting(line: Line, halves: _Halves, omit: frozenset[int], forced: bool) -> list[Line]:
    """The split at these brackets; at others when they are invisible and the line reads better without them."""
    optional = not halves.opening.text and not halves.closing.text
    if optional and not forced and not line.importing and _can_omit(halves):
        more = omit | {id(halves.closing)}
        try:
            others = _last_brackets(line, more)
            if _is_better(others, halves):
                return _split_omitting(line, others, more, forced)
        except CannotSplit:
            if not _can_be_split(halves.body) and not halves.body.fits():
                raise
    if not halves.opening.text:
        halves.opening.text, halves.closing.text = "(", ")"
    return [part for part in (halves.head, halves.body, halves.tail) if part.leaves]


def _is_better(others: _Halves, halves: _Halves) -> bool:
    head = halves.head.leaves
    if len(head) < 2 or head[-2].text != "=":
        return True
    if not any(leaf.kind in ("open", "close") for leaf in head[:-1]):
        return True
    if halves.head.length() > WIDTH - 1 or _has_magic_comma(halves.head):
        return True
    for leaf in reversed(others.head.leaves):
        if leaf.text == "=":
            break
        if leaf.kind == "close":
            return True
    return any(leaf.text == "=" for leaf in others.head.leaves) and others.head.fits()


def _can_be_split(line: Line) -> bool:
    leaves = line.leaves
    if len(leaves) < 2:
        return False
    if leaves[0].kind != "string" or leaves[1].text != ".":
        return True
    calls = dots = 0
    following = leaves[-1]
    for leaf in reversed(leaves[:-1]):
        if leaf.kind == "open":
            if following.kind != "close":
                return False
            calls += 1
        elif leaf.text == ".":
            dots += 1
        elif leaf.kind == "name":
            if following.text != "." and following.kind != "open":
                return False
        elif leaf.kind != "close":
            return False
        if dots > 1 and calls > 1:
            return False
    return True


def _can_omit(halves: _Halves) -> bool:
    """Whether the inside of invisible parentheses can be split well without them."""
    line = halves.body
    delimiters = delimiters_of(line.leaves)
    if not delimiters:
        return True
    priority = max(delimiters.values())
    if list(delimiters.values()).count(priority) > 1:
        return False
    if priority == DOT:
        return True
    first, second = line.leaves[0], line.leaves[1]
    if first.kind == "open" and second.kind != "close" and _opens_well(line, first):
        return True
    last, before = line.leaves[-1], line.leaves[-2]
    if last.kind == "close" and (last.text != "]" or last.display):
        return before.kind != "open" and _closes_well(line, last)
    return False


def _opens_well(line: Line, first: Leaf) -> bool:
    behind = False
    length = 4 * line.depth
    for leaf in line.leaves:
        if leaf is first.partner:
            behind = True
        if behind:
            length += len(leaf.text) + leaf.space
            if length > WIDTH:
                return False
            if leaf.kind == "open":
                behind = False
    return True


def _closes_well(line: Line, last: Leaf) -> bool:
    length = 4 * line.depth
    others = False
    for leaf in line.leaves:
        length += len(leaf.text) + leaf.space
        if leaf is last.partner:
            if others or length <= WIDTH:
                return True
        elif leaf.kind == "open":
            others = True
    return False


def _left_hand(line: Line, forced: bool) -> list[Line]:
    """A function's head: split at its parameters."""
    for start, leaf in enumerate(line.leaves):
        if leaf.text == "(":
            end = next((place for place, it in enumerate(line.leaves) if it is leaf.partner), 0)
            if end > start + 1:
                halves = _halves(line, start, end)
                return [halves.head, halves.body, halves.tail]
            break
    raise CannotSplit
