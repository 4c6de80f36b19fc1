"""Validators answer for every Python object, in bounded time, and change nothing."""

from __future__ import annotations

import copy
import enum
import itertools
import threading
from collections import OrderedDict, defaultdict
from typing import Any
from unittest.mock import Mock

import pytest
from compiled import validator, verdict

NODE = {
    "$defs": {
        "node": {
            "type": ["object", "array", "null"],
            "properties": {"next": {"$ref": "#/$defs/node"}},
            "items": {"$ref": "#/$defs/node"},
        }
    },
    "$ref": "#/$defs/node",
}
EVERYTHING: list[Any] = [
    NODE,
    {"uniqueItems": True, "maxProperties": 3},
    {"enum": ["a", 1, None, [1], {"a": True}]},
    {"const": {"a": [1, "b"]}},
    {"type": ["integer", "string"], "minimum": 3, "multipleOf": 0.1, "maxLength": 3},
    {
        "required": ["a"],
        "properties": {"a": {"type": "integer"}},
        "additionalProperties": {"type": "null"},
    },
    {"patternProperties": {"a": {"type": "null"}}, "propertyNames": {"pattern": "a"}},
    {"anyOf": [{"type": "string"}, {"required": ["b"]}], "unevaluatedProperties": False},
    {"contains": {"type": "string"}, "unevaluatedItems": False, "prefixItems": [True]},
    {"not": {"type": "object"}},
]


class Text(str):
    pass


class Number(int):
    pass


class Colour(enum.IntEnum):
    RED = 7


def cyclic() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


def deep(levels: int, make: Any) -> Any:
    value: Any = None
    for _ in range(levels):
        value = make(value)
    return value


ODD: list[Any] = [
    {1, 2},
    b"bytes",
    bytearray(b"x"),
    (1, 2),
    object(),
    object,
    1j,
    float("nan"),
    float("inf"),
    -float("inf"),
    10**5000,
    -(10**5000),
    "\ud800",
    "x" * 10**5,
    {1: 2, None: 3},
    {(1, 2): "a", "a": None},
    {"a": {1}},
    [{1}, {1}, b"", object()],
    [float("nan"), float("nan")],
    [10**5000, 10**5000],
    cyclic(),
    {"next": cyclic(), "a": cyclic()},
    deep(100_000, lambda value: [value]),
    deep(100_000, lambda value: {"next": value, "a": value}),
    [deep(100_000, lambda value: [value]), deep(100_000, lambda value: [value])],
    {"\ud800": "\ud800", "\u202e": None},
]


@pytest.mark.parametrize("number", range(len(EVERYTHING)))
def test_every_object_gets_the_same_answer_twice(number: int) -> None:
    module = validator(EVERYTHING[number])
    for value in ODD:
        verdict(module, value)
        for error in module.iter_errors(value):
            assert len(error.message) < 500
            assert len(error.instance_location) < 50_000
        if not module.is_valid(value):
            with pytest.raises(module.ValidationError):
                module.validate(value)


def test_too_deep_is_one_clean_error() -> None:
    module = validator(NODE)
    for make in (lambda value: [value], lambda value: {"next": value}):
        value = deep(100_000, make)
        assert not module.is_valid(value)
        (error,) = module.iter_errors(value)
        assert (error.instance_location, error.keyword_location, error.keyword) == ("", "", "depth")


def test_subclasses_count_as_what_they_are() -> None:
    schema = {
        "type": "object",
        "required": ["a", "b"],
        "properties": {"a": {"enum": ["x", "y"]}, "b": {"type": "integer", "const": 7}},
    }
    module = validator(schema)
    assert verdict(module, OrderedDict(a=Text("x"), b=Number(7)))
    assert verdict(module, {"a": "x", "b": Colour.RED})
    assert not verdict(module, OrderedDict(a=Text("z"), b=Number(7)))


def test_a_dictionary_that_makes_up_members_lacks_them_and_stays_as_it_is() -> None:
    module = validator(
        {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}
    )
    value: Any = defaultdict(str)
    assert not verdict(module, value)
    assert dict(value) == {}


def test_documents_stay_as_they_are() -> None:
    for schema in EVERYTHING:
        module = validator(schema)
        for value in ({"a": [1, {"b": None}], "c": 1}, [1, [2], {"a": 1}]):
            before = copy.deepcopy(value)
            verdict(module, value)
            assert value == before


