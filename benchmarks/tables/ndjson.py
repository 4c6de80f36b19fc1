"""nemcon validate over a hundred thousand chunks, as a whole process."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from documents import DOCUMENTS
from places import SCHEMA

from benchmarks.measure import processes
from benchmarks.report import Table

LINES = 100_000
LOOP = """\
import orjson, jsonschema_rs, sys
is_valid = jsonschema_rs.validator_for(orjson.loads(open(sys.argv[1], "rb").read())).is_valid
refused = 0
for line in open(sys.argv[2], "rb"):
    refused += not is_valid(orjson.loads(line))
print(refused)
"""


def tables() -> list[Table]:
    table = Table(
        "nemcon validate: 100,000 chunks in a file",
        "Whole process, one core. Goal: at most 1.1 of orjson and jsonschema-rs in a loop.",
        ["what", "CPU seconds", "memory MB", "against the loop"],
    )
    with TemporaryDirectory() as temporary:
        path = Path(temporary) / "chunks.ndjson"
        _write(path)
        nemcon = [sys.executable, "-m", "nemcon", "validate", str(SCHEMA), str(path), "--jobs", "1"]
        commands = {
            "ours": [sys.executable, "-c", _tolerant(nemcon)],
            "orjson and jsonschema-rs": [sys.executable, "-c", LOOP, str(SCHEMA), str(path)],
        }
        times, memory = processes(commands)
    for name in commands:
        table.add(
            name, times[name], f"{memory[name]:.0f}", times.ratio(name, "orjson and jsonschema-rs")
        )
    return [table]


def _write(path: Path) -> None:
    """Chunks as a stream has them: nearly all text deltas, the rest of every accepted shape that orjson can read."""
    texts = [
        json.dumps(document)
        for name, (document, accepted) in DOCUMENTS.items()
        if accepted and name != "past all digits"
    ]
    delta = json.dumps(DOCUMENTS["text delta"][0])
    with path.open("w", encoding="utf-8") as file:
        for number in range(LINES):
            file.write(
                (texts[number // 20 % len(texts)] if number % 20 == 0 else delta) + os.linesep
            )


def _tolerant(command: list[str]) -> str:
    """Runs the command in this process."""
    return f"import sys; from nemcon.commands.main import main; sys.exit(main({command[3:]!r}))"
