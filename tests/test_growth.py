"""Generation takes steps in proportion to the schema: twice as much schema, about twice as many calls of functions."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from nemcon import generate

RECORD: dict[str, Any] = {
    "type": "object",
    "properties": {"a": {"type": "string", "minLength": 1}, "b": {"type": ["integer", "null"]}},
    "required": ["a"],
}


def _records(number: int) -> list[dict[str, Any]]:
    """Records that no two of them share a member."""
    return [
        {"type": "object", "properties": {f"k{it}": {"type": "integer"}}, "required": [f"k{it}"]}
        for it in range(number)
    ]


def _tagged(number: int) -> list[dict[str, Any]]:
    return [
        {
            "type": "object",
            "properties": {"tag": {"const": f"t{it}"}, f"k{it}": {"type": "integer"}},
            "required": ["tag"],
        }
        for it in range(number)
    ]


def _definitions(number: int) -> dict[str, Any]:
    def record(place: int) -> dict[str, Any]:
        others = {
            "left": {"$ref": f"#/$defs/R{place // 2}"},
            "right": {"$ref": f"#/$defs/R{place // 3}"},
        }
        return {**RECORD, "properties": {**RECORD["properties"], **others}}

    return {"$ref": "#/$defs/R0", "$defs": {f"R{it}": record(it) for it in range(number)}}


def _named(number: int) -> dict[str, Any]:
    named = {f"D{place}": it for place, it in enumerate(_tagged(number))}
    return {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in named], "$defs": named}


def _needing_the_same(number: int) -> list[dict[str, Any]]:
    """Records that need the same member; what it must be, or what else there may be, tells them apart."""
    return [
        {
            "type": "object",
            "properties": {"id": {"type": "integer", "minimum": 9 * it, "maximum": 9 * it + 4}},
            "required": ["id"],
        }
        for it in range(number)
    ]


def _closed(number: int) -> list[dict[str, Any]]:
    return [
        {
            "type": "object",
            "properties": {"id": {"type": "string"}, f"k{it}": {"type": "integer"}},
            "required": ["id", f"k{it}"],
            "additionalProperties": False,
        }
        for it in range(number)
    ]


def _ranges(number: int) -> list[dict[str, Any]]:
    return [{"type": "number", "minimum": 9 * it, "maximum": 9 * it + 4} for it in range(number)]


KINDS: dict[str, Callable[[int], dict[str, Any]]] = {
    "definitions": _definitions,
    "objects in objects": lambda n: {"properties": {f"p{it}": RECORD for it in range(n)}},
    "properties": lambda n: {"properties": {f"p{it}": {"minLength": it} for it in range(n)}},
    "anyOf records": lambda n: {"anyOf": _records(n)},
    "oneOf records": lambda n: {"oneOf": _records(n)},
    "oneOf tagged records": lambda n: {"oneOf": _tagged(n)},
    "oneOf definitions": _named,
    "anyOf ranges": lambda n: {"anyOf": _ranges(n)},
    "oneOf ranges": lambda n: {"oneOf": _ranges(n)},
    "oneOf records that need the same": lambda n: {"oneOf": _needing_the_same(n)},
    "allOf not": lambda n: {"allOf": [{"not": {"const": it}} for it in range(n)]},
    "oneOf constants": lambda n: {"oneOf": [{"const": it} for it in range(n)]},
    "enum": lambda n: {"enum": [f"v{it}" for it in range(n)]},
    "dependentRequired": lambda n: {"dependentRequired": {f"a{it}": ["b"] for it in range(n)}},
}


def _calls(schema: dict[str, Any]) -> int:
    """How many functions run to generate a package; what any schema needs once has been done before."""
    counted = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal counted
        counted += event == "call"

    generate(schema)
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        generate(schema)
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("kind", KINDS)
def test_twice_the_schema_takes_no_more_than_twice_the_steps(kind: str) -> None:
    smaller, larger = (_calls(KINDS[kind](number)) for number in (30, 60))
    assert larger <= 2.15 * smaller


def test_choices_inside_choices_do_not_multiply() -> None:
    """A way to the innermost is as long as they are deep: the square of the depth is what there is to do."""

    def nested(depth: int) -> dict[str, Any]:
        schema: dict[str, Any] = {"type": "integer"}
        for _ in range(depth):
            schema = {"anyOf": [schema, {"type": "null"}]}
        return schema

    assert _calls(nested(60)) <= 6 * _calls(nested(30))


def test_what_is_done_with_is_gone_by_itself() -> None:
    """Nobody looks for garbage in cycles while a package is made: there must not be more of it for a larger schema."""
    left: list[int] = []
    for number in (20, 40):
        generate(_definitions(number))
        gc.collect()
        gc.disable()
        try:
            generate(_definitions(number))
            left.append(gc.collect())
        finally:
            gc.enable()
    assert left[1] <= left[0] + 50
