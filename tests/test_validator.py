"""Documents of our own for every keyword: verdicts, and where the errors say the fault is."""

from __future__ import annotations

from itertools import product
from typing import Any

import jsonschema
import pytest
from compiled import validator, validator_text, verdict

DRAFT4 = "http://json-schema.org/draft-04/schema#"
DRAFT6 = "http://json-schema.org/draft-06/schema#"
DRAFT7 = "http://json-schema.org/draft-07/schema#"
DRAFT201909 = "https://json-schema.org/draft/2019-09/schema"

BIG = 10**5000
NAN = float("nan")
INFINITE = float("inf")

CASES: list[tuple[str, Any, list[Any], list[tuple[Any, set[tuple[str, str]]]]]] = [
    ("true", True, [None, 0, {}], []),
    ("false", False, [], [(1, {("", "false schema")})]),
    ("empty", {}, [None, [], "x", BIG], []),
    ("type null", {"type": "null"}, [None], [(v, {("", "type")}) for v in (0, False, "", [], {})]),
    (
        "type boolean",
        {"type": "boolean"},
        [True, False],
        [(v, {("", "type")}) for v in (0, 1, "true", None)],
    ),
    (
        "type integer",
        {"type": "integer"},
        [0, -1, 1.0, -0.0, BIG, 1e300],
        [(v, {("", "type")}) for v in (1.5, True, "1", None, NAN, INFINITE)],
    ),
    (
        "type integer in draft 4",
        {"$schema": DRAFT4, "type": "integer"},
        [0, BIG],
        [(1.0, {("", "type")})],
    ),
    (
        "type number",
        {"type": "number"},
        [0, 1.5, BIG, NAN],
        [(v, {("", "type")}) for v in (True, "1", None)],
    ),
    (
        "type string",
        {"type": "string"},
        ["", "\ud800", "\x00"],
        [(v, {("", "type")}) for v in (1, None, b"", ["a"])],
    ),
    ("type array", {"type": "array"}, [[], [1]], [(v, {("", "type")}) for v in ((), {}, "", {1})]),
    (
        "type object",
        {"type": "object"},
        [{}, {"a": 1}],
        [(v, {("", "type")}) for v in ([], None, "")],
    ),
    (
        "two types",
        {"type": ["string", "null"]},
        ["", None],
        [(0, {("", "type")}), (False, {("", "type")})],
    ),
    (
        "all types but one",
        {"type": ["null", "boolean", "number", "string", "array"]},
        [0, "", []],
        [({}, {("", "type")})],
    ),
    (
        "enum of strings",
        {"enum": ["a", "b"]},
        ["a", "b"],
        [(v, {("", "enum")}) for v in ("c", 1, None, [], {}, {1}, NAN)],
    ),
    (
        "enum of one and null",
        {"enum": ["a", None]},
        ["a", None],
        [(v, {("", "enum")}) for v in ("None", False, [])],
    ),
    (
        "enum of numbers",
        {"enum": [0, 1, 2.5]},
        [0, 1, 1.0, -0.0, 2.5],
        [(v, {("", "enum")}) for v in (True, False, 2, "1", [])],
    ),
    (
        "enum of booleans",
        {"enum": [True]},
        [True],
        [(v, {("", "enum")}) for v in (1, 1.0, False, "True")],
    ),
    (
        "enum of containers",
        {"enum": [[1, {"a": False}], {"b": []}]},
        [[1.0, {"a": False}], {"b": []}],
        [(v, {("", "enum")}) for v in ([True, {"a": False}], [1, {"a": 0}], {"b": {}}, {}, [])],
    ),
    ("enum of many digits", {"enum": [10**4299]}, [10**4299], [(BIG, {("", "enum")})]),
    (
        "const of a string",
        {"const": "a"},
        ["a"],
        [(v, {("", "const")}) for v in ("b", ["a"], None)],
    ),
    ("const null", {"const": None}, [None], [(v, {("", "const")}) for v in (False, 0, "")]),
    ("const 0", {"const": 0}, [0, 0.0, -0.0], [(v, {("", "const")}) for v in (False, "", [], 1)]),
    ("const false", {"const": False}, [False], [(v, {("", "const")}) for v in (0, 0.0, None)]),
    ("const deep", {"const": {"a": [[1]]}}, [{"a": [[1.0]]}], [({"a": [[True]]}, {("", "const")})]),
    (
        "minimum",
        {"minimum": 2},
        [2, 2.0, BIG, "x", True, False, NAN],
        [(1, {("", "minimum")}), (-BIG, {("", "minimum")})],
    ),
    (
        "maximum",
        {"maximum": 2.5},
        [2.5, -BIG, INFINITE - INFINITE],
        [(3, {("", "maximum")}), (BIG, {("", "maximum")})],
    ),
    (
        "exclusiveMinimum",
        {"exclusiveMinimum": 0},
        [1, 1e-300],
        [(0, {("", "exclusiveMinimum")}), (-0.0, {("", "exclusiveMinimum")})],
    ),
    ("exclusiveMaximum", {"exclusiveMaximum": 0}, [-1], [(0, {("", "exclusiveMaximum")})]),
    (
        "a bound past floats",
        {"maximum": 2**53},
        [2**53, float(2**53)],
        [(2**53 + 1, {("", "maximum")})],
    ),
    (
        "multipleOf an integer",
        {"multipleOf": 3},
        [0, 9, 9.0, 3 * BIG, "x"],
        [(v, {("", "multipleOf")}) for v in (1, 9.5, BIG + 1)],
    ),
    (
        "multipleOf a decimal",
        {"multipleOf": 0.01},
        [0.07, 1, 19.99, 0.0, BIG, 4.35],
        [(v, {("", "multipleOf")}) for v in (0.075, 1e-7, NAN, INFINITE)],
    ),
    (
        "multipleOf and a float at the end",
        {"multipleOf": 0.5},
        [1e308, -1e308],
        [(0.1, {("", "multipleOf")})],
    ),
    (
        "multipleOf tiny",
        {"multipleOf": 1e-300},
        [1e308, 1, 5e-300],
        [(5e-301, {("", "multipleOf")})],
    ),
    (
        "minLength",
        {"minLength": 2},
        ["ab", "\U0001f600x", 1],
        [("\U0001f600", {("", "minLength")}), ("", {("", "minLength")})],
    ),
    ("maxLength", {"maxLength": 1}, ["", "\U0001f600", []], [("ab", {("", "maxLength")})]),
    (
        "pattern",
        {"pattern": "^a+$"},
        ["aa", 1],
        [("aa\n", {("", "pattern")}), ("b", {("", "pattern")})],
    ),
    ("pattern anywhere", {"pattern": "b"}, ["abc"], [("ac", {("", "pattern")})]),
    ("pattern of digits", {"pattern": r"^\d$"}, ["1"], [("\u0661", {("", "pattern")})]),
    ("minItems", {"minItems": 1}, [[1], {}], [([], {("", "minItems")})]),
    ("maxItems", {"maxItems": 1}, [[], [1]], [([1, 2], {("", "maxItems")})]),
    (
        "uniqueItems",
        {"uniqueItems": True},
        [
            [],
            [1, True],
            [0, False],
            ["1", 1],
            [[1], [True]],
            [{"a": 1}, {"a": True}],
            [None, "null"],
            ["a", ["a"]],
        ],
        [
            (v, {("", "uniqueItems")})
            for v in (
                [1, 1.0],
                ["a", "b", "a"],
                [{"a": 1, "b": 2}, {"b": 2.0, "a": 1}],
                [[], []],
                [0, -0.0],
            )
        ],
    ),
    (
        "items",
        {"items": {"type": "integer"}},
        [[], [1, 2.0], {"0": "x"}],
        [([1, "a", None], {("/1", "type"), ("/2", "type")})],
    ),
    ("items false", {"items": False}, [[]], [([1, 2], {("", "items")})]),
    (
        "prefixItems",
        {"prefixItems": [{"type": "string"}, {"minimum": 3}]},
        [[], ["a"], ["a", 3, None]],
        [([1, 2], {("/0", "type"), ("/1", "minimum")})],
    ),
    (
        "prefixItems and items",
        {"prefixItems": [{}, True], "items": {"type": "null"}},
        [[1, 2], [1, 2, None]],
        [([1, 2, None, 4], {("/3", "type")})],
    ),
    (
        "prefixItems with false",
        {"prefixItems": [True, False]},
        [[1]],
        [([1, 2], {("/1", "false schema")})],
    ),
    (
        "array-form items",
        {"$schema": DRAFT7, "items": [{"type": "null"}], "additionalItems": False},
        [[], [None]],
        [([0, 1], {("/0", "type"), ("", "additionalItems")})],
    ),
    (
        "additionalItems",
        {"$schema": DRAFT6, "items": [{}], "additionalItems": {"type": "null"}},
        [[1, None]],
        [([1, 2], {("/1", "type")})],
    ),
    ("additionalItems alone", {"$schema": DRAFT7, "additionalItems": False}, [[1]], []),
    (
        "contains",
        {"contains": {"const": 1}},
        [[0, 1], [1.0], {}],
        [([], {("", "contains")}), ([True], {("", "contains")})],
    ),
    (
        "minContains",
        {"contains": {"type": "null"}, "minContains": 2},
        [[None, None], [None, 1, None]],
        [([None], {("", "minContains")})],
    ),
    ("minContains 0", {"contains": {"type": "null"}, "minContains": 0}, [[], [1]], []),
    (
        "maxContains",
        {"contains": {"type": "null"}, "maxContains": 1},
        [[None, 1]],
        [([None, None], {("", "maxContains")}), ([], {("", "contains")})],
    ),
    ("minProperties", {"minProperties": 1}, [{"a": 1}, []], [({}, {("", "minProperties")})]),
    (
        "maxProperties",
        {"maxProperties": 1},
        [{}, {"a": 1}],
        [({"a": 1, "b": 2}, {("", "maxProperties")})],
    ),
    (
        "required",
        {"required": ["a", "b"]},
        [{"a": 0, "b": None}, [], "a"],
        [({"b": 1}, {("", "required")})],
    ),
    (
        "required and properties",
        {
            "type": "object",
            "required": ["a", "c"],
            "properties": {"a": {"type": "string"}, "b": {"type": "null"}},
        },
        [{"a": "", "c": 1}],
        [
            ({"a": 1, "b": 1}, {("", "required"), ("/a", "type"), ("/b", "type")}),
            ([], {("", "type")}),
        ],
    ),
    (
        "names that need care",
        {
            "properties": {
                "class": {"const": 1},
                "a b": {"const": 1},
                "a/b~c": {"const": 1},
                "": {"const": 1},
                "\u00e9": {"const": 1},
            }
        },
        [{"class": 1, "a b": 1, "a/b~c": 1, "": 1, "\u00e9": 1}],
        [
            (
                {"class": 2, "a b": 2, "a/b~c": 2, "": 2, "\u00e9": 2},
                {
                    ("/class", "const"),
                    ("/a b", "const"),
                    ("/a~1b~0c", "const"),
                    ("/", "const"),
                    ("/\u00e9", "const"),
                },
            )
        ],
    ),
    (
        "names that clash",
        {
            "properties": {
                name: {"type": "string"}
                for name in ("a-b", "a_b", "a.b", "value", "errors", "at", "len", "Any")
            },
            "required": ["a-b", "a_b", "a.b", "value", "errors", "at", "len", "Any"],
        },
        [dict.fromkeys(("a-b", "a_b", "a.b", "value", "errors", "at", "len", "Any"), "")],
        [
            (
                dict.fromkeys(("a-b", "a_b", "a.b", "value", "errors", "at", "len", "Any"), 1),
                {
                    (f"/{name}", "type")
                    for name in ("a-b", "a_b", "a.b", "value", "errors", "at", "len", "Any")
                },
            )
        ],
    ),
    (
        "a forbidden property",
        {"properties": {"a": False}, "required": ["b"]},
        [{"b": 1}],
        [({"a": 1, "b": 1}, {("/a", "false schema")})],
    ),
    (
        "patternProperties",
        {"patternProperties": {"^a": {"type": "null"}, "b$": {"minimum": 1}}},
        [{"a": None, "xb": 1, "c": "d"}],
        [({"a": 1, "ab": 0}, {("/a", "type"), ("/ab", "type"), ("/ab", "minimum")})],
    ),
    (
        "additionalProperties",
        {
            "properties": {"a": {}},
            "patternProperties": {"^x": {}},
            "additionalProperties": {"type": "null"},
        },
        [{"a": 1, "x1": 2, "b": None}],
        [({"a": 1, "b": 1}, {("/b", "type")})],
    ),
    (
        "additionalProperties false",
        {"properties": {"a": {}}, "additionalProperties": False},
        [{}, {"a": 1}],
        [({"b": 1, "c": 2}, {("", "additionalProperties")})],
    ),
    (
        "propertyNames",
        {"propertyNames": {"maxLength": 1}},
        [{"a": 1}],
        [({"ab": 1}, {("", "maxLength")})],
    ),
    ("propertyNames false", {"propertyNames": False}, [{}], [({"a": 1}, {("", "false schema")})]),
    (
        "dependentRequired",
        {"dependentRequired": {"a": ["b", "c"]}},
        [{}, {"b": 1}, {"a": 1, "b": 1, "c": 1}],
        [({"a": 1, "b": 1}, {("", "dependentRequired")})],
    ),
    (
        "dependentSchemas",
        {"dependentSchemas": {"a": {"properties": {"b": {"type": "null"}}}}},
        [{"b": 1}, {"a": 1, "b": None}],
        [({"a": 1, "b": 1}, {("/b", "type")})],
    ),
    (
        "dependencies",
        {"$schema": DRAFT7, "dependencies": {"a": ["b"], "c": {"required": ["d"]}}},
        [{}, {"a": 1, "b": 1}],
        [({"a": 1}, {("", "dependencies")}), ({"c": 1}, {("", "required")})],
    ),
    (
        "allOf",
        {"allOf": [{"minimum": 1}, {"maximum": 3}]},
        [2],
        [(0, {("", "minimum")}), (4, {("", "maximum")})],
    ),
    (
        "anyOf null",
        {"anyOf": [{"type": "string", "minLength": 1}, {"type": "null"}]},
        ["a", None],
        [("", {("", "minLength")})],
    ),
    (
        "anyOf of types",
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        ["", None],
        [(1, {("", "anyOf")})],
    ),
    ("anyOf with true", {"anyOf": [{"type": "string"}, True]}, [1, "a"], []),
    ("oneOf", {"oneOf": [{"multipleOf": 2}, {"multipleOf": 3}]}, [2, 3], [(6, {("", "oneOf")})]),
    (
        "oneOf by type",
        {"oneOf": [{"type": "integer"}, {"type": "number"}]},
        [1.5],
        [(1, {("", "oneOf")}), ("", {("", "oneOf")})],
    ),
    ("not", {"not": {"type": "null"}}, [0], [(None, {("", "not")})]),
    ("not everything", {"not": {}}, [], [(None, {("", "not")})]),
    (
        "if, then, else",
        {"if": {"type": "integer"}, "then": {"minimum": 0}, "else": {"type": "string"}},
        [1, "a"],
        [(-1, {("", "minimum")}), (None, {("", "type")})],
    ),
    ("if alone", {"if": False}, [1], []),
    ("then alone", {"then": False, "else": False}, [1], []),
    (
        "a union told apart by a constant",
        {
            "oneOf": [
                {
                    "type": "object",
                    "required": ["kind", "a"],
                    "properties": {"kind": {"const": "a"}, "a": {"type": "string"}},
                },
                {
                    "type": "object",
                    "required": ["kind", "b"],
                    "properties": {"kind": {"const": "b"}, "b": {"type": "string"}},
                },
            ]
        },
        [{"kind": "a", "a": ""}, {"kind": "b", "b": ""}],
        [
            ({"kind": "b", "b": 1}, {("/b", "type")}),
            (1, {("", "oneOf")}),
            ({"kind": "a", "b": ""}, {("", "required")}),
        ],
    ),
    (
        "references",
        {
            "$ref": "#/$defs/node",
            "$defs": {"node": {"type": "object", "properties": {"next": {"$ref": "#/$defs/node"}}}},
        },
        [{}, {"next": {"next": {}}}],
        [({"next": {"next": 1}}, {("/next/next", "type")})],
    ),
    (
        "a reference with neighbours",
        {"$defs": {"a": {"minimum": 1}}, "$ref": "#/$defs/a", "maximum": 2},
        [1],
        [(0, {("", "minimum")}), (3, {("", "maximum")})],
    ),
    (
        "a reference without them",
        {
            "$schema": DRAFT7,
            "definitions": {"a": {"minimum": 1}},
            "$ref": "#/definitions/a",
            "maximum": 2,
        },
        [3],
        [(0, {("", "minimum")})],
    ),
    (
        "dynamicRef",
        {
            "$id": "https://example.com/strict",
            "$dynamicAnchor": "node",
            "$ref": "tree",
            "unevaluatedProperties": False,
            "$defs": {
                "tree": {
                    "$id": "https://example.com/tree",
                    "$dynamicAnchor": "node",
                    "type": "object",
                    "properties": {
                        "data": True,
                        "children": {"type": "array", "items": {"$dynamicRef": "#node"}},
                    },
                }
            },
        },
        [{"children": [{"data": 1}]}],
        [({"children": [{"daat": 1}]}, {("/children/0", "unevaluatedProperties")})],
    ),
    (
        "recursiveRef",
        {
            "$schema": DRAFT201909,
            "properties": {"a": {"$recursiveRef": "#"}},
            "additionalProperties": False,
        },
        [{"a": {"a": {}}}],
        [({"a": {"b": 1}}, {("/a", "additionalProperties")})],
    ),
    (
        "unevaluatedProperties",
        {
            "allOf": [{"properties": {"a": {}}}],
            "patternProperties": {"^x": {}},
            "unevaluatedProperties": False,
        },
        [{"a": 1, "x": 1}],
        [({"b": 1}, {("", "unevaluatedProperties")})],
    ),
    (
        "unevaluatedProperties and a condition",
        {
            "if": {"properties": {"kind": {"const": "a"}}, "required": ["kind"]},
            "then": {"properties": {"a": {}}},
            "else": {"properties": {"b": {}}},
            "unevaluatedProperties": {"type": "null"},
        },
        [{"kind": "a", "a": 1}, {"b": 1}, {"c": None}],
        [({"kind": "a", "b": 1}, {("/b", "type")}), ({"kind": "x", "b": 1}, {("/kind", "type")})],
    ),
    (
        "unevaluatedProperties and branches",
        {
            "anyOf": [
                {"properties": {"a": {"type": "string"}}, "required": ["a"]},
                {"properties": {"b": {}}, "required": ["b"]},
            ],
            "unevaluatedProperties": False,
        },
        [{"a": ""}, {"b": 1}, {"a": "", "b": 1}],
        [
            ({"a": "", "c": 1}, {("", "unevaluatedProperties")}),
            ({"a": 1, "b": 1}, {("", "unevaluatedProperties")}),
        ],
    ),
    (
        "unevaluatedItems",
        {
            "prefixItems": [{}],
            "anyOf": [{"prefixItems": [True, {"type": "null"}]}, True],
            "unevaluatedItems": False,
        },
        [[1], [1, None]],
        [([1, 2], {("", "unevaluatedItems")}), ([1, None, 3], {("", "unevaluatedItems")})],
    ),
    (
        "unevaluatedItems and contains",
        {"contains": {"const": 1}, "unevaluatedItems": False},
        [[1, 1]],
        [([1, 2], {("", "unevaluatedItems")})],
    ),
    (
        "unevaluatedItems and contains in 2019-09",
        {"$schema": DRAFT201909, "contains": {"const": 1}, "unevaluatedItems": False},
        [],
        [([1], {("", "unevaluatedItems")})],
    ),
    ("a format is no assertion", {"format": "date"}, ["x", 1], []),
]


