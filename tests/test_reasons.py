"""The reasons why assertions have no witness are true as they are worded."""

from __future__ import annotations

from typing import Any

import pytest
from nemcon.fixtures import make_fixtures
from nemcon.read import read_schema

LISTED: dict[str, tuple[Any, str, str]] = {
    "what hangs on a condition": (
        {
            "properties": {"kind": {"enum": ["a", "b"]}, "n": {"type": "integer"}},
            "required": ["kind"],
            "if": {"properties": {"kind": {"const": "a"}}},
            "then": {"properties": {"n": {"maximum": 3, "type": "integer"}}},
            "else": {"properties": {"n": {"maximum": 5, "type": "integer"}}},
        },
        "/properties/n/type",
        "every document tried that breaks it breaks type at /then/properties/n/type too",
    ),
    "a condition": (
        {"if": {"exclusiveMaximum": 0}, "then": {"minimum": -10}},
        "/if/exclusiveMaximum",
        "every document tried that breaks it is accepted all the same, whether the condition is met or not",
    ),
    "no document at all": (
        {"properties": {"a": False, "b": {"type": "string"}}, "required": ["a"]},
        "/properties/b/type",
        "no document was found that has a value there",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTED)
def test_what_was_tried_is_said(name: str) -> None:
    schema, pointer, reason = LISTED[name]
    fixtures = make_fixtures(read_schema(schema))
    assert [it.reason for it in fixtures.lost if it.pointer == pointer] == [reason]
