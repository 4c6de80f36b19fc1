"""The places of a schema that an edit may be about: every subschema, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Schema = dict[str, Any]

DEFINITIONS = ("$defs", "definitions")
_MAPS = ("properties", "patternProperties", *DEFINITIONS, "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLES = ("items", "additionalProperties", "not", "if", "then", "else", "contains")


Path = tuple[str, ...]
"""The names on the way to a place: of properties and definitions, and titles."""


def subschemas(schema: Any, path: Path = ()) -> Iterator[tuple[Path, Schema]]:
    """The schema and all below it that are objects."""
    if not isinstance(schema, dict):
        return
    if isinstance(schema.get("title"), str):
        path = (*path, schema["title"])
    yield path, schema
    for keyword, value in schema.items():
        if keyword in _MAPS and isinstance(value, dict):
            for name, child in value.items():
                yield from subschemas(child, (*path, name))
        elif keyword in _LISTS and isinstance(value, list):
            for child in value:
                yield from subschemas(child, path)
        elif keyword in _SINGLES:
            yield from subschemas(value, path)


def chosen(schema: Schema, fits: Callable[[Schema], bool]) -> tuple[Path, Schema] | None:
    """The middle one of the subschemas that fit: neither the first nor the last, as edits in real life."""
    every = [it for it in subschemas(schema) if fits(it[1])]
    return every[len(every) // 2] if every else None


def definitions(schema: Schema) -> dict[str, Any] | None:
    """The object that has the definitions."""
    return next((schema[it] for it in DEFINITIONS if schema.get(it)), None)


def has(*keywords: str) -> Callable[[Schema], bool]:
    """Fits a subschema with one of the keywords."""
    return lambda it: any(keyword in it for keyword in keywords)


def typed(*types: str, without: tuple[str, ...] = ()) -> Callable[[Schema], bool]:
    """Fits a subschema of one of the types that has none of some keywords."""
    barred = ("enum", "const", *without)
    return lambda it: it.get("type") in types and not any(keyword in it for keyword in barred)
