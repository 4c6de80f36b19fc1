"""Unified diffs between what is on the disk and what would be."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path


def unified(name: str, path: Path, text: str | None) -> Iterator[str]:
    """The lines of the diff from the file at `path` to `text` (None: the file goes); none when they are equal."""
    try:
        before = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        before = ""
    yield from difflib.unified_diff(
        before.splitlines(), (text or "").splitlines(), f"a/{name}", f"b/{name}", lineterm=""
    )
