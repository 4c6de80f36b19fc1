"""What `nemcon diff` compares: each side as it is configured, with its resources, in its own revision."""

from __future__ import annotations

import os
import subprocess
from typing import Any

import pytest
from command import Place, place

__all__ = ["place"]

EVENT = {"type": "object", "properties": {"at": {"type": "string", "format": "date"}}}
LATER = {"type": "object", "properties": {"at": {"type": "string", "format": "date-time"}}}
CHECKED = '[tool.nemcon.packages.ev]\nsource = "ev.json"\nassert-formats = true\n'
ORDER = {"type": "object", "properties": {"x": {"$ref": "common.json"}}}


def git(place: Place, *words: str) -> None:
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
    subprocess.run(["git", *who, *words], cwd=place.folder, check=True, capture_output=True)


def committed(place: Place) -> None:
    git(place, "init", "-q")
    git(place, "add", "-A")
    git(place, "commit", "-qm", "first")


def diffed(place: Place, *words: str) -> str:
    done = place.run("diff", *words)
    assert (done.code, done.err) == (0, "")
    return done.out


@pytest.mark.parametrize("old", ["HEAD:ev.json", "HEAD:ev", "HEAD:./ev.json", "before.json"])
@pytest.mark.parametrize("new", ["ev.json", "ev", ":ev.json", ":ev"])
@pytest.mark.parametrize("configured", ["before", "now"])
def test_options_are_those_of_the_configuration(
    place: Place, old: str, new: str, configured: str
) -> None:
    place.schema(EVENT, "ev.json")
    place.schema(EVENT, "before.json")
    if configured == "before":
        place.write("pyproject.toml", CHECKED)
    committed(place)
    place.write("pyproject.toml", CHECKED)
    place.schema(LATER, "ev.json")
    git(place, "add", "-A")
    if configured == "now" and old == "HEAD:ev":
        return
    said = diffed(place, old, new)
    assert "format date became format date-time" in said and "1 change, 1 breaking" in said


def test_a_format_that_is_not_asserted_is_told(place: Place) -> None:
    place.schema(EVENT, "old.json")
    place.schema(LATER, "new.json")
    assert diffed(place, "old.json", "new.json") == (
        "#/properties/at: format date became date-time\n    judges no document\n"
        "1 change, no change of meaning\n"
    )
    place.schema({"properties": {"at": {"type": "string"}}, "type": "object"}, "none.json")
    assert "format date added" in diffed(place, "none.json", "old.json")
    assert "format date taken away" in diffed(place, "old.json", "none.json")
    assert "breaking" in diffed(place, "old.json", "new.json", "--assert-formats")


def _with_common(place: Place, file: str, order: Any, table: str = "") -> None:
    place.write("pyproject.toml", f"[tool.nemcon]\n{table}")
    place.schema(order, file)
    place.schema({"type": "integer"}, "common.json")
    committed(place)
    place.schema({"type": "string"}, "common.json")


def test_resources_are_those_of_the_revision(place: Place) -> None:
    _with_common(place, "schema/o.json", ORDER)
    breaks = "type integer became type string"
    for named in ("common.json=common.json", f"common.json={place.folder}/common.json"):
        said = diffed(place, "HEAD:schema/o.json", "schema/o.json", "--resource", named)
        assert breaks in said
    old = "common.json=HEAD:common.json"
    assert diffed(place, "HEAD:schema/o.json", "schema/o.json", "--resource", old) == "no change\n"
    done = place.run(
        "diff", "HEAD:schema/o.json", "schema/o.json", "--resource", "common.json=no.json"
    )
    assert (done.code, done.err) == (
        2,
        "nemcon: HEAD:no.json: cannot be read: No such file or directory\n",
    )
    table = '[tool.nemcon.packages.o]\nsource = "schema/o.json"\nresources = {"common.json" = "common.json"}\n'
    place.write("pyproject.toml", table)
    assert breaks in diffed(place, "HEAD:schema/o.json", "schema/o.json")
    assert breaks in diffed(place, "HEAD:schema/o.json", "o")
    git(place, "commit", "-qam", "configured")
    place.schema({"type": "boolean"}, "common.json")
    assert "type string became type boolean" in diffed(place, "HEAD:o", "o")


