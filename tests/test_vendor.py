"""`nemcon vendor`: what is copied, how the copy proves itself, and how it is told that it is edited or behind."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from command import SCHEMA, Place, place

__all__ = ["place"]

PROOF = {
    "__init__.py",
    "fixtures.json",
    "manifest.json",
    "py.typed",
    "schema.json",
    "test_agreement.py",
    "verify.py",
}


@pytest.fixture
def made(place: Place) -> Place:
    """A folder with a generated package."""
    assert place.run("generate", "reading.json").code == 0
    return place


def verify(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Runs the copy's own check, where nemcon cannot be imported."""
    words = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(folder)!r})\n"]
    words[-1] += f"import runpy; runpy.run_module({name + '.verify'!r}, run_name='__main__')"
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_what_is_needed_and_nothing_else(made: Place) -> None:
    done = made.run("vendor", "generated/reading", "other", "--targets", "models")
    assert (done.code, done.out) == (0, "other/reading: wrote 9 files\n")
    assert made.files("other/reading") == PROOF | {"models.py", "validator.py"}
    assert "structs" not in (made.folder / "other/reading/__init__.py").read_text()
    assert (
        made.run("vendor", "generated/reading", "other", "--targets", "models").out
        == "other/reading: nothing changed\n"
    )
    done = made.run("vendor", "generated/reading", "other", "--targets", "typed_dicts")
    assert "removed models.py" in done.out


@pytest.mark.parametrize(
    "targets", ["validator", "models", "typed_dicts", "models,structs,typed_dicts"]
)
def test_the_copy_proves_itself_under_any_name(made: Place, targets: str) -> None:
    made.run("vendor", "generated/reading", "other", "--name", "gauge", "--targets", targets)
    done = verify(made.folder / "other", "gauge")
    assert done.returncode == 0 and "OK" in done.stderr, done.stderr
    untried = "structs.py was not tried: msgspec is not installed\n"
    assert done.stdout == (untried if "structs" in targets else "")


def test_the_copy_notices_what_was_done_to_it(made: Place) -> None:
    made.run("vendor", "generated/reading", "other")
    path = made.folder / "other/reading/validator.py"
    path.write_text(path.read_text().replace("< 0", "< -5"))
    (made.folder / "other/reading/py.typed").unlink()
    done = verify(made.folder / "other", "reading")
    assert done.returncode == 1
    assert (
        done.stdout.startswith("py.typed: missing\nvalidator.py: edited\n")
        and "FAILED" in done.stderr
    )
    done = made.run("vendor", "generated/reading", "other", "--check")
    assert (done.code, done.out) == (
        1,
        "other/reading/py.typed: missing: the file was removed\n"
        "other/reading/validator.py: edited by hand\n"
        "run `nemcon vendor generated/reading other --force`\n",
    )
    done = made.run("vendor", "generated/reading", "other")
    assert done.code == 1 and "not as nemcon wrote it: validator.py" in done.err
    assert made.run("vendor", "generated/reading", "other", "--force").code == 0
    assert (
        made.run("vendor", "generated/reading", "other", "--check").out
        == "other/reading: up to date and unedited\n"
    )


def test_a_copy_behind_its_source_and_what_that_means_for_documents(made: Place) -> None:
    made.run("vendor", "generated/reading", "other")
    wider = {
        **SCHEMA,
        "properties": {**SCHEMA["properties"], "unit": {"enum": ["m", "ft", "fathom"]}},
    }
    made.schema(wider)
    made.run("generate", "reading.json")
    done = made.run("vendor", "generated/reading", "other", "--check")
    lines = done.out.splitlines()
    assert done.code == 1 and lines[0] == "other/reading: behind its source: the schema changed"
    assert lines[1] == "reader        valid documents of the copy   valid documents of the source"
    assert lines[2].startswith("the copy      accepts all ") and "refuses 1 of " in lines[2]
    assert lines[3].startswith("the source    accepts all ") and lines[3].count("accepts all") == 2
    assert lines[4:] == [
        'the copy refuses {"level": 0, "unit": "fathom"}: /unit: \'fathom\' is not one of "m", "ft"',
        "run `nemcon vendor generated/reading other`",
    ]
    found, *_ = json.loads(
        made.run("vendor", "generated/reading", "other", "--check", "--format", "json").out
    )
    assert (found["rule"], found["cause"]) == ("behind", "schema changed")
    assert verify(made.folder / "other", "reading").returncode == 0


