"""What every generated package passes: mypy --strict, pyright strict, ruff, black. One run of each for all packages."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from nemcon import generate
from nemcon.agree.laws import TARGETS
from target_cases import CASES
from test_enums import SCHEMA

pytestmark = pytest.mark.tools


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packages")
    for name, (schema, _, _) in {**CASES, "enumerations": (SCHEMA, [], [])}.items():
        for version, enums in (((3, 10), "literal"), ((3, 13), "enum")):
            package = generate(
                schema,
                name=f"{name.replace(' ', '_').replace(',', '')}_{version[1]}",
                targets=TARGETS,
                python=version,
                enums=enums,
            )
            place = made / package.name
            place.mkdir()
            for file, text in package.files.items():
                (place / file).write_text(text, "utf-8")
    return made


def _passes(folder: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"


def test_mypy(folder: Path) -> None:
    _passes(folder, "mypy", "--strict", "--no-incremental", ".")


def test_pyright(folder: Path) -> None:
    settings = folder / "pyrightconfig.json"
    settings.write_text('{"typeCheckingMode": "strict", "enableTypeIgnoreComments": false}')
    _passes(folder, "pyright", "--pythonpath", sys.executable)


def test_ruff(folder: Path) -> None:
    _passes(
        folder,
        "ruff",
        "check",
        "--isolated",
        "--no-cache",
        "--select",
        "E4,E7,E9,F,B,I,RUF022,TC004",
        ".",
    )


def test_black(folder: Path) -> None:
    _passes(folder, "black", "--check", "--quiet", "--config", "/dev/null", ".")
