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


def _note(cache: Path) -> Path:
    (path,) = (cache / "nemcon").iterdir()
    return path


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _endless(path: Path) -> None:
    path.unlink()
    path.symlink_to("/dev/zero")


def _elsewhere(path: Path) -> None:
    path.rename(path.parent.parent / "moved")
    path.symlink_to(path.parent.parent / "moved")


STRANGE: dict[str, Callable[[Path], object]] = {
    "what a terminal obeys": lambda path: path.write_bytes(path.read_bytes() + b"\x1b[31m!\n"),
    "no text": lambda path: path.write_bytes(path.read_bytes() + b"\xff\n"),
    "too much": lambda path: path.write_bytes(path.read_bytes() + b"!" * 2**24),
    "a pipe": _pipe,
    "a folder": _folder,
    "a device": _endless,
    "a link": _elsewhere,
}


@pytest.mark.parametrize("change", STRANGE)
def test_what_no_run_would_note_is_not_believed(settled: Place, cache: Path, change: str) -> None:
    STRANGE[change](_note(cache))
    assert _noted(settled) is None
    done = process(settled.folder, "generate", "reading.json")
    assert (done.returncode, done.stdout, done.stderr) == (0, NOTHING, b"")


def test_what_another_user_noted_is_not_believed(
    settled: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    assert _noted(settled) is None


def test_nothing_is_left_of_a_note_that_cannot_be_kept(settled: Place, cache: Path) -> None:
    _folder(_note(cache))
    assert _run(settled, settled=-(10**9)) == NOTHING
    assert _note(cache).is_dir()


def test_a_note_is_not_written_where_a_link_leads(place: Place, cache: Path) -> None:
    victim = place.write("victim", "mine")
    script = (
        "import os; from nemcon.commands import memory\n"
        "name = memory._place(memory._heading(['generate', 'reading.json']))\n"
        "os.makedirs(os.path.dirname(name)); os.symlink('victim', f'{name}.{os.getpid()}')\n"
        f"os.symlink({str(victim)!r}, os.path.dirname(name) + '/victim')\n"
        "memory._SETTLED = -10**9; memory.note(['generate', 'reading.json'], [], [], [], 2**62)\n"
    )
    subprocess.run([sys.executable, "-c", script], cwd=place.folder, check=True)
    assert Path(victim).read_text("utf-8") == "mine"


@pytest.mark.parametrize("break_", ["\r", "\u2028"])
def test_a_path_is_one_path_whatever_is_in_it(place: Place, break_: str) -> None:
    place.folder /= f"a{break_}b"
    place.schema(SCHEMA)
    for _ in range(2):
        _run(place, settled=-(10**9))
    assert _noted(place) in (NOTHING.decode(), None)
    place.write("pyproject.toml", "[tool.nemcon]\n")
    assert _noted(place) is None


def test_a_link_that_was_turned_a_moment_ago_is_not_noted(place: Place, cache: Path) -> None:
    link = place.folder / "link"
    link.symlink_to("/")
    now = link.lstat().st_ctime_ns
    assert memory._changed(str(link)) >= now > memory._changed("/")


def test_a_folder_that_is_gone_is_no_fault(place: Place) -> None:
    script = f"mkdir gone && cd gone && rmdir ../gone && {sys.executable} -m nemcon generate x.json"
    done = subprocess.run(["sh", "-c", script], cwd=place.folder, check=False, capture_output=True)
    assert done.returncode == 2 and b"Traceback" not in done.stderr


def test_output_that_is_closed_is_no_fault(settled: Place) -> None:
    for words in ("generate reading.json", "generate reading.json --strict", "check reading.json"):
        script = f"exec {sys.executable} -m nemcon {words} >&- <&-"
        done = subprocess.run(
            ["sh", "-c", script], cwd=settled.folder, check=False, capture_output=True
        )
        assert (done.returncode, done.stderr) == (0, b"")
