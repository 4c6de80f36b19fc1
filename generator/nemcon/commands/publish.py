"""Files reach the disk all or nothing: every text is safely written before the first name changes, the manifest last.

A run that is killed leaves each file whole, old or new; the next run finishes the work and says so.
"""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from nemcon.commands.staging import attested, clean, digest, locked, put, staged, sync, undisturbed
from nemcon.errors import NemconError, UsageError
from nemcon.records import dataclass

MANIFEST = "manifest.json"
_OBJECT: type[Any] = dict


class HandEdited(NemconError):
    """Files that would be overwritten are not as nemcon wrote them (exit code 1)."""

    exit_code = 1


@dataclass(frozen=True)
class Outcome:
    """What publishing did, by name in the folder.

    `kept` are files that nemcon no longer makes and leaves alone because somebody edited them. `repaired`: an
    earlier run had been interrupted between two files.
    """

    written: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    repaired: bool = False


@dataclass(frozen=True)
class _Plan:
    """What has to be done: `write` in this order, then `remove`, the manifest last. `before` is what stands there."""

    write: Mapping[str, bytes]
    remove: tuple[str, ...]
    kept: tuple[str, ...]
    before: Mapping[str, bytes]
    interrupted: bool


def publish(folder: Path, files: Mapping[str, str], *, force: bool = False) -> Outcome:
    """Makes `folder` hold `files`, and none of those that only its last manifest names.

    Raises HandEdited when a file that would change is not as nemcon wrote it (unless `force`), and UsageError when
    something there cannot be written or is no plain file. Either way nothing has changed then.
    """
    try:
        with _existing(folder), locked(folder):
            return _publish(folder, files, force)
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


def _publish(folder: Path, files: Mapping[str, str], force: bool) -> Outcome:
    leftovers = clean(folder)
    plan = _planned(folder, {name: text.encode("utf-8") for name, text in files.items()}, force)
    with staged(folder, plan.write) as ready, undisturbed():
        try:
            for file in ready[:-1] if MANIFEST in plan.write else ready:
                file.place()
            for name in plan.remove:
                os.unlink(folder / name)
            sync(folder)
            if MANIFEST in plan.write:
                ready[-1].place()
                sync(folder)
        except BaseException:
            _take_back(folder, plan)
            raise
    repaired = bool(leftovers) or plan.interrupted
    return Outcome(tuple(plan.write), plan.remove, plan.kept, repaired)


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
        if digest(data) != known.get(name) and not attested(folder / name, data)
    }
    write = {
        name: new[name] for name in sorted(new, key=_manifest_last) if before.get(name) != new[name]
    }
    edited = sorted(name for name in write if name in foreign and (name != MANIFEST or not known))
    if edited and not force:
        raise HandEdited(
            f"{folder}: not as nemcon wrote it: {', '.join(edited)}; nothing was written (--force overwrites)"
        )
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
