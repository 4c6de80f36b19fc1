"""When a document came back whole: equality of JSON values, with the one difference that law 2 permits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from nemcon.fixtures.judge import Judge
from nemcon.model.fragile import covering
from nemcon.read import graph as g
from nemcon.read.formats import is_of_format
from nemcon.read.graph import JSON, Graph, Key
from nemcon.records import dataclass

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


@dataclass(frozen=True)
class Defaults:
    """The defaults that a schema has for the properties of objects, by where in a document these are.

    `keys` are the schemas that speak of a value there, `accepts` says whether one accepts a value: of unions those
    branches count which do.
    """

    graph: Graph
    keys: tuple[Key, ...]
    accepts: Callable[[Key, JSON], bool]

    def at(self, key: Key) -> Defaults:
        """The same for documents of the schema at `key`."""
        return Defaults(self.graph, (key,), self.accepts)

    def speaking_of(self, value: JSON) -> list[g.Keyword]:
        """The keywords of all schemas that shape a value."""
        found: list[g.Keyword] = []
        pending, seen = list(self.keys), set[Key]()
        while pending:
            key = pending.pop()
            if key in seen:
                continue
            seen.add(key)
            for keyword in self.graph[key].keywords:
                found.append(keyword)
                match keyword:
                    case g.Reference() | g.AllOf():
                        pending += keyword.children()
                    case g.AnyOf(branches=branches) | g.OneOf(branches=branches):
                        pending += [it for it in branches if self.accepts(it, value)]
                    case _:
                        pass
        return found

    def of(self, name: str, keywords: Iterable[g.Keyword]) -> Iterator[JSON]:
        """The defaults of a property of an object of which the keywords speak: of one that some of them name."""
        if any(isinstance(it, g.Properties) and name in it.properties for it in keywords):
            for keyword in keywords:
                for key in _of_member(keyword, name):
                    for place in {key: None, _meant(self.graph, key): None}:
                        yield from self.graph[place].annotations.default

    def below(self, member: str | int, keywords: Iterable[g.Keyword]) -> Defaults:
        """Those of a member, by its name or index."""
        keys = (key for it in keywords for key in _of_member(it, member))
        return Defaults(self.graph, tuple(dict.fromkeys(keys)), self.accepts)


def defaults_of(graph: Graph) -> Defaults:
    """The defaults that a schema has for what stands in its documents."""
    return Defaults(graph, (graph.root,), Judge(graph.nodes, is_of_format).accepts)


def came_back(before: JSON, after: JSON, defaults: Defaults) -> bool:
    """Whether `after` is `before`, save for properties that were absent and now have a default of the schema."""
    pending: list[tuple[Any, Any, Defaults]] = [(before, after, defaults)]
    while pending:
        one, other, here = pending.pop()
        if same(one, other):
            continue
        keywords = here.speaking_of(one)
        if isinstance(one, _OBJECT) and isinstance(other, _OBJECT):
            if not one.keys() <= other.keys():
                return False
            added = other.keys() - one.keys()
            if not all(any(same(other[key], it) for it in here.of(key, keywords)) for key in added):
                return False
            pending.extend((one[key], other[key], here.below(key, keywords)) for key in one)
        elif isinstance(one, _ARRAY) and isinstance(other, _ARRAY) and len(one) == len(other):
            pending.extend((one[it], other[it], here.below(it, keywords)) for it in range(len(one)))
        else:
            return False
    return True


def _of_member(keyword: g.Keyword, member: str | int) -> Iterable[Key]:
    """The schemas that a keyword applies to a member of a value."""
    match keyword:
        case g.Properties(properties=properties) if member in properties:
            return (properties[str(member)],)
        case g.PatternProperties() | g.AdditionalProperties() if isinstance(member, str):
            return covering(keyword, member)
        case g.PrefixItems(items=items) if isinstance(member, int) and member < len(items):
            return (items[member],)
        case g.Items(target=target, start=start) if isinstance(member, int) and member >= start:
            return (target,)
        case _:
            return ()


def _meant(graph: Graph, key: Key) -> Key:
    """The schema behind references that stand alone."""
    keywords = graph[key].keywords
    while len(keywords) == 1 and isinstance(keywords[0], g.Reference):
        key = keywords[0].target
        keywords = graph[key].keywords
    return key
