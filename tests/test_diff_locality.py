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


def test_no_name_changes_that_has_nothing_to_do_with_the_edit() -> None:
    from benchmarks.diff_locality.edits import ADDED
    from benchmarks.diff_locality.lines import Unrelated, unrelated_names

    before = generate(CANONICAL, name="harbour", targets=["models"]).files
    for name, schema, about in edits("constraint changed", "property", "definition", "name"):
        after = generate(schema, name="harbour", targets=["models"]).files
        for file in ("models.py", "validator.py"):
            found = unrelated_names(before[file], after[file], (*about, *ADDED))
            assert found == Unrelated(), (name, file)


def test_how_lines_are_counted() -> None:
    from benchmarks.diff_locality.lines import changed

    text = "a\nb\nc\nd\n"
    assert changed(text, text) == 0
    assert changed(text, "a\nB\nc\nd\n") == 1
    assert changed(text, "a\nb\nnew\nc\nd\n") == 1
    assert changed(text, "a\nd\n") == 2


def test_how_names_are_counted() -> None:
    from benchmarks.diff_locality.lines import Unrelated, unrelated_names

    before = (
        "class Tide: ...\ndef _read_ebb(value): return [value, value, value]\n_MARKS = {1, 2}\n"
    )
    after = before.replace("Tide", "Wave").replace("_ebb", "_neap").replace("_MARKS = {1, 2}\n", "")
    after += "_DEPTHS = 'fathoms'\n"
    assert unrelated_names(before, before, ()) == Unrelated()
    assert unrelated_names(before, after, ()) == Unrelated(
        public=("Tide", "Wave"), renamed=("_read_ebb",), came=("_DEPTHS",), went=("_MARKS",)
    )
    related = ("tide", "wave", "ebb", "neap", "marks", "depths")
    assert unrelated_names(before, after, related) == Unrelated()


def test_a_name_that_was_shortened_is_still_related() -> None:
    from benchmarks.diff_locality.lines import Unrelated, unrelated_names

    text = "_HARBOUR_MASTER_REQUIRED_PERMI_6A0F16_KEYS = {1}\n"
    assert unrelated_names(text, "", ("requiredPermissions",)) == Unrelated()
    assert unrelated_names(text, "", ("permissions", "tide")) == Unrelated()
    assert unrelated_names(text, "", ("tide",)).went == (text.split()[0],)


def test_it_runs_directly_and_with_make() -> None:
    from benchmarks.__main__ import TABLES

    assert "diff_locality" in TABLES
    assert (ROOT / "benchmarks" / "diff_locality" / "__main__.py").is_file()
