"""The lines that a small edit of a schema changes in the generated modules."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from statistics import median

from benchmarks.diff_locality.edits import GROUPS
from benchmarks.diff_locality.measure import Effect, effects, schemas
from benchmarks.report import Table

NAMES = {
    "unrelated public names that came or went": ("public",),
    "unrelated private names renamed": ("renamed",),
    "private names that came or went elsewhere": ("came", "went"),
}
PEERS = ("datamodel-code-generator", "fastjsonschema")


def tables() -> list[Table]:
    every = schemas()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        return [table_of([it for some in pool.map(effects, every, every.values()) for it in some])]


def table_of(found: Sequence[Effect]) -> Table:
    """The table of what all edits did."""
    modules = sorted({it.module for it in found} - set(PEERS))
    table = Table(
        "Small edits, small diffs",
        f"Changed lines in a module after an edit of one line: the median, and the mean behind it; a line that came, went or "
        f"became another counts once. {len({it.edit for it in found})} edits, of {len({it.schema for it in found})} schemas; "
        "datamodel-code-generator makes dataclasses, fastjsonschema a validator. Goals: a median of at most 2 a module for a "
        "changed constraint; 0 when only an order changes (`schema.json` and the digests in `manifest.json` follow the schema "
        "and are not counted); no unrelated name changes (a name is related when it is made of the names of the edited place: that of the property or definition, of what holds it, or of what an edit adds). What is unrelated is counted by its kind, over all edits: a public name that came or went; a private definition that went and came again under another name; and private functions and tables elsewhere that the edit made needed or needless (`uniqueItems` in one schema's union, which msgspec cannot check, ends the decoding by Structs there, and with it every `_take_...` of models.py). `of all`: the median over all modules of the packages. A validator says a constraint twice: in the condition of the answer, and in that of the report, whose message speaks of it by name.",
        ["edit of", "edits made", "of all", *modules, *PEERS],
    )
    for group in GROUPS:
        here = [it for it in found if it.group == group]
        made = len({(it.schema, it.edit) for it in here})
        ours = [it.lines for it in here if it.module in modules]
        cells = [_cell(here, module) for module in (*modules, *PEERS)]
        table.add(group, str(made), f"{median(ours):g}" if ours else "-", *cells)
    for title, kinds in NAMES.items():
        table.add(title, "", "", *(_names(found, module, kinds) for module in (*modules, *PEERS)))
    return table


def _cell(effects: Iterable[Effect], module: str) -> str:
    lines = [it.lines for it in effects if it.module == module]
    return f"{median(lines):g} ({sum(lines) / len(lines):.1f})" if lines else "-"


def _names(effects: Iterable[Effect], module: str, kinds: Iterable[str]) -> str:
    found = [it.names for it in effects if it.module == module]
    return str(sum(len(getattr(it, kind)) for it in found for kind in kinds))
