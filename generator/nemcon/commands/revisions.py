"""Files as a revision of git has them."""

from __future__ import annotations

import subprocess
import tarfile
from io import BytesIO
from pathlib import Path
from posixpath import dirname, normpath

from nemcon.errors import UsageError


def extracted(revision: str, path: str, folder: str) -> str:
    """Puts the folder of a file, as a revision has it, into `folder`; returns the path of the file in there.

    `path` is as git takes it: from the top of the repository, or from here when it begins with a dot; one that is not
    there from the top is looked for from here too. Raises UsageError when git has no such thing.
    """
    named = f"{revision}:{path}"
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision")
    top, prefix, _ = (
        _git(named, "rev-parse", "--show-toplevel", "--show-prefix").decode().split("\n")
    )
    _git(named, "rev-parse", "--verify", "--quiet", f"{revision}^{{tree}}")
    here = normpath(f"{prefix}{path}")
    places = [here] if path.startswith(".") else [normpath(path), here]
    found = next((place for place in places if _has(revision, place)), places[0])
    if not _has(revision, found):
        raise UsageError(f"{named}: cannot be read: No such file or directory")
    parent = dirname(found)
    words = ["-C", top, "archive", "--format=tar", revision, "--", *([parent] if parent else [])]
    with tarfile.open(fileobj=BytesIO(_git(named, *words))) as archive:
        for member in archive:
            content = archive.extractfile(member) if member.isfile() else None
            if content is not None:
                target = Path(folder, member.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(content.read())
    return f"{folder}/{found}"


def _has(revision: str, path: str) -> bool:
    command = ["git", "cat-file", "-e", f"{revision}:{path}"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _git(named: str, *words: str) -> bytes:
    """What git says. Raises UsageError with its last line when it fails."""
    try:
        done = subprocess.run(["git", *words], capture_output=True, check=False)
    except OSError as error:
        raise UsageError(f"{named}: git cannot be run: {error.strerror}") from None
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"{named}: {why[-1] if why else 'git has no such revision'}")
    return done.stdout
