"""`nemcon generate`: schemas in, packages out."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from nemcon.commands.options import chosen, make, schema_options
from nemcon.config import Settings
from nemcon.package import Package
from nemcon.publish import Outcome, publish


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("schemas", nargs="*", metavar="SCHEMA", help="JSON or YAML files; FILE#/pointer for a part of one")
    parser.add_argument("--out", metavar="DIR", help="folder that gets the packages (generated)")
    parser.add_argument("--force", action="store_true", help="overwrite files edited by hand")
    parser.add_argument("--diff", action="store_true", help="show what would change and write nothing")
    schema_options(parser)


def run(found: argparse.Namespace) -> int:
    made = [(settings, make(settings)) for settings in chosen(found, found.schemas, found.out)]
    if found.diff:
        return _show(made)
    for settings, package in made:
        folder = Path(settings.out) / package.name
        print(_told(folder, publish(folder, package.files, force=found.force)))
    return 0


def _told(folder: Path, outcome: Outcome) -> str:
    if not outcome.changed:
        return f"{folder}: nothing changed"
    done = [f"wrote {len(outcome.written)} files"] if outcome.written else []
    if outcome.removed:
        done.append(f"removed {', '.join(outcome.removed)}")
    repaired = " (finished what an interrupted run had begun)" if outcome.repaired else ""
    return f"{folder}: {', '.join(done)}{repaired}"


def _show(made: list[tuple[Settings, Package]]) -> int:
    from nemcon.commands.diffs import unified

    changed = False
    for settings, package in made:
        folder = Path(settings.out) / package.name
        for path, text in sorted(package.files.items()):
            for line in unified(os.fspath(folder / path), folder / path, text):
                changed = True
                print(line)
    return 1 if changed else 0
