"""`[tool.nemcon]` in pyproject.toml: which packages there are, and how each is made."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nemcon.errors import UsageError
from nemcon.records import dataclass, field

OLDEST = (3, 10)
NEWEST = (3, 14)
"""The Pythons that modules are written for."""
_TABLE: type[Any] = dict


@dataclass(frozen=True)
class Settings:
    """One package: where its schema is, where it goes, and what the user chose. Paths are as they can be opened.

    `others` are the schemas that are compiled together with `source`; `root` is the folder of the configuration, outside of
    which references read nothing.
    """

    source: str
    others: tuple[str, ...] = ()
    out: str = "generated"
    name: str | None = None
    targets: tuple[str, ...] | None = None
    python: tuple[int, int] = OLDEST
    assert_formats: bool = False
    dialect: str | None = None
    resources: Mapping[str, str] = field(default_factory=dict[str, str])
    extras: str = "keep"
    enums: str = "literal"
    format_types: tuple[str, ...] = ()
    strict: bool = False
    allow_patterns: tuple[str, ...] = ()
    root: str | None = None


@dataclass(frozen=True)
class Configuration:
    """What a pyproject.toml says; `path` is as messages show it, None when there is no file with such a table."""

    path: Path | None
    packages: tuple[Settings, ...]

    @property
    def root(self) -> str | None:
        """The folder outside of which references read nothing."""
        return None if self.path is None else str(self.path.parent)


def configuration(start: Path, top: Path | None = None) -> Configuration:
    """What the nearest pyproject.toml at or above `start` says that has a [tool.nemcon]; nothing when none has.

    Nothing above `top` is looked at. Raises UsageError for a file that is no TOML, and for whatever in the table nemcon
    does not know.
    """
    for folder in (start, *start.parents):
        path = folder / "pyproject.toml"
        found = _read(_short(path)) if path.is_file() else None
        if found is not None and found.path is not None:
            return found
        if folder == top:
            break
    return Configuration(None, ())


def deciding(start: Path) -> list[str]:
    """The files that decide what is configured at `start`, those that are not there among them."""
    tables = [str(folder / "pyproject.toml") for folder in (start, *start.parents)]
    return tables + [it.source for it in configuration(start).packages]


def _short(path: Path) -> Path:
    """The path from where the user stands, when that is at or below its folder, or the other way round."""
    here = Path.cwd()
    near = path.is_relative_to(here) or here.is_relative_to(path.parent)
    return Path(os.path.relpath(path, here)) if near else path


def _read(path: Path) -> Configuration:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None
    if b"nemcon" not in data:
        return Configuration(None, ())
    whole = _parsed(path, data)
    tool: Any = whole.get("tool")
    if not isinstance(tool, _TABLE) or "nemcon" not in tool:
        return Configuration(None, ())
    table: Any = tool["nemcon"]
    _refuse_faults(path, table)
    common: dict[str, Any] = {"python": _required_python(whole), **table}
    packages = _listed(common.pop("packages", {}))
    return Configuration(path, tuple(_settings(path.parent, {**common, **one}) for one in packages))


def _listed(packages: Any) -> list[dict[str, Any]]:
    """The tables of the packages, whichever way they are written."""
    if isinstance(packages, _TABLE):
        return [{"name": name, **table} for name, table in sorted(packages.items())]
    return list(packages)


def _parsed(path: Path, data: bytes) -> dict[str, Any]:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: {error}") from None


def _refuse_faults(path: Path, table: object) -> None:
    """Raises UsageError with the first thing that the schema of the configuration refuses."""
    from nemcon.commands.generated.configuration import validator

    for error in validator.iter_errors(table):
        where = ".".join(["tool.nemcon", *error.instance_location.split("/")[1:]])
        if error.keyword == "additionalProperties":
            raise UsageError(f"{path}: {_unknown_key(where, table, error)}")
        raise UsageError(f"{path}: {where}: {error.message}")


def _unknown_key(where: str, table: Any, error: Any) -> str:
    """Names the key, and the one that was probably meant, or all."""
    from difflib import get_close_matches

    package = error.keyword_location.startswith("/$defs/Package")
    known = [*_KEYS, *(("source", "sources", "name") if package else ("packages",))]
    for step in error.instance_location.split("/")[1:]:
        table = table[int(step) if isinstance(table, list) else step]
    key: str = next(key for key in table if key not in known)
    near: list[str] = get_close_matches(key, known, 1, 0.5)
    meant = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(sorted(known))}"
    return f"unknown key {key!r} in [{where}]; {meant}"


_KEYS = (
    "out", "targets", "python", "assert-formats", "dialect", "resources", "extras", "enums", "format-types",
    "strict", "allow-patterns",
)  # fmt: skip


def _settings(folder: Path, table: Mapping[str, Any]) -> Settings:
    first, *others = table["sources"] if "sources" in table else [table["source"]]
    return Settings(
        source=str(folder / first),
        others=tuple(str(folder / other) for other in others),
        out=str(folder / table.get("out", "generated")),
        name=table.get("name"),
        targets=tuple(table["targets"]) if "targets" in table else None,
        python=python_version(table["python"]),
        assert_formats=table.get("assert-formats", False),
        dialect=table.get("dialect"),
        resources={uri: str(folder / file) for uri, file in table.get("resources", {}).items()},
        extras=table.get("extras", "keep"),
        enums=table.get("enums", "literal"),
        format_types=tuple(table.get("format-types", ())),
        strict=table.get("strict", False),
        allow_patterns=tuple(table.get("allow-patterns", ())),
        root=str(folder),
    )


def _required_python(whole: Mapping[str, Any]) -> str:
    """The oldest Python that the project's `requires-python` allows, among those that modules are written for."""
    project: Any = whole.get("project")
    text: Any = project.get("requires-python") if isinstance(project, _TABLE) else None
    found = re.search(r"(?:>=|~=|==)\s*3\.(\d+)", text) if isinstance(text, str) else None
    minor = int(found.group(1)) if found else OLDEST[1]
    return f"3.{min(max(minor, OLDEST[1]), NEWEST[1])}"


def python_version(text: str) -> tuple[int, int]:
    """`3.11` as (3, 11). Raises UsageError for versions nemcon does not write for."""
    versions = {f"3.{minor}": (3, minor) for minor in range(OLDEST[1], NEWEST[1] + 1)}
    if text not in versions:
        raise UsageError(f"Python {text!r} is not one of {', '.join(versions)}")
    return versions[text]
