"""Importing generated code."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from places import ROOT

from benchmarks import peers
from benchmarks.measure import process, processes
from benchmarks.report import Table
from benchmarks.schemas import written
from benchmarks.tables.generate import nemcon


def tables() -> list[Table]:
    return [_package(), _classes()]


def _package() -> Table:
    table = Table(
        "Importing the canonical package",
        "Milliseconds beyond the interpreter that has imported `typing`. Goal: the package alone below 5.",
        ["import", "ms"],
    )
    name = "streaming_choice_response"
    statements = {
        "typing": "import typing",
        name: f"import typing, {name}",
        "validator": f"import typing, {name}.validator",
        "models": f"import typing, {name}.models",
        "typed_dicts": f"import typing, {name}.typed_dicts",
        "structs": f"import typing, {name}.structs",
        "msgspec": "import typing, msgspec",
    }
    path = f"import sys; sys.path.insert(0, {str(ROOT / 'generated')!r}); "
    commands = {key: [sys.executable, "-c", path + text] for key, text in statements.items()}
    times, _ = processes(commands, rounds=15)
    for key in statements:
        table.add(key, f"{(times[key] - times['typing']) * 1e3:.1f}")
    return table


def _classes() -> Table:
    table = Table(
        "Importing 1,000 classes",
        "CPU seconds of a process that imports the module and nothing else. Goal: models at most 0.6 of datamodel-code-generator's "
        "dataclasses. The limit of dataclasses with slots is `its classes alone`: models without a function.",
        ["module", "CPU seconds", "against its dataclasses"],
    )
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        schema = written(folder, 1_000)
        process(nemcon(schema, folder))
        process(
            peers.datamodel_code_generator(
                schema, folder / "dcg_dataclasses.py", "dataclasses.dataclass"
            )
        )
        models = (folder / "ledger_1000" / "models.py").read_text("utf-8")
        alone = models.partition("\nRoot: TypeAlias")[0]
        (folder / "ledger_1000" / "alone.py").write_text(f"{alone}\n", "utf-8")
        path = f"import sys; sys.path.insert(0, {str(folder)!r}); "
        commands = {
            "dataclasses of datamodel-code-generator": [
                sys.executable,
                "-c",
                path + "import dcg_dataclasses",
            ],
            **{
                target: [sys.executable, "-c", path + f"import ledger_1000.{target}"]
                for target in ("models", "structs", "typed_dicts", "validator")
            },
            "its classes alone": [sys.executable, "-c", path + "import ledger_1000.alone"],
        }
        times, _ = processes(commands)
    base = "dataclasses of datamodel-code-generator"
    for name in commands:
        table.add(name, times[name], times.ratio(name, base))
    return table
