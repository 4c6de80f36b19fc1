"""What templates may print: code, which is text that a filter has vouched for, and counts.

A template prints either its own text, or a value that went through one of the filters (or that the plan of a target made of
such text, as `Code`). A forgotten filter is an error at generation, not a hole in the output.
"""

from __future__ import annotations

import json as json_
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

from nemcon.model.names import capitals
from nemcon.render import text


class Code(str):
    """Text that is safe to print as it is: Python code made of checked parts."""

    __slots__ = ()

    def upper(self) -> Code:
        return Code(capitals(self))


class Namespace(SimpleNamespace):
    """What a template remembers from one turn of a loop to the next."""


def get(value: Any, name: str) -> Any:
    """What a dictionary of facts has under that name, or the attribute `name` of a fact."""
    if value.__class__ is dict and name in value:
        return value[name]
    return getattr(value, name)


def printed(value: Any) -> str:
    """Lets through code and counts, refuses everything that no filter has vouched for. Raises TypeError."""
    if isinstance(value, Code):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise TypeError(
        f"a template prints {type(value).__name__} without a filter: {str(value)[:60]!r}"
    )


def literal(value: Any) -> Code:
    return Code(text.literal(value))


def identifier(name: str) -> Code:
    return Code(text.identifier(name))


def name_part(name: str) -> Code:
    return Code(text.name_part(name))


def docstring(words: str, indent: int = 4) -> Code:
    return Code(text.docstring(words, indent))


def comment(words: str) -> Code:
    return Code(text.comment(words))


def json(value: Any) -> Code:
    return Code(json_.dumps(value, indent=2, ensure_ascii=True))


def markdown(words: str) -> Code:
    return Code(text.markdown(words))


def visible(words: str) -> Code:
    return Code(text.visible(words))


FILTERS: Mapping[str, Callable[..., Code]] = {
    "literal": literal,
    "identifier": identifier,
    "name_part": name_part,
    "docstring": docstring,
    "comment": comment,
    "json": json,
    "markdown": markdown,
    "visible": visible,
}
