"""Whether msgspec may pass over the keys of an object that no field names: where the schema says nothing of them."""

from __future__ import annotations

from collections.abc import Callable

from nemcon.model.types import Record
from nemcon.read import graph as g
from nemcon.read.graph import Keyword


def is_indifferent(record: Record, keywords: Callable[..., tuple[Keyword, ...]]) -> bool:
    """Whether a document of the class may have any other keys with any values, which the class forgets.

    `keywords` finds all that nodes say in place; those of the class speak of properties one by one.
    """
    named = {field.key for field in record.fields}
    return record.extras is None and all(
        not keywords(key) for keyword in keywords(record.key) for key in _others(keyword, named)
    )


def _others(keyword: Keyword, named: set[str]) -> list[g.Key]:
    """The nodes that a keyword applies to keys that no field names."""
    match keyword:
        case g.Properties(properties=properties):
            return [key for name, key in properties.items() if name not in named]
        case g.PatternProperties(patterns=patterns):
            return [key for _, key in patterns]
        case g.AdditionalProperties(target=target):
            return [target]
        case _:
            return []
