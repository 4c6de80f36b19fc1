"""What `generate --diff` shows can be applied, from wherever it was shown and whatever the paths are like."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from command import SCHEMA, Place, place, process

__all__ = ["place"]

FOLDERS = ("out", "out/a b", "out/naïve \u4e2d", 'out/qu"ote', "out/back\\slash")
APPLY = {"git": ["git", "apply", "-"], "patch": ["patch", "-s", "-p1"]}


def configured(place: Place, out: str) -> Path:
    """A project with one package, and a folder below it."""
    place.write(
        "pyproject.toml",
        f"[tool.nemcon.packages.reading]\nsource = \"reading.json\"\nout = '{out}'\n",
    )
    below = place.folder / "some/where"
    below.mkdir(parents=True)
    return below


def shown(folder: Path) -> bytes:
    done = process(folder, "generate", "--diff")
    assert (done.returncode, done.stderr) == (1, b"")
    return done.stdout


def applied(place: Place, tool: str, patch: bytes) -> None:
    if shutil.which(APPLY[tool][0]) is None:
        pytest.skip(f"there is no {tool} here")
    done = subprocess.run(
        APPLY[tool], cwd=place.folder, input=patch, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert process(place.folder, "generate", "--diff").stdout == b""


@pytest.mark.parametrize("tool", APPLY)
@pytest.mark.parametrize("out", FOLDERS)
def test_a_diff_from_a_folder_below_applies_in_the_project(
    place: Place, tool: str, out: str
) -> None:
    below = configured(place, out)
    subprocess.run(["git", "init", "-q"], cwd=place.folder, check=True)
    assert process(below, "generate").returncode == 0
    place.schema({**SCHEMA, "title": "Gauge \u2028 of a harbour"})
    patch = shown(below)
    assert b".." not in patch.partition(b"\n")[0]
    applied(place, tool, patch)


@pytest.mark.parametrize("tool", APPLY)
def test_a_first_package_as_a_patch_and_its_empty_file(place: Place, tool: str) -> None:
    below = configured(place, "out")
    subprocess.run(["git", "init", "-q"], cwd=place.folder, check=True)
    applied(place, tool, shown(below))
    (place.folder / "out/reading/py.typed").unlink()
    (place.folder / "out/reading/structs.py").unlink()
    patch = shown(below)
    assert patch.startswith(b"--- /dev/null\n+++ b/out/reading/structs.py\n")
    *_, patch_of_empty = patch.partition(b"diff --git")
    assert patch_of_empty.startswith(b" a/out/reading/py.typed b/out/reading/py.typed\nnew file")
    applied(place, tool, patch)


@pytest.mark.parametrize("tool", APPLY)
def test_line_ends_and_last_lines_are_part_of_a_diff(place: Place, tool: str) -> None:
    below = configured(place, "out")
    subprocess.run(["git", "init", "-q"], cwd=place.folder, check=True)
    process(below, "generate")
    models, structs = (place.folder / "out/reading" / name for name in ("models.py", "structs.py"))
    models.write_bytes(models.read_bytes().rstrip(b"\n"))
    patch = shown(below)
    assert b"\n\\ No newline at end of file\n" in patch
    applied(place, tool, patch)
    structs.write_bytes(structs.read_bytes().replace(b"\n", b"\r\n"))
    patch = shown(below)
    if tool == "git":
        applied(place, tool, patch)


def test_what_lies_outside_of_the_project_has_its_whole_path(
    place: Place, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    below = configured(place, str(elsewhere))
    assert f"+++ b{elsewhere}/reading/models.py\n".encode() in shown(below)
