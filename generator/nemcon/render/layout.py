"""The last step of every Python file: laid out as black would lay it out, without black.

Templates print statements with the right indentation, each on one line or spread over several inside brackets. Here
the lines that are too long are split, the ones that fit are joined, and the blank lines between statements are set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from nemcon.records import dataclass
from nemcon.render.leaves import Unreadable, statement
from nemcon.render.plain import is_spread, opened_call
from nemcon.render.split import laid_out_statement
from nemcon.render.text import WIDTH

_LOOSE = re.compile(r"^(?:if|elif|while|return|[^(]* =) \(.*\):?$|, ?[)\]}]")
"""A line with parentheses that it may not need, or with a comma that spreads it out."""
_QUOTES = ('"""', 'r"""')


_SPECIAL = ("def ", "class ", "@", "import ", "from ", "#", *_QUOTES)
"""What the blank lines around a statement depend on."""


@dataclass(slots=True)
class _Statement:
    """A statement or comment: its lines, how deep it stands, how many blank lines stood before it."""

    lines: list[str]
    depth: int
    blank: int
    first: str
    special: bool

    @property
    def defines(self) -> bool:
        return self.first.startswith(("def ", "class "))

    @property
    def imports(self) -> bool:
        return self.first.startswith(("import ", "from "))


def laid_out(text: str) -> str:
    """`text`, a Python module, in black's style at 88 columns."""
    made: list[str] = []
    spacing = _Spacing()
    for it in _statements(text.split("\n")):
        made.extend([""] * spacing.before(it))
        made.extend(it.lines)
    return "\n".join(made) + "\n"


def _statements(lines: list[str]) -> Iterator[_Statement]:
    place, blank = 0, 0
    while place < len(lines):
        line = lines[place].rstrip()
        bare = line.lstrip()
        if not bare:
            blank, place = blank + 1, place + 1
            continue
        depth = (len(line) - len(bare)) // 4
        end = place + 1
        if bare.startswith(_QUOTES):
            end = _end_of_docstring(lines, place, bare)
            found = [it.rstrip() for it in lines[place:end]]
        elif bare[0] != "#" and (bare[-1] in "([{" or len(line) > WIDTH or _LOOSE.search(bare)):
            end = _end_of_statement(lines, place)
            whole = lines[place:end]
            found = whole if is_spread(whole, depth) else _split(whole, depth)
        else:
            found = [line]
        yield _Statement(found, depth, blank, bare, bare.startswith(_SPECIAL))
        place, blank = end, 0


def _end_of_docstring(lines: list[str], place: int, bare: str) -> int:
    start = bare.index('"""') + 3
    if '"""' in _unescaped(bare[start:]):
        return place + 1
    while True:
        place += 1
        if '"""' in _unescaped(lines[place]):
            return place + 1


def _unescaped(line: str) -> str:
    return line.replace("\\\\", "").replace('\\"', "")


def _end_of_statement(lines: list[str], place: int) -> int:
    """The line behind the statement that begins at `place`."""
    depth = 0
    while place < len(lines):
        depth += _opened(lines[place])
        place += 1
        if depth <= 0:
            break
    return place


def _opened(line: str) -> int:
    """How many more brackets a line opens than it closes."""
    quote, depth, place = "", 0, 0
    while place < len(line):
        char = line[place]
        if quote:
            if char == "\\":
                place += 1
            elif char == quote:
                quote = ""
        elif char in "\"'":
            quote = char
        elif char == "#":
            break
        else:
            depth += (char in "([{") - (char in ")]}")
        place += 1
    return depth


def _split(lines: list[str], depth: int) -> list[str]:
    text = " ".join(it.strip() for it in lines)
    try:
        return opened_call(text, depth) or laid_out_statement(statement(text), depth)
    except Unreadable:
        return lines


class _Spacing:
    """Decides how many blank lines stand before a statement."""

    def __init__(self) -> None:
        self._last: _Statement | None = None
        self._before_last: _Statement | None = None
        self._blocks: list[_Statement] = []

    def before(self, it: _Statement) -> int:
        last, earlier = self._last, self._before_last
        if last and not (it.blank or it.special or last.special or it.depth < last.depth):
            self._before_last, self._last = last, it
            return 0
        count = 0 if last is None else self._count(it, last, earlier)
        self._before_last, self._last = last, it
        if it.defines:
            self._blocks.append(it)
        return count

    def _count(self, it: _Statement, last: _Statement, earlier: _Statement | None) -> int:
        most = 1 if it.depth else 2
        wanted = min(it.blank, most)
        stub = last.lines[-1].endswith(": ...")
        left = self._leave(it.depth)
        if last.first.startswith("@") or (last.depth < it.depth and last.defines):
            return 0
        if it.defines or it.first.startswith("@"):
            beside = last.first.startswith("#") and last.depth == it.depth
            return wanted if beside or (stub and not it.blank) else most
        if left:
            return most
        if last.first.startswith(_QUOTES) and (
            earlier is None or (earlier.defines and earlier.depth < last.depth)
        ):
            return 1 if earlier is None or earlier.first.startswith("class ") else wanted
        if (
            last.first.startswith('"""')
            and earlier is not None
            and earlier.first.startswith("#")
            and not it.depth
        ):
            return max(wanted, 1)
        if last.imports and not it.imports:
            return max(wanted, 1) if last.depth == it.depth else wanted
        return wanted

    def _leave(self, depth: int) -> bool:
        """Whether a function or class has ended before a statement of that depth."""
        open_before = len(self._blocks)
        while self._blocks and depth <= self._blocks[-1].depth:
            self._blocks.pop()
        return len(self._blocks) < open_before
