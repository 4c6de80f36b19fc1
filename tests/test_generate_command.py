"""`nemcon generate`: what it writes, what it says, and how it refuses."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import SCHEMA, Place, place, process

__all__ = ["place"]

EVERYTHING = {
    "__init__.py",
    "fixtures.json",
    "manifest.json",
    "models.py",
    "py.typed",
    "schema.json",
    "structs.py",
    "test_agreement.py",
    "typed_dicts.py",
    "validator.py",
}
VALIDATOR = {"__init__.py", "manifest.json", "py.typed", "schema.json", "validator.py"}
TABLE = '[tool.nemcon.packages.reading]\nsource = "reading.json"\ntargets = ["validator"]\n'


def test_everything_is_written_and_then_nothing_changes(place: Place) -> None:
    done = place.run("generate", "reading.json")
    assert (done.code, done.out, done.err) == (
        0,
        f"generated/reading: wrote {len(place.files())} files\n",
        "",
    )
    assert place.files() >= EVERYTHING
    done = place.run("generate", "reading.json")
    assert (done.code, done.out, done.err) == (0, "generated/reading: nothing changed\n", "")


def test_options(place: Place) -> None:
    options = [
        "--out",
        "gen",
        "--name",
        "gauge",
        "--targets",
        "validator",
        "--extras",
        "drop",
        "--python",
        "3.12",
    ]
    assert place.run("generate", "reading.json", *options).code == 0
    assert place.files("gen/gauge") == VALIDATOR
    manifest = json.loads((place.folder / "gen/gauge/manifest.json").read_text())
    assert manifest["options"] == {
        "assert-formats": False,
        "dialect": None,
        "python": [3, 12],
        "extras": "drop",
        "enums": "literal",
        "format-types": [],
    }
    assert place.run("generate", "reading.json", *options).out == "gen/gauge: nothing changed\n"
    assert (
        place.run("generate", "reading.json", *options, "--assert-formats").out
        == "gen/gauge: wrote 1 file\n"
    )


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("reading.json", "reading"),
        ("reading.schema.json", "reading"),
        ("HTTPGaugeReading.v2.json", "http_gauge_reading"),
        ("Gauge reading-2.json", "gauge_reading_2"),
        ("2nd.json", "schema_2nd"),
        ("-.json", "schema"),
        ("class.json", "schema_class"),
        ("json.json", "schema_json"),
    ],
)
def test_packages_are_named_after_the_file(place: Place, file: str, name: str) -> None:
    place.schema(SCHEMA, file)
    assert place.run("generate", f"./{file}", "--targets", "validator").code == 0
    assert place.files(f"generated/{name}") == VALIDATOR


def test_a_part_of_a_file(place: Place) -> None:
    place.schema({"components": {"GaugeReading": SCHEMA}}, "all.json")
    done = place.run("generate", "all.json#/components/GaugeReading", "--targets", "validator")
    assert (done.code, done.out) == (0, "generated/gauge_reading: wrote 5 files\n")
    done = place.run("generate", "all.json#/components/GaugeReading", "--targets", "validator")
    assert done.out == "generated/gauge_reading: nothing changed\n"


def test_references_to_files_and_resources(place: Place) -> None:
    parts = {"near": {"$ref": "parts/unit.json"}, "far": {"$ref": "https://example.org/unit"}}
    place.schema({"properties": parts}, "whole.json")
    place.schema({"enum": ["m"]}, "parts/unit.json")
    place.schema({"enum": ["ft"]}, "elsewhere.json")
    given = [
        "whole.json",
        "--targets",
        "validator",
        "--resource",
        "https://example.org/unit=elsewhere.json",
    ]
    assert place.run("generate", *given).out == "generated/whole: wrote 5 files\n"
    assert place.run("generate", *given).out == "generated/whole: nothing changed\n"
    place.schema({"enum": ["m", "km"]}, "parts/unit.json")
    assert place.run("generate", *given).out == "generated/whole: wrote 3 files\n"
    done = place.run("generate", "whole.json", "--resource", "nothing")
    assert (done.code, done.err) == (2, "nemcon: --resource 'nothing' is not URI=FILE\n")


def test_what_is_configured(place: Place) -> None:
    place.write("pyproject.toml", TABLE)
    assert place.run("generate").out == "generated/reading: wrote 5 files\n"
    assert place.files() == VALIDATOR
    for named in ("reading", "reading.json", str(place.folder / "reading.json")):
        assert place.run("generate", named).out == "generated/reading: nothing changed\n"
    assert (
        place.run("generate", "--targets", "validator,models").out
        == "generated/reading: wrote 3 files\n"
    )
    assert place.run("generate").out == "generated/reading: wrote 2 files; removed models.py\n"


def test_what_is_configured_from_a_folder_below(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.write("pyproject.toml", TABLE)
    (place.folder / "below").mkdir()
    monkeypatch.chdir(place.folder / "below")
    assert place.run("generate").out == "../generated/reading: wrote 5 files\n"


def test_targets_that_are_no_longer_wanted_go_and_edited_ones_stay(place: Place) -> None:
    place.run("generate", "reading.json", "--targets", "validator,models,typed_dicts")
    place.write("generated/reading/models.py", "mine\n")
    done = place.run("generate", "reading.json", "--targets", "validator")
    assert done.out == (
        "generated/reading: wrote 2 files; removed typed_dicts.py;"
        " kept models.py (edited by hand, no longer generated)\n"
    )
    assert place.files() == {*VALIDATOR, "models.py"}


def test_a_file_edited_by_hand_is_not_overwritten_without_force(place: Place) -> None:
    place.run("generate", "reading.json", "--targets", "validator")
    place.write("generated/reading/validator.py", "mine\n")
    done = place.run("generate", "reading.json", "--targets", "validator")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "nemcon: generated/reading: not as nemcon wrote it: validator.py;"
        " nothing was written (--force overwrites)\n"
    )
    assert (place.folder / "generated/reading/validator.py").read_text() == "mine\n"
    done = place.run("generate", "reading.json", "--targets", "validator", "--force")
    assert done.out == "generated/reading: wrote 1 file\n"


def test_diff_shows_and_writes_nothing(place: Place) -> None:
    done = place.run("generate", "reading.json", "--targets", "validator", "--diff")
    assert done.code == 1 and "--- /dev/null\n+++ b/generated/reading/validator.py\n@@" in done.out
    assert not place.files()
    place.run("generate", "reading.json", "--targets", "validator")
    assert place.run("generate", "reading.json", "--targets", "validator", "--diff").out == ""
    place.schema({**SCHEMA, "title": "Gauge"})
    done = place.run("generate", "reading.json", "--targets", "validator", "--diff")
    assert done.code == 1
    assert "--- a/generated/reading/schema.json\n+++ b/generated/reading/schema.json\n" in done.out
    assert '\n-  "title": "Reading",\n+  "title": "Gauge",\n' in done.out
    assert "Gauge" not in (place.folder / "generated/reading/schema.json").read_text()


def test_standard_input_and_output(place: Place) -> None:
    text = json.dumps(SCHEMA).encode()
    done = process(
        place.folder,
        "generate",
        "-",
        "--targets",
        "validator",
        "--out",
        "-",
        input=text,
        stdin=None,
    )
    place.run("generate", "reading.json", "--targets", "validator")
    assert done.returncode == 0, done.stderr
    assert done.stdout == (place.folder / "generated/reading/validator.py").read_bytes()
    broken = process(
        place.folder, "generate", "-", "--out", "x", input=b'{"type": "a",\n "type": 1}', stdin=None
    )
    assert broken.returncode == 3
    assert (
        broken.stderr == b'nemcon: <stdin>:2:2: #/type: the key "type" stands twice in one object\n'
    )
    assert not (place.folder / "x").exists()
    done = place.run("generate", "reading.json", "--out", "-")
    assert (done.code, done.err) == (
        2,
        "nemcon: --out - prints one file: name one schema and one target (--targets)\n",
    )


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (["nosuch.json"], 2, "nosuch.json: cannot be read: No such file or directory"),
        (["."], 2, ".: cannot be read: Is a directory"),
        (
            ["reading.json", "--targets", "vaildator"],
            2,
            "there is no target 'vaildator'; there are",
        ),
        (
            ["reading.json", "--python", "3.9"],
            2,
            "Python '3.9' is not one of 3.10, 3.11, 3.12, 3.13, 3.14",
        ),
        (["reading.json", "--name", "No Name"], 2, "'No Name' is no name for a package"),
        (
            ["reading.json", "--name", "class"],
            2,
            "'class' is no name for a package: it is a keyword of Python's",
        ),
        (
            ["reading.json", "--nosuch"],
            2,
            "there is no option '--nosuch'",
        ),
        (
            ["reading.json", "--tragets", "x"],
            2,
            "there is no option '--tragets'; did you mean '--targets'?",
        ),
        (["reading.json", "--extras", "x"], 2, "argument --extras: invalid choice: 'x'"),
        (
            ["reading.json", "copy/reading.json"],
            2,
            "both be generated/reading; give one a name of its own",
        ),
        (
            ["reading.json", "copy/other.json", "--name", "x"],
            2,
            "--name is for one package, and there are 2",
        ),
        (
            [],
            2,
            "no schema was named, and no pyproject.toml has a [tool.nemcon] table (see nemcon init)",
        ),
        (["bad.json"], 3, "bad.json:1:10: #/type: "),
        (["loop.json"], 3, "loop.json:1:"),
        (["text.json"], 3, "text.json:1:1: #: this is not JSON: "),
    ],
)
def test_refusals_are_one_line_and_nothing_is_written(
    place: Place, words: list[str], code: int, message: str
) -> None:
    place.schema(SCHEMA, "copy/reading.json")
    place.schema(SCHEMA, "copy/other.json")
    place.schema('{"type": "strin"}', "bad.json")
    place.schema('{"$ref": "#"}', "loop.json")
    place.schema("nothing", "text.json")
    done = place.run("generate", *words)
    assert done.code == code
    assert message in done.err and done.err.startswith("nemcon: ") and done.err.count("\n") == 1
    assert not (place.folder / "generated").exists()


def test_one_bad_schema_keeps_all_from_being_written(place: Place) -> None:
    place.schema('{"type": "strin"}', "bad.json")
    assert place.run("generate", "reading.json", "bad.json").code == 3
    assert not (place.folder / "generated").exists()


def test_control_characters_are_escaped(place: Place) -> None:
    place.schema(SCHEMA, "a\x1b[31m\u202eb.json")
    done = place.run(
        "generate", "a\x1b[31m\u202eb.json", "--out", "c\x1b\nd", "--targets", "validator"
    )
    assert done.code == 0 and done.out.startswith("c\\x1b\\nd/")
    done = place.run("generate", "e\x1b[31m\nf.json")
    assert done.err == "nemcon: e\\x1b[31m\\nf.json: cannot be read: No such file or directory\n"


def test_a_folder_that_cannot_be_written(place: Place) -> None:
    place.write("file", "victim")
    done = place.run("generate", "reading.json", "--out", "file")
    assert (done.code, done.err) == (
        2,
        "nemcon: file/reading: cannot be written: Not a directory\n",
    )
    (place.folder / "readonly").mkdir()
    (place.folder / "readonly").chmod(0o555)
    done = process(
        place.folder,
        "generate",
        "reading.json",
        "--out",
        "readonly",
        preexec_fn=_without_capabilities,
    )
    assert done.returncode == 2
    assert done.stderr == b"nemcon: readonly/reading: cannot be written: Permission denied\n"
    assert not list((place.folder / "readonly").iterdir())


def _without_capabilities() -> None:
    """Root, too, is held to the modes of files from here on."""
    prctl = ctypes.CDLL(None).prctl
    for capability in (1, 2, 3):
        prctl(24, capability, 0, 0, 0)


@pytest.mark.parametrize("limit", [0, 100, 5000])
def test_a_full_disk(place: Place, limit: int) -> None:
    place.run("generate", "reading.json")
    before = {path: path.read_bytes() for path in (place.folder / "generated/reading").iterdir()}
    place.schema({**SCHEMA, "properties": {"level": {"type": "number"}}})

    def limited() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = process(place.folder, "generate", "reading.json", preexec_fn=limited)
    assert done.returncode == 2
    assert done.stderr == b"nemcon: generated/reading: cannot be written: File too large\n"
    assert {
        path: path.read_bytes() for path in (place.folder / "generated/reading").iterdir()
    } == before


def test_output_that_nobody_reads(place: Place) -> None:
    done = process(
        place.folder,
        "generate",
        "reading.json",
        "--diff",
        stdout=_closed_pipe(),
        capture_output=False,
        stderr=subprocess.PIPE,
    )
    assert done.returncode == 1 and done.stderr == b""
    with open("/dev/full", "wb") as full:
        done = process(
            place.folder,
            "generate",
            "reading.json",
            stdout=full,
            capture_output=False,
            stderr=subprocess.PIPE,
        )
    assert done.returncode == 2 and done.stderr == b"nemcon: output: No space left on device\n"


def _closed_pipe() -> int:
    read, write = os.pipe()
    os.close(read)
    return write


INTERRUPTED = """\
import os, signal, sys, threading
from nemcon.__main__ import run

