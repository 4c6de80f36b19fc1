"""What a good projection does, promise by promise, in every target."""

from __future__ import annotations

import copy
import json
import sys
import typing
from typing import Any

import pytest
from nemcon import generate
from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import TARGETS, Court, check_document
from nemcon.agree.referee import referees
from nemcon.read import read_schema
from target_cases import CASES

CLASSES = TARGETS[1:]
OBJECTS = ("models", "structs")


def _openapi(schemas: dict[str, Any], version: str = "3.1.0") -> dict[str, Any]:
    return {"openapi": version, "info": {"title": "x", "version": "1"}, "components": {"schemas": schemas}}  # fmt: skip


PETS = {
    "Pet": {
        "anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in ("Cat", "Dog", "Fish")],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"hound": "#/components/schemas/Dog", "puppy": "Dog"},
        },
    },
    "Home": {"type": "object", "properties": {"pets": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}},
    **{
        name: {"type": "object", "properties": {"kind": {"type": "string"}, "age": {"type": kind}}}
        for name, kind in (("Cat", "integer"), ("Dog", "number"), ("Fish", "number"))
    },
}  # fmt: skip


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize("target", OBJECTS)
def test_a_discriminator_says_which_branch_is_meant(
    target: str, version: str, tmp_path: Any
) -> None:
    path = tmp_path / "api.json"
    path.write_text(json.dumps(_openapi(PETS, version)))
    made = generate(f"{path}#/components/schemas/Home", targets=TARGETS)
    module = getattr(made.load(), target)
    kinds = {
        '{"kind": "hound", "age": 1}': "Dog",
        '{"kind": "puppy"}': "Dog",
        '{"kind": "Cat"}': "Cat",
        '{"kind": "Cat", "age": 1.5}': "Dog",  # a cat's age is an integer: what is said is not so
        '{"kind": "Dog"}': "Cat",  # the mapping has other values for it
        '{"kind": "Fish", "age": 1.5}': "Fish",
        "{}": "Cat",
    }
    text = f'{{"pets": [{", ".join(kinds)}]}}'
    home = module.decode(text)
    assert [type(it).__name__ for it in home.pets] == [*kinds.values()]
    assert json.loads(module.encode(home)) == json.loads(text)


@pytest.mark.parametrize("target", CLASSES)
def test_docstrings_say_what_people_should_know(target: str) -> None:
    text = generate(
        {
            "type": "object",
            "description": "A gauge. " * 30,
            "properties": {
                "a": {"type": "string", "examples": ["x", {"y": 1}], "description": "An a."},
                "b": {"type": "string", "readOnly": True},
                "c": {"type": "string", "writeOnly": True},
                "d": {"type": "string", "deprecated": True, "title": "The fourth"},
            },
        },
        targets=(target,),
    ).files[f"{target}.py"]
    for said in (
        '    """An a.\n\n    Examples:\n    - "x"\n    - {"y": 1}\n    """',
        '    """Read only: the owner of the data sends it and never takes it."""',
        '    """Write only: the owner of the data takes it and never sends it."""',
        '    """The fourth\n\n    Deprecated.\n    """',
    ):
        assert said in text
    assert max(map(len, text.splitlines())) <= 88


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
def test_openapi_has_its_own_words(version: str, tmp_path: Any) -> None:
    properties: dict[str, Any] = {"a": {"type": "string", "example": "x"}}
    if version == "3.0.3":
        properties["a"]["nullable"] = True
        properties["n"] = {"type": "number", "minimum": 0, "exclusiveMinimum": True}
    path = tmp_path / "api.json"
    path.write_text(
        json.dumps(_openapi({"A": {"type": "object", "properties": properties}}, version))
    )
    made = generate(f"{path}#/components/schemas/A", targets=TARGETS)
    assert '"""Examples:\n    - "x"\n' in made.files["models.py"]
    loaded = made.load()
    if version == "3.0.3":
        assert loaded.models.decode(b'{"a": null}').a is None
        assert not loaded.validator.is_valid({"n": 0}) and loaded.validator.is_valid({"n": 0.1})


