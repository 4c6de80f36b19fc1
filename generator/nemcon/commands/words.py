"""Keywords in words."""

from __future__ import annotations

import json

from nemcon.commands.meanings import Part, values
from nemcon.read import graph as g
from nemcon.read.graph import Keyword


def spelt(part: Part) -> str:
    """A keyword in words, as the schema has it where it is a bound."""
    return _words(part.written if isinstance(part.written, g.Bound) else part.keyword)


def _words(keyword: Keyword) -> str:
    match keyword:
        case g.Type():
            return f"type {' or '.join(keyword.types)}"
        case g.Enum() | g.Const():
            return f"{keyword.keyword} {', '.join(json.dumps(value, sort_keys=True) for value in values(keyword))}"
        case g.Bound() | g.Size():
            return f"{keyword.keyword} {keyword.limit}"
        case g.MultipleOf():
            return f"{keyword.keyword} {keyword.divisor}"
        case g.Matches():
            return f"pattern {json.dumps(keyword.pattern.source)}"
        case g.Required():
            return f"required {', '.join(map(json.dumps, keyword.names))}"
        case g.Format():
            return f"format {keyword.name}"
        case g.Contains():
            most = "" if keyword.maximum is None else f" and at most {keyword.maximum}"
            return f"contains at least {keyword.minimum}{most}"
        case g.Properties():
            return f"properties {', '.join(map(json.dumps, keyword.properties))}"
        case _:
            return keyword.keyword
