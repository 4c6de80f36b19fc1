"""Mutation: every change of a schema is noticed by its fixtures, or listed with the reason why nothing can."""

from __future__ import annotations

from typing import Any

import pytest
from compiled import load
from nemcon.agree.mutation import Mutant, Survivor, Verdict, mutants, mutation_score
from nemcon.fixtures import make_fixtures
from nemcon.model.names import name_nodes
from nemcon.read import read_schema
from nemcon.read.graph import JSON, Graph, Key
from nemcon.records import replace
from nemcon.render.validator import render_validator
from test_fixtures import CANONICAL, WITNESSED


def changes(schema: Any) -> list[str]:
    """What is done to a schema, in words."""
    graph = read_schema(schema)
    return [f"{it.change.kind} {it.change.pointer}: {it.change.what}" for it in mutants(graph)]


def test_every_assertion_is_taken_out_and_every_limit_moved() -> None:
    schema = {
        "type": ["integer", "string"],
        "minimum": 1,
        "exclusiveMaximum": 9,
        "maxLength": 3,
        "enum": [1, "a"],
        "properties": {"a": False},
        "required": ["a", "b"],
        "contains": {},
        "minContains": 2,
        "maxContains": 4,
        "oneOf": [{"const": 1}, {"const": "a"}],
    }
    assert changes(schema) == [
        "removed /type: taken out",
        "loosened /type: null let in",
        "loosened /type: boolean let in",
        "loosened /type: a fraction let in",
        "tightened /type: integer taken out",
        "tightened /type: string taken out",
        "removed /enum: taken out",
        "tightened /enum: one value taken out",
        "tightened /enum: one value taken out",
        "removed /minimum: taken out",
        "tightened /minimum: the limit shut out",
        "removed /exclusiveMaximum: taken out",
        "loosened /exclusiveMaximum: the limit let in",
        "removed /maxLength: taken out",
        "loosened /maxLength: moved by one",
        "tightened /maxLength: moved by one",
        "removed /required: a not required",
        "removed /required: b not required",
        "removed /contains: taken out",
        "loosened /minContains: moved by one",
        "removed /maxContains: taken out",
        "removed /oneOf: taken out",
        "loosened /oneOf: several let in",
        "tightened /oneOf: branch 0 taken out",
        "tightened /oneOf: branch 1 taken out",
        "removed /properties/a: taken out",
        "removed /oneOf/0/const: taken out",
        "removed /oneOf/1/const: taken out",
    ]


def test_the_canonical_schema() -> None:
    graph = read_schema(CANONICAL)
    score = mutation_score(graph, make_fixtures(graph))
    assert score.unexplained == ()
    assert score.assertions - score.assertions_caught == 5
    assert {it.reason for it in score.survivors if it.kind == "removed"} == {
        "every value that enum lists keeps it",
        "every value that const lists keeps it",
    }
    assert {(it.kind, it.what, it.reason) for it in score.survivors if it.kind != "removed"} == {
        ("loosened", "null let in", "every value that enum lists keeps it"),
        ("loosened", "null let in", "every value that const lists keeps it"),
        ("loosened", "null let in", "no document was found that tells it from the schema"),
    }


def test_a_change_that_makes_no_difference_is_told_from_one_that_is_not_explained() -> None:
    graph = read_schema({"oneOf": [{"type": "string"}, {"type": "null"}]})
    score = mutation_score(graph, make_fixtures(graph))
    assert [(it.what, it.reason) for it in score.survivors] == [
        ("several let in", "no document was found that tells it from the schema"),
    ]
    assert score.unexplained == ()


def test_a_document_less_is_noticed() -> None:
    graph = read_schema(
        {"type": "object", "required": ["a"], "properties": {"a": {"maxLength": 2}}}
    )
    fixtures = make_fixtures(graph)
    for group in fixtures.groups:
        for refused in (it for it in group.fixtures if not it.valid):
            rest = tuple(it for it in group.fixtures if it is not refused)
            fewer = replace(fixtures, groups=(replace(group, fixtures=rest),))
            assert mutation_score(graph, fewer).survivors, refused.description


ELSEWHERE = {
    "properties": {
        "a": {
            "items": {
                "allOf": [
                    {
                        "if": {
                            "not": {
                                "anyOf": [
                                    {"properties": {"b": {"const": "x"}}, "required": []},
                                    {"properties": {"b": {"const": "y"}}, "required": []},
                                ]
                            }
                        },
                        "else": {"properties": {"c": {"$ref": "#/$defs/c"}}},
                    },
                    {"if": {"not": {}}},
                ]
            }
        }
    },
    "$defs": {"c": {"pattern": "z$"}},
}


def test_what_a_document_made_for_something_else_witnesses_is_not_listed() -> None:
    graph = read_schema(ELSEWHERE)
    fixtures = make_fixtures(graph)
    survived = {
        (it.pointer, it.keyword, it.what) for it in mutation_score(graph, fixtures).survivors
    }
    assert all((it.pointer, it.keyword, it.what) in survived for it in fixtures.unwitnessed)


def test_a_survivor_names_its_place_and_change() -> None:
    graph = read_schema({"type": "string", "maxLength": 10**9})
    score = mutation_score(graph, make_fixtures(graph))
    assert score.survivors[0] == Survivor(
        "/maxLength",
        "maxLength",
        "removed",
        "taken out",
        "a witness needs a string of 1000000001 characters",
    )


SLOW = frozenset(("great-limits", "odd-names", "deep"))


@pytest.mark.parametrize("name", [name for name in WITNESSED if name not in SLOW])
def test_validators_of_changed_schemas_are_told_apart_too(name: str) -> None:
    """The generated validator enforces every assertion: rendered without one, it accepts what the fixtures refuse."""
    graph = read_schema(WITNESSED[name])
    fixtures = make_fixtures(graph)
    plain = mutation_score(graph, fixtures)
    rendered = mutation_score(
        graph, fixtures, verdict_of=lambda mutant: verdict_of(mutant.graph(graph))
    )
    assert rendered == plain


def verdict_of(graph: Graph) -> Verdict:
    names = name_nodes(graph, "Root")
    module = load(render_validator(graph, names, "Root"))

    def verdict(key: Key, value: JSON) -> bool:
        schema: Any = module if key == graph.root else getattr(module, names[key])
        return bool(schema.is_valid(value))

    return verdict


def test_progress_is_told() -> None:
    graph = read_schema({"type": "string", "minLength": 1})
    steps: list[tuple[int, int]] = []
    mutation_score(
        graph, make_fixtures(graph), progress=lambda done, total: steps.append((done, total))
    )
    assert steps == [(number, 5) for number in range(1, 6)]


def test_readings_of_one_place_are_changed_together() -> None:
    schema = WITNESSED["dynamic"]
    found: list[Mutant] = [
        it
        for it in mutants(read_schema(schema))
        if it.change.pointer == "/properties/children/type"
    ]
    assert len(found) == 2 and all(found[0].changed)
