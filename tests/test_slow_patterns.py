"""Regular expressions that take more than quadratic time with backtracking, and those that do not, by counted steps."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator

import pytest
from compiled import validator
from nemcon.errors import SchemaError
from nemcon.read import read_schema
from nemcon.read.ecma import NotLinear, cubic, explosive, slow, steps
from nemcon.read.ecma.nodes import Chars, Choice, Edge, Group, Look, Node, Repeat, Sequence
from nemcon.read.ecma.syntax import parse

CUBIC = [
    ".*a.*b", ".*foo.*bar", "a.*a.*b", "a*a*b", r".*\.\d+.*\.x", "^.*a.*b.*c", ".*(?=.*a)", "a+(?=[ab]*)b", "^.*(?!.*a.*b)x", r"(a+)\1b",
    ".{0,100}a.{0,100}b", "x|.*a.*b", "(?:^|,).*a.*b", r"\s*,?\s*;?x", "^[ab]*[bc]*[bd]*$", "(?:ab)*(?:aba)?(?:ba)*c",
    r"^\w*\d*_*\d*$", ".*(?:" + "|".join(f"w{n}" for n in range(2_000)) + ").*x",
]  # fmt: skip
QUADRATIC = [
    r"\s+$", "a*b", ".*a", ".*a.*", "a.*b", "^.*a.*b", r"^\S+@\S+$", r"\S+@\S+", r"(?=.*\d)x", "a*b*c*$", "[^/]+/[^/]+/[^/]+$",
    r"^(?=.*[a-z].*[A-Z])(?=.*\d).{8,}$", "^(?:(?!foo.*bar).)*$", "^x|.*a", "(?:ab)*(?:ba)*c", r"(\w+) \1", r"^(['\"]).*\1$",
    "(?:" + "|".join(f"w{n}.*" for n in range(500)) + ")x", ".{0,9}a.{0,9}b.{0,9}c", "^(?:.*a.*b|c.*d)", r"^\d*\.\d*\.\d*$",
]  # fmt: skip


@pytest.mark.parametrize("source", CUBIC, ids=lambda it: it[:30])
def test_cubic_time_is_told(source: str) -> None:
    assert cubic(source) is not None


@pytest.mark.parametrize("source", QUADRATIC, ids=lambda it: it[:30])
def test_quadratic_time_is_let_pass(source: str) -> None:
    assert slow(source) is None


def test_the_reason_is_told() -> None:
    why = (
        "three loops in a row, or the search and two, divide the same text, such as one made of 'a'"
    )
    assert slow("a*a*b") == f"cubic time with backtracking: {why}"


class Backtracking:
    """A matcher that tries one way after the other, as `re` does, and counts its steps."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.steps = 0

    def finds(self, tree: Node) -> bool:
        return any(self.match(tree, at, lambda end: True) for at in range(len(self.text) + 1))

    def match(self, node: Node, at: int, then: Callable[[int], bool]) -> bool:
        self.steps += 1
        match node:
            case Chars(set=chars):
                code = ord(self.text[at]) if at < len(self.text) else -1
                return any(low <= code <= high for low, high in chars) and then(at + 1)
            case Edge(start=start):
                return at == (0 if start else len(self.text)) and then(at)
            case Sequence(nodes=()):
                return then(at)
            case Sequence(nodes=nodes):
                rest = Sequence(nodes[1:])
                return self.match(nodes[0], at, lambda end: self.match(rest, end, then))
            case Choice(nodes=nodes):
                return any(self.match(it, at, then) for it in nodes)
            case Group(node=inner):
                return self.match(inner, at, then)
            case Look(node=inner, negative=negative):
                return self.match(inner, at, lambda end: True) is not negative and then(at)
            case Repeat():
                return self.loop(node, at, then, 0)
            case _:
                raise AssertionError(node)

    def loop(self, node: Repeat, at: int, then: Callable[[int], bool], turns: int) -> bool:
        def again(end: int) -> bool:
            return (end > at or turns < node.least) and self.loop(node, end, then, turns + 1)

        if node.most is None or turns < node.most:
            if self.match(node.node, at, again):
                return True
        return turns >= node.least and then(at)


def _pattern(choose: random.Random, depth: int) -> str:
    if depth == 0:
        return choose.choice(
            ["a", "b", "[ab]", "[^a]", "ab", "ba", "c", "a*", "b*", "[ab]*", "(?:ab)*", "a+"]
        )
    one, other = _pattern(choose, depth - 1), _pattern(choose, depth - 1)
    shapes = [
        one + other,
        one + other,
        f"(?:{one}|{other})",
        f"(?:{one}){choose.choice('*+?')}",
        f"(?={one}){other}",
    ]
    return choose.choice(shapes)


def _counted(tree: Node, text: str) -> int | None:
    """The steps that it takes to find nothing."""
    matcher = Backtracking(text)
    return None if matcher.finds(tree) else matcher.steps


@pytest.fixture
def deep() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.usefixtures("deep")
def test_steps_grow_with_the_square_at_most_where_nothing_is_told() -> None:
    choose = random.Random(1991)
    counted = 0
    for _ in range(300):
        source = choose.choice(["^", ""]) + _pattern(choose, 3) + choose.choice(["$", "c", "d", ""])
        if slow(source) is not None:
            continue
        tree = parse(source)
        for _ in range(6):
            begin, more, end = ("".join(choose.choices("abc", k=k)) for k in (1, 2, 1))
            more = choose.choice([more, "a", "b", "ab"])
            few, many = (_counted(tree, begin + more * times + end) for times in (24, 48))
            if few and many:
                assert many < 5.5 * few, (source, begin, more, end)
                counted += 1
    assert counted > 500


@pytest.mark.parametrize("source", CUBIC[:5])
def test_cubic_patterns_are_matched_in_linear_time(source: str) -> None:
    graph = read_schema({"pattern": source})
    assert graph.warnings[0].endswith(
        "so it is matched by an automaton, which is slower but takes linear time"
    )
    compiled = validator({"pattern": source})
    for piece in ("a", "foo", ".1", ".1a"):
        assert not compiled.is_valid(piece * 20_000)
    assert compiled.is_valid("foo bar.1.x a b")


def test_what_an_automaton_remembers_changes_no_answer() -> None:
    source = "^(a|aa)+.*b.*c$"
    compiled = validator({"pattern": source})
    texts = [f"a{chr(0x4E00 + n)}b{chr(0x5E00 + n)}c" for n in range(6_000)]
    for _ in range(2):
        assert all(compiled.is_valid(text) for text in texts)
        assert not any(compiled.is_valid(text[:-1]) for text in texts)
        assert not any(compiled.is_valid(text[1:]) for text in texts)


def test_cubic_patterns_beyond_an_automaton_are_refused_unless_allowed() -> None:
    source = r"(a+)\1b"
    with pytest.raises(SchemaError, match="cubic time .*; nor can it be matched in linear time"):
        read_schema({"pattern": source})
    assert read_schema({"pattern": source}, allow_patterns=[source]).warnings == ()
    with pytest.raises(NotLinear, match="an assertion in it is as slow itself"):
        steps("(?=.*a.*b).*c.*d")
    assert explosive(source) is None
