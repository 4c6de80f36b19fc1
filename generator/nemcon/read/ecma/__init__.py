"""Regular expressions of ECMA-262: translated for Python's `re`, judged, and turned round into examples."""

from __future__ import annotations

from nemcon.read.ecma.ambiguity import exponential
from nemcon.read.ecma.examples import matching, not_matching
from nemcon.read.ecma.syntax import Untranslatable
from nemcon.read.ecma.translate import translate

__all__ = ["Untranslatable", "exponential", "matching", "not_matching", "translate"]
