"""Regular expressions of ECMA-262, for Python."""

from __future__ import annotations


class Untranslatable(Exception):
    """The argument says why."""


def translate(source: str) -> str:
    return source


def exponential(source: str) -> str | None:
    return None
