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


WIND = OLD["$defs"]["Wind"]


def wind(**changes: Any) -> dict[str, Any]:
    """The schema with a changed definition."""
    return {**OLD, "$defs": {"Wind": {**WIND, **changes}}}


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
    (new(note={"anyOf": [{"type": "null"}]}), "/properties/note", "type string or null became type null", ["writers"]),
    (new(tags={"type": "array", "items": {"type": "string", "minLength": 2}}), "/properties/tags/items", "minLength 1 became minLength 2", ["writers"]),
    (REQUIRED, "", 'required property "unit" added', ["writers"]),
    (CLOSED, "", "additionalProperties added", ["writers"]),
    (new(level={"type": "integer", "minimum": 0, "maximum": 5}), "/properties/level", "maximum 9 became maximum 5", ["writers"]),
    (new(level={"type": "integer", "exclusiveMinimum": 0, "maximum": 9}), "/properties/level", "minimum 0 became exclusiveMinimum 0", ["writers"]),
    (new(level={"type": "integer", "minimum": 0, "maximum": 9, "multipleOf": 2}), "/properties/level", "multipleOf 2 added", ["writers"]),
    (new(level={"type": ["integer", "null"], "minimum": 0, "maximum": 9}), "/properties/level", "type integer became type integer or null", ["readers"]),
    (new(level={}), "/properties/level", "type integer taken away", ["readers"]),
    (new(level=False), "/properties/level", "false schema added", ["writers"]),
    (new(unit={"type": "string"}), "/properties/unit", 'enum "m", "ft" taken away', ["readers"]),
    (new(unit={"enum": ["m", "ft", None]}), "/properties/unit", "value null added", ["readers"]),
    (new(tags={"type": "array", "items": {"type": "string", "minLength": 1}, "maxItems": 2}), "/properties/tags", "maxItems 2 added", ["writers"]),
    (new(tags={"type": "array", "items": {"type": "string", "minLength": 1}, "uniqueItems": True}), "/properties/tags", "uniqueItems added", ["writers"]),
    (new(tags={"type": "array", "items": {"type": "string", "minLength": 1, "pattern": "^t"}}), "/properties/tags/items", 'pattern "^t" added', ["writers"]),
    (new(tags={"type": "array"}), "/properties/tags", "items taken away", ["readers"]),
    (new(note={"type": "string"}), "/properties/note", "type string or null became type string", ["writers"]),
    (new(wind={"type": "object"}), "/properties/wind", 'required "from" taken away', ["readers"]),
    ({key: it for key, it in OLD.items() if key != "required"}, "", 'required "level" taken away', ["readers"]),
    ({**OLD, "minProperties": 2}, "", "minProperties 2 added", ["writers"]),
    ({**OLD, "propertyNames": {"pattern": "^[a-z]+$"}}, "", "propertyNames added", ["writers"]),
    ({**OLD, "not": {"required": ["unit"]}}, "", "not added", ["writers"]),
    ({**OLD, "dependentRequired": {"unit": ["kind"]}}, "", "dependentRequired added", ["writers"]),
    ({**OLD, "if": {"required": ["unit"]}, "then": {"required": ["kind"]}}, "", "if added", ["writers"]),
    ({**OLD, "patternProperties": {"^x-": {"type": "string"}}}, "", "patternProperties added", ["writers"]),
    ({**OLD, "type": ["object", "null"]}, "", "type object became type object or null", ["readers"]),
    (wind(required=["from", "knots"]), "/$defs/Wind", 'required property "knots" added', ["writers"]),
    (wind(properties={"from": {"type": "number"}}), "/$defs/Wind/properties/from", "type integer became type number", ["readers"]),
    (wind(type=["object", "string"]), "/$defs/Wind", "type object became type object or string", ["readers"]),
    (new(unit=None, units=OLD["properties"]["unit"]), "", 'property "unit" renamed to "units"', ["readers", "writers"]),
]  # fmt: skip


