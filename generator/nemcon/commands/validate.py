"""`nemcon validate`: documents against a schema, all cores for long NDJSON files."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator

from nemcon.commands.blocks import Block, Checked, blocks_of, checked_blocks
from nemcon.commands.documents import STDIN, is_ndjson
from nemcon.commands.freshness import is_fresh
from nemcon.commands.options import chosen, compiled, folder_of, schema_options
from nemcon.commands.reports import Finding, format_option, report
from nemcon.commands.terminal import Progress, plural, say
from nemcon.config import Settings
from nemcon.errors import UsageError
from nemcon.package import Package
from nemcon.records import dataclass

STREAMED = ("text", "github")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("schema", metavar="SCHEMA", help="a schema, or a configured package")
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="JSON documents; one a line in .ndjson and .jsonl; - reads stdin",
    )
    parser.add_argument(
        "--ndjson", action="store_true", help="every file has a document on each line"
    )
    parser.add_argument(
        "--jobs", type=int, metavar="N", help="processes for long NDJSON files (all cores)"
    )
    format_option(parser)
    schema_options(parser)


@dataclass
class _Total:
    documents: int = 0
    refused: int = 0


def run(found: Namespace) -> int:
    (settings,) = chosen(found, [found.schema])
    jobs = _cores() if found.jobs is None else found.jobs
    if jobs < 1:
        raise UsageError(f"--jobs {jobs}: at least one process is needed")
    blocks = [
        block for file in found.files for block in blocks_of(file, found.ndjson or is_ndjson(file))
    ]
    package = _package(settings)
    total, kept = _Total(), list[Finding]()
    for findings in _findings(checked_blocks(package, blocks, jobs), total):
        if found.format in STREAMED:
            report("validate", findings, found.format)
        else:
            kept.extend(findings)
    if found.format not in STREAMED:
        report("validate", kept, found.format)
    elif found.format == "text":
        say(f"{plural(total.documents, 'document')}: {_verdicts(total)}")
    return 1 if total.refused else 0


def _package(settings: Settings) -> Package:
    """What checks documents: the package on the disk where generating would change nothing, or else one made now."""
    if is_fresh(settings):
        folder = folder_of(settings)
        files = {path.name: path.read_text("utf-8") for path in folder.glob("*.py")}
        if "typed_dicts.py" in files:
            return Package(folder.name, files)
    return compiled(settings, targets=("typed_dicts",)).package


def _verdicts(total: _Total) -> str:
    return (
        f"{total.refused:,} refused"
        if total.refused
        else "valid" if total.documents == 1 else "all valid"
    )


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _findings(every: Iterator[tuple[Block, Checked]], total: _Total) -> Iterator[list[Finding]]:
    """What is wrong, block by block; lines are counted on from block to block of a file."""
    progress, done, lines, file = Progress("documents"), 0, 0, ""
    for block, checked in every:
        lines, file = (lines if block.file == file else 0), block.file
        total.documents += checked.documents
        refused = {fault.line if block.lines else 0 for fault in checked.faults}
        total.refused += len(refused)
        yield [
            Finding(
                "<stdin>" if block.file == STDIN else block.file,
                fault.keyword,
                fault.message,
                lines + fault.line,
                fault.instance_location,
                fault.keyword_location,
            )
            for fault in checked.faults
        ]
        lines += checked.lines
        done += block.size
        progress(done, max(done, block.total))
    progress.done()
