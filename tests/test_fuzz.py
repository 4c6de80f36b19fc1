"""A short run of what `tests/fuzz.py` does for hours: reader, validator and decoders on whatever comes."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from fuzzing import ASKED, Drawn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from places import ROOT

EXAMPLES = {"reader": 60, "validator": 600, "decoders": 600}


@pytest.mark.parametrize("part", ASKED)
def test_whatever_comes_gets_a_clean_answer(part: str) -> None:
    @settings(
        max_examples=EXAMPLES[part],
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
    @given(st.data())
    def ask(data: st.DataObject) -> None:
        ASKED[part](Drawn(data.draw))

    ask()


# The engine is a native extension: without a wheel, installing it takes a compiler of its own.
@pytest.mark.tools
@pytest.mark.skipif(
    importlib.util.find_spec("atheris") is None,
    reason="atheris has no wheel for this machine and Python (see pyproject.toml)",
)
@pytest.mark.parametrize("part", ASKED)
def test_guided_by_coverage(part: str, tmp_path: Path) -> None:
    command = [sys.executable, "tests/fuzz.py", part, "--seconds", "8", "--findings", str(tmp_path)]
    paths = [str(ROOT / "generator"), os.environ.get("PYTHONPATH", "")]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        capture_output=True,
        text=True,
        check=False,
    )
    found = {path.name: path.read_text("utf-8") for path in tmp_path.glob("*.txt")}
    assert not found, "\n".join(found.values())
    assert done.returncode == 0, done.stderr[-2_000:]
