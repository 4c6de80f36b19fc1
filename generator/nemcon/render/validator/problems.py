"""What an error says of a value: one phrase for each keyword, put behind the value."""

from __future__ import annotations

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Keyword
from nemcon.render.text import literal

_A = {
    "null": "null", "boolean": "a boolean", "integer": "an integer", "number": "a number",
    "string": "a string", "array": "an array", "object": "an object",
}  # fmt: skip
MOST_NAMED = 10**18
"""Integers from here on are written out in a message, where they may be cut short."""
_UNITS = {"string": "characters", "array": "items", "object": "properties"}


def problem_around(keyword: Keyword, graph: Graph, limit: str) -> str | None:
    """The phrase with `limit` in place of the number that the keyword sets; None where it sets no short integer."""
    match keyword:
        case g.Bound(limit=int(number)) | g.MultipleOf(divisor=int(number)) | g.Size(limit=number):
            short = abs(number) < MOST_NAMED
        case _:
            short = False
    return problem(keyword, graph, limit) if short else None


def problem(keyword: Keyword, graph: Graph, limit_text: str | None = None) -> str:
    """The phrase for `keyword`, such as "is not a string"."""
    match keyword:
        case g.Never():
            return "is not allowed here"
        case g.Type(types=types):
            return f"is not {_or([_A[name] for name in types])}"
        case g.Enum(values=values):
            return f"is not one of {_short(', '.join(literal(value) for value in values[:9]))}"
        case g.Const(value=value):
            return f"is not {_short(literal(value))}"
        case g.Bound(side=side, limit=limit, exclusive=exclusive):
            words = {("lower", False): "less than", ("upper", False): "more than"}
            strict = {("lower", True): "not more than", ("upper", True): "not less than"}
            return f"is {(words | strict)[side, exclusive]} {limit_text or _short(literal(limit))}"
        case g.MultipleOf(divisor=divisor):
            return f"is not a multiple of {limit_text or _short(literal(divisor))}"
        case g.Size(of=of, side=side, limit=limit):
            number = limit_text or limit
            few = f"few {_UNITS[of]}: fewer" if side == "lower" else f"many {_UNITS[of]}: more"
            return f"has too {few} than {number}"
        case g.Matches(pattern=pattern):
            return f"does not match the pattern {_short(literal(pattern.source))}"
        case g.Format(name=name):
            return f"is not of the format {_short(literal(name))}"
        case g.Encoded(what=what):
            return f"does not hold {what}"
        case g.UniqueItems():
            return "has two items that are equal"
        case g.Required() | g.DependentRequired():
            return "lacks a required property"
        case g.AdditionalProperties() | g.UnevaluatedProperties():
            return "has properties that are not allowed"
        case g.Items() | g.UnevaluatedItems():
            return "has items that are not allowed"
        case g.Contains(minimum=minimum):
            items = "1 item" if minimum == 1 else f"{minimum} items"
            return f"has fewer than {items} of the kind it must contain"
        case g.AnyOf(branches=branches) | g.OneOf(branches=branches):
            return f"fits none of the {len(branches)} alternatives{_kinds(keyword, graph)}"
        case g.Not():
            return "is of a kind that is not allowed"
        case _:
            return "is refused"


def _kinds(keyword: Keyword, graph: Graph) -> str:
    """The JSON types the alternatives take, where each says so."""
    found: dict[str, None] = {}
    for key in keyword.children():
        types = next((it for it in _followed(key, graph) if isinstance(it, g.Type)), None)
        if types is None:
            return ""
        found.update({_A[name]: None for name in types.types})
    return f": {_or(list(found))}"


def _followed(key: str, graph: Graph) -> tuple[Keyword, ...]:
    keywords = graph[key].keywords
    if len(keywords) == 1 and isinstance(keywords[0], g.Reference):
        return graph[keywords[0].target].keywords
    return keywords


def _or(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."
