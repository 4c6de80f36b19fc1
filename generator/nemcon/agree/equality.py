"""When a document came back whole: equality of JSON values, with the one difference that law 2 permits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from nemcon.read import graph as g
from nemcon.read.graph import JSON, Graph, Key

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


class Defaults:
    """The defaults that a schema has for the properties of objects, by where in a document these are.

    What may be applied to a value counts as applied: branches of unions and conditions are not looked into.
    """

    def __init__(self, graph: Graph, keys: Iterable[Key]) -> None:
        self._graph = graph
        self._keywords = [*_in_place(graph, keys)]

    def at(self, key: Key) -> Defaults:
        """The same for documents of the schema at `key`."""
        return Defaults(self._graph, (key,))

    def of(self, name: str) -> Iterator[JSON]:
        """The defaults of a property of this object."""
        for keyword in self._keywords:
            if isinstance(keyword, g.Properties) and name in keyword.properties:
                for place in _followed(self._graph, keyword.properties[name]):
                    yield from self._graph[place].annotations.default

    def below(self, member: str | int) -> Defaults:
        """Those of a member, by its name or index."""
        keys = (key for it in self._keywords for key in _of_member(it, member))
        return Defaults(self._graph, dict.fromkeys(keys))


def defaults_of(graph: Graph) -> Defaults:
    """The defaults that a schema has for what stands in its documents."""
    return Defaults(graph, (graph.root,))


def came_back(before: JSON, after: JSON, defaults: Defaults) -> bool:
    """Whether `after` is `before`, save for properties that were absent and now have a default of the schema."""
    pending: list[tuple[Any, Any, Defaults]] = [(before, after, defaults)]
    while pending:
        one, other, here = pending.pop()
        if same(one, other):
            continue
        if isinstance(one, _OBJECT) and isinstance(other, _OBJECT):
            if not one.keys() <= other.keys():
                return False
            added = other.keys() - one.keys()
            if not all(any(same(other[key], it) for it in here.of(key)) for key in added):
                return False
            pending.extend((one[key], other[key], here.below(key)) for key in one)
        elif isinstance(one, _ARRAY) and isinstance(other, _ARRAY) and len(one) == len(other):
            pending.extend((one[it], other[it], here.below(it)) for it in range(len(one)))
        else:
            return False
    return True


def _in_place(graph: Graph, keys: Iterable[Key]) -> Iterator[g.Keyword]:
    """The keywords of schemas and of all that may be applied to the same value."""
    pending, seen = list(keys), set[Key]()
    while pending:
        key = pending.pop()
        if key not in seen:
            seen.add(key)
            for keyword in graph[key].keywords:
                yield keyword
                if isinstance(keyword, _IN_PLACE):
                    pending += keyword.children()


_IN_PLACE = (g.Reference, g.AllOf, g.AnyOf, g.OneOf, g.Conditional, g.DependentSchemas)


def _of_member(keyword: g.Keyword, member: str | int) -> Iterator[Key]:
    """The schemas that a keyword may apply to a member."""
    match keyword:
        case g.Properties(properties=properties) if member in properties:
            yield properties[str(member)]
        case g.PatternProperties() | g.AdditionalProperties() | g.UnevaluatedProperties():
            yield from keyword.children() if isinstance(member, str) else ()
        case g.PrefixItems(items=items) if isinstance(member, int) and member < len(items):
            yield items[member]
        case g.Items() | g.Contains() | g.UnevaluatedItems() if isinstance(member, int):
            yield from keyword.children()
        case _:
            pass


def _followed(graph: Graph, key: Key) -> list[Key]:
    found = [key]
    while len(graph[found[-1]].keywords) == 1 and isinstance(
        graph[found[-1]].keywords[0], g.Reference
    ):
        found.append(graph[found[-1]].keywords[0].children()[0])
    return found
