"""The manifest: what a package was made of, so that anyone can tell later what changed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from json.encoder import encode_basestring_ascii
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
    """A JSON file of the package: what `json.dumps` makes of a value with an indent of two, in a fraction of its time."""
    pieces: list[str] = []
    _write(value, "\n", pieces)
    return "".join(pieces) + "\n"


def _write(value: JSON, start: str, pieces: list[str]) -> None:
    """Adds the text of a value; `start` is the line end and indent of the line that it stands on."""
    if isinstance(value, str):
        pieces.append(encode_basestring_ascii(value))
    elif isinstance(value, dict) and value:
        mark, inside = "{", f"{start}  "
        for key, item in value.items():
            pieces.append(f"{mark}{inside}{encode_basestring_ascii(key)}: ")
            _write(item, inside, pieces)
            mark = ","
        pieces.append(f"{start}}}")
    elif isinstance(value, list) and value:
        mark, inside = "[", f"{start}  "
        for item in value:
            pieces.append(f"{mark}{inside}")
            _write(item, inside, pieces)
            mark = ","
        pieces.append(f"{start}]")
    else:
        pieces.append(json.dumps(value))


def digest(text: str) -> str:
    """The SHA-256 of a text in UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


_SOURCES = frozenset([".py", ".jinja", ".toml", ".json", ".txt"])
_MADE = frozenset(["generated", "__pycache__"])
"""Folders of what is made of the sources."""


@cache
def fingerprint() -> str:
    """A digest of the generator: of everything that decides what it prints, but for what is made of that."""
    package = Path(__file__).resolve().parents[1]
    rooms = [package / name for name in ("fixtures", "model", "read", "render")]
    said: list[bytes] = []
    for room in (*rooms, folder()):
        for path in sorted(_sources(str(room))):
            said.append(os.path.basename(path).encode())
            with open(path, "rb", buffering=0) as source:
                said.append(source.readall())
    return hashlib.sha256(b"".join(said).replace(b"\r\n", b"\n")).hexdigest()


def _sources(room: str) -> Iterator[str]:
    for where, inner, names in os.walk(room):
        inner[:] = [name for name in inner if name not in _MADE]
        for name in names:
            if os.path.splitext(name)[1] in _SOURCES:
                yield f"{where}/{name}".replace(os.sep, "/")
