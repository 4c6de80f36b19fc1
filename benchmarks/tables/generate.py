"""Generation of the canonical package, as whole processes."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from places import SCHEMA

from benchmarks import peers
from benchmarks.measure import process, processes
from benchmarks.report import Table

KINDS = ("dataclasses.dataclass", "msgspec.Struct", "typing.TypedDict")
BLACK = "it, dataclasses, black"


def nemcon(schema: Path, out: Path) -> list[str]:
    return [sys.executable, "-m", "nemcon", "generate", str(schema), "--out", str(out), "--force"]


def tables() -> list[Table]:
    table = Table(
        "Generation: canonical schema, whole process",
        "Goals: all targets at most 0.2 of one target of datamodel-code-generator; when nothing changed, at most 0.1. `it` is "
        "datamodel-code-generator with its fastest formatter, and with black.",
        ["what", "CPU seconds", "against its fastest target", "against black"],
    )
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        process(nemcon(SCHEMA, folder / "same"))
        commands = {
            "ours, all targets": fresh(SCHEMA, folder),
            "ours, nothing changed": nemcon(SCHEMA, folder / "same"),
            "nemcon check": [
                sys.executable,
                "-m",
                "nemcon",
                "check",
                str(SCHEMA),
                "--out",
                str(folder / "same"),
            ],
            "Python alone": [sys.executable, "-c", "pass"],
            **{
                f"it, {kind}": peers.datamodel_code_generator(SCHEMA, folder / "dcg.py", kind)
                for kind in KINDS
            },
            BLACK: peers.datamodel_code_generator(SCHEMA, folder / "dcg.py", KINDS[0], "black"),
        }
        times, _ = processes(commands)
    base = min((f"it, {kind}" for kind in KINDS), key=lambda name: times[name])
    for name in commands:
        table.add(
            name,
            times[name],
            times.ratio(name, base),
            times.ratio(name, BLACK),
        )
    return [table]


def fresh(schema: Path, folder: Path) -> list[str]:
    """The command for a run that finds nothing of an earlier one."""
    text = (
        "import os, sys; from nemcon.__main__ import run\n"
        f"out = f'{folder}/{{os.getpid()}}'\n"
        f"sys.argv = ['nemcon', 'generate', {str(schema)!r}, '--out', out]\n"
        "sys.exit(run())"
    )
    return [sys.executable, "-c", text]
