"""How generation grows with the number of definitions, time and memory."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import peers
from benchmarks.measure import Run, process
from benchmarks.report import Table
from benchmarks.schemas import written
from benchmarks.tables.generate import fresh

SIZES = (10, 100, 1_000, 10_000)
PEER_UP_TO = int(os.environ.get("NEMCON_BENCH_PEER_UP_TO", "1000"))
"""The largest size that the peer runs too: it takes minutes and gigabytes for 10,000."""


def tables() -> list[Table]:
    table = Table(
        "Generation: growth",
        "Definitions of ten fields; ours with all targets, datamodel-code-generator with one (Structs). Goals: time for each definition at "
        "10,000 within 1.3 of that at 100; below 0.125 of its time at 1,000 and 10,000; memory below a third.",
        [
            "definitions",
            "ours, CPU s",
            "for each, ms",
            "memory MB",
            "time against it",
            "memory against it",
        ],
    )
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        for size in SIZES:
            schema = written(folder, size)
            runs = 3 if size < 10_000 else 1
            ours = _best(fresh(schema, folder), runs)
            cells = ["-", "-"]
            if size <= PEER_UP_TO:
                theirs = _best(
                    peers.datamodel_code_generator(schema, folder / "dcg.py", "msgspec.Struct"),
                    runs,
                )
                cells = [
                    f"{ours.seconds / theirs.seconds:.3f}",
                    f"{ours.megabytes / theirs.megabytes:.2f}",
                ]
            table.add(
                f"{size:,}",
                ours.seconds,
                f"{ours.seconds / size * 1e3:.2f}",
                f"{ours.megabytes:.0f}",
                *cells,
            )
    return [table]


def _best(command: list[str], runs: int) -> Run:
    return min((process(command) for _ in range(runs)), key=lambda run: run.seconds)
