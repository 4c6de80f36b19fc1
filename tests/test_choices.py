"""Which branch of a choice speaks when none accepts; the judge of the fixtures says the same."""

from __future__ import annotations

from typing import Any

import pytest
from compiled import validator, verdict
from nemcon.fixtures.judge import Judge
from nemcon.read import read_schema
from nemcon.read.formats import is_of_format

A_OR_B = {"enum": ["a", "b"]}
NAMED = {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}


def _tagged(tag: str, *required: str) -> dict[str, Any]:
    kind = {"type": "string", "const": tag}
    return {"type": "object", "required": list(required), "properties": {"kind": kind}}


CASES: list[tuple[str, Any, Any, set[tuple[str, str]]]] = [
    (
        "a value of the nullable enum",
        {"anyOf": [{"type": "string", **A_OR_B}, {"type": "null"}]},
        "",
        {("", "/anyOf/0/enum")},
    ),
    (
        "of neither type",
        {"anyOf": [{"type": "string", **A_OR_B}, {"type": "null"}]},
        1,
        {("", "/anyOf")},
    ),
    (
        "a nullable constant",
        {"oneOf": [{"type": "null"}, {"type": "integer", "const": 1}]},
        2,
        {("", "/oneOf/1/const")},
    ),
    (
        "enums of different types",
        {"anyOf": [{"type": "string", **A_OR_B}, {"type": "integer", "enum": [1, 2]}]},
        3,
        {("", "/anyOf/1/enum")},
    ),
    (
        "enums of one type",
        {"anyOf": [{"type": "string", **A_OR_B}, {"type": "string", "enum": ["c"]}]},
        "d",
        {("", "/anyOf")},
    ),
    (
        "an enum beside a string of some length",
        {"anyOf": [{"type": "string", **A_OR_B}, {"type": "string", "minLength": 2}]},
        "",
        {("", "/anyOf/1/minLength")},
    ),
    ("constants alone", {"oneOf": [{"const": 1}, {"const": 2}]}, 3, {("", "/oneOf")}),
    ("not", {"anyOf": [{"type": "string", "not": A_OR_B}, False]}, "a", {("", "/anyOf/0/not")}),
    (
        "a required property that one branch lacks, a wrong one in the other",
        {
            "anyOf": [
                NAMED,
                {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}},
            ]
        },
        {"n": True},
        {("", "/anyOf/0/required")},
    ),
    ("types alone", {"anyOf": [{"type": "string"}, {"type": "null"}]}, 1, {("", "/anyOf")}),
    ("false alone", {"anyOf": [False, False]}, 1, {("", "/anyOf")}),
    (
        "a nullable object",
        {"anyOf": [{"type": "null"}, NAMED]},
        {"name": 1},
        {("/name", "/anyOf/1/properties/name/type")},
    ),
    (
        "the constant right below fits",
        {"anyOf": [_tagged("a", "kind", "x"), _tagged("b", "kind", "y", "z")]},
        {"kind": "b"},
        {("", "/anyOf/1/required")},
    ),
    (
        "fewest errors",
        {"anyOf": [{"type": "object", "required": ["x", "y"]}, NAMED]},
        {},
        {("", "/anyOf/1/required")},
    ),
    (
        "the first",
        {"anyOf": [{"required": ["x"]}, {"required": ["y"]}]},
        {},
        {("", "/anyOf/0/required")},
    ),
    (
        "a choice in a choice",
        {"anyOf": [{"anyOf": [{"type": "string", **A_OR_B}, {"type": "null"}]}, NAMED]},
        "c",
        {("", "/anyOf/0/anyOf/0/enum")},
    ),
    (
        "a choice in a choice that nothing fits",
        {"anyOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}, NAMED]},
        1,
        {("", "/anyOf")},
    ),
]


@pytest.mark.parametrize(
    ("schema", "value", "expected"), [pytest.param(*case[1:], id=case[0]) for case in CASES]
)
def test_the_branch_that_speaks(schema: Any, value: Any, expected: set[tuple[str, str]]) -> None:
    errors = list(validator(schema).iter_errors(value))
    assert {(it.instance_location, it.keyword_location) for it in errors} == expected
    graph = read_schema(schema)
    faults = Judge(graph.nodes, is_of_format).faults(graph.root, value)
    assert {(it.instance_location, it.keyword_location) for it in faults} == expected


def _messages(schema: Any, value: Any) -> list[str]:
    return [error.message for error in validator(schema).iter_errors(value)]


def test_the_note_names_the_closest_of_several() -> None:
    """No note where all other branches are of another type."""
    nullable = {"anyOf": [{"type": "null"}, NAMED]}
    assert _messages(nullable, {"name": 1}) == ["1 is not a string"]
    several = {"anyOf": [{"type": "object", "required": ["x", "y"]}, NAMED]}
    assert _messages(several, {"name": 1}) == ["1 is not a string (closest alternative: /anyOf/1)"]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_order_of_branches_plays_no_part(first: int) -> None:
    """A branch of two types is no other's alternative because it stands first."""
    tagged = [
        {"type": "object", "properties": {"kind": {"const": kind}}, "required": ["kind"]}
        for kind in ("b", "c")
    ]
    module = validator({"oneOf": [*tagged[:first], {"type": ["object", "null"]}, *tagged[first:]]})
    for value, accepted in (
        (None, True),
        ({}, True),
        ({"kind": "d"}, True),
        ({"kind": "b"}, False),
        (1, False),
    ):
        assert verdict(module, value) is accepted, value
