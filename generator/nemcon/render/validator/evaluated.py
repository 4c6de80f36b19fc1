"""What a schema evaluates, known at generation where it can be (2020-12 core, section 11).

For each schema with `unevaluatedProperties` or `unevaluatedItems`: the members that it and the schemas it applies in
place evaluate whatever the document, and those that hang on a condition.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword


@dataclass
class Evaluated:
    """`names`, `patterns`, `upto` (the first items) and `contains` (items that these schemas accept) are evaluated, or
    `everything`; `branches` are evaluated beside that when their condition holds."""

    names: dict[str, None] = field(default_factory=dict)
    patterns: dict[g.Pattern, None] = field(default_factory=dict)
    everything: bool = False
    upto: int = 0
    contains: list[Key] = field(default_factory=list)
    branches: list[Branch] = field(default_factory=list)

    def conditions(self) -> Iterator[Key]:
        """The schemas whose verdict decides what is evaluated."""
        yield from self.contains
        for branch in self.branches:
            if branch.condition is not None:
                yield branch.condition
            yield from branch.then.conditions()
            if branch.otherwise is not None:
                yield from branch.otherwise.conditions()

    def is_empty(self) -> bool:
        return not (
            self.names
            or self.patterns
            or self.everything
            or self.upto
            or self.contains
            or self.branches
        )


@dataclass
class Branch:
    """`then` counts when the schema `condition` accepts the value (or the property `present` is there), else
    `otherwise`."""

    condition: Key | None
    present: str | None
    then: Evaluated
    otherwise: Evaluated | None = None


def needed_sets(graph: Graph) -> dict[Key, Evaluated]:
    """For each schema with an `unevaluated*` keyword, by the pointer of that keyword, what is evaluated beside it."""
    found: dict[Key, Evaluated] = {}
    for node in graph.nodes.values():
        for keyword in node.keywords:
            if isinstance(keyword, (g.UnevaluatedProperties, g.UnevaluatedItems)):
                found[f"{node.key} {keyword.keyword}"] = _Search(graph, keyword).of(node.key)
    return found


class _Search:
    """Collects for one `unevaluated*` keyword."""

    def __init__(self, graph: Graph, stop: Keyword) -> None:
        self._graph = graph
        self._stop = stop
        self._of_items = isinstance(stop, g.UnevaluatedItems)

    def of(self, key: Key) -> Evaluated:
        """What the schema at `key` evaluates when it accepts the value."""
        found = Evaluated()
        self._collect(key, found)
        return found

    def _collect(self, key: Key, into: Evaluated) -> None:
        for keyword in self._graph[key].keywords:
            if self._of_items:
                self._items(keyword, into)
            else:
                self._names(keyword, into)
            self._in_place(keyword, into)

    def _names(self, keyword: Keyword, into: Evaluated) -> None:
        match keyword:
            case g.Properties(properties=properties):
                into.names.update(dict.fromkeys(properties))
            case g.PatternProperties(patterns=patterns):
                into.patterns.update({pattern: None for pattern, _ in patterns})
            case g.AdditionalProperties():
                into.everything = True
            case g.UnevaluatedProperties() if keyword is not self._stop:
                into.everything = True
            case _:
                pass

    def _items(self, keyword: Keyword, into: Evaluated) -> None:
        match keyword:
            case g.PrefixItems(items=items):
                into.upto = max(into.upto, len(items))
            case g.Items():
                into.everything = True
            case g.UnevaluatedItems() if keyword is not self._stop:
                into.everything = True
            case g.Contains(target=target):
                if isinstance(self._stop, g.UnevaluatedItems) and self._stop.contains_counts:
                    into.contains.append(target)
            case _:
                pass

    def _in_place(self, keyword: Keyword, into: Evaluated) -> None:
        match keyword:
            case g.Reference() | g.AllOf():
                for key in keyword.children():
                    self._collect(key, into)
            case g.AnyOf(branches=branches) | g.OneOf(branches=branches):
                for key in branches:
                    self._branch(key, None, key, None, into)
            case g.Conditional(condition=condition, then=then, otherwise=otherwise):
                self._conditional(condition, then, otherwise, into)
            case g.DependentSchemas(schemas=schemas):
                for name, key in schemas.items():
                    self._branch(None, name, key, None, into)
            case _:
                pass

    def _branch(
        self,
        condition: Key | None,
        present: str | None,
        then: Key,
        otherwise: Key | None,
        into: Evaluated,
    ) -> None:
        found = self.of(then)
        if not found.is_empty():
            into.branches.append(Branch(condition, present, found))

    def _conditional(
        self, condition: Key, then: Key | None, otherwise: Key | None, into: Evaluated
    ) -> None:
        when = self.of(condition)
        if then is not None:
            self._collect(then, when)
        other = self.of(otherwise) if otherwise is not None else Evaluated()
        if not (when.is_empty() and other.is_empty()):
            into.branches.append(Branch(condition, None, when, None if other.is_empty() else other))
