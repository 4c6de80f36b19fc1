"""is_valid over schemas in real use, with their own valid documents."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from typing import Any

from nemcon import NemconError, generate
from places import CORPUS

from benchmarks import peers
from benchmarks.measure import geometric, in_process
from benchmarks.report import Table, microseconds

NAMES = ("corvus", "jsonschema-rs", "fastjsonschema")
SHOWN = 8


def tables() -> list[Table]:
    table = Table(
        "Validation: schemas in real use",
        "All valid documents of a schema in a row. Goals: corvus at most 0.7 in the geometric mean and 1.3 on each schema; "
        "fastjsonschema, where it works, at most 0.05. The slowest against corvus are shown.",
        ["schema", "ours", *NAMES],
    )
    rows = []
    for entry in _entries():
        row = _measured(entry)
        if row is not None:
            rows.append(row)
    rows.sort(key=lambda row: -row[2].get("corvus", 0))
    for name, seconds, ratios in rows[:SHOWN]:
        table.add(name, microseconds(seconds), *(_shown(ratios.get(peer)) for peer in NAMES))
    means = [[ratios[peer] for _, _, ratios in rows if peer in ratios] for peer in NAMES]
    table.add("schemas measured", str(len(rows)), *(str(len(found)) for found in means))
    table.add(
        "geometric mean", "", *(_shown(geometric(found) if found else None) for found in means)
    )
    return [table]


def _shown(ratio: float | None) -> str:
    return "-" if ratio is None else f"{ratio:.3g}"


def _entries() -> list[dict[str, Any]]:
    path = CORPUS / "manifest.json"
    if not path.is_file():
        return []
    entries: list[dict[str, Any]] = json.loads(path.read_text("utf-8"))
    return [entry for entry in entries if not str(entry.get("draft", "")).startswith("openapi")]


def _measured(entry: dict[str, Any]) -> tuple[str, float, dict[str, float]] | None:
    schema = json.loads((CORPUS / entry["schema"]).read_text("utf-8"))
    documents = [
        json.loads((CORPUS / it["file"]).read_text("utf-8"))
        for it in entry["instances"]
        if it["valid"] is True
    ]
    resources = {
        it["uri"]: json.loads((CORPUS / it["file"]).read_text("utf-8"))
        for it in entry.get("refs", ())
    }
    if not documents:
        return None
    try:
        package = generate(schema, targets=("validator",), resources=resources).load()
    except NemconError:
        return None
    functions: dict[str, Callable[[Any], bool]] = {"ours": package.validator.is_valid}
    for name, make in (
        ("corvus", lambda: peers.corvus(schema, resources)),
        ("jsonschema-rs", lambda: peers.jsonschema_rs(schema)),
        ("fastjsonschema", lambda: peers.fastjsonschema(schema)),
    ):
        with contextlib.suppress(Exception):
            function = make()
            if all(function(document) for document in documents):
                functions[name] = function
    times = in_process(
        {name: (_over(function), documents) for name, function in functions.items()}, seconds=0.01
    )
    return (
        entry["name"],
        times["ours"],
        {name: times.ratio("ours", name) for name in functions if name != "ours"},
    )


def _over(function: Callable[[Any], bool]) -> Callable[[list[Any]], None]:
    def run(documents: list[Any]) -> None:
        for document in documents:
            function(document)

    return run