@pytest.mark.parametrize(("schema", "at", "what", "breaks"), CHANGES, ids=[it[2] for it in CHANGES])
def test_changes_with_their_witnesses(
    place: Place, schema: dict[str, Any], at: str, what: str, breaks: list[str]
) -> None:
    changes = compared(place, schema)
    found = [it for it in changes if it["what"] == what]
    assert [(it["place"], it["unknown"]) for it in found] == [(at, [])]
    assert set(breaks) <= set(found[0]["breaks"])
    old, after = (generate(it, targets=["validator"]).load().validator for it in (OLD, schema))
    for change in changes:
        if "only_old" in change:
            assert old.is_valid(change["only_old"]) and not after.is_valid(change["only_old"])
        if "only_new" in change:
            assert after.is_valid(change["only_new"]) and not old.is_valid(change["only_new"])


def test_both_may_break(place: Place) -> None:
    changes = compared(place, new(kind={"const": "wave"}))
    assert {side for it in changes for side in it["breaks"]} == {"readers", "writers"}


LEVEL, UNIT, NOTE, TAGS = (OLD["properties"][name] for name in ("level", "unit", "note", "tags"))
REFACTORINGS: dict[str, dict[str, Any]] = {
    "inlined": new(wind=WIND),
    "const": new(kind={"enum": ["tide"]}),
    "enum order": new(unit={"enum": ["ft", "m"]}),
    "branch order": new(note={"anyOf": [{"type": "null"}, {"type": "string"}]}),
    "property order": {**OLD, "properties": dict(reversed(OLD["properties"].items()))},
    "keyword order": dict(reversed(OLD.items())),
    "definition order": {**OLD, "$defs": {"Unused": {"type": "null"}, **OLD["$defs"]}},
    "says nothing": {**OLD, "additionalProperties": True},
    "moved out": new(level={"$ref": "#/$defs/Level"}) | {"$defs": {**OLD["$defs"], "Level": LEVEL}},
    "renamed definition": new(wind={"$ref": "#/$defs/Breeze"}) | {"$defs": {"Breeze": WIND}},
    "definitions": new(wind={"$ref": "#/definitions/Wind"}) | {"$defs": {}, "definitions": OLD["$defs"]},
    "allOf of one": new(wind={"allOf": [{"$ref": "#/$defs/Wind"}]}),
    "anyOf of one": new(wind={"anyOf": [{"$ref": "#/$defs/Wind"}]}),
    "oneOf of one": new(level={"oneOf": [LEVEL]}),
    "two halves": new(level={"allOf": [{"type": "integer", "minimum": 0}, {"maximum": 9}]}),
    "halves with properties": {
        "allOf": [
            {"type": "object", "properties": {"level": LEVEL, "unit": UNIT}, "required": ["level"]},
            {"properties": {it: OLD["properties"][it] for it in ("kind", "wind", "note", "tags")}},
        ],
        "$defs": OLD["$defs"],
    },
    "type list of one": new(level={**LEVEL, "type": ["integer"]}),
    "types listed": new(note={"type": ["string", "null"]}),
    "types the other way round": new(note={"type": ["null", "string"]}),
    "oneOf types": new(note={"oneOf": [{"type": "string"}, {"type": "null"}]}),
    "oneOf constants": new(unit={"oneOf": [{"const": "m"}, {"const": "ft"}]}),
    "type beside values": new(unit={**UNIT, "type": "string"}),
    "minimum of a string": new(unit={**UNIT, "minimum": 0}),
    "minLength 0": new(note={"anyOf": [{"type": "string", "minLength": 0}, {"type": "null"}]}),
    "minItems 0": new(tags={**TAGS, "minItems": 0}),
    "required of an array": new(tags={**TAGS, "required": ["level"]}),
    "required twice": {**OLD, "allOf": [{"required": ["level"]}]},
    "integer and number": new(note=NOTE, level={**LEVEL, "allOf": [{"type": "integer"}]}),
    "a property that says nothing": new(anything={}),
    "a format": new(note={"anyOf": [{"type": "string", "format": "uri"}, {"type": "null"}]}),
}  # fmt: skip


