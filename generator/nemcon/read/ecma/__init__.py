"""Regular expressions of ECMA-262: translated for Python's `re`, judged, and turned round into examples."""

from __future__ import annotations

from nemcon.read.ecma.ambiguity import explosive
from nemcon.read.ecma.cubic import cubic
from nemcon.read.ecma.examples import matching, not_matching
from nemcon.read.ecma.lengths import lengths
from nemcon.read.ecma.linear import NotLinear, Step, steps
from nemcon.read.ecma.syntax import Untranslatable
from nemcon.read.ecma.translate import translate

__all__ = [
    "NotLinear",
    "Step",
    "Untranslatable",
    "cubic",
    "explosive",
    "lengths",
    "matching",
    "not_matching",
    "slow",
    "steps",
    "translate",
]


def slow(source: str) -> str | None:
    """The time that `source` can take with backtracking, and why, when that is more than quadratic."""
    reason = explosive(source)
    if reason is not None:
        return f"exponential time with backtracking: {reason}"
    reason = cubic(source)
    return None if reason is None else f"cubic time with backtracking: {reason}"
