"""The measurement of small edits: every edit changes the schema and nothing else, and lines are counted as the page says."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest
from nemcon import generate
from places import ROOT, SCHEMA

CANONICAL: Any = json.loads(SCHEMA.read_text("utf-8"))
FILES = ("validator.py", "models.py", "structs.py", "typed_dicts.py", "fixtures.json")


@pytest.fixture(autouse=True)
def found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT))


def edits(*groups: str) -> Iterator[tuple[str, Any, Any]]:
    """The edits of some groups: the name, the schema after it, what it is about."""
    from benchmarks.diff_locality.edits import EDITS, edited

    for edit in EDITS:
        made = edited(CANONICAL, edit)
        if made is not None and (not groups or edit.group in groups):
            yield edit.name, made.schema, made.about


def test_every_edit_is_one() -> None:
    before = copy.deepcopy(CANONICAL)
    names = [name for name, _, _ in edits()]
    assert len(names) == len(set(names)) >= 35
    for name, schema, _ in edits():
        assert json.dumps(schema) != json.dumps(before), name
    assert before == CANONICAL


def test_another_order_of_definitions_and_keywords_changes_no_line() -> None:
    before = generate(CANONICAL, name="harbour").files
    for name, schema, _ in edits("order"):
        after = generate(schema, name="harbour").files
        assert {it: after[it] for it in FILES} == {it: before[it] for it in FILES}, name


def test_no_name_goes_that_has_nothing_to_do_with_the_edit() -> None:
    from benchmarks.diff_locality.lines import lost_names

    before = generate(CANONICAL, name="harbour", targets=["models"]).files
    for name, schema, about in edits("constraint changed", "property", "definition", "name"):
        after = generate(schema, name="harbour", targets=["models"]).files
        for file in ("models.py", "validator.py"):
            assert lost_names(before[file], after[file], about) == [], (name, file)


def test_how_lines_are_counted() -> None:
    from benchmarks.diff_locality.lines import changed, lost_names

    text = "a\nb\nc\nd\n"
    assert changed(text, text) == 0
    assert changed(text, "a\nB\nc\nd\n") == 1
    assert changed(text, "a\nb\nnew\nc\nd\n") == 1
    assert changed(text, "a\nd\n") == 2
    lost = lost_names("class Tide: ...\nX = 1\n", "class Wave: ...\nX = 1\n", ("ebb",))
    assert lost == ["Tide"]
    assert lost_names("class TideItem: ...\n", "", ("tide",)) == []


def test_it_runs_directly_and_with_make() -> None:
    from benchmarks.__main__ import TABLES

    assert "diff_locality" in TABLES
    assert (ROOT / "benchmarks" / "diff_locality" / "__main__.py").is_file()
