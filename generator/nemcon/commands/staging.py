"""Bytes are safely on the disk before they get a name; then each file has its new content in one step."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

from nemcon.records import dataclass

TEMPORARY = ".nemcon-"
"""How the names begin that a file may have for a moment, before it gets its own."""
_ATTRIBUTE = "user.nemcon.sha256"


@dataclass(frozen=True)
class Staged:
    """A file that is written and has no name yet, or one that nobody looks for; `place` gives it its name."""

    name: str
    place: Callable[[], None]


@contextmanager
def staged(
    folder: Path, contents: Mapping[str, bytes], nameless: bool = True
) -> Generator[list[Staged]]:
    """Every content on the disk, not yet in its place. Raises OSError when one has no room; then nothing is left.

    Files that are not `nameless` need not stay open.
    """
    handles: list[int] = []
    ready: list[Staged] = []
    try:
        for name, data in contents.items():
            handle, temporary = _new_file(folder, name, nameless)
            handles.append(handle)
            ready.append(Staged(name, _placing(folder, name, handle, temporary)))
            _write(handle, data)
            if temporary is not None:
                os.close(handles.pop())
        yield ready
    finally:
        for handle in handles:
            os.close(handle)
        clean(folder)


def put(folder: Path, name: str, data: bytes) -> None:
    """Gives one file its content."""
    with staged(folder, {name: data}) as (file,):
        file.place()


def clean(folder: Path) -> list[str]:
    """Removes files with a name for a moment, those of runs that were killed too; returns their names."""
    found = sorted(path.name for path in folder.glob(f"{TEMPORARY}*"))
    for name in found:
        os.unlink(folder / name)
    return found


def sync(folder: Path) -> None:
    """Has the disk know the names in `folder`."""
    if sys.platform != "win32":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def digest(data: bytes) -> str:
    """The SHA-256 that manifests have."""
    return sha256(data).hexdigest()


def other_line_ends(data: bytes, wanted: str) -> bool:
    """Whether `data` differs from what has the digest `wanted` in its line ends alone, as git's core.autocrlf makes it."""
    return b"\r\n" in data and digest(data.replace(b"\r\n", b"\n")) == wanted


def attested(path: Path, data: bytes) -> bool:
    """Whether the file at `path`, which holds `data`, says of itself that nemcon wrote exactly this."""
    if sys.platform != "linux":
        return False
    try:
        return os.getxattr(path, _ATTRIBUTE, follow_symlinks=False) == digest(data).encode()
    except OSError:
        return False


@contextmanager
def locked(folder: Path) -> Generator[None]:
    """One run at a time in a folder; others wait. Raises OSError when the folder is a symbolic link."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@contextmanager
def undisturbed() -> Generator[None]:
    """Signals that would end the run wait until the block is done."""
    if sys.platform == "win32":
        yield
        return
    ending = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ending)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _new_file(folder: Path, name: str, nameless: bool) -> tuple[int, Path | None]:
    """A new file without a name, or with a temporary one where the system has no nameless files."""
    flag: int = getattr(os, "O_TMPFILE", 0) if nameless else 0
    if flag:
        try:
            return os.open(folder, flag | os.O_WRONLY | os.O_CLOEXEC, 0o666), None
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL):
                raise
    temporary = _temporary(folder, name)
    return os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), temporary


def _temporary(folder: Path, name: str) -> Path:
    return folder / f"{TEMPORARY}{os.getpid()}-{name}"


def _write(handle: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]
    if sys.platform == "linux":
        with suppress(OSError):
            os.setxattr(handle, _ATTRIBUTE, digest(data).encode())
    os.fsync(handle)


def _placing(folder: Path, name: str, handle: int, temporary: Path | None) -> Callable[[], None]:
    """What gives the file its name. A nameless file can get a name only where there is none: it takes two steps then.

    Without a directory handle os.link would call link(), which links the symbolic link in /proc and not its file.
    """

    def place() -> None:
        target, made = folder / name, temporary
        if made is None:
            source = f"/proc/self/fd/{handle}"
            if not target.exists():
                os.link(source, target, src_dir_fd=handle)
                return
            made = _temporary(folder, name)
            os.link(source, made, src_dir_fd=handle)
        os.replace(made, target)

    return place
