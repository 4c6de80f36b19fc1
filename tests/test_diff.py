"""`nemcon diff`: what changed, whom it breaks, and documents that show it; refactorings are no change."""

from __future__ import annotations

import copy
import json
import subprocess
from typing import Any

import pytest
from command import Place, place
from nemcon import generate

__all__ = ["place"]

OLD: dict[str, Any] = {
    "type": "object",
    "properties": {
        "level": {"type": "integer", "minimum": 0, "maximum": 9},
        "unit": {"enum": ["m", "ft"]},
        "kind": {"const": "tide"},
        "wind": {"$ref": "#/$defs/Wind"},
        "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "tags": {"type": "array", "items": {"type": "string", "minLength": 1}},
    },
    "required": ["level"],
    "$defs": {
        "Wind": {
            "type": "object",
            "properties": {"from": {"type": "integer"}},
            "required": ["from"],
        }
    },
}


def new(**properties: Any) -> dict[str, Any]:
    """The schema with some properties changed (None takes one away)."""
    schema = copy.deepcopy(OLD)
    schema["properties"].update(properties)
    schema["properties"] = {name: it for name, it in schema["properties"].items() if it is not None}
    return schema


def compared(place: Place, schema: dict[str, Any], *words: str) -> Any:
    place.schema(OLD, "old.json")
    place.schema(schema, "new.json")
    done = place.run("diff", "old.json", "new.json", "--format", "json", *words)
    assert done.err == ""
    return json.loads(done.out)


REQUIRED = {**OLD, "required": ["level", "unit"]}
CLOSED = {**OLD, "additionalProperties": False}
CHANGES: list[tuple[dict[str, Any], str, str, list[str]]] = [
    (new(level={"type": "integer", "minimum": 1, "maximum": 9}), "/properties/level", "minimum 0 became minimum 1", ["writers"]),
    (new(level={"type": "integer", "minimum": 0}), "/properties/level", "maximum 9 taken away", ["readers"]),
    (new(level={"type": "number", "minimum": 0, "maximum": 9}), "/properties/level", "type integer became type number", ["readers"]),
    (new(unit={"enum": ["m", "ft", "km"]}), "/properties/unit", 'value "km" added', ["readers"]),
    (new(unit={"enum": ["m"]}), "/properties/unit", 'value "ft" taken away', ["writers"]),
    (new(kind={"const": "wave"}), "/properties/kind", 'value "wave" added', ["readers"]),
    (new(more={"type": "string"}), "", 'property "more" added', ["writers"]),
    (new(unit=None), "", 'property "unit" taken away', ["readers"]),
    (new(note={"anyOf": [{"type": "null"}, {"type": "string"}, {"type": "boolean"}]}), "/properties/note", "a branch of anyOf added", ["readers"]),
    (new(note={"anyOf": [{"type": "null"}]}), "/properties/note", "a branch of anyOf taken away", ["writers"]),
    (new(tags={"type": "array", "items": {"type": "string", "minLength": 2}}), "/properties/tags/items", "minLength 1 became minLength 2", ["writers"]),
    (REQUIRED, "", 'required property "unit" added', ["writers"]),
    (CLOSED, "", "additionalProperties added", ["writers"]),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "at", "what", "breaks"), CHANGES, ids=[it[2] for it in CHANGES])
def test_changes_with_their_witnesses(
    place: Place, schema: dict[str, Any], at: str, what: str, breaks: list[str]
) -> None:
    found = [it for it in compared(place, schema) if it["what"] == what]
    assert [(it["place"], it["unknown"]) for it in found] == [(at, False)]
    assert set(breaks) <= set(found[0]["breaks"])
    old, after = (generate(it, targets=["validator"]).load().validator for it in (OLD, schema))
    for change in compared(place, schema):
        if "only_old" in change:
            assert old.is_valid(change["only_old"]) and not after.is_valid(change["only_old"])
        if "only_new" in change:
            assert after.is_valid(change["only_new"]) and not old.is_valid(change["only_new"])


def test_both_may_break(place: Place) -> None:
    changes = compared(place, new(kind={"const": "wave"}))
    assert {side for it in changes for side in it["breaks"]} == {"readers", "writers"}


@pytest.mark.parametrize(
    "schema",
    [
        new(wind=OLD["$defs"]["Wind"]),
        new(kind={"enum": ["tide"]}),
        new(unit={"enum": ["ft", "m"]}),
        new(note={"anyOf": [{"type": "null"}, {"type": "string"}]}),
        {**OLD, "properties": dict(reversed(OLD["properties"].items()))},
        {**OLD, "$defs": {"Unused": {"type": "null"}, **OLD["$defs"]}},
        {**OLD, "additionalProperties": True},
        new(level={"$ref": "#/$defs/Level"})
        | {"$defs": {**OLD["$defs"], "Level": OLD["properties"]["level"]}},
    ],
    ids=[
        "inlined",
        "const",
        "enum order",
        "branch order",
        "property order",
        "unused",
        "says nothing",
        "moved out",
    ],
)
def test_refactorings_are_no_change(place: Place, schema: dict[str, Any]) -> None:
    assert compared(place, schema, "--fail-on", "any") == []
    assert place.run("diff", "old.json", "new.json").out == "no change\n"


