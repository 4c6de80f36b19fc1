"""`nemcon check`: every way in which a package can be out of date, with its cause."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from command import SCHEMA, Place, place
from nemcon.commands import staging
from nemcon.render import manifest

__all__ = ["place"]

TABLE = """\
[tool.nemcon.packages.reading]
source = "reading.json"
targets = ["validator"]
"""
OTHER = """
[tool.nemcon.packages.other]
source = "other.json"
targets = ["validator"]
"""


@pytest.fixture
def made(place: Place) -> Place:
    """A folder with a configured package that is up to date."""
    place.write("pyproject.toml", TABLE)
    assert place.run("generate").code == 0
    return place


def test_nothing_to_find(made: Place) -> None:
    done = made.run("check")
    assert (done.code, done.out, done.err) == (0, "1 package up to date\n", "")


def test_it_is_told_without_rendering(made: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "nemcon.render.files",
        "nemcon.model",
        "nemcon.fixtures",
        "jinja2",
        "nemcon.read.schema",
    ):
        monkeypatch.setitem(sys.modules, name, None)
    assert made.run("check").code == 0
    assert made.run("generate").out == "generated/reading: nothing changed\n"


def test_little_is_imported_for_it(made: Place) -> None:
    script = (
        "import sys; from nemcon.commands.main import main; main(['check']); print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=made.folder, capture_output=True, text=True, check=True
    )
    said, modules = done.stdout.splitlines()
    assert said == "1 package up to date"
    heavy = {"nemcon.read.graph", "nemcon.read.schema", "nemcon.model.types", "jinja2", "msgspec"}
    assert not heavy & set(modules.split())


def test_never_generated(place: Place) -> None:
    place.write("pyproject.toml", TABLE)
    done = place.run("check", "--no-diff")
    assert (done.code, done.out) == (
        1,
        "generated/reading: missing: it was never generated\nrun `nemcon generate`\n",
    )
    assert place.run("check").out == done.out, "a file that is not there has no diff"


def test_the_schema_changed(made: Place) -> None:
    made.schema({**SCHEMA, "required": []})
    done = made.run("check")
    assert done.code == 1
    lines = done.out.splitlines()
    assert (
        lines[0] == "generated/reading: stale: the schema changed"
        and lines[-1] == "run `nemcon generate`"
    )
    assert "--- a/generated/reading/validator.py" in lines


def test_the_schema_was_only_laid_out_anew(made: Place) -> None:
    made.schema(json.dumps(SCHEMA, indent=7))
    assert made.run("check").code == 0
    made.schema(json.dumps(dict(reversed(SCHEMA.items()))))
    assert "the schema changed" in made.run("check", "--no-diff").out


def test_options_targets_and_generator(made: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    done = made.run("check", "--assert-formats", "--no-diff")
    assert done.out.startswith(
        "generated/reading: stale: the options changed: assert-formats false became true\n"
    )
    done = made.run("check", "--targets", "models", "--no-diff")
    assert done.out.startswith("generated/reading: stale: the targets changed: models added\n")
    monkeypatch.setattr(manifest, "fingerprint", lambda: "another")
    done = made.run("check", "--no-diff")
    assert done.out == "generated/reading: stale: the generator changed\nrun `nemcon generate`\n"


def test_edited_missing_and_left_over(made: Place) -> None:
    folder = made.folder / "generated/reading"
    validator = folder / "validator.py"
    validator.write_text(validator.read_text().replace("Reading", "Writing"))
    (folder / "py.typed").unlink()
    (folder / "models.py").write_text((folder / "__init__.py").read_text())
    (folder / "mine.py").write_text("mine = 1\n")
    done = made.run("check")
    assert done.code == 1
    lines = done.out.splitlines()
    assert lines[:4] == [
        "generated/reading/py.typed: missing: the file was removed",
        "generated/reading/validator.py: edited by hand",
        "generated/reading/mine.py: stray: nothing that nemcon generated; it belongs elsewhere",
        "generated/reading/models.py: left over: nemcon no longer generates it; remove the file",
    ]
    assert any(line.startswith("-") and "Writing" in line for line in lines)
    assert any(line.startswith("+") and "Reading" in line for line in lines)
    assert lines[-1] == "`nemcon generate --force` overwrites what was edited"


def test_strays_and_what_is_none(made: Place) -> None:
    folder = made.folder / "generated/reading"
    (folder / "notes.txt").write_text("")
    (folder / "data").mkdir()
    (folder / "__pycache__").mkdir()
    (folder / ".gitattributes").write_text("* linguist-generated\n")
    done = made.run("check")
    assert (done.code, done.out) == (
        1,
        "generated/reading/data: stray: nothing that nemcon generated; it belongs elsewhere\n"
        "generated/reading/notes.txt: stray: nothing that nemcon generated; it belongs elsewhere\n",
    )


def test_what_is_missing_is_named_and_not_shown(made: Place) -> None:
    (made.folder / "generated/reading/validator.py").unlink()
    done = made.run("check")
    assert (done.code, done.out) == (
        1,
        "generated/reading/validator.py: missing: the file was removed\nrun `nemcon generate`\n",
    )
    made.schema({**SCHEMA, "required": []})
    lines = made.run("check").out.splitlines()
    assert "--- a/generated/reading/schema.json" in lines
    assert not [line for line in lines if line.startswith("+++") and "validator.py" in line]


def test_what_would_go_is_named_and_not_shown(made: Place) -> None:
    made.run("generate", "--targets", "validator,models")
    done = made.run("check")
    assert done.out.startswith("generated/reading: stale: the targets changed: models taken away\n")
    assert "--- a/generated/reading/__init__.py" in done.out and "models.py" not in done.out


def test_each_finding_has_its_cause(made: Place) -> None:
    def causes(*words: str) -> list[str]:
        return [it["cause"] for it in json.loads(made.run("check", "--format", "json", *words).out)]

    folder = made.folder / "generated/reading"
    assert causes("--extras", "drop") == ["options changed"]
    made.schema({**SCHEMA, "required": []})
    assert causes() == ["schema changed"]
    made.schema(SCHEMA)
    (folder / "__init__.py").write_text("")
    (folder / "validator.py").unlink()
    (folder / "stray.txt").write_text("")
    assert causes() == ["file edited", "file removed", "not generated"]
    (made.folder / "reading.json").unlink()
    assert causes()[-1] == "source gone"


def test_a_schema_that_is_gone(made: Place) -> None:
    (made.folder / "reading.json").unlink()
    done = made.run("check")
    assert (done.code, done.out, done.err) == (
        1,
        "generated/reading: left over: its schema reading.json is gone; to finish, remove the folder and the"
        " package's table in pyproject.toml\n",
        "",
    )  # fmt: skip


def test_packages_whose_schema_is_gone(made: Place) -> None:
    made.schema(SCHEMA, "other.json")
    made.write("pyproject.toml", TABLE + OTHER)
    made.run("generate")
    assert made.run("check").out == "2 packages up to date\n"
    made.write("pyproject.toml", TABLE)
    done = made.run("check")
    assert (done.code, done.out) == (
        1,
        "generated/other: left over: no configured package is generated here; remove the folder\n",
    )


# Files are marked by an extended attribute, which the standard library can set on Linux alone.
@pytest.mark.skipif(sys.platform != "linux", reason="files say who wrote them on Linux alone")
def test_what_an_interrupted_run_left(made: Place) -> None:
    folder = made.folder / "generated/reading"
    staging.put(folder, "validator.py", b"written by nemcon\n")
    (folder / ".nemcon-1-validator.py").write_text("")
    done = made.run("check", "--no-diff")
    assert done.out == (
        "generated/reading/validator.py: left by a run that was interrupted\n"
        "generated/reading/.nemcon-1-validator.py: left by a run that was interrupted\n"
        "run `nemcon generate`\n"
    )
    done = made.run("generate")
    assert (
        done.out == "generated/reading: wrote 1 file; repaired what an interrupted run had left\n"
    )
    assert made.run("check").code == 0


def test_a_manifest_with_a_conflict(made: Place) -> None:
    path = made.folder / "generated/reading/manifest.json"
    path.write_text("<<<<<<< HEAD\n" + path.read_text())
    done = made.run("check", "--no-diff")
    assert done.out.startswith(
        "generated/reading/manifest.json: edited by hand: this is no manifest of nemcon's\n"
    )


def test_a_schema_that_cannot_be_compiled(made: Place) -> None:
    made.schema("{")
    done = made.run("check")
    assert done.code == 3 and done.err.startswith("nemcon: reading.json:1:2: #: ")
    done = made.run("check", "--format", "github")
    assert done.code == 3 and done.err == ""
    assert done.out.startswith("::error file=reading.json,line=1,col=2,title=nemcon schema::(root)")


def test_a_schema_that_cannot_be_compiled_hides_nothing_of_the_others(made: Place) -> None:
    made.schema("{", "other.json")
    made.write("pyproject.toml", TABLE + OTHER)
    made.run("generate", "reading.json")
    (made.folder / "generated/reading/py.typed").unlink()
    (made.folder / "generated/other").mkdir()
    (made.folder / "generated/other/manifest.json").write_text('{"files": {}}')
    done = made.run("check")
    assert done.code == 3 and "other.json:1:2" in done.err
    assert done.out.startswith("generated/reading/py.typed: missing")


def test_formats_for_machines(made: Place) -> None:
    (made.folder / "generated/reading/py.typed").unlink()
    text = "missing: the file was removed"
    found = json.loads(made.run("check", "--format", "json").out)
    assert [(it["path"], it["rule"], it["message"]) for it in found] == [
        ("generated/reading/py.typed", "missing", text)
    ]
    done = made.run("check", "--format", "github")
    assert done.out == f"::error file=generated/reading/py.typed,title=nemcon missing::{text}\n"
    done = made.run("check", "--format", "junit")
    assert '<testsuite name="nemcon check" tests="1" failures="1">' in done.out and done.code == 1
    sarif = json.loads(made.run("check", "--format", "sarif").out)
    (result,) = sarif["runs"][0]["results"]
    assert sarif["version"] == "2.1.0" and result["message"]["text"] == text


def test_formats_for_machines_when_nothing_is_wrong(made: Place) -> None:
    assert made.run("check", "--format", "json").out == "[]\n"
    assert (
        made.run("check", "--format", "github").out == "\n"
        or made.run("check", "--format", "github").out == ""
    )
    assert 'failures="0"' in made.run("check", "--format", "junit").out
    assert json.loads(made.run("check", "--format", "sarif").out)["runs"][0]["results"] == []


def test_a_schema_by_name(place: Place, tmp_path: Path) -> None:
    place.run("generate", "reading.json", "--out", "x", "--targets", "validator")
    done = place.run("check", "reading.json", "--out", "x", "--targets", "validator")
    assert (done.code, done.out) == (0, "1 package up to date\n")


def test_line_ends_that_git_changed_are_no_edit(made: Place) -> None:
    for path in (made.folder / "generated/reading").iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    done = made.run("check", "--no-diff")
    assert done.code == 1 and "edited by hand" not in done.out and "core.autocrlf" in done.out
    assert done.out.splitlines()[-1] == "run `nemcon generate`"
    made.run("vendor", "generated/reading", "other")
    assert made.run("generate", "reading.json").code == 0
    assert made.run("check", "reading.json").code == 0
    made.run("vendor", "generated/reading", "other")
    path = made.folder / "other/reading/validator.py"
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    done = made.run("vendor", "generated/reading", "other", "--check")
    assert done.code == 1 and "core.autocrlf" in done.out and "--force" not in done.out


def test_a_manifest_that_was_removed(made: Place) -> None:
    path = made.folder / "generated/reading/manifest.json"
    path.unlink()
    done = made.run("check", "--no-diff")
    assert done.out == (
        "generated/reading/manifest.json: missing: the file was removed, or a run was interrupted\n"
        "run `nemcon generate`\n"
    )
    done = made.run("generate")
    assert done.out == "generated/reading: wrote 1 file; manifest.json was missing\n"


def test_the_command_that_is_told_does_what_it_says(place: Place) -> None:
    """Where nothing is configured, `nemcon generate` alone would do nothing."""
    place.schema(SCHEMA, "one two.json")
    words = ("one two.json", "--out", ".", "--targets", "validator", "--strict", "--enums", "enum")
    words += ("--allow-pattern", "^-x$", "--resource", "urn:x=reading.json", "--assert-formats")
    done = place.run("check", *words)
    said = done.out.splitlines()[-1]
    assert said.startswith("run `nemcon generate 'one two.json' --out . ")
    assert place.run(*shlex.split(said.split("`")[1])[1:]).code == 0
    assert place.run("check", *words).out == "1 package up to date\n"
    place.write("one_two/validator.py", "edited")
    done = place.run("check", *words)
    said = done.out.splitlines()[-1]
    assert done.code == 1 and said.endswith(" --force` overwrites what was edited")
    assert place.run(*shlex.split(said.split("`")[1])[1:]).code == 0
    assert place.run("check", *words).code == 0
