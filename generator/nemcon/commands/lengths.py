"""Values as long as a change of a limit asks, for limits that no fixture reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import Literal, TypeAlias

from nemcon.read import graph as g
from nemcon.read.graph import JSON, Keyword
from nemcon.records import dataclass

LONGEST = 2_000_000
"""So many characters, items or properties a value may have that is made only to show a change."""
_LENGTHS = 3
"""So many lengths are tried: a pattern may ask for an even one."""
_SEEDS: dict[str, Sequence[JSON]] = {"string": ["a", "0", "A"], "array": [0, "", None, {}, []]}

Maker: TypeAlias = Callable[[int], JSON]
"""Gives a value of a length."""


@dataclass(frozen=True)
class Length:
    """Values of this type and of a length from `least` to `most` (None: no end) meet a change."""

    of: Literal["string", "array", "object"]
    least: int
    most: int | None

    @property
    def few(self) -> Sequence[int]:
        """The shortest lengths that there are, none where even these are too long to be made."""
        most = LONGEST if self.most is None else min(LONGEST, self.most)
        return range(self.least, most + 1)[: _LENGTHS if self.of == "string" else 1]


def asked(keyword: Keyword) -> Length | None:
    """The lengths that a keyword refuses, when it is about nothing else."""
    if not isinstance(keyword, g.Size):
        return None
    if keyword.side == "upper":
        return Length(keyword.of, keyword.limit + 1, None)
    return Length(keyword.of, 0, keyword.limit - 1)


def between(one: Keyword, other: Keyword) -> Length | None:
    """The lengths that a keyword refuses and the one that it became does not, or the other way round."""
    match one, other:
        case g.Size(), g.Size():
            limits = sorted((one.limit, other.limit))
            upper, of = one.side == "upper", one.of
        case g.Contains(), g.Contains() if one.maximum == other.maximum:
            limits = sorted((one.minimum, other.minimum))
            upper, of = False, "array"
        case _:
            return None
    return Length(of, limits[0] + upper, limits[1] - (not upper))


def is_of(value: JSON, length: Length) -> bool:
    """Whether a value has the type."""
    return isinstance(value, {"string": str, "array": list, "object": dict}[length.of])


def makers(length: Length, known: Sequence[JSON]) -> Iterator[Maker]:
    """Ways to make such values, those first that are like values which are known at the place."""
    if length.of == "string":
        for text in [*known, *_SEEDS["string"]]:
            if isinstance(text, str) and text:
                yield partial(_text, text)
    elif length.of == "array":
        yield lambda size: list(range(size))
        yield lambda size: [str(at) for at in range(size)]
        lists: list[list[JSON]] = [it for it in known if isinstance(it, list)]
        items: list[JSON] = [item for it in lists for item in it[:2]]
        for item in items or _SEEDS["array"]:
            yield partial(_array, item)
    else:
        for object_ in [*(it for it in known if isinstance(it, dict)), dict[str, JSON]()]:
            for stem in ("k", *list(object_)[:2]):
                for value in [*list(object_.values())[:2], 0, "", None]:
                    yield partial(_object, object_, stem, value)


def _text(text: str, size: int) -> JSON:
    return (text * (size // len(text) + 1))[:size]


def _array(item: JSON, size: int) -> JSON:
    return [item] * size


def _object(object_: Mapping[str, JSON], stem: str, value: JSON, size: int) -> JSON:
    """An object with more members, called like one that it has."""
    made = dict(object_)
    names = (f"{stem}{at}" for at in count())
    while len(made) < size:
        made.setdefault(next(names), value)
    return made
