"""Documents that two schemas judge otherwise: found among the fixtures of both, confirmed by running both validators."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from nemcon.commands.differences import Difference
from nemcon.commands.lengths import Length, is_of, makers
from nemcon.fixtures.fixture_set import Group
from nemcon.pipeline import Compiled
from nemcon.read.graph import JSON
from nemcon.read.pointers import join, tokens
from nemcon.records import dataclass, replace

_OTHER_VALUES = 3
"""So many other values are tried where something else is in the way of a witness."""

_HOLDING = 2000
"""So many documents are made at most to find one of the whole schema that holds what shows a change of a definition."""

_LONG = 12
"""So many documents are made at most that have a value as long as a limit."""

_SOME = 3
"""So long a value is enough to see whether what it is made of is welcome."""


@dataclass(frozen=True)
class Witness:
    """A document that two schemas judge otherwise; one of a definition alone when `definition` names it."""

    document: JSON
    definition: str | None = None


Pair: TypeAlias = tuple[Witness | None, Witness | None]
"""A witness that only the old schema accepts, and one that only the new one does, where there are such."""
NONE: Pair = (None, None)


@dataclass(frozen=True)
class _Judged:
    """A document with the errors of both validators: instance location and keyword location."""

    document: JSON
    old: tuple[tuple[str, str], ...]
    new: tuple[tuple[str, str], ...]


class Witnesses:
    """The fixtures of both schemas, as both validators judge them: of the whole schemas, and of the definitions of both."""

    def __init__(self, old: Compiled, new: Compiled) -> None:
        self._compiled = (old, new)
        self._validators = [made.package.load().validator for made in (old, new)]
        self._whole = _Stand(self._validators, [*_documents(old, ""), *_documents(new, "")])
        self._definitions: dict[str, tuple[str, _Stand]] = {}

    def of(self, difference: Difference) -> Pair:
        """A document that only the old schema accepts because of a difference, and one that only the new one does.

        Where no document of the whole schema shows it, one of the definition in which the difference stands.
        """
        if difference.annotation:
            return NONE
        found = self._whole.found(difference)
        for name, stand in () if any(found) else self._around(difference):
            found = self._whole.holding([it.document for it in stand.judged], difference)
            if not any(found):
                found = _named(stand.found(difference), name)
            if any(found):
                break
        return found if any(found) or difference.length is None else self._long(difference)

    def _long(self, difference: Difference) -> Pair:
        """The same with documents made for it, where a limit changed that no fixture reaches."""
        found = self._whole.long(difference)
        for name, stand in () if any(found) else self._around(difference):
            found = _named(stand.long(difference), name)
            if any(found):
                break
        return found

    def _around(self, difference: Difference) -> Iterator[tuple[str, _Stand]]:
        """The definitions that both schemas have and in which a difference stands."""
        places = (difference.place, *difference.old, *difference.new)
        groups = [{it.pointer: it for it in _groups(made) if it.pointer} for made in self._compiled]
        for pointer in groups[0].keys() & groups[1].keys():
            if any(_below_any(place, [pointer]) for place in places):
                if pointer not in self._definitions:
                    keys = [group[pointer].key for group in groups]
                    names = [made.model.names[key] for made, key in zip(self._compiled, keys)]
                    judges = [getattr(it, name) for it, name in zip(self._validators, names)]
                    every = [it for made in self._compiled for it in _documents(made, pointer)]
                    self._definitions[pointer] = names[1], _Stand(judges, every)
                yield self._definitions[pointer]

    def unexplained(self, narrower: Sequence[Difference], wider: Sequence[Difference]) -> Pair:
        """The simplest documents that only the old schema accepts, and only the new one, where nothing that is refused is due
        to one of the differences that are known for it.
        """
        refusing = [place for it in narrower for place in it.new]
        welcoming = [place for it in wider for place in it.old]
        only_old = (
            Witness(it.document)
            for it in self._whole.judged
            if it.new and not it.old and not _touched(it.new, refusing)
        )
        only_new = (
            Witness(it.document)
            for it in self._whole.judged
            if it.old and not it.new and not _touched(it.old, welcoming)
        )
        return next(only_old, None), next(only_new, None)


class _Stand:
    """Documents before two validators, the simplest first."""

    def __init__(self, validators: Sequence[Any], documents: Sequence[JSON]) -> None:
        self._validators = validators
        every = {json.dumps(it, sort_keys=True): it for it in documents}
        in_order = sorted(every.items(), key=lambda pair: (len(pair[0]), pair[0]))
        self.judged = [self._judge(document) for _, document in in_order]
        self._valid = [it.document for it in self.judged if not it.old and not it.new]
        self._base = self._valid[0] if self._valid else None
        self._values: dict[str, list[JSON]] = {}
        for document in self._valid:
            for place, value in _members(document, ""):
                known = self._values.setdefault(place, [])
                if len(known) < _OTHER_VALUES and value not in known:
                    known.append(value)

    def _judge(self, document: JSON) -> _Judged:
        old, new = (
            tuple(
                (it.instance_location, it.keyword_location)
                for it in validator.iter_errors(document)
            )
            for validator in self._validators
        )
        return _Judged(document, old, new)

    def found(self, difference: Difference) -> Pair:
        """What shows a difference among the documents, or others like them."""
        near = (it for it in self.judged if _concerns(it, difference))
        return _shown((form for it in near for form in self._variants(it, difference)), difference)

    def holding(self, parts: Sequence[JSON], difference: Difference) -> Pair:
        """The same among valid documents in which one of the parts stands in place of a value of its type."""
        made = (
            _with(base, place, part)
            for base in self._valid
            for place, value in _members(base, "")
            for part in parts
            if place and type(part) is type(value)
        )
        return _shown(map(self._judge, islice(made, _HOLDING)), difference)

    def long(self, difference: Difference) -> Pair:
        """The same among documents that have a value as long as a changed limit asks."""
        return _shown(islice(self._with_long_values(difference), _LONG), difference)

    def _with_long_values(self, difference: Difference) -> Iterator[_Judged]:
        length = difference.length
        if length is None or not length.few:
            return
        ways = (
            (document, at, make)
            for document, at in self._places(difference, length)
            for make in makers(length, self._values.get(at, []))
        )
        for document, at, make in islice(ways, _HOLDING):
            few = self._judge(_with(document, at, make(min(_SOME, length.least))))
            if not any(it.startswith(f"{at}/") for it, _ in (*few.old, *few.new)):
                for size in length.few:
                    yield self._judge(_with(document, at, make(size)))

    def _places(self, difference: Difference, length: Length) -> Iterator[tuple[JSON, str]]:
        """Where a long value may show a change: first where errors come of it or of what stands beside it, then anywhere."""
        seen: set[str] = set()
        beside = {it.rpartition("/")[0] for it in (*difference.old, *difference.new)}
        for judged in self.judged:
            for at, keyword in (*judged.old, *judged.new):
                if at not in seen and keyword.rpartition("/")[0] in beside:
                    seen.add(at)
                    yield judged.document, at
        for document in self._valid:
            for at, value in _members(document, ""):
                if at not in seen and is_of(value, length):
                    seen.add(at)
                    yield document, at
        if "" not in seen:
            yield None, ""

    def _variants(self, judged: _Judged, difference: Difference) -> Iterator[_Judged]:
        """The document, and others like it in which what has nothing to do with the difference is put right."""
        yield judged
        forms = [judged]
        if isinstance(judged.document, dict) and isinstance(self._base, dict):
            forms.append(self._judge({**self._base, **judged.document}))
            yield forms[-1]
        for form in forms:
            strange = [at for at, keyword in form.old if not _below_any(keyword, difference.old)]
            strange += [at for at, keyword in form.new if not _below_any(keyword, difference.new)]
            for choice in range(_OTHER_VALUES if strange else 0):
                document = self._put_right(form.document, strange, choice)
                if document is not None:
                    yield self._judge(document)

    def _put_right(self, document: JSON, strange: Sequence[str], choice: int) -> JSON:
        """The document with a value that both schemas accept at each of the places; None where none is known."""
        for at in strange:
            values = self._values.get(at, [])
            if not values or not at:
                return None
            document = _with(document, at, values[min(choice, len(values) - 1)])
        return document


def _concerns(judged: _Judged, difference: Difference) -> bool:
    return _touched(judged.old, difference.old) or _touched(judged.new, difference.new)


def _shown(every: Iterable[_Judged], difference: Difference) -> Pair:
    """The first of either kind that the difference alone decides."""
    only_old: Witness | None = None
    only_new: Witness | None = None
    for it in every:
        if not it.old and it.new and only_old is None and _only(it.new, difference.new):
            only_old = Witness(it.document)
        if not it.new and it.old and only_new is None and _only(it.old, difference.old):
            only_new = Witness(it.document)
        if only_old and only_new:
            break
    return only_old, only_new


def _named(found: Pair, definition: str) -> Pair:
    """Witnesses of a definition."""
    one, other = (it and replace(it, definition=definition) for it in found)
    return one, other


def _groups(made: Compiled) -> Sequence[Group]:
    assert made.fixtures is not None
    return made.fixtures.groups


def _documents(made: Compiled, pointer: str) -> Iterator[JSON]:
    """The documents of the whole schema, or of a definition."""
    for group in _groups(made):
        if group.pointer == pointer:
            yield from (fixture.data for fixture in group.fixtures)


def _with(document: JSON, at: str, value: JSON) -> JSON:
    """A copy of the document that has a value at a place."""
    if not at:
        return value
    made: Any = copy.deepcopy(document)
    *steps, last = tokens(at)
    place = made
    for step in steps:
        place = place[int(step) if isinstance(place, list) else step]
    place[int(last) if isinstance(place, list) else last] = value
    whole: JSON = made
    return whole


def _members(value: JSON, at: str) -> Iterator[tuple[str, JSON]]:
    """Every value in a document with its JSON Pointer."""
    yield at, value
    if isinstance(value, dict):
        for name, item in value.items():
            yield from _members(item, join(at, name))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _members(item, join(at, index))


def _touched(errors: Sequence[tuple[str, str]], places: Sequence[str]) -> bool:
    return any(_below_any(keyword, places) for _, keyword in errors)


def _only(errors: Sequence[tuple[str, str]], places: Sequence[str]) -> bool:
    return all(_below_any(keyword, places) for _, keyword in errors)


def _below_any(location: str, places: Sequence[str]) -> bool:
    return any(location == place or location.startswith(f"{place}/") for place in places)
