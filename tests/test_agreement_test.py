"""test_agreement.py: a copied package proves itself, under any name, with whatever targets came along."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import nemcon
import pytest

OBJECTS = ("models.py", "typed_dicts.py", "structs.py")

SCHEMA = {
    "title": "Order",
    "type": "object",
    "required": ["id"],
    "properties": {
        "id": {"type": "integer", "minimum": 1},
        "state": {"enum": ["open", "done"], "default": "open"},
        "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        "note": {"type": ["string", "null"]},
    },
    "$defs": {
        "Item": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}
    },
}


@pytest.fixture(scope="module")
def files() -> dict[str, str]:
    return nemcon.generate(SCHEMA, name="order").files


def copied(folder: Path, files: dict[str, str], *names: str) -> Path:
    package = folder / "vendored" / "orders_v2"
    package.mkdir(parents=True)
    for name in ("__init__.py", "test_agreement.py", "fixtures.json", "validator.py", *names):
        (package / name).write_text(files[name], "utf-8")
    return package


def proven(package: Path, *, isolated: bool = False) -> subprocess.CompletedProcess[str]:
    flags = ["-S", "-E"] if isolated else []
    command = [sys.executable, *flags, "-m", "unittest", f"vendored.{package.name}.test_agreement"]
    return subprocess.run(command, cwd=package.parents[1], capture_output=True, text=True)


@pytest.mark.parametrize(
    "names",
    [chosen for size in range(4) for chosen in combinations(OBJECTS, size)],
    ids=lambda chosen: " ".join(chosen) or "none",
)
def test_a_copy_with_some_targets_proves_itself(
    tmp_path: Path, files: dict[str, str], names: tuple[str, ...]
) -> None:
    package = copied(tmp_path, files, *names)
    for isolated in (
        False,
        True,
    ):  # without site-packages there is no msgspec: Structs stay untried
        done = proven(package, isolated=isolated)
        assert done.returncode == 0, done.stderr
        untried = isolated and "structs.py" in names
        assert ("skipped=1" in done.stderr) is untried


def test_a_copy_that_was_edited_fails(tmp_path: Path, files: dict[str, str]) -> None:
    package = copied(tmp_path, files, "models.py")
    labelled = json.loads(files["fixtures.json"])
    test = next(it for it in labelled[0]["tests"] if it["description"] == "id: missing")
    test["keyword"] = "type"
    (package / "fixtures.json").write_text(json.dumps(labelled))
    done = proven(package)
    assert done.returncode == 1
    assert "id: missing" in done.stderr


def test_one_edited_fixture_is_one_failure(tmp_path: Path, files: dict[str, str]) -> None:
    package = copied(tmp_path, files, "models.py", "typed_dicts.py", "structs.py")
    labelled = json.loads(files["fixtures.json"])
    for change in ({"keyword": "type"}, {"valid": True}):
        tests = json.loads(json.dumps(labelled))
        next(it for it in tests[0]["tests"] if it["description"] == "id: missing").update(change)
        (package / "fixtures.json").write_text(json.dumps(tests))
        done = proven(package)
        assert done.returncode == 1
        assert "GeneratorExit" not in done.stderr and done.stderr.count("Traceback") == 1
        assert "FAILED (failures=1" in done.stderr and len(done.stderr.splitlines()) < 30


def test_a_rule_dropped_from_the_validator_fails(tmp_path: Path, files: dict[str, str]) -> None:
    package = copied(tmp_path, files)
    text = files["validator.py"].replace("id_ < 1", "id_ < 0")
    assert text != files["validator.py"]
    (package / "validator.py").write_text(text)
    done = proven(package)
    assert done.returncode == 1
    assert "id: beyond minimum 1" in done.stderr


def test_a_default_changed_in_the_models_fails(tmp_path: Path, files: dict[str, str]) -> None:
    package = copied(tmp_path, files, "models.py")
    text = files["models.py"].replace('"open"', '"done"')
    assert text != files["models.py"]
    (package / "models.py").write_text(text)
    done = proven(package)
    assert done.returncode == 1
    assert "gave back" in done.stderr


TWO_STATES = {
    "title": "Order",
    "type": "object",
    "properties": {
        "state": {"type": "string", "default": "open"},
        "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        "by_name": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Item"}},
    },
    "$defs": {
        "Item": {
            "type": "object",
            "properties": {
                "state": {"type": "string", "default": "new"},
                "next": {"$ref": "#/$defs/Item"},
            },
        }
    },
}


@pytest.mark.parametrize(("default", "other"), [("open", "new"), ("new", "open")])
def test_the_default_of_another_property_of_the_same_name_fails(
    tmp_path: Path, default: str, other: str
) -> None:
    files = nemcon.generate(TWO_STATES, name="order").files
    package = copied(tmp_path, files, "models.py", "typed_dicts.py")
    assert proven(package).returncode == 0
    text = files["models.py"].replace(f'"{default}"', f'"{other}"')
    assert text != files["models.py"]
    (package / "models.py").write_text(text)
    done = proven(package)
    assert done.returncode == 1 and "gave back" in done.stderr


ALIKE = {
    "$ref": "#/$defs/Both",
    "$defs": {
        "Both": {
            "type": "object",
            "properties": {
                "short": {"$ref": "#/$defs/Short"},
                "long": {"$ref": "#/$defs/Long"},
                "any": {"$ref": "#/$defs/Any"},
            },
        },
        "Short": {"type": "string", "maxLength": 3},
        "Long": {"type": "string", "minLength": 4},
        "Any": {"if": {"required": ["a"]}, "then": {"required": ["b"]}},
    },
}


def test_definitions_of_one_type_are_tried_where_they_stand(tmp_path: Path) -> None:
    """Two aliases of `str` are one object: no module can be asked for one of them."""
    files = nemcon.generate(ALIKE, name="alike").files
    done = proven(copied(tmp_path, files, *OBJECTS))
    assert done.returncode == 0, done.stderr
