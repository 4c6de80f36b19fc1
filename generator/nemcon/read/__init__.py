"""READ: a schema, its documents and its references become the graph. Nothing here knows about types or Python code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nemcon.read.schema import read_schema, read_text_as_schema

__all__ = ["read_schema", "read_text_as_schema"]


def __getattr__(name: str) -> Any:
    """Only what is asked for is imported: some commands need a file of this room and not the room."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from nemcon.read import schema

    return getattr(schema, name)
