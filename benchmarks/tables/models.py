"""models.decode, from bytes to dataclasses."""

from __future__ import annotations

import json

from documents import DOCUMENTS
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
PEERS = ("json.loads", "pydantic", "cattrs", "mashumaro")


def tables() -> list[Table]:
    table = Table(
        "Decoding into dataclasses",
        "Goals: the standard library alone at most 2.0 of bare `json.loads` on every shape; at most 0.6 of the fastest of pydantic "
        "`model_validate_json`, cattrs and mashumaro (these two with orjson), none of which checks what the schema says.",
        ["document", "ours", *PEERS],
    )
    functions = {
        "ours": models.decode,
        "json.loads": json.loads,
        "pydantic": peers.pydantic_decode(),
        "cattrs": peers.cattrs_decode(),
        "mashumaro": peers.mashumaro_decode(),
    }
    ratios: dict[str, list[float]] = {name: [] for name in PEERS}
    for shape in SHAPES:
        data = json.dumps(DOCUMENTS[shape][0]).encode()
        working = peers.working(functions, data)
        times = in_process({name: (function, data) for name, function in working.items()})
        cells = []
        for name in PEERS:
            if name in working:
                ratios[name].append(times.ratio("ours", name))
            cells.append(f"{ratios[name][-1]:.2f}" if name in working else "-")
        table.add(shape, microseconds(times["ours"]), *cells)
    table.add(
        "geometric mean", "", *(geometric(ratios[name]) if ratios[name] else "-" for name in PEERS)
    )
    return [table]
