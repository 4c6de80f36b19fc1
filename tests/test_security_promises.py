"""SECURITY.md names the tests that hold its promises: each of them exists, and every promise has one."""

from __future__ import annotations

import re

from places import ROOT

TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
PROMISES = re.split(r"^\d+\. ", TEXT, flags=re.MULTILINE)[1:]


def _tests() -> set[str]:
    return {
        name
        for path in (ROOT / "tests").glob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }


def test_every_promise_names_a_test() -> None:
    assert len(PROMISES) == 15
    for promise in PROMISES:
        assert re.search(r"`test_\w+`", promise), promise.splitlines()[0]


def test_every_test_that_is_named_exists() -> None:
    assert set(re.findall(r"`(test_\w+)`", TEXT)) <= _tests()
    for path in re.findall(r"`(tests/\w+\.py)`", TEXT):
        assert (ROOT / path).is_file()
