"""Labels of refused documents are what the generated validator says; and documents stay when a schema grows."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from nemcon.fixtures import make_fixtures
from nemcon.pipeline import compiled
from nemcon.read import read_schema
from places import ROOT, needs_corpus, small_schemas

GOLDEN = sorted((ROOT / "tests" / "golden").glob("*/schema.json"))
SCHEMAS = [
    *(pytest.param(path, id=path.parent.name) for path in GOLDEN),
    *(pytest.param(*it.values, id=it.id, marks=needs_corpus) for it in small_schemas()),
]


@pytest.mark.parametrize("path", SCHEMAS)
def test_the_labels_of_refused_documents_are_the_errors_of_the_validator(path: Path) -> None:
    made = compiled(str(path), name="one", targets=("validator", "fixtures"))
    validator = made.package.load().validator
    assert made.fixtures is not None
    for group, facts in zip(made.fixtures.builtins(), made.fixtures.groups, strict=True):
        subject: Any = validator
        if facts.pointer:
            subject = getattr(validator, made.model.names[facts.key])
        tests: Any = group["tests"] if isinstance(group, dict) else ()
        for test in tests:
            assert subject.is_valid(test["data"]) is test["valid"], test
            labels = [] if test["valid"] else test.get("errors", [test])
            assert [
                (it.instance_location, it.keyword_location, it.keyword)
                for it in subject.iter_errors(test["data"])
            ] == [
                (it["instance_location"], it["keyword_location"], it["keyword"]) for it in labels
            ], test


def grown(schema: Any) -> Any:
    """The schema with one more optional property at its root; None where it has no properties or allows no more."""
    if not isinstance(schema, dict) or not isinstance(schema.get("properties"), dict):
        return None
    more = copy.deepcopy(schema)
    more["properties"]["z_status"] = {"enum": ["open", "done"]}
    return more


@pytest.mark.parametrize("path", SCHEMAS)
def test_a_property_more_adds_documents_and_leaves_the_others(path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    more = grown(schema)
    if more is None:
        pytest.skip("no properties at the root")
    before, after = (make_fixtures(read_schema(it)) for it in (schema, more))
    for old, new in zip(before.groups, after.groups, strict=True):
        kept = {it.description for it in old.fixtures}
        same = [it for it in new.fixtures if it.description in kept]
        assert [it.description for it in same] == [it.description for it in old.fixtures]
        changed = [it.description for it, was in zip(same, old.fixtures, strict=True) if it != was]
        assert set(changed) <= {"fullest"}