# Code made for a newer Python than this one cannot be imported here.
PYTHONS = [it for it in ((3, 10), (3, 11), (3, 13)) if it <= sys.version_info]

KEYS: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string"}, "b": {"$ref": "#"}, "class": {"type": "integer"}},
    "required": ["a"],
}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("name", [*CASES, "keys"])
def test_required_keys_are_right_at_run_time(name: str, python: tuple[int, int]) -> None:
    schema = KEYS if name == "keys" else CASES[name][0]
    made = generate(schema, name="case", targets=("typed_dicts", "models"), python=python).load()
    for exported in made.typed_dicts.__all__:
        found = getattr(made.typed_dicts, exported)
        twin = getattr(made.models, exported, None)
        if not typing.is_typeddict(found) or not hasattr(twin, "__dataclass_fields__"):
            continue
        every = found.__required_keys__ | found.__optional_keys__
        fields = len(twin.__dataclass_fields__) - ("extras" in twin.__slots__)
        nameless = (
            name == "hostile keys"
        )  # no TypedDict can have the key "", which is required here
        assert len(found.__required_keys__) == _without_default(twin) - nameless
        assert abs(len(every) - fields) <= 1  # where `extras` is a property too
        assert typing.get_type_hints(found, include_extras=True).keys() == every


def _without_default(cls: Any) -> int:
    from dataclasses import MISSING

    fields = cls.__dataclass_fields__.values()
    return sum(it.default is MISSING and it.default_factory is MISSING for it in fields)


def test_typed_dicts_are_made_by_a_call_only_where_they_must() -> None:
    text = generate(KEYS, name="case", targets=("typed_dicts",)).files["typed_dicts.py"]
    assert "class _CaseRequired(TypedDict):" in text and "_CaseOptional = TypedDict(" in text
    assert "class Case(_CaseRequired, _CaseOptional, total=False):" in text
    plain = {"type": "object", "properties": {"a": {}, "self": {}, "_x": {}, "extras": {}}}
    assert "= TypedDict(" not in generate(plain, targets=("typed_dicts",)).files["typed_dicts.py"]
    said = {
        "properties": {"text": {"enum": ["text", 'a"b'], "type": "string"}},
        "required": ["text"],
        "type": "object",
    }
    assert "= TypedDict(" not in generate(said, targets=("typed_dicts",)).files["typed_dicts.py"]
    hiding = {"properties": {"str": {"type": "string"}, "x": {"$ref": "#"}}, "type": "object"}
    assert "= TypedDict(" in generate(hiding, targets=("typed_dicts",)).files["typed_dicts.py"]


@pytest.mark.parametrize("python", [(3, 10), (3, 11)])
def test_keys_that_are_no_names_may_refer_to_what_stands_further_down(
    python: tuple[int, int],
) -> None:
    """At run time too, whichever form the TypedDict has and whichever part of it."""
    schema = {
        "type": "object",
        "properties": {"a b": {"$ref": "#/$defs/B"}, "class": {"$ref": "#"}},
        "required": ["class"],
        "$defs": {
            "B": {"type": "object", "properties": {"c d": {"$ref": "#/$defs/C"}, "z": {"$ref": "#"}}, "required": ["z"]},
            "C": {"type": "object", "properties": {"__x": {"type": "array", "items": {"$ref": "#/$defs/B"}}}, "required": ["__x"]},
        },
    }  # fmt: skip
    if sys.version_info < python:
        return
    loaded = generate(schema, name="case", targets=("typed_dicts",), python=python).load()
    module = loaded.typed_dicts
    assert typing.get_type_hints(module.Case) == {"a b": module.B, "class": module.Case}
    assert typing.get_type_hints(module.B) == {"c d": module.C, "z": module.Case}
    assert typing.get_type_hints(module.C) == {"__x": list[module.B]}
    for name, required in ("Case", {"class"}), ("B", {"z"}), ("C", {"__x"}):
        assert getattr(module, name).__required_keys__ == required


