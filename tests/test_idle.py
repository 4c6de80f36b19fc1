"""What asserts nothing: each proof on a schema where it holds, and on one that looks alike and where it does not."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from nemcon.agree.mutation import mutants
from nemcon.errors import SchemaError
from nemcon.fixtures import FixtureSet, Judge, make_fixtures
from nemcon.read import read_schema
from nemcon.read.formats import is_of_format
from nemcon.read.graph import JSON, Graph
from test_suite import DIALECTS, SUITE, remotes

DRAFT7 = "http://json-schema.org/draft-07/schema#"
OBJECT = {"type": "object"}
TEXT = {"type": "string"}

IDLE: dict[str, tuple[Any, str, str]] = {
    "all types": ({"type": ["null", "boolean", "number", "string", "array", "object"]}, "/type", "nothing can break it"),
    "every text": ({"pattern": ".*"}, "/pattern", "nothing can break it"),
    "not nothing": ({"not": {"not": {}}}, "/not", "nothing can break it"),
    "one of one": ({"oneOf": [True, False]}, "/oneOf", "nothing can break it"),
    "whole numbers": (
        {"type": "integer", "multipleOf": 0.5}, "/multipleOf", "type at /type says as much or more of the same values",
    ),
    "of another type": (
        {"allOf": [{"type": "integer"}, {"pattern": "a"}]}, "/allOf/1/pattern", "type at /allOf/0/type lets no string through",
    ),
    "said twice": (
        {"allOf": [{"$ref": "#/$defs/a"}], "type": "object", "$defs": {"a": OBJECT}}, "/type",
        "type at /$defs/a/type says the same of the same values",
    ),
    "said above a branch": (
        {"type": "object", "anyOf": [{"type": "object", "required": ["a"]}, {"required": ["b"]}]}, "/anyOf/0/type",
        "type at /type says the same of the same values",
    ),
    "said by every branch": (
        {"type": "object", "anyOf": [{"type": "object", "required": ["a"]}, {"const": {"b": 1}}]}, "/type",
        "anyOf at /anyOf says as much or more of the same values",
    ),
    "others fit two branches": (
        {"type": "string", "oneOf": [{"minLength": 2}, {"maxLength": 4}]}, "/type",
        "oneOf at /oneOf says as much or more of the same values",
    ),
    "others are what must not be": (
        {"type": "array", "not": {"minItems": 3}}, "/type", "not at /not says as much or more of the same values",
    ),
    "said of the same member": (
        {"properties": {"a": TEXT}, "then": {"properties": {"a": {"type": ["string", "null"]}}}, "if": {"required": ["b"]}},
        "/then/properties/a/type", "type at /properties/a/type says as much or more of the same values",
    ),
    "a tighter size": (
        {"allOf": [{"maxLength": 3}, {"maxLength": 4}]}, "/allOf/1/maxLength",
        "maxLength at /allOf/0/maxLength says as much or more of the same values",
    ),
    "required anyhow": (
        {"required": ["a", "b"], "allOf": [{"required": ["b"]}]}, "/allOf/0/required",
        "required at /required says as much or more of the same values",
    ),
    "no value left": (
        {"items": TEXT, "unevaluatedItems": {"type": "integer"}}, "/unevaluatedItems/type",
        "nothing is left for unevaluatedItems: all is evaluated beside it",
    ),
    "nothing to do": (
        {"if": True, "then": {"type": "string"}, "else": {"type": "null"}}, "/else/type", "the condition accepts everything",
    ),
    "nothing hangs on it": ({"if": {"type": "string"}}, "/if/type", "nothing hangs on the condition"),
    "asked for nothing": (
        {"contains": {"type": "string"}, "minContains": 0}, "/contains/type", "contains asks for nothing",
    ),
    "no such items": (
        {"maxItems": 1, "items": [{"type": "null"}], "additionalItems": {"type": "string"}, "$schema": DRAFT7},
        "/additionalItems/type", "maxItems at /maxItems lets no such item through",
    ),
    "no more items": (
        {"maxItems": 1, "items": [True], "additionalItems": False, "$schema": DRAFT7},
        "/maxItems", "additionalItems at /additionalItems says as much or more of the same values",
    ),
    "a length that a pattern has": (
        {"pattern": "^[0-9a-f]{32}$", "minLength": 32, "maxLength": 32}, "/maxLength",
        "pattern at /pattern says as much or more of the same values",
    ),
    "names are texts": ({"propertyNames": {"type": "string", "minLength": 1}}, "/propertyNames/type", "names of members are strings"),
    "an alternative that asks for less": (
        {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "string"}]}, "/anyOf/0/enum",
        "another alternative (/anyOf/1) accepts as much or more",
    ),
    "an alternative with the same member": (
        {
            "anyOf": [
                {"type": "object", "properties": {"a": {"type": "integer"}, "b": TEXT}, "required": ["b"]},
                {"type": "object", "properties": {"a": {"type": ["integer", "null"]}}},
            ]
        },
        "/anyOf/0/properties/b/type", "another alternative (/anyOf/1) accepts as much or more",
    ),
    "an alternative for nothing at all": (
        {"anyOf": [{"type": "array", "minItems": 1, "items": {"const": 1}}, {"type": "array", "items": TEXT}]}, "/anyOf/0/minItems",
        "another alternative (/anyOf/1) accepts as much or more",
    ),
    "alternatives of which one is asked anyhow": (
        {"type": "string", "anyOf": [{"type": ["string", "null"]}, {"const": 1}]}, "/anyOf",
        "what is asked of the same values besides says all that /anyOf/0 says",
    ),
    "values that one alternative each takes": (
        {"enum": ["a", "b"], "oneOf": [{"const": "a"}, {"const": "b"}]}, "/oneOf", "every value that enum lists keeps it",
    ),
    "said whether the condition is met or not": (
        {"if": {"required": ["a"]}, "then": OBJECT, "else": {"$ref": "#/$defs/a"}, "type": "object", "$defs": {"a": OBJECT}},
        "/type", "if at /if says as much or more of the same values",
    ),
    "a condition that what breaks it meets": (
        {"type": "string", "if": {"pattern": "^a"}, "then": TEXT, "else": {}}, "/type", "if at /if says as much or more of the same values",
    ),
    "refused by then and by else": (
        {
            "if": {"type": "object", "required": ["r"], "properties": {"r": TEXT}},
            "then": {"type": "object", "properties": {"r": TEXT}},
            "else": {"type": "object", "properties": {"a": True}, "additionalProperties": False},
        },
        "/if/properties/r/type", "both then and else refuse what breaks it",
    ),
    "the same must not be": (
        {"allOf": [{"$ref": "#/$defs/n"}], "not": {"$ref": "#/$defs/x"}, "$defs": {"n": {"not": {"$ref": "#/$defs/x"}}, "x": TEXT}},
        "/not", "not at /$defs/n/not says as much or more of the same values",
    ),
    "no such members": (
        {"type": "string", "properties": {"a": TEXT}}, "/properties/a/type", "type at /type lets no object through",
    ),
}  # fmt: skip

NOT_IDLE: dict[str, tuple[Any, str]] = {
    "a length that a pattern may have": ({"pattern": "[0-9a-f]{32}$", "maxLength": 32}, "/maxLength"),
    "an alternative that asks for more": (
        {"anyOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "string", "maxLength": 9}]}, "/anyOf/0/enum",
    ),
    "an alternative that leads to the same": (
        {"anyOf": [{"$ref": "#/anyOf/1"}, {"properties": {"a": TEXT}}]}, "/anyOf/1/properties/a/type",
    ),
    "exactly one of two": ({"oneOf": [{"type": "string", "enum": ["a", "b"]}, {"type": "string"}]}, "/oneOf/0/enum"),
    "said where the condition is met": ({"type": "object", "if": {"type": "object", "required": ["a"]}, "then": OBJECT}, "/type"),
    "refused by then alone": (
        {"if": {"required": ["r"], "properties": {"r": TEXT}}, "then": {"properties": {"r": TEXT}}, "else": {"properties": {"a": True}}},
        "/if/properties/r/type",
    ),
    "told by the type": (
        {"anyOf": [
            {"properties": {"k": {"enum": ["a"]}, "n": {"enum": [1]}}},
            {"properties": {"k": {"enum": ["b"]}}},
        ]},
        "/anyOf/0/properties/n/enum",
    ),
    "beyond a limit and a multiple": ({"type": "integer", "minimum": 0, "maximum": 4096, "multipleOf": 16}, "/minimum"),
    "what one pattern wants and another does not": (
        {"items": {"allOf": [{"pattern": "^/(properties|actions)/[^/]"}, {"not": {"pattern": "(/)(.*/){2}"}}]}}, "/items/allOf/1/not",
    ),
    "a member that then evaluates": (
        {
            "properties": {"in": {"enum": ["query", "path"]}},
            "if": {"properties": {"in": {"const": "query"}}, "required": ["in"]},
            "then": {"properties": {"empty": {"type": "boolean"}}},
            "unevaluatedProperties": False,
        },
        "/if/properties/in/const",
    ),
    "not all types": ({"type": ["null", "boolean", "integer", "string", "array", "object"]}, "/type"),
    "halves": ({"type": "integer", "multipleOf": 1.5}, "/multipleOf"),
    "numbers": ({"type": "number", "multipleOf": 0.5}, "/multipleOf"),
    "said of another member": (
        {"properties": {"a": TEXT}, "then": {"properties": {"b": TEXT}}, "if": {"required": ["c"]}},
        "/then/properties/b/type",
    ),
    "said by one branch": ({"type": "object", "anyOf": [OBJECT, {"required": ["b"]}]}, "/type"),
    "reached from elsewhere": (
        {"properties": {"a": {"type": "string", "allOf": [{"type": "string"}]}, "b": {"$ref": "#/properties/a/allOf/0"}}},
        "/properties/a/allOf/0/type",
    ),
    "a definition stands alone": (
        {"type": "string", "$ref": "#/$defs/a", "$defs": {"a": TEXT}}, "/$defs/a/type",
    ),
    "a union that evaluates": (
        {"anyOf": [{"properties": {"a": True}}, True], "unevaluatedProperties": False}, "/anyOf",
    ),
    "items that a union evaluates": (
        {"unevaluatedItems": {"type": "boolean"}, "anyOf": [{"items": {"type": "string"}}, True]}, "/anyOf",
    ),
    "an if that evaluates": (
        {"if": {"properties": {"a": TEXT}}, "unevaluatedProperties": False}, "/if/properties/a/type",
    ),
    "contains that evaluates": (
        {"contains": {"const": "a"}, "minContains": 0, "unevaluatedItems": False}, "/contains/const",
    ),
    "at most so many": ({"contains": {"const": 1}, "minContains": 0, "maxContains": 1}, "/contains/const"),
    "an item behind": (
        {"prefixItems": [{"const": "a"}], "oneOf": [{"prefixItems": [True, {"const": 1}]}, {"prefixItems": [True, {"const": 2}]}]},
        "/prefixItems/0/const",
    ),
    "told by a name that one branch alone allows": (
        {
            "properties": {"k": {"enum": ["a", "b"]}},
            "if": {"properties": {"k": {"const": "a"}}},
            "then": {"additionalProperties": False, "properties": {"k": True, "x": True}},
            "else": {"additionalProperties": False, "properties": {"k": True}},
        },
        "/if/properties/k/const",
    ),
    "told by what is behind": (
        {"oneOf": [{"properties": {"k": {"const": 1}}}, {"properties": {"k": {"const": 2}}}], "properties": {"a": TEXT}},
        "/properties/a/type",
    ),
}  # fmt: skip


def made(schema: Any) -> tuple[Graph, FixtureSet]:
    graph = read_schema(schema)
    return graph, make_fixtures(graph)


@pytest.mark.parametrize("name", IDLE)
def test_what_asserts_nothing_is_proven(name: str) -> None:
    schema, pointer, reason = IDLE[name]
    _, fixtures = made(schema)
    found = [(it.because, it.reason) for it in fixtures.unwitnessed if it.pointer == pointer]
    assert found == [("idle", reason)]


@pytest.mark.parametrize("name", NOT_IDLE)
def test_what_looks_alike_and_asserts_something_is_witnessed(name: str) -> None:
    schema, pointer = NOT_IDLE[name]
    graph, fixtures = made(schema)
    assert pointer in [it.change.pointer for it in mutants(graph) if it.change.is_assertion]
    assert pointer not in [it.pointer for it in fixtures.unwitnessed]


def _schemas() -> Iterator[tuple[str, Any, list[JSON]]]:
    for draft, uri in DIALECTS.items():
        for path in sorted((SUITE / "tests" / draft).glob("*.json")):
            for group in json.loads(path.read_text("utf-8")):
                yield uri, group["schema"], [test["data"] for test in group["tests"]]


@pytest.mark.skipif(not Path(SUITE).is_dir(), reason="the official suite is not there")
def test_no_document_of_the_official_suite_tells_the_difference() -> None:
    """Every proof, held against every document that the suite has for the schema."""
    proofs = 0
    for uri, schema, values in _schemas():
        try:
            graph = read_schema(schema, resources=remotes(), dialect=uri)
        except SchemaError:
            continue
        fixtures = make_fixtures(graph)
        idle = {
            (it.pointer, it.keyword, it.what) for it in fixtures.unwitnessed if it.because == "idle"
        }
        judge = Judge(graph.nodes, is_of_format)
        for mutant in mutants(graph) if idle else ():
            change = mutant.change
            if change.is_assertion and (change.pointer, change.name, change.what) in idle:
                proofs += 1
                changed = judge.with_changes(mutant.changed)
                for value in values:
                    same = changed.accepts(graph.root, value) == judge.accepts(graph.root, value)
                    assert same, (schema, change.pointer, value)
    assert proofs > 100
