"""Documents to check: a JSON file holds one, an NDJSON file one a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from nemcon.errors import UsageError
from nemcon.read.graph import JSON

STDIN = "-"
_LINES = (".ndjson", ".jsonl", ".jsonlines", ".ldjson")


def is_ndjson(file: str) -> bool:
    """Whether a file has a document on each line, by its name."""
    return Path(file).suffix.lower() in _LINES


def texts(file: str, lines: bool) -> Iterator[tuple[int, bytes]]:
    """The documents of a file as JSON texts, each with its line; blank lines are none. Raises UsageError."""
    try:
        with sys.stdin.buffer if file == STDIN else open(file, "rb") as stream:
            if not lines:
                yield 1, stream.read()
                return
            for number, line in enumerate(stream, 1):
                if line.strip():
                    yield number, line
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror or error}") from None


def documents(file: str) -> Iterator[tuple[JSON, bytes]]:
    """The documents of a file with their texts. Raises UsageError for a text that is no JSON."""
    for number, text in texts(file, is_ndjson(file)):
        try:
            yield json.loads(text), text.strip()
        except (ValueError, RecursionError) as error:
            raise UsageError(f"{file}:{number}: this is not JSON: {error}") from None
