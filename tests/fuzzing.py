"""What a fuzzer asks: choices become a schema text, a Python object or a document, and every answer has to be a clean one."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cache
from math import isinf
from typing import Any

from hypothesis import strategies as st
from nemcon.errors import SchemaError
from nemcon.pipeline import compiled
from nemcon.read.documents import read_text

WORDS = (
    "a", "b", "c", "", "x y", "__class__", "self", "\u202e", "\ud800", "a\nb", "\\", '"""', "{{7}}", "café", "Root",
    "$ref", "None", "a/b~c", "é" * 3, "a" * 50,
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 3, 1.0, 0.5, 0.1, 1e300, 2**53 + 1, 2**64, -(2**63), 10**30, 1e-300)
PATTERNS = (
    "^a*$", "(a|a)*$", "^(a+)+$", r"\b", "^[^b]{2,5}$", "(?=a)b", r"(a)\1", "(", r"\p{L}", "a{3}", "", "^(?:a?){20}$",
    r"^(\w+\s?)*$", "(?<=a)b", r"(?:(a+)+\1)$",
)  # fmt: skip
TYPES = ("null", "boolean", "integer", "number", "string", "array", "object")
FORMATS = ("date-time", "regex", "uri", "email", "ipv4", "uuid", "json-pointer", "unknown")
DIALECTS = (
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema#",
    "http://json-schema.org/draft-06/schema#",
    "http://json-schema.org/draft-04/schema#",
)


class Source:
    """Choices read from bytes; when these are used up, always the first."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def number(self, limit: int) -> int:
        """From 0 to `limit` - 1."""
        if self.at >= len(self.data):
            return 0
        self.at += 1
        return self.data[self.at - 1] % limit

    def pick(self, values: Sequence[Any]) -> Any:
        return values[self.number(len(values))]

    def rest(self) -> bytes:
        return self.data[self.at :]


class Drawn(Source):
    """Choices drawn by hypothesis, which makes a failing one small."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw
        self.said: list[int | bytes] = []

    def number(self, limit: int) -> int:
        return int(self._drawn(st.integers(0, limit - 1)))

    def rest(self) -> bytes:
        return bytes(self._drawn(st.binary(max_size=200)))

    def _drawn(self, strategy: st.SearchStrategy[Any]) -> Any:
        self.said.append(self.draw(strategy))
        return self.said[-1]


def json_value(source: Source, depth: int = 3) -> Any:
    """A JSON value."""
    kind = source.number(8 if depth else 6)
    if kind < 3:
        return source.pick((None, True, False))
    if kind == 3:
        return source.pick(NUMBERS)
    if kind < 6:
        return source.pick(WORDS)
    count = source.number(4)
    if kind == 6:
        return [json_value(source, depth - 1) for _ in range(count)]
    return {source.pick(WORDS): json_value(source, depth - 1) for _ in range(count)}


def schema(source: Source, depth: int = 3) -> Any:
    """A schema, mostly a well-formed one."""
    kind = source.number(10)
    if kind == 9:
        return source.pick((True, False))
    made = {}
    for _ in range(1 + source.number(4)):
        made.update(_keyword(source, depth))
    return made


def _keyword(source: Source, depth: int) -> dict[str, Any]:
    plain = len(_PLAIN)
    place = source.number(plain + len(_APPLICATORS) if depth else plain)
    if place < plain:
        return _PLAIN[place](source)
    return _APPLICATORS[place - plain](source, depth - 1)


def _schemas(source: Source, depth: int) -> list[Any]:
    return [schema(source, depth) for _ in range(1 + source.number(3))]


def _named(source: Source, depth: int) -> dict[str, Any]:
    return {source.pick(WORDS): schema(source, depth) for _ in range(1 + source.number(3))}


def _one(name: str) -> Callable[[Source, int], dict[str, Any]]:
    return lambda source, depth: {name: schema(source, depth)}


def _some(name: str) -> Callable[[Source, int], dict[str, Any]]:
    return lambda source, depth: {name: _schemas(source, depth)}


def _members(name: str) -> Callable[[Source, int], dict[str, Any]]:
    return lambda source, depth: {name: _named(source, depth)}


def _counted(name: str) -> Callable[[Source], dict[str, Any]]:
    return lambda source: {name: source.number(5)}