@pytest.mark.parametrize("schema", REFACTORINGS.values(), ids=REFACTORINGS)
def test_refactorings_are_no_change_of_meaning(place: Place, schema: dict[str, Any]) -> None:
    assert [it for it in compared(place, schema) if not it["annotation"]] == []
    schemas = [place.folder / "old.json", place.folder / "new.json"]
    done = place.run("diff", *reversed(schemas), "--fail-on", "breaking")
    assert (done.code, "breaking" in done.out) in (
        (0, False),
        (0, True),
    ) and "unknown" not in done.out


def test_what_looks_like_a_refactoring_and_is_none(place: Place) -> None:
    """`additionalProperties` looks only at the properties beside it."""
    closed = {"properties": {"a": {"type": "null"}}, "additionalProperties": False}
    place.schema(closed, "old.json")
    outside = {"allOf": [{"properties": closed["properties"]}], "additionalProperties": False}
    place.schema(outside, "new.json")
    (found,) = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    assert found["breaks"] == ["writers"] and found["only_old"] == {"a": None}
    place.schema({"anyOf": [{"minimum": 1}, {"maximum": 5}]}, "old.json")
    place.schema({"oneOf": [{"minimum": 1}, {"maximum": 5}]}, "new.json")
    (found,) = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    assert (found["what"], found["breaks"]) == ("anyOf became oneOf", ["writers"])


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


SAME: dict[str, tuple[Any, Any]] = {
    "bounds of integers": (
        {"type": "integer", "exclusiveMinimum": 0, "maximum": 9},
        {"type": "integer", "minimum": 1, "exclusiveMaximum": 10},
    ),
    "bounds between integers": (
        {"type": ["integer", "null"], "minimum": 0.5},
        {"type": ["integer", "null"], "exclusiveMinimum": 0.5},
    ),
    "all values of a type": ({"enum": [True, False]}, {"type": "boolean"}),
    "all values of two types": ({"enum": [True, None, False]}, {"type": ["boolean", "null"]}),
    "nothing else in a flat object": (
        {"properties": {"a": {"type": "string"}}, "additionalProperties": False},
        {"properties": {"a": {"type": "string"}}, "unevaluatedProperties": False},
    ),
    "a property that may be anything": (
        {"type": "object", "required": ["a"]},
        {"type": "object", "required": ["a"], "properties": {"a": True}},
    ),
}


@pytest.mark.parametrize("name", SAME)
def test_other_ways_to_say_the_same(place: Place, name: str) -> None:
    for number, schema in enumerate(SAME[name]):
        place.schema(schema, f"{number}.json")
    for old, new in ((0, 1), (1, 0)):
        changes = place.run("diff", f"{old}.json", f"{new}.json", "--format", "json").out
        assert not [it for it in json.loads(changes) if not it["annotation"]]


NOT_SAME: dict[str, tuple[Any, Any, str]] = {
    "bounds of numbers": (
        {"type": "number", "exclusiveMinimum": 0},
        {"type": "number", "minimum": 1},
        "exclusiveMinimum 0 became minimum 1",
    ),
    "a value beside true and false": (
        {"type": ["integer", "boolean"], "enum": [1, True]},
        {"enum": [True]},
        "value 1 taken away",
    ),
    "a value is missing": ({"enum": [True, False]}, {"const": True}, "value false taken away"),
    "one of several": (
        {"allOf": [{"properties": {"a": True}}], "additionalProperties": False},
        {"allOf": [{"properties": {"a": True}}], "unevaluatedProperties": False},
        "unevaluatedProperties added",
    ),
    "how many": (
        {"contains": {"const": 1}},
        {"contains": {"const": 1}, "minContains": 2, "maxContains": 3},
        "contains at least 1 became contains at least 2 and at most 3",
    ),
    "one more item": (
        {"prefixItems": [{"type": "string"}]},
        {"prefixItems": [{"type": "string"}, {"type": "null"}]},
        "item 1 of prefixItems added",
    ),
}


