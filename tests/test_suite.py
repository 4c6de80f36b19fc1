"""The official JSON Schema test suite, read from where it lies: none of its text is in this project.

It is looked for in the folder that NEMCON_SUITE names, else in `../shared/corpus/suite` beside the checkout.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from compiled import load, validator_text, verdict
from nemcon.errors import SchemaError

SUITE = Path(
    os.environ.get("NEMCON_SUITE") or Path(__file__).parents[2] / "shared" / "corpus" / "suite"
)
DIALECTS = {
    "draft4": "http://json-schema.org/draft-04/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft7": "http://json-schema.org/draft-07/schema#",
    "draft2019-09": "https://json-schema.org/draft/2019-09/schema",
    "draft2020-12": "https://json-schema.org/draft/2020-12/schema",
}
REMOTES = "http://localhost:1234/"
ABSENT = f"the JSON Schema test suite is not in {SUITE}: set NEMCON_SUITE to a checkout of it"

REFUSED: dict[tuple[str, str], str] = {}
"""Groups that cannot be met without a dependency, by file and description: why the schema is refused instead."""


def files() -> list[Any]:
    if not (SUITE / "tests").is_dir():
        return [pytest.param(None, marks=pytest.mark.skip(reason=ABSENT), id="absent")]
    paths = [
        path for draft in DIALECTS for path in sorted((SUITE / "tests" / draft).rglob("*.json"))
    ]
    return [pytest.param(path, id=path.relative_to(SUITE / "tests").as_posix()) for path in paths]


@cache
def remotes() -> dict[str, Any]:
    folder = SUITE / "remotes"
    return {
        REMOTES + path.relative_to(folder).as_posix(): json.loads(path.read_text("utf-8"))
        for path in sorted(folder.rglob("*.json"))
    }


def cases(path: Path) -> Iterator[tuple[str, Any, list[dict[str, Any]]]]:
    for group in json.loads(path.read_text("utf-8")):
        yield group["description"], group["schema"], group["tests"]


def _wrong(path: Path, schema: Any, tests: list[dict[str, Any]]) -> Iterator[str]:
    draft = path.relative_to(SUITE / "tests").parts[0]
    module = load(
        validator_text(
            schema,
            resources=remotes(),
            dialect=DIALECTS[draft],
            assert_formats="format" in path.relative_to(SUITE).parts,
        )
    )
    for test in tests:
        try:
            answer: object = verdict(module, test["data"])
        except Exception as problem:
            answer = f"{type(problem).__name__}: {problem}"
        if answer is not test["valid"]:
            yield f"{test['description']}: {answer}, not {test['valid']}"


@pytest.mark.parametrize("path", files())
def test_every_verdict_is_that_of_the_suite(path: Path) -> None:
    relative = path.relative_to(SUITE / "tests").as_posix()
    wrong: list[str] = []
    for description, schema, tests in cases(path):
        if (relative, description) in REFUSED:
            with pytest.raises(SchemaError):
                next(_wrong(path, schema, tests), None)
            continue
        try:
            wrong += [f"{description}: {line}" for line in _wrong(path, schema, tests)]
        except Exception as problem:
            wrong.append(f"{description}: {type(problem).__name__}: {problem}")
    assert not wrong, "\n" + "\n".join(wrong)
