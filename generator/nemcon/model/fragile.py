"""Where a default that is filled in could make a document refused that was accepted: what looks at a property's presence.

Nodes are followed in groups that speak of one value, from the root and from each definition. In a group stand the nodes
that shape the value's type, which have accepted the default themselves, and those that are only asked (by `not`, `if`, `oneOf`,
`contains`): of these any change of mind matters, or only one for the better. What `not` speaks of refuses the value, and so does
every other branch of `oneOf`; more properties do no harm there unless they make it accept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from nemcon.read import graph as g
from nemcon.read.graph import JSON, Graph, Key, Node
from nemcon.read.patterns import matches
from nemcon.records import dataclass

Way = frozenset[tuple[str, int]]
"""The branches of `anyOf` on the way to a node: what stands in another branch of one of them cannot harm it."""

MAX_WAYS = 2000
"""Past so many nodes of one value it is no longer told in which branches they stand."""


Asked = Literal["", "for the better", "any"]
"""Whether a node does not shape a value's type, and which changes of its mind matter then."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A node that speaks of a value, and how it is asked; `watched` says that `unevaluated*` depends on it."""

    key: Key
    asked: Asked
    way: Way = frozenset()
    watched: bool = False


def fragile_names(graph: Graph) -> Mapping[Key, set[str]]:
    """For each node the properties with a default that must not be filled in in the objects it shapes."""
    return _Search(graph).found


