"""What can be decoded can be encoded, and what cannot be encoded says so: no value is changed or lost on the way out."""

from __future__ import annotations

import json
import sys
from functools import cache
from types import ModuleType
from typing import Any

import pytest
from nemcon import generate

TARGETS = ("models", "structs", "typed_dicts")
OBJECTS = TARGETS[:2]
INTEGER: dict[str, Any] = {"type": "integer"}
RECURSION = {"$ref": "#"}
DEEP: dict[str, tuple[Any, str, str, str]] = {
    "anything": ({}, "[", "", "]"),
    "arrays": ({"type": "array", "items": RECURSION}, "[", "", "]"),
    "tuples": ({"type": "array", "prefixItems": [RECURSION], "items": False}, "[", "", "]"),
    "a map": ({"type": "object", "additionalProperties": RECURSION}, '{"k":', "{}", "}"),
    "a field": ({"type": "object", "properties": {"class": RECURSION}}, '{"class":', "{}", "}"),
    "a free field": ({"type": "object", "properties": {"any": {}}}, '{"any":', "1", "}"),
    "an unknown key": ({"type": "object", "properties": {"x": INTEGER}}, '{"k":', "{}", "}"),
    "extras of a class": (
        {"type": "object", "properties": {"x": INTEGER}, "additionalProperties": RECURSION},
        '{"x":1,"k":', '{"x":2}', "}",
    ),
    "extras beside a field of that name": (
        {"type": "object", "properties": {"extras": INTEGER}, "additionalProperties": RECURSION},
        '{"extras":1,"k":', "{}", "}",
    ),
    "a list of the class": (
        {"type": "object", "properties": {"kids": {"type": "array", "items": RECURSION}}},
        '{"kids":[', '{"x":[]}', "]}",
    ),
    "a union": ({"anyOf": [INTEGER, {"type": "array", "items": RECURSION}]}, "[", "7", "]"),
}  # fmt: skip
"""Schemas of which a document can be nested at will: what opens a level, what is innermost, what closes a level."""


@cache
def package(name: str) -> Any:
    return generate(DEEP[name][0], name="case", targets=TARGETS).load()


@cache
def loaded(schema: str, options: str) -> Any:
    return generate(json.loads(schema), name="case", targets=TARGETS, **json.loads(options)).load()


def module_of(target: str, properties: dict[str, Any], **options: Any) -> ModuleType:
    schema = json.dumps({"type": "object", "properties": properties, "$defs": {"F": FOUND}})
    module: ModuleType = getattr(loaded(schema, json.dumps(options)), target)
    return module


FOUND = {"type": "object", "properties": {"a": INTEGER}}
REF = {"$ref": "#/$defs/F"}


# From 3.12 on, code in C counts how deep it is by itself: readers of JSON differ so near to the recursion limit.
DEPTHS = [240, 400, 480] if sys.version_info >= (3, 12) else [240, 400, 480, 980]


@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("name", DEEP)
def test_what_is_decoded_is_encoded_at_the_same_depth(name: str, depth: int) -> None:
    _, opens, inner, closes = DEEP[name]
    text = (opens * depth + inner + closes * depth).encode()
    verdicts = set[bool]()
    for target in TARGETS:
        module = getattr(package(name), target)
        try:
            made = module.decode(text)
        except package(name).validator.ValidationError as refused:
            assert [it.keyword for it in refused.errors] == ["depth"]
            verdicts.add(False)
            continue
        verdicts.add(True)
        assert module.encode(made) == text
        assert module._write_exactly(module.to_builtins(made)) == text
    assert len(verdicts) == 1


@pytest.mark.parametrize("target", OBJECTS)
def test_both_ways_to_a_value_give_the_same(target: str) -> None:
    """Below the recursion limit the quick way is taken; the other one gives no other value."""
    module = module_of(
        target,
        {"class": REF, "extras": {"type": "array", "items": REF}, "": {}, "when": {"format": "date", "type": "string"}},
        format_types=["date"],
    )  # fmt: skip
    document = {
        "class": {"a": 1, "b": [{}]}, "extras": [{}, {"c": None}], "": {"x": [1, {}]}, "when": "2026-01-01", "y": {"z": [2.5]},
    }  # fmt: skip
    made = module.from_builtins(document)
    assert module.to_builtins(made) == document == module._plain_exactly(made)
    assert json.loads(module.encode(made)) == document


