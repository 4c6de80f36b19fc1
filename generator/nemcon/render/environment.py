"""The one way from facts to text: Jinja with typed filters, where a plain string can never be printed.

A template prints either its own text, or a value that went through one of the filters below (or that the plan of a
target made of such text, as `Code`). A forgotten filter is an error at generation, not a hole in the output.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.compiler import CodeGenerator
from markupsafe import Markup

from nemcon.read.formats import folder
from nemcon.render.text import (
    comment,
    docstring,
    identifier,
    literal,
    markdown,
    name_part,
    visible,
)

Code = Markup
"""Text that is safe to print as it is: Python code made of checked parts."""


def templates_folder() -> Path:
    """The folder of the templates."""
    return folder()


def refuse_plain(value: Any) -> str:
    """Jinja's `finalize`: lets through code and counts, refuses everything that no filter has vouched for."""
    if isinstance(value, Markup):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise TypeError(
        f"a template prints {type(value).__name__} without a filter: {str(value)[:60]!r}"
    )


class _Printing(CodeGenerator):
    """Templates print what `refuse_plain` lets through as it is; to escape it as well takes a third of the time."""

    def _output_child_pre(self, node: Any, frame: Any, finalize: Any) -> None:
        self.write("environment.finalize(")

    def _output_child_post(self, node: Any, frame: Any, finalize: Any) -> None:
        self.write(")")


class _Environment(Environment):
    code_generator_class = _Printing


def _as_json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=True)


def _docstring(text: str, indent: int = 4) -> str:
    return docstring(text, indent)


_FILTERS: Mapping[str, Callable[..., str]] = {
    "literal": literal,
    "identifier": identifier,
    "name_part": name_part,
    "docstring": _docstring,
    "comment": comment,
    "json": _as_json,
    "markdown": markdown,
    "visible": visible,
}


def _printing(function: Callable[..., str]) -> Callable[..., Markup]:
    """The filter that prints what `function` makes."""

    def printed(value: Any, *more: Any, **named: Any) -> Markup:
        return Code(function(value, *more, **named))

    return printed


@cache
def environment() -> Environment:
    """The Jinja environment of all targets."""
    made = _Environment(
        loader=FileSystemLoader(templates_folder()),
        undefined=StrictUndefined,
        autoescape=True,
        finalize=refuse_plain,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    for name, function in _FILTERS.items():
        made.filters[name] = _printing(function)
    return made
