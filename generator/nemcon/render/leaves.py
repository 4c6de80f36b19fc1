"""A statement as leaves: its tokens, and pairs of invisible parentheses wherever visible ones could be put."""

from __future__ import annotations

import re

from nemcon.records import dataclass


@dataclass(slots=True, eq=False)
class Leaf:
    """A token: a name, string, number, op, or an open or close bracket. `space` says whether a space stands before it when both are on one line. A bracket knows its `partner`;
    an invisible one has no text. `display` marks brackets of a list, dict, set or group, and not of a call or index.
    """

    text: str
    kind: str
    space: bool
    partner: Leaf | None = None
    display: bool = False


_TOKEN = re.compile(
    r"""(?P<space>\s*)(?:
        (?P<string>[A-Za-z]{0,2}(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'))
      | (?P<name>[^\W\d]\w*)
      | (?P<number>(?:0[xX][0-9a-fA-F_]+|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9]+))
      | (?P<open>[(\[{])
      | (?P<close>[)\]}])
      | (?P<op>->|\*\*|//|<<|>>|:=|==|!=|<=|>=|[-+*/%@&|^]=|\.\.\.|[-+*/%@&|^~<>=.,:;])
    )""",
    re.VERBOSE,
)
_KEYWORDS = frozenset(
    "and as assert async await break class continue def del elif else except finally for from global if import in is lambda"
    " nonlocal not or pass raise return try while with yield".split()
)


class Unreadable(Exception):
    """A statement that is not made of these tokens: it has a comment inside, say."""


def tokens(text: str) -> list[Leaf]:
    """The tokens of a statement, brackets paired; line ends inside it count as spaces where one can stand."""
    found: list[Leaf] = []
    opened: list[Leaf] = []
    place, end = 0, len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place)
        if match is None:
            raise Unreadable(text[place : place + 20])
        kind = match.lastgroup or ""
        leaf = Leaf(match.group(kind), kind, _has_space(match.group("space"), kind, found))
        if kind == "open":
            leaf.display = not _is_trailer(found)
            opened.append(leaf)
        elif kind == "close":
            if not opened:
                raise Unreadable(text)
            leaf.partner = opened.pop()
            leaf.partner.partner, leaf.display = leaf, leaf.partner.display
        found.append(leaf)
        place = match.end()
    if opened:
        raise Unreadable(text)
    return found


def _has_space(space: str, kind: str, before: list[Leaf]) -> bool:
    if not before or before[-1].kind == "open" or kind == "close":
        return False
    return bool(space)


def _is_trailer(before: list[Leaf]) -> bool:
    if not before:
        return False
    last = before[-1]
    return last.kind in ("close", "string") or (last.kind == "name" and last.text not in _KEYWORDS)


def statement(text: str) -> list[Leaf]:
    """The leaves of a statement."""
    leaves = tokens(text)
    first = leaves[0].text
    colon = _top(leaves, ":", 0)
    if first in ("if", "elif", "while") and colon is not None:
        _wrap(leaves, 1, _last_top(leaves, ":"))
    elif first == "return" and len(leaves) > 1:
        _wrap(leaves, 1, len(leaves))
    elif first == "for":
        _wrap(leaves, _at(leaves, "in") + 1, _last_top(leaves, ":"))
        _wrap(leaves, 1, _at(leaves, "in"))
    elif first == "assert":
        _wrap(leaves, 1, len(leaves))
    elif first in ("def", "class"):
        arrow = _top(leaves, "->", 0)
        if arrow is not None:
            _wrap(leaves, arrow + 1, _last_top(leaves, ":"))
        _wrap_parameters(leaves)
    elif first == "from":
        start = _at(leaves, "import") + 1
        if leaves[start].text == "(":
            _hide(leaves[start])
        else:
            _wrap(leaves, start, len(leaves))
    elif first not in _KEYWORDS and first != "@":
        _wrap_assignment(leaves, colon)
    _wrap_ternaries(leaves)
    return leaves


def _wrap_assignment(leaves: list[Leaf], colon: int | None) -> None:
    equal = _top(leaves, "=", 0)
    if equal is not None:
        _wrap(leaves, equal + 1, len(leaves))
    if colon is not None and (equal is None or colon < equal):
        _wrap(leaves, colon + 1, len(leaves) if equal is None else equal)
    elif equal is not None and _top(leaves[:equal], ",", 0) is not None:
        _wrap(leaves, 0, equal)


