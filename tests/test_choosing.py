"""Which configured package a word on the command line means."""

from __future__ import annotations

import json

import pytest
from command import Place, place

__all__ = ["place"]

EVENT = {"type": "object", "properties": {"at": {"type": "string", "format": "date"}}}
ONE = '[tool.nemcon.packages.ev]\nsource = "ev.json"\n'
BOTH = '[tool.nemcon.packages.both]\nsources = ["ev.json", "other.json"]\n'
STRICT = '[tool.nemcon.packages.checked]\nsource = "ev.json"\nassert-formats = true\n'


@pytest.fixture(autouse=True)
def schemas(place: Place) -> None:
    place.schema(EVENT, "ev.json")
    place.schema({"type": "integer"}, "other.json")
    place.write("doc.json", "3")
    place.write("event.json", json.dumps({"at": "never"}))


@pytest.mark.parametrize("table", [ONE + BOTH, BOTH + ONE, BOTH])
def test_a_file_is_never_a_package_of_several(place: Place, table: str) -> None:
    place.write("pyproject.toml", table)
    assert place.run("validate", "ev.json", "doc.json").code == 1
    assert place.run("explain", "ev.json").out.startswith("ev: ")
    assert "generated/ev: wrote" in place.run("generate", "ev.json").out
    assert place.run("validate", "both", "doc.json").code == 0


def test_a_file_of_two_packages_is_no_answer(place: Place) -> None:
    place.write("pyproject.toml", ONE + STRICT)
    for words in (
        ("validate", "ev.json", "event.json"),
        ("explain", "ev.json"),
        ("generate", "./ev.json"),
    ):
        done = place.run(*words)
        assert done.code == 2
        assert "several packages are made of it; name one of them: checked, ev" in done.err
    assert place.run("validate", "ev", "event.json").code == 0
    assert place.run("validate", "checked", "event.json").code == 1


def test_a_name_that_two_packages_have_is_no_answer(place: Place) -> None:
    table = '[[tool.nemcon.packages]]\nname = "ev"\nsource = "{}"\nout = "{}"\n'
    place.write("pyproject.toml", table.format("ev.json", "a") + table.format("other.json", "b"))
    assert place.run("generate").code == 0
    for words in (("explain", "ev"), ("vendor", "ev", "copies")):
        done = place.run(*words)
        assert done.code == 2 and "'ev' may be a/ev and b/ev; name its" in done.err
    assert place.run("explain", "other.json").out.startswith("ev: ")
    assert place.run("vendor", "b/ev", "copies").code == 0
