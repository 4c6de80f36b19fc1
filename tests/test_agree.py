"""`nemcon agree` and the laws behind it: what holds is shown as a matrix, what does not is found and named."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Literal, TypedDict

import pytest
from command import SCHEMA, Place, place
from nemcon import generate
from nemcon.agree.annotations import misfits
from nemcon.agree.equality import came_back, defaults_of, same
from nemcon.agree.laws import DOUBT, TARGETS, Court, Disagreement, check_document
from nemcon.agree.referee import referees
from nemcon.commands import agree
from nemcon.commands.terminal import Progress
from nemcon.read import read_schema

__all__ = ["place"]

NO_DEFAULTS = defaults_of(read_schema(True))


def test_the_matrix(place: Place) -> None:
    done = place.run("agree", "reading.json", "--mutate")
    lines = done.out.splitlines()
    assert done.code == 0 and done.err == ""
    assert lines[0].startswith("reading: ") and "; referees: jsonschema" in lines[0]
    assert lines[1].split("  ")[-1] == "one error" and lines[1].split()[:4] == [
        "one",
        "verdict",
        "nothing",
        "lost",
    ]
    assert [line.split()[0] for line in lines[2:6]] == list(TARGETS)
    assert all("ok " in line and "BROKEN" not in line for line in lines[2:6])
    assert lines[6].startswith("witnesses: ") and any(
        line.startswith("mutation: ") for line in lines
    )


def test_a_default_that_its_schema_refuses_is_a_finding(place: Place) -> None:
    place.write("odd.json", '{"properties": {\n  "a": {"type": "integer", "default": "1"}}}')
    told = 'odd.json:2:8: #/properties/a: its own schema refuses the default "1" (type at /properties/a/type)'
    made = place.run("generate", "odd.json")
    assert (made.code, made.err) == (0, f"nemcon: warning: {told}\n")
    done = place.run("agree", "odd.json")
    assert done.code == 1 and f"  {told}\n" in done.out
    (found,) = json.loads(place.run("agree", "odd.json", "--format", "json").out)
    assert (found["path"], found["line"], found["rule"]) == ("odd.json", 2, "sample")


def test_keywords_that_assert_nothing_are_told_apart(place: Place) -> None:
    place.write("idle.json", '{"type": "string", "enum": ["a", "b"]}')
    lines = place.run("agree", "idle.json").out.splitlines()
    assert lines[-2:] == [
        "witnesses: 1 of 1 assertion; idle: 1",
        "  /type (taken out): idle: every value that enum lists keeps it",
    ]


def test_long_runs_show_progress_on_a_terminal_alone(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Progress, "BETWEEN", 0)
    assert place.run("agree", "reading.json", "--mutate").err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    shown = place.run("agree", "reading.json", "--mutate").err
    for part in ("reading.json: fixtures: 1 of ", "reading: the laws: 1 of ", "mutation: 1 of "):
        assert f"\r\x1b[K{part}" in shown
    assert " s left" in shown and shown.endswith("\r\x1b[K")


def test_documents_of_the_user(place: Place) -> None:
    place.write("more.ndjson", '{"level": 1}\n\n{"level": -1}\n{"level": 1.0, "level": 2}\n')
    place.write("one.json", '{\n"level": 1,\n"more": {"x": [null]}}')
    before = place.run("agree", "reading.json").out.split(" ", 2)
    after = place.run(
        "agree", "reading.json", "--documents", "more.ndjson", "--documents", "one.json"
    ).out
    assert int(after.split(" ", 2)[1]) == int(before[1]) + 3
    place.write("broken.ndjson", '{"level": 1}\nnope\n')
    done = place.run("agree", "reading.json", "--documents", "broken.ndjson")
    assert done.code == 2
    assert done.err.startswith("nemcon: broken.ndjson:2: this is not JSON: ")


def test_a_package_without_all_targets_and_a_configured_one(place: Place) -> None:
    place.write(
        "pyproject.toml",
        '[tool.nemcon.packages.r]\nsource = "reading.json"\ntargets = ["models"]\n',
    )
    lines = place.run("agree").out.splitlines()
    assert lines[0].startswith("r: ")
    assert [line.split()[0] for line in lines[2:5]] == ["validator", "models", "witnesses:"]


def broken(file: str, before: str, after: str) -> Court:
    """A court over a package in which one thing was broken on purpose."""
    package = generate(SCHEMA, name="reading")
    assert before in package.files[file]
    package.files[file] = package.files[file].replace(before, after)
    graph = read_schema(SCHEMA)
    return Court(package.load(), TARGETS, NO_DEFAULTS, referees(graph))


@pytest.mark.parametrize(
    ("file", "before", "after", "document", "law", "target"),
    [
        ("validator.py", "< 0", "< -5", {"level": -1}, "one verdict", "validator"),
        ("models.py", "level: int", "level: str", {"level": 1}, "true annotations", "models"),
    ],
)
def test_what_is_broken_is_found(
    file: str, before: str, after: str, document: Any, law: str, target: str
) -> None:
    found = check_document(broken(file, before, after), document)
    assert (law, target) in {(it.law, it.target) for it in found}
    assert f"{target} breaks the law of {law}: " in str(found[0])


def stub(**functions: Callable[..., Any]) -> Any:
    """A target that does what the functions say."""
    plain: dict[str, Any] = {
        "Root": Any,
        "decode": lambda text: json.loads(text),
        "from_builtins": lambda value: value,
        "encode": lambda value: json.dumps(value).encode(),
        "to_builtins": lambda value: value,
    }
    return SimpleNamespace(__name__="stub", **{**plain, **functions})


class Refusal(ValueError):
    def __init__(self, *errors: str) -> None:
        super().__init__(*errors)
        self.errors = errors


def verdict(
    document: Any, expected: bool | None = None, accepts: bool = True, **functions: Any
) -> list[str]:
    """The laws that are broken by a stub beside a validator that accepts or refuses everything."""
    errors = (
        []
        if accepts
        else [SimpleNamespace(instance_location="", keyword_location="/x", keyword="x")]
    )
    validator = SimpleNamespace(
        is_valid=lambda value: accepts, iter_errors=lambda value: errors, ValidationError=Refusal
    )
    package = SimpleNamespace(validator=validator, stub=stub(**functions))
    return [
        it.law
        for it in check_document(Court(package, ["stub"], NO_DEFAULTS, {}), document, expected)
    ]


def raising(error: Exception) -> Callable[..., Any]:
    def fail(*_: Any) -> Any:
        raise error

    return fail


def test_each_law_has_its_way_of_being_broken() -> None:
    assert verdict({"a": 1}) == []
    assert verdict({"a": 1}, expected=False) == ["one verdict"]
    assert verdict({"a": 1}, decode=raising(Refusal())) == ["one verdict"] * 2
    assert verdict({"a": 1}, from_builtins=raising(TypeError("x"))) == ["one verdict"]
    assert verdict({"a": 1}, accepts=False) == ["one verdict"] * 3
    assert set(verdict({"a": 1}, accepts=False, decode=raising(Refusal("other")))) == {
        "one error",
        "one verdict",
    }
    assert verdict({"a": 1}, to_builtins=lambda value: {}) == ["nothing lost"] * 3
    assert verdict({"a": 1}, encode=raising(TypeError())) == ["nothing lost"] * 3
    assert set(verdict({"a": 1}, Root=str)) == {"true annotations"}
    assert "nothing lost" in verdict(
        {"a": 1}, from_builtins=lambda value: value.clear() or {"a": 1}
    )


def test_labels_are_held_against_the_validator() -> None:
    court = broken("validator.py", "< 0", "< 0")
    labels = [("/level", "/properties/level/minimum", "minimum")]
    assert not check_document(court, {"level": -1}, False, labels=labels)
    assert [it.law for it in check_document(court, {"level": -1}, False, labels=[])] == [
        "one error"
    ]


def test_referees_that_differ_or_cannot_tell_are_a_doubt() -> None:
    def found(**opinions: bool | None) -> list[str]:
        judges = {name: (lambda document, said=said: said) for name, said in opinions.items()}
        court = broken("validator.py", "< 0", "< 0")
        made = Court(court.package, ["validator"], NO_DEFAULTS, judges)
        return [f"{it.law}: {it.what}" for it in check_document(made, {"level": 1})]

    assert found(a=True, b=True) == [] and found(a=True, b=None) == []
    assert found(a=False, b=False) == ["one verdict: says valid; a says refused, b says refused"]
    assert found(a=True, b=False) == [
        f"{DOUBT}: the referees differ: a says valid, b says refused; the validator says valid"
    ]
    assert found(a=None) == [f"{DOUBT}: no referee can tell; the validator says valid"]


def test_referees_judge_definitions_too() -> None:
    schema = {"$defs": {"A/b c": {"type": "integer"}}, "type": "string"}
    for referee in referees(read_schema(schema), "/$defs/A~1b%20c").values():
        assert referee(1) is True and referee("x") is False


def test_a_disagreement_ends_with_1(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agree, "SHOWN", 1)
    monkeypatch.setattr(agree, "referees", lambda *_: {"contrary": lambda document: False})
    done = place.run("agree", "reading.json")
    assert done.code == 1
    assert (
        "BROKEN" in done.out
        and "validator breaks the law of one verdict: says valid; contrary says refused" in done.out
    )
    assert "more (--verbose shows them)" in done.out
    assert "more (--verbose" not in place.run("agree", "reading.json", "--verbose").out


class Movie(TypedDict):
    name: str


@pytest.mark.parametrize(
    ("value", "annotation", "wrong"),
    [
        (1, int, None),
        (True, int, ": bool is no int"),
        (1.0, int | float, None),
        ("x", Literal["x", None], None),
        (True, Literal[1], "True is no"),
        ([1, "x"], list[int], "/1: str is no int"),
        ((1, "x"), tuple[int, str], None),
        ((1,), tuple[int, str], "tuple is no tuple of 2"),
        ({"a": None}, dict[str, int], "/a: NoneType is no int"),
        ({"name": 1}, Movie, "/name: int is no str"),
        ({}, Movie, "'name' is missing"),
        (None, None, None),
        (0, None, "is not None"),
    ],
)
def test_annotations_are_held_against_values(
    value: Any, annotation: Any, wrong: str | None
) -> None:
    found = next(misfits(value, annotation, None), None)
    assert found is None if wrong is None else found is not None and wrong in found


def test_equality_of_json_values() -> None:
    assert (
        same({"a": [1, 1.0]}, {"a": [1.0, 1]}) and not same([1], [True]) and not same([None], [0])
    )
    assert not same({"a": 1}, {"b": 1}) and not same([], {}) and not same([1], [1, 2])


STATES = {
    "$ref": "#/$defs/Order",
    "$defs": {
        "Order": {
            "properties": {
                "state": {"type": "string", "default": "open"},
                "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
                "other": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/Item"}]},
            },
            "additionalProperties": {"$ref": "#/$defs/Item"},
        },
        "Item": {"properties": {"state": {"type": "string", "default": "new"}}},
    },
}


def test_only_the_defaults_of_the_very_place_may_come_back() -> None:
    defaults = defaults_of(read_schema(STATES))
    assert came_back({}, {"state": "open"}, defaults)
    assert not came_back({}, {"state": "new"}, defaults)
    assert not came_back({"state": "open"}, {}, defaults)
    assert not came_back({}, {"items": []}, defaults)
    assert came_back({}, {"state": "new"}, defaults.at("/$defs/Item"))
    below: Any
    for below in ({"items": [{}, {}]}, {"other": {}}, {"more": {}}):
        inner = json.loads(json.dumps(below).replace("{}", '{"state": "new"}'))
        wrong = json.loads(json.dumps(below).replace("{}", '{"state": "open"}'))
        assert came_back(below, {**inner, "state": "open"}, defaults)
        assert not came_back(below, {**wrong, "state": "open"}, defaults)


def _counted(name: str, default: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"default": default}}, **more}


FILLED: list[tuple[dict[str, Any], Any, list[Any], list[Any]]] = [
    # a schema, a document, what it may come back as, what not
    ({"properties": {"xa": {}}, "patternProperties": {"^x": {"default": 3}}}, {}, [{"xa": 3}], [{"xb": 3}]),
    ({"properties": {"a": {}}, "allOf": [{"additionalProperties": {"default": 4}}]}, {}, [{"a": 4}], [{"b": 4}]),
    ({"patternProperties": {"^x": _counted("a", 1), "^y": _counted("b", 2)}}, {"y": {}}, [{"y": {"b": 2}}], [{"y": {"a": 1}}]),
    ({"additionalProperties": _counted("a", 1), "properties": {"k": {}}}, {"k": {}}, [], [{"k": {"a": 1}}]),
    ({"prefixItems": [{}], "items": _counted("a", 1)}, [{}, {}], [[{}, {"a": 1}]], [[{"a": 1}, {}]]),
    ({"anyOf": [_counted("a", 1, required=["k"]), _counted("a", 2)]}, {}, [{"a": 2}], [{"a": 1}]),
    ({"anyOf": [_counted("a", 1, required=["k"]), _counted("a", 2)]}, {"k": 0}, [{"k": 0, "a": 1}], [{"k": 0, "a": 3}]),
    ({"if": {"required": ["k"]}, "then": _counted("a", 1)}, {"k": 0}, [], [{"k": 0, "a": 1}]),
    ({"dependentSchemas": {"k": _counted("a", 1)}}, {"k": 0}, [], [{"k": 0, "a": 1}]),
    ({"contains": _counted("a", 1)}, [{}], [], [[{"a": 1}]]),
    ({"properties": {"q": {"$ref": "#/$defs/Q"}}, "$defs": {"Q": {"$ref": "#/$defs/R"}, "R": {"default": 7}}}, {}, [{"q": 7}], [{"q": 8}]),
    ({"properties": {"q": {"allOf": [{"default": 7}]}}}, {}, [], [{"q": 7}]),
]  # fmt: skip


@pytest.mark.parametrize("schema, before, same_as, other", FILLED)
def test_what_is_filled_in_may_come_back(
    schema: dict[str, Any], before: Any, same_as: list[Any], other: list[Any]
) -> None:
    defaults = defaults_of(read_schema(schema))
    assert all(came_back(before, after, defaults) for after in (before, *same_as))
    assert not any(came_back(before, after, defaults) for after in other)
    models = generate(schema, name="case", targets=("models",)).load().models
    back = models.to_builtins(models.from_builtins(before))
    assert back in (before, *same_as)


def test_formats_for_machines(place: Place) -> None:
    done = place.run("agree", "reading.json", "--format", "junit")
    assert done.code == 0 and done.out.count("<testcase ") == len(TARGETS) * 4 - 2
    assert '<testcase classname="reading.json" name="models: nothing lost"/>' in done.out
    place.schema({"allOf": [{"type": "integer"}, {"type": "number"}]})
    (found,) = json.loads(place.run("agree", "reading.json", "--format", "json").out)
    assert (found["path"], found["rule"], found["level"]) == ("reading.json", "witness", "note")
    assert found["pointer"] == "/allOf/1/type" and found["message"].startswith("no witness for ")
    done = place.run("agree", "reading.json", "--format", "github", "--mutate")
    assert done.code == 0 and all(it.startswith("::notice ") for it in done.out.splitlines())
    sarif = json.loads(place.run("agree", "reading.json", "--format", "sarif").out)
    assert [it["level"] for it in sarif["runs"][0]["results"]] == ["note"]


def test_what_breaks_a_law_is_an_error_for_machines(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Disagreement("one error", "models", 1, "another list")
    monkeypatch.setattr(agree, "check_document", lambda *_, **__: [broken])
    done = place.run("agree", "reading.json", "--format", "github")
    assert done.code == 1
    line = done.out.splitlines()[0]
    assert line.startswith(
        "::error file=reading.json,title=nemcon one error::models breaks the law"
    )
    junit = place.run("agree", "reading.json", "--format", "junit").out
    assert 'name="models: one error"' not in junit and 'name="one error"' in junit


def test_definitions_of_one_type_break_no_law(place: Place) -> None:
    defs = {
        "A": {"type": "string", "maxLength": 3},
        "B": {"type": "string", "minLength": 4},
        "C": {"if": {}},
        "D": {},
    }
    place.schema({"$defs": defs, "properties": {it: {"$ref": f"#/$defs/{it}"} for it in defs}})
    done = place.run("agree", "reading.json")
    assert done.code == 0 and "BROKEN" not in done.out
