"""Whether a regular expression is found in a text: exactly as generated code looks for it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from nemcon.read.formats import automaton
from nemcon.read.graph import Pattern


def matches(pattern: Pattern, text: str) -> bool:
    """Whether there is a match anywhere in `text`."""
    return bool(searcher(pattern)(text))


@lru_cache(maxsize=4096)
def searcher(pattern: Pattern) -> Callable[[str], object]:
    """What `matches` asks."""
    if pattern.steps:
        return automaton(pattern.steps)
    return re.compile(pattern.python).search
