"""Golden folders: a schema and the package made of it, word for word. `make golden` rewrites the packages."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import pytest
from nemcon import generate
from nemcon.package import Package

FOLDERS = sorted(path.parent for path in Path(__file__).with_name("golden").glob("*/schema.json"))


def _generated(folder: Path) -> Package:
    options = json.loads((folder / "options.json").read_text("utf-8"))
    major, minor = options.pop("python", (3, 10))
    return generate(folder / "schema.json", name=folder.name, python=(major, minor), **options)


@pytest.mark.parametrize("folder", FOLDERS, ids=[folder.name for folder in FOLDERS])
def test_golden(folder: Path, pytestconfig: pytest.Config) -> None:
    """The package of each folder is the one beside it; the manifest says more than its text, so it is left out."""
    made = {
        path: text for path, text in _generated(folder).files.items() if path != "manifest.json"
    }
    expected = folder / "expected"
    if pytestconfig.getoption("golden"):
        expected.mkdir(exist_ok=True)
        for path in expected.iterdir():
            path.unlink()
        for path, text in made.items():
            (expected / path).write_text(text, "utf-8")
    there = {path.name: path.read_text("utf-8") for path in expected.iterdir() if path.is_file()}
    changes = [
        line
        for path in sorted({*made, *there})
        for line in difflib.unified_diff(
            there.get(path, "").splitlines(),
            made.get(path, "").splitlines(),
            path,
            path,
            lineterm="",
            n=1,
        )
    ]
    assert not changes, "\n".join([*changes[:200], "`make golden` rewrites the folder"])