@pytest.mark.parametrize("word", ["Aaa", "Zzz"])
@pytest.mark.parametrize("name", CASES)
def test_inserting_a_definition_renames_nothing(name: str, word: str) -> None:
    schema = CASES[name][0]
    if not isinstance(schema, dict):
        return
    grown = copy.deepcopy(schema)
    new = {"type": "object", "properties": {"x": {"type": "object", "properties": {"y": {}}}}}
    grown["$defs"] = {word: new, **grown.get("$defs", {}), f"{word}2": {"enum": ["a", "b"]}}
    for enums in ("literal", "enum"):
        before = generate(schema, name="case", targets=("models",), enums=enums)
        after = generate(grown, name="case", targets=("models",), enums=enums)
        assert {*before.load().models.__all__} <= {*after.load().models.__all__}


def test_a_shared_definition_is_one_class() -> None:
    made = generate(
        {
            "type": "object",
            "properties": {
                "a": {"$ref": "#/$defs/P"},
                "b": {"type": "array", "items": {"$ref": "#/$defs/P"}},
                "c": {"anyOf": [{"$ref": "#/$defs/P"}, {"type": "null"}]},
                "d": {"allOf": [{"$ref": "#/$defs/P"}]},
            },
            "$defs": {"P": {"type": "object", "properties": {"x": {"type": "integer"}}}},
        },
        name="case",
    ).load()
    for target in OBJECTS:
        module = getattr(made, target)
        found = module.decode(b'{"a": {}, "b": [{}], "c": {"x": 1.0}, "d": {}}')
        assert {type(it) for it in (found.a, *found.b, found.c, found.d)} == {module.P}


def test_two_definitions_of_one_name_both_get_their_path() -> None:
    inner = {"type": "object", "properties": {"x": {}}}
    schema = {
        "title": "Case",
        "properties": {"a": {"$ref": "#/$defs/a-b"}, "b": {"$ref": "#/$defs/a_b"}},
        "type": "object",
        "$defs": {"a-b": inner, "a_b": inner},
    }
    names = generate(schema, targets=("models",)).load().models.__all__
    swapped = {**schema, "$defs": {"a_b": inner, "a-b": inner}}
    assert names == generate(swapped, targets=("models",)).load().models.__all__
    assert len([name for name in names if name.startswith("CaseAB")]) == 2 and "AB" not in names


def test_yaml_is_yaml_1_2(tmp_path: Any) -> None:
    path = tmp_path / "schema.yaml"
    path.write_text("type: object\nproperties:\n  no: {enum: [no, yes, on, 0o7]}\n")
    made = generate(path, targets=("models",)).load()
    assert made.models.decode(b'{"no": "yes"}').no == "yes"
    assert made.models.decode(b'{"no": 7}').no == 7


