"""The list of changes that `make tamper` tries has to fit the templates as they are; one of them is tried here."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from places import ROOT
from tamper import CHANGES, Change, apply, seen_by


@pytest.mark.parametrize("change", CHANGES, ids=lambda it: it.law)
def test_the_text_to_break_is_there(change: Change, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "templates", tmp_path / "templates")
    apply(change, tmp_path / "templates")


@pytest.mark.tools
def test_a_broken_template_turns_the_tests_red(tmp_path: Path) -> None:
    (change,) = (it for it in CHANGES if it.law == "what is absent becomes null in dataclasses")
    assert any("unset" in name for name in seen_by(change, tmp_path, ["tests/test_canonical.py"]))
