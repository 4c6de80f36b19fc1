"""Code that stands in a package again and again is read once: a module as the statements that it is made of.

A statement, or the head of a block, that is whole on lines of its own means the same wherever it stands. Each one is parsed
once for all files, and a module is Python when its blocks are put together as Python wants them. What does not come apart
this way has to be parsed as a whole: nothing here says yes where that would say no.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from nemcon.records import dataclass
from nemcon.render.shapes import Shapes

_AT_ONCE = 1_000
"""So many statements are parsed together: the trees of all would take much memory."""
_DEEPEST = 60
"""Blocks that stand deeper are left to the parser, which has limits of its own."""
_DOCSTRING = re.compile(r'r?"""[^"\\]*(?:"{1,2}[^"\\]+)*"""')
_SOME_DOCSTRING = '"""..."""'
"""Stands for every docstring that is plainly nothing else."""
_WORD = re.compile(r"@|\w*")
_HEADS = frozenset("class def elif else except finally for if try while with".split())
_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
_COMPOUND = (ast.If, ast.For, ast.While, ast.Try, ast.With)

_BEFORE = {
    "elif": "if 0:\n pass\n",
    "else": "if 0:\n pass\n",
    "except": "try:\n pass\n",
    "finally": "try:\n pass\n",
}
_BEHIND = {"try": "\nfinally:\n pass"}
_NO_MORE = ""
_NEXT = {
    ("if", "elif"): "if",
    ("if", "else"): _NO_MORE,
    ("for", "else"): _NO_MORE,
    ("while", "else"): _NO_MORE,
    ("try", "except"): "except",
    ("try", "finally"): _NO_MORE,
    ("except", "except"): "except",
    ("except", "else"): "tried",
    ("except", "finally"): _NO_MORE,
    ("tried", "finally"): _NO_MORE,
    ("@", "@"): "@",
    ("@", "def"): _NO_MORE,
    ("@", "class"): _NO_MORE,
}
"""What may follow at the same level, and what that leaves to follow."""
_FOLLOWING = frozenset(["elif", "else", "except", "finally"])
_UNFINISHED = frozenset(["try", "@"])


@dataclass(frozen=True, slots=True)
class Statement:
    """What is known of a statement: the word that begins it if that matters, whether a block follows, where it may stand."""

    word: str
    opens: bool
    in_functions: bool
    in_classes: bool
    in_modules: bool


class Statements:
    """Those of several files. `is_fine(node, imported)` and `may_begin(node)` judge what is parsed: anywhere, and at the
    level of a module; they look at no names but `names` and those with two underscores. `known` are statements and
    shapes with what was found of them before; `parsed` counts what is parsed.
    """

    def __init__(
        self,
        is_fine: Callable[[ast.AST, bool], bool],
        may_begin: Callable[[ast.stmt], bool],
        names: Iterable[str],
        known: Mapping[str, Statement] | None = None,
    ) -> None:
        self._is_fine = is_fine
        self._may_begin = may_begin
        self._shapes = Shapes(names)
        self.known: dict[str, Statement | None] = dict(known or {})
        self.parsed = 0

    def are_fine(self, text: str) -> bool:
        """Whether a module is Python and each of its statements may stand where it does; False where that is not plain."""
        found = list(_taken_apart(text))
        known = self.known
        unknown = dict.fromkeys([it for _, it in found if it not in known])
        new = {it: self._shapes.of(it) for it in unknown}
        self.read(dict.fromkeys(new.values()))
        known.update([(it, known[shape]) for it, shape in new.items()])
        return _is_well_built([(column, known[it]) for column, it in found])

    def read(self, statements: Iterable[str]) -> None:
        """Has every statement known as it stands."""
        unknown = [it for it in statements if it not in self.known]
        for start in range(0, len(unknown), _AT_ONCE):
            self._read(unknown[start : start + _AT_ONCE])

    def _read(self, statements: list[str]) -> None:
        self.parsed += len(statements)
        self.known.update(dict.fromkeys(statements))
        texts: list[str] = []
        starts: list[int] = []
        line = 1
        for it in statements:
            text = f"{_BEFORE.get(_word(it), '')}{it}{_behind(it)}"
            texts.append(text)
            starts.append(line)
            line += text.count("\n") + 1
        try:
            nodes = ast.parse("\n".join(texts)).body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return
        if len(nodes) == len(statements):
            for it, node, line in zip(statements, nodes, starts):
                self.known[it] = self._judged(it, node, line)

    def _judged(self, statement: str, node: ast.stmt, line: int) -> Statement | None:
        word, opens = _word(statement), statement[-1] == ":"
        if node.col_offset or node.lineno != (line + 1 if word == "@" else line):
            return None
        if opens and not _is_head(node, word, line + statement.count("\n") + 1):
            return None
        if isinstance(node, _COMPOUND) and not opens:
            return None
        in_classes = self._is_fine(node, True)
        return Statement(
            word if opens or word == "@" or isinstance(node, _DEFINITIONS) else _NO_MORE,
            opens,
            in_classes or self._is_fine(node, False),
            in_classes,
            in_classes and word not in _FOLLOWING and self._may_begin(node),
        )


def _word(statement: str) -> str:
    found = _WORD.match(statement)
    return found[0] if found else ""


def _behind(statement: str) -> str:
    word = _word(statement)
    if word == "@":
        return "\ndef _(): pass"
    return f"\n pass{_BEHIND.get(word, '')}" if statement[-1] == ":" else ""


def _is_head(node: Any, word: str, line: int) -> bool:
    """Whether a node is the head of a block that holds the one `pass` put behind it, which stands on a line of its own."""
    if word not in _HEADS:
        return False
    match word:
        case "elif":
            block = node.orelse[0].body
        case "else":
            block = node.orelse
        case "except":
            block = node.handlers[0].body
        case "finally":
            block = node.finalbody
        case _:
            block = node.body
    (only,) = block if len(block) == 1 else (None,)
    start = line + _BEFORE.get(word, "").count("\n")
    return isinstance(only, ast.Pass) and (only.lineno, only.col_offset) == (start, 1)


def _taken_apart(text: str) -> Iterator[tuple[int, str]]:
    """Every statement with the column that it stands at; what is none comes out as something that cannot be parsed."""
    lines = iter(text.split("\n"))
    for line in lines:
        bare = line.lstrip(" ")
        if not bare or bare[0] == "#":
            continue
        column = len(line) - len(bare)
        if bare[-1] in "([{":
            bare = _up_to(lines, bare, " " * column)
        elif bare.startswith(('"""', 'r"""')):
            bare = _docstring(lines, bare)
        yield column, bare


def _up_to(lines: Iterator[str], first: str, pad: str) -> str:
    """A statement whose brackets open at the ends of lines, to where the last of them closes."""
    found = [first]
    width = len(pad)
    for line in lines:
        if not line.startswith(pad):
            found.append(line)
            continue
        found.append(line[width:])
        if line[width : width + 1] in (")", "]", "}") and line[-1] not in "([{":
            break
    return "\n".join(found)


def _docstring(lines: Iterator[str], first: str) -> str:
    found = [first]
    if first.count('"""') < 2 or not first.endswith('"""'):
        for line in lines:
            found.append(line)
            if line.endswith('"""'):
                break
    whole = "\n".join(found)
    return _SOME_DOCSTRING if _DOCSTRING.fullmatch(whole) else whole


def _is_well_built(found: Iterable[tuple[int, Statement | None]]) -> bool:
    """Whether the blocks of a module are put together as Python wants them, and each statement may stand where it does."""
    above: list[tuple[int, str, bool]] = []
    indent, last, opened, in_function = 0, _NO_MORE, _NO_MORE, False
    for column, it in found:
        if it is None:
            return False
        if opened:
            if column <= indent or len(above) == _DEEPEST:
                return False
            above.append((indent, last, in_function))
            indent, last, in_function = column, _NO_MORE, in_function or opened == "def"
        while column < indent:
            if last in _UNFINISHED:
                return False
            indent, last, in_function = above.pop()
        if column != indent:
            return False
        if not (it.in_functions if in_function else it.in_classes if above else it.in_modules):
            return False
        if last in _UNFINISHED or it.word in _FOLLOWING:
            follows = _NEXT.get((last, it.word))
            if follows is None:
                return False
            last = follows
        else:
            last = it.word
        opened = it.word if it.opens else _NO_MORE
    return not opened and last not in _UNFINISHED and all(it[1] not in _UNFINISHED for it in above)
