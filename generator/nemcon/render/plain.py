"""The statements that are long most often, laid out without a look at every token: what is spread already, and calls.

Both say only what `split.py` would say too; what is not plain to see is left to it.
"""

from __future__ import annotations

import re
from functools import lru_cache

from nemcon.render.text import WIDTH

_OPENED = re.compile(r" *[A-Za-z_][\w.]*(?:(?:: [\w.\[\], |]+)? = (?:[A-Za-z_][\w.]*\(|[\[({])|\()")
"""The first line of an assignment or a call that opens one bracket, at its end."""
_CALL = re.compile(r"[A-Za-z_][\w.]*\(")
_PART = re.compile(r"""[a-z]?"(?:[^"\\]|\\.)*"|[a-z]?'(?:[^'\\]|\\.)*'|[()\[\]{},]""")
"""What tells where an argument ends."""
_ODD = re.compile(r"  |[(\[{] | [)\]}]|, ?[)\]}]|[*#]|\b(?:for|lambda) ")
"""Spaces that would have to go, commas that spread out what is around them or part no arguments, unpacking."""


def is_spread(lines: list[str], depth: int) -> bool:
    """Whether these lines are a statement of one item a line, with a comma behind the last: they stay as they are."""
    pad = " " * (4 * depth)
    return (
        len(lines) > 3
        and len(lines[0]) <= WIDTH
        and lines[-1] in (f"{pad})", f"{pad}]", f"{pad}}}")
        and _OPENED.fullmatch(lines[0]) is not None
        and all(_is_item(line, f"{pad}    ") for line in lines[1:-1])
    )


@lru_cache(maxsize=1 << 14)
def _is_item(line: str, pad: str) -> bool:
    plain = line.startswith(pad) and line.endswith(",") and len(pad) + 1 < len(line) <= WIDTH
    if not plain or line[len(pad)] == " " or line[-2] == " ":
        return False
    arguments = _arguments(line[len(pad) : -1])
    return arguments is not None and len(arguments) == 1


def opened_call(text: str, depth: int) -> list[str] | None:
    """The lines of a call that is too long for one line; None where it takes more to tell."""
    pad = " " * (4 * depth)
    start = _CALL.match(text)
    if start is None or text[-1] != ")" or len(pad) + len(text) <= WIDTH:
        return None
    inner = text[start.end() : -1]
    if inner != inner.strip():
        return None
    arguments = _arguments(inner)
    if arguments is None:
        return None
    if len(pad) + 4 + len(inner) <= WIDTH:
        return [f"{pad}{start.group()}", f"{pad}    {inner}", f"{pad})"]
    spread = [f"{pad}    {argument}," for argument in arguments]
    if len(spread) == 1 or max(map(len, spread)) > WIDTH:
        return None
    return [f"{pad}{start.group()}", *spread, f"{pad})"]


def _arguments(text: str) -> list[str] | None:
    """What stands between the commas of a text; None where its brackets do not match or spaces are not as they should."""
    if _ODD.search(text):
        return None
    found: list[str] = []
    depth = start = 0
    for part in _PART.finditer(text):
        mark = part.group()
        if mark == ",":
            if text[part.end() : part.end() + 1] != " ":
                return None
            if not depth:
                found.append(text[start : part.start()])
                start = part.end() + 1
        elif mark in "([{":
            depth += 1
        elif mark in ")]}":
            depth -= 1
            if depth < 0:
                return None
    return None if depth else [*found, text[start:]]
