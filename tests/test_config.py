"""`[tool.nemcon]`: what it may say, and what is said when it says something else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import SCHEMA, Place, place
from nemcon.config import Configuration, Settings, configuration
from nemcon.errors import UsageError
from places import ROOT

__all__ = ["place"]


def settings(place: Place, text: str) -> list[Settings]:
    place.write("pyproject.toml", text)
    return list(configuration(place.folder).packages)


def test_a_package_by_name(place: Place) -> None:
    (found,) = settings(place, '[tool.nemcon.packages.thing]\nsource = "a.json"\n')
    assert found == Settings(source="a.json", name="thing", root=".")


def test_everything_that_can_be_said(place: Place) -> None:
    text = """
[tool.nemcon]
out = "gen"
python = "3.12"
strict = true

[tool.nemcon.packages.thing]
source = "schemas/a.json"
targets = ["models", "validator"]
assert-formats = true
dialect = "http://json-schema.org/draft-07/schema#"
extras = "drop"
enums = "enum"
format-types = ["date", "uuid"]
resources = {"https://example.org/b" = "schemas/b.json"}

[tool.nemcon.packages.other]
source = "o.json"
out = "elsewhere"
python = "3.11"
strict = false
"""
    other, thing = settings(place, text)
    assert thing == Settings(
        root=".",
        source="schemas/a.json",
        out="gen",
        name="thing",
        targets=("models", "validator"),
        python=(3, 12),
        assert_formats=True,
        dialect="http://json-schema.org/draft-07/schema#",
        resources={"https://example.org/b": "schemas/b.json"},
        extras="drop",
        enums="enum",
        format_types=("date", "uuid"),
        strict=True,
    )
    assert other == Settings(
        source="o.json", out="elsewhere", name="other", python=(3, 11), root="."
    )


def test_an_array_of_packages(place: Place) -> None:
    text = '[[tool.nemcon.packages]]\nsource = "a.json"\n[[tool.nemcon.packages]]\nsource = "b.json"\nname = "c"\n'
    assert settings(place, text) == [
        Settings(source="a.json", root="."),
        Settings(source="b.json", name="c", root="."),
    ]


@pytest.mark.parametrize(
    ("required", "python"),
    [
        (">=3.11", (3, 11)),
        (">= 3.12, <4", (3, 12)),
        ("~=3.13", (3, 13)),
        (">=3.8", (3, 10)),
        ("<4", (3, 10)),
    ],
)
def test_the_oldest_python_is_that_of_the_project(
    place: Place, required: str, python: tuple[int, int]
) -> None:
    text = (
        f'[project]\nrequires-python = "{required}"\n[tool.nemcon.packages.a]\nsource = "a.json"\n'
    )
    assert settings(place, text)[0].python == python


def test_the_command_line_comes_first(place: Place) -> None:
    place.write(
        "pyproject.toml",
        '[tool.nemcon]\nout = "gen"\ntargets = ["validator"]\n[tool.nemcon.packages.a]\nsource = "reading.json"\n',
    )
    assert place.run("generate", "--out", "x", "--targets", "typed_dicts").code == 0
    assert "typed_dicts.py" in place.files("x/a")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[tool.nemcon]\nzzz = 1\n",
            "unknown key 'zzz' in [tool.nemcon]; there are allow-patterns, assert-formats, dialect, enums,"
            " extras, format-types, out, packages, python, resources, strict, targets",
        ),
        ("[tool.nemcon]\nouts = 1\n", "unknown key 'outs' in [tool.nemcon]; did you mean 'out'?"),
        (
            '[tool.nemcon.packages.a]\nsource = "a"\ntarget = []\n',
            "unknown key 'target' in [tool.nemcon.packages.a]; did you mean 'targets'?",
        ),
        (
            "[tool.nemcon]\nassert_formats = true\n",
            "unknown key 'assert_formats' in [tool.nemcon]; did you mean 'assert-formats'?",
        ),
        (
            '[[tool.nemcon.packages]]\nsource = "a"\nsauce = 1\n',
            "unknown key 'sauce' in [tool.nemcon.packages.0]; did you mean 'source'?",
        ),
        (
            "[tool.nemcon.packages.a]\nout = 'x'\n",
            "tool.nemcon.packages.a: the object lacks the required property 'source'",
        ),
        ('[tool.nemcon]\nstrict = "yes"\n', "tool.nemcon.strict: 'yes' is not a boolean"),
        ('[tool.nemcon]\npython = "3.9"\n', "tool.nemcon.python: '3.9' is not one of"),
        ("[tool.nemcon]\nstrict = 1979-05-27\n", "tool.nemcon.strict: "),
        ("[tool]\nnemcon = 3\n", "tool.nemcon: 3 is not an object"),
        ("[tool.nemcon.packages.'No Name']\nsource = 'a'\n", "tool.nemcon.packages: "),
        ("[tool.nemcon\n", ""),
    ],
)
def test_refusals_name_the_place_in_one_line(place: Place, text: str, message: str) -> None:
    place.write("pyproject.toml", text)
    done = place.run("generate")
    assert done.code == 2
    assert done.err.startswith(f"nemcon: pyproject.toml: {message}") and done.err.count("\n") == 1


def test_files_without_a_table_say_nothing(place: Place) -> None:
    assert configuration(place.folder) == Configuration(None, ())
    for text in ("", "[tool.other]\nx = 1\n", "[tool.other]\nnemcon = 1\n"):
        place.write("pyproject.toml", text)
        assert configuration(place.folder) == Configuration(None, ())
    place.write("pyproject.toml", "[tool.nemcon]\n")
    done = place.run("generate")
    assert done.err == (
        "nemcon: no schema was named, and pyproject.toml has no [tool.nemcon.packages.NAME] table\n"
    )


def test_the_nearest_file_counts(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.nemcon.packages.a]\nsource = "a.json"\n')
    below = tmp_path / "below" / "deep"
    below.mkdir(parents=True)
    (found,) = configuration(below).packages
    assert found.source == str(tmp_path / "a.json")
    (tmp_path / "below" / "pyproject.toml").write_bytes(b"# nemcon \xff\n")
    with pytest.raises(UsageError, match="utf-8"):
        configuration(below)


def test_the_schema_of_the_configuration_knows_what_the_code_knows() -> None:
    schema = json.loads((ROOT / "schema" / "nemcon_configuration.schema.json").read_text("utf-8"))
    common = schema["properties"].keys() - {"packages"}
    assert schema["$defs"]["Package"]["properties"].keys() == common | {"source", "sources", "name"}


def test_a_project_inside_a_project(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """A nearer pyproject.toml that does not speak of nemcon hides nothing."""
    place.write("pyproject.toml", '[tool.nemcon.packages.thing]\nsource = "reading.json"\n')
    place.write("part/pyproject.toml", "[tool.black]\nline-length = 100\n")
    monkeypatch.chdir(place.folder / "part")
    done = place.run("generate")
    assert done.out.startswith("../generated/thing: wrote ")


@pytest.mark.parametrize(
    "words",
    [
        ("generate",),
        ("generate", "r"),
        ("generate", "--diff"),
        ("agree",),
        ("explain", "r"),
        ("validate", "r", "reading.json"),
        ("diff", "r", "reading.json"),
        ("diff", "reading.json", "r"),
        ("vendor", "r", "copy", "--check"),
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("below", [False, True])
def test_a_configured_schema_that_is_gone(
    place: Place, words: tuple[str, ...], below: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.write("pyproject.toml", '[tool.nemcon.packages.r]\nsource = "schema/one.json"\n')
    schema = place.schema(SCHEMA, "schema/one.json")
    assert place.run("generate").code == place.run("vendor", "r", "copy").code == 0
    schema.unlink()
    up = ""
    if below:
        (place.folder / "below").mkdir()
        monkeypatch.chdir(place.folder / "below")
        up = "../"
        words = tuple(f"../{it}" if it in ("reading.json", "copy") else it for it in words)
    done = place.run(*words)
    assert (done.code, done.err) == (
        2,
        f"nemcon: {up}schema/one.json: there is no such file, and {up}pyproject.toml has a package of it ('r');"
        " bring it back, correct the package's source, or remove its table and the folder"
        f" {up}generated/r\n",
    )


def test_a_schema_that_nobody_configured_and_is_not_there(place: Place) -> None:
    done = place.run("generate", "nosuch.json")
    assert (done.code, done.err) == (
        2,
        "nemcon: nosuch.json: cannot be read: No such file or directory\n",
    )


@pytest.mark.parametrize(
    ("source", "meant"),
    [
        ("schema/ones.json", "schema/one.json"),
        ("schema\\\\one.json", "schema/one.json"),
        ("nosuch/one.json", None),
        ("schema/other.json", None),
    ],
)
def test_a_source_that_was_misspelt(place: Place, source: str, meant: str | None) -> None:
    place.write("pyproject.toml", f'[tool.nemcon.packages.r]\nsource = "{source}"\n')
    place.schema(SCHEMA, "schema/one.json")
    hint = f" (did you mean {meant!r}?)" if meant else ""
    done = place.run("generate")
    assert done.code == 2 and f": there is no such file{hint}, and pyproject.toml has" in done.err
    done = place.run("check")
    assert done.code == 2 and f": there is no such schema{hint}, and generated/r is" in done.err


def test_a_package_that_was_misspelt(place: Place) -> None:
    place.write("pyproject.toml", '[tool.nemcon.packages.gauges]\nsource = "reading.json"\n')
    hint = "cannot be read: No such file or directory (did you mean the package 'gauges'?)\n"
    for words in (("generate", "gauge"), ("diff", "gauge", "gauges"), ("explain", "gauge")):
        assert place.run(*words).err == f"nemcon: gauge: {hint}"
    done = place.run("generate", "readings.json")
    assert done.err.endswith("No such file or directory (did you mean 'reading.json'?)\n")
