"""What a run notes for the next: that with these words there was nothing to do, and the state of every file that shows it.

Notes are kept in the user's cache folder. A note holds as long as the system says the same of each file: its number, size
and times. The time of its last change cannot be put back, so an edit that keeps size and date is one too.
"""

import os
import sys
from binascii import crc32

_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_MOST = 64
"""So many notes are kept."""
_SETTLED = 2_000_000_000
"""Nanoseconds after which a file that is written again gets another time, on every system."""
_MISSING = "-"


def noted(words: list[str]) -> str | None:
    """What a run with these words would print that finds nothing to do; None where that is not known."""
    heading = _heading(words)
    place = _place(heading)
    if place is None:
        return None
    try:
        with open(place, encoding="utf-8", errors="surrogateescape") as stream:
            found, *lines = stream.read().split("\n")
    except OSError:
        return None
    if found != heading:
        return None
    said: list[str] = []
    for line in lines:
        state, mark, path = line.partition("\t")
        if not mark:
            said.append(line)
        elif _state(path) != state:
            return None
    return "\n".join(said)


def note(words: list[str], said: list[str], files: list[str], started: int) -> None:
    """Keeps that a run with these words says this and does nothing while the files and the generator stay as they are.

    Nothing is kept where one of them was written about when the run `started` (in nanoseconds), or later.
    """
    heading = _heading(words)
    place = _place(heading)
    every = [*files, *_generator()]
    plain = all(it.isascii() and it.isprintable() for it in said)
    if place is None or not plain or any("\n" in path for path in every):
        return
    states = [f"{_state(path)}\t{path}" for path in every]
    if max(map(_changed, every)) > started - _SETTLED:
        return
    temporary = f"{place}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(place), 0o700, exist_ok=True)
        with open(temporary, "w", encoding="utf-8", errors="surrogateescape") as stream:
            stream.write("\n".join([heading, *states, *said, ""]))
        os.replace(temporary, place)
    except OSError:
        return


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
    """When a file or folder was changed last."""
    try:
        it = os.stat(path)
    except (OSError, ValueError):
        return 0
    return max(it.st_mtime_ns, it.st_ctime_ns)


def _generator() -> list[str]:
    """All that nemcon consists of: what is edited shows in a file, what comes or goes in a folder."""
    from nemcon.read.formats import folder

    found: list[str] = []
    for room in (_PACKAGE, str(folder())):
        for where, inner, names in os.walk(room):
            inner[:] = sorted(name for name in inner if name != "__pycache__")
            found += [where, *(f"{where}/{name}" for name in sorted(names))]
    return list(dict.fromkeys(found))