@pytest.mark.parametrize(
    ("schema", "valid", "refused"), [pytest.param(*case[1:], id=case[0]) for case in CASES]
)
def test_documents(
    schema: Any, valid: list[Any], refused: list[tuple[Any, set[tuple[str, str]]]]
) -> None:
    module = validator(schema)
    for value in valid:
        assert verdict(
            module, value
        ), f"{value!r:.60} is refused: {list(module.iter_errors(value))}"
    for value, faults in refused:
        assert not verdict(module, value)
        found = {(error.instance_location, error.keyword) for error in module.iter_errors(value)}
        assert found == faults, f"{value!r:.60}"


SLOW = {
    "properties": {"a": {"pattern": r"^(\w+\s?)*$"}},
    "patternProperties": {"(x|x)*y$": {"type": "null"}},
    "additionalProperties": {"pattern": "^(a|a)*$"},
}


def test_a_pattern_on_which_backtracking_explodes_is_matched_in_linear_time() -> None:
    module = validator(SLOW)
    assert verdict(module, {"a": "two words", "xxy": None, "b": "aaa"})
    for wrong in ({"a": "a" * 50_000 + "!"}, {"x" * 50_000 + "y": 1}, {"b": "a" * 50_000 + "!"}):
        assert not verdict(module, wrong)


