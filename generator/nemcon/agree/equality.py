"""When a document came back whole: equality of JSON values, with the one difference that law 2 permits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nemcon.read import graph as g
from nemcon.read.graph import JSON, Graph

_OBJECT: type[Any] = dict
_ARRAY: type[Any] = list


def same(left: JSON, right: JSON) -> bool:
    """Whether two JSON values are equal: 1 and 1.0 are, 1 and true are not."""
    pending: list[tuple[Any, Any]] = [(left, right)]
    while pending:
        one, other = pending.pop()
        if isinstance(one, bool) or isinstance(other, bool) or one is None or other is None:
            if one is not other:
                return False
        elif isinstance(one, _OBJECT) and isinstance(other, _OBJECT):
            if one.keys() != other.keys():
                return False
            pending.extend((one[key], other[key]) for key in one)
        elif isinstance(one, _ARRAY) and isinstance(other, _ARRAY):
            if len(one) != len(other):
                return False
            pending.extend(zip(one, other))
        elif (
            isinstance(one, (_OBJECT, _ARRAY))
            or isinstance(other, (_OBJECT, _ARRAY))
            or one != other
        ):
            return False
    return True


def came_back(before: JSON, after: JSON, defaults: Mapping[str, list[JSON]]) -> bool:
    """Whether `after` is `before`, save for properties that were absent and now have a default of the schema.

    `defaults` maps the name of a property to the defaults the schema has for properties of that name.
    """
    pending: list[tuple[Any, Any]] = [(before, after)]
    while pending:
        one, other = pending.pop()
        if isinstance(one, _OBJECT) and isinstance(other, _OBJECT):
            if not one.keys() <= other.keys():
                return False
            added = other.keys() - one.keys()
            if not all(any(same(other[key], it) for it in defaults.get(key, ())) for key in added):
                return False
            pending.extend((one[key], other[key]) for key in one)
        elif isinstance(one, _ARRAY) and isinstance(other, _ARRAY):
            if len(one) != len(other):
                return False
            pending.extend(zip(one, other))
        elif not same(one, other):
            return False
    return True


def defaults_of(graph: Graph) -> dict[str, list[JSON]]:
    """The defaults of every property that the schema names."""
    found: dict[str, list[JSON]] = {}
    for node in graph.nodes.values():
        for keyword in node.keywords:
            if isinstance(keyword, g.Properties):
                for name, key in keyword.properties.items():
                    for place in _followed(graph, key):
                        found.setdefault(name, []).extend(graph[place].annotations.default)
    return found


def _followed(graph: Graph, key: str) -> list[str]:
    found = [key]
    while len(graph[found[-1]].keywords) == 1 and isinstance(
        graph[found[-1]].keywords[0], g.Reference
    ):
        found.append(graph[found[-1]].keywords[0].children()[0])
    return found
