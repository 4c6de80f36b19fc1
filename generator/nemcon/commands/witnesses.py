"""Documents that two schemas judge otherwise: found among the fixtures of both, and confirmed by running both validators."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from typing import Any

from nemcon.commands.differences import Difference
from nemcon.pipeline import Compiled
from nemcon.read.graph import JSON
from nemcon.read.pointers import join, tokens
from nemcon.records import dataclass

_OTHER_VALUES = 3
"""So many other values are tried where something else is in the way of a witness."""

Found = tuple[JSON] | tuple[()]


@dataclass(frozen=True)
class _Judged:
    """A document with the errors of both validators: instance location and keyword location."""

    document: JSON
    old: tuple[tuple[str, str], ...]
    new: tuple[tuple[str, str], ...]


class Witnesses:
    """The fixtures of both schemas, the simplest first, as both validators judge them."""

    def __init__(self, old: Compiled, new: Compiled) -> None:
        self._validators = [made.package.load().validator for made in (old, new)]
        every = {
            json.dumps(it, sort_keys=True): it for made in (old, new) for it in _documents(made)
        }
        in_order = sorted(every.items(), key=lambda pair: (len(pair[0]), pair[0]))
        self._judged = [self._judge(document) for _, document in in_order]
        both = [it.document for it in self._judged if not it.old and not it.new]
        self._base = both[0] if both else None
        self._values: dict[str, list[JSON]] = {}
        for document in both:
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

    def of(self, difference: Difference) -> tuple[Found, Found]:
        """A document that only the old schema accepts because of a difference, and one that only the new one does."""
        only_old: Found = ()
        only_new: Found = ()
        if difference.annotation:
            return only_old, only_new
        for judged in self._judged:
            mine = _touched(judged.old, difference.old), _touched(judged.new, difference.new)
            if not any(mine) or (only_old and only_new):
                continue
            for variant in self._variants(judged, difference):
                if (
                    not variant.old
                    and variant.new
                    and not only_old
                    and _only(variant.new, difference.new)
                ):
                    only_old = (variant.document,)
                if (
                    not variant.new
                    and variant.old
                    and not only_new
                    and _only(variant.old, difference.old)
                ):
                    only_new = (variant.document,)
        return only_old, only_new

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
                document = copy.deepcopy(form.document)
                if all(self._put_right(document, at, choice) for at in strange):
                    yield self._judge(document)

    def _put_right(self, document: JSON, at: str, choice: int) -> bool:
        """Puts a value that both schemas accept there in its place; whether one is known."""
        values = self._values.get(at, [])
        steps = tokens(at)
        if not values or not steps:
            return False
        place: Any = document
        for step in steps[:-1]:
            place = place[int(step) if isinstance(place, list) else step]
        last: Any = int(steps[-1]) if isinstance(place, list) else steps[-1]
        place[last] = copy.deepcopy(values[min(choice, len(values) - 1)])
        return True

    def unexplained(self) -> tuple[Found, Found]:
        """The simplest documents that the schemas judge otherwise, whatever the reason."""
        only_old = (it.document for it in self._judged if it.new and not it.old)
        only_new = (it.document for it in self._judged if it.old and not it.new)
        return _first(only_old), _first(only_new)


def _first(documents: Iterator[JSON]) -> Found:
    for document in documents:
        return (document,)
    return ()


def _documents(made: Compiled) -> Iterator[JSON]:
    assert made.fixtures is not None
    for group in made.fixtures.groups:
        if not group.pointer:
            yield from (fixture.data for fixture in group.fixtures)


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
