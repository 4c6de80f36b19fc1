"""Our errors against those of jsonschema: the same places and keywords, or a difference that docs/errors.md explains."""

from __future__ import annotations

import json
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


def _unexplained(theirs: list[Any], ours: list[Any], draft: str) -> Iterator[str]:
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
        if keyword in REST and any(_is_within(at, place) for at, _ in found):
            continue
        yield f"only theirs: {place} {keyword}"
    for error in ours:
        fault = (error.instance_location, error.keyword)
        if fault in named or _is_ours_alone(error, named, draft):
            continue
        yield f"only ours: {fault}"


def _is_within(at: str, place: str) -> bool:
    return at == place or at.startswith(f"{place}/")


def _is_ours_alone(error: Any, named: set[Fault], draft: str) -> bool:
    """The kinds of docs/errors.md in which we say more, or say it with another keyword."""
    at, keyword = error.instance_location, error.keyword
    parent = at.rpartition("/")[0]
    false = {place for place, word in named if word == "false schema"}
    if at in false or (keyword == "false schema" and parent in false):
        return True  # 2: `false`
    for place, word in named:
        if word in REST and f"/{word}" in error.keyword_location and _is_within(at, place):
            return True  # 3: `unevaluated*` with a schema
    if "/dependencies" in error.keyword_location and draft in ("draft2019-09", "draft2020-12"):
        return True  # 5: `dependencies` from 2019-09 on
    counts = {"contains", "minContains", "maxContains"}
    return keyword in counts and any(place == at and word in counts for place, word in named)  # 6


CANNOT_TELL = {
    "AcceptedError": {"dependencies-compatibility.json"},  # ignores `dependencies` from 2019-09 on
    "PatternError": {"pattern.json"},  # Python's `re` has no `\\p{..}`
    "error": {"pattern.json"},  # the same, as it was called before Python 3.13
    "TypeError": {
        "enum.json",
        "id.json",
        "infinite-loop-detection.json",
        "ref.json",
        "refRemote.json",
    },
}
"""What jsonschema cannot take, by the error it raises (AcceptedError: none), and where: its registry reads booleans of the
later drafts' documents as draft 4, which has none."""


def _reference(schema: Any, draft: str) -> Any:
    uri = test_suite.DIALECTS[draft]
    resources = [
        (name, Resource.from_contents(text, default_specification=specification_with(uri)))
        for name, text in test_suite.remotes().items()
        if draft != "draft4" or (isinstance(text, dict) and "$defs" not in text)
    ]
    kind = jsonschema.validators.validator_for({"$schema": uri})
    own = schema if isinstance(schema, bool) else {"$schema": uri, **schema}
    return kind(own, registry=Registry().with_resources(resources))


def _differences(path: Path) -> Iterator[str]:
    draft = path.relative_to(test_suite.SUITE / "tests").parts[0]
    for description, schema, tests in test_suite.cases(path):
        try:
            text = validator_text(
                schema, resources=test_suite.remotes(), dialect=test_suite.DIALECTS[draft]
            )
        except SchemaError as error:
            raise AssertionError(f"{description}: {error}") from None
        module = load(text)
        for test in tests:
            if test["valid"]:
                continue
            ours = list(module.iter_errors(test["data"]))
            try:
                theirs = list(_reference(schema, draft).iter_errors(test["data"]))
                why = "AcceptedError"
            except Exception as error:
                theirs, why = [], type(error).__name__
            if not theirs:
                if path.name not in CANNOT_TELL.get(why, ()):
                    yield f"{description}, {test['description']}: jsonschema: {why}"
                continue
            for line in _unexplained(theirs, ours, draft):
                yield f"{description}, {test['description']}: {line}"


def _judged() -> list[Any]:
    """The files of the suite that jsonschema decides as the specification does: its patterns are Python's, its formats
    hang on what is installed, and it asserts no content. tests/test_suite.py holds our verdicts on the others.
    """
    return [
        it
        for it in test_suite.files()
        if it.values[0] is None or not ELSEWHERE & set(it.values[0].parts)
    ]


@pytest.mark.parametrize("path", _judged())
def test_the_suite(path: Path) -> None:
    wrong = list(_differences(path))
    assert not wrong, "\n" + "\n".join(wrong)


SCHEMAS = test_suite.SUITE.parent / "schemas"
DRAFTS = {
    "draft-04": "draft4",
    "draft-06": "draft6",
    "draft-07": "draft7",
    "none (taken as draft-07)": "draft7",
    "2019-09": "draft2019-09",
    "2020-12": "draft2020-12",
}
NOT_COMPARED = {
    "ss-circleciconfig": "a reference leads outside of what is given",
    "ss-global": "one of its patterns is none that Python's `re` takes",
}


def _manifest() -> list[dict[str, Any]]:
    path = SCHEMAS.parent / "manifest.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else []


def _real() -> list[Any]:
    """The schemas of the drafts that jsonschema knows: those of OpenAPI documents are in none of them."""
    if not _manifest():
        # These schemas are other people's and not in the project, which is tested without them too.
        absent = pytest.mark.skip(reason=f"no schemas in {SCHEMAS}: set NEMCON_SUITE")
        return [pytest.param({}, marks=absent, id="absent")]
    return [
        pytest.param(entry, id=entry["name"])
        for entry in _manifest()
        if entry["draft"] in DRAFTS and entry["name"] not in NOT_COMPARED
    ]


def _read(file: str) -> Any:
    return json.loads((SCHEMAS.parent / file).read_text("utf-8"))


@pytest.mark.parametrize("entry", _real())
def test_real_schemas(entry: dict[str, Any]) -> None:
    draft = DRAFTS[entry["draft"]]
    uri = test_suite.DIALECTS[draft]
    schema = _read(entry["schema"])
    others = {it["uri"]: _read(it["file"]) for it in entry.get("refs", ())}
    module = load(validator_text(schema, resources=others, dialect=uri))
    known = [
        (name, Resource.from_contents(it, default_specification=specification_with(uri)))
        for name, it in others.items()
    ]
    kind = jsonschema.validators.validator_for({"$schema": uri})
    reference = kind(schema, registry=Registry().with_resources(known))
    wrong: list[str] = []
    for instance in entry["instances"]:
        if instance["valid"] is None:
            continue
        document = _read(instance["file"])
        ours = list(module.iter_errors(document))
        assert module.is_valid(document) is instance["valid"] is (not ours), instance["file"]
        if ours:
            theirs = list(reference.iter_errors(document))
            assert theirs, instance["file"]
            wrong += [f"{instance['file']}: {line}" for line in _unexplained(theirs, ours, draft)]
    assert not wrong, "\n" + "\n".join(wrong[:40])


def test_nothing_is_left_out_in_silence() -> None:
    drafts = {entry["draft"] for entry in _manifest()} - DRAFTS.keys()
    assert all(draft.startswith("openapi-") for draft in drafts), drafts
