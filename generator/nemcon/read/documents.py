"""The documents a schema is made of: the one compiled, those given with it, those beside it, and the metaschemas."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from os.path import join as join_path
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote, unquote, urlsplit

from nemcon.errors import Position, SchemaError, UsageError
from nemcon.read.texts import MAX_BYTES, MAX_DIGITS, Text, check_depth, read_json, too_deep
from nemcon.read.uris import joined, plain
from nemcon.read.values import is_array, is_object

if TYPE_CHECKING:
    from nemcon.read.graph import JSON

Given: TypeAlias = "Mapping[str, JSON | Text]"
"""Documents by URI, as Python values or as texts already read."""

BUILT_IN_HOSTS = ("http://json-schema.org/", "https://json-schema.org/")


class Documents:
    """Finds the document a URI names. Reads no file outside the folder of `file`, and never the network.

    `file` is the path of the main document as the user named it, None when it is no file.
    """

    def __init__(self, given: Given | None = None, file: str | None = None) -> None:
        self._given = {plain(uri.removesuffix("#")): value for uri, value in (given or {}).items()}
        self._folder = None if file is None else Path(file).resolve().parent
        self._shown = "" if file is None else str(Path(file).parent)
        self._home: str | None = None
        self._found: dict[str, Text | None] = {}
        self.main = "" if file is None else quote(Path(file).name)
        """The URI of the main document: what files beside it would call it."""

    def called(self, uri: str) -> None:
        """The main document says that its identifier is `uri`: its neighbours may say so of themselves too."""
        if "://" in uri:
            self._home = uri[: uri.rindex("/") + 1]

    def get(self, uri: str) -> Text | None:
        """The document at `uri` (no fragment), or None when there is none."""
        if uri not in self._found:
            self._found[uri] = self._find(uri)
        return self._found[uri]

    def given(self) -> Iterator[str]:
        """The URIs of the documents that were given."""
        yield from self._given

    def _find(self, uri: str) -> Text | None:
        if uri in self._given:
            value = self._given[uri]
            return value if isinstance(value, Text) else text_of_value(uri, value)
        if uri.startswith(BUILT_IN_HOSTS):
            return _metaschema(uri)
        if self._home is not None and uri.startswith(self._home):
            found = self._beside(uri[len(self._home) :])
            return found if found is not None and _identifies(found.value, uri) else None
        try:
            parts = urlsplit(uri)
        except ValueError:
            return None
        if parts.scheme or parts.netloc or parts.query or parts.path[:1] in ("", "/"):
            return None
        return self._beside(parts.path)

    def _beside(self, relative: str) -> Text | None:
        """The file at `relative`, percent-encoded, when it is inside the folder of the main one."""
        if self._folder is None:
            return None
        name = unquote(relative)
        try:
            path = (self._folder / name).resolve()
            if not path.is_relative_to(self._folder) or not path.is_file():
                return None
        except (OSError, ValueError, RuntimeError):
            return None
        return read_file(path, join_path(self._shown, name) if self._shown != "." else name)


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
