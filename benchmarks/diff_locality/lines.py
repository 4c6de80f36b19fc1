"""Counting: the lines that a diff shows as changed, and the names that went without a reason."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import cache

from places import ROOT


def changed(before: str, after: str) -> int:
    """How many lines changed: a line that came, went or became another counts once."""
    old, new = before.splitlines(), after.splitlines()
    start = _common(old, new)
    end = _common(old[start:][::-1], new[start:][::-1])
    old, new = old[start : len(old) - end], new[start : len(new) - end]
    return sum(
        max(last - first, behind - begin)
        for kind, first, last, begin, behind in SequenceMatcher(
            None, old, new, autojunk=False
        ).get_opcodes()
        if kind != "equal"
    )


def _common(one: list[str], other: list[str]) -> int:
    """How many lines both begin with."""
    count = 0
    for left, right in zip(one, other):
        if left != right:
            break
        count += 1
    return count


def lost_names(before: str, after: str, about: Iterable[str]) -> list[str]:
    """The names that a module defined and no longer defines, but for those made of the names the edit is about.

    The helpers that stand in the templates are named after nothing in a schema.
    """
    related = [plain for name in about if (plain := _plain(name))]
    lost = sorted(_names(before) - _names(after) - _helpers())
    return [name for name in lost if not any(it in _plain(name) for it in related)]


def _plain(name: str) -> str:
    return "".join(it for it in name.lower() if it.isalnum())


@cache
def _helpers() -> frozenset[str]:
    texts = [path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.*")]
    pattern = r"^(?:(?:async )?def|class) (_?\w+)|^(_\w+)(?:: Final)? ?="
    found = [it for text in texts for it in re.findall(pattern, text, re.MULTILINE)]
    return frozenset(name for pair in found for name in pair if name)


def _names(text: str) -> set[str]:
    """What a module defines at its top: classes, functions, constants."""
    found: set[str] = set()
    for statement in ast.parse(text).body:
        if isinstance(statement, (ast.ClassDef, ast.FunctionDef)):
            found.add(statement.name)
        elif isinstance(statement, ast.Assign):
            found.update(it.id for it in statement.targets if isinstance(it, ast.Name))
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            found.add(statement.target.id)
    return found
