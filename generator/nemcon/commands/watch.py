"""Following schemas: whenever one changes, the work is done again, until Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from nemcon.commands.options import STDIN
from nemcon.commands.terminal import complain
from nemcon.config import Settings
from nemcon.errors import NemconError, UsageError

_KINDS = ("*.json", "*.yaml", "*.yml")
INTERVAL = 0.3
"""Seconds between two looks."""


def watch(choose: Callable[[], list[Settings]], work: Callable[[list[Settings]], int]) -> int:
    """Does `work` on what `choose` gives, at once and after each change; what is refused is told and waits for the next."""
    every: list[Settings] = []
    while True:
        seen = _stamps(every)
        try:
            every = _watchable(choose())
            seen = _stamps(every)
            work(every)
        except NemconError as error:
            complain(str(error))
            if not every:
                return error.exit_code
        sys.stdout.flush()
        while _stamps(every) == seen:
            time.sleep(INTERVAL)


def _watchable(every: list[Settings]) -> list[Settings]:
    """Raises UsageError when there is nothing to look at again."""
    if any(settings.source == STDIN for settings in every):
        raise UsageError("standard input cannot be watched")
    return every


def _folders(file: Path, root: str | None) -> Iterator[Path]:
    """The folder of a schema, and those above it that its references may lead into."""
    folder = file.resolve().parent
    yield file.parent
    top = folder if root is None else Path(root).resolve()
    yield from (it for it in folder.parents if it.is_relative_to(top))


def _stamps(every: list[Settings]) -> dict[Path, tuple[int, int]]:
    """What tells that a file has changed, for every file that a package may be made of."""
    found: dict[Path, tuple[int, int]] = {}
    for path in _inputs(every):
        try:
            status = os.stat(path)
        except OSError:
            continue
        found[path] = (status.st_mtime_ns, status.st_size)
    return found


def _inputs(every: list[Settings]) -> Iterator[Path]:
    here = Path.cwd()
    yield from (folder / "pyproject.toml" for folder in (here, *here.parents))
    for settings in every:
        for source in (settings.source, *settings.others):
            file = Path(source.partition("#")[0])
            for folder in _folders(file, settings.root):
                yield from (it for kind in _KINDS for it in folder.glob(kind))
            yield file
        yield from map(Path, settings.resources.values())
