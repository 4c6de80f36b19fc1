"""What an error says of a value: one phrase for each keyword, put behind the value."""

from __future__ import annotations

from nemcon.read import graph as g
from nemcon.read.graph import Graph, Keyword
from nemcon.render.text import literal

_A = {
    "null": "null", "boolean": "a boolean", "integer": "an integer", "number": "a number",
    "string": "a string", "array": "an array", "object": "an object",
}  # fmt: skip
_UNITS = {"string": "character", "array": "item", "object": "property"}


def problem(keyword: Keyword, graph: Graph) -> str:
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
            return f"is {(words | strict)[side, exclusive]} {_short(literal(limit))}"
        case g.MultipleOf(divisor=divisor):
            return f"is not a multiple of {_short(literal(divisor))}"
        case g.Size(of=of, side=side, limit=limit):
            return f"has {'fewer' if side == 'lower' else 'more'} than {_count(limit, _UNITS[of])}"
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
            return f"has fewer than {_count(minimum, 'item')} of the kind it must contain"
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


def _count(number: int, unit: str) -> str:
    many = {"property": "properties"}.get(unit, f"{unit}s")
    return f"{number} {unit if number == 1 else many}"


def _short(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."