@pytest.mark.parametrize("target", OBJECTS)
def test_a_value_that_contains_itself_is_refused(target: str) -> None:
    module = module_of(target, {"any": {}})
    inside: list[Any] = []
    inside.extend([inside, inside])
    for write in (module.encode, module.to_builtins):
        with pytest.raises(ValueError, match="contains itself"):
            write(module.Root(any=inside))


@pytest.mark.parametrize("target", TARGETS)
def test_keys_are_written_as_json_writes_them(target: str) -> None:
    module = module_of(target, {"any": {}})
    for big in (1, 10**5000):
        value = {True: 1, None: [{False: big}], 2: 3, 1.5: "\ud800", "k": {}}
        made = module.from_builtins({"any": 0})
        if target == "typed_dicts":
            made["any"] = value
        else:
            made.any = value
        text = module.encode(made)
        assert [*module.to_builtins(module.decode(text))["any"]] == [
            "true",
            "null",
            "2",
            "1.5",
            "k",
        ]
    for key in ((1,), (True, None), b"k", frozenset[int]()):
        with pytest.raises(TypeError):
            module._write_exactly({key: 1})


@pytest.mark.parametrize("key", [(1, 2), frozenset[int]()])
@pytest.mark.parametrize("target", OBJECTS)
def test_what_is_no_key_is_refused(target: str, key: Any) -> None:
    module = module_of(target, {"any": {}})
    with pytest.raises(TypeError):
        module.encode(module.Root(any={key: 1}))


@pytest.mark.parametrize("options", [{}, {"enums": "enum"}])
@pytest.mark.parametrize("target", OBJECTS)
def test_a_free_value_may_hold_objects_of_the_module(target: str, options: dict[str, Any]) -> None:
    module = module_of(
        target,
        {"f": REF, "e": {"enum": ["x", "y"]}, "any": {}, "many": {"type": "array"}, "named": {"type": "object"}},
        **options,
    )  # fmt: skip
    inside = module.F(a=1)
    member = module.decode(b'{"e": "x"}').e
    made = module.Root(any=inside, many=[inside, member], named={"k": {"l": [inside]}, "m": member})
    value = {"any": {"a": 1}, "many": [{"a": 1}, "x"], "named": {"k": {"l": [{"a": 1}]}, "m": "x"}}
    assert module.to_builtins(made) == value
    assert json.loads(module.encode(made)) == value
    for free in (inside, member, [inside], {"k": member}, (inside,)):
        made = module.Root(any=free)
        assert json.loads(module.encode(made)) == json.loads(json.dumps(module.to_builtins(made)))


@pytest.mark.parametrize("target", OBJECTS)
def test_no_extra_takes_the_place_of_a_field(target: str) -> None:
    module = module_of(target, {"a": INTEGER, "any": {}})
    made = module.decode(b'{"a": 1, "zz": 2}')
    made.extras["a"] = 5
    for write in (module.encode, module.to_builtins, module._plain_exactly):
        with pytest.raises(ValueError, match="'a'"):
            write(made)
    del made.extras["a"]
    assert json.loads(module.encode(made)) == {"a": 1, "zz": 2}


@pytest.mark.parametrize("target", OBJECTS)
def test_a_number_is_no_decimal(target: str) -> None:
    decimal = {"type": "string", "format": "decimal"}
    module = module_of(target, {"x": decimal, "y": {"type": ["array"], "items": decimal}}, format_types=["decimal"])  # fmt: skip
    for wrong in (module.Root(x=0.123456789), module.Root(y=[1])):
        with pytest.raises(TypeError):
            module.encode(wrong)
