"""`python -m benchmarks [TABLE ...]`: measures the tables named, or all, prints them and keeps them in RESULTS.md."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "generated")]

TABLES = (
    "validate",
    "errors",
    "corpus",
    "decode",
    "models",
    "encode",
    "generate",
    "scaling",
    "imports",
    "ndjson",
    "diff_locality",
)


def main(names: list[str]) -> int:
    from benchmarks.report import keep

    unknown = set(names) - set(TABLES)
    if unknown:
        print(
            f"there is no table {', '.join(sorted(unknown))}; there are {', '.join(TABLES)}",
            file=sys.stderr,
        )
        return 2
    for name in names or TABLES:
        tables = import_module(f"benchmarks.tables.{name}").tables()
        keep(name, tables, TABLES)
        for table in tables:
            print(table, end="\n\n", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