def _limited(name: str) -> Callable[[Source], dict[str, Any]]:
    return lambda source: {name: source.pick(NUMBERS)}


_PLAIN: tuple[Callable[[Source], dict[str, Any]], ...] = (
    lambda s: {"type": s.pick(TYPES)},
    lambda s: {"type": list(dict.fromkeys([s.pick(TYPES), s.pick(TYPES)]))},
    lambda s: {"enum": [json_value(s, 2) for _ in range(1 + s.number(4))]},
    lambda s: {"const": json_value(s, 2)},
    lambda s: {"default": json_value(s, 2)},
    lambda s: {"title": s.pick(WORDS), "description": s.pick(WORDS)},
    lambda s: {"pattern": s.pick(PATTERNS)},
    lambda s: {"format": s.pick(FORMATS)},
    lambda s: {"required": list(dict.fromkeys(s.pick(WORDS) for _ in range(s.number(3))))},
    lambda s: {"uniqueItems": True},
    lambda s: {"$ref": s.pick(("#", "#/$defs/a", "#/$defs/b", "#/properties/a", "other.json"))},
    lambda s: {"$schema": s.pick(DIALECTS)},
    lambda s: {s.pick(("$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "id")): s.pick(WORDS)},
    lambda s: {s.pick(WORDS): json_value(s, 2)},
    *map(_counted, ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains")),
    *map(_limited, ("minimum", "maximum", "exclusiveMinimum", "multipleOf")),
)  # fmt: skip
_APPLICATORS: tuple[Callable[[Source, int], dict[str, Any]], ...] = (
    *map(_some, ("allOf", "anyOf", "oneOf", "prefixItems")),
    *map(_members, ("properties", "properties", "$defs", "definitions", "dependentSchemas")),
    *map(_one, ("not", "if", "then", "else", "items", "additionalProperties", "contains", "propertyNames")),
    *map(_one, ("unevaluatedProperties", "unevaluatedItems")),
    lambda s, d: {"patternProperties": {s.pick(PATTERNS): schema(s, d) for _ in range(1 + s.number(2))}},
)  # fmt: skip


class Odd:
    """An object that answers nothing that one may ask of it."""

    def __repr__(self) -> str:
        raise RuntimeError("repr")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("eq")

    def __hash__(self) -> int:
        raise RuntimeError("hash")

    def __bool__(self) -> bool:
        raise RuntimeError("bool")


def any_object(source: Source, depth: int = 4) -> Any:
    """Any Python object: JSON values, and what is none of them."""
    kind = source.number(20)
    if kind < 12 or not depth:
        return json_value(source, depth)
    if kind == 12:
        return source.pick(
            (float("nan"), float("inf"), 10**5000, -(10**400), 1e308, True, 10**4300)
        )
    if kind == 13:
        return source.pick(({1, 2}, b"a", bytearray(b"a"), (1, "a"), object, 1j, Odd(), range(3)))
    if kind == 14:
        value = any_object(source, depth - 1)
        for _ in range(source.pick((10, 900, 3_000))):
            value = {"a": value} if kind % 2 else [value]
        return value
    if kind == 15:
        loop: list[Any] = []
        loop.append(loop)
        return loop
    if kind == 16:
        round_: dict[Any, Any] = {"a": 1}
        round_[source.pick(WORDS)] = round_
        return round_
    if kind == 17:
        return {source.pick((1, None, b"a", (1,), *WORDS[:3])): any_object(source, depth - 1)}
    if kind == 18:
        return [any_object(source, depth - 1) for _ in range(source.number(5))]
    return {source.pick(WORDS[:6]): any_object(source, depth - 1) for _ in range(source.number(5))}


SUBJECTS: tuple[Any, ...] = (
    {
        "$defs": {
            "a": {
                "type": ["object", "array", "null"],
                "properties": {"a": {"$ref": "#/$defs/a"}, "b": {"uniqueItems": True}},
                "items": {"$ref": "#/$defs/a"},
            }
        },
        "$ref": "#/$defs/a",
    },
    {
        "type": "object",
        "required": ["a"],
        "properties": {
            "a": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "number"}}]},
            "b": {"type": "string", "pattern": r"^(\w+\s?)*$", "maxLength": 3},
            "c": {"enum": ["a", 1, None, [1], {"a": True}]},
            "x y": {"type": "number", "multipleOf": 0.1, "minimum": 0},
        },
        "additionalProperties": {"type": ["string", "null"], "minLength": 1},
    },
    {
        "oneOf": [
            {"type": "object", "required": ["a"], "properties": {"a": {"const": 1}, "b": {"uniqueItems": True}}},
            {"type": "object", "properties": {"a": {"type": "string"}, "c": {"$ref": "#"}}},
            {"type": "array", "contains": {"type": "string"}, "prefixItems": [{"type": "number"}]},
        ],
        "unevaluatedProperties": {"type": "integer"},
        "unevaluatedItems": False,
    },
    {
        "type": ["array", "object"],
        "uniqueItems": True,
        "propertyNames": {"pattern": "a|b"},
        "dependentSchemas": {"a": {"minProperties": 2}},
        "if": {"required": ["a"]},
        "then": {"not": {"required": ["b"]}},
    },
)  # fmt: skip