def test_references_that_lead_up_are_read_in_the_revision(place: Place) -> None:
    up = {"type": "object", "properties": {"x": {"$ref": "../common.json"}}}
    _with_common(place, "schema/o.json", up)
    said = diffed(place, "HEAD:schema/o.json", "schema/o.json")
    assert "type integer became type string" in said
    assert diffed(place, ":schema/o.json", "HEAD:schema/o.json") == "no change\n"


def test_packages_of_several(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    table = '[tool.nemcon.packages.both]\nsources = ["schema/o.json", "schema/p.json"]\n'
    place.schema({"type": "array"}, "schema/p.json")
    place.schema({"type": "null"}, "schema/common.json")
    _with_common(place, "schema/o.json", ORDER, table)
    assert diffed(place, "HEAD:both", "both") == "no change\n"
    place.schema({"type": "boolean"}, "schema/common.json")
    assert "type null became type boolean" in diffed(place, "HEAD:both", "both")
    monkeypatch.chdir(place.folder / "schema")
    assert "type null became type boolean" in diffed(place, "HEAD:both", "both")
    assert "type null became type boolean" in diffed(place, "HEAD:../schema/o.json", "o.json")


def test_resources_outside_of_the_repository_and_parts_of_files(place: Place) -> None:
    place.schema({"type": "null"}, "elsewhere.json")
    inside = Place(place.folder / "inside", place._capture)
    inside.schema({"$defs": {"a": {"$ref": "common.json"}}}, "o.schema")
    resource = f'resources = {{"common.json" = "{place.folder}/elsewhere.json"}}'
    inside.write(
        "pyproject.toml", f'[tool.nemcon.packages.o]\nsource = "o.schema#/$defs/a"\n{resource}\n'
    )
    committed(inside)
    os.chdir(inside.folder)
    assert diffed(place, "HEAD:o", "o") == "no change\n"
    assert diffed(place, "HEAD:o.schema#/$defs/a", ":o") == "no change\n"


def test_what_is_refused_is_named_as_it_was_given(place: Place) -> None:
    _with_common(place, "schema/o.json", {"$ref": "../../common.json"})
    done = place.run("diff", "HEAD:schema/o.json", "common.json")
    assert done.code == 3
    assert done.err.startswith(
        "nemcon: HEAD:schema/o.json:2:11: #/$ref: the reference '../../common.json' leads out of 'HEAD:"
    )
    done = place.run("diff", "HEAD:nosuch", "common.json")
    assert (done.code, done.err) == (
        2,
        "nemcon: HEAD:nosuch: cannot be read: No such file or directory\n",
    )


@pytest.mark.parametrize("option", ["--together", "--name=x", "--targets=models", "--enums=enum"])
def test_options_that_decide_nothing_are_not_taken(place: Place, option: str) -> None:
    done = place.run("diff", "reading.json", "reading.json", option)
    assert done.code == 2 and "there is no option" in done.err


def test_a_change_is_told_in_the_file_that_says_it(place: Place) -> None:
    place.schema({"properties": {"a": {"$ref": "parts/a.json"}}}, "schema/x.json")
    place.schema('\n\n\n{"type": "integer",\n"maximum": 3}', "schema/parts/a.json")
    git(place, "init", "-q")
    git(place, "add", ".")
    git(place, "commit", "-qm", "first")
    place.schema('\n\n\n\n\n{"type": "integer",\n"maximum": 4}', "schema/parts/a.json")
    for old, new, file, line in (
        ("HEAD:schema/x.json", "schema/x.json", "schema/parts/a.json", 6),
        ("schema/x.json", "HEAD:schema/x.json", "HEAD%3Aschema/parts/a.json", 4),
        ("HEAD:schema/parts/a.json", "schema/parts/a.json", "schema/parts/a.json", 6),
    ):
        said = place.run("diff", old, new, "--format", "github").out
        assert said.startswith(f"::error file={file},line={line},col=1,"), said
