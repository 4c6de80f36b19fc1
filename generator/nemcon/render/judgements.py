"""What the wall has found of statements before: those of the golden packages, kept in `generated/judged`.

A judgement follows from the text of a statement and the sources of the wall alone. Where these were edited since, nothing is
known and every statement is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path

from nemcon.render.statements import Statement

_WALL = ("wall.py", "statements.py", "shapes.py")


def sources() -> str:
    """Tells one state of the wall from another."""
    here = Path(__file__).parent
    texts = [(here / name).read_bytes().replace(b"\r\n", b"\n") for name in _WALL]
    return hashlib.sha256(b"".join(texts)).hexdigest()[:16]


def known() -> Mapping[str, Statement]:
    """The statements, and shapes of statements, that are known."""
    try:
        from nemcon.render.generated import judged
    except ImportError:
        return {}
    found: dict[str, Statement] = {}
    if sources() == judged.SOURCES:
        for judgement, shapes in judged.STATEMENTS.items():
            found.update(dict.fromkeys(shapes, Statement(*judgement)))
    return found