def test_refusals(made: Place) -> None:
    done = made.run("vendor", "nosuch", "other")
    assert (done.code, done.err) == (2, "nemcon: nosuch: is no package that nemcon generated\n")
    done = made.run("vendor", "generated/reading", "other", "--check")
    assert (done.code, done.out) == (
        1,
        "other/reading: missing: it was never vendored\nrun `nemcon vendor generated/reading other`\n",
    )
    made.run("generate", "reading.json", "--out", "less", "--targets", "validator,agreement")
    done = made.run("vendor", "less/reading", "other", "--targets", "models,structs")
    assert (done.code, done.err) == (
        2,
        "nemcon: less/reading: has no models, structs; it was generated without\n",
    )
    made.write("generated/reading/models.py", "mine\n")
    done = made.run("vendor", "generated/reading", "other")
    assert (done.code, done.err) == (
        2,
        "nemcon: generated/reading: not as nemcon wrote it: models.py; run `nemcon generate --force` first\n",
    )


def test_a_configured_package_by_name(made: Place) -> None:
    made.write("pyproject.toml", '[tool.nemcon.packages.reading]\nsource = "reading.json"\n')
    assert made.run("vendor", "reading", "other").code == 0
    assert (
        json.loads((made.folder / "other/reading/manifest.json").read_text())["name"] == "reading"
    )


def test_a_package_is_not_copied_onto_itself_nor_a_copy_copied(made: Place) -> None:
    before = made.files()
    done = made.run("vendor", "generated/reading", "generated")
    assert (done.code, done.err) == (
        2, "nemcon: generated/reading: is the package itself, so nothing was written\n"
    )  # fmt: skip
    assert made.files() == before
    made.run("vendor", "generated/reading", "other")
    done = made.run("vendor", "other/reading", "third")
    assert (done.code, done.err) == (
        2, "nemcon: other/reading: is a copy; name the package that nemcon generated\n"
    )  # fmt: skip


def test_check_takes_no_copy_for_something_left_over(made: Place) -> None:
    made.write("pyproject.toml", '[tool.nemcon.packages.reading]\nsource = "reading.json"\n')
    assert made.run("vendor", "reading", "generated", "--name", "copied").code == 0
    assert made.run("check").out == "1 package up to date\n"


def _changed(made: Place) -> None:
    made.schema({**SCHEMA, "required": ["level", "unit"]})
    assert made.run("generate", "reading.json").code == 0


def test_an_update_keeps_what_the_copy_has(made: Place) -> None:
    folder = made.folder / "other place"
    made.run("vendor", "generated/reading", folder, "--targets", "models")
    before = made.files("other place/reading")
    _changed(made)
    done = made.run("vendor", "generated/reading", "other place", "--check")
    advice = "run `nemcon vendor generated/reading 'other place'`"
    assert done.code == 1 and done.out.splitlines()[-1] == advice
    assert made.run("vendor", "generated/reading", "other place").code == 0
    assert made.files("other place/reading") == before
    made.run("vendor", "generated/reading", "other place", "--targets", "models,structs")
    assert made.files("other place/reading") == before | {"structs.py"}


def test_check_knows_when_the_source_is_behind_its_schema(made: Place) -> None:
    made.write("pyproject.toml", '[tool.nemcon.packages.reading]\nsource = "reading.json"\n')
    made.run("vendor", "reading", "other")
    assert made.run("vendor", "reading", "other", "--check").code == 0
    made.schema({**SCHEMA, "required": ["level", "unit"]})
    for named in ("reading", "generated/reading"):
        done = made.run("vendor", named, "other", "--check")
        assert (done.code, done.out.splitlines()) == (
            1,
            [
                "generated/reading: the source is stale: the schema changed",
                "run `nemcon generate` and then `nemcon vendor generated/reading other`",
            ],
        )
    made.write("generated/reading/models.py", "edited")
    done = made.run("vendor", "reading", "other", "--check")
    assert done.code == 1 and "not as nemcon wrote it: models.py" in done.out


