"""Documents that differ at random from given ones, in one to three places."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

KEYS = st.sampled_from(
    [
        "type",
        "text",
        "image_url",
        "index",
        "role",
        "content",
        "bytes",
        "usage",
        "id",
        "",
        "x-y",
        "__init__",
    ]
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.sampled_from([0, -1, 1.0, 0.5, -0.0, 2**63, 2**64, 10**30, 1e300]),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from(
        ["", "text", "image_url", "function", "stop", "user", "\\x00", "\\u2028", "\\U0001f600"]
    ),
    st.text(max_size=5),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)


def _places(value: Any, above: Any = None, key: Any = None) -> Iterator[tuple[Any, Any]]:
    """Every container in a value that holds something, with each key or index in it."""
    if above is not None:
        yield above, key
    for inner, item in (
        list(value.items())
        if isinstance(value, dict)
        else enumerate(value) if isinstance(value, list) else ()
    ):
        yield from _places(item, value, inner)


@st.composite
def changed_documents(draw: st.DrawFn, documents: Sequence[Any]) -> Any:
    """One of the documents with values put in place of others, keys added, and keys or items taken out."""
    document = {"it": copy.deepcopy(draw(st.sampled_from(documents)))}
    for _ in range(draw(st.integers(1, 3))):
        container, key = draw(st.sampled_from(list(_places(document))))
        action = draw(st.sampled_from(["replace", "add", "remove"]))
        if action == "replace" or container is document:
            container[key] = draw(VALUES)
        elif action == "remove":
            del container[key]
        elif isinstance(container, dict):
            container[draw(KEYS)] = draw(VALUES)
        else:
            container.insert(key, draw(VALUES))
    return document["it"]
