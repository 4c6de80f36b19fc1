"""What can be decoded can be encoded, and what cannot be encoded says so: no value is changed or lost on the way out."""

from __future__ import annotations

import datetime
import json
import sys
from collections import OrderedDict, UserDict, defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, IntEnum
from functools import cache
from types import MappingProxyType, ModuleType
from typing import Any
from uuid import UUID

import msgspec
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
    "a union of arrays": (
        {"anyOf": [{"type": "array", "items": RECURSION}, {"type": "array", "items": INTEGER}]},
        "[", "7", "]",
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


@pytest.mark.parametrize("name", ["arrays", "a union", "a union of arrays", "anything"])
def test_arrays_are_decoded_as_deep_as_they_are_validated(name: str) -> None:
    depth = DEPTHS[-1] * 9 // 10
    _, opens, inner, closes = DEEP[name]
    text = opens * depth + inner + closes * depth
    assert package(name).validator.is_valid(json.loads(text))
    for target in TARGETS:
        getattr(package(name), target).decode(text)


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


class Colour(Enum):
    RED = "red"


class Count(IntEnum):
    ONE = 1


class Text(str):
    pass


@dataclass
class Point:
    x: int = 1


class Own(msgspec.Struct):
    x: int = 1


NAN = float("nan")
ODD: list[Any] = [
    NAN, float("-inf"), [NAN], (1, NAN), {"k": NAN}, {NAN: 1}, [None, {"null": [NAN]}], b"x", bytearray(b"x"), memoryview(b"x"), {1},
    frozenset([1]), datetime.datetime(2020, 1, 1), datetime.date(2020, 1, 1), datetime.time(1), datetime.timedelta(1), UUID(int=1),
    Decimal("1.5"), Colour.RED, Point(), Own(), msgspec.Raw(b"nul"), {b"k": 1}, {(1,): 1}, {datetime.date(2020, 1, 1): 1}, {Colour.RED: 1},
    object(), ..., int, 1j, range(2), deque([1]), UserDict(a=1), MappingProxyType({"a": 1}), ["\ud800", NAN], [10**30, NAN],
]  # fmt: skip
"""What JSON has no words for."""
PLAIN: list[Any] = [
    OrderedDict(a=1), defaultdict(int, a=[None]), (1, (2,)), Count.ONE, Text("x"), {Text("k"): Text("x")}, "\ud800", {"\ud800": 10**30},
    [True, None, 1.5, -0.0, "null"], {1: 2, False: 3, None: 4},
]  # fmt: skip
ANY = {"anyOf": [{"type": "integer"}, {}]}
INSIDE: dict[str, tuple[dict[str, Any], Callable[[Any], Any]]] = {
    "a field": ({"any": {}}, lambda it: {"any": it}),
    "a field of many": ({"any": {}, **{f"a{i}": {} for i in range(20)}}, lambda it: {"any": it}),
    "items": ({"many": {"type": "array"}}, lambda it: {"many": [0, it]}),
    "a map": ({"map": {"type": "object", "additionalProperties": {}}}, lambda it: {"map": {"k": it}}),
    "an unknown key": ({"a": INTEGER}, lambda it: {"zz": it}),
    "a field of an item": (
        {"many": {"type": "array", "items": {"title": "Item", "type": "object", "properties": {"any": {}}}}},
        lambda it: {"many": [{}, {"any": it}]},
    ),
    "a field of a field": (
        {"f": {"title": "Item", "type": "object", "properties": {"any": {}, "n": {"type": "number"}}, "required": ["any"]}},
        lambda it: {"f": {"any": it, "n": 1}},
    ),
    "a number or anything": ({"any": ANY, "n": {"type": ["number", "null"]}}, lambda it: {"any": it, "n": None}),
}  # fmt: skip
MARK = "the value to be put in"


@cache
def _three(place: str) -> Any:
    schema = {"type": "object", "properties": INSIDE[place][0], "$defs": {"F": FOUND}}
    return generate(schema, name="case", targets=TARGETS).load()


def _with(value: Any, odd: Any) -> Any:
    """`value`, an object with MARK somewhere inside, which becomes `odd`."""
    if value == MARK:
        return odd
    if isinstance(value, list):
        value[:] = [_with(it, odd) for it in value]
    elif isinstance(value, (dict, UserDict)):
        for key in value:
            value[key] = _with(value[key], odd)
    else:
        names = getattr(value, "__struct_fields__", None) or getattr(value, "__slots__", ())
        for name in names:
            setattr(value, name, _with(getattr(value, name), odd))
    return value


def _written(loaded: Any, target: str, place: str, odd: Any, wrap: Callable[[Any], Any]) -> Any:
    module = getattr(loaded, target)
    made = wrap(_with(module.from_builtins(INSIDE[place][1](MARK)), odd))
    try:
        return json.loads(module.encode(made))
    except (TypeError, ValueError) as error:
        return type(error)


WRAPS: list[Callable[[Any], Any]] = [lambda it: it, lambda it: [it], lambda it: {"k": it}]


@pytest.mark.parametrize("place", INSIDE)
def test_what_no_json_can_say_is_said_by_no_target(place: str) -> None:
    for odd in ODD:
        for wrap in WRAPS:
            found = {_written(_three(place), it, place, odd, wrap) for it in TARGETS}
            assert len(found) == 1 and found <= {TypeError, ValueError}, (odd, found)


@pytest.mark.parametrize("place", INSIDE)
def test_what_json_can_say_is_said_alike_by_all(place: str) -> None:
    for plain in PLAIN:
        for wrap in WRAPS:
            whole = wrap(INSIDE[place][1](plain))
            for target in TARGETS:
                found = _written(_three(place), target, place, plain, wrap)
                assert found == json.loads(json.dumps(whole)), plain


@pytest.mark.parametrize("target", TARGETS)
def test_a_value_by_itself_is_held_to_the_same(target: str) -> None:
    module = module_of(target, {"a": INTEGER})
    for odd in ODD:
        with pytest.raises((TypeError, ValueError)):
            module.encode(odd)
    for plain in PLAIN:
        assert json.loads(module.encode(plain)) == json.loads(json.dumps(plain))