def test_recursion(place: Place) -> None:
    tree: dict[str, Any] = {
        "type": "object",
        "properties": {"kids": {"type": "array", "items": {"$ref": "#"}}, "n": {"type": "integer"}},
    }
    place.schema(tree, "old.json")
    place.schema(
        {**tree, "properties": {**tree["properties"], "n": {"type": "number"}}}, "new.json"
    )
    done = place.run("diff", "old.json", "new.json")
    assert done.out.splitlines() == [
        "#/properties/n: type integer became type number",
        '    breaks readers: the old schema refuses {"n": 1.5}',
        "1 change, 1 breaking",
    ]


def test_several_changes_each_have_their_own_witness(place: Place) -> None:
    schema = new(
        level={"type": "integer", "minimum": 1}, unit={"enum": ["ft", "km"]}, more={"type": "null"}
    )
    schema["required"] = ["level", "unit"]
    changes = compared(place, schema)
    assert len(changes) == 6 and all(it["breaks"] and not it["unknown"] for it in changes)


def test_annotations_judge_nothing(place: Place) -> None:
    changes = compared(place, {**OLD, "title": "Reading", "description": "What a gauge says."})
    assert [(it["what"], it["annotation"], it["breaks"]) for it in changes] == [
        ("title changed", True, []),
        ("description changed", True, []),
    ]
    assert place.run("diff", "old.json", "new.json", "--fail-on", "breaking").code == 0


def test_what_cannot_be_known_is_unknown(place: Place) -> None:
    place.schema({"type": "integer", "not": {"multipleOf": 2}, "multipleOf": 2}, "old.json")
    place.schema({"type": "integer", "not": {"multipleOf": 2}, "multipleOf": 4}, "new.json")
    done = place.run("diff", "old.json", "new.json", "--fail-on", "breaking")
    assert done.code == 1
    assert done.out.splitlines()[1:] == [
        "    unknown: no document was found that the two schemas judge otherwise because of it",
        "1 change, 0 breaking, 1 unknown",
    ]


def test_text_markdown_and_exit_codes(place: Place) -> None:
    place.schema(OLD, "old.json")
    place.schema(new(unit={"enum": ["m", "ft", "a|b<"]}), "new.json")
    done = place.run("diff", "old.json", "new.json")
    assert (done.code, done.out) == (
        0,
        '#/properties/unit: value "a|b<" added\n'
        '    breaks readers: the old schema refuses {"level": 0, "unit": "a|b<"}\n'
        "1 change, 1 breaking\n",
    )
    done = place.run("diff", "old.json", "new.json", "--format", "markdown")
    assert done.out.splitlines() == [
        "| place | change | breaks | witness |",
        "|---|---|---|---|",
        '| `#/properties/unit` | value "a\\|b&lt;" added | readers | `{"level": 0, "unit": "a\\|b&lt;"}` |',
    ]
    ends = {
        on: place.run("diff", "old.json", "new.json", "--fail-on", on).code
        for on in ("breaking", "readers", "writers", "any")
    }
    assert ends == {"breaking": 1, "readers": 1, "writers": 0, "any": 1}
    assert place.run("diff", "old.json", "old.json", "--format", "markdown").out == "No change.\n"


def git(place: Place, *words: str) -> None:
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *identity, *words], cwd=place.folder, check=True, capture_output=True)


def test_revisions_of_git(place: Place) -> None:
    place.schema({"$ref": "unit.json"}, "schemas/whole.json")
    place.schema({"enum": ["m"]}, "schemas/unit.json")
    git(place, "init", "-q")
    git(place, "add", ".")
    git(place, "commit", "-qm", "first")
    place.schema({"enum": ["m", "ft"]}, "schemas/unit.json")
    done = place.run("diff", "HEAD:schemas/whole.json", "schemas/whole.json")
    assert done.err == "" and done.out.splitlines()[-1] == "1 change, 1 breaking"
    assert 'value "ft" added' in done.out
    done = place.run("diff", "HEAD:schemas/nosuch.json", "schemas/whole.json")
    assert (done.code, done.err) == (
        2,
        "nemcon: HEAD:schemas/nosuch.json: cannot be read: No such file or directory\n",
    )
    done = place.run("diff", "nosuch:schemas/whole.json", "schemas/whole.json")
    assert (
        done.code == 2
        and done.err.startswith("nemcon: nosuch:schemas/whole.json: ")
        and done.err.count("\n") == 1
    )
    place.schema("{", "schemas/whole.json")
    git(place, "commit", "-qam", "broken")
    done = place.run("diff", "HEAD:schemas/whole.json", "schemas/unit.json")
    assert (done.code, done.err.partition(": #: ")[0]) == (3, "nemcon: HEAD:schemas/whole.json:1:2")
    assert place.run("diff", "--output=x:schemas/whole.json", "schemas/unit.json").code == 2
