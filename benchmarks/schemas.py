"""Schemas of any size, for measuring growth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FIELDS: list[Any] = [
    {"type": "string", "minLength": 1},
    {"type": "integer", "minimum": 0},
    {"type": "number"},
    {"type": "boolean"},
    {"type": ["string", "null"]},
    {"enum": ["north", "south", "east", "west"]},
    {"type": "array", "items": {"type": "string"}},
    {"type": "object", "additionalProperties": {"type": "integer"}},
]


def many_definitions(number: int) -> dict[str, Any]:
    """A schema of that many definitions of ten fields; each refers to two of those before it."""
    definitions = {f"Record{_word(place)}": _record(place) for place in range(number)}
    last = [{"$ref": f"#/$defs/{name}"} for name in list(definitions)[-3:]]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ledger",
        "type": "object",
        "properties": {"records": {"type": "array", "items": {"anyOf": last}}},
        "$defs": definitions,
    }


def _record(place: int) -> dict[str, Any]:
    fields = {f"field_{_word(number).lower()}": schema for number, schema in enumerate(FIELDS)}
    for name, other in (("left", place // 2), ("right", place // 3)):
        fields[name] = {"$ref": f"#/$defs/Record{_word(other)}"}
    return {"type": "object", "properties": fields, "required": list(fields)[:4]}


def _word(number: int) -> str:
    """A number in letters."""
    letters = ""
    for _ in range(4):
        number, digit = divmod(number, 26)
        letters = chr(ord("a") + digit) + letters
    return letters.capitalize()


def written(folder: Path, number: int) -> Path:
    path = folder / f"ledger_{number}.json"
    path.write_text(json.dumps(many_definitions(number)), "utf-8")
    return path
