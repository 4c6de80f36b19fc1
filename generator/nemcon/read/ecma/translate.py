"""The tree of an ECMA-262 pattern as a pattern of Python's `re` with the same meaning."""

from __future__ import annotations

from collections.abc import Iterator

from nemcon.read.ecma.automaton import below
from nemcon.read.ecma.nodes import (
    Back,
    Boundary,
    Chars,
    Choice,
    Edge,
    Group,
    Look,
    Node,
    Repeat,
    Sequence,
)
from nemcon.read.ecma.sets import DIGITS, LAST, WORDS, CharSet, complement, either_case
from nemcon.read.ecma.syntax import MAX_REPEAT, Untranslatable, parse

MAX_GROUPS = 99
"""At most this many groups may be referred to: `\\100` would be a character to `re`."""
MAX_LENGTH = 200_000
"""A translated pattern has at most this many characters."""


def translate(source: str) -> str:
    """The pattern for `re.search` that finds a match in exactly the texts in which ECMA-262 finds one for `source`.

    Raises Untranslatable.
    """
    tree = parse(source)
    printer = _Printer({node.number for node in walk(tree) if isinstance(node, Back)})
    printer.check_references(tree)
    _check_turns(tree, 1)
    found = printer.text(tree)
    if len(found) > MAX_LENGTH:
        raise Untranslatable("it becomes too long")
    return found


