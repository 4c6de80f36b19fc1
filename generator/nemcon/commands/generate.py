"""`nemcon generate`: schemas in, packages out."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from time import time_ns

from nemcon.commands.freshness import files_of, is_fresh
from nemcon.commands.memory import note
from nemcon.commands.options import chosen, folder_of, make, schema_options
from nemcon.commands.publish import Outcome, publish_all
from nemcon.commands.terminal import plural, say, say_diff
from nemcon.config import Settings, deciding
from nemcon.errors import UsageError, printable
from nemcon.package import Package

STDOUT = "-"


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "schemas",
        nargs="*",
        metavar="SCHEMA",
        help="JSON or YAML files, FILE#/pointer for a part of one, - for standard input (the configured packages)",
    )
    parser.add_argument(
        "--out",
        metavar="DIR",
        help="folder that gets the packages (generated); - prints one target",
    )
    parser.add_argument("--force", action="store_true", help="overwrite files edited by hand")
    parser.add_argument(
        "--diff", action="store_true", help="show what would change and write nothing (exit code 1)"
    )
    parser.add_argument(
        "--fail-on-change", action="store_true", help="end with 1 when anything was written"
    )
    parser.add_argument(
        "--watch", action="store_true", help="do it again whenever a schema changes"
    )
    schema_options(parser)


def run(found: Namespace) -> int:
    if found.watch:
        from nemcon.commands.watch import watch

        return watch(
            lambda: chosen(found, found.schemas, found.out), lambda every: _generate(found, every)
        )
    started = time_ns()
    return _generate(found, chosen(found, found.schemas, found.out), started)


def _generate(found: Namespace, every: list[Settings], started: int | None = None) -> int:
    if found.out == STDOUT:
        return _print(every)
    if found.diff:
        return _show([(settings, make(settings)) for settings in every])
    made = [
        (settings, None if not settings.strict and is_fresh(settings) else make(settings))
        for settings in every
    ]
    new = [(folder_of(settings), package.files) for settings, package in made if package]
    outcomes = dict(zip((folder for folder, _ in new), publish_all(new, force=found.force)))
    for settings, _ in made:
        folder = folder_of(settings)
        say(told(folder, outcomes.get(folder, Outcome())))
    if not new and started is not None and found.words:
        _note(found, every, started)
    changed = any(it.written or it.removed for it in outcomes.values())
    return 1 if changed and found.fail_on_change else 0


def _note(found: Namespace, every: list[Settings], started: int) -> None:
    """Has the next run know sooner that there is nothing to do."""
    files = [files_of(settings) for settings in every]
    if None not in files:
        seen = [path for paths in files for path in paths or ()]
        said = [printable(told(folder_of(settings), Outcome())) for settings in every]
        note(found.words, said, seen, [*found.schemas, *deciding(Path.cwd())], started)


def told(folder: Path, outcome: Outcome) -> str:
    """What happened to a package, in a line."""
    done = [f"wrote {plural(len(outcome.written), 'file')}"] if outcome.written else []
    if outcome.removed:
        done.append(f"removed {', '.join(outcome.removed)}")
    if outcome.kept:
        done.append(f"kept {', '.join(outcome.kept)} (edited by hand, no longer generated)")
    if outcome.lost:
        done.append("manifest.json was missing")
    elif outcome.repaired:
        done.append("repaired what an interrupted run had left")
    return f"{folder}: {'; '.join(done) or 'nothing changed'}"


def _print(every: list[Settings]) -> int:
    """The file of the one target that was asked for, on standard output."""
    from nemcon.render.targets import chosen_targets

    targets = every[0].targets or ()
    if len(every) != 1 or len(targets) != 1:
        raise UsageError("--out - prints one file: name one schema and one target (--targets)")
    (target,) = (it for it in chosen_targets(targets) if it.name == targets[0])
    sys.stdout.write(make(every[0]).files[target.file])
    return 0


def _show(made: list[tuple[Settings, Package]]) -> int:
    from nemcon.commands.diffs import packages_diff

    packages = [(folder_of(settings), package.files) for settings, package in made]
    lines = list(packages_diff(packages, made[0][0].root))
    for line in lines:
        say_diff(line)
    return 1 if lines else 0
