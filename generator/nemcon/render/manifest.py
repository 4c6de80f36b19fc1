"""The manifest: what a package was made of, so that anyone can tell later what changed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from nemcon.read.formats import folder

if TYPE_CHECKING:
    from nemcon.read.graph import JSON


def manifest(
    files: Mapping[str, str], name: str, targets: Sequence[str], options: Mapping[str, JSON]
) -> str:
    """The text of manifest.json: digests of the other files and of the generator, the name and the options."""
    said = {
        "name": name,
        "targets": list(targets),
        "options": dict(options),
        "generator": fingerprint(),
        "schema": digest(files["schema.json"]),
        "files": {path: digest(text) for path, text in sorted(files.items())},
    }
    return json.dumps(said, indent=2) + "\n"


def json_text(value: JSON) -> str:
    """A JSON file of the package."""
    return json.dumps(value, indent=2, ensure_ascii=True) + "\n"


def digest(text: str) -> str:
    """The SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_SOURCES = frozenset([".py", ".jinja", ".toml", ".json", ".txt"])


@cache
def fingerprint() -> str:
    """A digest of the generator: of everything that decides what it prints, but for what is made of that."""
    package = Path(__file__).resolve().parents[1]
    rooms = [package / name for name in ("read", "model", "fixtures", "render")]
    found = [path for room in (*rooms, folder()) for path in room.rglob("*")]
    whole = hashlib.sha256()
    for path in sorted(found, key=lambda path: path.as_posix()):
        if path.suffix in _SOURCES and path.parent.name != "generated":
            whole.update(path.name.encode())
            whole.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return whole.hexdigest()