@pytest.mark.parametrize("name", NOT_SAME)
def test_what_looks_the_same_and_is_not(place: Place, name: str) -> None:
    *schemas, what = NOT_SAME[name]
    for number, schema in enumerate(schemas):
        place.schema(schema, f"{number}.json")
    changes = json.loads(place.run("diff", "0.json", "1.json", "--format", "json").out)
    assert what in [it["what"] for it in changes if not it["annotation"]], changes


DIGIT = "^(?=.*[0-9])"
BOTH_WAYS: dict[str, tuple[Any, Any]] = {
    "pattern": ({"pattern": f"{DIGIT}(?=.*[a-z]).{{8,}}$"}, {"pattern": f"{DIGIT}(?=.*[A-Z]).{{8,}}$"}),
    "below not": (
        {"not": {"type": "array", "items": {"type": "string", "enum": ["a"]}}},
        {"not": {"type": "array", "items": {"type": "string", "enum": ["a"]}, "minItems": 1}},
    ),
    "in a definition that is negated elsewhere": (
        {"properties": {"a": {"not": {"$ref": "#/$defs/d"}}, "b": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"type": "string"}}},
        {"properties": {"a": {"not": {"$ref": "#/$defs/d"}}, "b": {"$ref": "#/$defs/d"}}, "$defs": {"d": {"type": ["string", "null"]}}},
    ),
    "in alternatives that may be both": (
        {"oneOf": [{"type": "array", "minItems": 2}, {"type": ["array", "null"], "maxItems": 1}]},
        {"oneOf": [{"type": "array", "minItems": 2}, {"type": ["array", "null"], "maxItems": 2}]},
    ),
    "where it matters what was looked at": (
        {"anyOf": [{"properties": {"a": {"type": "string"}}}, {}], "unevaluatedProperties": False},
        {"anyOf": [{"properties": {"a": {"type": ["string", "null"]}}}, {}], "unevaluatedProperties": False},
    ),
    "where it matters in a reference what was looked at": (
        {"$ref": "#/$defs/d", "unevaluatedProperties": False, "$defs": {"d": {"allOf": [{"anyOf": [{"properties": {"a": {"type": "string"}}}, {}]}]}}},
        {"$ref": "#/$defs/d", "unevaluatedProperties": False, "$defs": {"d": {"allOf": [{"anyOf": [{"properties": {"a": {"type": ["string", "null"]}}}, {}]}]}}},
    ),
    "a type of no one": ({"type": ["string", "null"]}, {"type": ["string", "boolean"]}),
    "multiples": ({"multipleOf": 4}, {"multipleOf": 6}),
    "values": ({"enum": [1, 2]}, {"enum": [1, 3]}),
}  # fmt: skip


@pytest.mark.parametrize("name", BOTH_WAYS)
def test_a_witness_of_one_side_says_nothing_of_the_other(place: Place, name: str) -> None:
    """Each side is shown or unknown."""
    for number, schema in enumerate(BOTH_WAYS[name]):
        place.schema(schema, f"{number}.json")
    changes = json.loads(place.run("diff", "0.json", "1.json", "--format", "json").out)
    judging = [it for it in changes if not it["annotation"]]
    assert judging
    for change in judging:
        assert {*change["breaks"], *change["unknown"]} == {"readers", "writers"}, change
    for on in ("readers", "writers", "breaking"):
        assert place.run("diff", "0.json", "1.json", "--fail-on", on).code == 1