class _Search:
    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._names = frozenset(_defaulted(graph))
        self._below: set[Key] = set()
        self._seen: set[frozenset[tuple[Key, Asked]]] = set()
        self._pending: list[frozenset[tuple[Key, Asked]]] = []
        self.found: dict[Key, set[str]] = {}
        for key in (graph.root, *graph.definitions):
            self._add([_Place(key, "")])
        while self._pending:
            self._look(self._in_place(self._pending.pop()))

    def _add(self, places: Iterable[_Place]) -> None:
        group: frozenset[tuple[Key, Asked]] = frozenset((it.key, it.asked) for it in places)
        if group not in self._seen and not all(asked for _, asked in group):
            self._seen.add(group)
            self._pending.append(group)

    def _in_place(self, group: frozenset[tuple[Key, Asked]]) -> list[_Place]:
        """All nodes that see the value which those of the group see."""
        pending = [_Place(key, asked) for key, asked in sorted(group)]
        found: dict[_Place, None] = {}
        while pending:
            place = pending.pop()
            if place not in found:
                found[place] = None
                pending.extend(self._beside(place, len(found) < MAX_WAYS))
        return list(found)

    def _beside(self, place: _Place, exact: bool) -> Iterator[_Place]:
        keywords = self._graph[place.key].keywords
        watched = place.watched or any(
            isinstance(it, (g.UnevaluatedProperties, g.UnevaluatedItems)) for it in keywords
        )
        for keyword in keywords:
            match keyword:
                case g.Reference() | g.AllOf():
                    for key in keyword.children():
                        yield _Place(key, place.asked, place.way, watched)
                case g.OneOf(branches=branches) if not exclusive(self._graph, branches):
                    for key in branches:
                        yield _Place(key, _refusing(place), place.way, watched)
                        yield _Place(key, place.asked, place.way, watched)
                case g.AnyOf(branches=branches) | g.OneOf(branches=branches):
                    apart = exact and not (place.asked or watched)
                    for index, key in enumerate(branches):
                        way = place.way | {(keyword.pointer, index)} if apart else place.way
                        yield _Place(key, place.asked, way if exact else frozenset(), watched)
                case g.Not(target=target):
                    yield _Place(target, _refusing(place), place.way, watched)
                case g.Conditional() | g.DependentSchemas():
                    for key in keyword.children():
                        yield _Place(key, "any", place.way, watched)
                case _:
                    pass

    def _look(self, places: list[_Place]) -> None:
        harmed: dict[Way, set[str]] = {}
        for place in places:
            node = self._graph[place.key]
            harmed.setdefault(place.way, set()).update(
                self._names.intersection(self._mentioned(node, place.asked))
            )
            if any(_lists_objects(it) for it in node.keywords):
                self._spoil([it.key for it in places if _together(it.way, place.way)])
        for way, names in harmed.items():
            for place in places if names else ():
                if _together(way, place.way):
                    self.found.setdefault(place.key, set()).update(names)
        self._look_into_arrays(places)
        self._look_into_objects(places)

    def _mentioned(self, node: Node, asked: Asked) -> Iterable[str]:
        """The properties whose presence could make the node refuse an object, or change its mind if it is `asked`."""
        worse, shape = asked != "for the better", asked == "any"
        for keyword in node.keywords:
            match keyword:
                case g.Size(of="object", side=side) if worse if side == "upper" else asked:
                    yield from self._names
                case g.PropertyNames() if worse:
                    yield from self._names
                case g.UnevaluatedProperties():
                    yield from self._names - self._surely_evaluated(node)
                case g.DependentRequired(names=names):
                    yield from names if worse else ()
                    for others in names.values() if asked else ():
                        yield from others
                case g.DependentSchemas(schemas=schemas):
                    yield from schemas
                case g.Required(names=required) if asked:
                    yield from required
                case g.Properties(properties=properties) if shape:
                    yield from properties
                case g.PatternProperties() if shape:
                    yield from self._names
                case g.AdditionalProperties(target=target) if shape:
                    yield from self._names if self._graph[target].keywords else ()
                case _:
                    pass

    def _surely_evaluated(self, node: Node) -> set[str]:
        """The properties that the node evaluates in any object, and whose presence decides about no others."""
        found, pending, passed = set[str](), [node.key], set[Key]()
        while pending:
            key = pending.pop()
            if key in passed:
                continue
            passed.add(key)
            for keyword in self._graph[key].keywords:
                match keyword:
                    case g.Properties(properties=properties):
                        found.update(properties)
                    case g.Reference() | g.AllOf():
                        pending.extend(keyword.children())
                    case g.AnyOf() | g.OneOf() | g.Conditional() | g.DependentSchemas():
                        return set()
                    case _:
                        pass
        return found

    def _spoil(self, keys: Iterable[Key]) -> None:
        """Marks all defaults in a value that is compared with another."""
        pending = [*keys]
        while pending:
            key = pending.pop()
            if key not in self._below:
                self._below.add(key)
                self.found.setdefault(key, set()).update(self._names)
                pending.extend(self._graph[key].children())

    def _look_into_arrays(self, places: list[_Place]) -> None:
        """Items are of one type, wherever they stand."""
        items: list[_Place] = []
        unique = mixed = False
        for place in places:
            for keyword in self._graph[place.key].keywords:
                match keyword:
                    case g.UniqueItems():
                        unique = True
                    case g.Contains() | g.UnevaluatedItems():
                        items.extend(_Place(key, "any") for key in keyword.children())
                    case g.Items() | g.PrefixItems():
                        mixed = mixed or bool(place.way) or isinstance(keyword, g.PrefixItems)
                        items.extend(_Place(key, place.asked) for key in keyword.children())
                    case _:
                        pass
        items = [it for it in items if self._is_compound(it.key)]
        if unique:
            self._spoil(it.key for it in items)
        self._add(_asked_too(items) if mixed else items)

    def _look_into_objects(self, places: list[_Place]) -> None:
        named: dict[str, list[_Place]] = {}
        others: list[_Place] = []
        rest: list[tuple[_Place, g.AdditionalProperties | g.PatternProperties]] = []
        for place in places:
            for keyword in self._graph[place.key].keywords:
                match keyword:
                    case g.Properties(properties=properties):
                        for name, key in properties.items():
                            if self._is_compound(key):
                                named.setdefault(name, []).append(_inside(place, key))
                    case g.AdditionalProperties() | g.PatternProperties():
                        rest.append((place, keyword))
                        others.extend(self._compounds(place, keyword.children()))
                    case g.UnevaluatedProperties(target=target) if self._is_compound(target):
                        others.append(_Place(target, "any", place.way))
                    case _:
                        pass
        rest = [it for it in rest if any(map(self._is_compound, it[1].children()))]
        for name, reached in named.items():
            known = any(not it.asked for it in reached)
            for place, keyword in rest:
                reached.extend(
                    self._compounds(
                        place,
                        covering(keyword, name) if known or place.asked else keyword.children(),
                    )
                )
            self._add_apart(reached if known else _asked_too(reached))
        self._add_apart(_asked_too(others))

    def _compounds(self, place: _Place, keys: Iterable[Key]) -> Iterator[_Place]:
        return (_inside(place, key) for key in keys if self._is_compound(key))

    def _add_apart(self, places: list[_Place]) -> None:
        """Adds the places as one group, or as several where no value is in both of two branches."""
        ways = {it.way for it in places}
        if len(ways) < 2 or any(not way for way in ways):
            self._add(places)
            return
        if len({pointer for way in ways for pointer, _ in way}) > 1:
            self._add(places)
            return
        for way in ways:
            self._add(it for it in places if it.way == way)

    def _is_compound(self, key: Key) -> bool:
        """Whether a value that the node accepts may hold objects, as far as it says by itself."""
        for keyword in self._graph[key].keywords:
            match keyword:
                case g.Never():
                    return False
                case g.Type(types=types) if not {"object", "array"} & {*types}:
                    return False
                case g.Enum() | g.Const() if not _lists_objects(keyword):
                    return False
                case _:
                    pass
        return True


