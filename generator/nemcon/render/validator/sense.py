"""What a schema amounts to: nothing, a reference, one short expression; decided from its keywords alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any
from weakref import proxy

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword
from nemcon.read.subjects import speaks_of, subject
from nemcon.render.validator.evaluated import Evaluated
from nemcon.render.validator.extents import Extents

SCALAR = (g.Type, g.Enum, g.Const, g.Bound, g.MultipleOf, g.Matches, g.Format, g.Encoded)
MANY_VALUES = 8
INLINE_BRANCHES = 6
MOST_PAIRED = 16
"""Choices of more branches are not looked at in pairs."""
TABLED_BRANCHES = 3
"""From how many branches on, told apart by a constant property, the one for a value is looked up."""


_TYPES = {
    type(None): "null", bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object",
}  # fmt: skip


class Sense:
    """Answers for the schemas of one graph, of which `sets` says what is evaluated beside `unevaluated*`."""

    def __init__(self, graph: Graph, sets: Mapping[Key, Evaluated]) -> None:
        self._graph = graph
        self._sets = sets
        self._trivial: dict[Key, bool] = {}
        self._keywords: dict[Key, list[Keyword]] = {}
        self._inline: dict[Key, bool] = {}
        self._tags: dict[Key, list[tuple[str, tuple[str, ...]]]] = {}
        self._extents = Extents(graph, proxy(self))

    def keywords(self, key: Key) -> list[Keyword]:
        """The keywords that refuse something: not those that speak of types which the schema refuses anyway."""
        found = self._keywords.get(key)
        if found is None:
            found = [it for it in self._graph[key].keywords if not self.is_noop(it, key)]
            types = [it.types for it in found if isinstance(it, g.Type)]
            found = [it for it in found if all(speaks_of(it, *its) for its in types)]
            self._keywords[key] = found
        return found

    def resolved(self, key: Key) -> Key:
        """The schema that this one stands for: itself, or the one it is nothing but a reference to."""
        while True:
            keywords = self.keywords(key)
            if len(keywords) != 1 or not isinstance(keywords[0], g.Reference):
                return key
            key = keywords[0].target

    def apart_pairs(self, branches: tuple[Key, ...]) -> set[tuple[Key, Key]]:
        """The pairs of branches that have no value in common, where there are not too many to look at."""
        found = combinations(branches if len(branches) <= MOST_PAIRED else (), 2)
        return {(one, other) for one, other in found if self._extents.apart(one, other)}

    def disjoint(self, branches: tuple[Key, ...]) -> bool:
        """Whether no value can be of two branches."""
        pairs = len(branches) * (len(branches) - 1) // 2
        return self._are_told_apart(branches) or len(self.apart_pairs(branches)) == pairs

    def _are_told_apart(self, branches: tuple[Key, ...]) -> bool:
        """Whether JSON types or one constant property tell branches apart."""
        objects = tuple(key for key in branches if self.types(key) == {"object"})
        one_by_one = len(objects) < 2 or self.tag(objects) is None
        seen: set[str] = {"object"} if objects and not one_by_one else set()
        for key in branches if one_by_one else [it for it in branches if it not in objects]:
            types = self.types(key)
            if types is None or seen & types:
                return False
            seen |= types
        return True

    def tag(self, branches: tuple[Key, ...]) -> tuple[str, dict[str, Key]] | None:
        """The property whose constant tells branches apart that are objects and require it, and whose each constant is."""
        for name, _ in self._constants(branches[0]):
            found = [(values, key) for key in branches for values in self._constants_of(key, name)]
            owners = {value: key for values, key in found for value in values}
            if len(found) == len(branches) and len(owners) == sum(len(it) for it, _ in found):
                return name, owners
        return None

    def _constants_of(self, key: Key, name: str) -> list[tuple[str, ...]]:
        return [values for found, values in self._constants(key) if found == name]

    def _constants(self, key: Key) -> list[tuple[str, tuple[str, ...]]]:
        """The required properties of an object that are one of a few strings."""
        key = self.resolved(key)
        if key not in self._tags:
            self._tags[key] = self._found_constants(key)
        return self._tags[key]

    def _found_constants(self, key: Key) -> list[tuple[str, tuple[str, ...]]]:
        keywords = self._graph[key].keywords
        types = self.types(key)
        if types != {"object"} and (types or any(subject(it) != "object" for it in keywords)):
            return []
        required = {name for it in keywords if isinstance(it, g.Required) for name in it.names}
        return [
            (name, values)
            for it in keywords
            if isinstance(it, g.Properties)
            for name, child in it.properties.items()
            if name in required and (values := self._strings(child))
        ]

    def _strings(self, key: Key) -> tuple[str, ...]:
        """The few strings it allows; none where it allows anything else."""
        for it in self._graph[self.resolved(key)].keywords:
            if isinstance(it, g.Const):
                values: tuple[Any, ...] = (it.value,)
            else:
                values = it.values if isinstance(it, g.Enum) else ()
            if values and all(isinstance(value, str) for value in values):
                return tuple(str(value) for value in values)
        return ()

    def has_table(self, choice: g.AnyOf | g.OneOf) -> bool:
        """Whether the branch for a value is looked up by a constant property. Exactly one of several that say nothing of
        other values than objects refuses these: they fit all branches.
        """
        kinds = [self.types(key) for key in choice.branches]
        of_objects = isinstance(choice, g.OneOf) and kinds == [None] * len(kinds)
        return (
            len(kinds) >= TABLED_BRANCHES
            and (of_objects or kinds == [{"object"}] * len(kinds))
            and self.tag(choice.branches) is not None
        )

    def types(self, key: Key) -> set[str] | None:
        """The JSON types it names, or those of the values it lists; None when it does neither."""
        keywords = self._graph[self.resolved(key)].keywords
        for keyword in keywords:
            if isinstance(keyword, g.Type):
                return {"number" if name == "integer" else name for name in keyword.types}
        for keyword in keywords:
            if isinstance(keyword, (g.Enum, g.Const)):
                values = keyword.values if isinstance(keyword, g.Enum) else (keyword.value,)
                return {_TYPES[value.__class__] for value in values}
        return None

    def apart(self, branches: Sequence[Key]) -> set[Key]:
        """The branches whose types no other branch has."""
        types = [self.types(key) for key in branches]
        known = [it for it in types if it is not None]
        if len(known) < len(types):
            return set()
        uses = Counter(name for it in known for name in it)
        return {key for key, its in zip(branches, known) if all(uses[name] == 1 for name in its)}

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
            if self.has_table(keywords[0]):
                return True
            disjoint = isinstance(keywords[0], g.AnyOf) or self.disjoint(branches)
            return (
                disjoint
                and len(branches) <= INLINE_BRANCHES
                and all(self._is_small(it) for it in branches)
            )
        return (
            self._is_scalar(keywords)
            or self._is_condition(keywords)
            or self._lists_others(keywords)
        )

    def is_plain(self, key: Key) -> bool:
        """Whether it is short, and no choice."""
        keywords = self.keywords(key)
        return self._is_scalar(keywords) or self._lists_others(keywords)

    def _lists_others(self, keywords: list[Keyword]) -> bool:
        """Whether it lists the strings that are not allowed, and says nothing else."""
        refused = [it.target for it in keywords if isinstance(it, g.Not)]
        types = [
            it.types for it in keywords if not isinstance(it, g.Not) and isinstance(it, g.Type)
        ]
        return (
            len(refused) == 1
            and len(keywords) == 2
            and types == [("string",)]
            and self._is_list(refused[0])
        )

    def _is_list(self, key: Key) -> bool:
        """Whether it lists strings, and says nothing else."""
        keywords = self._graph[self.resolved(key)].keywords
        return len(keywords) == 1 and bool(self._strings(key))

    def _is_condition(self, keywords: list[Keyword]) -> bool:
        """Whether it asks an object for one property, or for one constant in a property."""
        kinds = [type(it) for it in keywords if not isinstance(it, g.Type)]
        types = [it.types for it in keywords if isinstance(it, g.Type)]
        return (
            kinds in ([g.Required], [g.Properties], [g.Required, g.Properties])
            and types in ([], [("object",)])
            and all(self._asks_little(it) for it in keywords)
        )

    def _asks_little(self, keyword: Keyword) -> bool:
        match keyword:
            case g.Required(names=names):
                return len(names) == 1
            case g.Properties(properties=properties):
                asked = [key for key in properties.values() if not self.accepts_all(key)]
                return len(asked) == 1 and self._is_one_value(asked[0])
            case _:
                return True

    def _is_one_value(self, key: Key) -> bool:
        """Whether it is one string, a constant of JSON, and nothing else."""
        values = [
            (it.value,) if isinstance(it, g.Const) else it.values
            for it in self.keywords(self.resolved(key))
            if isinstance(it, (g.Const, g.Enum))
        ]
        return (
            len(values) == 1
            and len(values[0]) == 1
            and (values[0][0] is None or isinstance(values[0][0], (str, bool)))
            and self._is_implied(key, values[0][0])
        )

    def _is_implied(self, key: Key, value: Any) -> bool:
        """Whether all that it says beside a value is the type of that value."""
        kind = "string" if isinstance(value, str) else "null" if value is None else "boolean"
        others = [
            it for it in self.keywords(self.resolved(key)) if not isinstance(it, (g.Const, g.Enum))
        ]
        return all(isinstance(it, g.Type) and it.types == (kind,) for it in others)

    def _is_small(self, key: Key) -> bool:
        keywords = self.keywords(self.resolved(key))
        nested = any(isinstance(it, (g.AnyOf, g.OneOf)) for it in keywords)
        plain = len(keywords) == 1 or any(isinstance(it, (g.Enum, g.Const)) for it in keywords)
        return not nested and (plain or not self._is_scalar(keywords))

    def _is_scalar(self, keywords: list[Keyword]) -> bool:
        few = len(keywords) <= 4
        return few and all(isinstance(it, (*SCALAR, g.Never, g.Size)) for it in keywords)

    def is_noop(self, keyword: Keyword, key: Key) -> bool:
        """Whether the keyword of the schema at `key` refuses nothing."""
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
            case g.AdditionalProperties() | g.PropertyNames() | g.Items():
                return self.accepts_all(keyword.target)
            case g.UnevaluatedItems() | g.UnevaluatedProperties():
                nothing_left = self._sets[f"{key} {keyword.keyword}"].everything
                return nothing_left or self.accepts_all(keyword.target)
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
                (
                    self.accepts_all(it.target)
                    if isinstance(it, g.Reference)
                    else self.is_noop(it, key)
                )
                for it in self._graph[key].keywords
            )
        return self._trivial[key]
