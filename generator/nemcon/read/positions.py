"""Where in a JSON text a value stands: a second, slow reading that is only made when a message needs it."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from nemcon.read.pointers import join

_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"[ \t\r\n]*")
_SCALAR = re.compile(r"[^\s,\]}]+")


def find_json(text: str, problem: str | None, pointer: str = "") -> tuple[int, int, str]:
    """Line, column and pointer of the value at `pointer`, or of what `problem` complains about.

    `problem` is the text of a refusal made while reading: a repeated key or a number no schema can hold.
    """
    at, found = _scan(text, pointer, problem)
    line = text.count("\n", 0, at) + 1
    return line, at - (text.rfind("\n", 0, at) + 1) + 1, found


class _Open(NamedTuple):
    """An object or array whose end is still to come: its pointer, the keys seen (of an object), the index reached (of an array)."""

    pointer: str
    keys: set[str] | None
    at: int


def _scan(text: str, wanted: str, problem: str | None) -> tuple[int, str]:
    """Walks the text without recursion."""
    stack: list[_Open] = []
    pointer, at = "", _skip(text, 0)
    while at < len(text):
        if problem is None and pointer == wanted:
            return at, pointer
        char = text[at]
        if char == "{":
            stack.append(_Open(pointer, set(), 0))
            at = _skip(text, at + 1)
        elif char == "[":
            stack.append(_Open(pointer, None, 0))
            at = _skip(text, at + 1)
            if text[at : at + 1] != "]":
                pointer = join(pointer, 0)
                continue
        elif char == '"':
            at = _DECODER.raw_decode(text, at)[1]
        else:
            scalar = _SCALAR.match(text, at)
            end = scalar.end() if scalar else at + 1
            if problem is not None and _is_unfit(text[at:end], problem):
                return at, pointer
            at = end
        while True:
            at = _skip(text, at)
            char = text[at : at + 1]
            if char and char in "]}" and stack:
                stack.pop()
                at += 1
                continue
            break
        if not stack:
            break
        parent, keys, index = stack[-1]
        if char == ",":
            at = _skip(text, at + 1)
        if keys is None:
            stack[-1] = _Open(parent, None, index + 1)
            pointer = join(parent, index + 1)
            continue
        key_at = at
        key, at = _DECODER.raw_decode(text, at)
        pointer = join(parent, key)
        if key in keys and problem is not None and "stands twice" in problem:
            return key_at, pointer
        keys.add(key)
        at = _skip(text, _skip(text, at) + 1)
    return 0, wanted if problem is None else ""


def _is_unfit(scalar: str, problem: str) -> bool:
    if "digits" in problem:
        return len(scalar) > 4300
    return scalar[:40] in problem.split()


def _skip(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
