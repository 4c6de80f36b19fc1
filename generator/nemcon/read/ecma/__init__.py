"""Regular expressions of ECMA-262: translated for Python's `re`, judged, and turned round into examples."""

from __future__ import annotations

from nemcon.read.ecma.ambiguity import explosive
from nemcon.read.ecma.examples import matching, not_matching
from nemcon.read.ecma.lengths import lengths
from nemcon.read.ecma.linear import NotLinear, Step, steps
from nemcon.read.ecma.syntax import Untranslatable
from nemcon.read.ecma.translate import translate

__all__ = [
    "NotLinear",
    "Step",
    "Untranslatable",
    "explosive",
    "lengths",
    "matching",
    "not_matching",
    "steps",
    "translate",
]
