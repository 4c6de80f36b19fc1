"""Targets: a folder under templates/ with a target.toml is one. A new target is a new folder."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

from nemcon.errors import UsageError
from nemcon.read.formats import folder
from nemcon.records import dataclass, field

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


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
    found = [_read(path) for path in sorted(folder().glob("*/target.toml"))]
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


def _read(path: Path) -> Target:
    said = dict(tomllib.loads(path.read_text("utf-8")))
    name = said.pop("name", path.parent.name)
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