def _inside(place: _Place, key: Key) -> _Place:
    return _Place(key, place.asked, place.way)


def _refusing(place: _Place) -> Asked:
    """How a node is asked of which a node that accepts wants that it refuses."""
    return "any" if place.asked else "for the better"


def _asked_too(places: list[_Place]) -> list[_Place]:
    """The places, each of which others may shape the value's type without, where there are several."""
    if len({it.key for it in places}) < 2:
        return places
    return [*places, *(_Place(it.key, "any", it.way) for it in places)]


def _together(one: Way, other: Way) -> bool:
    """Whether a value can have taken both ways."""
    if not one or not other:
        return True
    taken = dict(one)
    return all(taken.get(pointer, index) == index for pointer, index in other)


def covering(keyword: g.AdditionalProperties | g.PatternProperties, name: str) -> list[Key]:
    """The nodes that a keyword applies to the property `name`."""
    if isinstance(keyword, g.PatternProperties):
        return [key for pattern, key in keyword.patterns if matches(pattern, name)]
    named = name in keyword.names or any(matches(it, name) for it in keyword.patterns)
    return [] if named else [keyword.target]


def _lists_objects(keyword: g.Keyword) -> bool:
    match keyword:
        case g.Enum(values=values):
            return any(holds_object(value) for value in values)
        case g.Const(value=value):
            return holds_object(value)
        case _:
            return False


def holds_object(value: JSON) -> bool:
    """Whether there is an object in a value."""
    if isinstance(value, list):
        return any(holds_object(item) for item in value)
    return isinstance(value, dict)


def _defaulted(graph: Graph) -> set[str]:
    """The names of all properties that may have a default: any, where what speaks of keys without a name has one."""
    found, others, free = set[str](), set[str](), False
    for node in graph.nodes.values():
        for keyword in node.keywords:
            match keyword:
                case g.Properties(properties=properties):
                    others.update(properties)
                    found.update(n for n, key in properties.items() if _has_default(graph, key))
                case g.Required(names=names):
                    others.update(names)
                case g.AdditionalProperties() | g.PatternProperties():
                    free = free or any(_has_default(graph, key) for key in keyword.children())
                case _:
                    pass
    return found | others if free else found


def _has_default(graph: Graph, key: Key) -> bool:
    passed: set[Key] = set()
    while key not in passed:
        passed.add(key)
        node = graph[key]
        if node.annotations.default:
            return True
        if len(node.keywords) == 1 and isinstance(node.keywords[0], g.Reference):
            key = node.keywords[0].target
    return False


def exclusive(graph: Graph, branches: Iterable[Key]) -> bool:
    """Whether no object and no array is of two branches: one alone has such values, or a required constant tells."""
    said = [_said(graph, key) for key in branches]
    objects = [tags for types, tags in said if "object" in types]
    if sum("array" in types for types, _ in said) > 1:
        return False
    if len(objects) < 2:
        return True
    return any(
        all(name in tags for tags in objects)
        and sum(len(tags[name]) for tags in objects) == len({it for tags in objects for it in tags[name]})
        for name in objects[0]
    )  # fmt: skip


def _said(graph: Graph, branch: Key) -> tuple[set[str], dict[str, frozenset[str]]]:
    """Whether values of a branch can be objects and arrays, and the strings that its required properties are."""
    types, required = {"object", "array"}, set[str]()
    tags: dict[str, frozenset[str]] = {}
    pending, passed = [branch], set[Key]()
    while pending:
        key = pending.pop()
        if key in passed:
            continue
        passed.add(key)
        for keyword in graph[key].keywords:
            match keyword:
                case g.Reference() | g.AllOf():
                    pending.extend(keyword.children())
                case g.Never():
                    types.clear()
                case g.Type(types=named):
                    types &= {*named}
                case g.Enum() | g.Const() if not _lists_objects(keyword):
                    types.discard("object")
                case g.Required(names=names):
                    required |= {*names}
                case g.Properties(properties=properties):
                    for name, child in properties.items():
                        texts = _texts(graph[child])
                        if texts is not None:
                            tags[name] = tags.get(name, texts) & texts
                case _:
                    pass
    return types, {name: texts for name, texts in tags.items() if name in required}


def _texts(node: Node) -> frozenset[str] | None:
    """The strings that a node allows, where it lists them and nothing else."""
    for keyword in node.keywords:
        match keyword:
            case g.Const(value=str(value)):
                return frozenset((value,))
            case g.Enum(values=values) if all(isinstance(it, str) for it in values):
                return frozenset(map(str, values))
            case _:
                pass
    return None
