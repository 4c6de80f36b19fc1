"""The last step of every Python file: laid out as black would lay it out, by the formatter of ruff."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from pathlib import Path

from nemcon.errors import NemconError

WIDTH = 88


@lru_cache(maxsize=None)
def _formatter() -> str:
    from ruff.__main__ import find_ruff_bin  # type: ignore[import-untyped,unused-ignore]

    return str(Path(find_ruff_bin()))


def laid_out(text: str) -> str:
    """`text`, a Python module, in black's style at 88 columns; no configuration of the machine plays a part."""
    command = [_formatter(), "format", "--isolated", "--no-cache", f"--line-length={WIDTH}", "-"]
    done = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
    if done.returncode:
        raise NemconError(f"internal: a rendered module is no Python: {done.stderr.decode()[:300]}")
    return done.stdout.decode("utf-8")