def _within(seconds: float, work: Any) -> None:
    """A generous bound that only a wrong order of growth can miss."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    thread.join(seconds)
    assert not thread.is_alive()


@pytest.mark.parametrize(
    "schema",
    [
        {
            "anyOf": [{"properties": {"c": {"$ref": "#"}}}, {"properties": {"d": {"$ref": "#"}}}],
            "unevaluatedProperties": False,
        },
        {"contains": {"anyOf": [{"type": "null"}, {"$ref": "#"}]}, "unevaluatedItems": False},
        {"allOf": [{"if": {"properties": {"c": {"$ref": "#"}}}}], "unevaluatedProperties": False},
    ],
)
def test_what_is_evaluated_is_not_found_by_checking_again(schema: Any) -> None:
    module = validator(schema)
    document = (
        deep(60, lambda value: {"c": value})
        if "contains" not in schema
        else deep(60, lambda v: [v])
    )
    _within(20, lambda: verdict(module, document))


def test_unique_items_resists_colliding_hashes() -> None:
    module = validator({"uniqueItems": True})
    prime = 2**61 - 1
    numbers = [n * prime for n in range(30_000)]
    objects = [{str(n): n * prime} for n in range(30_000)]
    lists = [[n * prime] for n in range(30_000)]
    for items in (numbers, objects, lists):
        _within(20, lambda items=items: verdict(module, items))
        assert module.is_valid(items)


def test_items_of_different_kinds_are_never_the_same() -> None:
    module = validator({"uniqueItems": True})
    assert verdict(module, [10, [], "a", "i a", "ia", 0xA, "10"][:5])
    assert verdict(
        module, ["[]", [], {}, "{}", None, "null", "None", True, "True", 0, "0", False, "i0"]
    )
    assert verdict(module, [["a", "b"], ["ab"], ["a,b"], [["a"], "b"], {"a": "b"}, ["1:a1:b"]])
    assert not verdict(module, [[1, [2, {"a": 1.0}]], [1.0, [2, {"a": 1}]]])


def test_names_of_properties_never_hide_what_the_checks_call() -> None:
    names = "str dict list int len isinstance any sum set range enumerate KeyError Any re value item at errors seen".split()
    names += [
        "_json_object",
        "_fail",
        "__class__",
        "class",
        "None",
        "_is_root",
        "self",
        "found",
        "count",
        "is_valid",
    ]
    leaf = {
        "type": ["string", "array", "object", "integer"],
        "maxLength": 3,
        "items": {"type": "null"},
    }
    module = validator(
        {"type": "object", "required": names, "properties": dict.fromkeys(names, leaf)}
    )
    assert verdict(module, dict.fromkeys(names, "abc"))
    assert not verdict(module, dict.fromkeys(names, "abcd"))
    assert len(list(module.iter_errors(dict.fromkeys(names, "abcd")))) == len(names)


DEEP: dict[str, Any] = {
    "properties": {"properties": {"a": {"$ref": "#"}}},
    "definition": {
        "$ref": "#/$defs/A",
        "$defs": {"A": {"properties": {"a": {"$ref": "#/$defs/A"}}}},
    },
    "choice": {
        "anyOf": [{"type": "null"}, {"properties": {"a": {"$ref": "#"}}, "required": ["a"]}]
    },
    "items": {
        "type": "object",
        "properties": {"a": {"type": ["object", "null"], "anyOf": [{"$ref": "#"}, {}]}},
    },
    "refused at the end": {"properties": {"a": {"$ref": "#"}}, "type": "object"},
    "equal items": {"properties": {"a": True}, "not": {"const": {"b": [{}]}}},
}


@pytest.mark.parametrize("name", DEEP)
def test_the_two_answers_agree_at_every_depth(name: str) -> None:
    module = validator(DEEP[name])
    schemas = [module, *(it for it in vars(module).values() if isinstance(it, module.Schema))]
    value: Any = None
    depths = [*range(0, 60, 7), *range(150, 1050)]
    at = 0
    for depth in depths:
        while at < depth:
            value = {"a": value}
            at += 1
        for schema in schemas:
            answer = schema.is_valid(value)
            errors = list(schema.iter_errors(value))
            assert answer is (not errors), (depth, errors)


class Raises(Exception):
    pass


def _foreign(base: type, method: str, does: str) -> Any:
    """An array or an object one of whose methods raises, or says nothing is there, or says another thing each time."""
    asked = itertools.count()

    def raising(self: Any, *args: Any) -> Any:
        raise Raises

    def empty(self: Any, *args: Any) -> Any:
        return {"__len__": 0, "__contains__": False}.get(method, iter(()))

    def turning(self: Any, *args: Any) -> Any:
        return getattr(base, method)(self, *args) if next(asked) % 2 else empty(self)

    kinds = {"raises": raising, "is empty": empty, "turns": turning}
    made = type("Foreign", (base,), {method: kinds[does]})
    return made({"a": 1, "b": "x"}) if base is dict else made([1, "x", [1], {"a": 1}])


METHODS = {
    dict: ("__iter__", "__len__", "__contains__", "__getitem__", "items", "keys", "values"),
    list: ("__iter__", "__len__", "__contains__", "__getitem__"),
}


@pytest.mark.parametrize("does", ["raises", "is empty", "turns"])
@pytest.mark.parametrize("base, method", [(b, m) for b, found in METHODS.items() for m in found])
def test_arrays_and_objects_with_methods_of_their_own(base: type, method: str, does: str) -> None:
    for schema in EVERYTHING:
        module = validator(schema)
        for wrap in (lambda it: it, lambda it: {"a": it}, lambda it: [it], lambda it: {"next": it}):
            assert module.is_valid(wrap(_foreign(base, method, does))) in (True, False)
            errors = list(module.iter_errors(wrap(_foreign(base, method, does))))
            if does != "turns":
                assert module.is_valid(wrap(_foreign(base, method, does))) is (not errors)


@pytest.mark.parametrize("spec", [dict, list, str, int, float])
def test_objects_that_lie_about_their_class(spec: type) -> None:
    for schema in EVERYTHING:
        module = validator(schema)
        for value in (Mock(spec=spec), {"a": Mock(spec=spec)}, [Mock(spec=spec)]):
            assert module.is_valid(value) is (not list(module.iter_errors(value)))
