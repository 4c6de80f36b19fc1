"""The documents a schema is made of: the one compiled, those given with it, those beside it, and the metaschemas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from nemcon.errors import Position, SchemaError, UsageError
from nemcon.read.graph import JSON
from nemcon.read.texts import Text, check_depth, read_json

BUILT_IN_HOSTS = ("http://json-schema.org/", "https://json-schema.org/")


class Documents:
    """Finds the document a URI names. Reads no file outside `root` and never the network."""

    def __init__(self, resources: Mapping[str, JSON] | None, root: Path | None) -> None:
        self._given = {uri.removesuffix("#"): value for uri, value in (resources or {}).items()}
        self._root = root
        self._found: dict[str, Text | None] = {}

    def get(self, uri: str) -> Text | None:
        """The document at `uri` (no fragment), or None when there is none."""
        if uri not in self._found:
            self._found[uri] = self._find(uri)
        return self._found[uri]

    def _find(self, uri: str) -> Text | None:
        if uri in self._given:
            return text_of_value(uri, self._given[uri])
        if uri.startswith(BUILT_IN_HOSTS):
            return _metaschema(uri)
        parts = urlsplit(uri)
        if self._root is not None and not parts.scheme and not parts.netloc:
            return self._beside(unquote(parts.path))
        return None

    def _beside(self, relative: str) -> Text | None:
        assert self._root is not None
        try:
            path = (self._root / relative).resolve()
            if "\0" in relative or not path.is_relative_to(self._root) or not path.is_file():
                return None
        except (OSError, ValueError):
            return None
        return read_file(path, relative)


def text_of_value(name: str, value: JSON) -> Text:
    """A document given as a Python value; its places are told by pointer alone."""
    check_depth(name, value)
    return Text(name, value)


def read_file(path: Path, name: str) -> Text:
    """The JSON or YAML document in a file. Raises UsageError when it cannot be read, SchemaError when it is neither."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror or error}") from None
    return read_text(name, data)


def read_text(name: str, data: bytes) -> Text:
    """`data` as YAML when `name` ends in .yaml or .yml, as JSON otherwise."""
    if name.lower().endswith((".yaml", ".yml")):
        from nemcon.read.yaml import read_yaml

        return read_yaml(name, data)
    return read_json(name, data)


def given_value(schema: Any) -> Text:
    """A schema given as a Python value, checked to be JSON."""
    if not isinstance(schema, (dict, bool)):
        raise SchemaError(
            Position("<schema>", 1, 1, ""), "a schema is an object or a boolean, not this"
        )
    try:
        text = json.dumps(schema, allow_nan=False)
    except RecursionError:
        raise SchemaError(
            Position("<schema>", 1, 1, ""), "arrays and objects nest too deep"
        ) from None
    except (TypeError, ValueError) as error:
        raise SchemaError(Position("<schema>", 1, 1, ""), f"this is not JSON: {error}") from None
    return text_of_value("<schema>", json.loads(text))


def _metaschema(uri: str) -> Text | None:
    """A metaschema of json-schema.org, from the package that carries them."""
    from nemcon.read.metaschemas import contents

    value = contents(uri)
    return None if value is None else Text(uri, value)
