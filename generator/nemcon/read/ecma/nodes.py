"""The tree of a regular expression."""

from __future__ import annotations

from typing import TypeAlias, Union

from nemcon.read.ecma.sets import CharSet
from nemcon.records import dataclass


@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of a set; `text` is how the pattern spells a set that has a name."""

    set: CharSet


@dataclass(frozen=True, slots=True)
class Edge:
    """`^` or `$`."""

    start: bool


@dataclass(frozen=True, slots=True)
class Boundary:
    """`\\b`, or `\\B` if `negative`; where `any_case`, words have the characters that differ from theirs in case alone."""

    negative: bool
    any_case: bool


@dataclass(frozen=True, slots=True)
class Look:
    """A lookahead or lookbehind."""

    node: Node
    ahead: bool
    negative: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A capturing group; `number` counts from 1."""

    node: Node
    number: int


@dataclass(frozen=True, slots=True)
class Back:
    """A reference to what a group matched."""

    number: int


@dataclass(frozen=True, slots=True)
class Sequence:
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    node: Node
    least: int
    most: int | None
    lazy: bool


Node: TypeAlias = Union[Chars, Edge, Boundary, Look, Group, Back, Sequence, Choice, Repeat]


def simplified(node: Node) -> Node:
    """A tree that matches the same texts, where no loop has to turn over what may be nothing: `(a?){9}` is `a{0,9}`."""
    match node:
        case Sequence(nodes=nodes):
            return Sequence(tuple(map(simplified, nodes)))
        case Choice(nodes=nodes):
            return Choice(tuple(map(simplified, nodes)))
        case Group(node=inner, number=number):
            return Group(simplified(inner), number)
        case Look(node=inner, ahead=ahead, negative=negative):
            return Look(simplified(inner), ahead, negative)
        case Repeat(node=inner, least=least, most=most, lazy=lazy):
            body = simplified(inner)
            bare = body.node if isinstance(body, Group) else body
            if isinstance(bare, Repeat) and (bare.least, bare.most) == (0, 1):
                return Repeat(bare.node, 0, most, lazy)
            return Repeat(body, 0 if least > 1 and may_be_nothing(body) else least, most, lazy)
        case _:
            return node


def may_be_nothing(node: Node) -> bool:
    """Whether a node matches the empty text anywhere."""
    match node:
        case Group(node=inner):
            return may_be_nothing(inner)
        case Sequence(nodes=nodes):
            return all(map(may_be_nothing, nodes))
        case Choice(nodes=nodes):
            return any(map(may_be_nothing, nodes))
        case Repeat(node=inner, least=least):
            return least == 0 or may_be_nothing(inner)
        case _:
            return False


def renumbered(node: Node, numbers: dict[int, int]) -> Node:
    """A tree whose references have the numbers that `numbers` gives them."""
    match node:
        case Back(number=number):
            return Back(numbers.get(number, number))
        case Sequence(nodes=nodes):
            return Sequence(tuple(renumbered(it, numbers) for it in nodes))
        case Choice(nodes=nodes):
            return Choice(tuple(renumbered(it, numbers) for it in nodes))
        case Group(node=inner, number=number):
            return Group(renumbered(inner, numbers), number)
        case Look(node=inner, ahead=ahead, negative=negative):
            return Look(renumbered(inner, numbers), ahead, negative)
        case Repeat(node=inner, least=least, most=most, lazy=lazy):
            return Repeat(renumbered(inner, numbers), least, most, lazy)
        case _:
            return node
