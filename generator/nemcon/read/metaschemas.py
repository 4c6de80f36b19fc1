"""The metaschemas, and whether a schema is valid against its own.

Those of the drafts are checked by validators that nemcon generated from them (`generated`); one that
somebody else wrote is checked by `jsonschema`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from nemcon.read.dialects import (
    DRAFT4,
    DRAFT6,
    DRAFT7,
    DRAFT201909,
    DRAFT202012,
    OPENAPI30,
    Dialect,
)
from nemcon.read.graph import JSON
from nemcon.read.pointers import join, resolve, tokens

VALIDATORS = {
    DRAFT4: "draft4",
    DRAFT6: "draft6",
    DRAFT7: "draft7",
    DRAFT201909: "draft201909",
    DRAFT202012: "draft202012",
    OPENAPI30: "openapi30",
}
"""The generated validator of each standard metaschema; also its folder in the package that carries them."""

FRAMES = 10_000
"""How deep Python may call functions while a schema is checked: enough for one as deep as schemas may be."""


class Part(NamedTuple):
    """A schema in a document, and the dialect it is written in."""

    pointer: str
    dialect: Dialect


@cache
def contents(uri: str) -> JSON:
    """The metaschema at `uri`, or None when there is none of that name."""
    text = _openapi() if uri == OPENAPI30 else _standard(uri)
    value: JSON = None if text is None else json.loads(text)
    return value


def _openapi() -> str:
    return Path(__file__).parent.joinpath("generated", "openapi30.schema.json").read_text("utf-8")


def _standard(uri: str) -> str | None:
    """The text of a metaschema of the drafts."""
    from importlib.resources import files

    base = files("jsonschema_specifications") / "schemas"
    if uri in VALIDATORS:
        return (base / VALIDATORS[uri] / "metaschema.json").read_text(encoding="utf-8")
    for root in (DRAFT201909, DRAFT202012):
        prefix = root.removesuffix("schema") + "meta/"
        if uri.startswith(prefix) and "/" not in uri[len(prefix) :]:
            path = base / VALIDATORS[root] / "vocabularies" / uri[len(prefix) :]
            return path.read_text(encoding="utf-8") if path.is_file() else None
    return None


def problem(
    document: JSON, parts: Sequence[Part], metaschema: Callable[[str], JSON]
) -> tuple[str, str] | None:
    """What is wrong, by their metaschemas, with some schemas of a document: pointer and message; None when nothing is.

    `parts` are the schema to check and those inside of it that are written in another dialect. `metaschema` gives the
    text of the metaschema at a URI.
    """
    for part in parts:
        inside = [it.pointer for it in parts if it.pointer.startswith(f"{part.pointer}/")]
        schema = _without(resolve(document, part.pointer), part.pointer, inside)
        for found in _problems(schema, part.dialect, metaschema):
            return part.pointer + found[0], found[1]
    return None


def _without(schema: JSON, at: str, inside: Sequence[str]) -> JSON:
    """The schema with the schemas at the pointers `inside` left empty; nothing of it is changed in place."""
    for pointer in inside:
        schema = _emptied(schema, tokens(pointer[len(at) :]))
    return schema


def _emptied(value: JSON, path: list[str]) -> JSON:
    if not path:
        return {}
    if isinstance(value, dict) and path[0] in value:
        return {**value, path[0]: _emptied(value[path[0]], path[1:])}
    if isinstance(value, list):
        return [
            _emptied(it, path[1:]) if str(index) == path[0] else it
            for index, it in enumerate(value)
        ]
    return value


def _problems(
    schema: JSON, dialect: Dialect, metaschema: Callable[[str], JSON]
) -> Iterator[tuple[str, str]]:
    validator = import_module(f"nemcon.read.generated.{VALIDATORS[dialect.standard]}")
    errors = _deeply(
        lambda: [] if validator.is_valid(schema) else list(validator.iter_errors(schema))
    )
    for error in errors:
        missing = error.keyword == "false schema"
        message = "OpenAPI 3.0 does not have this keyword" if missing else error.message
        yield error.instance_location, message
    custom = None if dialect.uri == dialect.standard else metaschema(dialect.uri)
    if custom is not None:
        yield from _custom_problems(schema, custom, metaschema)


def _deeply(check: Callable[[], list[Any]]) -> list[Any]:
    """What `check` says, which may call functions FRAMES deep."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        return check()
    finally:
        sys.setrecursionlimit(before)


def _custom_problems(
    schema: JSON, custom: Any, metaschema: Callable[[str], JSON]
) -> Iterator[tuple[str, str]]:
    referencing: Any = import_module("referencing")
    fallback: Any = import_module("referencing.jsonschema").DRAFT202012
    kind: Any = import_module("jsonschema.validators").validator_for(custom)

    def found(uri: str) -> Any:
        text = metaschema(uri.removesuffix("#"))
        if text is None:
            raise LookupError(uri)
        return fallback.create_resource(text)

    try:
        for error in kind(custom, registry=referencing.Registry(retrieve=found)).iter_errors(
            schema
        ):
            yield join("", *error.absolute_path), " ".join(error.message.split())[:200]
    except RecursionError:
        yield "", "the schema nests too deep to be checked against its metaschema"
    except Exception as error:
        yield "", f"its metaschema cannot be used: {' '.join(str(error).split())[:200]}"
