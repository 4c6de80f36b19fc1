"""Which values a schema accepts at most: their JSON types, and the constants in their required properties.

Only what a schema asks before it goes into what a value holds is counted: of two schemas that are apart, one refuses a value
at once.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key
from nemcon.records import dataclass, field

if TYPE_CHECKING:
    from nemcon.render.validator.sense import Sense

TYPES = frozenset(("null", "boolean", "number", "string", "array", "object"))
DEEPEST = 6
"""So many schemas applied in place to one another are looked into."""

_APPLIED = (g.Reference, g.AllOf, g.AnyOf, g.OneOf)
_NAMES: dict[Any, str] = {
    type(None): "null", bool: "boolean", int: "number", float: "number", str: "string", list: "array", dict: "object",
}  # fmt: skip


@dataclass(frozen=True)
class Constants:
    """Some strings, or with `excluded` every value but those."""

    strings: frozenset[str]
    excluded: bool = False

    def apart(self, other: Constants) -> bool:
        """Whether no value is among both."""
        if self.excluded:
            return not other.excluded and other.strings <= self.strings
        return self.strings <= other.strings if other.excluded else not self.strings & other.strings

    def joined(self, other: Constants) -> Constants:
        """The values that are among either."""
        if not self.excluded and not other.excluded:
            return Constants(self.strings | other.strings)
        if self.excluded and other.excluded:
            return Constants(self.strings & other.strings, True)
        kept, taken = (self, other) if self.excluded else (other, self)
        return Constants(kept.strings - taken.strings, True)


@dataclass(frozen=True)
class Extent:
    """`values` are the constants a value is one of, `members` those of the objects' properties, `required` the properties that
    every object has.
    """

    types: frozenset[str] = TYPES
    values: Constants | None = None
    members: dict[str, Constants] = field(default_factory=lambda: {})
    required: frozenset[str] = frozenset()

    def apart(self, other: Extent) -> bool:
        """Whether no value is of both."""
        common = self.types & other.types
        if common == frozenset(("object",)):
            names = self.required & other.required & self.members.keys() & other.members.keys()
            return any(self.members[name].apart(other.members[name]) for name in names)
        if common == frozenset(("string",)) and self.values and other.values:
            return self.values.apart(other.values)
        return not common

    def met(self, other: Extent) -> Extent:
        """The values that are of both, at most."""
        return Extent(
            self.types & other.types,
            self.values or other.values,
            {**other.members, **self.members},
            self.required | other.required,
        )

    def joined(self, other: Extent) -> Extent:
        """The values that are of either, at most."""
        objects = [it for it in (self, other) if "object" in it.types]
        known = [it.required.intersection(it.members) for it in objects]
        names = known[0].intersection(*known[1:]) if known else frozenset[str]()
        both = self.values and other.values
        return Extent(
            self.types | other.types,
            self.values.joined(other.values) if both and self.values and other.values else None,
            {
                name: reduce(Constants.joined, (it.members[name] for it in objects))
                for name in sorted(names)
            },
            names,
        )


class Extents:
    """The extents of the schemas of one graph."""

    def __init__(self, graph: Graph, sense: Sense) -> None:
        self._graph = graph
        self._sense = sense
        self._found: dict[tuple[Key, int], Extent] = {}

    def apart(self, one: Key, other: Key) -> bool:
        """Whether no value fits both schemas, as far as their extents tell."""
        return self._of(one, DEEPEST).apart(self._of(other, DEEPEST))

    def _of(self, key: Key, depth: int) -> Extent:
        if not depth:
            return Extent()
        key = self._sense.resolved(key)
        place = key, depth
        if place not in self._found:
            keywords = self._graph[key].keywords
            own = [it for it in keywords if not isinstance(it, _APPLIED)]
            alone = len(keywords) - len(own) == 1 and all(isinstance(it, g.Type) for it in own)
            keywords = keywords if alone else tuple(own)
            extents = (self._of_keyword(it, depth - 1) for it in keywords)
            self._found[place] = reduce(Extent.met, extents, Extent())
        return self._found[place]

    def _of_keyword(self, keyword: g.Keyword, depth: int) -> Extent:
        match keyword:
            case g.Type(types=types):
                return Extent(frozenset("number" if it == "integer" else it for it in types))
            case g.Enum() | g.Const():
                return _of_values(_values(keyword))
            case g.Required(names=names):
                return Extent(required=frozenset(names))
            case g.Properties(properties=properties):
                short = {
                    name: key
                    for name, key in properties.items()
                    if self._sense.is_plain(self._sense.resolved(key))
                }
                found = {name: self._of(key, depth).values for name, key in short.items()}
                return Extent(members={name: it for name, it in found.items() if it})
            case g.Not(target=target):
                return self._of_others(target)
            case g.Reference(target=target):
                return self._of(target, depth)
            case g.AnyOf(branches=branches) | g.OneOf(branches=branches):
                return reduce(Extent.joined, (self._of(it, depth) for it in branches))
            case _:
                return Extent()

    def _of_others(self, key: Key) -> Extent:
        """The values that the schema does not list, where listing values is all it does."""
        keywords = self._graph[key].keywords
        if len(keywords) == 1 and isinstance(keywords[0], (g.Enum, g.Const)):
            strings = frozenset(it for it in _values(keywords[0]) if isinstance(it, str))
            return Extent(values=Constants(strings, excluded=True))
        return Extent()


def _values(keyword: g.Enum | g.Const) -> tuple[object, ...]:
    return keyword.values if isinstance(keyword, g.Enum) else (keyword.value,)


def _of_values(values: tuple[object, ...]) -> Extent:
    types = frozenset(_NAMES[it.__class__] for it in values)
    strings = frozenset(it for it in values if isinstance(it, str))
    return Extent(types, Constants(strings) if types <= {"string"} else None)
