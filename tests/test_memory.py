"""What a run notes for the next: it spares the work, and never hides that there is some."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command import SCHEMA, Place, process
from command import place as place
from nemcon.commands import memory

pytestmark = pytest.mark.skipif(os.name != "posix", reason="nothing is noted elsewhere")
NOTHING = b"generated/reading: nothing changed\n"


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    return folder


@pytest.fixture
def settled(place: Place) -> Place:
    """A package that is up to date, and a note that says so: written as if all had been there for a while."""
    assert process(place.folder, "generate", "reading.json").returncode == 0
    assert _run(place, settled=-(10**9)) == NOTHING
    assert _noted(place) == NOTHING.decode()
    return place


SCRIPT = """\
import sys
from nemcon.__main__ import run
from nemcon.commands import memory

memory._SETTLED = int(sys.argv.pop(1))
sys.exit(run())
"""


def _run(place: Place, settled: int) -> bytes:
    """Generates, where files that were written so many nanoseconds ago stay as they are."""
    words = [sys.executable, "-c", SCRIPT, str(settled), "generate", "reading.json"]
    return subprocess.run(words, cwd=place.folder, capture_output=True, check=True).stdout


def _noted(place: Place) -> str | None:
    before = os.getcwd()
    os.chdir(place.folder)
    try:
        return memory.noted(["generate", "reading.json"])
    finally:
        os.chdir(before)


def test_what_is_noted_is_what_is_printed(settled: Place) -> None:
    done = process(settled.folder, "generate", "reading.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, NOTHING, b"")


def _edited(place: Place) -> None:
    path = place.folder / "generated/reading/models.py"
    before = path.stat()
    text = path.read_text("utf-8")
    path.write_text(text.replace("level", "leval"), "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def _replaced(place: Place) -> None:
    other = place.folder / "other.json"
    other.write_bytes((place.folder / "reading.json").read_bytes())
    os.replace(other, place.folder / "reading.json")


CHANGES: dict[str, Callable[[Place], object]] = {
    "schema": lambda place: place.schema({**SCHEMA, "title": "Gauge"}),
    "another file of that name": _replaced,
    "file edited, size and date as before": _edited,
    "file gone": lambda place: (place.folder / "generated/reading/models.py").unlink(),
    "manifest gone": lambda place: (place.folder / "generated/reading/manifest.json").unlink(),
    "file added": lambda place: place.write("generated/reading/.nemcon-1-models.py", ""),
    "configuration": lambda place: place.write("pyproject.toml", "[tool.nemcon]\n"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_is_noted_of_what_changed_since(settled: Place, change: str) -> None:
    CHANGES[change](settled)
    assert _noted(settled) is None


def test_other_words_have_notes_of_their_own(settled: Place) -> None:
    done = process(settled.folder, "generate", "reading.json", "--targets", "validator")
    assert b"removed" in done.stdout
    assert _noted(settled) is None


def test_another_generator_notes_for_itself(
    settled: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(memory, "_PACKAGE", "/of/another/nemcon")
    assert _noted(settled) is None


def test_what_was_written_a_moment_ago_is_not_noted(place: Place, cache: Path) -> None:
    for _ in range(2):
        assert _run(place, settled=10**15)
    assert not list(cache.iterdir())


def test_what_is_not_told_from_files_alone_is_not_noted(place: Place, cache: Path) -> None:
    place.write("part.json", '{"type": "integer"}')
    place.schema({"$ref": "part.json"})
    for _ in range(2):
        assert _run(place, settled=-(10**9))
    assert not list(cache.iterdir())


def test_a_folder_that_cannot_be_written_is_no_matter(place: Place) -> None:
    for home in ("/dev/null", "relative", ""):
        for _ in range(2):
            done = process(
                place.folder,
                "generate",
                "reading.json",
                env={"XDG_CACHE_HOME": home, "HOME": "/dev/null"},
            )
            assert done.returncode == 0 and done.stderr == b""