threading.Timer(float(sys.argv.pop(1)), os.kill, (os.getpid(), signal.SIGINT)).start()
sys.exit(run())
"""


@pytest.mark.parametrize("delay", [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4])
def test_interrupted_at_any_moment(place: Place, delay: float) -> None:
    words = [sys.executable, "-c", INTERRUPTED, str(delay), "generate", "reading.json"]
    done = subprocess.run(words, cwd=place.folder, capture_output=True, check=False)
    assert (done.returncode, done.stderr) in ((130, b"nemcon: interrupted\n"), (0, b""))
    assert place.files() == set() or place.files() >= EVERYTHING


def test_a_hostile_folder_is_not_imported_from(place: Place) -> None:
    for name in (
        "jinja2",
        "json",
        "typing",
        "argparse",
        "re",
        "msgspec",
        "nemcon",
        "sitecustomize",
    ):
        place.write(f"{name}.py", "open('hijacked', 'w').close()\nraise ImportError('hijacked')\n")
    assert process(place.folder, "generate", "reading.json").returncode == 0
    (place.folder / "nemcon.py").unlink()
    words = [sys.executable, "-m", "nemcon", "generate", "reading.json", "--out", "other"]
    done = subprocess.run(words, cwd=place.folder, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not (place.folder / "hijacked").exists()


def test_any_locale(place: Place) -> None:
    title: dict[str, Any] = {**SCHEMA, "title": "Pegelst\u00e4nde", "description": "\u6c34\u4f4d"}
    place.schema(json.dumps(title, ensure_ascii=False))
    plain = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONIOENCODING": "ascii",
    }
    assert (
        process(place.folder, "generate", "reading.json", "--out", "plain", env=plain).returncode
        == 0
    )
    assert (
        process(
            place.folder, "generate", "reading.json", "--out", "utf8", env={"LC_ALL": "C.UTF-8"}
        ).returncode
        == 0
    )
    for name in EVERYTHING:
        one, other = (place.folder / out / "reading" / name for out in ("plain", "utf8"))
        assert one.read_bytes() == other.read_bytes()
    done = process(
        place.folder, "generate", "reading.json", "--out", "plain", "--diff", "--force", env=plain
    )
    assert done.returncode == 0, done.stderr


def test_watching(place: Place) -> None:
    script = Path(sys.executable).with_name("nemcon")
    words = [str(script), "generate", "reading.json", "--targets", "validator", "--watch"]
    with subprocess.Popen(
        words, cwd=place.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as child:
        assert child.stdout is not None and child.stderr is not None
        assert child.stdout.readline() == b"generated/reading: wrote 5 files\n"
        place.schema("{")
        assert child.stderr.readline().startswith(b"nemcon: reading.json:1:2: #: this is not JSON")
        place.schema({**SCHEMA, "title": "Gauge"})
        assert child.stdout.readline().startswith(b"generated/reading: wrote ")
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == 130


def test_watching_says_once_what_is_wrong_with_the_configuration(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = place.write(
        "pyproject.toml",
        '[tool.nemcon.packages.r]\nsource = "reading.json"\ntargets = ["validator"]\n',
    )
    looks = 0

    def sleep(_: float) -> None:
        nonlocal looks
        looks += 1
        table.unlink(missing_ok=True)
        if looks == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", sleep)
    done = place.run("generate", "--watch")
    assert done.code == 130 and done.out == "generated/r: wrote 5 files\n"
    assert done.err == (
        "nemcon: no schema was named, and no pyproject.toml has a [tool.nemcon] table (see nemcon init)\n"
        "nemcon: interrupted\n"
    )


def test_standard_input_can_be_checked_and_not_watched(place: Place) -> None:
    text = json.dumps(SCHEMA).encode()
    words = ("-", "--out", "out", "--name", "piped", "--targets", "validator")
    assert process(place.folder, "generate", *words, stdin=None, input=text).returncode == 0
    done = process(place.folder, "check", *words, stdin=None, input=text)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"1 package up to date\n", b"")
    done = process(place.folder, "check", *words, stdin=None, input=b"{}")
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.startswith(b"out/piped: stale: the schema changed\n--- a/out/piped/")
    done = process(place.folder, "generate", *words, "--watch", stdin=None, input=text, timeout=20)
    assert (done.returncode, done.stderr) == (2, b"nemcon: standard input cannot be watched\n")


def test_the_configuration_is_watched_from_a_folder_below(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = '[tool.nemcon.packages.%s]\nsource = "reading.json"\ntargets = ["validator"]\n'
    place.write("pyproject.toml", table % "r")
    (place.folder / "below").mkdir()
    monkeypatch.chdir(place.folder / "below")
    looks = 0

    def sleep(_: float) -> None:
        nonlocal looks
        looks += 1
        if looks == 1:
            place.write("pyproject.toml", table % "other")
        if looks == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", sleep)
    done = place.run("generate", "--watch")
    assert done.out == "../generated/r: wrote 5 files\n../generated/other: wrote 5 files\n"


def test_the_command_line_itself(place: Place) -> None:
    assert place.run("--version").out.startswith("nemcon ")
    done = place.run()
    assert done.code == 2 and "generate" in done.out
    assert place.run("--help").code == 0
    done = place.run("genrate")
    assert done.code == 2 and "genrate" in done.err and done.err.count("\n") == 1


def test_colours_only_where_they_are_wanted(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    from nemcon.commands import terminal

    class Terminal:
        def isatty(self) -> bool:
            return True

    stream: Any = Terminal()
    assert terminal.styled("x", "red", stream) == "x"
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "xterm")
    assert terminal.styled("x", "red", stream) == "\x1b[31mx\x1b[0m"
    monkeypatch.setenv("TERM", "dumb")
    assert terminal.styled("x", "red", stream) == "x"


def test_a_slow_pattern_is_a_warning_and_with_strict_an_error(tmp_path: Path) -> None:
    schema = tmp_path / "slow.json"
    schema.write_text('{"type": "string", "pattern": "^(a+)+$"}', encoding="utf-8")
    command = [sys.executable, "-m", "nemcon", "generate", "slow.json", "--out", "out"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    warned = "slow.json:1:31: #/pattern: the regular expression can take exponential time"
    assert done.stderr.startswith(f"nemcon: warning: {warned}")
    strict = subprocess.run(
        [*command, "--strict"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert strict.returncode == 3
    assert "can take exponential time" in strict.stderr
    allowed = subprocess.run(
        [*command, "--strict", "--allow-pattern", "^(a+)+$"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (allowed.returncode, allowed.stderr) == (0, "")
    assert "_Automaton" not in (tmp_path / "out/slow/validator.py").read_text("utf-8")


def _two_packages(place: Place) -> None:
    table = '[tool.nemcon.packages.{0}]\nsource = "{0}.json"\n'
    place.write("pyproject.toml", table.format("a") + table.format("b"))
    for name in "ab":
        place.schema({"type": "integer"}, f"{name}.json")
    assert place.run("generate").code == 0
    for name in "ab":
        place.schema({"type": "integer", "minimum": 1}, f"{name}.json")


def _texts(place: Place) -> dict[str, str]:
    return {str(it): it.read_text("utf-8") for it in place.folder.rglob("generated/*/*")}


def test_a_file_edited_by_hand_stops_all_packages(place: Place) -> None:
    _two_packages(place)
    place.write("generated/b/models.py", "edited")
    before = _texts(place)
    done = place.run("generate")
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "nemcon: generated/b: not as nemcon wrote it: models.py; nothing was written (--force overwrites)\n"
    )
    assert _texts(place) == before
    done = place.run("generate", "--force")
    assert done.out.count(": wrote ") == 2


@pytest.mark.parametrize("nameless", [True, False])
def test_what_fails_in_one_package_is_taken_back_in_all(
    place: Place, monkeypatch: pytest.MonkeyPatch, nameless: bool
) -> None:
    from nemcon.commands import publish

    _two_packages(place)
    before = _texts(place)
    sync = publish.sync

    def failing(folder: Path) -> None:
        if folder.name == "b":
            raise OSError(5, "Input/output error", str(folder))
        sync(folder)

    monkeypatch.setattr(publish, "MAX_HANDLES", 200 if nameless else 0)
    monkeypatch.setattr(publish, "sync", failing)
    done = place.run("generate")
    assert (done.code, done.out) == (2, "")
    assert _texts(place) == before
    monkeypatch.undo()
    monkeypatch.chdir(place.folder)
    assert place.run("check").code == 1
    assert place.run("generate").out.count(": wrote ") == 2
