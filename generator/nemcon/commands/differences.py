"""What differs between two schemas, in words: both graphs are walked side by side from their roots.

References are followed and orders ignored, so that a refactoring that means the same shows no difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from nemcon.read import graph as g
from nemcon.read.graph import JSON, Graph, Key, Keyword
from nemcon.records import dataclass, fields


@dataclass(frozen=True)
class Difference:
    """One change. `place` is a pointer into the new schema, or the old where the new has none; errors that come of it
    have keyword locations at or below `old` (in the old schema's validator) or `new`. `annotation`: it judges nothing.
    """

    place: str
    what: str
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    annotation: bool = False


def differences(old: Graph, new: Graph) -> list[Difference]:
    """Everything that differs, each place once."""
    return list(_Walk(old, new).compare(old.root, new.root))


_Label = tuple[str, ...]


class _Walk:
    def __init__(self, old: Graph, new: Graph) -> None:
        self._old = old
        self._new = new
        self._seen: set[tuple[Key, Key]] = set()
        self._signatures: dict[tuple[int, Key], str] = {}

    def compare(self, old: Key, new: Key) -> Iterator[Difference]:
        if (old, new) in self._seen:
            return
        self._seen.add((old, new))
        before, after = _parts(self._old, old), _parts(self._new, new)
        place = self._new[new].pointer
        yield from self._annotations(old, new)
        for label in dict.fromkeys([*after, *before]):
            one, other = before.get(label), after.get(label)
            if one is not None and other is not None:
                yield from self._changed(place, one, other)
            elif other is not None:
                yield Difference(
                    place, f"{_words(other)} added", new=self._places(self._new, other)
                )
            elif one is not None:
                yield Difference(
                    place, f"{_words(one)} taken away", old=self._places(self._old, one)
                )

    def _annotations(self, old: Key, new: Key) -> Iterator[Difference]:
        one, other = _annotations(self._old, old), _annotations(self._new, new)
        for name in one:
            if _text(one[name]) != _text(other[name]):
                yield Difference(self._new[new].pointer, f"{name} changed", annotation=True)

    def _changed(self, place: str, one: Keyword, other: Keyword) -> Iterator[Difference]:
        match one, other:
            case (g.Enum() | g.Const(), g.Enum() | g.Const()):
                yield from _members(place, "value", _values(one), _values(other), one, other)
            case g.Required(), g.Required():
                names = [json.dumps(name) for name in one.names], [
                    json.dumps(name) for name in other.names
                ]
                yield from _members(place, "required property", *names, one, other)
            case g.Properties(), g.Properties():
                yield from self._named("property", place, one.properties, other.properties)
            case g.DependentSchemas(), g.DependentSchemas():
                yield from self._named("dependency of", place, one.schemas, other.schemas)
            case g.PatternProperties(), g.PatternProperties():
                pairs = [
                    {it.source: key for it, key in keyword.patterns} for keyword in (one, other)
                ]
                yield from self._named("properties matching", place, *pairs)
            case (g.AllOf() | g.AnyOf() | g.OneOf(), g.AllOf() | g.AnyOf() | g.OneOf()):
                yield from self._branches(place, one, other)
            case _:
                if _facts(one) != _facts(other):
                    what = f"{_words(one)} became {_words(other)}"
                    yield Difference(place, what, (one.pointer,), (other.pointer,))
                yield from self._children(place, one, other)

    def _named(
        self, what: str, place: str, one: Mapping[str, Key], other: Mapping[str, Key]
    ) -> Iterator[Difference]:
        for name in dict.fromkeys([*other, *one]):
            if name not in one:
                places = _new_places(self._new, other[name], self._old)
                yield Difference(place, f"{what} {json.dumps(name)} added", new=places)
            elif name not in other:
                places = _new_places(self._old, one[name], self._new)
                yield Difference(place, f"{what} {json.dumps(name)} taken away", old=places)
            else:
                yield from self.compare(one[name], other[name])

    def _branches(
        self, place: str, one: g.AllOf | g.AnyOf | g.OneOf, other: g.AllOf | g.AnyOf | g.OneOf
    ) -> Iterator[Difference]:
        """Branches that are equal go together wherever they stand, the others in their order."""
        left, right = list(one.branches), list(other.branches)
        for key in one.branches:
            same = next(
                (it for it in right if self._signature(it, 1) == self._signature(key, 0)), None
            )
            if same is not None:
                left.remove(key)
                right.remove(same)
        where = self._places(self._old, one), self._places(self._new, other)
        for key, match in zip(left, right):
            yield from self.compare(key, match)
        for _ in left[len(right) :]:
            yield Difference(place, f"a branch of {one.keyword} taken away", *where)
        for _ in right[len(left) :]:
            yield Difference(place, f"a branch of {other.keyword} added", *where)

    def _children(self, place: str, one: Keyword, other: Keyword) -> Iterator[Difference]:
        left, right = one.children(), other.children()
        if len(left) == len(right):
            for pair in zip(left, right):
                yield from self.compare(*pair)
        else:
            where = self._places(self._old, one), self._places(self._new, other)
            yield Difference(place, f"{other.keyword} has other parts", *where)

    def _places(self, graph: Graph, keyword: Keyword) -> tuple[str, ...]:
        """Where errors stand that come of a keyword: it, and what it applies."""
        nodes = [node for key in keyword.children() for node in _followed(graph, key)]
        return (keyword.pointer, *(graph[key].pointer for key in nodes))

    def _signature(self, key: Key, side: int) -> str:
        """A text that is the same for schemas that are the same."""
        if (side, key) not in self._signatures:
            self._signatures[side, key] = _signature((self._old, self._new)[side], key, ())
        return self._signatures[side, key]


def _followed(graph: Graph, key: Key) -> list[Key]:
    """A node and those that it refers to."""
    found = [key]
    for at in found:
        for keyword in graph[at].keywords:
            if isinstance(keyword, g.Reference) and keyword.target not in found:
                found.append(keyword.target)
    return found


def _new_places(graph: Graph, key: Key, other: Graph) -> tuple[str, ...]:
    """The place of a node and of everything below it that the other graph has not."""
    known = {node.pointer for node in other.nodes.values()}
    found = [key]
    for at in found:
        found.extend(
            it for it in graph[at].children() if it not in found and graph[it].pointer not in known
        )
    return tuple(graph[at].pointer for at in found)


def _parts(graph: Graph, key: Key) -> dict[_Label, Keyword]:
    """The keywords of a node and of what it refers to, by what they are about."""
    found: dict[_Label, Keyword] = {}
    for at in _followed(graph, key):
        for keyword in graph[at].keywords:
            if not isinstance(keyword, g.Reference) and not _says_nothing(graph, keyword):
                label = _label(keyword)
                while label in found:
                    label = (*label, "again")
                found[label] = keyword
    return found


def _says_nothing(graph: Graph, keyword: Keyword) -> bool:
    """Whether a keyword applies schemas that accept everything, or is an annotation here."""
    if isinstance(keyword, g.Format):
        return not keyword.asserted
    plain = (
        g.AdditionalProperties,
        g.Items,
        g.PropertyNames,
        g.UnevaluatedProperties,
        g.UnevaluatedItems,
    )
    return isinstance(keyword, plain) and not _parts(graph, keyword.target)


def _label(keyword: Keyword) -> _Label:
    match keyword:
        case g.Bound():
            return ("Bound", keyword.side)
        case g.Size():
            return ("Size", keyword.of, keyword.side)
        case g.Enum() | g.Const():
            return ("Enum",)
        case _:
            return (type(keyword).__name__,)


def _annotations(graph: Graph, key: Key) -> dict[str, object]:
    """What people and types are told at a place; a reference's own words come first."""
    found: dict[str, object] = {}
    for at in _followed(graph, key):
        notes = graph[at].annotations
        for it in fields(notes):
            if it.name not in found or found[it.name] in (None, (), False):
                found[it.name] = getattr(notes, it.name)
    return found


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _values(keyword: g.Enum | g.Const) -> list[str]:
    values: Sequence[JSON] = keyword.values if isinstance(keyword, g.Enum) else (keyword.value,)
    return [_text(value) for value in values]


def _members(
    place: str, what: str, one: list[str], other: list[str], old: Keyword, new: Keyword
) -> Iterator[Difference]:
    for name in other:
        if name not in one:
            yield Difference(place, f"{what} {name} added", (old.pointer,), (new.pointer,))
    for name in one:
        if name not in other:
            yield Difference(place, f"{what} {name} taken away", (old.pointer,), (new.pointer,))


def _facts(keyword: Keyword) -> object:
    """What a keyword says beside the schemas that it applies."""
    match keyword:
        case g.Type():
            return sorted(keyword.types), keyword.exact
        case g.Matches():
            return keyword.pattern.source
        case g.Contains():
            return keyword.minimum, keyword.maximum
        case g.DependentRequired():
            return {name: sorted(names) for name, names in keyword.names.items()}
        case _ if keyword.children():
            return None
        case _:
            skipped = ("keyword", "pointer")
            return [
                (it.name, getattr(keyword, it.name))
                for it in fields(keyword)
                if it.name not in skipped
            ]


def _words(keyword: Keyword) -> str:
    match keyword:
        case g.Type():
            return f"type {' or '.join(keyword.types)}"
        case g.Enum() | g.Const():
            return f"{keyword.keyword} {', '.join(_values(keyword))}"
        case g.Bound() | g.Size():
            return f"{keyword.keyword} {keyword.limit}"
        case g.MultipleOf():
            return f"{keyword.keyword} {keyword.divisor}"
        case g.Matches():
            return f"pattern {json.dumps(keyword.pattern.source)}"
        case g.Required():
            return f"required {', '.join(map(json.dumps, keyword.names))}"
        case g.Format():
            return f"format {keyword.name}"
        case g.Properties():
            return f"properties {', '.join(map(json.dumps, keyword.properties))}"
        case _:
            return keyword.keyword


def _signature(graph: Graph, key: Key, above: tuple[Key, ...]) -> str:
    if key in above:
        return f"^{len(above) - above.index(key)}"
    said: list[str] = []
    for label, keyword in sorted(_parts(graph, key).items()):
        below = [_signature(graph, child, (*above, key)) for child in keyword.children()]
        if isinstance(keyword, g.Properties):
            below = sorted(f"{name}={text}" for name, text in zip(keyword.properties, below))
        facts = (
            sorted(_values(keyword)) if isinstance(keyword, (g.Enum, g.Const)) else _facts(keyword)
        )
        if isinstance(keyword, g.Required):
            facts = sorted(keyword.names)
        said.append(f"{label}{facts}{below}")
    return "{" + ";".join(said) + "}"
