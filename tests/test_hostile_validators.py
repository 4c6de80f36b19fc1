"""Schemas and documents on which generated validators once went wrong."""

from __future__ import annotations

import copy
import enum
from typing import Any

import pytest
from compiled import validator
from nemcon import generate

A = {"$ref": "#/$defs/A"}


def _root(schema: Any) -> dict[str, Any]:
    return {**A, "$defs": {"A": schema}}


MANY = {f"p{n}": {"type": "string"} for n in range(13)}

VERDICTS: dict[str, tuple[Any, list[Any], list[Any]]] = {
    "a constant of another type": (
        {
            "properties": {
                "a": {"type": "null", "const": True},
                "b": {"type": "boolean", "enum": [None]},
                "c": {"type": "string", "const": 1},
            }
        },
        [{}],
        [{"a": True}, {"a": None}, {"b": None}, {"b": True}, {"c": 1}, {"c": "1"}],
    ),
    "a member named accepts": (
        {
            "properties": {
                "z": {
                    "type": "object",
                    "required": ["accepts"],
                    "properties": {"accepts": {"type": "string"}, **MANY},
                }
            }
        },
        [{"z": {"accepts": "s", "p1": "a"}}],
        [{"z": {"accepts": 5, "q": "a"}}],
    ),
    "a member named known": (
        _root(
            {
                "type": "object",
                "properties": {"known": {"type": ["integer", "object"]}, "x": A},
                "allOf": [{"properties": {"x": A}}],
            }
        ),
        [{"known": 1, "x": {}}, {"known": {}, "x": {"known": {}}}],
        [{"known": "1"}, {"known": 1, "x": {"known": "1"}}],
    ),
    "a member named outer": (
        {
            "oneOf": [
                {
                    "properties": {"outer": {"type": "string"}},
                    "anyOf": [{"properties": {"p": True}}, {"required": ["q"]}],
                    "unevaluatedProperties": {"type": "integer"},
                }
            ],
            "unevaluatedProperties": False,
        },
        [{"outer": "s"}],
        [{"outer": 1}],
    ),
    "a member named partial": (
        _root(
            {
                "type": "object",
                "properties": {"partial": {"type": "null"}},
                "anyOf": [
                    {"properties": {"x": A}, "required": ["x"]},
                    {"properties": {"x": A, "y": A}, "required": ["y"]},
                ],
            }
        ),
        [],
        [{"partial": None, "x": 1}],
    ),
    "unevaluated properties of a schema reached in two ways": (
        _root(
            {
                "type": "object",
                "properties": {"x": A},
                "patternProperties": {"^x": A},
                "unevaluatedProperties": A,
            }
        ),
        [{"y": {}}, {"x": {"x": {}}}],
        [{"y": 1}, {"x": {"x": 1}}],
    ),
    "names held against the schema itself": (
        _root(
            {
                "maxLength": 1,
                "properties": {"x": A},
                "allOf": [{"properties": {"x": A}}],
                "propertyNames": A,
            }
        ),
        [{"a": 1, "b": 1}],
        [{"a": 1, "bb": 1}, {"bb": 1, "a": 1}],
    ),
}


FAR = 10**23
"""`1e23` is the double below it."""


@pytest.mark.parametrize(
    ("schema", "accepted", "refused"),
    [
        ({"enum": [1e23]}, [1e23, int(1e23)], [FAR]),
        ({"const": FAR}, [FAR], [1e23]),
        ({"maximum": 1e23}, [1e23, int(1e23)], [FAR]),
        ({"multipleOf": 1e23}, [1e23, FAR], [FAR + 1]),
        ({"multipleOf": 0.01}, [0.07, 7], [0.075]),
        ({"const": 1e22}, [10**22], [10**22 + 1]),
    ],
)
def test_numbers_with_an_exponent_are_doubles(
    schema: Any, accepted: list[Any], refused: list[Any]
) -> None:
    module = validator(schema)
    assert [module.is_valid(it) for it in accepted] == [True] * len(accepted)
    assert [module.is_valid(it) for it in refused] == [False] * len(refused)


@pytest.mark.parametrize("name", VERDICTS)
def test_verdicts(name: str) -> None:
    schema, accepted, refused = VERDICTS[name]
    module = validator(schema)
    for document in [*accepted, *refused]:
        before = copy.deepcopy(document)
        assert module.is_valid(document) == (document in accepted), document
        assert bool(list(module.iter_errors(document))) == (document not in accepted), document
        assert document == before


def test_constants_that_tell_apart_do_not_multiply_what_is_reported() -> None:
    branches = [
        {"type": "object", "properties": {"k": {"const": kind}, "x": A}, "required": ["k"]}
        for kind in "abc"
    ]
    module = validator(_root({"anyOf": branches}))
    document: Any = 7
    for _ in range(60):
        document = {"k": "a", "x": document}
    assert not module.is_valid(document)
    assert list(module.iter_errors(document))


class Whole(int, enum.Enum):
    ONE = 1


class Half(float, enum.Enum):
    IT = 0.5


class Unhashable(str):
    def __eq__(self, other: object) -> bool:
        return str.__eq__(self, other)


def test_numbers_of_other_classes_compare_as_what_they_are() -> None:
    unique = validator({"uniqueItems": True})
    assert not unique.is_valid([Whole.ONE, 1])
    assert not unique.is_valid([Half.IT, 0.5])
    assert not unique.is_valid([*range(20), Whole.ONE])
    assert validator({"const": [1]}).is_valid([Whole.ONE])
    assert validator({"enum": [[0.5]]}).is_valid([Half.IT])


@pytest.mark.parametrize("schema", [{"enum": ["a", "b"]}, {"type": "string", "enum": ["a", "b"]}])
def test_a_string_that_cannot_be_hashed_gets_an_answer(schema: Any) -> None:
    module = validator(schema)
    assert not module.is_valid(Unhashable("a"))
    assert list(module.iter_errors(Unhashable("a")))


def test_items_that_are_no_numbers_differ_however_many_there_are() -> None:
    unique = validator({"uniqueItems": True})
    assert unique.is_valid([float("nan") for _ in range(2)])
    assert unique.is_valid([float("nan") for _ in range(20)])


RECURSIVE = {
    "an array of itself or of strings": _root(
        {"anyOf": [{"type": "array", "items": A}, {"type": "array", "items": {"type": "string"}}]}
    ),
    "items of two kinds": _root({"allOf": [{"items": {"anyOf": [{}]}}, {"items": A}]}),
    "arrays of each other": {
        **A,
        "$defs": {
            "A": {"oneOf": [{"items": {"$ref": "#/$defs/B"}}, {"items": {"$ref": "#/$defs/D"}}]},
            "B": {"oneOf": [{"items": {"$ref": "#/$defs/D"}}, {"items": A}]},
            "D": {"type": "string"},
        },
    },
}


@pytest.mark.parametrize("name", RECURSIVE)
def test_arrays_of_themselves_have_a_type(name: str) -> None:
    package = generate(RECURSIVE[name], name="recursive").load()
    for document in ([], ["a"], [["a"]], [[[]]], [1], 1):
        accepted = package.validator.is_valid(document)
        for target in (package.models, package.structs, package.typed_dicts):
            try:
                decoded = target.from_builtins(document)
            except package.validator.ValidationError:
                assert not accepted
            else:
                assert accepted
                assert target.to_builtins(decoded) == document
