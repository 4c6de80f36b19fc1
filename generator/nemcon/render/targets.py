"""Targets: a folder under templates/ with a target.toml is one. A new target is a new folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from nemcon.errors import UsageError
from nemcon.read.formats import folder
from nemcon.records import dataclass, field


@dataclass(frozen=True)
class Target:
    """What a target.toml declares.

    `file` is what the target makes inside the package. `renderer` names the function that collects its facts,
    `template` what prints them. `imports` are the targets whose files it needs beside it. `module` says whether it is a module
    that the package offers (`public = false`: it is not). `settings` is whatever else
    the file says: the renderer's business.
    """

    name: str
    file: str
    renderer: str
    template: str | None
    order: int
    imports: tuple[str, ...]
    module: bool
    needs_fixtures: bool
    settings: dict[str, Any] = field(hash=False)


@cache
def all_targets() -> tuple[Target, ...]:
    """The targets, in the order of their `order`, then name."""
    found = [_target(name, said) for name, said in _declared().items()]
    return tuple(sorted(found, key=lambda target: (target.order, target.name)))


def chosen_targets(names: tuple[str, ...] | None) -> tuple[Target, ...]:
    """The targets named, and those they import; all when `names` is None. Raises UsageError for an unknown name."""
    targets = {target.name: target for target in all_targets()}
    if names is None:
        return tuple(targets.values())
    wanted = list(names)
    for name in wanted:
        if name not in targets:
            raise UsageError(f"there is no target {name!r}; there are {', '.join(targets)}")
        wanted.extend(needed for needed in targets[name].imports if needed not in wanted)
    return tuple(target for target in targets.values() if target.name in wanted)


def declarations() -> dict[str, str]:
    """The texts of all target.toml, by the names of their folders."""
    folders = sorted(entry.path for entry in os.scandir(folder()) if entry.is_dir())
    found: dict[str, str] = {}
    for path in folders:
        with suppress(FileNotFoundError), open(f"{path}/target.toml", encoding="utf-8") as text:
            found[os.path.basename(path)] = text.read()
    return found


def parsed(texts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """What they say."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    return {name: tomllib.loads(text) for name, text in texts.items()}


def _declared() -> Mapping[str, Mapping[str, Any]]:
    """What all target.toml say: as it is kept in `generated/`, read only where one was edited since."""
    texts = declarations()
    try:
        from nemcon.render.generated import targets
    except ImportError:
        return parsed(texts)
    if texts != targets.TEXTS:
        return parsed(texts)
    return targets.SAID


def _target(folder: str, declared: Mapping[str, Any]) -> Target:
    said = dict(declared)
    name = said.pop("name", folder)
    file = said.pop("file")
    return Target(
        name=name,
        file=file,
        renderer=said.pop("renderer", name),
        template=said.pop("template", None),
        order=said.pop("order", 10),
        imports=tuple(said.pop("imports", ())),
        module=said.pop("public", file.endswith(".py")),
        needs_fixtures=said.pop("needs_fixtures", False),
        settings=said,
    )
