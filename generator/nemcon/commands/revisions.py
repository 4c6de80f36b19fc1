"""Files as a revision of git has them, or its index: laid out in a folder for as long as a command runs."""

from __future__ import annotations

import os
import posixpath
import subprocess
from collections.abc import Generator, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from posixpath import normpath
from tempfile import TemporaryDirectory
from typing import Any

from nemcon.errors import NemconError, UsageError
from nemcon.records import dataclass, replace

_KINDS = (".json", ".yaml", ".yml")
"""What references may name."""
_AT_ONCE = 100


@dataclass(frozen=True)
class Tree:
    """The files of a revision in `folder`; `here` is where the user stands, `top` the repository, `paths` all there is."""

    revision: str
    folder: Path
    here: Path
    top: Path
    blobs: dict[str, str]

    def find(self, path: str) -> Path | None:
        """A file as git names it: from the top of the repository, or from here when it begins with a dot or is not there."""
        beside = normpath((self.here.relative_to(self.folder) / path).as_posix())
        places = [beside] if path.startswith(".") else [normpath(path), beside]
        found = next((place for place in places if place in self.blobs), None)
        if found is None:
            return None
        self.lay_out([found])
        return self.folder / found

    def lay_out_below(self, folder: Path) -> None:
        """Lays out what references may name in a folder and below it."""
        inside = folder.relative_to(self.folder).as_posix()
        start = "" if inside == "." else f"{inside}/"
        self.lay_out([it for it in self.blobs if it.startswith(start) and it.endswith(_KINDS)])

    def instead_of(self, file: str) -> Path | None:
        """A file of the working tree as the revision has it, None when it has not; one that is elsewhere is what it is."""
        try:
            path = Path(os.path.abspath(file)).relative_to(self.top).as_posix()
        except ValueError:
            return Path(file)
        if path not in self.blobs:
            return None
        self.lay_out([path])
        return self.folder / path

    def lay_out(self, paths: Sequence[str]) -> None:
        """Writes files into the folder, some at a time."""
        missing = [path for path in paths if not (self.folder / path).exists()]
        for start in range(0, len(missing), _AT_ONCE):
            self._write(missing[start : start + _AT_ONCE])

    def _write(self, missing: Sequence[str]) -> None:
        asked = "".join(f"{self.blobs[path]}\n" for path in missing).encode()
        said = memoryview(_git(self.revision, "cat-file", "--batch", given=asked))
        for path in missing:
            head, _, _ = bytes(said[:200]).partition(b"\n")
            start, size = len(head) + 1, int(head.split()[2])
            target = self.folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(said[start : start + size])
            said = said[start + size + 1 :]


class Trees:
    """The revisions that a command is about, each laid out once."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._trees: dict[str, Tree] = {}

    def of(self, revision: str, named: str) -> Tree:
        """The files of a revision; of the index when it is "". Raises UsageError when git has no such thing."""
        if revision not in self._trees:
            folder = Path(self._stack.enter_context(TemporaryDirectory())).resolve()
            self._trees[revision] = _tree(revision, named, folder)
        return self._trees[revision]

    @contextmanager
    def named_as_given(self) -> Generator[None]:
        """Has errors about files of a revision name them as the user does."""
        try:
            yield
        except NemconError as error:
            known: Any = error
            for folder, revision in self._names():
                known = _renamed(known, folder, revision)
            raise known from None

    def shown(self, file: str) -> str:
        """A file as the user names it."""
        for folder, revision in self._names():
            file = file.replace(folder, revision)
        return file

    def _names(self) -> Iterator[tuple[str, str]]:
        """The folders of the revisions, and what stands for them."""
        for tree in self._trees.values():
            for folder in (f"{tree.folder}/", str(tree.folder)):
                yield folder, f"{tree.revision}:"


def _tree(revision: str, named: str, folder: Path) -> Tree:
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision")
    said = _git(named, "rev-parse", "--show-toplevel", "--show-prefix").decode()
    top, prefix, _ = said.split("\n")
    if revision:
        _git(named, "rev-parse", "--verify", "--quiet", f"{revision}^{{tree}}")
        listed = _git(named, "ls-tree", "-r", "-z", "--full-tree", revision)
    else:
        listed = _git(named, "-C", top, "ls-files", "--stage", "-z")
    blobs = dict(_blobs(listed))
    here = folder / prefix
    here.mkdir(parents=True, exist_ok=True)
    tree = Tree(revision, folder, here, Path(top), blobs)
    above = [posixpath.join(it.as_posix(), "pyproject.toml") for it in _and_above(Path(prefix))]
    tree.lay_out([path for path in map(normpath, above) if path in blobs])
    return tree


def _and_above(path: Path) -> Iterator[Path]:
    yield path
    yield from path.parents


def _blobs(listed: bytes) -> Iterator[tuple[str, str]]:
    """The plain files in what `ls-tree` or `ls-files --stage` says, with the names of their contents."""
    for line in listed.split(b"\0"):
        head, _, path = line.partition(b"\t")
        if head.startswith(b"100"):
            words = head.split()
            yield os.fsdecode(path), (words[2] if words[1] == b"blob" else words[1]).decode()


def _renamed(error: Any, before: str, after: str) -> Any:
    """An error about a file that the user knows by another name."""
    if not hasattr(error, "position"):
        return type(error)(str(error).replace(before, after))
    position = replace(error.position, file=error.position.file.replace(before, after))
    return type(error)(position, error.problem.replace(before, after))


def _git(named: str, *words: str, given: bytes | None = None) -> bytes:
    """What git says. Raises UsageError with its last line when it fails."""
    try:
        done = subprocess.run(["git", *words], input=given, capture_output=True, check=False)
    except OSError as error:
        raise UsageError(f"{named}: git cannot be run: {error.strerror}") from None
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"{named}: {why[-1] if why else 'git has no such revision'}")
    return done.stdout
