"""Fixtures: valid documents for all that is allowed, and for each assertion one refused document that witnesses it."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from compiled import validator
from nemcon.agree.mutation import mutation_score
from nemcon.fixtures import Fixture, FixtureSet, make_fixtures
from nemcon.read import read_schema

CANONICAL = Path(__file__).parents[1] / "schema" / "streaming_choice_response.schema.json"

OBJECT = {"type": "object"}

WITNESSED: dict[str, Any] = {
    "type": {"type": "string"},
    "types": {"type": ["integer", "null"]},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "false": {"properties": {"a": False}},
    "enum": {"enum": ["a", 1, None, {"b": []}]},
    "const": {"const": {"a": [1]}},
    "minimum": {"type": "integer", "minimum": 3},
    "maximum": {"maximum": 2.5},
    "exclusive": {"exclusiveMinimum": 0, "exclusiveMaximum": 1},
    "great-limits": {"minimum": -9007199254740991, "maximum": 9007199254740991},
    "multipleOf": {"multipleOf": 0.01},
    "multipleOf-bounded": {"type": "integer", "multipleOf": 7, "minimum": 50, "maximum": 60},
    "lengths": {"type": "string", "minLength": 2, "maxLength": 3},
    "pattern": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$"},
    "pattern-length": {"type": "string", "pattern": "^a*b", "minLength": 4, "maxLength": 6},
    "items": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2},
    "uniqueItems": {"type": "array", "uniqueItems": True, "items": {"enum": ["a", "b"]}, "minItems": 2},
    "prefixItems": {"prefixItems": [{"type": "string"}, {"const": 1}], "items": False},
    "contains": {"contains": {"const": "a"}},
    "contains-counted": {"contains": {"type": "integer"}, "minContains": 2, "maxContains": 3},
    "required": {"type": "object", "required": ["a", "b"], "properties": {"a": {}, "c": {"type": "null"}}},
    "dependentRequired": {"dependentRequired": {"a": ["b", "c"]}},
    "dependentSchemas": {"dependentSchemas": {"a": {"required": ["b"], "properties": {"a": {"minimum": 1}}}}},
    "additionalProperties": {"properties": {"a": {}}, "additionalProperties": False},
    "additionalProperties-schema": {"additionalProperties": {"type": "string"}},
    "patternProperties": {"patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False},
    "propertyNames": {"propertyNames": {"pattern": "^[a-z]+$", "maxLength": 3}},
    "sizes": {"type": "object", "minProperties": 1, "maxProperties": 2},
    "allOf": {"allOf": [{"type": "string"}, {"minLength": 1}, {"pattern": "^[a-c]*$"}]},
    "anyOf": {"anyOf": [{"type": "string", "minLength": 1}, {"type": "integer"}]},
    "anyOf-objects": {
        "anyOf": [
            {"type": "object", "required": ["kind", "a"], "properties": {"kind": {"const": "a"}, "a": {"type": "string"}}},
            {"type": "object", "required": ["kind", "b"], "properties": {"kind": {"const": "b"}, "b": {"type": "string"}}},
        ]
    },
    "oneOf": {"oneOf": [{"type": "integer", "multipleOf": 2}, {"type": "integer", "multipleOf": 3}]},
    "not": {"not": {"type": "string"}},
    "not-object": {"not": {"type": "object", "required": ["a"]}},
    "if": {
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "if": {"properties": {"kind": {"const": "a"}}, "required": ["kind"]},
        "then": {"required": ["a"]},
        "else": {"required": ["b"]},
    },
    "unevaluatedProperties": {
        "allOf": [{"properties": {"a": {"type": "string"}}}],
        "properties": {"b": {}},
        "unevaluatedProperties": False,
    },
    "unevaluatedProperties-schema": {
        "anyOf": [{"properties": {"a": {}}, "required": ["a"]}, {"required": ["b"]}],
        "unevaluatedProperties": {"type": "null"},
    },
    "unevaluatedItems": {"prefixItems": [{"type": "string"}], "unevaluatedItems": {"type": "integer"}},
    "unevaluatedProperties-conditional": {
        "properties": {"schema": {}},
        "dependentSchemas": {"schema": {"properties": {"style": {"const": "simple"}}}},
        "unevaluatedProperties": False,
    },
    "recursive": {
        "$ref": "#/$defs/node",
        "$defs": {"node": {"type": "object", "required": ["value"], "properties": {
            "value": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}},
    },
    "deep": {"properties": {"a": {"items": {"properties": {"b": {"additionalProperties": {"maxLength": 1}}}}}}},
    "unreached": {"$defs": {"Only": {"type": "object", "required": ["a"]}}},
    "odd-names": {"properties": {"": {"type": "string"}, "a/b~c": {"type": "string"}, "\u202e": {"type": "string"}}},
    "dynamic": {
        "$id": "https://a.example/tree",
        "$dynamicAnchor": "node",
        "type": "object",
        "properties": {"data": True, "children": {"type": "array", "items": {"$dynamicRef": "#node"}}},
    },
}  # fmt: skip


def documents(fixtures: FixtureSet) -> Iterator[Fixture]:
    for group in fixtures.groups:
        yield from group.fixtures


def made(schema: Any, **options: Any) -> FixtureSet:
    return make_fixtures(read_schema(schema, **options))


@pytest.mark.parametrize("name", WITNESSED)
def test_every_assertion_is_witnessed_by_one_error(name: str) -> None:
    graph = read_schema(WITNESSED[name])
    fixtures = make_fixtures(graph)
    assert fixtures.unwitnessed == ()
    score = mutation_score(graph, fixtures)
    assert score.assertions_caught == score.assertions == fixtures.assertions > 0
    assert all(len(it.faults) <= 1 for it in documents(fixtures))


_CLOSED = {"type": "object", "additionalProperties": False}


@pytest.mark.parametrize(
    "schema",
    [
        {
            "oneOf": [
                {"required": ["id", "text"], "properties": {"text": {"type": "string"}}},
                {"required": ["name", "number", "size"]},
            ]
        },
        {
            "anyOf": [
                {"type": "object", "not": {"required": ["size"]}},
                {
                    "type": "object",
                    "properties": {"rel": {"const": "icon"}, "size": {"type": "string"}},
                    "required": ["rel"],
                },
            ]
        },
    ],
    ids=["all but one member is there", "other members are as they should be"],
)
def test_refused_documents_are_mended_until_one_error_is_left(schema: Any) -> None:
    assert [
        it.faults for it in documents(make_fixtures(read_schema(schema))) if len(it.faults) > 1
    ] == []


def test_several_errors_are_left_where_another_alternative_is_meant() -> None:
    kind = {**_CLOSED, "properties": {"kind": {"enum": ["a"]}}, "required": ["kind"]}
    name = {**_CLOSED, "properties": {"name": {"type": "string"}}, "required": ["name"]}
    fixtures = make_fixtures(read_schema({"oneOf": [kind, name]}))
    assert fixtures.lost == ()
    assert [
        [it.keyword_location for it in one.faults]
        for one in documents(fixtures)
        if len(one.faults) > 1
    ] == [["/oneOf/1/required", "/oneOf/1/additionalProperties"]]


@pytest.mark.parametrize("name", WITNESSED)
def test_verdicts_are_those_of_an_independent_implementation(name: str) -> None:
    schema = WITNESSED[name]
    for group in made(schema).groups:
        here = {**schema, "$ref": f"#{group.pointer}"} if group.pointer else schema
        referee = jsonschema.Draft202012Validator(here)
        for it in group.fixtures:
            assert referee.is_valid(it.data) == it.valid, it.description


@pytest.mark.parametrize("name", WITNESSED)
def test_labels_are_the_errors_of_the_generated_validator(name: str) -> None:
    module = validator(WITNESSED[name])
    for it in made(WITNESSED[name]).groups[0].fixtures:
        errors = [
            (e.instance_location, e.keyword_location, e.keyword)
            for e in module.iter_errors(it.data)
        ]
        assert errors == [
            (e.instance_location, e.keyword_location, e.keyword) for e in it.faults
        ], it.description
        assert module.is_valid(it.data) == it.valid


FORMATS = (
    "date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6", "uri",
    "uri-reference", "uri-template", "iri", "iri-reference", "json-pointer", "relative-json-pointer", "regex", "uuid",
)  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_asserted_formats_have_values_that_pass_and_values_that_do_not(name: str) -> None:
    fixtures = made({"type": "string", "format": name}, assert_formats=True)
    assert fixtures.unwitnessed == ()
    assert [
        it.description
        for it in documents(fixtures)
        if it.faults and it.faults[0].keyword == "format"
    ]
    assert any(it.valid for it in documents(fixtures))


UNWITNESSED: dict[str, tuple[Any, str, str, str]] = {
    "enum implies type": ({"type": "string", "enum": ["a"]}, "type", "idle", "every value that enum lists keeps it"),
    "type makes it idle": (
        {"type": "string", "minimum": 1}, "minimum", "idle", "type lets no number through",
    ),
    "idle limit": (
        {"type": "array", "minItems": 0}, "minItems", "idle", "nothing can break it",
    ),
    "implied by another": (
        {"type": "integer", "minimum": 1, "exclusiveMinimum": 0.5}, "exclusiveMinimum", "idle",
        "minimum at /minimum says as much or more of the same values",
    ),
    "implied by two others": (
        {"type": "integer", "minimum": 1, "exclusiveMinimum": 0.5}, "minimum", "implied",
        "every document tried that breaks it breaks exclusiveMinimum at /exclusiveMinimum too",
    ),
    "another alternative": (
        {"anyOf": [{"type": "string"}, {"enum": ["a", 1]}]}, "enum", "witnessed", "",
    ),
    "covered by another alternative": (
        {"anyOf": [{"type": "string", "maxLength": 5}, {"type": "string"}]}, "maxLength", "idle",
        "another alternative (/anyOf/1) accepts as much or more",
    ),
    "beside what accepts everything": (
        {"type": "string", "anyOf": [{"maxLength": 5}, {}]}, "maxLength", "idle",
        "another alternative accepts everything",
    ),
    "idle union": ({"type": "string", "anyOf": [{"minLength": 1}, {}]}, "anyOf", "idle", "nothing can break it"),
    "idle negation": ({"not": False}, "not", "idle", "nothing can break it"),
    "nothing gets there": (
        {"not": {}, "properties": {"a": {"type": "string"}}}, "type", "implied",
        "every document tried that breaks it breaks not at /not too",
    ),
    "too long": (
        {"type": "string", "maxLength": 10**18}, "maxLength", "too large",
        "a witness needs a string of 1000000000000000001 characters",
    ),
    "too many": (
        {"type": "array", "minItems": 10**9}, "minItems", "too large", "a witness needs an array of 999999999 items",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", UNWITNESSED)
def test_what_cannot_be_witnessed_is_listed_with_the_reason(name: str) -> None:
    schema, keyword, because, reason = UNWITNESSED[name]
    found = [it for it in made(schema).unwitnessed if it.keyword == keyword]
    assert [(it.because, it.reason) for it in found] == (
        [] if because == "witnessed" else [(because, reason)]
    )


def test_valid_documents_show_what_is_allowed() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "string", "minLength": 2, "maxLength": 4},
            "b": {"anyOf": [{"type": "integer", "minimum": 0}, {"type": "null"}]},
            "c": {"enum": ["x", "y"], "default": "y", "examples": ["x"]},
        },
        "required": ["a"],
    }
    valid = [it.data for it in documents(made(schema)) if it.valid]
    assert valid == [
        {"a": "aa"},
        {"a": "aa", "b": 0, "c": "x"},
        {"a": "aa", "b": 0},
        {"a": "aa", "c": "x"},
        {"a": "aa", "extra": None},
        {"a": "aaaa"},
        {"a": "aa", "b": None},
        {"a": "aa", "c": "y"},
    ]  # smallest, fullest, alone, extra, limits, branches, values; the default is one of the values already


def test_names_say_what_a_document_is_for() -> None:
    names = [it.description for it in made(str(CANONICAL)).groups[0].fixtures]
    assert len(set(names)) == len(names)
    assert names[:4] == ["smallest", "fullest", "null instead of object", "index: missing"]
    for name in (
        "delta.role: not one of the possible values",
        "delta.role: missing",
        'delta.role: "assistant"',
        "index: true instead of integer",
        "delta.content: as ChatCompletionMessageText",
        "delta.content: as null",
        "delta.tool_calls[0].function.name: null instead of string",
        "usage.prompt_tokens_details: with cached_tokens alone",
    ):
        assert name in names


def test_names_say_how_far_a_size_is_off() -> None:
    for words, keyword in ({"type": "string"}, "minLength"), ({"type": "array"}, "minItems"):
        fixtures = made({**words, keyword: 2})
        sizes = {
            it.description: len(it.data)
            for it in documents(fixtures)
            if "too few" in it.description
        }
        assert sizes
        for description, size in sizes.items():
            assert description.startswith("one " if size == 1 else "2 "), description


def test_names_are_unique_where_places_have_the_same_name() -> None:
    schema = {
        "allOf": [
            {"properties": {"a": {"minLength": 1}}},
            {"properties": {"a": {"pattern": "^$|b"}}},
        ]
    }
    names = [it.description for it in documents(made(schema))]
    assert len(set(names)) == len(names)


DEFINITIONS = json.loads(CANONICAL.read_text())["$defs"]
GROWING: dict[str, tuple[Any, tuple[str, ...]]] = {
    **{
        name: (schema, ())
        for name, schema in WITNESSED.items()
        if isinstance(schema, dict) and "properties" in schema
    },
    **{
        f"canonical {name}": (json.loads(CANONICAL.read_text()), ("$defs", name))
        for name in DEFINITIONS
        if "properties" in DEFINITIONS[name]
    },
}


@pytest.mark.parametrize("name", GROWING)
def test_a_property_adds_documents_and_moves_none(name: str) -> None:
    schema, path = GROWING[name]
    before, grown = made(schema), copy.deepcopy(schema)
    place = grown
    for token in path:
        place = place[token]
    place["properties"]["status"] = {"enum": ["open", "done"]}
    after = made(grown)
    for old, new in zip(before.groups, after.groups, strict=True):
        kept = {it.description for it in old.fixtures}
        same = [it for it in new.fixtures if it.description in kept]
        assert [it.description for it in same] == [it.description for it in old.fixtures]
        changed = [it.description for it, was in zip(same, old.fixtures, strict=True) if it != was]
        assert set(changed) <= {"fullest"}
    assert sum(len(it.fixtures) for it in after.groups) > sum(
        len(it.fixtures) for it in before.groups
    )


def test_the_order_of_definitions_does_not_show() -> None:
    schema = json.loads(CANONICAL.read_text())
    turned = {**schema, "$defs": dict(reversed(schema["$defs"].items()))}
    assert made(schema).text() == made(turned).text()


def test_same_in_same_out() -> None:
    code = (
        "import sys, hashlib; from nemcon.read import read_schema; from nemcon.fixtures import make_fixtures;"
        "print(hashlib.sha256(make_fixtures(read_schema(sys.argv[1])).text().encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code, str(CANONICAL)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(seen) == 1


def test_the_layout_is_that_of_the_official_suite() -> None:
    fixtures = made(
        {"$defs": {"a b/c": {"type": "string"}}, "properties": {"a": {"$ref": "#/$defs/a%20b~1c"}}}
    )
    groups = json.loads(fixtures.text())
    assert groups == fixtures.builtins()
    assert [group["schema"] for group in groups] == [
        {"$ref": "schema.json"},
        {"$ref": "schema.json#/$defs/a%20b~1c"},
    ]
    refused = [test for test in groups[0]["tests"] if not test["valid"]]
    assert refused[0] == {
        "description": "a: null instead of string",
        "data": {"a": None},
        "valid": False,
        "instance_location": "/a",
        "keyword_location": "/$defs/a b~1c/type",
        "keyword": "type",
    }
    assert all(
        set(test) == {"description", "data", "valid"}
        for group in groups
        for test in group["tests"]
        if test["valid"]
    )


def test_an_example_that_its_own_schema_refuses_is_told_with_its_place() -> None:
    fixtures = made(
        {"properties": {"a": {"type": "integer", "default": "1", "examples": [2, "x"]}}}
    )
    assert [str(misfit).partition(": ")[2] for misfit in fixtures.misfits] == [
        '#/properties/a: its own schema refuses the default "1" (type at /properties/a/type)',
        '#/properties/a: its own schema refuses the example "x" (type at /properties/a/type)',
    ]
    assert {"a": 2} in [it.data for it in documents(fixtures) if it.valid]


def test_places_far_from_the_root_are_witnessed_in_a_nearer_definition() -> None:
    depth = 40
    defs: dict[str, Any] = {
        f"D{n:02}": {
            "type": "object",
            "properties": {"next": {"$ref": f"#/$defs/D{n + 1:02}"}, "a": {"type": "string"}},
        }
        for n in range(depth)
    }
    defs[f"D{depth:02}"] = {"type": "object", "properties": {"a": {"type": "string"}}}
    fixtures = made({"$ref": "#/$defs/D00", "$defs": defs})
    assert fixtures.unwitnessed == ()
    assert max(len(json.dumps(it.data)) for it in documents(fixtures)) < 300


def nested(levels: int) -> Any:
    schema: Any = {"type": "string"}
    for _ in range(levels):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def test_every_assertion_is_counted_however_deep_it_stands() -> None:
    fixtures = made(nested(30))
    assert (fixtures.assertions, fixtures.unwitnessed) == (31, ())
    fixtures = made(nested(150))
    assert fixtures.assertions == 151
    assert [it.reason for it in fixtures.lost] == [
        f"a witness needs a document of {levels} levels" for levels in range(101, 151)
    ]


def chain(links: int) -> Any:
    defs = {f"D{n}": {"$ref": f"#/$defs/D{n + 1}"} for n in range(links)}
    return {"$ref": "#/$defs/D0", "$defs": {**defs, f"D{links}": {"type": "string"}}}


LARGE: dict[str, tuple[Any, int]] = {
    "a chain of references": (chain(1_500), 1),
    "an enumeration": ({"enum": [f"value {n}" for n in range(5_000)]}, 1),
    "constants": ({"oneOf": [{"const": n} for n in range(400)]}, 401),
    "objects": (
        {"anyOf": [{"type": "object", "required": [f"k{n}"]} for n in range(1_050)]}, 2_101,
    ),
    "tuples": ({"prefixItems": [{"type": "string"}] * 150}, 150),
}  # fmt: skip


@pytest.mark.parametrize("name", LARGE)
def test_large_schemas_are_witnessed_like_small_ones(name: str) -> None:
    schema, assertions = LARGE[name]
    fixtures = made(schema)
    assert (fixtures.assertions, fixtures.unwitnessed) == (assertions, ())


def test_each_value_of_a_long_enumeration_has_its_document() -> None:
    values = [f"value {n}" for n in range(300)]
    found = [it.data for it in documents(made({"enum": values})) if it.valid]
    assert sorted(map(str, found)) == sorted(values)


def test_progress_is_told() -> None:
    steps: list[tuple[int, int]] = []
    make_fixtures(
        read_schema(str(CANONICAL)), progress=lambda done, total: steps.append((done, total))
    )
    assert steps[-1][0] == steps[-1][1] == len(steps)
