"""The last step of every Python file: laid out as black would lay it out, without black.

Templates print statements with the right indentation, each on one line or spread over several inside brackets. Here
the lines that are too long are split, the ones that fit are joined, and the blank lines between statements are set.
"""

from __future__ import annotations

import re
from functools import lru_cache

from nemcon.records import dataclass
from nemcon.render.leaves import Unreadable, statement
from nemcon.render.plain import is_spread, opened_call
from nemcon.render.split import laid_out_statement
from nemcon.render.text import WIDTH

_LOOSE = re.compile(r"^(?:if|elif|while|return|[^(]* =) \(.*\):?$|, ?[)\]}]")
"""A line with parentheses that it may not need, or with a comma that spreads it out."""
_QUOTED = re.compile(r"""\"[^\"\\]*(?:\\.[^\"\\]*)*\"?|'[^'\\]*(?:\\.[^'\\]*)*'?|\#.*""")
"""What has no brackets in it, in a line."""
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
    lines = text.split("\n")
    made: list[str] = []
    spacing = _Spacing()
    place, blank = 0, 0
    while place < len(lines):
        line, bare, depth, plain, special = _read(lines[place])
        if not bare:
            blank, place = blank + 1, place + 1
            continue
        end = place + 1
        if plain:
            found = [line]
        elif bare.startswith(_QUOTES):
            end = _end_of_docstring(lines, place, bare)
            found = [it.rstrip() for it in lines[place:end]]
        else:
            end = _end_of_statement(lines, place)
            whole = lines[place:end]
            found = whole if is_spread(whole, depth) else [*_split("\n".join(whole), depth)]
        if special or blank or spacing.special or depth <= spacing.within:
            made.extend([""] * spacing.before(_Statement(found, depth, blank, bare, special)))
        else:
            spacing.follow(found, depth)
        made.extend(found)
        place, blank = end, 0
    return "\n".join(made) + "\n"


@lru_cache(maxsize=1 << 16)
def _read(line: str) -> tuple[str, str, int, bool, bool]:
    """A line without spaces at its end, without those at its start, how many levels these are, whether it is a statement or
    comment that stays as it is, and whether the blank lines around it depend on what it is.
    """
    line = line.rstrip()
    bare = line.lstrip()
    if not bare:
        return line, bare, 0, True, False
    plain = not bare.startswith(_QUOTES) and (
        bare[0] == "#"
        or not (bare[-1] in "([{" or len(line) > WIDTH or _LOOSE.search(bare) is not None)
    )
    return line, bare, (len(line) - len(bare)) // 4, plain, bare.startswith(_SPECIAL)


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


@lru_cache(maxsize=1 << 14)
def _opened(line: str) -> int:
    """How many more brackets a line opens than it closes."""
    code = _QUOTED.sub("", line)
    return sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))


@lru_cache(maxsize=1 << 14)
def _split(whole: str, depth: int) -> tuple[str, ...]:
    """The lines of a statement that may have to be split; packages have many that are the same."""
    lines = whole.split("\n")
    text = " ".join(it.strip() for it in lines)
    try:
        return tuple(opened_call(text, depth) or laid_out_statement(statement(text), depth))
    except Unreadable:
        return tuple(lines)


class _Spacing:
    """Decides how many blank lines stand before a statement. `special` is that of the last one, `within` how deep the function
    or class begins that it stands in.
    """

    def __init__(self) -> None:
        self.special = True
        self.within = -1
        self._last: _Statement | None = None
        self._before_last: _Statement | None = None
        self._plain = _Statement([], 0, 0, "", False)
        self._blocks: list[_Statement] = []

    def follow(self, lines: list[str], depth: int) -> None:
        """Takes note of a statement that is not special, and has no blank lines before it."""
        self._before_last, self._last = self._last, self._plain
        self._plain.lines = lines
        self._plain.depth = depth

    def before(self, it: _Statement) -> int:
        last, earlier = self._last, self._before_last
        count = 0 if last is None else self._count(it, last, earlier)
        self._before_last, self._last = last, it
        self.special = it.special
        if it.defines:
            self._blocks.append(it)
        self.within = self._blocks[-1].depth if self._blocks else -1
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
