"""Publication: all or nothing, whatever fails, whoever interrupts, and nothing that is not nemcon's is touched."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from nemcon.commands import staging
from nemcon.commands.publish import HandEdited, Outcome, publish, read_manifest
from nemcon.errors import UsageError

CALLS = ("open", "write", "fsync", "link", "replace", "unlink")
"""What publication does to the disk."""


def package(**contents: str) -> dict[str, str]:
    """The files of a package with its manifest."""
    files = {name.replace("_", "."): text for name, text in contents.items()}
    digests = {name: hashlib.sha256(text.encode()).hexdigest() for name, text in files.items()}
    return {**files, "manifest.json": json.dumps({"name": "thing", "files": digests})}


OLD = package(a_py="a = 1\n", b_py="b = 1\n", c_py="c = 1\n", gone_py="gone = 1\n")
NEW = package(a_py="a = 2\n", b_py="b = 1\n", c_py="c = 2\n", fresh_py="fresh = 2\n")
NEWEST = package(a_py="a = 3\n", b_py="b = 3\n", c_py="c = 3\n", fresh_py="fresh = 3\n")


def found(folder: Path) -> dict[str, str]:
    return (
        {path.name: path.read_text("utf-8") for path in folder.iterdir()} if folder.exists() else {}
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a published package."""
    publish(tmp_path / "thing", OLD)
    return tmp_path / "thing"


def test_a_package_is_written_and_then_nothing_changes(tmp_path: Path) -> None:
    folder = tmp_path / "deep" / "down" / "thing"
    assert publish(folder, OLD) == Outcome(("a.py", "b.py", "c.py", "gone.py", "manifest.json"))
    assert found(folder) == OLD
    assert publish(folder, OLD) == Outcome()


def test_only_what_changes_is_written_the_manifest_last_and_what_is_no_longer_made_goes(
    folder: Path,
) -> None:
    before = (folder / "b.py").stat().st_mtime_ns
    outcome = publish(folder, NEW)
    assert outcome == Outcome(("a.py", "c.py", "fresh.py", "manifest.json"), removed=("gone.py",))
    assert found(folder) == NEW
    assert (folder / "b.py").stat().st_mtime_ns == before


@pytest.mark.parametrize("nameless", [True, False], ids=["nameless files", "temporary names"])
def test_whichever_step_fails_nothing_has_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, nameless: bool
) -> None:
    if not nameless:
        monkeypatch.delattr(os, "O_TMPFILE", raising=False)
    steps = 0
    for failing in range(1, 1000):
        with monkeypatch.context() as patch:
            count = _breaking(patch, failing, _raising(errno.ENOSPC))
            try:
                outcome = publish(folder, NEW)
            except UsageError as error:
                assert str(error).endswith(": cannot be written: No space left on device")
                assert found(folder) == OLD, f"step {failing}: {count}"
                steps += 1
                continue
        if count[0] < failing:
            break
        assert found(folder) == NEW and "manifest.json" in outcome.written
        publish(folder, OLD)
    assert steps >= 10


def test_a_first_run_that_fails_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _breaking(monkeypatch, 4, _raising(errno.ENOSPC))
    with pytest.raises(UsageError):
        publish(tmp_path / "out" / "thing", OLD)
    assert not list(tmp_path.iterdir())


def _raising(code: int) -> Callable[[], None]:
    def fail() -> None:
        raise OSError(code, os.strerror(code))

    return fail


def _breaking(patch: pytest.MonkeyPatch, failing: int, fail: Callable[[], object]) -> list[int]:
    """Makes the n-th step on the disk do `fail` instead; what is returned counts the steps."""
    count = [0]

    def counting(real: Callable[..., Any]) -> Callable[..., Any]:
        def step(*arguments: Any, **named: Any) -> Any:
            count[0] += 1
            if count[0] == failing:
                fail()
            return real(*arguments, **named)

        return step

    for name in CALLS:
        patch.setattr(os, name, counting(getattr(os, name)))
    return count


def _killed(folder: Path, files: dict[str, str], failing: int) -> bool:
    """Publishes in a process of its own that dies at the n-th step; whether it came so far."""
    child = os.fork()
    if not child:
        with pytest.MonkeyPatch.context() as patch:
            _breaking(patch, failing, lambda: os._exit(9))
            publish(folder, files)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def _after_each_kill(tmp_path: Path) -> Iterator[Path]:
    for failing in range(1, 1000):
        folder = tmp_path / str(failing) / "thing"
        publish(folder, OLD)
        if not _killed(folder, NEW, failing):
            return
        yield folder


def test_killed_at_any_step_each_file_is_whole_and_the_next_run_repairs(tmp_path: Path) -> None:
    repaired = 0
    for folder in _after_each_kill(tmp_path):
        kept = {
            name: text
            for name, text in found(folder).items()
            if not name.startswith(staging.TEMPORARY)
        }
        assert all(text in (OLD.get(name), NEW.get(name)) for name, text in kept.items())
        mixed = found(folder) not in (OLD, NEW)
        outcome = publish(folder, NEW)
        assert found(folder) == NEW
        assert outcome.repaired or not mixed or not kept.keys() & {"fresh.py"}
        repaired += outcome.repaired
    assert repaired >= 4


def test_killed_at_any_step_and_then_another_schema(tmp_path: Path) -> None:
    """The files that the killed run wrote are known for nemcon's, though no manifest names them."""
    for folder in _after_each_kill(tmp_path):
        if sys.platform == "linux":
            publish(folder, NEWEST)
            assert found(folder) == NEWEST


