"""is_valid on parsed documents of the canonical schema."""

from __future__ import annotations

from documents import DOCUMENTS
from streaming_choice_response import validator

from benchmarks import peers
from benchmarks.measure import geometric, in_process
from benchmarks.report import Table, microseconds

SHAPES = (
    "text delta",
    "tool calls",
    "logprobs and usage",
    "content parts",
    "unknown keys",
    "wrong role",
    "no index",
    "an unknown finish reason",
    "late in the logprobs",
)
EARLY = ("wrong role", "no index")
NAMES = ("corvus", "jsonschema-rs", "fastjsonschema", "jsonschema")


def tables() -> list[Table]:
    table = Table(
        "Validation: is_valid, canonical schema",
        "Goals: corvus (pure) at most 0.62 in the geometric mean and 0.75 on each shape; jsonschema-rs (Rust) at most 1.0 on text "
        "deltas and early refusals, 1.3 in the geometric mean; fastjsonschema at most 0.05.",
        ["document", "ours", *NAMES],
    )
    functions = {
        "ours": validator.is_valid,
        "corvus": peers.corvus(peers.CANONICAL),
        "jsonschema-rs": peers.jsonschema_rs(peers.CANONICAL),
        "fastjsonschema": peers.fastjsonschema(peers.CANONICAL),
        "jsonschema": peers.jsonschema(peers.CANONICAL).is_valid,
    }
    found: dict[str, list[float]] = {name: [] for name in NAMES}
    for shape in SHAPES:
        document, expected = DOCUMENTS[shape]
        assert all(bool(function(document)) == expected for function in functions.values()), shape
        times = in_process({name: (function, document) for name, function in functions.items()})
        ratios = [times.ratio("ours", name) for name in NAMES]
        for name, ratio in zip(NAMES, ratios):
            found[name].append(ratio)
        table.add(shape, microseconds(times["ours"]), *(f"{ratio:.3g}" for ratio in ratios))
    table.add("geometric mean", "", *(f"{geometric(found[name]):.3g}" for name in NAMES))
    return [table]