def _wrap_parameters(leaves: list[Leaf]) -> None:
    """Puts invisible parentheses around the annotations of parameters that are unions."""
    place, depth, start, union = 0, 0, 0, False
    while place < len(leaves):
        leaf = leaves[place]
        depth -= leaf.kind == "close"
        if start and (depth == 0 or (depth == 1 and leaf.text in (",", "="))):
            if union:
                _wrap(leaves, start, place)
                place += 2
            start, union = 0, False
        if depth == 0 and leaf.kind == "close":
            return
        if depth == 1 and leaf.text == ":":
            start = place + 1
        union = union or (depth == 1 and leaf.text == "|")
        depth += leaf.kind == "open"
        place += 1


def _at(leaves: list[Leaf], text: str) -> int:
    return next(place for place, leaf in enumerate(leaves) if leaf.text == text)


def _top(leaves: list[Leaf], text: str, start: int) -> int | None:
    """Where `text` stands outside of all brackets, from `start` on."""
    depth = 0
    for place in range(start, len(leaves)):
        leaf = leaves[place]
        depth -= leaf.kind == "close"
        if depth == 0 and leaf.text == text and leaf.kind == "op":
            return place
        depth += leaf.kind == "open"
    return None


def _last_top(leaves: list[Leaf], text: str) -> int:
    place = -1
    while (found := _top(leaves, text, place + 1)) is not None and not _inside(leaves, found):
        place = found
    return place


def _inside(leaves: list[Leaf], place: int) -> bool:
    """Whether a bracket is open at `place`."""
    depth = 0
    for leaf in leaves[:place]:
        depth += (leaf.kind == "open") - (leaf.kind == "close")
    return depth > 0


def _wrap(leaves: list[Leaf], start: int, end: int) -> None:
    """Puts invisible parentheses around `leaves[start:end]`; redundant visible ones become invisible."""
    first = leaves[start]
    if first.text == "(" and first.display and leaves[end - 1] is first.partner:
        if not _is_tuple(leaves[start + 1 : end - 1]):
            _hide(first)
        return
    opening, closing = Leaf("", "open", first.space, None, True), Leaf(
        "", "close", False, None, True
    )
    opening.partner, closing.partner = closing, opening
    first.space = False
    leaves.insert(end, closing)
    leaves.insert(start, opening)


def _hide(opening: Leaf) -> None:
    assert opening.partner is not None
    opening.text = opening.partner.text = ""


def _is_tuple(inner: list[Leaf]) -> bool:
    depth = 0
    for leaf in inner:
        depth -= leaf.kind == "close"
        if depth == 0 and (leaf.text == "," or leaf.text == "for"):
            return True
        depth += leaf.kind == "open"
    return not inner


_BEFORE = frozenset((",", ":", "=", "for", "in", "return", "lambda", ":=", "->"))


def _wrap_ternaries(leaves: list[Leaf]) -> None:
    """Puts invisible parentheses around each `x if y else z` that does not stand in parentheses of its own."""
    place = 0
    while place < len(leaves):
        if leaves[place].text == "else" and leaves[place].kind == "name":
            start, end = _ternary(leaves, place)
            behind = leaves[end] if end < len(leaves) else None
            alone = (
                start > 0
                and leaves[start - 1].text in ("", "(")
                and leaves[start - 1].partner is behind
            )
            if start and not alone:
                opening, closing = Leaf("", "open", leaves[start].space, None, True), Leaf(
                    "", "close", False, None, True
                )
                opening.partner, closing.partner = closing, opening
                leaves[start].space = False
                leaves.insert(end, closing)
                leaves.insert(start, opening)
                place += 1
        place += 1


def _ternary(leaves: list[Leaf], place: int) -> tuple[int, int]:
    """The extent of the conditional expression whose `else` stands at `place`."""
    start, depth, ifs = place, 0, 1
    while start > 0:
        leaf = leaves[start - 1]
        depth += leaf.kind == "close"
        if depth == 0:
            if leaf.kind == "open" or leaf.text in _BEFORE or leaf.text == "else":
                break
            ifs -= leaf.text == "if"
            if ifs < 0:
                break
        depth -= leaf.kind == "open"
        start -= 1
    end, depth = place + 1, 0
    while end < len(leaves):
        leaf = leaves[end]
        if depth == 0 and (leaf.kind == "close" or leaf.text in (",", ":", "for", "=")):
            break
        depth += (leaf.kind == "open") - (leaf.kind == "close")
        end += 1
    return start, end
