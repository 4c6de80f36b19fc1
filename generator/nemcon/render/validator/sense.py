"""What a schema amounts to: nothing, a reference, one short expression; decided from its keywords alone."""

from __future__ import annotations

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword

SCALAR = (g.Type, g.Enum, g.Const, g.Bound, g.MultipleOf, g.Matches, g.Format, g.Encoded)
MANY_VALUES = 8
INLINE_BRANCHES = 6


class Sense:
    """Answers for the schemas of one graph."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._trivial: dict[Key, bool] = {}
        self._keywords: dict[Key, list[Keyword]] = {}
        self._inline: dict[Key, bool] = {}

    def keywords(self, key: Key) -> list[Keyword]:
        """The keywords that refuse something."""
        found = self._keywords.get(key)
        if found is None:
            found = [it for it in self._graph[key].keywords if not self.is_noop(it)]
            self._keywords[key] = found
        return found

    def resolved(self, key: Key) -> Key:
        """The schema that this one stands for: itself, or the one it is nothing but a reference to."""
        while True:
            keywords = self.keywords(key)
            if len(keywords) != 1 or not isinstance(keywords[0], g.Reference):
                return key
            key = keywords[0].target

    def disjoint(self, branches: tuple[Key, ...]) -> bool:
        """Whether no value can be of two branches, by JSON type alone."""
        seen: set[str] = set()
        for key in branches:
            types = self.types(key)
            if types is None or seen & types:
                return False
            seen |= types
        return True

    def types(self, key: Key) -> set[str] | None:
        """The JSON types it names; None when it names none."""
        for keyword in self._graph[self.resolved(key)].keywords:
            if isinstance(keyword, g.Type):
                return {"number" if name == "integer" else name for name in keyword.types}
        return None

    def consists_of(self, key: Key, kinds: tuple[type[Keyword], ...]) -> bool:
        """Whether it says nothing but what such keywords say."""
        return all(isinstance(it, kinds) for it in self.keywords(self.resolved(key)))

    def is_inline(self, key: Key) -> bool:
        """Whether a check of this schema is one short expression."""
        if key not in self._inline:
            self._inline[key] = self._is_short(self.keywords(key))
        return self._inline[key]

    def _is_short(self, keywords: list[Keyword]) -> bool:
        if len(keywords) == 1 and isinstance(keywords[0], (g.AnyOf, g.OneOf)):
            branches = keywords[0].branches
            disjoint = isinstance(keywords[0], g.AnyOf) or self.disjoint(branches)
            return (
                disjoint
                and len(branches) <= INLINE_BRANCHES
                and all(self._is_small(it) for it in branches)
            )
        return self._is_scalar(keywords)

    def _is_small(self, key: Key) -> bool:
        keywords = self.keywords(self.resolved(key))
        nested = any(isinstance(it, (g.AnyOf, g.OneOf)) for it in keywords)
        plain = len(keywords) == 1 or any(isinstance(it, (g.Enum, g.Const)) for it in keywords)
        return not nested and (plain or not self._is_scalar(keywords))

    def _is_scalar(self, keywords: list[Keyword]) -> bool:
        few = len(keywords) <= 4
        small = all(len(it.values) <= MANY_VALUES for it in keywords if isinstance(it, g.Enum))
        kinds = all(isinstance(it, (*SCALAR, g.Never, g.Size)) for it in keywords)
        return few and small and kinds

    def is_noop(self, keyword: Keyword) -> bool:
        """Whether the keyword refuses nothing."""
        match keyword:
            case g.Format(asserted=asserted):
                return not asserted
            case g.Size(side="lower", limit=0):
                return True
            case g.Contains(minimum=0, maximum=None):
                return True
            case g.Required(names=()):
                return True
            case g.DependentRequired(names=names):
                return not any(names.values())
            case (
                g.Properties()
                | g.PatternProperties()
                | g.DependentSchemas()
                | g.PrefixItems()
                | g.AllOf()
            ):
                return all(self.accepts_all(key) for key in keyword.children())
            case (
                g.AdditionalProperties()
                | g.PropertyNames()
                | g.Items()
                | g.UnevaluatedItems()
                | g.UnevaluatedProperties()
            ):
                return self.accepts_all(keyword.target)
            case g.AnyOf(branches=branches):
                return any(self.accepts_all(key) for key in branches)
            case g.Conditional(then=then, otherwise=otherwise):
                return all(key is None or self.accepts_all(key) for key in (then, otherwise))
            case _:
                return False

    def accepts_all(self, key: Key) -> bool:
        """Whether the schema says nothing at all; recursion counts as saying something."""
        if key not in self._trivial:
            self._trivial[key] = False
            self._trivial[key] = all(
                self.accepts_all(it.target) if isinstance(it, g.Reference) else self.is_noop(it)
                for it in self._graph[key].keywords
            )
        return self._trivial[key]
