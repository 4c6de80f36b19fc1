"""Conditions in a row as one: a function is printed keyword by keyword, and reads better with `and`."""

from __future__ import annotations

import ast
import re

_IF = re.compile(r"( *)((?:el)?if) (.*):$")
_STEP = 4


def joined(text: str) -> str:
    """`text`, in which each statement stands on one line, with every `if` that holds nothing but an `if` joined to it."""
    lines = text.split("\n")
    for index in range(len(lines) - 2, -1, -1):
        outer, inner = _IF.match(lines[index]), _IF.match(lines[index + 1])
        if not outer or not inner or len(inner[1]) != len(outer[1]) + _STEP:
            continue
        end = _end(lines, index + 2, len(inner[1]))
        if _goes_on(lines, end, len(outer[1])):
            continue
        condition = f"{_operand(outer[3])} and {_operand(inner[3])}"
        body = [line[_STEP:] for line in lines[index + 2 : end]]
        lines[index:end] = [f"{outer[1]}{outer[2]} {condition}:", *body]
    return "\n".join(lines)


def _end(lines: list[str], start: int, indent: int) -> int:
    """The first line from `start` on that is no deeper than `indent`."""
    for index in range(start, len(lines)):
        if lines[index].strip() and _indent(lines[index]) <= indent:
            return index
    return len(lines)


def _goes_on(lines: list[str], index: int, indent: int) -> bool:
    """Whether the block at `indent` has more than what ends before this line, or an alternative."""
    if index == len(lines):
        return False
    line = lines[index]
    return _indent(line) > indent or (
        _indent(line) == indent and line.lstrip().startswith(("else:", "elif "))
    )


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _operand(condition: str) -> str:
    if " or " not in condition:
        return condition
    parsed = ast.parse(condition, mode="eval").body
    either = isinstance(parsed, ast.BoolOp) and isinstance(parsed.op, ast.Or)
    return f"({condition})" if either else condition
