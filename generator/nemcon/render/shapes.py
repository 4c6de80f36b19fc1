"""What the text of a statement comes to when names and strings do not matter: statements of one shape are one to a parser.

Where it is not plain that a piece of text is a whole token that could be another of its kind, it stays as it is.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

_TOKEN = re.compile(
    r"""([^\W\d]\w*(?![\w"'])|[A-Za-z]{0,2}(?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*')|[0-9][\w.]*|\#[^\n]*|["'])"""
)
_ESCAPED = re.compile(r"""[^\\]*(?:\\(?:["'\\nrt]|x[0-9a-f]{2}|u[0-9a-f]{4})[^\\]*)*""")
_PLAIN_F = re.compile(r"""[^{}\\]*(?:\{[A-Za-z_]\w*\}[^{}\\]*)*""")
_BY_NAME = ("import ", "from ")
_LONG_QUOTES = ('"' * 3, "'" * 3)
_SPECIAL = frozenset(["match", "case", "type", "_"]) | frozenset(keyword.kwlist)


class _Odd(Exception):
    """A token that may have others inside."""


class Shapes(dict[str, str]):
    """What stands for each token, found when it is first asked for. The `names` that matter stay as they are, and so do the
    strings among them.
    """

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__({it: it for it in (*_SPECIAL, *names)})

    def __missing__(self, token: str) -> str:
        self[token] = made = self._made(token)
        return made

    def of(self, statement: str) -> str:
        """The shape of a statement that begins where a statement can."""
        if statement.startswith(_BY_NAME) or any(it in statement for it in _LONG_QUOTES):
            return statement
        parts = _TOKEN.split(statement)
        try:
            parts[1::2] = map(self.__getitem__, parts[1::2])
        except _Odd:
            return statement
        return "".join(parts)

    def _made(self, token: str) -> str:
        last = token[-1]
        if token[0].isdigit() or token[0] == "#":
            return token
        if last not in "\"'":
            return "n" if token.isascii() and "__" not in token else token
        if token == last:
            raise _Odd
        prefix, _, inside = token[:-1].partition(last)
        if prefix == "f":
            if not _PLAIN_F.fullmatch(inside):
                raise _Odd
            return 'f"{n}"' if "{" in inside else 'f""'
        if prefix == "r" or (not prefix and _is_plain(inside)):
            return '""'
        if prefix not in ("", "b"):
            raise _Odd
        return token


def _is_plain(inside: str) -> bool:
    """Whether a string has no escapes but those that cannot be wrong."""
    return "\\" not in inside or _ESCAPED.fullmatch(inside) is not None
