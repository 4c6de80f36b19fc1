"""What a schema evaluates, known at generation where it can be (2020-12 core, section 11).

For each schema with `unevaluatedProperties` or `unevaluatedItems`: the members that it and the schemas it applies in
place evaluate whatever the document, and whether more hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterator

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword
from nemcon.records import dataclass, field


@dataclass
class Evaluated:
    """`names`, `patterns` and `upto` (the first items) are evaluated whatever the document, or `everything` is; `varies`
    says that more is evaluated for some documents."""

    names: dict[str, None] = field(default_factory=lambda: {})
    patterns: dict[g.Pattern, None] = field(default_factory=lambda: {})
    everything: bool = False
    upto: int = 0
    varies: bool = False

    @property
    def hangs_on_value(self) -> bool:
        """Whether something is evaluated for some documents only."""
        return self.varies and not self.everything


def needed_sets(graph: Graph) -> dict[Key, Evaluated]:
    """For each schema with an `unevaluated*` keyword, by the pointer of that keyword, what is evaluated beside it."""
    found: dict[Key, Evaluated] = {}
    for node in graph.nodes.values():
        for keyword in node.keywords:
            if isinstance(keyword, (g.UnevaluatedProperties, g.UnevaluatedItems)):
                found[f"{node.key} {keyword.keyword}"] = _evaluated(graph, node.key, keyword)
    return found


def _evaluated(graph: Graph, key: Key, stop: Keyword) -> Evaluated:
    """What the schema at `key` evaluates when it accepts the value, apart from its keyword `stop`."""
    into = Evaluated()
    seen = {key}
    stack = [iter(graph[key].keywords)]
    while stack:
        keyword = next(stack[-1], None)
        if keyword is None:
            stack.pop()
            continue
        if keyword is not stop:
            _add(keyword, stop, into)
        children = [it for it in keyword.children() if it not in seen]
        if isinstance(keyword, (g.Reference, g.AllOf)):
            seen.update(children)
            stack += [iter(graph[it].keywords) for it in reversed(children)]
        elif isinstance(keyword, IN_PLACE):
            into.varies = into.varies or any(_adds(graph, it, stop) for it in children)
    return into


def _adds(graph: Graph, key: Key, stop: Keyword) -> bool:
    """Whether the schema at `key` can evaluate anything that `stop` asks for."""
    found = Evaluated()
    for keyword in _in_place(graph, key):
        if keyword is not stop:
            _add(keyword, stop, found)
    return found != Evaluated()


def _in_place(graph: Graph, key: Key) -> Iterator[Keyword]:
    """The keywords of the schema at `key` and of all that it can apply in place."""
    seen = {key}
    pending = [key]
    while pending:
        for keyword in graph[pending.pop()].keywords:
            yield keyword
            if isinstance(keyword, IN_PLACE):
                pending += [child for child in keyword.children() if child not in seen]
                seen.update(keyword.children())


def _add(keyword: Keyword, stop: Keyword, into: Evaluated) -> None:
    match keyword, stop:
        case g.Properties(properties=properties), g.UnevaluatedProperties():
            into.names.update(dict.fromkeys(properties))
        case g.PatternProperties(patterns=patterns), g.UnevaluatedProperties():
            into.patterns.update({pattern: None for pattern, _ in patterns})
        case (g.AdditionalProperties() | g.UnevaluatedProperties()), g.UnevaluatedProperties():
            into.everything = True
        case g.PrefixItems(items=items), g.UnevaluatedItems():
            into.upto = max(into.upto, len(items))
        case (g.Items() | g.UnevaluatedItems()), g.UnevaluatedItems():
            into.everything = True
        case g.Contains(), g.UnevaluatedItems(contains_counts=True):
            into.varies = True
        case _:
            pass


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
    return any(isinstance(keyword, EVALUATING) for keyword in _in_place(graph, key))


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
