"""The wheel, installed in an empty environment in another folder; and the editable install, which follows its templates."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from nemcon import generate
from places import ROOT, SCHEMA

pytestmark = pytest.mark.tools

SOURCES = ("generator", "templates", "pyproject.toml", "README.md", "LICENSE")


def _run(*command: str | Path, folder: Path) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources alone: nothing of the checkout around them can help."""
    folder = tmp_path_factory.mktemp("sources")
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy2(ROOT / name, folder / name)
    return folder


def _environment(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    return folder / "bin" / "python"


def test_a_wheel_is_all_that_is_needed(sources: Path, tmp_path: Path) -> None:
    _run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        tmp_path,
        sources,
        folder=tmp_path,
    )
    (wheel,) = tmp_path.glob("nemcon-*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    templates = {
        f"nemcon/templates/{path.relative_to(sources / 'templates').as_posix()}"
        for path in (sources / "templates").rglob("*")
        if path.is_file()
    }
    assert templates <= inside
    python = _environment(tmp_path / "empty")
    _run(python, "-m", "pip", "install", "--quiet", wheel, folder=tmp_path)
    shutil.copy2(SCHEMA, tmp_path)
    _run(python.with_name("nemcon"), "generate", SCHEMA.name, "--out", "made", folder=tmp_path)
    made = tmp_path / "made" / "streaming_choice_response"
    found = {path.name: path.read_bytes().decode() for path in made.iterdir()}
    assert found == generate(SCHEMA).files
    code = f"from nemcon import generate; print(generate({SCHEMA.name!r}).load().validator.is_valid(1))"
    assert _run(python, "-c", code, folder=tmp_path) == "False\n"


def test_an_editable_install_picks_up_an_edited_template_at_once(
    sources: Path, tmp_path: Path
) -> None:
    python = _environment(tmp_path / "editable")
    _run(python, "-m", "pip", "install", "--quiet", "--editable", sources, folder=tmp_path)
    code = "from nemcon import generate; print(generate(True).files['validator.py'])"
    before = _run(python, "-c", code, folder=tmp_path)
    template = sources / "templates" / "validator" / "validator.py.jinja"
    mark = "# A line that was not there.\n"
    template.write_text(template.read_text("utf-8") + mark, "utf-8")
    after = _run(python, "-c", code, folder=tmp_path)
    assert mark in after
    assert mark not in before
