"""The README, run: every `sh` block in its order, in a copy of the checkout; a `text` block behind one is its output.

A block with a file name behind its language is written to that file.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from nemcon.model.names import attribute_names
from places import ROOT

BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COPIED = (
    "examples",
    "generated",
    "generator",
    "schema",
    "templates",
    "pyproject.toml",
    "README.md",
)

pytestmark = pytest.mark.tools


def _checkout(folder: Path) -> dict[str, str]:
    """A copy of the checkout in `folder`, and an environment whose `nemcon` and `python` are those of the tests."""
    for name in COPIED:
        copy: Any = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name)
    return _environment(folder)


def _environment(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {
        "PATH": path,
        "PYTHONPATH": str((folder if (folder / "generator").is_dir() else ROOT) / "generator"),
        "HOME": str(folder),
        "LC_ALL": "C.UTF-8",
    }


def test_every_command_works_and_prints_what_is_shown(tmp_path: Path) -> None:
    environment = _checkout(tmp_path)
    printed = ""
    ran = 0
    programs: list[str] = []
    for language, name, text in BLOCK.findall((ROOT / "README.md").read_text("utf-8")):
        if name:
            (tmp_path / name).write_text(text, "utf-8")
            programs += [name] if language == "python" else []
        elif language == "sh":
            script = ["bash", "-euo", "pipefail", "-c", text]
            done = subprocess.run(
                script, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{text}{done.stdout}{done.stderr}"
            printed, ran = done.stdout, ran + 1
        elif language == "text":
            assert printed == text
    assert ran >= 6
    assert programs == ["try.py"]
    check = [sys.executable, "-m", "mypy", "--strict", *programs]
    done = subprocess.run(
        check, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_every_command_of_daily_work_works(tmp_path: Path) -> None:
    environment = _environment(tmp_path)
    folder = tmp_path / "project"
    ran = 0
    for language, name, text in BLOCK.findall((ROOT / "docs/daily-work.md").read_text("utf-8")):
        if name:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, "utf-8")
        elif language == "sh":
            script = ["bash", "-euo", "pipefail", "-c", text]
            done = subprocess.run(
                script, cwd=folder, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{text}{done.stdout}{done.stderr}"
            ran += 1
    assert ran == 4


def test_the_configuration_shown_is_the_project_s_own() -> None:
    shown = [
        text
        for language, _, text in BLOCK.findall((ROOT / "README.md").read_text("utf-8"))
        if language == "toml"
    ]
    assert shown
    for text in shown:
        assert text in (ROOT / "pyproject.toml").read_text("utf-8")


def test_links_lead_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text("utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"


def test_names_are_what_the_page_says() -> None:
    page = (ROOT / "docs" / "names.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \| (`.*?) \|", page, re.MULTILINE)
    pairs = [(re.findall("`(.*?)`", keys), re.findall("`(.*?)`", names)) for keys, names in rows]
    assert len(pairs) >= 8
    for keys, names in pairs:
        assert attribute_names(keys) == dict(zip(keys, names))
    assert f"`{attribute_names([''])['']}`" in page
