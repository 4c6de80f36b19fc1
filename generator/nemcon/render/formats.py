"""The formats that can be asserted: the function that checks each, in templates/validator/formats."""

from __future__ import annotations

from functools import lru_cache

from nemcon.render.environment import templates_folder


def function_name(name: str) -> str:
    """The function that checks the format `name`."""
    return "_format_" + name.replace("-", "_")


@lru_cache(maxsize=None)
def fragments() -> dict[str, str]:
    """The text of every function in templates/validator/formats, by its name."""
    found: dict[str, str] = {}
    for path in sorted((templates_folder() / "validator" / "formats").glob("*.py")):
        for piece in path.read_text(encoding="utf-8").split("\n\n\n"):
            piece = piece.strip("\n")
            if piece.startswith("def "):
                found[piece[4 : piece.index("(")]] = piece
    return found
