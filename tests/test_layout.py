"""The layout of generated modules is black's: statement by statement, for statements of every shape they print."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from nemcon.render.layout import laid_out

black = pytest.importorskip("black")

pytestmark = pytest.mark.tools


class Writer:
    """Writes random statements, of the shapes that templates print."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def name(self) -> str:
        size = self.random.randint(1, 35)
        return "abcdefghij"[size % 10] * size

    def string(self) -> str:
        return f'"{"x y" * self.random.randint(0, 18)}"'

    def some(self, write: Callable[[int], str], depth: int) -> str:
        return ", ".join(write(depth) for _ in range(self.random.randint(1, 4)))

    def value(self, depth: int) -> str:
        if depth == 0 or self.random.random() < 0.2:
            return self.random.choice(
                [self.name(), self.string(), "None", "0", "-1", "1.5", "{}", "[]", "()"]
            )
        deeper = depth - 1
        match self.random.randint(0, 10):
            case 0:
                return f"{self.name()}({self.some(self.value, deeper)})"
            case 1:
                return f"{self.name()}[{self.value(deeper)}]"
            case 2:
                return f"{self.name()}.{self.name()}({self.value(deeper)})"
            case 3:
                return f"[{self.some(self.item, deeper)}]"
            case 4:
                return f"({self.some(self.item, deeper)}, {self.item(deeper)})"
            case 5:
                return (
                    f"{{{self.string()}: {self.item(deeper)}, {self.name()}: {self.item(deeper)}}}"
                )
            case 6:
                return f"[{self.item(deeper)} for {self.name()} in {self.value(deeper)}]"
            case 7:
                return f"{{key: {self.item(deeper)} for key, item in {self.name()}.items() if key not in {self.name()}}}"
            case 8:
                return f"{self.name()} + {self.name()}"
            case 9:
                return f"{self.name()}({self.name()}={self.item(deeper)}, {self.name()}={self.value(deeper)})"
            case _:
                return f"{self.name()}.{self.name()}"

    def item(self, depth: int) -> str:
        if self.random.random() < 0.2:
            return f"{self.value(depth)} if {self.name()}.__class__ is str else {self.value(depth)}"
        return self.value(depth)

    def test(self) -> str:
        ends = ["is None", "not in names", "in names", "is not None", "< 10", "== other"]
        parts = [
            f"{self.value(1)} {self.random.choice(ends)}" for _ in range(self.random.randint(1, 4))
        ]
        return self.random.choice([" and ", " or "]).join(parts)

    def type(self, depth: int) -> str:
        match self.random.randint(0, 4 if depth else 1):
            case 0 | 1:
                return self.name()
            case 2:
                return " | ".join(self.type(depth - 1) for _ in range(self.random.randint(1, 4)))
            case 3:
                return f"dict[str, {self.type(depth - 1)}]"
            case _:
                return (
                    f"Literal[{', '.join(self.string() for _ in range(self.random.randint(1, 5)))}]"
                )

    def statement(self) -> str:
        match self.random.randint(0, 12):
            case 0:
                return f"{self.name()} = {self.item(3)}"
            case 1:
                return f"{self.name()}.{self.name()} = {self.item(3)}"
            case 2:
                return f"{self.name()}[{self.string()}] = {self.item(2)}"
            case 3:
                return f"{self.name()}: {self.type(2)}"
            case 4:
                return f"{self.name()}: {self.type(2)} = {self.value(0)}"
            case 5:
                return f"return {self.item(3)}"
            case 6:
                return f"{self.name()}({self.some(self.item, 2)})"
            case 7:
                return f"raise {self.name()}({self.value(2)}) from None"
            case 8:
                return f"if {self.test()}:\n    pass"
            case 9:
                return f"if ({self.test()}):\n    pass"
            case 10:
                return f"for {self.name()} in {self.value(2)}:\n    pass"
            case 11:
                return f"def {self.name()}(value: {self.type(1)}) -> {self.type(1)}:\n    pass"
            case _:
                return f"def {self.name()}(value: {self.type(1)}, other: Any = None) -> {self.name()}:\n    pass"


@pytest.mark.parametrize("seed", range(600))
def test_statements(seed: int) -> None:
    writer = Writer(seed)
    depth = writer.random.randint(0, 3)
    pad = "    "
    text = "".join(f"{pad * level}if x:\n" for level in range(depth))
    text += "".join(f"{pad * depth}{line}\n" for line in writer.statement().split("\n"))
    assert laid_out(text) == black.format_str(text, mode=black.Mode())


@pytest.mark.parametrize("seed", range(300))
def test_calls_and_what_is_spread_already(seed: int) -> None:
    """The statements for which a short look is enough."""
    writer = Writer(seed)
    pad = "    " * writer.random.randint(0, 2)
    text = "".join(f"{pad[:start]}if x:\n" for start in range(0, len(pad), 4))
    items = [writer.item(writer.random.randint(0, 2)) for _ in range(writer.random.randint(1, 7))]
    opened, closed = writer.random.choice(["()", "[]", "{}"])
    name = writer.random.choice([f"{writer.name()} = ", f"{writer.name()}: {writer.type(1)} = "])
    text += f"{pad}{writer.name()}({', '.join(items)})\n"
    for head in (f"{writer.name()}(", f"{name}{opened}", f"{name}{writer.name()}("):
        tail = closed if head[-1] == opened else ")"
        lines = [f"{pad}{head}", *(f"{pad}    {item}," for item in items), f"{pad}{tail}"]
        text += "\n".join(lines) + "\n"
    assert laid_out(text) == black.format_str(text, mode=black.Mode())


SPREAD = """\
names = {
    "a",
    "b",
}
value = call(
    first, second
)
value = call(first, second, )
value: dict[str, int] = {

    "a": 1
}
if (
    a
    or b
):
    pass
from here import (
    one, two
)
@decorator
class A:

    \"\"\"Words.\"\"\"
    a: int = 1
    def f(self) -> int:
        return (1)
def g() -> None: ...
def h() -> None: ...
x = 1
"""


def test_spacing_and_brackets() -> None:
    """Brackets with a trailing comma stay spread out, others are joined; blank lines are black's."""
    assert laid_out(SPREAD) == black.format_str(SPREAD, mode=black.Mode())
