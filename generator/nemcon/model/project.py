"""The graph becomes slots, node by node: `allOf` meets, `anyOf` and `oneOf` join, everything else only widens."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from nemcon.model.slots import (
    EVERYTHING,
    NOTHING,
    ArrayLayer,
    ArrayShape,
    Conjunction,
    Layer,
    ObjectShape,
    Slots,
    Strings,
    join,
    meet,
    of_types,
    of_values,
)
from nemcon.model.types import Loss
from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword, Node
from nemcon.read.patterns import matches
from nemcon.records import replace

_WIDENS: dict[type[Keyword], str] = {
    g.Bound: "a type has no bounds",
    g.MultipleOf: "a type has no divisor",
    g.Matches: "a type has no pattern",
    g.UniqueItems: "a type does not say that items differ",
    g.Contains: "a type does not say what an array contains",
    g.Not: "a type cannot exclude values",
    g.Conditional: "a type has no conditions",
    g.DependentRequired: "a type does not say that one property needs another",
    g.DependentSchemas: "a type does not say what one property means for the rest",
    g.PropertyNames: "a type does not say what names properties may have",
    g.UnevaluatedProperties: "a type does not say what other keywords left over",
    g.UnevaluatedItems: "a type does not say what other keywords left over",
    g.Encoded: "a type does not say what a string encodes",
}


class Projection:
    """The slots of every node and of every conjunction of nodes, each worked out once."""

    def __init__(self, graph: Graph, formats: Collection[str] = ()) -> None:
        self.graph = graph
        self._formats = formats
        self.losses: dict[tuple[str, str], Loss] = {}
        self._slots: dict[Key, Slots] = {}
        self._resolved: dict[Key, Key] = {}

    def lose(self, keyword: Keyword, reason: str) -> None:
        """Records that a type is wider than `keyword`."""
        found = Loss(keyword.pointer, keyword.keyword, reason)
        self.losses.setdefault((found.pointer, found.keyword), found)

    def resolve(self, key: Key) -> Key:
        """The node behind references that stand alone."""
        if key not in self._resolved:
            node = self.graph[key]
            alone = len(node.keywords) == 1 and isinstance(node.keywords[0], g.Reference)
            target = node.keywords[0].children()[0] if alone else key
            self._resolved[key] = key if target == key else self.resolve(target)
        return self._resolved[key]

    def conjunction(self, keys: Conjunction) -> Conjunction:
        """`keys` without repetitions and without nodes that say nothing."""
        found = dict.fromkeys(self.resolve(key) for key in keys)
        return tuple(key for key in found if self.graph[key].keywords)

    def of(self, keys: Conjunction) -> Slots:
        """The slots of a value that all of `keys` speak of."""
        found = EVERYTHING
        for key in keys:
            found = meet(found, self.slots(key), keys[0], lambda: None)
        return found

    def slots(self, key: Key) -> Slots:
        """The slots of one node; the nodes it applies in place come first, so that nothing recurses deeply."""
        stack = [key]
        while stack:
            current = stack[-1]
            if current in self._slots:
                stack.pop()
                continue
            waiting = [
                child for child in _in_place(self.graph[current]) if child not in self._slots
            ]
            if waiting:
                stack.extend(waiting)
            else:
                self._slots[current] = self._of_node(self.graph[current])
                stack.pop()
        return self._slots[key]

    def _of_node(self, node: Node) -> Slots:
        found = EVERYTHING
        for keyword in node.keywords:
            part = self._of_keyword(keyword, node)
            if part is not None:
                found = meet(
                    found, part, node.key, partial(self.lose, keyword, "too many alternatives")
                )
        found = self._with_object(found, node)
        return self._with_array(found, node)

    def _of_keyword(self, keyword: Keyword, node: Node) -> Slots | None:
        match keyword:
            case g.Never():
                return NOTHING
            case g.Type(types=types):
                return of_types(types)
            case g.Enum(values=values):
                return self._of_values(keyword, values, node.key)
            case g.Const(value=value):
                return self._of_values(keyword, (value,))
            case g.Reference(target=target):
                return self._slots[target]
            case g.AllOf(branches=branches):
                found = EVERYTHING
                for branch in branches:
                    lost = partial(self.lose, keyword, "too many alternatives")
                    found = meet(found, self._slots[branch], node.key, lost)
                return found
            case g.AnyOf(branches=branches):
                lost = partial(self.lose, keyword, "too many alternatives")
                return join([self._branch(branch) for branch in branches], lost)
            case g.OneOf(branches=branches):
                self.lose(keyword, "a union does not say that only one alternative fits")
                lost = partial(self.lose, keyword, "too many alternatives")
                return join([self._branch(branch) for branch in branches], lost)
            case g.Format(name="date-time" | "date" | "time" | "uuid" | "decimal" as name) if (
                name in self._formats
            ):
                return replace(EVERYTHING, strings=Strings(format=name), anything=False)
            case g.Format(asserted=True):
                self.lose(keyword, "a type has no format")
            case _ if type(keyword) in _WIDENS:
                self.lose(keyword, _WIDENS[type(keyword)])
            case _:
                pass
        return None

    def _of_values(self, keyword: Keyword, values: tuple[g.JSON, ...], *enums: Key) -> Slots:
        slots, exact = of_values(values, *enums)
        if not exact:
            self.lose(
                keyword, "Literal holds no fractions, integers past 64 bits, arrays or objects"
            )
        return slots

    def _branch(self, key: Key) -> Slots:
        slots = self._slots[key]
        objects = tuple(replace(shape, when=(*shape.when, key)) for shape in slots.objects)
        return replace(slots, objects=objects)

    def _with_object(self, slots: Slots, node: Node) -> Slots:
        shape = self._own_object(node)
        if shape is None or not slots.objects:
            return slots
        part = replace(EVERYTHING, objects=(shape,), anything=False)
        return meet(slots, part, node.key, lambda: None)

    def _own_object(self, node: Node) -> ObjectShape | None:
        """What the node itself says of objects."""
        names: dict[str, Key] = {}
        patterns: tuple[tuple[g.Pattern, Key], ...] = ()
        rest: Key | None = None
        required: tuple[str, ...] = ()
        speaks = False
        for keyword in node.keywords:
            match keyword:
                case g.Properties(properties=properties):
                    names, speaks = dict(properties), True
                case g.PatternProperties(patterns=found):
                    patterns, speaks = found, True
                case g.AdditionalProperties(target=target):
                    rest, speaks = target, True
                case g.Required(names=found_names):
                    required, speaks = found_names, speaks or bool(found_names)
                case g.Size(of="object"):
                    self.lose(keyword, "a type does not count properties")
                case _:
                    pass
        if not speaks:
            return None
        return ObjectShape((Layer(names, patterns, rest),), required, (node.key,), (), node.key)

    def _with_array(self, slots: Slots, node: Node) -> Slots:
        shape = self._own_array(node)
        if shape is None or not slots.arrays:
            return slots
        part = replace(EVERYTHING, arrays=(shape,), anything=False)
        return meet(slots, part, node.key, lambda: None)

    def _own_array(self, node: Node) -> ArrayShape | None:
        """What the node itself says of arrays."""
        prefix: tuple[Key, ...] = ()
        rest: Key | None = None
        shortest, longest = 0, None
        for keyword in node.keywords:
            match keyword:
                case g.PrefixItems(items=items):
                    prefix = items
                case g.Items(target=target):
                    rest = target
                case g.Size(of="array", side="lower", limit=limit):
                    shortest = limit
                case g.Size(of="array", side="upper", limit=limit):
                    longest = limit
                case _:
                    pass
        if not prefix and rest is None and not shortest and longest is None:
            return None
        return ArrayShape((ArrayLayer(prefix, rest),), shortest, longest)

    # Members of merged objects

    def property_keys(self, shape: ObjectShape, name: str) -> Conjunction:
        """All nodes that speak of the property `name`."""
        found: list[Key] = []
        for layer in shape.layers:
            covered = [key for pattern, key in layer.patterns if matches(pattern, name)]
            if name in layer.names:
                covered.insert(0, layer.names[name])
            if not covered and layer.rest is not None:
                covered.append(layer.rest)
            found.extend(covered)
        return tuple(dict.fromkeys(found))

    def extras_keys(self, shape: ObjectShape) -> list[Conjunction] | None:
        """The nodes that speak of keys without a name, as alternatives; None when there can be no such key."""
        best: list[Conjunction] = [()]
        for layer in shape.layers:
            options: list[Conjunction] = [
                (key,) for _, key in layer.patterns if not self.is_never(key)
            ]
            if layer.rest is None:
                continue
            if not self.is_never(layer.rest):
                options.append((layer.rest,))
            if not options:
                return None
            if best == [()]:
                best = options
        return best

    def is_never(self, key: Key) -> bool:
        return any(
            isinstance(keyword, g.Never) for keyword in self.graph[self.resolve(key)].keywords
        )


def _in_place(node: Node) -> list[Key]:
    found: list[Key] = []
    for keyword in node.keywords:
        if isinstance(keyword, (g.Reference, g.AllOf, g.AnyOf, g.OneOf)):
            found.extend(keyword.children())
    return found
