"""The documents a schema is made of: the one compiled, those given with it, those beside it, and the metaschemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import urlsplit

from nemcon.errors import Position, SchemaError, UsageError
from nemcon.read.folders import Folders
from nemcon.read.texts import MAX_BYTES, MAX_DIGITS, Text, check_depth, read_json, too_deep
from nemcon.read.uris import Climbs, is_relative, joined, plain, relative
from nemcon.read.values import is_array, is_object

if TYPE_CHECKING:
    from nemcon.read.graph import JSON

Given: TypeAlias = "Mapping[str, JSON | Text]"
"""Documents by URI, as Python values or as texts already read."""

BUILT_IN_HOSTS = ("http://json-schema.org/", "https://json-schema.org/")


class Documents:
    """Finds the document a URI names: what was given, what is built in, and files below a root. Never uses the network.

    `main` is the URI of the main document: the path that files beside it would call it, "" when it is no file. `folders`
    say where it is, None when it is nowhere; its URI begins `levels` folders above it all the same.
    """

    def __init__(
        self,
        given: Given | None = None,
        folders: Folders | None = None,
        main: str = "",
        levels: int = 0,
    ) -> None:
        self.main = main
        self.levels = levels
        self._folders = folders
        self._base = folders.uri("") if folders else unknown(levels)
        self._given = {self._named(uri): value for uri, value in (given or {}).items()}
        self._found: dict[str, Text | None] = {}
        self._home: str | None = None

    def _named(self, uri: str) -> str:
        """The URI of a document that was given: as the main document would write it."""
        uri = plain(uri.removesuffix("#"))
        try:
            return joined(f"{self._base}main", uri)
        except (Climbs, ValueError):
            return uri

    def give(self, uri: str, text: Text) -> Text:
        """Has a document at a URI, unless one was given; returns the one that is there."""
        self._given.setdefault(uri, text)
        return self.get(uri) or text

    def called(self, uri: str) -> None:
        """The main document says that its identifier is `uri`: its neighbours may say so of themselves too."""
        if "://" not in uri:
            return
        self._home = uri[: uri.rindex("/") + 1]
        for name, value in list(self._given.items()):
            if is_relative(name):
                self._given.setdefault(joined(uri, relative(f"{self._base}main", name)), value)

    def get(self, uri: str) -> Text | None:
        """The document at `uri` (no fragment), or None when there is none."""
        if uri not in self._found:
            self._found[uri] = self._find(uri)
        return self._found[uri]

    def given(self) -> Iterator[str]:
        """The URIs of the documents that were given."""
        yield from self._given

    def missing(self, uri: str) -> str:
        """Why there is no document at `uri`, and what to do about it."""
        out = self._folders.out_of(uri) if self._folders and is_relative(uri) else None
        why = (
            "outside of what is given" if out is None else f"out of {out!r}, where no file is read"
        )
        name = relative(f"{self._base}main", uri)
        return f"leads {why}; give that document as the resource {name!r}"

    def _find(self, uri: str) -> Text | None:
        if uri in self._given:
            value = self._given[uri]
            return value if isinstance(value, Text) else text_of_value(uri, value)
        if uri.startswith(BUILT_IN_HOSTS):
            return _metaschema(uri)
        if self._folders is None:
            return None
        for levels, home in enumerate(self._homes()):
            if uri.startswith(home):
                found = _read(self._folders.beside(uri[len(home) :], levels))
                return found if found is not None and _identifies(found.value, uri) else None
        try:
            parts = urlsplit(uri)
        except ValueError:
            return None
        if parts.scheme or parts.netloc or parts.query or parts.path[:1] in ("", "/"):
            return None
        return _read(self._folders.find(parts.path))

    def _homes(self) -> Iterator[str]:
        """What the identifiers of files begin with: of those beside the main document, and of those in folders above it."""
        home = self._home
        while home is not None:
            yield home
            home = home[: home.rindex("/", 0, -1) + 1] if home.count("/") > 3 else None


def unknown(levels: int) -> str:
    """What stands for so many folders of which nothing is known."""
    return "_/" * levels


def _read(found: tuple[Path, str] | None) -> Text | None:
    return None if found is None else read_file(*found)


def _identifies(value: JSON, uri: str) -> bool:
    """Whether the document says itself that it is `uri`."""
    if not isinstance(value, dict):
        return False
    names = [value.get(keyword) for keyword in ("$id", "id")]
    return any(
        isinstance(name, str) and joined(uri, name).removesuffix("#") == uri for name in names
    )


def text_of_value(name: str, value: Any) -> Text:
    """A document given as a Python value, which must be JSON; its places are told by pointer alone."""
    place = Position(name, 1, 1, "")
    try:
        copy: JSON = json.loads(json.dumps(value, allow_nan=False))
    except RecursionError:
        raise SchemaError(place, too_deep()) from None
    except (TypeError, ValueError) as error:
        problem = str(error)
        if "digits" in problem:
            problem = f"an integer has more than {MAX_DIGITS} digits"
        raise SchemaError(place, f"this is not JSON: {problem}") from None
    check_depth(name, copy)
    _check_keys(place, value)
    return Text(name, copy)


def _check_keys(place: Position, value: Any) -> None:
    pending: list[Any] = [value]
    while pending:
        item = pending.pop()
        if is_object(item):
            wrong = [key for key in item if not _is_text(key)]
            if wrong:
                raise SchemaError(place, f"this is not JSON: the key {wrong[0]!r} is no string")
            pending.extend(item.values())
        elif is_array(item):
            pending.extend(item)


def _is_text(key: object) -> bool:
    return isinstance(key, str)


def read_file(path: Path, name: str) -> Text:
    """The JSON or YAML document in a file. Raises UsageError when it cannot be read, SchemaError when it is neither."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UsageError(f"{name}: cannot be read: {reason or error}") from None
    return read_text(name, data)


def read_text(name: str, data: bytes) -> Text:
    """`data` as YAML when `name` ends in .yaml or .yml, as JSON otherwise."""
    if name.lower().endswith((".yaml", ".yml")):
        from nemcon.read.yaml import read_yaml

        return read_yaml(name, data)
    return read_json(name, data)


def _metaschema(uri: str) -> Text | None:
    """A metaschema of json-schema.org, from the package that carries them."""
    from nemcon.read.metaschemas import contents

    value = contents(uri)
    return None if value is None else Text(uri, value)
