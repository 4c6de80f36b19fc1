"""models.decode, from bytes to dataclasses."""

from __future__ import annotations

import json
import sys
from typing import Any

from documents import DOCUMENTS
from nemcon import generate
from places import SCHEMA
from streaming_choice_response import models

from benchmarks import peers
from benchmarks.measure import geometric, in_process
from benchmarks.report import Table, microseconds

SHAPES = (
    "text delta",
    "tool calls",
    "logprobs and usage",
    "content parts",
    "everything at once",
    "unknown keys",
)
PEERS = ("pydantic", "cattrs", "mashumaro")
ALONE, WITH = "standard library alone", "with msgspec"


def tables() -> list[Table]:
    table = Table(
        "Decoding into dataclasses",
        "Goals: the standard library alone at most 2.0 of bare `json.loads` on every shape; with msgspec and structs.py, which decodes "
        "documents without unknown keys, at most 0.6 of the fastest of pydantic `model_validate_json`, cattrs and mashumaro (these two with orjson), none "
        "of which checks what the schema says.",
        ["document", ALONE, "json.loads", WITH, *PEERS],
    )
    functions = {
        ALONE: _alone().decode,
        "json.loads": json.loads,
        WITH: models.decode,
        "pydantic": peers.pydantic_decode(),
        "cattrs": peers.cattrs_decode(),
        "mashumaro": peers.mashumaro_decode(),
    }
    ratios: dict[str, list[float]] = {name: [] for name in ("json.loads", *PEERS)}
    for shape in SHAPES:
        data = json.dumps(DOCUMENTS[shape][0]).encode()
        working = peers.working(functions, data)
        times = in_process({name: (function, data) for name, function in working.items()})
        cells = {name: "-" for name in ratios}
        for name in ratios:
            if name in working:
                ours = ALONE if name == "json.loads" else WITH
                ratios[name].append(times.ratio(ours, name))
                cells[name] = f"{ratios[name][-1]:.2f}"
        loads, *others = cells.values()
        table.add(shape, microseconds(times[ALONE]), loads, microseconds(times[WITH]), *others)
    loads, *others = [geometric(found) if found else "-" for found in ratios.values()]
    table.add("geometric mean", "", loads, "", *others)
    return [table]


def _alone() -> Any:
    """The module as it is where msgspec is not installed."""
    alone = generate(SCHEMA, targets=("models",)).load().models
    found = sys.modules.get("msgspec")
    # None has the import fail as if msgspec were not installed; its type allows for modules alone.
    sys.modules["msgspec"] = None  # type: ignore[assignment]
    try:
        alone.decode(b'{"index": 0, "delta": {"role": "user"}}')
    finally:
        if found is None:
            del sys.modules["msgspec"]
        else:
            sys.modules["msgspec"] = found
    return alone
