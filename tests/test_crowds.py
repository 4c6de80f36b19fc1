"""Schemas that one value can reach in many ways: asked one way after the other, the documents here would take years."""

from __future__ import annotations

from typing import Any

import pytest
from compiled import validator, validator_text

LEVELS = 60


def _branch(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"below": {"$ref": "#/$defs/Node"}, **properties}}


def _recursive(node: Any) -> dict[str, Any]:
    return {"$ref": "#/$defs/Node", "$defs": {"Node": node}}


def _chain(keyword: str, bottom: Any) -> dict[str, Any]:
    """Every level applies the next one twice, in different words."""
    levels: dict[str, Any] = {
        f"level{n}": {
            keyword: [
                {"$ref": f"#/$defs/level{n + 1}"},
                {"$ref": f"#/$defs/level{n + 1}", "maxLength": 9},
            ]
        }
        for n in range(LEVELS)
    }
    return {"$ref": "#/$defs/level0", "$defs": {**levels, f"level{LEVELS}": bottom}}


LOOPS = {
    "branches that differ late": {
        "anyOf": [_branch(end={"type": "integer"}), _branch(end={"type": "string"})]
    },
    "exactly one of such branches": {
        "oneOf": [
            _branch(end={"type": "integer"}),
            {**_branch(end={"type": "string"}), "required": ["end"]},
            {**_branch(end={"type": "boolean"}), "required": ["end"]},
        ]
    },
    "a name and a pattern": {
        "allOf": [_branch(end={"type": "integer"})],
        "patternProperties": {"^b": {"$ref": "#/$defs/Node"}},
    },
    "a condition that looks below": {
        **_branch(end={"type": "integer"}),
        "if": {"properties": {"below": {"$ref": "#/$defs/Node"}}},
        "else": False,
    },
    "one of two that go further": {
        "anyOf": [{"type": "array", "items": {"$ref": "#/$defs/Node"}}, {"$ref": "#/$defs/Odd"}]
    },
    "members that two branches evaluate": {
        "anyOf": [_branch(end={"type": "integer"}), _branch(end={"type": "string"})],
        "unevaluatedProperties": False,
    },
    "members that a branch evaluates and the rest": {
        "type": "object",
        "anyOf": [_branch(end={"type": "integer"}), {"properties": {"end": {"type": "string"}}}],
        "unevaluatedProperties": {"$ref": "#/$defs/Node"},
    },
    "members that a condition evaluates": {
        "allOf": [_branch(end={"type": "integer"})],
        "if": _branch(end={"type": "integer"}),
        "else": {"properties": {"other": {}, "below": {"$ref": "#/$defs/Node"}}},
        "unevaluatedProperties": False,
    },
}
ODD = {
    "anyOf": [
        _branch(end={"type": "integer"}),
        {"type": "object", "additionalProperties": {"$ref": "#/$defs/Node"}},
    ]
}


def _deep(end: Any) -> Any:
    document: Any = {"end": end}
    for _ in range(LEVELS):
        document = {"below": document}
    return document


@pytest.mark.parametrize("name", LOOPS)
def test_ways_that_lead_to_one_schema_again_and_again(name: str) -> None:
    schema = _recursive(LOOPS[name])
    schema["$defs"]["Odd"] = ODD
    module = validator(schema)
    assert not module.is_valid(_deep(None))
    errors = list(module.iter_errors(_deep(None)))
    assert errors
    assert len(errors) <= 2 * LEVELS


@pytest.mark.parametrize(
    "name",
    [
        "branches that differ late",
        "a name and a pattern",
        "members that two branches evaluate",
        "members that a condition evaluates",
    ],
)
def test_what_such_schemas_accept(name: str) -> None:
    module = validator(_recursive(LOOPS[name]))
    assert module.is_valid(_deep(1))
    assert list(module.iter_errors(_deep(1))) == []


@pytest.mark.parametrize("keyword", ["anyOf", "allOf"])
def test_ways_that_stay_at_one_value(keyword: str) -> None:
    module = validator(_chain(keyword, {"type": "integer"}))
    assert module.is_valid(1)
    assert not module.is_valid("one")
    assert list(module.iter_errors("one"))


@pytest.mark.parametrize("keyword", ["anyOf", "allOf"])
def test_ways_that_stay_at_one_value_and_evaluate_it(keyword: str) -> None:
    bottom = {"type": ["object", "integer"], "properties": {"a": {}}}
    module = validator({**_chain(keyword, bottom), "unevaluatedProperties": False})
    assert module.is_valid({"a": 1})
    assert module.is_valid(1)
    for refused in ({"b": 1}, "one"):
        assert not module.is_valid(refused)
        assert list(module.iter_errors(refused))


ARRAYS: dict[str, Any] = {
    "items and one of them": lambda it: {"items": it, "contains": it, "unevaluatedItems": it},
    "any of two": lambda it: {"anyOf": [{"items": it, "minItems": 2}, {"items": it}]},
    "one of two": lambda it: {"oneOf": [{"items": it, "minItems": 2}, {"items": it}]},
    "none that is not": lambda it: {"items": it, "not": {"contains": {"not": it}}},
    "a condition": lambda it: {"if": {"items": it}, "then": {"items": it}, "else": {"items": it}},
    "the first and one of them": lambda it: {"allOf": [{"contains": it}, {"prefixItems": [it]}]},
    "what is left of items": lambda it: {
        "anyOf": [{"contains": it}, {"prefixItems": [it]}],
        "unevaluatedItems": it,
    },
}
OBJECTS: dict[str, Any] = {
    "a name and a pattern": lambda it: {
        "properties": {"below": it},
        "patternProperties": {"^b": it},
    },
    "a name and the rest": lambda it: {
        "allOf": [{"additionalProperties": it}, {"properties": {"below": it}}]
    },
    "a dependent schema": lambda it: {
        "properties": {"below": it},
        "dependentSchemas": {"below": {"properties": {"below": it}}},
    },
    "members that branches evaluate": lambda it: {
        "anyOf": [{"properties": {"below": it}}, {"properties": {"below": it, "b": True}}],
        "unevaluatedProperties": False,
    },
    "what is left of members": lambda it: {
        "anyOf": [{"properties": {"b": it}}, {"required": ["c"], "properties": {"below": it}}],
        "unevaluatedProperties": it,
    },
}


