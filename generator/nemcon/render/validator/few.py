"""Schemas that leave but a few values: those they list, or null, true, false, one string and one number at most. What they accept is settled when the code is
made. To look at one value once is all the code has to do, and type checkers, which know what is left, refuse to ask for more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from nemcon.read import graph as g
from nemcon.read.formats import is_of_format
from nemcon.read.graph import Graph, Key, Keyword
from nemcon.render.validator.sense import Sense

if TYPE_CHECKING:
    from nemcon.fixtures.judge import Judge

Values: TypeAlias = tuple[Any, ...]
_OF_TYPE: dict[str, Values] = {"null": (None,), "boolean": (True, False)}


class Few:
    """Answers for the schemas of one graph."""

    def __init__(self, graph: Graph, sense: Sense) -> None:
        self._graph = graph
        self._sense = sense
        self._settled: dict[Key, Values | None] = {}
        self._asking: set[Key] = set()

    @cached_property
    def _judge(self) -> Judge:
        from nemcon.fixtures.judge import Judge

        return Judge(self._graph.nodes, is_of_format)

    def settled(self, key: Key) -> Values | None:
        """The values that a schema accepts, where there are but a few and several of its keywords speak of them."""
        key = self._sense.resolved(key)
        if key in self._asking:
            return None
        if key not in self._settled:
            self._asking.add(key)
            self._settled[key] = self._found(key)
            self._asking.discard(key)
        return self._settled[key]

    def _found(self, key: Key) -> Values | None:
        keywords = self._sense.keywords(key)
        if sum(len(it.branches) if isinstance(it, g.AllOf) else 1 for it in keywords) < 2:
            return None
        listed = _listed(keywords)
        left = self._left(key) if listed is None else listed
        accepted = None if left is None else self._accepted(key, left)
        return None if accepted is None or self._as_listed(keywords, accepted) else accepted

    def _as_listed(self, keywords: list[Keyword], accepted: Values) -> bool:
        """Whether it says nothing but that values are of a type, and lists them."""
        types = [it.types for it in keywords if isinstance(it, g.Type)]
        return (
            len(keywords) == 2
            and len(types) == 1
            and _all(_OF_TYPE.get(it) for it in types[0]) is None
            and accepted == _listed(keywords)
        )

    def through(self, condition: Key, holds: bool) -> Values | None:
        """The values for which a condition holds, or does not, where they are but a few."""
        found = self._left(condition) if holds else self._refused(condition)
        if found is None or not self._in_place(condition):
            return None
        accepted = self._accepted(condition, found)
        if accepted is None or holds:
            return accepted
        return tuple(it for it in found if not _among(it, accepted))

    def follows(self, key: Key | None, condition: Key, holds: bool) -> bool:
        """Whether all values that a condition lets through to the schema at `key` are accepted by it."""
        found = self.through(condition, holds)
        return key is None or found is not None and self._accepted(key, found) == found

    def _accepted(self, key: Key, values: Values) -> Values | None:
        """Those of the values that a schema accepts; None where it depends on how a number is written."""
        spelt = [
            (value, [self._judge.accepts(key, it) for it in _spellings(value)]) for value in values
        ]
        if self._is_exact and any(isinstance(it, (list, dict)) for it in values):
            return None
        if any(len({*verdicts}) > 1 for _, verdicts in spelt):
            return None
        return tuple(value for value, verdicts in spelt if verdicts[0])

    @cached_property
    def _is_exact(self) -> bool:
        """Whether 1 and 1.0 are of different types somewhere."""
        nodes = self._graph.nodes.values()
        return any(isinstance(it, g.Type) and it.exact for node in nodes for it in node.keywords)

    def _in_place(self, key: Key) -> bool:
        """Whether what a schema says of a value stands where it is applied."""
        keywords = self._sense.keywords(self._sense.resolved(key))
        conditional = len(keywords) == 1 and isinstance(keywords[0], g.Conditional)
        return (
            conditional
            or self._sense.is_inline(self._sense.resolved(key))
            or self.settled(key) is not None
        )

    def _left(self, key: Key) -> Values | None:
        """No other values are accepted, as far as that can be read off where the schema is applied."""
        key = self._sense.resolved(key)
        settled = self._settled.get(key)
        if settled is not None:
            return settled
        return _common(map(self._passing, self._sense.keywords(key)))

    def _passing(self, keyword: Keyword) -> Values | None:
        match keyword:
            case g.Type(types=types):
                return _all(_OF_TYPE.get(it) for it in types)
            case g.Enum(values=values):
                return _telling(values)
            case g.Const(value=value):
                return _telling((value,))
            case g.Reference() | g.AllOf():
                return _common(self._each(keyword.children(), self._left))
            case g.AnyOf(branches=branches):
                return _all(self._each(branches, self._left))
            case g.OneOf(branches=branches) if self._sense.disjoint(branches):
                return _all(self._each(branches, self._left))
            case g.Not(target=target):
                return _common(self._each((target,), self._refused))
            case g.Conditional(condition=condition, then=then, otherwise=otherwise):
                return _all(
                    [
                        self.through(condition, True) if then is None else self._placed(then),
                        (
                            self.through(condition, False)
                            if otherwise is None
                            else self._placed(otherwise)
                        ),
                    ]
                )
            case _:
                return None

    def _placed(self, key: Key) -> Values | None:
        return _common(self._each((key,), self._left))

    def _each(
        self, keys: Iterable[Key], ask: Callable[[Key], Values | None]
    ) -> list[Values | None]:
        return [ask(key) if self._in_place(key) else None for key in keys]

    def _refused(self, key: Key) -> Values | None:
        """No other values are refused, as far as that can be read off where the schema is applied."""
        return _all(map(self._stopping, self._sense.keywords(self._sense.resolved(key))))

    def _stopping(self, keyword: Keyword) -> Values | None:
        match keyword:
            case g.Not(target=target):
                return _common(self._each((target,), self._left))
            case g.AnyOf(branches=branches):
                return _common(self._each(branches, self._refused))
            case g.Reference() | g.AllOf():
                return _all(self._each(keyword.children(), self._refused))
            case _:
                return None


def _listed(keywords: Iterable[Keyword]) -> Values | None:
    """The values that a schema lists itself."""
    for it in keywords:
        if isinstance(it, (g.Enum, g.Const)):
            return _each_once(it.values if isinstance(it, g.Enum) else (it.value,))
    return None


def _telling(values: Values) -> Values | None:
    """The values if a comparison with each tells type checkers what is left."""
    strings = {it for it in values if isinstance(it, str)}
    numbers = {it for it in values if isinstance(it, (int, float)) and not isinstance(it, bool)}
    whole = any(isinstance(it, (list, dict)) for it in values)
    return None if whole or len(strings) > 1 or len(numbers) > 1 else _each_once(values)


def _spellings(value: Any) -> list[Any]:
    """A value, and for a whole number its other spelling: 1 and 1.0 are one."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return [value]
    if isinstance(value, float):
        return [value, int(value)] if value.is_integer() else [value]
    try:
        return [value, float(value)] if float(value) == value else [value]
    except OverflowError:
        return [value]


def _each_once(values: Iterable[Any]) -> Values:
    found: list[Any] = []
    for value in values:
        if isinstance(value, (list, dict)) or not _among(value, found):
            found.append(value)
    return tuple(found)


def _among(value: Any, values: Iterable[Any]) -> bool:
    """Whether it is one of them: true is not 1."""
    return any(it == value and isinstance(it, bool) is isinstance(value, bool) for it in values)


def _common(found: Iterable[Values | None]) -> Values | None:
    """What is left by all of them."""
    known = [it for it in found if it is not None]
    if not known:
        return None
    return tuple(it for it in known[0] if all(_among(it, its) for its in known[1:]))


def _all(found: Iterable[Values | None]) -> Values | None:
    """What is left by any of them."""
    each = list(found)
    known = [it for it in each if it is not None]
    return _each_once(value for its in known for value in its) if len(known) == len(each) else None
