"""The formats that can be asserted, and what finds slow patterns: the very code of validators, kept beside the templates."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any


def folder() -> Path:
    """The templates: inside the package when it is installed from a wheel, beside the generator in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "templates"
    return inside if inside.is_dir() else package.parents[1] / "templates"


def function_name(name: str) -> str:
    """The function that checks the format `name`."""
    return "_format_" + name.replace("-", "_")


@cache
def fragments() -> dict[str, str]:
    """The text of every function, class and constant in templates/validator/formats, by its name."""
    found: dict[str, str] = {}
    for path in sorted((folder() / "validator" / "formats").glob("*.py")):
        for piece in path.read_text(encoding="utf-8").split("\n\n\n"):
            piece = piece.strip("\n")
            if piece.startswith("def _"):
                found[piece[4 : piece.index("(")]] = piece
            elif piece.startswith("class _"):
                found[piece[6 : piece.index(":")]] = piece
            elif piece.startswith("_") and ": Final" in piece:
                found[piece[: piece.index(":")]] = piece
    return found


@cache
def _checks() -> dict[str, Any]:
    scope: dict[str, Any] = {}
    imports = "import base64, re, unicodedata\nfrom collections.abc import Callable\nfrom typing import Any, Final\n"
    exec(compile(imports + "\n\n".join(fragments().values()), "<formats>", "exec"), scope)
    return scope


def is_of_format(name: str, value: str) -> bool:
    """Whether `value` is of the format `name`, as a generated validator decides it; unknown formats accept all."""
    check = _checks().get(function_name(name))
    return True if check is None else bool(check(value))


def automaton(steps: tuple[tuple[int, str, tuple[int, ...]], ...]) -> Callable[[str], object]:
    """What finds a regular expression given as the steps of an automaton, as a generated validator finds it."""
    found: Callable[[str], object] = _checks()["_Automaton"](*steps).search
    return found
