"""All errors of refused documents of the canonical schema."""

from __future__ import annotations

from typing import Any

from documents import DOCUMENTS
from streaming_choice_response import validator

from benchmarks import peers
from benchmarks.measure import geometric, in_process
from benchmarks.report import Table, microseconds


def tables() -> list[Table]:
    table = Table(
        "Errors: iter_errors on refused documents",
        "Goal: at most 0.05 of jsonschema's iter_errors.",
        ["document", "ours", "jsonschema"],
    )
    peer = peers.jsonschema(peers.CANONICAL)

    def ours(value: Any) -> object:
        return list(validator.iter_errors(value))

    def theirs(value: Any) -> object:
        return list(peer.iter_errors(value))

    ratios = []
    for name, (document, accepted) in DOCUMENTS.items():
        if not accepted:
            times = in_process({"ours": (ours, document), "jsonschema": (theirs, document)})
            ratios.append(times.ratio("ours", "jsonschema"))
            table.add(name, microseconds(times["ours"]), f"{ratios[-1]:.3g}")
    table.add("geometric mean", "", f"{geometric(ratios):.3g}")
    return [table]
