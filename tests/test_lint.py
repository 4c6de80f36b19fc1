"""Formatting, lint and types of the project and of the package it has generated: what `make lint` runs."""

from __future__ import annotations

import subprocess
import sys

import pytest
from places import ROOT

pytestmark = pytest.mark.tools

OWN = ("generator", "tests", "examples", "benchmarks")
COMMANDS = {
    "black": ("black", "--check", "--quiet", *OWN),
    "black on generated code": (
        "black",
        "--check",
        "--quiet",
        "--config",
        "/dev/null",
        "generated",
    ),
    "ruff": ("ruff", "check", "--no-cache", "--quiet", *OWN),
    "ruff on generated code": (
        "ruff",
        "check",
        "--isolated",
        "--no-cache",
        "--quiet",
        "--select",
        "E4,E7,E9,F,B",
        "generated",
    ),
    "mypy": ("mypy", "--no-incremental"),
    "pyright": ("pyright", "--pythonpath", sys.executable),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_project_passes(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *COMMANDS[name]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"
