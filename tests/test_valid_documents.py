"""Valid documents show everything that a schema allows, as a walk over its text finds that knows nothing of the generator."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from nemcon.fixtures import FixtureSet, make_fixtures
from nemcon.read import read_schema
from obligations import Shown, missing
from places import ROOT, needs_corpus, small_schemas
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
    "alone in a definition that others build on": {
        "allOf": [{"$ref": "#/$defs/base"}, {"required": ["a", "kind"]}],
        "properties": {"kind": {"type": "string"}},
        "$defs": {"base": {"type": "object", "properties": {"a": {}, "b": {}}}},
    },
    "with what hangs on a condition": {
        "type": "object",
        "properties": {"kind": {"enum": ["a", "b"]}, "size": {"type": "integer", "minimum": 1}, "name": {"type": "string"}},
        "required": ["kind"],
        "if": {"properties": {"kind": {"const": "b"}}},
        "then": {"required": ["size"]},
        "else": {"properties": {"size": False}},
    },
    "where a condition lets it through": {
        "type": "object",
        "properties": {"a": {"type": ["string", "null"]}, "b": {"type": ["string", "null"]}},
        "allOf": [
            {"if": {"not": {"properties": {"a": {"const": None}}}}, "then": {"properties": {"b": {"const": None}}}},
            {"if": {"not": {"properties": {"b": {"const": None}}}}, "then": {"properties": {"a": {"const": None}}}},
        ],
    },
    "where another member lets it through": {
        "properties": {"a": {"enum": ["x", "y"]}},
        "required": ["a"],
        "dependentSchemas": {
            "b": {"if": {"properties": {"a": {"const": "y"}}}, "else": {"properties": {"c": {}, "d": {}}}}
        },
    },
}  # fmt: skip


@pytest.mark.parametrize("name", MANY)
def test_what_takes_looking_for_is_shown(name: str) -> None:
    assert not_shown(MANY[name], make_fixtures(read_schema(MANY[name]))) == []


NOT_SHOWN = {
    "ss-babelrc/definitions/Options/properties/compact: as anyOf 0": "a string that is the array [auto]",
    'ss-mongodb-atlas-search-index-definition/definitions/CharFilter/properties/type: the value "mapping"': (
        "then requires a member that additionalProperties refuses"
    ),
    "ss-aws-cdk-appconfig-featureflags-1.0.0/definitions/flagValue/properties/_variants: exactly maxItems 32": (
        "takes 32 different objects, more than are looked for"
    ),
}
"""What no document of the real schemas shows, and why."""


@needs_corpus
@pytest.mark.parametrize("path", [*small_schemas()])
def test_all_that_a_real_schema_allows_is_shown(path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    found = not_shown(schema, make_fixtures(read_schema(str(path))))
    assert {f"{path.parent.name}{it}" for it in found} <= NOT_SHOWN.keys()
