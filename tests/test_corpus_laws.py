"""The laws in every target, on documents nobody here wrote: of schemas in real use, of bug reports, of the official suite."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import DOUBT, TARGETS, Court, check_document
from nemcon.errors import SchemaError
from nemcon.pipeline import compiled
from places import CORPUS, needs_corpus
from test_suite import DIALECTS, SUITE, cases, files, remotes


def _manifest() -> list[dict[str, Any]]:
    path = CORPUS / "manifest.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else []


def _reports() -> list[dict[str, Any]]:
    path = CORPUS / "bug-reports" / "cases.jsonl"
    return [json.loads(it) for it in path.open(encoding="utf-8")] if path.is_file() else []


def _read(file: str) -> Any:
    return json.loads((CORPUS / file).read_text("utf-8"))


def _broken(schema: Any, documents: list[tuple[Any, bool | None]], **options: Any) -> list[str]:
    """The laws that any target breaks on these documents, each with its verdict."""
    made = compiled(schema, name="case", targets=TARGETS, **options)
    court = Court(made.package.load(), TARGETS, defaults_of(made.graph), {})
    found = [it for document, valid in documents for it in check_document(court, document, valid)]
    return [str(it) for it in found if it.law != DOUBT]


@needs_corpus
@pytest.mark.parametrize("entry", _manifest(), ids=lambda it: it["name"])
def test_schemas_in_real_use(entry: dict[str, Any]) -> None:
    documents = [(_read(it["file"]), it["valid"]) for it in entry["instances"]]
    resources = {it["uri"]: _read(it["file"]) for it in entry.get("refs", ())}
    place = f"{CORPUS / entry['schema']}{entry.get('root', '')}"
    if entry.get("unresolved"):
        with pytest.raises(SchemaError):
            _broken(place, documents, resources=resources)
    else:
        assert _broken(place, documents, resources=resources) == []


@needs_corpus
@pytest.mark.parametrize("case", _reports(), ids=lambda it: it["id"])
def test_bug_reports(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    path.write_text(json.dumps(case["schema"]), "utf-8")
    place = f"{path}{case.get('pointer') or ''}"
    documents = [(it["data"], it["valid"]) for it in case["instances"]]
    assert _broken(place, documents) == []
    asserted = [
        (it["data"], it.get("valid_if_format_asserted", it["valid"])) for it in case["instances"]
    ]
    assert _broken(place, asserted, assert_formats=True) == []


@pytest.mark.parametrize("path", files())
def test_the_official_suite(path: Path) -> None:
    draft, *folders = path.relative_to(SUITE / "tests").parts
    broken: list[str] = []
    for description, schema, tests in cases(path):
        broken += [
            f"{description}: {it}"
            for it in _broken(
                schema,
                [(it["data"], it["valid"]) for it in tests],
                resources=remotes(),
                dialect=DIALECTS[draft],
                assert_formats="format" in folders,
            )
        ]
    assert not broken, "\n".join(broken)