MIXED: dict[str, tuple[Any, list[Any]]] = {
    "allOf meets types": (
        {
            "allOf": [
                {"properties": {"a": {"type": ["integer", "string"]}, "b": {"enum": ["x", "y", 1]}}},
                {"properties": {"a": {"type": ["number", "null"]}, "b": {"type": "string"}}},
            ],
            "type": "object",
        },
        [{"a": 1.0}, {"a": "x"}, {"b": "x"}, {"b": 1}, {"a": None}, {"c": 1}],
    ),
    "a constant that need not be there": (
        {
            "oneOf": [
                {"type": "object", "properties": {"t": {"const": "a"}, "x": {"type": "integer"}}, "required": ["x"]},
                {"type": "object", "properties": {"t": {"const": "b"}, "y": {"type": "integer"}}, "required": ["y"]},
            ]
        },
        [{"t": "a", "x": 1.0}, {"x": 1.0}, {"y": 1}, {"t": "b", "y": 2}, {"x": 1, "y": 1}, {"t": "b", "x": 1}],
    ),
    "mutual recursion": (
        {
            "$ref": "#/definitions/A",
            "definitions": {
                "A": {"type": "object", "properties": {"b": {"$ref": "#/definitions/B"}}},
                "B": {"type": ["array", "null"], "items": {"anyOf": [{"$ref": "#/definitions/A"}, {"$ref": "#/definitions/B"}]}},
            },
        },
        [{}, {"b": None}, {"b": [{"b": [[], None]}, []]}, {"b": [1]}],
    ),
    "array-form items": (
        {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "integer"}, {"type": "string"}],
         "additionalItems": False, "minItems": 2, "type": "array"},
        [[1.0, "a"], [1], [1, "a", 2], ["a", 1]],
    ),
    "booleans and empty schemas": (
        {"properties": {"a": True, "b": False, "c": {}, "d": {"items": False}}, "additionalProperties": True},
        [{"a": [1.0]}, {"b": 1}, {"c": None}, {"d": []}, {"d": [1]}, 5, []],
    ),
    "conditions and dependencies": (
        {
            "if": {"properties": {"k": {"const": 1}}, "required": ["k"]}, "then": {"required": ["x"]},
            "else": {"properties": {"y": {"type": "integer"}}}, "dependentSchemas": {"z": {"properties": {"y": False}}},
            "propertyNames": {"maxLength": 2}, "not": {"required": ["no"]}, "unevaluatedProperties": {"type": "integer"},
            "properties": {"k": {}, "x": {}},
        },
        [{"k": 1.0, "x": 1}, {"k": 1}, {"y": 1.0}, {"y": "a"}, {"z": 1, "y": 1}, {"no": 1}, {"abc": 1}, {"w": 1.0}],
    ),
    "pattern properties alone": (
        {"type": "object", "patternProperties": {"^a": {"type": "integer"}, "^b": {"enum": ["x", "y"]}}, "additionalProperties": False},
        [{"a1": 1.0, "b": "x"}, {"a": "x"}, {"c": 1}, {}],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", MIXED)
@pytest.mark.parametrize("enums", ["literal", "enum"])
def test_laws(name: str, enums: str) -> None:
    schema, documents = MIXED[name]
    graph = read_schema(schema)
    package = generate(schema, name="case", targets=TARGETS, enums=enums).load()
    court = Court(package, TARGETS, defaults_of(graph), referees(graph))
    for document in documents:
        assert not check_document(court, document)


DEFAULTED = {"type": "object", "properties": {"a": {"type": "integer", "default": 1}}}
TAGGED = [
    {
        "type": "object",
        "properties": {"kind": {"const": kind}, "a": {"type": "integer", "default": 1}, "p": DEFAULTED},
        "required": ["kind"],
    }
    for kind in ("x", "y")
]  # fmt: skip
KEEP = {
    "conjunction": {"allOf": [DEFAULTED, {"properties": {"b": {"type": "integer"}}}]},
    "item": {"type": "array", "items": {"allOf": [DEFAULTED]}},
    "another property": {**DEFAULTED, "oneOf": [{"required": ["b"]}, {"required": ["c"]}]},
    "another condition": {
        **DEFAULTED,
        "if": {"properties": {"b": {"const": 1}}, "required": ["b"]},
        "then": {"required": ["c"]},
    },
    "another branch": {
        "anyOf": [
            DEFAULTED,
            {"type": "object", "properties": {"b": {"type": "integer"}}, "maxProperties": 2},
        ]
    },
    "another level": {"type": "object", "properties": {"p": DEFAULTED}, "maxProperties": 1},
    "tagged branches": {"oneOf": TAGGED},
    "listed strings": {"anyOf": [DEFAULTED, {"enum": ["a", "b"]}, {"type": "null"}]},
    "branches that refuse each other": {
        "oneOf": [
            {**DEFAULTED, "required": ["b"]},
            {"type": "object", "properties": {"a": {"type": "string"}, "c": {}}, "required": ["c"]},
        ]
    },
    "what may not be": {
        **DEFAULTED,
        "not": {"properties": {"a": {"const": 5}, "b": {"const": 1}}, "required": ["b"]},
    },
    "evaluated beside": {**DEFAULTED, "unevaluatedProperties": False},
    "evaluated within": {"allOf": [{"allOf": [DEFAULTED]}], "unevaluatedProperties": False},
}


@pytest.mark.parametrize("name", KEEP)
@pytest.mark.parametrize("target", OBJECTS)
def test_defaults_that_harm_nobody_are_filled_in(name: str, target: str) -> None:
    text = generate(KEEP[name], targets=(target,)).files[f"{target}.py"]
    assert "a: int = 1" in text and "a: int | UnsetType" not in text
