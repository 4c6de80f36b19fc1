"""`nemcon diff` where no fixture shows what one change does: what is unknown, and what can be known all the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from command import Place, place
from nemcon import generate

__all__ = ["place"]


def test_what_cannot_be_known_is_unknown(place: Place) -> None:
    place.schema({"type": "integer", "not": {"multipleOf": 2}, "multipleOf": 2}, "old.json")
    place.schema({"type": "integer", "not": {"multipleOf": 2}, "multipleOf": 4}, "new.json")
    done = place.run("diff", "old.json", "new.json", "--fail-on", "breaking")
    assert done.code == 1
    assert done.out.splitlines()[1:] == [
        "    unknown: it can only break writers, and no document was found that shows it",
        "1 change, 0 breaking, 1 unknown",
    ]
    assert place.run("diff", "old.json", "new.json", "--fail-on", "readers").code == 0
    place.schema({"not": {"type": "string", "maxLength": 10**12}}, "old.json")
    place.schema({"not": {"type": "string", "maxLength": 10**13}}, "new.json")
    assert place.run("diff", "old.json", "new.json").out.splitlines()[1] == (
        "    unknown: no document was found that the two schemas judge otherwise because of it"
    )


def test_what_no_change_explains_alone_is_told_of_all_together(place: Place) -> None:
    place.schema(
        {"not": {"anyOf": [{"type": "integer", "minimum": 5}, {"type": "string", "minLength": 3}]}},
        "old.json",
    )
    place.schema(
        {"not": {"anyOf": [{"type": "number", "minimum": 5}, {"type": "string", "minLength": 4}]}},
        "new.json",
    )
    done = place.run("diff", "old.json", "new.json")
    assert done.out.splitlines()[4:] == [
        "#: all changes together: documents are judged otherwise",
        "    breaks writers: the new schema refuses 5.5",
        '    breaks readers: the old schema refuses "aaa"',
        "3 changes, 1 breaking, 2 unknown",
    ]
    changes = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    assert changes[2]["breaks"] == ["writers", "readers"] and changes[2]["unknown"] == []


def test_a_change_that_is_known_hides_none_that_is_not(place: Place) -> None:
    items = {
        "type": "array",
        "prefixItems": [{"maximum": 9}],
        "contains": {"minimum": 0, "maximum": 4},
    }
    place.schema({**items, "maxContains": 2}, "old.json")
    items = {
        "type": "array",
        "prefixItems": [{"maximum": 8}],
        "contains": {"minimum": 1, "maximum": 4},
    }
    place.schema({**items, "maxContains": 2}, "new.json")
    known, unknown, together = json.loads(
        place.run("diff", "old.json", "new.json", "--format", "json").out
    )
    assert known["breaks"] == ["writers"] and unknown["unknown"] == ["writers", "readers"]
    assert together["breaks"] == ["writers"] and together["unknown"] == []
    old, new = (
        generate(place.folder / name, targets=["validator"]).load().validator
        for name in ("old.json", "new.json")
    )
    assert old.is_valid(together["only_old"]) and not new.is_valid(together["only_old"])


LONG: dict[str, tuple[Any, Any, str, list[str]]] = {
    "a text": ({"type": "string", "maxLength": 1_000_000}, {"type": "string", "maxLength": 2_000_000}, "wider", ["readers"]),
    "a text that has to be there": (
        {"properties": {"a": {"type": "string", "minLength": 20_000}}, "required": ["a"]},
        {"properties": {"a": {"type": "string", "minLength": 30_000}}, "required": ["a"]}, "narrower", ["writers"],
    ),
    "in a definition": (
        {"properties": {"a": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"type": "string", "maxLength": 50_000}}},
        {"properties": {"a": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"type": "string", "maxLength": 40_000}}}, "narrower", ["writers"],
    ),
    "an array": ({"items": {"type": "boolean"}, "type": "array", "maxItems": 30_000}, {"items": {"type": "boolean"}, "type": "array"}, "wider", ["readers"]),
    "different items": (
        {"type": "array", "uniqueItems": True, "minItems": 30_000},
        {"type": "array", "uniqueItems": True, "minItems": 20_000}, "wider", ["readers"],
    ),
    "an object": ({"type": "object", "maxProperties": 30_000}, {"type": "object", "maxProperties": 20_000}, "narrower", ["writers"]),
    "too long to be made": ({"type": "string", "maxLength": 10**12}, {"type": "string", "maxLength": 10**13}, "wider", []),
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_limits_that_no_fixture_reaches(place: Place, name: str) -> None:
    old, new, way, breaks = LONG[name]
    place.schema(old, "old.json")
    place.schema(new, "new.json")
    (change,) = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    side = {"wider": "readers", "narrower": "writers"}[way]
    assert (change["breaks"], change["unknown"]) == (breaks, [] if breaks else [side])
    if breaks:
        one, other = (generate(it, targets=["validator"]).load().validator for it in (old, new))
        assert {one.is_valid(it) for it in [change.get("only_old", change.get("only_new"))]} == {
            side == "writers"
        }
        assert other.is_valid(change.get("only_old", change.get("only_new"))) == (side == "readers")
        said = place.run("diff", "old.json", "new.json").out.splitlines()[1]
        assert len(said) < 300 and said.endswith(" characters in all)")
