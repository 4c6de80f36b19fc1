"""Where a line can be split outside of its brackets: behind commas, before operators, by priority."""

from __future__ import annotations

from nemcon.render.leaves import Leaf

COMPREHENSION, COMMA, TERNARY, LOGIC, STRING, COMPARISON, DOT = 20, 18, 16, 14, 12, 10, 1
_MATH = {
    "|": 9,
    "^": 8,
    "&": 7,
    "<<": 6,
    ">>": 6,
    "+": 5,
    "-": 5,
    "*": 4,
    "/": 4,
    "//": 4,
    "%": 4,
    "@": 4,
    "**": 1,
}
_COMPARATORS = frozenset(("<", ">", "==", "!=", "<=", ">="))
_OPERATORS = frozenset("and or not in is if else return lambda for".split())


def delimiters_of(leaves: list[Leaf]) -> dict[int, int]:
    """The places behind which a line can be split, outside of its brackets, with their priorities."""
    found: dict[int, int] = {}
    depth, loops, comprehension = 0, 0, False
    lambdas: list[int] = []
    for place, leaf in enumerate(leaves):
        if leaf.kind == "close":
            if depth == 0:
                continue
            depth -= 1
        if loops and depth == loops and leaf.text == "in":
            depth, loops = depth - 1, 0
            in_loop = True
        else:
            in_loop = False
        if lambdas and depth == lambdas[-1] and leaf.text == ":":
            depth -= 1
            lambdas.pop()
        if depth == 0:
            before = 0 if in_loop else _before(leaves, place, comprehension)
            if before and place:
                found[place - 1] = before
            elif leaf.text == ",":
                found[place] = COMMA
        if leaf.kind == "open":
            depth += 1
        elif leaf.kind == "name" and leaf.text == "for" and not loops:
            comprehension = comprehension or depth == 0
            depth, loops = depth + 1, depth + 1
        elif leaf.text == "lambda":
            depth += 1
            lambdas.append(depth)
    return found


def _before(leaves: list[Leaf], place: int, comprehension: bool) -> int:
    """The priority of a split before this leaf; 0 when there can be none."""
    leaf = leaves[place]
    last = leaves[place - 1] if place else None
    if leaf.kind == "string":
        return STRING if last is not None and last.kind == "string" else 0
    if leaf.kind == "op":
        if leaf.text == ".":
            return DOT if last is not None and last.kind == "close" else 0
        if leaf.text in _COMPARATORS:
            return COMPARISON
        unary = last is None or last.kind == "open" or last.kind == "op" or last.text in _OPERATORS
        return 0 if unary else _MATH.get(leaf.text, 0)
    if leaf.kind != "name":
        return 0
    match leaf.text:
        case "for":
            return COMPREHENSION
        case "if":
            return COMPREHENSION if comprehension else TERNARY
        case "else":
            return TERNARY
        case "and" | "or":
            return LOGIC
        case "is":
            return COMPARISON
        case "in":
            return 0 if last is not None and last.text == "not" else COMPARISON
        case "not":
            following = leaves[place + 1].text if place + 1 < len(leaves) else ""
            return COMPARISON if following == "in" else 0
        case _:
            return 0
