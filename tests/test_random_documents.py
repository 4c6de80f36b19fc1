"""Documents drawn at random never divide the validator, the targets and a referee; `random_documents.py` draws many more."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from nemcon.agree.laws import check_document
from nemcon.records import replace
from places import ROOT, SCHEMA
from random_documents import Drawing, Subject, disagreements, subject
from target_cases import CASES

OWN = {path.stem: path for path in (SCHEMA, ROOT / "schema" / "nemcon_configuration.schema.json")}


@cache
def _subject(name: str, enums: str) -> Subject:
    if name in OWN:
        return subject(name, OWN[name], enums=enums)
    schema, accepted, refused = CASES[name]
    return subject(name, schema, [*accepted, *refused], enums=enums)


@pytest.mark.parametrize("enums", ["literal", "enum"])
@pytest.mark.parametrize("name", [*OWN, *CASES])
def test_nobody_dissents(name: str, enums: str) -> None:
    found = disagreements(_subject(name, enums), 300 if name in OWN else 40, seed=1)
    assert [str(it) for it in found] == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.sampled_from([*OWN]))
def test_nobody_dissents_on_what_hypothesis_draws(random: Random, name: str) -> None:
    one = _subject(name, "literal")
    document = Drawing(one.documents, random).document()
    assert [str(it) for it in check_document(one.court, document) if it.law != "referees"] == []


def test_a_dissenter_is_noticed() -> None:
    class Lax:
        def __getattr__(self, name: str) -> Any:
            return getattr(one.court.package.validator, name)

        def is_valid(self, value: Any) -> bool:
            return isinstance(value, dict) or bool(one.court.package.validator.is_valid(value))

    class Package:
        validator = Lax()

    one = _subject("closed", "literal")
    court = replace(one.court, package=Package(), targets=("validator",))
    wrong = Subject(one.name, court, one.documents)
    found = [it for it in disagreements(wrong, 200, seed=1)]
    assert found and {it.law for it in found} == {"one verdict"}
