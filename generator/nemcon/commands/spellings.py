"""Keywords that say the same in different ways, each in one of them."""

from __future__ import annotations

import math
from collections.abc import Sequence

from nemcon.read import graph as g
from nemcon.read.graph import Keyword
from nemcon.records import replace

_IN_PLACE = (g.AllOf, g.AnyOf, g.OneOf, g.Conditional, g.DependentSchemas, g.Reference)


def on_integers(bound: g.Bound) -> g.Bound:
    """What a bound says of integers: `exclusiveMinimum` 0 is `minimum` 1."""
    limit = bound.limit
    if bound.side == "lower":
        whole = math.floor(limit) + 1 if bound.exclusive else math.ceil(limit)
    else:
        whole = math.ceil(limit) - 1 if bound.exclusive else math.floor(limit)
    return replace(bound, limit=whole, exclusive=False)


def of_a_flat_object(keyword: g.UnevaluatedProperties, beside: Sequence[Keyword]) -> Keyword:
    """The keyword as `additionalProperties` where nothing but the properties beside it can have looked at members."""
    if any(isinstance(it, (*_IN_PLACE, g.AdditionalProperties)) for it in beside):
        return keyword
    return g.AdditionalProperties(
        keyword=keyword.keyword,
        pointer=keyword.pointer,
        target=keyword.target,
        names=tuple(
            name for it in beside if isinstance(it, g.Properties) for name in it.properties
        ),
        patterns=tuple(
            pattern
            for it in beside
            if isinstance(it, g.PatternProperties)
            for pattern, _ in it.patterns
        ),
    )


def apart(types: Sequence[str]) -> bool:
    """Whether no value has two of the types."""
    plain = ["number" if it == "integer" else it for it in types]
    return len(set(plain)) == len(plain)
