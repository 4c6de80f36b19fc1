"""Unified diffs between what is on the disk and what would be."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from pathlib import Path

from nemcon.commands.publish import read_manifest


def package_diff(folder: Path, files: Mapping[str, str]) -> Iterator[str]:
    """The lines of the diff that generating would make in `folder`, file by file."""
    obsolete = (name for name in read_manifest(folder).get("files", {}) if name not in files)
    for name in sorted({*files, *obsolete}):
        yield from unified(folder / name, files.get(name))


def unified(path: Path, text: str | None) -> Iterator[str]:
    """The lines of the diff from the file at `path` to `text` (None: the file goes); none when they are equal."""
    try:
        before: str | None = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        before = None
    names = (
        "/dev/null" if before is None else f"a/{path.as_posix().lstrip('/')}",
        "/dev/null" if text is None else f"b/{path.as_posix().lstrip('/')}",
    )
    yield from difflib.unified_diff(
        (before or "").splitlines(), (text or "").splitlines(), *names, lineterm=""
    )
