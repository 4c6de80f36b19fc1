"""What differs between two schemas, in words: both are walked side by side from their roots, then by their definitions.

Meanings are compared (see `meanings`), so that a refactoring that means the same shows no difference.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TypeAlias

from nemcon.commands.directions import Way, evaluates, exclusive, mixed, way
from nemcon.commands.lengths import Length, asked, between
from nemcon.commands.meanings import (
    Label,
    Meaning,
    Part,
    facts,
    few_values,
    type_is_implied,
    values,
)
from nemcon.commands.notes import notes, what_changed
from nemcon.commands.words import spelt
from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword
from nemcon.records import dataclass, replace

_Ways: TypeAlias = tuple[Way | None, Way | None]
"""What it does that something comes, and that it goes."""

_ALIKE = 0.6
"""Names that are so similar may be one that was renamed."""


@dataclass(frozen=True)
class Difference:
    """One change. `place` is a pointer into the new schema, or the old where the new has none; errors that come of it
    have keyword locations at or below `old` (in the old schema's validator) or `new`. `annotation`: it judges nothing.
    `hint` is what may be behind it. `way` is said where it can only refuse more, or only accept more; `length` where it is
    about how long something is.
    """

    place: str
    what: str
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    annotation: bool = False
    hint: str | None = None
    way: Way | None = None
    length: Length | None = None


def differences(old: Graph, new: Graph) -> list[Difference]:
    """Everything that differs, each place once."""
    walk = _Walk(Meaning(old), Meaning(new))
    return [*walk.compare(old.root, new.root), *walk.definitions()]


@dataclass(frozen=True)
class _Object:
    """What the changes of an object's properties depend on: those that have another name now, old to new, and what
    other members meet on either side (nothing where all are welcome; `closed`: none is on either).
    """

    renamed: Mapping[str, str]
    others: tuple[tuple[str, ...], tuple[str, ...]]
    closed: bool

    def way(self, comes: bool) -> Way | None:
        """What it does that a property comes, or goes; None where that is not all that decides about such a member."""
        if self.closed:
            return "wider" if comes else "narrower"
        return None if any(self.others) else _way(comes)

    def left(self, names: Sequence[str]) -> list[str]:
        """The old names that are no renamed property's."""
        return [name for name in names if name not in self.renamed]

    def right(self, names: Sequence[str]) -> list[str]:
        """The new names that are no renamed property's."""
        return [name for name in names if name not in self.renamed.values()]


class _Walk:
    def __init__(self, old: Meaning, new: Meaning) -> None:
        self._old = old
        self._new = new
        self._seen: set[tuple[Key, Key]] = set()
        self._met: set[tuple[Key, Key]] = set()
        self._mixed = mixed(old), mixed(new)
        self._evaluates = evaluates(old.graph) or evaluates(new.graph)

    def definitions(self) -> Iterator[Difference]:
        """What differs in definitions that the walk from the roots did not come to."""
        one, other = (
            {name: key for key, name in meaning.graph.definitions.items()}
            for meaning in (self._old, self._new)
        )
        for name in one:
            if name in other and (one[name], other[name]) not in self._met:
                yield from self.compare(one[name], other[name])
        if self._old.nothing(self._old.graph.root) and self._new.nothing(self._new.graph.root):
            yield from self._library(one, other)

    def _library(self, one: Mapping[str, Key], other: Mapping[str, Key]) -> Iterator[Difference]:
        """Definitions that came and went where they are all that there is."""
        for name in other:
            if name not in one:
                place = self._new.graph[other[name]].pointer
                yield Difference(place, f"definition {json.dumps(name)} added", annotation=True)
        for name in one:
            if name not in other:
                place = self._old.graph[one[name]].pointer
                yield Difference(place, f"definition {json.dumps(name)} taken away")

    def compare(self, old: Key, new: Key) -> Iterator[Difference]:
        """The differences of two places and of all below them."""
        every = self._compared(old, new)
        if old in self._mixed[0] or new in self._mixed[1]:
            return (replace(it, way=None) for it in every)
        return every

    def _compared(self, old: Key, new: Key) -> Iterator[Difference]:
        if (old, new) in self._seen:
            return
        self._seen.add((old, new))
        behind = self._old.only_refers(old), self._new.only_refers(new)
        if behind[0] is not None and behind[1] is not None:
            yield from self._beside(old, new, behind[0], behind[1])
            yield from self.compare(behind[0], behind[1])
            return
        self._met.update(
            (one, it) for one in self._old.followed(old) for it in self._new.followed(new)
        )
        before, after = self._old.parts(old), self._new.parts(new)
        place = self._new.graph[new].pointer
        yield from self._annotations(old, new)
        object_ = self._object(before, after)
        idle = self._old.idle(old) | self._new.idle(new)
        if _implied(before, after):
            idle.add(("Type",))
        few = few_values(before)
        if few is not None and few == few_values(after):
            idle.update([("Type",), ("Enum",)])
        for label in dict.fromkeys([*after, *before]):
            if label in idle:
                continue
            one, other = before.get(label), after.get(label)
            if label == ("Properties",):
                yield from self._properties(
                    place, _properties_of(before), _properties_of(after), object_
                )
            elif one is not None and other is not None:
                yield from self._changed(place, one, other, object_)
            elif other is not None:
                what, places = f"{spelt(other)} added", self._places(self._new, other)
                comes = self._way_of(other.keyword, before, object_, True)
                length = asked(other.keyword)
                yield Difference(place, what, new=places, way=comes, length=length)
            elif one is not None:
                what, places = f"{spelt(one)} taken away", self._places(self._old, one)
                goes = self._way_of(one.keyword, after, object_, False)
                length = asked(one.keyword)
                yield Difference(place, what, old=places, way=goes, length=length)

    def _way_of(
        self, keyword: Keyword, others: Mapping[Label, Part], object_: _Object, comes: bool
    ) -> Way | None:
        """What a keyword does that comes or goes, where it changes nothing of what others at the place look at."""
        match keyword:
            case g.Properties() | g.PatternProperties():
                return object_.way(comes)
            case g.PrefixItems():
                apart = ("Items",) not in others and not self._evaluates
            case _:
                apart = not (self._evaluates and keyword.children())
        return _way(comes) if apart else None

    def _beside(self, old: Key, new: Key, *targets: Key) -> Iterator[Difference]:
        """What is said otherwise beside two references, and not only behind them."""
        behind = {it.what for it in self._annotations(*targets)}
        yield from (it for it in self._annotations(old, new) if it.what not in behind)

    def _annotations(self, old: Key, new: Key) -> Iterator[Difference]:
        one, other = notes(self._old, old), notes(self._new, new)
        for name in one:
            if _text(one[name]) != _text(other[name]):
                what = what_changed(name, one[name], other[name])
                yield Difference(self._new.graph[new].pointer, what, annotation=True)

    def _changed(
        self, place: str, one: Part, other: Part, object_: _Object
    ) -> Iterator[Difference]:
        match one.written or one.keyword, other.written or other.keyword:
            case (g.AnyOf() | g.OneOf() as first), (g.AnyOf() | g.OneOf() as second):
                yield from self._choices(place, first, second)
                return
            case _:
                pass
        match one.keyword, other.keyword:
            case (g.Enum() | g.Const() as left), (g.Enum() | g.Const() as right):
                sides = [_text(it) for it in values(left)], [_text(it) for it in values(right)]
                yield from _members(place, "value", *sides, one, other, ("wider", "narrower"))
            case (g.Required() as left), (g.Required() as right):
                names = object_.left(left.names), object_.right(right.names)
                sides = [json.dumps(it) for it in names[0]], [json.dumps(it) for it in names[1]]
                yield from _members(place, "required property", *sides, one, other, _WAYS)
            case (g.DependentSchemas() as left), (g.DependentSchemas() as right):
                ways: _Ways = (None, None) if self._evaluates else _WAYS
                yield from self._named("dependency of", place, left.schemas, right.schemas, ways)
            case (g.PatternProperties() as left), (g.PatternProperties() as right):
                one_by, other_by = (
                    {it.source: key for it, key in side.patterns} for side in (left, right)
                )
                ways = object_.way(True), object_.way(False)
                yield from self._named("properties matching", place, one_by, other_by, ways)
            case _:
                yield from self._otherwise(place, one, other)
        if one.scope != other.scope:
            what = f"{other.keyword.keyword} is about other members"
            yield Difference(
                place, what, self._places(self._old, one), self._places(self._new, other)
            )

    def _otherwise(self, place: str, one: Part, other: Part) -> Iterator[Difference]:
        """A keyword that says one thing, and what it applies."""
        if facts(one.keyword) != facts(other.keyword):
            what = f"{spelt(one)} became {spelt(other)}"
            yield Difference(
                place,
                what,
                one.pointers,
                other.pointers,
                way=way(one.keyword, other.keyword),
                length=between(one.keyword, other.keyword),
            )
        left, right = one.keyword.children(), other.keyword.children()
        listed = isinstance(other.keyword, g.PrefixItems)
        for pair in zip(left, right) if listed or len(left) == len(right) else ():
            yield from self.compare(*pair)
        for at in range(len(left), len(right)) if listed else ():
            new = _new_places(self._new, right[at], self._old)
            yield Difference(place, f"item {at} of {other.keyword.keyword} added", new=new)
        for at in range(len(right), len(left)) if listed else ():
            old = _new_places(self._old, left[at], self._new)
            yield Difference(place, f"item {at} of {one.keyword.keyword} taken away", old=old)
        if not listed and len(left) != len(right):
            where = self._places(self._old, one), self._places(self._new, other)
            yield Difference(place, f"{other.keyword.keyword} has other parts", *where)

    def _object(self, before: Mapping[Label, Part], after: Mapping[Label, Part]) -> _Object:
        """Properties were renamed that mean the same and are as required as before, when there is one such pair."""
        one, other = _properties_of(before), _properties_of(after)
        required = _required_of(before), _required_of(after)
        gone = {name: self._old.signature(one[name]) for name in one if name not in other}
        come = {name: self._new.signature(other[name]) for name in other if name not in one}
        found: dict[str, str] = {}
        for name, signature in gone.items():
            alike = [it for it in come if come[it] == signature]
            alone = list(gone.values()).count(signature) == 1 and len(alike) == 1
            if alone and signature != "{}" and (name in required[0]) == (alike[0] in required[1]):
                found[name] = alike[0]
        sides = (self._old, _strict(before)), (self._new, _strict(after))
        one_others, other_others = (
            tuple(place for part in parts for place in self._places(meaning, part))
            for meaning, parts in sides
        )
        closed = all(
            any(("Never",) in meaning.parts(part.keyword.children()[0]) for part in parts)
            for meaning, parts in sides
        )
        return _Object(found, (one_others, other_others), closed)

    def _properties(
        self, place: str, one: Mapping[str, Key], other: Mapping[str, Key], object_: _Object
    ) -> Iterator[Difference]:
        for before, after in object_.renamed.items():
            what = f"property {json.dumps(before)} renamed to {json.dumps(after)}"
            old = (*_new_places(self._old, one[before], self._new), *object_.others[0])
            new = (*_new_places(self._new, other[after], self._old), *object_.others[1])
            required = _holder(self._old, one[before]), _holder(self._new, other[after])
            yield Difference(place, what, (*old, required[0]), (*new, required[1]))
            yield from self._annotations(one[before], other[after])
        left = {name: one[name] for name in object_.left(list(one))}
        right = {name: other[name] for name in object_.right(list(other))}
        ways = object_.way(True), object_.way(False)
        yield from self._named("property", place, left, right, ways, object_.others)

    def _named(
        self,
        what: str,
        place: str,
        one: Mapping[str, Key],
        other: Mapping[str, Key],
        ways: _Ways,
        others: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    ) -> Iterator[Difference]:
        """Schemas by name; `ways` are those of one that comes, and of one that goes."""
        gone, come = [it for it in one if it not in other], [it for it in other if it not in one]
        for name in dict.fromkeys([*other, *one]):
            said = f"{what} {json.dumps(name)}"
            if name not in one:
                plain = self._new.nothing(other[name]) and not any(others)
                places = (*_new_places(self._new, other[name], self._old), *others[1])
                hint = _hint(name, gone, "it was {}")
                yield Difference(place, f"{said} added", others[0], places, plain, hint, ways[0])
            elif name not in other:
                plain = self._old.nothing(one[name]) and not any(others)
                places = (*_new_places(self._old, one[name], self._new), *others[0])
                hint = _hint(name, come, "it is {} now")
                yield Difference(
                    place, f"{said} taken away", places, others[1], plain, hint, ways[1]
                )
            else:
                yield from self.compare(one[name], other[name])

    def _choices(
        self, place: str, one: g.AnyOf | g.OneOf, other: g.AnyOf | g.OneOf
    ) -> Iterator[Difference]:
        """Branches that are equal go together wherever they stand, the others in their order."""
        left, right = list(one.branches), list(other.branches)
        before, after = one.keyword, other.keyword
        where = self._applied(self._old, one), self._applied(self._new, other)
        if before != after and not self._exclusive(left, right):
            yield Difference(place, f"{before} became {after}", *where)
        alone = not self._evaluates and before == after
        sure = alone and (before == "anyOf" or self._exclusive(one.branches, other.branches))
        for key in one.branches:
            mine = self._old.signature(key)
            same = next((it for it in right if self._new.signature(it) == mine), None)
            if same is not None:
                left.remove(key)
                right.remove(same)
                yield from self.compare(key, same)
        for key, match in zip(left, right):
            yield from self.compare(key, match)
        for _ in left[len(right) :]:
            yield Difference(
                place, f"a branch of {before} taken away", *where, way="narrower" if sure else None
            )
        for _ in right[len(left) :]:
            yield Difference(
                place, f"a branch of {after} added", *where, way="wider" if sure else None
            )

    def _exclusive(self, old: Sequence[Key], new: Sequence[Key]) -> bool:
        return exclusive(self._old, old) and exclusive(self._new, new)

    def _places(self, meaning: Meaning, part: Part) -> tuple[str, ...]:
        """Where errors stand that come of a part."""
        return (*part.pointers, *self._applied(meaning, part.written or part.keyword))

    def _applied(self, meaning: Meaning, keyword: Keyword) -> tuple[str, ...]:
        """Where errors stand that come of a keyword: it, and what it applies."""
        nodes = [node for key in keyword.children() for node in meaning.followed(key)]
        return (keyword.pointer, *(meaning.graph[key].pointer for key in nodes))


def _implied(before: Mapping[Label, Part], after: Mapping[Label, Part]) -> bool:
    """Whether the values listed on both sides say more than the types do."""
    return all(("Enum",) in parts for parts in (before, after)) and all(
        ("Type",) not in parts or type_is_implied(dict(parts)) for parts in (before, after)
    )


def _properties_of(parts: Mapping[Label, Part]) -> Mapping[str, Key]:
    found = parts.get(("Properties",))
    return found.keyword.properties if found and isinstance(found.keyword, g.Properties) else {}


def _strict(parts: Mapping[Label, Part]) -> list[Part]:
    """What is said of members that no property names."""
    strict = (g.AdditionalProperties, g.UnevaluatedProperties)
    return [part for part in parts.values() if isinstance(part.keyword, strict)]


def _required_of(parts: Mapping[Label, Part]) -> tuple[str, ...]:
    found = parts.get(("Required",))
    return found.keyword.names if found and isinstance(found.keyword, g.Required) else ()


def _hint(name: str, others: Sequence[str], text: str) -> str | None:
    """Says which of the others may be the same under another name; None when none is clearly like it."""
    like = [it for it in others if SequenceMatcher(None, name.lower(), it.lower()).ratio() > _ALIKE]
    return f"perhaps {text.format(json.dumps(like[0]))}" if len(like) == 1 else None


def _holder(meaning: Meaning, key: Key) -> str:
    """The place of `required` beside the properties of which one is at `key`."""
    return f"{meaning.graph[key].pointer.rpartition('/properties/')[0]}/required"


def _new_places(meaning: Meaning, key: Key, other: Meaning) -> tuple[str, ...]:
    """The place of a node and of everything below it that the other schema has not."""
    found = [key]
    for at in found:
        found.extend(
            it
            for it in meaning.graph[at].children()
            if it not in found and meaning.graph[it].pointer not in other.pointers
        )
    return tuple(meaning.graph[at].pointer for at in found)


_WAYS: _Ways = ("narrower", "wider")
"""What it does that a demand comes, and that it goes."""


def _way(comes: bool) -> Way | None:
    return _WAYS[not comes]


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _members(
    place: str,
    what: str,
    one: list[str],
    other: list[str],
    old: Part,
    new: Part,
    ways: _Ways,
) -> Iterator[Difference]:
    come, gone = [it for it in other if it not in one], [it for it in one if it not in other]
    sides: list[tuple[list[str], str, Way | None]] = [
        (come, "added", ways[0]),
        (gone, "taken away", ways[1]),
    ]
    for names, became, way_ in sides:
        for name in names:
            said, sure = f"{what} {name} {became}", None if come and gone else way_
            yield Difference(place, said, old.pointers, new.pointers, way=sure)