@pytest.mark.parametrize("files", [OLD, NEW, NEWEST])
def test_a_first_run_killed_at_any_step(tmp_path: Path, files: dict[str, str]) -> None:
    for failing in range(1, 1000):
        folder = tmp_path / str(failing) / "thing"
        if not _killed(folder, OLD, failing):
            return
        publish(folder, files)
        assert {name: text for name, text in found(folder).items() if name in files} == files


def test_signals_wait_until_the_names_are_given(folder: Path) -> None:
    code = (
        "import os, signal, sys\n"
        "from pathlib import Path\n"
        "from nemcon.commands.publish import publish\n"
        "real = os.replace\n"
        "def replace(*arguments):\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    real(*arguments)\n"
        "os.replace = replace\n"
        f"publish(Path(sys.argv[1]), {NEW!r})\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder)], check=False)
    assert done.returncode == -signal.SIGTERM
    assert found(folder) == NEW


def test_runs_at_once_take_turns(folder: Path) -> None:
    children = []
    for files in (OLD, NEW, NEWEST) * 4:
        child = os.fork()
        if not child:
            try:
                publish(folder, files)
            finally:
                os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    assert found(folder) in (OLD, NEW, {**NEWEST})


def test_what_was_edited_by_hand_is_not_overwritten(folder: Path) -> None:
    (folder / "c.py").write_text("c = 1  # mine\n")
    with pytest.raises(HandEdited) as refused:
        publish(folder, NEW)
    message = f"{folder}: not as nemcon wrote it: c.py; nothing was written (--force overwrites)"
    assert str(refused.value) == message and refused.value.exit_code == 1
    assert found(folder) == {**OLD, "c.py": "c = 1  # mine\n"}
    publish(folder, NEW, force=True)
    assert found(folder) == NEW


def test_what_was_edited_by_hand_and_stays_as_it_would_be_is_no_matter(folder: Path) -> None:
    (folder / "c.py").write_text(NEW["c.py"])
    assert publish(folder, NEW).written == ("a.py", "fresh.py", "manifest.json")


def test_what_is_not_nemcon_s_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "thing"
    folder.mkdir()
    (folder / "a.py").write_text("somebody's\n")
    with pytest.raises(HandEdited):
        publish(folder, OLD)
    (folder / "a.py").rename(folder / "mine.py")
    (folder / "manifest.json").write_text('{"short_name": "somebody\'s web application"}')
    with pytest.raises(HandEdited, match="manifest.json"):
        publish(folder, OLD)
    (folder / "manifest.json").unlink()
    publish(folder, OLD)
    publish(folder, NEW)
    assert found(folder) == {**NEW, "mine.py": "somebody's\n"}


def test_a_file_that_is_no_longer_made_and_was_edited_is_kept(folder: Path) -> None:
    (folder / "gone.py").write_text("gone = 1  # mine\n")
    assert publish(folder, NEW).kept == ("gone.py",)
    assert found(folder) == {**NEW, "gone.py": "gone = 1  # mine\n"}


def test_symbolic_links_are_never_followed(folder: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("victim")
    for name in ("a.py", "manifest.json", "fresh.py", "gone.py"):
        real = (folder / name).read_text() if (folder / name).exists() else None
        (folder / name).unlink(missing_ok=True)
        (folder / name).symlink_to(victim)
        with pytest.raises(UsageError, match="is no plain file, so nothing was written"):
            publish(folder, NEW, force=True)
        (folder / name).unlink()
        if real is not None:
            (folder / name).write_text(real)
    assert victim.read_text() == "victim" and found(folder) == OLD


def test_a_folder_that_is_a_symbolic_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "thing").symlink_to("elsewhere")
    with pytest.raises(UsageError) as refused:
        publish(tmp_path / "thing", OLD)
    assert str(refused.value) == f"{tmp_path / 'thing'}: is a symbolic link, so nothing was written"
    assert not list((tmp_path / "elsewhere").iterdir())


def test_folders_pipes_and_files_in_the_way(folder: Path, tmp_path: Path) -> None:
    (folder / "fresh.py").mkdir()
    with pytest.raises(UsageError, match="fresh.py: is no plain file"):
        publish(folder, NEW)
    (folder / "fresh.py").rmdir()
    os.mkfifo(folder / "fresh.py")
    with pytest.raises(UsageError, match="fresh.py: is no plain file"):
        publish(folder, NEW)
    (tmp_path / "file").write_text("victim")
    for place in (tmp_path / "file", tmp_path / "file" / "thing"):
        with pytest.raises(UsageError, match="cannot be written"):
            publish(place, NEW)
    assert (tmp_path / "file").read_text() == "victim"


def test_a_manifest_cannot_lead_out_of_the_folder(folder: Path, tmp_path: Path) -> None:
    victim = tmp_path / "victim"
    victim.write_text("victim")
    digest = hashlib.sha256(b"victim").hexdigest()
    (folder / "manifest.json").write_text(json.dumps({"files": {"../victim": digest}}))
    with pytest.raises(
        UsageError, match=r"manifest.json: names '../victim', which is no file of the package"
    ):
        publish(folder, NEW)
    assert victim.read_text() == "victim"


@pytest.mark.parametrize(
    "text", ["", "[1]", '{"files": 1}', '{"files": {"a.py": 1}}', "[" * 9999, "<<<<<<< HEAD\n"]
)
def test_what_is_no_manifest_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    assert read_manifest(tmp_path) == {}


@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o000, 0o666)])
def test_modes_are_those_of_the_user(tmp_path: Path, umask: int, mode: int) -> None:
    before = os.umask(umask)
    try:
        publish(tmp_path / "thing", OLD)
        publish(tmp_path / "thing", NEW)
    finally:
        os.umask(before)
    assert {stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "thing").iterdir()} == {mode}
