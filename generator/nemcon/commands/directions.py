"""Which changes can only refuse more or only accept more, whatever else a schema says: there, one witness tells all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal, TypeAlias

from nemcon.commands.meanings import Label, Meaning, Part, possible, values
from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword

Way: TypeAlias = Literal["narrower", "wider"]
"""`narrower`: a change refuses more and accepts nothing that was refused; `wider`: the other way round."""


def mixed(meaning: Meaning) -> frozenset[Key]:
    """The places where refusing more may mean accepting more at the root: below `not`, for instance."""
    graph, observed = meaning.graph, _observed(meaning.graph)
    found = {
        child
        for key, node in graph.nodes.items()
        for it in node.keywords
        for child in _mixing(meaning, it, key in observed)
    }
    pending = list(found)
    while pending:
        new = [it for it in graph[pending.pop()].children() if it not in found]
        found.update(new)
        pending.extend(new)
    return frozenset(found)


def evaluates(graph: Graph) -> bool:
    """Whether it matters somewhere which members were looked at."""
    return any(_asks(node) for node in graph.nodes.values())


def _asks(node: g.Node) -> bool:
    some = (g.UnevaluatedProperties, g.UnevaluatedItems)
    return any(isinstance(it, some) for it in node.keywords)


def _observed(graph: Graph) -> frozenset[Key]:
    """The schemas that are asked which members they looked at: these, and what they apply to the same value."""
    found = {key for key, node in graph.nodes.items() if _asks(node)}
    pending = list(found)
    while pending:
        for keyword in graph[pending.pop()].keywords:
            if isinstance(keyword, _IN_PLACE):
                new = [it for it in keyword.children() if it not in found]
                found.update(new)
                pending.extend(new)
    return frozenset(found)


_IN_PLACE = (g.Reference, g.AllOf, g.AnyOf, g.OneOf, g.Conditional, g.DependentSchemas, g.Not)


def _mixing(meaning: Meaning, keyword: Keyword, observed: bool) -> Sequence[Key]:
    match keyword:
        case g.Not():
            return keyword.children()
        case g.Conditional():
            return keyword.children() if observed else (keyword.condition,)
        case g.OneOf() if len(keyword.branches) > 1 and not exclusive(meaning, keyword.branches):
            return keyword.children()
        case g.Contains() if keyword.maximum is not None:
            return keyword.children()
        case g.AnyOf() | g.OneOf() | g.DependentSchemas() | g.Contains():
            return keyword.children() if observed else ()
        case _:
            return ()


def exclusive(meaning: Meaning, branches: Sequence[Key]) -> bool:
    """Whether no value can be of two branches, told by types or by a required property: `anyOf` and `oneOf` are the same."""
    each = [meaning.parts(key) for key in branches]
    types = [possible(parts) for parts in each]
    tags = [
        dict(_tags(meaning, parts)) if some == {"object"} else {}
        for parts, some in zip(each, types)
    ]
    for at, (mine, tag) in enumerate(zip(types, tags)):
        for other, its in zip(types[:at], tags[:at]):
            apart = mine is not None and other is not None and not mine & other
            if not apart and not any(tag[it].isdisjoint(its[it]) for it in tag.keys() & its.keys()):
                return False
    return True


def _tags(meaning: Meaning, parts: Mapping[Label, Part]) -> Iterator[tuple[str, set[str]]]:
    """The required properties that have one of a few values, with these."""
    required, properties = parts.get(("Required",)), parts.get(("Properties",))
    names = required.keyword.names if required and isinstance(required.keyword, g.Required) else ()
    if properties is None or not isinstance(properties.keyword, g.Properties):
        return
    for name, key in properties.keyword.properties.items():
        enum = meaning.parts(key).get(("Enum",)) if name in names else None
        if enum is not None and isinstance(enum.keyword, (g.Enum, g.Const)):
            yield name, {repr(value) for value in values(enum.keyword)}


def way(one: Keyword, other: Keyword) -> Way | None:
    """How a keyword that became another of its kind judges, where it can only refuse more, or only accept more."""
    match one, other:
        case g.Bound(), g.Bound():
            return _by(_tightness(other) > _tightness(one))
        case g.Size(), g.Size():
            return _by((other.limit > one.limit) == (other.side == "lower"))
        case g.Type(), g.Type():
            return _nested(_types(other), _types(one))
        case g.MultipleOf(), g.MultipleOf():
            sizes = Fraction(str(one.divisor)), Fraction(str(other.divisor))
            return None if max(sizes) % min(sizes) else _by(sizes[1] > sizes[0])
        case g.DependentRequired(), g.DependentRequired():
            before, after = (
                {(key, name) for key in it.names for name in it.names[key]} for it in (one, other)
            )
            return _nested(before, after)
        case g.Contains(), g.Contains():
            most = [float("inf") if it.maximum is None else it.maximum for it in (one, other)]
            if one.minimum <= other.minimum and most[0] >= most[1]:
                return "narrower"
            return "wider" if one.minimum >= other.minimum and most[0] <= most[1] else None
        case _:
            return None


def _tightness(bound: g.Bound) -> tuple[int | float, bool]:
    """What is more the more numbers the bound refuses."""
    return (bound.limit if bound.side == "lower" else -bound.limit), bound.exclusive


def _by(narrower: bool) -> Way:
    return "narrower" if narrower else "wider"


def _types(keyword: g.Type) -> set[str]:
    found = {str(it) for it in keyword.types}
    return found | {"integer"} if "number" in found else found


def _nested(
    fewer: set[str] | set[tuple[str, str]], more: set[str] | set[tuple[str, str]]
) -> Way | None:
    """Narrower when what was `more` became `fewer`, wider the other way round."""
    return "narrower" if fewer <= more else "wider" if more <= fewer else None
