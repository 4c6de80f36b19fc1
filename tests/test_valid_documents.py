"""Valid documents show everything that a schema allows, as a walk over its text finds that knows nothing of the generator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nemcon.fixtures import FixtureSet, make_fixtures
from nemcon.read import read_schema
from obligations import Shown, missing
from places import CORPUS, ROOT, needs_corpus
from test_fixtures import WITNESSED

GOLDEN = sorted((ROOT / "tests" / "golden").glob("*/schema.json"))


def not_shown(schema: Any, fixtures: FixtureSet) -> list[str]:
    shown = Shown(schema)
    for group in fixtures.groups:
        for fixture in group.fixtures:
            if fixture.valid:
                shown.lead(group.pointer, fixture.data)
    return [*missing(shown)]


@pytest.mark.parametrize(
    "path",
    [ROOT / "schema" / "streaming_choice_response.schema.json", *GOLDEN],
    ids=lambda it: it.parent.name,
)
def test_all_that_a_schema_allows_is_shown(path: Path) -> None:
    assert (
        not_shown(json.loads(path.read_text("utf-8")), make_fixtures(read_schema(str(path)))) == []
    )


@pytest.mark.parametrize("name", WITNESSED)
def test_all_that_a_small_schema_allows_is_shown(name: str) -> None:
    schema = WITNESSED[name]
    assert not_shown(schema, make_fixtures(read_schema(schema))) == []


MANY: dict[str, Any] = {
    "alone though a union stands beside": {
        "properties": {"a": {"type": "string"}, "b": {}, "c": {}},
        "anyOf": [{"required": ["b"]}, {}],
        "additionalProperties": False,
    },
    "on another route, since the first is refused": {
        "oneOf": [
            {"$ref": "#/$defs/one"},
            {"type": "object", "patternProperties": {"^[0-9]": {"$ref": "#/$defs/one"}}},
            {"type": "array", "items": {"$ref": "#/$defs/one"}},
        ],
        "$defs": {"one": {"type": "object", "properties": {"a": {"type": ["string", "null"]}, "b": {"maximum": 5}}}},
    },
    "with what hangs on a condition": {
        "type": "object",
        "properties": {"kind": {"enum": ["a", "b"]}, "size": {"type": "integer", "minimum": 1}, "name": {"type": "string"}},
        "required": ["kind"],
        "if": {"properties": {"kind": {"const": "b"}}},
        "then": {"required": ["size"]},
        "else": {"properties": {"size": False}},
    },
}  # fmt: skip


@pytest.mark.parametrize("name", MANY)
def test_what_takes_looking_for_is_shown(name: str) -> None:
    assert not_shown(MANY[name], make_fixtures(read_schema(MANY[name]))) == []


IMPOSSIBLE = {
    "ss-chart/properties/dependencies/items/properties/repository: as anyOf 1",
}
"""What no document can show, by hand."""


def _real() -> Iterator[Any]:
    """Schemas of the corpus that are small and whole."""
    manifest = CORPUS / "manifest.json"
    for entry in json.loads(manifest.read_text("utf-8")) if manifest.is_file() else ():
        path = CORPUS / entry["schema"]
        if not {"refs", "root", "unresolved"} & entry.keys() and path.stat().st_size < 12_000:
            yield pytest.param(path, id=entry["name"])


@needs_corpus
@pytest.mark.parametrize("path", _real())
def test_all_that_a_real_schema_allows_is_shown(path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    found = not_shown(schema, make_fixtures(read_schema(str(path))))
    assert {f"{path.parent.name}{it}" for it in found} <= IMPOSSIBLE
