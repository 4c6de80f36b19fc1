"""The lines that a small edit of a schema changes in the generated modules."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from statistics import median

from benchmarks.diff_locality.edits import GROUPS
from benchmarks.diff_locality.measure import Effect, effects, schemas
from benchmarks.report import Table

PEERS = ("datamodel-code-generator", "fastjsonschema")


def tables() -> list[Table]:
    every = schemas()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = [it for some in pool.map(effects, every, every.values()) for it in some]
    modules = sorted({it.module for it in found} - set(PEERS))
    table = Table(
        "Small edits, small diffs",
        f"Changed lines in a module after an edit of one line: the median, and the mean behind it; a line that came, went or became another counts once. "
        f"{len({it.edit for it in found})} edits of {len(every)} schemas. datamodel-code-generator makes dataclasses, fastjsonschema a validator. "
        "Goals: a median of at most 2 for a changed constraint; 0 when only an order changes; no name goes that has nothing to do with the edit.",
        ["edit of", "edits made", *modules, *PEERS],
    )
    for group in GROUPS:
        here = [it for it in found if it.group == group]
        made = len({(it.schema, it.edit) for it in here})
        table.add(group, str(made), *(_cell(here, module) for module in (*modules, *PEERS)))
    table.add("unrelated names gone", "", *(_lost(found, module) for module in (*modules, *PEERS)))
    return [table]


def _cell(effects: Iterable[Effect], module: str) -> str:
    lines = [it.lines for it in effects if it.module == module]
    return f"{median(lines):g} ({sum(lines) / len(lines):.1f})" if lines else "-"


def _lost(effects: Iterable[Effect], module: str) -> str:
    return str(sum(len(it.lost) for it in effects if it.module == module))
