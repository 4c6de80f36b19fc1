"""`[tool.nemcon]` in pyproject.toml: which packages there are, and how each is made."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from nemcon.errors import UsageError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Settings:
    """One package: where its schema is, where it goes, and what the user chose."""

    source: str
    out: str = "generated"
    name: str | None = None
    targets: tuple[str, ...] | None = None
    python: tuple[int, int] = (3, 10)
    assert_formats: bool = False
    dialect: str | None = None
    resources: Mapping[str, str] | None = None
    extras: str = "keep"
    strict: bool = False


_KEYS = {
    "source": str,
    "out": str,
    "targets": list,
    "python": str,
    "assert-formats": bool,
    "dialect": str,
    "resources": dict,
    "extras": str,
    "strict": bool,
}


def configured(start: Path) -> list[Settings]:
    """The packages that the nearest pyproject.toml at or above `start` configures, by name.

    Raises UsageError when there is no such file or table, and for whatever in it nemcon does not know.
    """
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        if path.is_file():
            return _read(path)
    raise UsageError("no schema was named, and there is no pyproject.toml with a [tool.nemcon] table")


def _read(path: Path) -> list[Settings]:
    try:
        whole = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from None
    table = whole.get("tool", {}).get("nemcon")
    if not isinstance(table, dict):
        raise UsageError(f"{path}: there is no [tool.nemcon] table, and no schema was named")
    _known(path, "tool.nemcon", table, ["packages", *_KEYS])
    packages = table.get("packages", {})
    common = {key: value for key, value in table.items() if key != "packages"}
    if not isinstance(packages, dict) or not packages:
        raise UsageError(f"{path}: [tool.nemcon.packages.NAME] tables say which packages to make; there is none")
    return [_package(path, name, {**common, **value}) for name, value in sorted(packages.items())]


def _package(path: Path, name: str, table: Any) -> Settings:
    where = f"tool.nemcon.packages.{name}"
    _known(path, where, table, list(_KEYS))
    for key, kind in _KEYS.items():
        if key in table and not isinstance(table[key], kind):
            raise UsageError(f"{path}: {where}.{key} is not a {_WORDS[kind]}")
    if "source" not in table:
        raise UsageError(f"{path}: {where} has no source, the path of its schema")
    made = Settings(source=str(path.parent / table["source"]), out=str(path.parent / table.get("out", "generated")), name=name)
    return replace(
        made,
        targets=tuple(table["targets"]) if "targets" in table else None,
        python=python_version(table.get("python", "3.10")),
        assert_formats=table.get("assert-formats", False),
        dialect=table.get("dialect"),
        resources={uri: str(path.parent / file) for uri, file in table.get("resources", {}).items()},
        extras=table.get("extras", "keep"),
        strict=table.get("strict", False),
    )


_WORDS = {str: "string", list: "list", bool: "boolean", dict: "table"}


def _known(path: Path, where: str, table: Mapping[str, Any], known: list[str]) -> None:
    for key in table:
        if key not in known:
            near = get_close_matches(key, known, 1, 0)
            raise UsageError(f"{path}: unknown key {key!r} in [{where}]; did you mean {near[0]!r}?")


def python_version(text: str) -> tuple[int, int]:
    """`3.11` as (3, 11). Raises UsageError for versions nemcon does not write for."""
    versions = {f"3.{minor}": (3, minor) for minor in range(10, 15)}
    if text not in versions:
        raise UsageError(f"Python {text!r} is not one of {', '.join(versions)}")
    return versions[text]