ONE_WAY: dict[str, tuple[Any, Any]] = {
    "alternatives that nobody asks what they looked at": (
        {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": {"required": ["a"], "properties": {"a": {"enum": [1]}}, "unevaluatedProperties": False}, "b": {"type": "null"}}},
        {"anyOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {"a": {"required": ["a"], "properties": {"a": {"enum": [1, 2]}}, "unevaluatedProperties": False}, "b": {"type": "null"}}},
    ),
    "tagged alternatives": (
        {"oneOf": [{"type": "object", "required": ["k"], "properties": {"k": {"const": k}, "v": {"enum": [1]}}} for k in "ab"]},
        {"oneOf": [{"type": "object", "required": ["k"], "properties": {"k": {"const": k}, "v": {"enum": [1, 2]}}} for k in "ab"]},
    ),
    "a property of a closed object": (
        {"properties": {"a": True}, "additionalProperties": False},
        {"properties": {"a": True, "b": {"type": "string"}}, "additionalProperties": False},
    ),
    "multiples": ({"multipleOf": 4}, {"multipleOf": 2}),
    "a limit below anyOf": (
        {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 3}]},
        {"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 2}]},
    ),
    "how many": (
        {"contains": {"type": "string"}, "minContains": 2},
        {"contains": {"type": "string"}, "minContains": 1},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ONE_WAY)
def test_what_can_break_one_side_only_breaks_that(place: Place, name: str) -> None:
    for number, schema in enumerate(ONE_WAY[name]):
        place.schema(schema, f"{number}.json")
    for old, new, side in ((0, 1, "readers"), (1, 0, "writers")):
        done = place.run("diff", f"{old}.json", f"{new}.json", "--format", "json")
        changes = json.loads(done.out)
        assert changes and all(it["unknown"] == [] and it["breaks"] == [side] for it in changes)


def test_the_half_that_is_unknown_is_told_everywhere(place: Place) -> None:
    for name, schema in zip(("old.json", "new.json"), BOTH_WAYS["pattern"]):
        place.schema(schema, name)
    done = place.run("diff", "old.json", "new.json")
    assert done.out.splitlines()[2:] == [
        "    unknown: no document was found that shows whether it breaks readers too",
        "1 change, 1 breaking, 1 unknown",
    ]
    said = place.run("diff", "old.json", "new.json", "--format", "markdown").out
    assert "| writers; readers unknown |" in said


def test_what_makes_the_command_fail_is_a_failure_for_machines(place: Place) -> None:
    place.schema({"type": "integer", "not": {"multipleOf": 2}, "multipleOf": 2}, "old.json")
    place.schema({"type": "integer", "not": {"multipleOf": 2}, "multipleOf": 4}, "new.json")
    words = ("diff", "old.json", "new.json", "--format")
    said = place.run(*words, "junit").out
    assert 'tests="1" failures="0" skipped="1"' in said and '<skipped message="new.json' in said
    done = place.run(*words, "junit", "--fail-on", "breaking")
    assert done.code == 1 and 'failures="1"' in done.out
    assert place.run(*words, "github", "--fail-on", "breaking").out.startswith("::error ")
    place.schema({"type": "integer", "title": "x"}, "old.json")
    place.schema({"type": "integer", "title": "y"}, "new.json")
    done = place.run(*words, "junit", "--fail-on", "any")
    assert done.code == 1 and 'failures="1"' in done.out


def test_a_witness_that_only_one_change_can_explain_is_its_witness(place: Place) -> None:
    place.schema({"not": {"type": "integer", "minimum": 3}}, "old.json")
    place.schema({"not": {"type": "integer", "minimum": 4}, "title": "x"}, "new.json")
    changes = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    assert [it["what"] for it in changes] == ["title changed", "minimum 3 became minimum 4"]
    assert changes[1]["breaks"] == ["readers"]


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


def test_revisions_of_git(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.chdir(place.folder / "schemas")
    for named in ("HEAD:schemas/whole.json", "HEAD:./whole.json", "HEAD:whole.json"):
        assert "1 change, 1 breaking" in place.run("diff", named, "whole.json").out
    monkeypatch.chdir(place.folder)
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


def test_a_renamed_property(place: Place) -> None:
    """One change where it means the same and is as required; two with a hint where it is only called alike."""
    schema = new(level=None, height=LEVEL)
    schema["required"] = ["height"]
    (found,) = compared(place, schema)
    assert found["what"] == 'property "level" renamed to "height"'
    assert found["breaks"] == ["writers", "readers"]
    assert (found["only_old"], found["only_new"]) == ({"level": 0}, {"height": 0})
    found = compared(place, new(unit=None, units={"enum": ["m", "ft", "km"]}))
    assert [(it["what"], it["hint"]) for it in found] == [
        ('property "units" added', 'perhaps it was "unit"'),
        ('property "unit" taken away', 'perhaps it is "units" now'),
    ]
    assert "    hint: perhaps it was" in place.run("diff", "old.json", "new.json").out


def test_one_change_in_a_definition_that_many_use_is_one_change(place: Place) -> None:
    before = new(first={"$ref": "#/$defs/Wind"}, second={"$ref": "#/$defs/Wind"})
    place.schema(before, "old.json")
    after = copy.deepcopy(before)
    after["$defs"]["Wind"]["properties"]["from"]["minimum"] = 0
    place.schema(after, "new.json")
    (found,) = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    assert (found["place"], found["what"]) == ("/$defs/Wind/properties/from", "minimum 0 added")
    assert found["breaks"] == ["writers"]


def test_definitions_that_the_schema_itself_does_not_use(place: Place) -> None:
    library: dict[str, Any] = {"$defs": {"Wind": WIND, "Level": LEVEL}}
    place.schema(library, "old.json")
    changed = {"$defs": {"Wind": WIND, "Level": {**LEVEL, "maximum": 5}, "Tide": {"type": "null"}}}
    place.schema(changed, "new.json")
    level, tide = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    assert (level["place"], level["breaks"]) == ("/$defs/Level", ["writers"])
    assert level["definition"] == "Level" and 5 < level["only_old"] <= 9
    assert tide["what"] == 'definition "Tide" added' and tide["annotation"]
    assert " as Level\n" in place.run("diff", "old.json", "new.json").out
    place.schema({"$defs": {"Wind": WIND}}, "new.json")
    (gone,) = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    assert gone["what"] == 'definition "Level" taken away'
    assert gone["unknown"] == ["writers", "readers"]


def test_a_schema_that_contains_itself_everywhere(place: Place) -> None:
    tree = {
        "additionalProperties": {"$ref": "#"},
        "anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}],
    }
    place.schema({**tree, "$defs": {"A": {"type": "object"}}}, "old.json")
    place.schema({**tree, "$defs": {"A": {"type": "array"}}}, "new.json")
    (found,) = json.loads(place.run("diff", "old.json", "new.json", "--format", "json").out)
    assert found["breaks"] == ["writers", "readers"]


def test_formats_for_machines(place: Place) -> None:
    place.schema(OLD, "old.json")
    place.schema(new(unit={"enum": ["m", "ft", "km"], "description": "Of length."}), "new.json")
    lines = place.run("diff", "old.json", "new.json", "--format", "github").out.splitlines()
    assert [line.partition(" ")[0] for line in lines] == ["::notice", "::error"]
    assert "file=new.json,line=9,col=13,title=nemcon breaks readers::/properties/unit: " in lines[1]
    sarif = json.loads(place.run("diff", "old.json", "new.json", "--format", "sarif").out)
    assert [it["ruleId"] for it in sarif["runs"][0]["results"]] == [
        "meaning kept",
        "breaks readers",
    ]
    junit = place.run("diff", "old.json", "new.json", "--format", "junit").out
    assert 'tests="1" failures="1"' in junit
