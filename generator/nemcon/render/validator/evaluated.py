"""What a schema evaluates, known at generation where it can be (2020-12 core, section 11).

For each schema with `unevaluatedProperties` or `unevaluatedItems`: the members that it and the schemas it applies in
place evaluate whatever the document, and those that hang on a condition.
"""

from __future__ import annotations

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword
from nemcon.records import dataclass, field


@dataclass
class Evaluated:
    """`names`, `patterns`, `upto` (the first items) and `contains` (items that these schemas accept) are evaluated, or
    `everything`; `branches` are evaluated beside that when their condition holds."""

    names: dict[str, None] = field(default_factory=lambda: {})
    patterns: dict[g.Pattern, None] = field(default_factory=lambda: {})
    everything: bool = False
    upto: int = 0
    contains: list[Key] = field(default_factory=lambda: [])
    branches: list[Branch] = field(default_factory=lambda: [])

    @property
    def hangs_on_value(self) -> bool:
        """Whether something is evaluated for some documents only."""
        return bool(not self.everything and (self.branches or self.contains))

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


EVALUATING = (
    g.Properties,
    g.PatternProperties,
    g.AdditionalProperties,
    g.PrefixItems,
    g.Items,
    g.Contains,
    g.UnevaluatedProperties,
    g.UnevaluatedItems,
)


def contributes(graph: Graph, key: Key) -> bool:
    """Whether the schema at `key`, or one it applies in place, can evaluate anything."""
    seen = {key}
    pending = [key]
    while pending:
        for keyword in graph[pending.pop()].keywords:
            if isinstance(keyword, EVALUATING):
                return True
            if isinstance(keyword, IN_PLACE):
                pending += [child for child in keyword.children() if child not in seen]
                seen.update(keyword.children())
    return False


IN_PLACE = (g.Reference, g.AllOf, g.AnyOf, g.OneOf, g.Conditional, g.DependentSchemas)


@dataclass
class Own:
    """What one schema evaluates itself: names, patterns, all names, the first items, all items; `rest` says that its
    `unevaluated*` keywords take what is left."""

    names: list[str] = field(default_factory=lambda: [])
    patterns: list[g.Pattern] = field(default_factory=lambda: [])
    all_names: bool = False
    upto: int = 0
    all_items: bool = False
    contains: g.Contains | None = None
    rest_of_names: bool = False
    rest_of_items: bool = False

    @property
    def of_objects(self) -> bool:
        return bool(self.all_names or self.names or self.patterns)

    @property
    def of_arrays(self) -> bool:
        return bool(self.all_items or self.upto or self.contains)


def own_part(keywords: tuple[Keyword, ...], contains_counts: bool) -> Own:
    """What these keywords of one schema evaluate, apart from what they apply in place."""
    own = Own()
    for keyword in keywords:
        match keyword:
            case g.Properties(properties=properties):
                own.names = list(properties)
            case g.PatternProperties(patterns=patterns):
                own.patterns = [pattern for pattern, _ in patterns]
            case g.AdditionalProperties():
                own.all_names = True
            case g.PrefixItems(items=items):
                own.upto = len(items)
            case g.Items():
                own.all_items = True
            case g.Contains() if contains_counts:
                own.contains = keyword
            case g.UnevaluatedProperties():
                own.rest_of_names = True
            case g.UnevaluatedItems():
                own.rest_of_items = True
            case _:
                pass
    return own