@cache
def packages() -> tuple[Any, ...]:
    """A loaded package for each of SUBJECTS."""
    import nemcon

    targets = ("validator", "models", "structs", "typed_dicts")
    return tuple(nemcon.generate(it, targets=targets).load() for it in SUBJECTS)


def ask_reader(source: Source) -> None:
    """A schema text is compiled into modules that parse, or refused in one line."""
    kind = source.number(6)
    if kind == 0:
        name, text = "schema.json", source.rest()
    elif kind == 1:
        name, text = "schema.yaml", source.rest()
    else:
        made = schema(source)
        name, text = "schema.json", json.dumps(made).encode()
    targets = (
        None if kind == 2 else ("validator",) if kind == 3 else ("models", "structs", "typed_dicts")
    )
    try:
        package = compiled(
            read_text(name, text), name="fuzzed", targets=targets, assert_formats=kind == 5
        ).package
    except SchemaError as error:
        line = str(error)
        assert line and line.isprintable() and name in line, f"not one clean line: {line!r}"
        return
    for path, content in package.files.items():
        assert content.isprintable() or not any(
            ord(char) < 32 and char not in "\n\t" for char in content
        ), f"a control character in {path}"
        if path.endswith(".py"):
            ast.parse(content)
    if kind == 2:
        loaded = package.load()
        for module in ("validator", "models", "structs", "typed_dicts"):
            assert getattr(loaded, module)


def ask_validator(source: Source) -> None:
    """Both answers of every validator agree on any object."""
    value = any_object(source)
    for package in packages():
        answer = package.validator.is_valid(value)
        errors = list(package.validator.iter_errors(value))
        assert answer is (not errors), f"is_valid says {answer}, iter_errors {errors}"
        assert all(it.keyword != "unreadable" for it in errors), "the validator itself failed"
        for error in errors:
            assert len(error.message) < 1_000, "a message that is not cut short"


def ask_decoders(source: Source) -> None:
    """All decoders give one verdict on any bytes, and what they accept comes back."""
    kind = source.number(4)
    text = source.rest() if kind == 0 else json.dumps(json_value(source, 4)).encode()
    if kind == 3:
        place = source.number(len(text) + 1)
        text = text[:place] + source.rest()[:3] + text[place:]
    for package in packages():
        verdicts = {
            name: _decoded(package, name, text) for name in ("models", "structs", "typed_dicts")
        }
        assert len({str(it) for it in verdicts.values()}) == 1, verdicts


def _decoded(package: Any, name: str, text: bytes) -> Any:
    module = getattr(package, name)
    try:
        value = module.decode(text)
    except package.validator.ValidationError as error:
        return [str(it) for it in error.errors]
    again = module.encode(value)
    assert _read(again) == _read(text), f"{name} loses something"
    return []


def _read(text: bytes) -> Any:
    """A JSON value with numbers of any size: what no float and no integer of Python's holds is a Decimal."""
    return json.loads(
        text,
        parse_float=lambda said: Decimal(said) if isinf(float(said)) else float(said),
        parse_int=lambda said: Decimal(said) if len(said) > 4_000 else int(said),
    )


ASKED: dict[str, Callable[[Source], None]] = {
    "reader": ask_reader,
    "validator": ask_validator,
    "decoders": ask_decoders,
}
