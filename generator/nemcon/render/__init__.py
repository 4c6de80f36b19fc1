"""RENDER: graph, model and fixtures become the files of a package. Nothing is decided here about types or verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from nemcon.render.files import Options, Subject, render_package
    from nemcon.render.targets import chosen_targets

__all__ = ["Options", "Subject", "chosen_targets", "render_package"]


def __getattr__(name: str) -> Any:
    """Only what is asked for is imported: some commands need a file of this room and not the room."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from nemcon.render import files, targets

    return getattr(targets if name == "chosen_targets" else files, name)
