"""Unified diffs between what is on the disk and what would be, as `git apply` and `patch -p1` take them.

Paths begin at the folder of the project, wherever the command was run.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from nemcon.commands.publish import read_manifest

_NOTHING = "/dev/null"
_ESCAPED = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t"}
"""What git escapes in a name, which then stands in quotes."""


def packages_diff(
    packages: Iterable[tuple[Path, Mapping[str, str]]], root: str | None
) -> Iterator[str]:
    """The lines of the diff that generating would make, file by file; files without a line come last, as `git apply` wants."""
    last: list[str] = []
    for folder, files in packages:
        obsolete = (name for name in read_manifest(folder).get("files", {}) if name not in files)
        for name in sorted({*files, *obsolete}):
            lines = list(unified(folder / name, files.get(name), root))
            if lines and lines[0].startswith("diff --git "):
                last += lines
            else:
                yield from lines
    yield from last


def unified(
    path: Path, text: str | None, root: str | None, *, line_ends: bool = True
) -> Iterator[str]:
    """The lines of the diff from the file at `path` to `text` (None: the file goes); none when they are equal.

    `root` is the folder at which paths begin (None: the one where the user stands). Other line ends are no difference
    unless `line_ends`.
    """
    before = _content(path)
    if before is not None and not line_ends:
        before = before.replace("\r\n", "\n")
    if before == text:
        return
    old, new = (_named(mark, path, root) for mark in "ab")
    if not before and not text:
        yield from _empty_file(old, new, before is None)
        return
    names = _NOTHING if before is None else old, _NOTHING if text is None else new
    for line in difflib.unified_diff(_lines(before or ""), _lines(text or ""), *names):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _content(path: Path) -> str | None:
    try:
        return path.read_bytes().decode("utf-8", "replace")
    except OSError:
        return None


def _lines(text: str) -> list[str]:
    """The lines with their ends; nothing but a line feed ends one."""
    *lines, last = text.split("\n")
    return [f"{line}\n" for line in lines] + ([last] if last else [])


def _named(mark: str, path: Path, root: str | None) -> str:
    """A path as git writes it: a tab ends one that has spaces, and one with quotes is quoted."""
    whole = os.path.abspath(path)
    below = os.path.relpath(whole, root or os.curdir)
    shown = Path(whole if below.split(os.sep)[0] == os.pardir else below).as_posix().lstrip("/")
    if _ESCAPED.keys() & set(shown):
        return f'"{mark}/{"".join(_ESCAPED.get(char, char) for char in shown)}"'
    return f"{mark}/{shown}\t" if " " in shown else f"{mark}/{shown}"


def _empty_file(old: str, new: str, comes: bool) -> Iterator[str]:
    """That a file without a line comes or goes, which a plain diff has no way to say."""
    yield f"diff --git {old.rstrip()} {new.rstrip()}"
    yield "new file mode 100644" if comes else "deleted file mode 100644"
    yield "index 0000000..e69de29" if comes else "index e69de29..0000000"
