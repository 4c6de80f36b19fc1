"""The nodes that are decoded by themselves: who names the root or a definition means its schema, and no part of it."""

from __future__ import annotations

from nemcon.read.graph import AllOf, Graph, Key, Node, Reference


def front(graph: Graph) -> frozenset[Key]:
    """The root, the definitions, and what these stand for where they only refer."""
    found: set[Key] = set()
    for key in (graph.root, *graph.definitions):
        pending: Key | None = key
        while pending is not None and pending not in found:
            found.add(pending)
            pending = referred(graph[pending])
    return frozenset(found)


def referred(node: Node) -> Key | None:
    """The one other node that says all that `node` says, in the same words, where there is one."""
    if len(node.keywords) != 1 or not isinstance(node.keywords[0], (Reference, AllOf)):
        return None
    children = node.keywords[0].children()
    return children[0] if len(children) == 1 else None