def test_only_such_patterns_need_an_automaton_and_the_pattern_stands_above() -> None:
    text = validator_text(SLOW)
    assert "# ^(\\w+\\s?)*$\n" in text and text.count(" = _Automaton(") == 3
    assert "_Automaton" not in validator_text({"pattern": "^[a-z]+$"})
    allowed = validator_text(SLOW, allow_patterns=[r"^(\w+\s?)*$"])
    assert allowed.count(" = _Automaton(") == 2 and allowed.count(" = re.compile(") == 1


SPOKEN: dict[str, dict[str, Any]] = {
    "number": {"minimum": 1, "multipleOf": 2},
    "string": {"minLength": 1, "pattern": "a"},
    "array": {"minItems": 1, "items": {"type": "null"}, "uniqueItems": True},
    "object": {"minProperties": 1, "properties": {"a": {"type": "null"}}, "required": ["a"]},
}
OF_EACH_TYPE: tuple[Any, ...] = (None, True, 1.5, "", [], [1, 1], {}, {"a": 1})


@pytest.mark.parametrize("other", SPOKEN)
@pytest.mark.parametrize("kind", ["null", "boolean", "integer", *SPOKEN])
def test_a_type_beside_what_speaks_of_another(kind: str, other: str) -> None:
    """Such keywords say nothing of what the type lets through, and nothing fails on what it does not."""
    schema = {"type": kind, **SPOKEN.get(kind, {}), **SPOKEN[other]}
    for place in (schema, {"items": schema}):
        module = validator(place)
        referee = jsonschema.Draft202012Validator(place)
        for value in OF_EACH_TYPE:
            data = value if place is schema else [value]
            assert verdict(module, data) == referee.is_valid(data), data


