"""Files reach the disk all or nothing: every text is safely written before the first name changes, the manifest last.

A run that is killed leaves each file whole, old or new; the next run finishes the work and says so.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from nemcon.commands.staging import (
    Staged,
    attested,
    clean,
    digest,
    locked,
    other_line_ends,
    put,
    staged,
    sync,
    undisturbed,
)
from nemcon.errors import NemconError, UsageError
from nemcon.records import dataclass, field

MANIFEST = "manifest.json"
MAX_HANDLES = 200
"""So many files may be open at once; where there are more, they have names for a moment."""
_OBJECT: type[Any] = dict


class HandEdited(NemconError):
    """Files that would be overwritten are not as nemcon wrote them (exit code 1)."""

    exit_code = 1


@dataclass(frozen=True)
class Outcome:
    """What publishing did, by name in the folder.

    `kept` are files that nemcon no longer makes and leaves alone because somebody edited them. `repaired`: an
    earlier run had been interrupted between two files; `lost`: there was no manifest beside files that are nemcon's.
    """

    written: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    repaired: bool = False
    lost: bool = False


@dataclass(frozen=True)
class _Plan:
    """What has to be done: `write` in this order, then `remove`, the manifest last. `before` is what stands there.

    `edited` are files that have to be written and are not as nemcon wrote them.
    """

    write: Mapping[str, bytes]
    remove: tuple[str, ...]
    kept: tuple[str, ...]
    before: Mapping[str, bytes]
    interrupted: bool
    edited: tuple[str, ...]


@dataclass(frozen=True)
class _Work:
    """A folder, what has to be done there, and the new files as soon as they are on the disk."""

    folder: Path
    plan: _Plan
    leftovers: bool
    ready: list[Staged] = field(default_factory=list[Staged])

    @property
    def outcome(self) -> Outcome:
        plan = self.plan
        repaired = self.leftovers or plan.interrupted
        lost = plan.interrupted and not self.leftovers and MANIFEST not in plan.before
        return Outcome(tuple(plan.write), plan.remove, plan.kept, repaired, lost)


def publish(folder: Path, files: Mapping[str, str], *, force: bool = False) -> Outcome:
    """As `publish_all`, for one folder."""
    (outcome,) = publish_all([(folder, files)], force=force)
    return outcome


def publish_all(
    packages: Sequence[tuple[Path, Mapping[str, str]]], *, force: bool = False
) -> list[Outcome]:
    """Makes each folder hold its files, and none of those that only its last manifest names.

    Raises HandEdited when a file that would change is not as nemcon wrote it (unless `force`), and UsageError when
    something there cannot be written or is no plain file. Either way nothing has changed then, in none of the folders.
    """
    with ExitStack() as stack:
        begun: dict[Path, _Work] = {}
        for folder, files in sorted(packages, key=lambda it: os.path.abspath(it[0])):
            with _refusing(folder):
                stack.enter_context(_existing(folder))
                stack.enter_context(locked(folder))
                begun[folder] = _begun(folder, files, force)
        works = [begun[folder] for folder, _ in packages]
        _refuse_edited(works)
        nameless = sum(len(work.plan.write) for work in works) <= MAX_HANDLES
        for work in works:
            with _refusing(work.folder):
                work.ready.extend(
                    stack.enter_context(staged(work.folder, work.plan.write, nameless))
                )
        with undisturbed():
            _place(works)
        return [work.outcome for work in works]


def _refuse_edited(works: Sequence[_Work]) -> None:
    edited = [
        f"{it.folder}: not as nemcon wrote it: {', '.join(it.plan.edited)}"
        for it in works
        if it.plan.edited
    ]
    if edited:
        raise HandEdited(f"{'; '.join(edited)}; nothing was written (--force overwrites)")


@contextmanager
def _refusing(folder: Path) -> Generator[None]:
    """What cannot be done in a folder is a UsageError that names the file."""
    try:
        yield
    except OSError as error:
        if folder.is_symlink():
            raise UsageError(f"{folder}: is a symbolic link, so nothing was written") from None
        name = error.filename if isinstance(error.filename, str) else str(folder)
        raise UsageError(f"{name}: cannot be written: {error.strerror or error}") from None


@contextmanager
def _existing(folder: Path) -> Generator[None]:
    """The folder, made when it is not there; what was made goes again when nothing could be written into it."""
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        for path in made:
            with suppress(OSError):
                path.rmdir()
        raise


def _begun(folder: Path, files: Mapping[str, str], force: bool) -> _Work:
    leftovers = clean(folder)
    plan = _planned(folder, {name: text.encode("utf-8") for name, text in files.items()}, force)
    return _Work(folder, plan, bool(leftovers))


def _place(works: Sequence[_Work]) -> None:
    """Gives every file its name; where one step fails, all that was done is taken back."""
    begun: list[_Work] = []
    try:
        for work in works:
            begun.append(work)
            with _refusing(work.folder):
                _place_one(work.folder, work.plan, work.ready)
    except BaseException:
        for work in begun:
            _take_back(work.folder, work.plan)
        raise


def _place_one(folder: Path, plan: _Plan, ready: Sequence[Staged]) -> None:
    for file in ready[:-1] if MANIFEST in plan.write else ready:
        file.place()
    for name in plan.remove:
        os.unlink(folder / name)
    sync(folder)
    if MANIFEST in plan.write:
        ready[-1].place()
        sync(folder)


def _take_back(folder: Path, plan: _Plan) -> None:
    """Puts back what stood there; what fails here is finished by the next run."""
    for name in (*plan.write, *plan.remove):
        with suppress(OSError):
            if name not in plan.before:
                (folder / name).unlink(missing_ok=True)
            elif _content(folder / name) != plan.before[name]:
                put(folder, name, plan.before[name])


def _planned(folder: Path, new: Mapping[str, bytes], force: bool) -> _Plan:
    known: dict[str, str] = read_manifest(folder).get("files", {})
    _refuse_what_is_no_file(folder, [*new, *known])
    before = {
        name: data for name in {**new, **known} if (data := _content(folder / name)) is not None
    }
    foreign = {
        name
        for name, data in before.items()
        if digest(data) != known.get(name)
        and not other_line_ends(data, known.get(name, ""))
        and not attested(folder / name, data)
    }
    write = {
        name: new[name] for name in sorted(new, key=_manifest_last) if before.get(name) != new[name]
    }
    edited = sorted(name for name in write if name in foreign and (name != MANIFEST or not known))
    obsolete = sorted(name for name in known if name in before and name not in new)
    kept = tuple(name for name in obsolete if name in foreign and not force)
    ahead = any(
        before.get(name) == new[name] != b"" and digest(new[name]) != known.get(name)
        for name in new
    )
    return _Plan(
        write,
        tuple(name for name in obsolete if name not in kept),
        kept,
        before,
        ahead and MANIFEST in write,
        () if force else tuple(edited),
    )


def _manifest_last(name: str) -> tuple[bool, str]:
    return name == MANIFEST, name


def _refuse_what_is_no_file(folder: Path, names: list[str]) -> None:
    for name in names:
        path = folder / name
        if os.path.basename(name) != name:
            raise UsageError(
                f"{folder / MANIFEST}: names {name!r}, which is no file of the package"
            )
        if path.is_symlink() or (path.exists() and not path.is_file()):
            raise UsageError(f"{path}: is no plain file, so nothing was written")


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest in `folder`; empty when there is none or it is none of ours."""
    data = _content(folder / MANIFEST)
    try:
        found: Any = None if data is None else json.loads(data)
    except (ValueError, RecursionError):
        return {}
    manifest: dict[str, Any] = found if isinstance(found, _OBJECT) else {}
    files: Any = manifest.get("files")
    known = isinstance(files, _OBJECT) and all(isinstance(it, str) for it in files.values())
    return manifest if known else {}


def digest_of(path: Path) -> str | None:
    """The SHA-256 of a file, None when there is none."""
    data = _content(path)
    return None if data is None else digest(data)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return None
