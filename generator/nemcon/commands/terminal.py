"""What goes to the terminal: nothing in it can change how the terminal shows other lines; colours only where wanted."""

from __future__ import annotations

import os
import sys
import time
from typing import TextIO

from nemcon.errors import printable

WIDTH = 80
"""How wide a terminal is that does not say."""
_STYLES = {"red": "31", "green": "32", "yellow": "33", "cyan": "36", "bold": "1"}

_SHOWN = 200
"""So many characters of a document are shown."""


def say(line: str, style: str | None = None) -> None:
    """Prints one line on standard output."""
    print(styled(printable(line), style, sys.stdout))


def complain(line: str) -> None:
    """Prints one line on standard error."""
    print(printable(f"nemcon: {line}"), file=sys.stderr)


def styled(text: str, style: str | None, stream: TextIO) -> str:
    """`text` in a style, where the stream is a terminal that wants it (https://no-color.org)."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" or not stream.isatty()
    return text if style is None or plain else f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def say_diff(line: str) -> None:
    """Prints a line of a unified diff: as it is where a file or a program takes it, so that it can be applied."""
    if not sys.stdout.isatty():
        print(line)
        return
    heads = {"+++": "bold", "---": "bold"}
    signs = {"+": "green", "-": "red", "@": "cyan"}
    say(line, heads.get(line[:3]) or signs.get(line[:1]))


def columns() -> int:
    """How wide the terminal is. As `shutil` tells, which takes longer to import than it is worth."""
    try:
        wanted = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        wanted = 0
    try:
        return wanted or os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
    except (AttributeError, OSError, ValueError):
        return WIDTH


class Progress:
    """A line on a terminal that says how far a long run is; silent elsewhere."""

    BETWEEN = 0.2
    """Seconds from one showing to the next."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._shown = sys.stderr.isatty()
        self._start = time.monotonic()
        self._last = 0.0

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if not self._shown or not total or now - self._last < self.BETWEEN:
            return
        self._last = now
        left = (now - self._start) / max(done, 1) * (total - done)
        text = f"{self._what}: {done:,} of {total:,}, {left:.0f} s left"
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()

    def done(self) -> None:
        """Takes the line away."""
        if self._shown and self._last:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def shortened(text: str) -> str:
    """A document as people are shown it: its beginning where it is long, and how long all of it is."""
    if len(text) <= _SHOWN:
        return text
    return f"{text[: _SHOWN - 3]}... ({plural(len(text), 'character')} in all)"


def plural(count: int, one: str, many: str | None = None) -> str:
    """`3 documents`, `1 document`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
