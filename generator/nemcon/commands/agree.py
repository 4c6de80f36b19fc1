"""`nemcon agree`: the laws, run on a schema's own package and shown as a matrix."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import LAWS, TARGETS, Court, Disagreement, check_document
from nemcon.agree.referee import referees
from nemcon.commands.options import chosen, loaded, make, schema_options
from nemcon.config import Settings
from nemcon.errors import UsageError
from nemcon.read.graph import JSON

SHOWN = 5
"""At most this many disagreements are shown in full."""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("schemas", nargs="*", metavar="SCHEMA", help="the schemas (those configured)")
    parser.add_argument("--documents", action="append", default=[], metavar="FILE", help="more documents: NDJSON, or JSON")
    schema_options(parser)


def run(found: argparse.Namespace) -> int:
    more = [document for file in found.documents for document in read_documents(Path(file))]
    failed = False
    for settings in chosen(found, found.schemas):
        failed = _agree(settings, more) or failed
    return 1 if failed else 0


def _agree(settings: Settings, more: list[JSON]) -> bool:
    """Prints the matrix of one package; whether anything disagrees."""
    from nemcon.read import read_schema

    package = make(settings)
    graph = read_schema(
        settings.source,
        resources=loaded(settings),
        dialect=settings.dialect,
        assert_formats=settings.assert_formats,
    )
    modules = package.load()
    targets = [target for target in TARGETS if f"{target}.py" in package.files]
    court = Court(modules, targets, defaults_of(graph), referees(graph))
    found: list[Disagreement] = []
    counts: Counter[bool] = Counter()
    labelled = list(_fixtures(package.files))
    for document, expected in [*labelled, *((document, None) for document in more)]:
        found.extend(check_document(court, document, expected))
        counts[modules.validator.is_valid(document)] += 1
    print(matrix(package.name, targets, found, counts, sorted(court.referees)))
    for disagreement in found[:SHOWN]:
        print(f"  {disagreement}")
    if len(found) > SHOWN:
        print(f"  and {len(found) - SHOWN} more")
    return bool(found)


def matrix(
    name: str, targets: list[str], found: list[Disagreement], counts: Counter[bool], judges: list[str]
) -> str:
    """The table of targets against laws: how many documents kept each law, and how many broke it."""
    total, accepted = counts[True] + counts[False], counts[True]
    broken = Counter((it.target, it.law) for it in found)
    over = {"one verdict": total, "nothing lost": accepted, "true annotations": accepted, "one error": total - accepted}
    lines = [f"{name}: {accepted} documents accepted, {total - accepted} refused; referees: {', '.join(judges)}"]
    lines.append("  ".join(["".ljust(12), *(law.ljust(18) for law in LAWS)]).rstrip())
    for target in targets:
        cells = []
        for law in LAWS:
            bad = broken[target, law]
            skipped = target == "validator" and law in ("nothing lost", "true annotations")
            cells.append("-" if skipped else f"{bad} BROKEN" if bad else f"ok {over[law]}")
        lines.append("  ".join([target.ljust(12), *(cell.ljust(18) for cell in cells)]).rstrip())
    return "\n".join(lines)


def _fixtures(files: Any) -> Iterator[tuple[JSON, bool | None]]:
    """The documents of fixtures.json that are about the whole schema, with their verdicts."""
    for group in json.loads(files.get("fixtures.json", "[]")):
        if group["schema"] == {"$ref": "schema.json"}:
            for test in group["tests"]:
                yield test["data"], test["valid"]


def read_documents(path: Path) -> Iterator[JSON]:
    """The documents of a file: one JSON document, or one a line. Raises UsageError for what is neither."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: cannot be read: {error}") from None
    try:
        yield json.loads(text)
        return
    except ValueError:
        pass
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield json.loads(line)
            except ValueError as error:
                raise UsageError(f"{path}:{number}: this is not JSON: {error}") from None