def printed(node: Node) -> str:
    """One node as `re` spells it; no group captures."""
    return _Printer(set()).text(node)


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything below it."""
    yield node
    match node:
        case Sequence(nodes=nodes) | Choice(nodes=nodes):
            for child in nodes:
                yield from walk(child)
        case Group(node=inner) | Look(node=inner) | Repeat(node=inner):
            yield from walk(inner)
        case _:
            pass


class _Printer:
    """Prints a tree; only the groups in `used` capture, and `numbers` gives them their places in the result."""

    def __init__(self, used: set[int]) -> None:
        self._numbers = {number: index + 1 for index, number in enumerate(sorted(used))}
        self._done: set[int] = set()

    def check_references(self, tree: Node) -> None:
        """Refuses references whose meaning differs: ECMA-262 forgets a group at every turn of a loop."""
        if len(self._numbers) > MAX_GROUPS:
            raise Untranslatable(f"it refers to more than {MAX_GROUPS} groups")
        for node in walk(tree) if self._numbers else ():
            if isinstance(node, Repeat):
                self._check_repeat(node)
            if isinstance(node, Look) and self._referred(node.node):
                self._check_look(node)

    def _referred(self, node: Node) -> set[int]:
        """The groups inside `node` that something refers to."""
        return {it.number for it in walk(node) if isinstance(it, Group)} & self._numbers.keys()

    def _check_look(self, node: Look) -> None:
        """ECMA-262 reads what is looked back over from right to left: the last turn of a loop is the leftmost."""
        if node.negative:
            raise Untranslatable("it refers to a group inside a negative assertion")
        if node.ahead:
            return
        inside = list(walk(node.node))
        if any(isinstance(it, Back) for it in inside):
            raise Untranslatable(
                "it refers to a group in what it looks back over, and from there as well"
            )
        if any(
            isinstance(it, Repeat) and it.most != 1 and self._referred(it.node) for it in inside
        ):
            raise Untranslatable("it refers to a group in a loop that it looks back over")

    def _check_repeat(self, node: Repeat) -> None:
        """ECMA-262 takes back a turn that matched nothing (section 22.2.2.3.1); `re` keeps what it captured."""
        referred = self._referred(node.node)
        if node.lazy and node.most != 1 and referred:
            raise Untranslatable(
                "it refers to a group in a lazy loop, of which Python 3.10 loses the last turn"
            )
        for number in referred:
            if node.most != 1 and not _always(node.node, number):
                raise Untranslatable("it refers to a group that a loop may leave out")
            if width(node.node)[0] == 0 and (node.most != 1 or _in_assertion(node.node, number)):
                raise Untranslatable("it refers to a group in a loop that may match nothing")

    def text(self, node: Node) -> str:
        match node:
            case Chars(set=chars):
                return char_class(chars)
            case Edge(start=start):
                return "^" if start else r"\Z"
            case Boundary():
                return _boundary(node)
            case Sequence(nodes=nodes):
                return "".join(self._inside(child) for child in nodes)
            case Choice(nodes=nodes):
                return "|".join(self.text(child) for child in nodes)
            case Group(node=inner, number=number):
                return self._group(inner, number)
            case Back(number=number):
                return self._back(number)
            case Repeat():
                return self._repeat(node)
            case Look(ahead=True, negative=negative, node=inner):
                return f"(?{'!' if negative else '='}{self.text(inner)})"
            case Look(negative=negative, node=inner):
                return self._behind(inner, negative)

    def _inside(self, node: Node) -> str:
        text = self.text(node)
        return f"(?:{text})" if isinstance(node, Choice) else text

    def _group(self, inner: Node, number: int) -> str:
        if number not in self._numbers:
            return f"(?:{self.text(inner)})"
        text = f"({self.text(inner)})"
        self._done.add(number)
        return text

    def _back(self, number: int) -> str:
        """A group that took no part, or is not closed yet, matches nothing (ECMA-262, section 22.2.2.7.2)."""
        if number not in self._done:
            return "(?:)"
        place = self._numbers[number]
        return f"(?({place})\\{place})"

    def _repeat(self, node: Repeat) -> str:
        body = self.text(node.node)
        if not isinstance(node.node, (Chars, Group)):
            body = f"(?:{body})"
        match (node.least, node.most):
            case (0, None):
                sign = "*"
            case (1, None):
                sign = "+"
            case (0, 1):
                sign = "?"
            case (least, None):
                sign = f"{{{least},}}"
            case (least, most):
                sign = f"{{{least}}}" if least == most else f"{{{least},{most}}}"
        return body + sign + ("?" if node.lazy else "")

    def _behind(self, inner: Node, negative: bool) -> str:
        """Python looks back over a fixed width, so each width gets an assertion of its own.

        Where something refers to a group inside, the first branch that matches is the only one that does.
        """
        branches = inner.nodes if isinstance(inner, Choice) else (inner,)
        for branch in branches:
            low, high = width(branch)
            if low != high:
                raise Untranslatable("it looks back over texts of different lengths")
        sign = "!" if negative else "="
        parts = [f"(?<{sign}{self.text(branch)})" for branch in branches]
        if len(parts) == 1:
            return parts[0]
        if self._referred(inner):
            others = [f"(?<!{printed(branch)})" for branch in branches]
            parts = ["".join((*others[:at], part)) for at, part in enumerate(parts)]
        return "".join(parts) if negative else f"(?:{'|'.join(parts)})"


def _boundary(node: Boundary) -> str:
    """What of the characters before and behind is one of a word: exactly one, or both or none."""
    word = f"[{_ranges(either_case(WORDS) if node.any_case else WORDS)}]"
    same, other = ("=", "!") if node.negative else ("!", "=")
    return f"(?:(?<={word})(?{same}{word})|(?<!{word})(?{other}{word}))"


def _check_turns(node: Node, turns: int) -> None:
    """Refuses loops around loops that `re` has to turn very often, although nothing of the text is left."""
    if isinstance(node, Repeat) and node.least > 1 and width(node.node)[0] == 0:
        turns *= node.least
        if turns > MAX_REPEAT:
            raise Untranslatable(f"it repeats what may match nothing more than {MAX_REPEAT} times")
    for child in below(node):
        _check_turns(child, turns)


def width(node: Node) -> tuple[int, int | None]:
    """The least and the greatest number of characters a node can match (None: no end)."""
    match node:
        case Chars():
            return 1, 1
        case Edge() | Boundary() | Look():
            return 0, 0
        case Back():
            return 0, None
        case Group(node=inner):
            return width(inner)
        case Sequence(nodes=nodes):
            found = [width(child) for child in nodes]
            highs = [high for _, high in found]
            return sum(low for low, _ in found), (
                None if None in highs else sum(high or 0 for high in highs)
            )
        case Choice(nodes=nodes):
            found = [width(child) for child in nodes]
            highs = [high for _, high in found]
            return min(low for low, _ in found), (
                None if None in highs else max(high or 0 for high in highs)
            )
        case Repeat(node=inner, least=least, most=most):
            low, high = width(inner)
            return low * least, None if most is None or high is None else high * most


def _always(node: Node, number: int) -> bool:
    """Whether every match of `node` passes through group `number`."""
    match node:
        case Group(number=found, node=inner):
            return found == number or _always(inner, number)
        case Sequence(nodes=nodes):
            return any(_always(child, number) for child in nodes)
        case Choice(nodes=nodes):
            return all(_always(child, number) for child in nodes)
        case Repeat(node=inner, least=least):
            return least > 0 and _always(inner, number)
        case _:
            return False


def _in_assertion(node: Node, number: int) -> bool:
    """Whether group `number` stands in an assertion inside `node`."""
    looks = [it for it in walk(node) if isinstance(it, Look)]
    return any(
        isinstance(it, Group) and it.number == number for look in looks for it in walk(look.node)
    )


def char_class(chars: CharSet) -> str:
    """A set of characters as `re` spells it, the shorter way round."""
    if not chars:
        return r"[^\s\S]"
    if chars == ((0, LAST),):
        return r"[\s\S]"
    if len(chars) == 1 and chars[0][0] == chars[0][1]:
        return _outside(chars[0][0])
    if chars == DIGITS:
        return "[0-9]"
    if chars == WORDS:
        return "[A-Za-z0-9_]"
    other = complement(chars)
    if len(other) < len(chars) or (len(other) == len(chars) and chars[-1][1] == LAST):
        return f"[^{_ranges(other)}]"
    return f"[{_ranges(chars)}]"


def _ranges(chars: CharSet) -> str:
    parts: list[str] = []
    for low, high in chars:
        if low == high:
            parts.append(_within(low))
        else:
            parts.append(_within(low) + ("-" if high > low + 1 else "") + _within(high))
    return "".join(parts)


def _outside(code: int) -> str:
    char = chr(code)
    return f"\\{char}" if char in r"\.^$*+?{}[]|()" else _spelled(code)


def _within(code: int) -> str:
    char = chr(code)
    return f"\\{char}" if char in r"\^-[]&~|" else _spelled(code)


def _spelled(code: int) -> str:
    """The character itself where it can be seen, an escape elsewhere."""
    if 32 <= code < 127:
        return chr(code)
    short = {9: r"\t", 10: r"\n", 13: r"\r"}.get(code)
    if short:
        return short
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
