"""MODEL: the graph projected to types. Every question a target could answer in its own way is answered here, once."""

from __future__ import annotations

from collections.abc import Callable, Collection

from nemcon.model.declare import declare
from nemcon.model.names import name_nodes
from nemcon.model.types import Model
from nemcon.read.graph import JSON, Graph, Key

__all__ = ["project"]


def project(
    graph: Graph,
    *,
    name: str,
    accepts: Callable[[Key, JSON], bool] = lambda key, value: True,
    extras: str = "keep",
    enums: str = "literal",
    format_types: Collection[str] = (),
) -> Model:
    """The model of a graph.

    `name` is the root's name when the schema has no better one; `accepts(key, value)` says whether a schema accepts a
    default; `extras="drop"` makes classes that forget the keys that the schema does not name, `enums="enum"` classes
    of what `enum` lists; `format_types` are the formats that become Python types.
    """
    names = name_nodes(graph, name, ("UUID",) if "uuid" in format_types else ())
    return declare(graph, names, accepts, extras == "keep", enums == "enum", format_types)
