"""What a schema tells people and types at a place, and judges no document by."""

from __future__ import annotations

from collections.abc import Iterator

from nemcon.commands.meanings import Meaning
from nemcon.read import graph as g
from nemcon.read.graph import Key
from nemcon.records import fields


def notes(meaning: Meaning, key: Key) -> dict[str, object]:
    """What people and types are told at a place; a place's own words come first."""
    found: dict[str, object] = {}
    for at in meaning.followed(key):
        said = meaning.graph[at].annotations
        for it in fields(said):
            if it.name not in found or found[it.name] in (None, (), False):
                found[it.name] = getattr(said, it.name)
    formats = {name for at in meaning.followed(key) for name in _told_formats(meaning.graph[at])}
    return {**found, "format": ", ".join(sorted(formats))}


def _told_formats(node: g.Node) -> Iterator[str]:
    """The formats of a place that are annotations there."""
    for keyword in node.keywords:
        if isinstance(keyword, g.Format) and not keyword.asserted:
            yield keyword.name


def what_changed(name: str, before: object, after: object) -> str:
    """What became of a note, in words."""
    if name != "format":
        return f"{name} changed"
    if not before:
        return f"format {after} added"
    return f"format {before} became {after}" if after else f"format {before} taken away"
