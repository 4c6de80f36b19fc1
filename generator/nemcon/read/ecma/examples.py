"""Texts that match a pattern, and texts that just fail to: few, the shortest first, always the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeAlias

from nemcon.read.ecma.nodes import Back, Chars, Choice, Group, Look, Node, Repeat, Sequence
from nemcon.read.ecma.sets import CharSet, complement
from nemcon.read.ecma.syntax import parse
from nemcon.read.ecma.translate import walk, width
from nemcon.records import replace

_TRIES = 400
_MOST = 2_000
_DEEPEST = 2
_PREFERRED = "a0A_-. b1B@x9Zz~!$%/:#'\"\u00e9"


Finds: TypeAlias = Callable[[str], object]
"""What tells whether the pattern is found in a text."""


def matching(
    source: str, found: Finds, min_length: int = 0, max_length: int | None = None
) -> Iterator[str]:
    """Texts in which the pattern is found, with lengths in the bounds. May end early, or yield nothing at all."""
    seen: set[str] = set()
    for text in islice(_candidates(source, min_length), _TRIES):
        if (
            text in seen
            or len(text) < min_length
            or (max_length is not None and len(text) > max_length)
        ):
            continue
        seen.add(text)
        if found(text):
            yield text


def _candidates(source: str, low: int) -> Iterator[str]:
    """Texts the tree spells, bare and with something around them, so that lengths can be reached."""
    tree = parse(source)
    if low <= 100_000:
        for one in dict.fromkeys((_spelled_out(tree), tree)):
            yield from _around(one, low)


def _around(tree: Node, low: int) -> Iterator[str]:
    for extra in _amounts(low, tree):
        yield from _spelled(tree, extra)
    for text in islice(_spelled(tree, 0), 20):
        gap = low - len(text)
        if gap > 0:
            yield text + "a" * gap
            yield "a" * gap + text
            yield text + " " * gap
            yield text + text[-1:] * gap
        yield text + "a"
        yield "a" + text


def _spelled_out(tree: Node) -> Node:
    """The tree with the group itself in the place of each reference to it: both are spelled alike at first."""
    groups = {it.number: it.node for it in walk(tree) if isinstance(it, Group)}

    def out(node: Node, depth: int) -> Node:
        match node:
            case Back(number=number):
                return out(groups[number], depth + 1) if depth < _DEEPEST else Sequence(())
            case Sequence(nodes=nodes):
                return Sequence(tuple(out(it, depth) for it in nodes))
            case Choice(nodes=nodes):
                return Choice(tuple(out(it, depth) for it in nodes))
            case Group() | Look() | Repeat():
                return replace(node, node=out(node.node, depth))
            case _:
                return node

    has_references = any(isinstance(it, Back) for it in walk(tree))
    return out(tree, 0) if has_references else tree


def _amounts(low: int, tree: Node) -> list[int]:
    """How often loops turn beyond what they must: enough to reach a length."""
    shortest = width(tree)[0]
    needed = max(low - shortest, 0)
    return sorted({0, 1, 2, needed, *(max(needed // parts, 0) for parts in (2, 3, 4, 5))})


def _spelled(node: Node, extra: int) -> Iterator[str]:
    """Texts of one node; `extra` is how many more turns a loop takes than it must."""
    match node:
        case Chars(set=chars):
            yield from islice(_characters(chars), 6)
        case Group(node=inner):
            yield from _spelled(inner, extra)
        case Choice(nodes=nodes):
            streams = [_spelled(child, extra) for child in nodes]
            yield from _in_turn(streams)
        case Sequence(nodes=nodes):
            yield from _sequences(nodes, extra)
        case Repeat():
            yield from _repeats(node, extra)
        case Look(negative=False, ahead=ahead, node=inner):
            plain = list(islice(_spelled(inner, extra), 4))
            yield from ["", *plain] if ahead else [*plain, ""]
        case _:
            yield ""


def _in_turn(streams: list[Iterator[str]]) -> Iterator[str]:
    while streams:
        alive: list[Iterator[str]] = []
        for stream in streams:
            text = next(stream, None)
            if text is not None:
                yield text
                alive.append(stream)
        streams = alive


def _sequences(nodes: tuple[Node, ...], extra: int) -> Iterator[str]:
    """The first spelling of everything; then one node after the other varied."""
    options = [list(islice(_spelled(node, extra), 12)) for node in nodes]
    if not all(options):
        return
    plain = [found[0] for found in options]
    yield "".join(plain)
    for index, found in enumerate(options):
        for text in found[1:]:
            yield "".join([*plain[:index], text, *plain[index + 1 :]])
    for shift in range(1, 6):
        yield "".join(
            found[(shift * (index + 1)) % len(found)] for index, found in enumerate(options)
        )


def _repeats(node: Repeat, extra: int) -> Iterator[str]:
    most = node.most if node.most is not None else node.least + max(extra, 3)
    counts = dict.fromkeys(min(node.least + more, most) for more in (extra, 0, 1, 2))
    bodies = list(islice(_spelled(node.node, 0), 8)) or [""]
    for count in [*counts, *([most] if most <= _MOST else [])]:
        if count * max(len(bodies[0]), 1) > _MOST and count > node.least + extra:
            continue
        for body in bodies[:3]:
            yield body * count
        if count > 1:
            yield "".join(bodies[index % len(bodies)] for index in range(count))


def _characters(chars: CharSet) -> Iterator[str]:
    for char in _PREFERRED:
        if any(low <= ord(char) <= high for low, high in chars):
            yield char
    for low, high in chars:
        if not 0xD800 <= low <= 0xDFFF:
            yield chr(low)
        if high != low and not 0xD800 <= high <= 0xDFFF:
            yield chr(high)


def not_matching(
    source: str, found: Finds, min_length: int = 0, max_length: int | None = None
) -> Iterator[str]:
    """Texts in which the pattern is not found, near misses first, with lengths in the bounds."""
    seen: set[str] = set()
    for text in islice(_misses(source, found, min_length, max_length), _TRIES):
        if (
            text in seen
            or len(text) < min_length
            or (max_length is not None and len(text) > max_length)
        ):
            continue
        seen.add(text)
        if not found(text):
            yield text


def _outsiders(tree: Node) -> list[str]:
    """Characters that some set of the pattern does not hold, and a few plain ones."""
    found = ["!", " ", "a", "0", "A", "~"]
    for node in walk(tree):
        if isinstance(node, Chars):
            found += islice(_characters(complement(node.set)), 2)
    return list(dict.fromkeys(found))[:12]


def _misses(source: str, found: Finds, low: int, high: int | None) -> Iterator[str]:
    """Matching texts with one character changed, added or taken away; then plain texts."""
    tree = parse(source)
    for node in walk(tree):
        if isinstance(node, Look) and node.negative:
            yield from islice(_spelled(node.node, 0), 4)
    outside = _outsiders(tree)
    for text in islice(matching(source, found, low, high), 6):
        for other in outside:
            yield text + other
            yield other + text
        for index in range(min(len(text), 12)):
            yield text[:index] + text[index + 1 :]
            for other in outside:
                yield text[:index] + other + text[index + 1 :]
        yield text.swapcase()
    size = max(low, 1)
    if size > 100_000:
        return
    yield ""
    for char in ("a", "0", "!", " ", "A", "~", "_", "\n", "\u00e9"):
        yield char * size
        yield char * (size + 1)
