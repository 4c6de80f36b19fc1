"""Tables, and the page that keeps them: each table has its own place and is replaced alone."""

from __future__ import annotations

import os
import platform
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PAGE = Path(__file__).with_name("RESULTS.md")
PEERS = (
    "cattrs",
    "corvus-json-schema",
    "datamodel-code-generator",
    "fastjsonschema",
    "jsonschema",
    "jsonschema-rs",
    "mashumaro",
    "msgspec",
    "orjson",
    "pydantic",
)
HEAD = """\
# Results

Written by `make bench`. Every figure is a ratio of CPU times, ours to the other's, unless a unit is named: below 1 we are
faster. Both were measured alternately in the same run; a figure is the median over the rounds.

{machine}
"""


@dataclass
class Table:
    """A table with a title, the goals in a sentence, and rows of cells."""

    title: str
    about: str
    head: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)

    def add(self, *cells: str | float) -> None:
        self.rows.append([cell if isinstance(cell, str) else f"{cell:.2f}" for cell in cells])

    def __str__(self) -> str:
        lines = [f"## {self.title}", "", self.about, "", _row(self.head)]
        lines.append(_row(["---", *["---:"] * (len(self.head) - 1)]))
        lines += [_row(row) for row in self.rows]
        return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def microseconds(seconds: float) -> str:
    return f"{seconds * 1e6:.2f} us" if seconds < 1e-3 else f"{seconds * 1e3:.1f} ms"


def machine() -> str:
    """The machine and the versions, in a few lines."""
    versions = []
    for peer in PEERS:
        try:
            versions.append(f"{peer} {version(peer)}")
        except PackageNotFoundError:
            continue
    python = f"{platform.python_implementation()} {platform.python_version()}"
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {_processor()}"
    return f"Machine: {system}; {python}.\nPeers: {', '.join(versions)}."


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text("utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    found = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return found.group(1) if found else "unknown processor"


def keep(name: str, tables: Sequence[Table], order: Sequence[str]) -> None:
    """Puts the tables of one measurement into the page, in place of what was there for it."""
    text = PAGE.read_text("utf-8") if PAGE.exists() else ""
    sections = dict(re.findall(r"<!-- (\w+) -->\n(.*?)\n<!-- end -->", text, re.DOTALL))
    python = ".".join(map(str, sys.version_info[:2]))
    sections[name] = "\n\n".join(map(str, tables)) + f"\n\nPython {python}."
    kept = [f"<!-- {one} -->\n{sections[one]}\n<!-- end -->" for one in order if one in sections]
    PAGE.write_text(HEAD.format(machine=machine()) + "\n" + "\n\n".join(kept) + "\n", "utf-8")
