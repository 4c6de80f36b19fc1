"""Counting: the lines that a diff shows as changed, and the names that came and went beside what was edited."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

from places import ROOT

ALIKE = 0.9
"""How much of two definitions is the same where one is the other under a new name."""


@dataclass(frozen=True)
class Unrelated:
    """Names that came or went though they are not made of the names an edit is about.

    `public`: any that others can import. Of the private ones, `renamed`: those that went while the same definition came
    under another name; `came` and `went`: the rest, which the edit made needed or needless.
    """

    public: tuple[str, ...] = ()
    renamed: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    went: tuple[str, ...] = ()


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


def unrelated_names(before: str, after: str, about: Iterable[str]) -> Unrelated:
    """The names defined in one of two modules alone, but for those made of the names the edit is about.

    Helpers that are the same in every module are named after nothing in a schema.
    """
    related = [plain for name in about if (plain := _plain(name))]
    old, new = _definitions(before), _definitions(after)
    went = {name: old[name] for name in sorted(old.keys() - new.keys() - _helpers())}
    came = {name: new[name] for name in sorted(new.keys() - old.keys() - _helpers())}
    beside_went = [name for name in went if not _is_made_of(name, related)]
    beside_came = [name for name in came if not _is_made_of(name, related)]
    renamed = {name: new for name in beside_went if (new := _again(name, went, came))}
    return Unrelated(
        public=tuple(name for name in beside_went + beside_came if _is_public(name)),
        renamed=tuple(name for name in renamed if not _is_public(name)),
        came=tuple(
            name for name in beside_came if not _is_public(name) and name not in renamed.values()
        ),
        went=tuple(name for name in beside_went if not _is_public(name) and name not in renamed),
    )


def _is_public(name: str) -> bool:
    return not name.startswith("_")


_SHORTENED = re.compile(r"_?[0-9A-Fa-f]{6}(?=_|$)")
"""What stands in a long name for the letters that are left out."""


def _is_made_of(name: str, related: list[str]) -> bool:
    plain, cut = _plain(name), _SHORTENED.search(name)
    if any(it in plain for it in related):
        return True
    kept = _plain(name[: cut.start()]) if cut else ""
    return any(kept.endswith(it[:size]) for it in related for size in range(4, len(it)))


def _again(name: str, went: Mapping[str, str], came: Mapping[str, str]) -> str | None:
    """The name under which a definition that went is there again."""
    text = went[name].replace(name, "")
    alike = (it for it, new in came.items() if _is_alike(text, new.replace(it, "")))
    return next(alike, None)


def _is_alike(one: str, other: str) -> bool:
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= ALIKE and matcher.ratio() >= ALIKE


def _plain(name: str) -> str:
    return "".join(it for it in name.lower() if it.isalnum())


@cache
def _helpers() -> frozenset[str]:
    texts = [path.read_text("utf-8") for path in (ROOT / "templates").rglob("*.*")]
    pattern = r"^(?:(?:async )?def|class) (_?\w+)|^(_\w+)(?:: Final)? ?="
    found = [it for text in texts for it in re.findall(pattern, text, re.MULTILINE)]
    return _HELPERS_OF_PEERS | {name for pair in found for name in pair if name}


_HELPERS_OF_PEERS = frozenset({"REGEX_PATTERNS"})


def _definitions(text: str) -> dict[str, str]:
    """What a module defines at its top, classes, functions and constants, each with its text."""
    found: dict[str, str] = {}
    lines = text.splitlines()
    for statement in ast.parse(text).body:
        names: list[str] = []
        if isinstance(statement, (ast.ClassDef, ast.FunctionDef)):
            names = [statement.name]
        elif isinstance(statement, ast.Assign):
            names = [it.id for it in statement.targets if isinstance(it, ast.Name)]
        elif isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            names = [statement.target.id]
        for name in names:
            found[name] = "\n".join(lines[statement.lineno - 1 : statement.end_lineno])
    return found
