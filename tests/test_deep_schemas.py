"""Schemas as deep as schemas may be, and chains of references longer than Python's stack, are generated from anywhere."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from functools import reduce
from typing import Any

import pytest
from nemcon import generate
from nemcon.deeply import deeply
from nemcon.errors import SchemaError
from nemcon.read.texts import MAX_DEPTH

TARGETS = ("validator", "models", "typed_dicts", "structs")


def _chain(length: int, level: Callable[[Any], Any]) -> dict[str, Any]:
    levels = {f"d{n}": level({"$ref": f"#/$defs/d{n + 1}"}) for n in range(length)}
    return {"$ref": "#/$defs/d0", "$defs": {**levels, f"d{length}": {"type": "integer"}}}


def _nested(depth: int, level: Callable[[Any], Any]) -> dict[str, Any]:
    return reduce(lambda below, _: dict(level(below)), range(depth), {"type": "integer"})


LEVELS: dict[str, Callable[[Any], Any]] = {
    "all of two": lambda it: {"allOf": [it, it]},
    "properties": lambda it: {"properties": {"a": it, "b": it}},
    "items and contains": lambda it: {"items": it, "contains": it},
    "a condition": lambda it: {"if": it, "then": it},
    "a dependent schema": lambda it: {"dependentSchemas": {"a": it}},
    "evaluated": lambda it: {"allOf": [it], "unevaluatedProperties": False},
}


@pytest.mark.parametrize("name", LEVELS)
def test_definitions_which_refer_to_the_next(name: str) -> None:
    assert generate(_chain(120, LEVELS[name]), targets=TARGETS).files


def test_a_chain_longer_than_the_stack() -> None:
    assert generate(_chain(600, LEVELS["all of two"]), targets=("validator",)).files


def test_properties_as_deep_as_schemas_may_be() -> None:
    depth = (MAX_DEPTH - 2) // 2
    assert generate(_nested(depth, lambda it: {"properties": {"a": it}}), targets=TARGETS).files


def test_one_level_more_is_refused_by_name() -> None:
    with pytest.raises(SchemaError, match=f"more than {MAX_DEPTH} deep"):
        generate(_nested(MAX_DEPTH + 1, lambda it: {"not": it}))


def test_from_a_stack_that_is_nearly_full() -> None:
    schema = _nested(200, lambda it: {"properties": {"a": it}})
    limit = sys.getrecursionlimit()

    def below(depth: int) -> Any:
        return below(depth - 1) if depth else generate(schema, targets=("validator",))

    deep = limit - 150
    used = 0
    frame: Any = sys._getframe()
    while frame is not None:
        used, frame = used + 1, frame.f_back
    assert below(deep - used).files == generate(schema, targets=("validator",)).files
    assert sys.getrecursionlimit() == limit


def test_whatever_is_raised_further_down_arrives() -> None:
    calls: list[int] = []

    @deeply
    def fails() -> None:
        calls.append(threading.get_ident())
        if len(calls) == 1:
            raise RecursionError
        raise KeyError("further down")

    with pytest.raises(KeyError, match="further down"):
        fails()
    assert len({*calls}) == 2


def test_what_goes_on_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nemcon.deeply.FRAMES", 1100)
    schema = _chain(700, lambda it: {"allOf": [it, it]})
    with pytest.raises(SchemaError, match="too deep for this machine"):
        generate(schema, targets=("validator",))


def test_unions_that_lead_to_the_same_unions_again_and_again() -> None:
    count = 24
    levels = {
        f"d{n}": {
            "anyOf": [{"$ref": f"#/$defs/d{m}"} for m in range(n + 1, count)] or [True],
            "properties": {f"p{n}": {"type": "integer"}},
            "unevaluatedProperties": {"minimum": n},
        }
        for n in range(count)
    }
    schema = {"$ref": "#/$defs/d0", "$defs": levels, "unevaluatedProperties": False}
    module = generate(schema, targets=("validator", "models")).load().validator
    assert not module.is_valid({"p1": 1})
    assert module.is_valid({"z": "a"})
