"""What a run notes for the next: that with these words there was nothing to do, and the state of every file that shows it.

Notes are kept in the user's cache folder. A note holds as long as the system says the same of each file: its number, size
and times. The time of its last change cannot be put back, so an edit that keeps size and date is one too. Nothing is believed
that another user wrote, or that a note would not say.
"""

import os
import sys
from binascii import crc32
from stat import S_ISREG

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_MOST = 64
"""So many notes are kept."""
_SETTLED = 2_000_000_000
"""Nanoseconds after which a file that is written again gets another time, on every system."""
_LONGEST = 2**24
"""No note has more bytes."""
_ENCODING = ("utf-8", "surrogateescape")
_MISSING = "-"


def noted(words: list[str]) -> str | None:
    """What a run with these words would print that finds nothing to do; None where that is not known."""
    try:
        heading = _heading(words)
        place = _place(heading)
        found, *lines = ("",) if place is None else _read(place).split("\n")
    except OSError:
        return None
    if found != heading:
        return None
    said: list[str] = []
    for line in lines:
        state, mark, path = line.partition("\t")
        if not mark and _is_plain(line):
            said.append(line)
        elif _state(path) != state:
            return None
    return "\n".join(said)


def note(
    words: list[str], said: list[str], files: list[str], decide: list[str], started: int
) -> None:
    """Keeps that a run with these words says this and does nothing while the files, those that `decide` what is done (there or
    not), and the generator stay as they are.

    Nothing is kept where one of them was written about when the run `started` (in nanoseconds), or later.
    """
    heading = _heading(words)
    place = _place(heading)
    every = [*files, *decide, *_generator()]
    if place is None or not all(map(_is_plain, said)) or any("\n" in path for path in every):
        return
    if _MISSING in map(_state, files):
        return
    states = [f"{_state(path)}\t{path}" for path in every]
    if max(map(_changed, every)) > started - _SETTLED:
        return
    temporary = f"{place}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(place), 0o700, exist_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with open(descriptor, "wb") as stream:
                stream.write("\n".join([heading, *states, *said, ""]).encode(*_ENCODING))
            os.replace(temporary, place)
        except OSError:
            os.unlink(temporary)
    except OSError:
        return


def _read(place: str) -> str:
    """The text of a note that the user wrote; of nothing else that may stand there."""
    descriptor = os.open(place, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    with open(descriptor, "rb") as stream:
        it = os.fstat(descriptor)
        own = S_ISREG(it.st_mode) and it.st_uid == os.geteuid() and it.st_size <= _LONGEST
        return stream.read(_LONGEST).decode(*_ENCODING) if own else ""


def _is_plain(said: str) -> bool:
    """Whether any terminal shows the line as it is."""
    return said.isascii() and said.isprintable()


def _heading(words: list[str]) -> str:
    """What a note is for, on one line."""
    return repr((words, os.getcwd(), _PACKAGE, sys.version))


def _place(heading: str) -> str | None:
    """The file of a note; None where the system tells too little of a file, or the user has no folder for caches."""
    home = os.path.expanduser("~/.cache")
    folder = os.environ.get("XDG_CACHE_HOME") or home
    if os.name != "posix" or not os.path.isabs(folder):
        return None
    return f"{folder}/nemcon/{crc32(heading.encode('utf-8', 'replace')) % _MOST}"


def _state(path: str) -> str:
    """What the system says of a file or folder."""
    try:
        it = os.stat(path)
    except (OSError, ValueError):
        return _MISSING
    return f"{it.st_dev} {it.st_ino} {it.st_size} {it.st_mtime_ns} {it.st_ctime_ns}"


def _changed(path: str) -> int:
    """When a file or folder was changed last, or the link that leads there."""
    try:
        every = (os.stat(path), os.lstat(path))
    except (OSError, ValueError):
        return 0
    return max(max(it.st_mtime_ns, it.st_ctime_ns) for it in every)


def _generator() -> list[str]:
    """All that nemcon consists of: what is edited shows in a file, what comes or goes in a folder."""
    from nemcon.read.formats import folder

    found: list[str] = []
    for room in (_PACKAGE, str(folder())):
        for where, inner, names in os.walk(room):
            inner[:] = sorted(name for name in inner if name != "__pycache__")
            found += [where, *(f"{where}/{name}" for name in sorted(names))]
    return list(dict.fromkeys(found))
