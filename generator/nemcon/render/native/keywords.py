"""What nodes of the graph say of one value, gathered."""

from __future__ import annotations

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword


def said_in_place(graph: Graph, *keys: Key) -> tuple[Keyword, ...]:
    """Everything the nodes say in place, with what they refer to; annotations and idle keywords are left out."""
    found: dict[str, Keyword] = {}
    pending, seen = list(keys), set[Key]()
    while pending:
        key = pending.pop(0)
        if key in seen:
            continue
        seen.add(key)
        for keyword in graph[key].keywords:
            match keyword:
                case g.Reference(target=target):
                    pending.append(target)
                case g.AllOf(branches=branches):
                    pending.extend(branches)
                case g.Format(asserted=False):
                    pass
                case _:
                    found[f"{key} {keyword.pointer}"] = keyword
    return tuple(found.values())