def test_nothing_is_left_over_where_everything_is_evaluated() -> None:
    module = validator(
        {
            "additionalProperties": {"type": ["object", "array"]},
            "items": {"type": "integer"},
            "unevaluatedProperties": {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
            "unevaluatedItems": {"if": {"minimum": 1}, "then": {"maximum": 2}},
        }
    )
    for value, accepted in (
        ({"x": {"a": 1}}, True),
        ([5], True),
        ({"x": 1}, False),
        (["a"], False),
    ):
        assert verdict(module, value) is accepted, value


@pytest.mark.parametrize(
    "schema",
    [
        {"additionalProperties": {}, "unevaluatedProperties": False},
        {"items": True, "unevaluatedItems": {"type": "string"}},
        {"allOf": [{"$ref": "#/$defs/open"}], "unevaluatedProperties": False},
        {"unevaluatedItems": False, "anyOf": [{"items": False}, True], "items": True},
        {
            "$schema": DRAFT201909,
            "items": [{}],
            "additionalItems": True,
            "unevaluatedItems": False,
        },
    ],
    ids=repr,
)
def test_what_has_nothing_left_to_refuse_is_no_check(schema: Any) -> None:
    open_ = {"$defs": {"open": {"additionalProperties": True}}}
    dialect = {key: schema[key] for key in schema if key == "$schema"}
    inner = {key: schema[key] for key in schema if key != "$schema"}
    for around in (
        {"patternProperties": {"": inner}},
        {"properties": {"a": inner}},
        {"additionalProperties": inner},
        {"items": inner},
        {"contains": inner},
        {"not": inner},
        {"if": inner, "then": False},
        {"unevaluatedProperties": inner},
        {"prefixItems": [inner]},
    ):
        validator({**dialect, **open_, **around})


def test_classes_in_the_table_of_a_large_object() -> None:
    values = [1, 1.0, 2**70, 1.5, "", True, None, {}, []]
    kinds = ["integer", "number", "string", "boolean", "object", "array"]
    members: dict[str, Any] = {f"{kind}{n}": {"type": kind} for kind in kinds for n in range(3)}
    for closed in ({}, {"additionalProperties": False}):
        schema = {"type": "object", "properties": members, **closed}
        compiled, referee = validator(schema), jsonschema.Draft202012Validator(schema)
        for name, value in product([*members, "other"], values):
            assert compiled.is_valid({name: value}) is referee.is_valid({name: value}), (
                name,
                value,
            )


def test_names_of_a_closed_object() -> None:
    names = {"type": "object", "properties": {"one": {}, "two": {}}, "additionalProperties": False}
    text = validator_text(names)
    assert text.count('"two"') == 1
    compiled = validator(names)
    assert compiled.is_valid({})
    assert compiled.is_valid({"one": 1, "two": 2})
    (error,) = compiled.iter_errors({"one": 1, "three": 2, "four": 3})
    assert (
        error.message
        == 'the object has properties that are not allowed: "three", "four"'.replace('"', "'")
    )
