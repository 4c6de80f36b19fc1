"""Every edit of a schema, with the lines that it changes in each module of each generator."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from places import CORPUS, ROOT

from benchmarks.diff_locality.edits import ADDED, EDITS, Edit, edited
from benchmarks.diff_locality.generators import GENERATORS, Made
from benchmarks.diff_locality.lines import Unrelated, changed, unrelated_names

OWN = ("streaming_choice_response", "nemcon_configuration")
REAL = (
    "mcp-2025-06-18-CallToolResult",
    "mcp-2026-07-28-CreateMessageRequest",
    "ss-abc-inventory-module-data-5.3.0",
    "ss-appveyor",
    "ss-band-manifest",
    "ss-evidence-bundle",
    "ss-mongodb-atlas-search-index-definition",
    "ss-sigrid-scope-file.schema",
    "ss-uxp-manifest-5",
    "ss-vespertide-model",
)


@dataclass(frozen=True)
class Effect:
    """What an edit of a schema does to a module: changed lines, and names that came or went beside it."""

    schema: str
    group: str
    edit: str
    module: str
    lines: int
    names: Unrelated


def schemas() -> dict[str, Any]:
    """The project's own schemas, and those of the corpus where it is there."""
    paths = {name: ROOT / "schema" / f"{name}.schema.json" for name in OWN}
    paths.update((name, path) for name, path in _corpus() if name in REAL)
    return {name: json.loads(path.read_text("utf-8")) for name, path in paths.items()}


def _corpus() -> Iterator[tuple[str, Path]]:
    manifest = CORPUS / "manifest.json"
    for entry in json.loads(manifest.read_text("utf-8")) if manifest.is_file() else ():
        yield entry["name"], CORPUS / entry["schema"]


ALWAYS = ("constraint changed", "name", "order")
"""Groups whose edits are made to every schema; of the others each real schema gets every third."""


def _wanted(name: str, number: int, edit: Edit) -> bool:
    return name in OWN or edit.group in ALWAYS or (REAL.index(name) + number) % 3 == 0


def effects(name: str, schema: Any) -> list[Effect]:
    """What the edits do for which the schema has a place."""
    before = _made(schema)
    found: list[Effect] = []
    for number, edit in enumerate(EDITS):
        made = edited(schema, edit) if _wanted(name, number, edit) else None
        if made is None:
            continue
        after = _made(made.schema)
        for module, text in before.items():
            if module in after:
                lines = changed(text, after[module])
                python = not module.endswith(".json")
                about = (*made.about, *ADDED)
                names = unrelated_names(text, after[module], about) if python else Unrelated()
                found.append(Effect(name, edit.group, edit.name, module, lines, names))
    return found


def _made(schema: Any) -> Made:
    """What all generators make of a schema; a peer that cannot take it is left out."""
    found: Made = {}
    for generate in GENERATORS:
        try:
            found.update(generate(schema))
        except Exception:
            if generate is GENERATORS[0]:
                raise
    return found
