"""What a schema calls deprecated is marked as Python does it (PEP 702), where the oldest Python has the word for it."""

from __future__ import annotations

import ast
from typing import Any

import pytest
from nemcon import generate

DEPRECATED: dict[str, Any] = {
    "title": "Event",
    "type": "object",
    "properties": {
        "old": {"$ref": "#/$defs/Old"},
        "colors": {"type": "array", "items": {"$ref": "#/$defs/Color"}},
        "spaced": {"$ref": "#/$defs/Spaced"},
        "text": {"type": "string", "deprecated": True, "description": "Use `old`."},
        "inside": {"type": "object", "deprecated": True, "properties": {"a": {}}},
    },
    "$defs": {
        "Old": {
            "type": "object",
            "description": 'Use "New".\n\nIt is better.',
            "deprecated": True,
            "properties": {"a": {"type": "integer"}, "self": {"$ref": "#/$defs/Old"}},
            "required": ["a"],
        },
        "Color": {"enum": ["red", "blue"], "deprecated": True},
        "Spaced": {"type": "object", "properties": {"a b": {}}, "deprecated": True},
        "New": {"type": "object", "properties": {"a": {"type": "integer"}}},
    },
}


def _marked(target: str, python: tuple[int, int], **options: Any) -> dict[str, str]:
    """The decorators named `deprecated` of each class, with what they say."""
    text = generate(DEPRECATED, python=python, **options).files[f"{target}.py"]
    return {
        node.name: ast.literal_eval(decorator.args[0])
        for node in ast.parse(text).body
        if isinstance(node, ast.ClassDef)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "deprecated"
    }


@pytest.mark.parametrize("target", ["models", "structs"])
def test_classes_are_marked(target: str) -> None:
    marks = {
        "Old": 'Use "New".',
        "Spaced": "Spaced is deprecated.",
        "EventInside": "EventInside is deprecated.",
    }
    assert _marked(target, (3, 13)) == marks
    both = {**marks, "Color": "Color is deprecated."}
    assert _marked(target, (3, 14), enums="enum") == both
    assert _marked(target, (3, 12), enums="enum") == {}


def test_typed_dicts_are_marked_where_they_are_classes() -> None:
    assert set(_marked("typed_dicts", (3, 13))) == {"Old", "EventInside"}


@pytest.mark.parametrize("target", ["models", "structs", "typed_dicts"])
def test_the_docstring_says_it_in_any_case(target: str) -> None:
    for python in ((3, 10), (3, 13)):
        text = generate(DEPRECATED, python=python).files[f"{target}.py"]
        lines = [line.strip() for line in text.splitlines()]
        assert lines.count("Deprecated.") + lines.count('"""Deprecated."""') >= 4
    assert "warnings" not in generate({}, python=(3, 13)).files[f"{target}.py"]
    assert "pyright:" not in generate({}, python=(3, 13)).files[f"{target}.py"]
