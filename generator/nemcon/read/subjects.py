"""Which JSON type a keyword speaks of: of values of other types it says nothing (2020-12 validation, section 6)."""

from __future__ import annotations

from collections.abc import Mapping

from nemcon.read import graph as g
from nemcon.read.graph import Keyword

SUBJECTS: Mapping[type[Keyword], str] = {
    **dict.fromkeys((g.Bound, g.MultipleOf), "number"),
    **dict.fromkeys((g.Matches, g.Format, g.Encoded), "string"),
    **dict.fromkeys(
        (g.UniqueItems, g.Contains, g.PrefixItems, g.Items, g.UnevaluatedItems), "array"
    ),
    **dict.fromkeys(
        (
            g.Required, g.DependentRequired, g.Properties, g.PatternProperties, g.AdditionalProperties, g.PropertyNames,
            g.DependentSchemas, g.UnevaluatedProperties,
        ),
        "object",
    ),
}  # fmt: skip


def subject(keyword: Keyword) -> str | None:
    """The one JSON type that a keyword speaks of, "number" for integers too; None when it speaks of every value."""
    return keyword.of if isinstance(keyword, g.Size) else SUBJECTS.get(keyword.__class__)


def speaks_of(keyword: Keyword, *types: str) -> bool:
    """Whether a keyword says anything of values of these JSON types."""
    spoken = subject(keyword)
    return spoken is None or spoken in types or (spoken == "number" and "integer" in types)