def _below(value: Any, wrap: Any) -> Any:
    for _ in range(LEVELS):
        value = wrap(value)
    return value


@pytest.mark.parametrize("name", [*ARRAYS, *OBJECTS])
def test_ways_that_meet_on_every_level_without_a_loop(name: str) -> None:
    """No schema leads to itself, and the time doubles with every level nevertheless."""
    level = {**ARRAYS, **OBJECTS}[name]
    levels = {f"level{n}": level({"$ref": f"#/$defs/level{n + 1}"}) for n in range(LEVELS)}
    bottom = {"type": "integer"}
    module = validator({"$ref": "#/$defs/level0", "$defs": {**levels, f"level{LEVELS}": bottom}})
    wrap: Any = (lambda it: [it]) if name in ARRAYS else (lambda it: {"below": it})
    refused = list(module.iter_errors(_below("one", wrap)))
    assert refused
    assert len(refused) <= 2 * LEVELS + 1
    assert module.is_valid(_below(1, wrap))


def test_schemas_that_meet_a_few_times_are_asked_as_they_are() -> None:
    level = OBJECTS["a name and a pattern"]
    levels = {f"level{n}": level({"$ref": f"#/$defs/level{n + 1}"}) for n in range(3)}
    schema = {"$ref": "#/$defs/level0", "$defs": {**levels, "level3": {"type": "integer"}}}
    assert "_once" not in validator_text(schema)


def test_one_error_does_not_multiply() -> None:
    module = validator(_chain("allOf", {"type": "integer"}))
    errors = list(module.iter_errors("one"))
    assert {it.keyword for it in errors} == {"type"}
    assert len(errors) <= 2


def test_nothing_is_remembered_from_one_document_to_the_next() -> None:
    module = validator(_recursive(LOOPS["branches that differ late"]))
    document = _deep(1)
    assert module.is_valid(document)
    inner = document
    while "below" in inner:
        inner = inner["below"]
    inner["end"] = None
    assert not module.is_valid(document)


def test_schemas_told_apart_by_a_constant_go_one_way() -> None:
    """Where no value is held against two branches, the answer has nothing to remember; the report asks all branches."""
    kinds = [
        {**_branch(kind={"const": kind}), "required": ["kind"]} for kind in ("add", "sub", "neg")
    ]
    assert "@_once\n" not in validator_text(_recursive({"oneOf": kinds}))


KNOWN = ["add", "sub", "neg"]
OTHERS = {"type": "string", "not": {"enum": KNOWN}}
CALLS = {
    "what one lists and the other excludes": {
        "oneOf": [
            {**_branch(kind={"enum": KNOWN}), "required": ["kind"]},
            {**_branch(kind=OTHERS), "required": ["kind"]},
        ]
    },
    "choices in a choice": {
        "oneOf": [
            {"anyOf": [{**_branch(kind={"const": kind}), "required": ["kind"]} for kind in KNOWN]},
            {**_branch(kind=OTHERS), "required": ["kind"]},
            {"type": "boolean"},
        ]
    },
    "pairs, beside a branch that fits with all": {
        "oneOf": [
            {**_branch(kind={"enum": KNOWN}), "required": ["kind"]},
            {**_branch(kind=OTHERS), "required": ["kind"]},
            {"type": "object", "required": ["name"]},
        ]
    },
    "among many members": {
        "anyOf": [
            {
                **_branch(**{f"member{n}": {} for n in range(20)}, kind=kind),
                "additionalProperties": {"$ref": "#/$defs/Node"},
                "required": ["kind"],
            }
            for kind in ({"const": "add"}, {"const": "sub"}, OTHERS)
        ]
    },
}


@pytest.mark.parametrize("name", CALLS)
def test_schemas_told_apart_by_what_they_exclude_go_one_way(name: str) -> None:
    schema = _recursive(CALLS[name])
    assert "@_once\n" not in validator_text(schema)
    module = validator(schema)
    for kinds in (("add", "sub"), ("other", "add")):
        document: Any = {"kind": "sub"}
        for level in range(LEVELS):
            document = {"below": document, "kind": kinds[level % 2]}
        assert module.is_valid(document)
        assert not list(module.iter_errors(document))
    assert not module.is_valid({"kind": 1})
    assert not module.is_valid({"kind": "add", "below": {"kind": ["add"]}})


def test_one_value_that_fits_two_of_several_branches() -> None:
    module = validator(_recursive(CALLS["pairs, beside a branch that fits with all"]))
    assert module.is_valid({"name": 1})
    assert module.is_valid({"kind": "other"})
    for kind in ("add", "other"):
        (error,) = module.iter_errors({"kind": kind, "name": 1})
        assert error.keyword == "oneOf"