def test_machines_get_the_table_too(made: Place) -> None:
    made.run("vendor", "generated/reading", "other")
    _changed(made)
    done = made.run("vendor", "generated/reading", "other", "--check", "--format", "json")
    told = [it for it in json.loads(done.out) if it["rule"] == "readers"]
    assert [it["level"] for it in told] == ["note", "note", "warning", "note"]
    assert told[0]["message"].startswith("the copy accepts all ")
    assert told[0]["message"].endswith(" that are valid for the copy")
    assert re.fullmatch(
        r"the source refuses [2-9] of \d documents that are valid for the copy:"
        r' \{"level": 0\}: \(root\): the object lacks the required property \'unit\'',
        told[2]["message"],
    )


def test_what_only_fixtures_of_the_other_side_show_is_in_the_table(made: Place) -> None:
    """No document of the copy's own says that it takes 1.5: that is what the source's fixtures are for."""
    made.schema({**SCHEMA, "properties": {"level": {"type": "number"}}})
    made.run("generate", "reading.json")
    made.run("vendor", "generated/reading", "other")
    made.schema({**SCHEMA, "properties": {"level": {"type": "integer"}}})
    made.run("generate", "reading.json")
    lines = made.run("vendor", "generated/reading", "other", "--check").out.splitlines()
    assert lines[2].count("accepts all") == 2
    assert lines[3].startswith("the source    refuses 1 of ")
    assert lines[4] == 'the source refuses {"level": 1.5}: /level: 1.5 is not an integer'


def test_edited_fixtures_prove_nothing(made: Place) -> None:
    made.run("vendor", "generated/reading", "other")
    made.write("other/reading/fixtures.json", "[]")
    _changed(made)
    done = made.run("vendor", "generated/reading", "other", "--check")
    assert "the source    has no fixtures to try" in done.out and "accepts all 0" not in done.out


def test_a_copy_notices_a_stray_file_and_runs_as_a_script(made: Place) -> None:
    made.run("vendor", "generated/reading", "other")
    script = made.folder / "other/reading/verify.py"
    words = [sys.executable, "-S", str(script)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (
        0,
        "structs.py was not tried: msgspec is not installed\n",
    ), done.stderr
    made.write("other/reading/helper.py", "")
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stdout.startswith("helper.py: stray\n")


def test_a_copy_that_lacks_files_says_which_and_no_more(made: Place) -> None:
    made.run("vendor", "generated/reading", "other", "--targets", "models")
    folder = made.folder / "other/reading"
    for name in ("fixtures.json", "models.py"):
        (folder / name).unlink()
    done = verify(made.folder / "other", "reading")
    untried = "whether the modules agree was not tried: files are missing\n"
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == f"fixtures.json: missing\nmodels.py: missing\n{untried}"
    (folder / "manifest.json").unlink()
    done = verify(made.folder / "other", "reading")
    assert done.returncode == 1 and done.stdout.startswith("manifest.json: missing, or no manifest")
    done = made.run("vendor", "generated/reading", "other", "--check")
    assert done.out.splitlines()[0] == (
        "other/reading/manifest.json: missing: the file was removed, or it was never vendored"
    )
    assert made.run("vendor", "generated/reading", "other").code == 0


def test_what_has_to_be_done_with_the_source_is_what_helps(made: Place) -> None:
    made.write("pyproject.toml", '[tool.nemcon.packages.reading]\nsource = "reading.json"\n')
    made.run("vendor", "reading", "other")
    models = made.folder / "generated/reading/models.py"
    before = models.read_bytes()
    for text, words, rule in (
        (b"edited", "nemcon generate --force", "edited"),
        (before.replace(b"\n", b"\r\n"), "nemcon generate", "stale"),
        (None, "nemcon generate", "stale"),
    ):
        models.unlink() if text is None else models.write_bytes(text)
        done = made.run("vendor", "reading", "other")
        assert done.code == 2 and done.err.endswith(f"models.py; run `{words}` first\n")
        done = made.run("vendor", "reading", "other", "--check")
        assert done.out.splitlines()[-1].startswith(f"run `{words}` and then `nemcon vendor ")
        found = json.loads(
            made.run("vendor", "reading", "other", "--check", "--format", "json").out
        )
        assert [it["rule"] for it in found] == [rule]
        assert made.run(*words.split()[1:]).code == 0
        assert made.run("vendor", "reading", "other", "--check").code == 0


def test_a_package_that_was_misspelt(made: Place) -> None:
    made.write("pyproject.toml", '[tool.nemcon.packages.reading]\nsource = "reading.json"\n')
    hint = "(did you mean the package 'reading'?)\n"
    assert made.run("vendor", "redding", "other").err.endswith(f"that nemcon generated {hint}")
