"""What a schema tells people of a type: titles, descriptions and the like."""

from __future__ import annotations

from nemcon.model.project import Projection
from nemcon.model.slots import Conjunction
from nemcon.model.types import Docs
from nemcon.read.graph import Graph


def docs_of(graph: Graph, projection: Projection, keys: Conjunction) -> Docs:
    """What the nodes and what they refer to tell people; the nearest one speaks first."""
    chain = [graph[key].annotations for key in keys]
    chain += [graph[projection.resolve(key)].annotations for key in keys]
    return Docs(
        title=next((it.title for it in chain if it.title), None),
        description=next((it.description for it in chain if it.description), None),
        examples=next((it.examples for it in chain if it.examples), ()),
        deprecated=any(it.deprecated for it in chain),
        read_only=any(it.read_only for it in chain),
        write_only=any(it.write_only for it in chain),
    )
