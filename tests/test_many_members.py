"""Objects of many members: the functions that make them and write them out are as large as type checkers bear."""

from __future__ import annotations

import ast
import json
from typing import Any

import pytest
from nemcon import generate
from nemcon.agree.laws import TARGETS

COUNT = 600
_POINT: dict[str, Any] = {"$ref": "#/$defs/Point"}
KINDS: list[tuple[Any, Any]] = [
    ({"type": "string", "minLength": 2}, "ab"),
    (_POINT, {"x": 1}),
    ({"type": ["integer", "null"], "minimum": 3}, None),
    ({"type": "array", "items": _POINT}, [{"x": 1}, {}]),
    ({"type": "object", "additionalProperties": _POINT}, {"a": {"x": 1}}),
    ({"anyOf": [_POINT, {"type": "null"}]}, {"x": 2}),
    ({"type": "array", "items": {"anyOf": [_POINT, {"type": "string"}]}}, ["a", {"x": 1}]),
]
DOCUMENT: dict[str, Any] = {f"m{index}": KINDS[index % 7][1] for index in range(COUNT)}
MOST = 768
"""Branches of a function; the checkers' own limits are of this order."""


def _schema(required: range, extras: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {f"m{index}": KINDS[index % 7][0] for index in range(COUNT)},
        "required": [f"m{index}" for index in required],
        "additionalProperties": extras,
        "$defs": {"Point": {"type": "object", "properties": {"x": {"type": "integer"}}}},
    }


SCHEMAS = pytest.mark.parametrize(
    ("required", "extras"),
    [(range(COUNT), False), (range(0), False), (range(0, COUNT, 2), _POINT), (range(0, 5), True)],
)


@SCHEMAS
def test_no_function_branches_too_often(required: range, extras: Any) -> None:
    files = generate(_schema(required, extras), name="many", targets=TARGETS).files
    for name in ("models.py", "structs.py", "typed_dicts.py"):
        for function in ast.walk(ast.parse(files[name])):
            if isinstance(function, ast.FunctionDef):
                branches = sum(
                    2 * isinstance(node, (ast.If, ast.IfExp, ast.comprehension))
                    for node in ast.walk(function)
                )
                assert branches < MOST, (name, function.name)


@SCHEMAS
def test_every_member_comes_back(required: range, extras: Any) -> None:
    package = generate(_schema(required, extras), name="many", targets=TARGETS).load()
    fewer = {key: DOCUMENT[key] for index, key in enumerate(DOCUMENT) if index in required}
    for document in (DOCUMENT, fewer, {**DOCUMENT, "more": {"x": 3}} if extras else DOCUMENT):
        for target in ("models", "structs", "typed_dicts"):
            module = getattr(package, target)
            made = module.decode(json.dumps(document))
            again = module.from_builtins(json.loads(json.dumps(document)))
            assert made == again
            assert module.to_builtins(made) == json.loads(module.encode(again)) == document
