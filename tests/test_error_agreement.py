"""Our errors against those of jsonschema: the same places and keywords, or a difference that docs/errors.md explains."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import test_suite
from compiled import load, validator_text
from nemcon.errors import SchemaError
from referencing import Registry, Resource
from referencing.jsonschema import specification_with

CHOICES = {"anyOf", "oneOf"}
REST = {"unevaluatedProperties", "unevaluatedItems"}
ELSEWHERE = {
    "format",
    "ecmascript-regex.json",
    "non-bmp-regex.json",
    "format-assertion.json",
    "content.json",
}
"""What jsonschema decides otherwise, or not at all: formats, and patterns that Python's `re` reads differently."""

Fault = tuple[str, str]


def _pointer(path: Any) -> str:
    return "".join("/" + str(token).replace("~", "~0").replace("/", "~1") for token in path)


def _fault(error: Any) -> Fault:
    return _pointer(error.absolute_path), error.validator or "false schema"


def _below(error: Any) -> Iterator[Fault]:
    """The error and all in its branches."""
    yield _fault(error)
    for inner in error.context or ():
        yield from _below(inner)


def _unexplained(theirs: list[Any], ours: list[Any]) -> Iterator[str]:
    found = {(error.instance_location, error.keyword) for error in ours}
    named: set[Fault] = set()
    for error in theirs:
        inside = set(_below(error))
        named |= inside
        place, keyword = _fault(error)
        if found & inside:
            continue
        if keyword == "false schema" and any(
            at.rpartition("/")[0] == place or at == place for at, _ in found
        ):
            continue
        if keyword in REST and (found - {(place, keyword)}):
            continue
        yield f"only theirs: {place} {keyword}"
    for error in ours:
        fault = (error.instance_location, error.keyword)
        if fault in named or _is_ours_alone(error, named):
            continue
        yield f"only ours: {fault}"


def _is_ours_alone(error: Any, named: set[Fault]) -> bool:
    """The kinds of docs/errors.md in which we say more, or say it with another keyword."""
    places = {at for at, keyword in named if keyword == "false schema"}
    rest = [at for at, keyword in named if keyword in REST]
    return (
        error.instance_location in places
        or error.keyword == "false schema"
        and error.instance_location.rpartition("/")[0] in places
        or any(f"/{keyword}" in error.keyword_location for keyword in REST if rest)
        or "/dependencies" in error.keyword_location
        or error.keyword in ("minContains", "maxContains")
        and any(keyword in ("contains", "minContains", "maxContains") for _, keyword in named)
    )


def _reference(schema: Any, draft: str) -> Any:
    uri = test_suite.DIALECTS[draft]
    resources = [
        (name, Resource.from_contents(text, default_specification=specification_with(uri)))
        for name, text in test_suite._remotes().items()
        if draft != "draft4" or (isinstance(text, dict) and "$defs" not in text)
    ]
    kind = jsonschema.validators.validator_for({"$schema": uri})
    own = schema if isinstance(schema, bool) else {"$schema": uri, **schema}
    return kind(own, registry=Registry().with_resources(resources))


def _differences(path: Path) -> Iterator[str]:
    draft = path.relative_to(test_suite.SUITE / "tests").parts[0]
    for description, schema, tests in test_suite._cases(path):
        try:
            text = validator_text(
                schema, resources=test_suite._remotes(), dialect=test_suite.DIALECTS[draft]
            )
        except SchemaError:
            continue
        module = load(text)
        for test in tests:
            if test["valid"]:
                continue
            try:
                theirs = list(_reference(schema, draft).iter_errors(test["data"]))
            except (ArithmeticError, RecursionError, TypeError, ValueError, re.error):
                continue  # a pattern or number it cannot take, or remotes of a later draft
            ours = list(module.iter_errors(test["data"]))
            if not theirs:
                continue
            for line in _unexplained(theirs, ours):
                yield f"{description}, {test['description']}: {line}"


def _judged() -> list[Any]:
    """The files of the suite that jsonschema decides as the specification does: its patterns are Python's, its formats
    hang on what is installed, and it asserts no content. tests/test_suite.py holds our verdicts on the others.
    """
    return [
        it
        for it in test_suite._files()
        if it.values[0] is None or not ELSEWHERE & set(it.values[0].parts)
    ]


@pytest.mark.parametrize("path", _judged())
def test_the_suite(path: Path) -> None:
    wrong = list(_differences(path))
    assert not wrong, "\n" + "\n".join(wrong)


SCHEMAS = test_suite.SUITE.parent / "schemas"


def _real() -> list[Any]:
    if not (SCHEMAS.parent / "manifest.json").is_file():
        return [
            pytest.param({}, marks=pytest.mark.skip(reason=f"no schemas in {SCHEMAS}"), id="absent")
        ]
    entries = json.loads((SCHEMAS.parent / "manifest.json").read_text("utf-8"))
    return [
        pytest.param(entry, id=entry["name"])
        for entry in entries
        if f"draft{entry['draft']}" in test_suite.DIALECTS and not entry.get("refs")
    ]


@pytest.mark.parametrize("entry", _real())
def test_real_schemas(entry: dict[str, Any]) -> None:
    draft = f"draft{entry['draft']}"
    path = SCHEMAS.parent / entry["schema"]
    schema = json.loads(path.read_text("utf-8"))
    module = load(validator_text(schema, dialect=test_suite.DIALECTS[draft]))
    kind = jsonschema.validators.validator_for({"$schema": test_suite.DIALECTS[draft]})
    wrong = []
    for instance in entry["instances"]:
        document = json.loads((SCHEMAS.parent / instance["file"]).read_text("utf-8"))
        if instance["valid"] is None:
            continue
        ours = list(module.iter_errors(document))
        assert module.is_valid(document) is instance["valid"] is (not ours), instance["file"]
        if ours:
            theirs = list(kind(schema).iter_errors(document))
            wrong += [f"{instance['file']}: {line}" for line in _unexplained(theirs, ours)]
    assert not wrong, "\n" + "\n".join(wrong[:40])
