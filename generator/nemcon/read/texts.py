"""Schema texts become JSON values, strictly, and every place in them can be found again for a message."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from nemcon.errors import Position, SchemaError
from nemcon.read.positions import find_json
from nemcon.read.values import items, members
from nemcon.records import dataclass, field

if TYPE_CHECKING:
    from nemcon.read.graph import JSON

MAX_BYTES = 64 * 1024 * 1024
"""A schema text may have at most this many bytes."""
MAX_DEPTH = 500
"""Arrays and objects of a schema may nest at most this deep."""
MAX_DIGITS = 4300
"""A number of a schema may have at most this many digits."""


@dataclass(frozen=True)
class Text:
    """A schema text: `name` as the user knows it, its `value`, and how to find a place in it."""

    name: str
    value: JSON
    locate: Callable[[str], tuple[int, int]] = field(repr=False, default=lambda pointer: (1, 1))

    def position(self, pointer: str) -> Position:
        """Line and column of the value at JSON Pointer `pointer`."""
        line, column = self.locate(pointer)
        return Position(self.name, line, column, pointer)

    def refuse(self, pointer: str, problem: str) -> SchemaError:
        """The error that says `problem` of the value at `pointer`."""
        return SchemaError(self.position(pointer), problem)


class Unfit(Exception):
    """A value that JSON text can spell and a schema cannot hold."""


def read_json(name: str, data: bytes) -> Text:
    """`data` as JSON (RFC 8259). Raises SchemaError for anything that is not strictly that, with its place."""
    text = decode_utf8(name, data)
    try:
        value = json.loads(
            text,
            object_pairs_hook=_no_duplicates,
            parse_constant=_no_constant,
            parse_float=finite,
            parse_int=short_integer,
        )
    except json.JSONDecodeError as error:
        problem = f"this is not JSON: {error.msg[0].lower()}{error.msg[1:]}"
        raise SchemaError(Position(name, error.lineno, error.colno, ""), problem) from None
    except Unfit as error:
        line, column, pointer = find_json(text, str(error))
        raise SchemaError(Position(name, line, column, pointer), str(error)) from None
    except RecursionError:
        raise SchemaError(Position(name, 1, 1, ""), too_deep()) from None
    check_depth(name, value)
    return Text(name, value, lambda pointer: find_json(text, None, pointer)[:2])


def decode_utf8(name: str, data: bytes) -> str:
    """`data` as text. Raises SchemaError when it is too long or not UTF-8."""
    if len(data) > MAX_BYTES:
        raise SchemaError(Position(name, 1, 1, ""), f"the text is longer than {MAX_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        problem = "the text is not UTF-8; save it as UTF-8"
        raise SchemaError(Position(name, line, column, ""), problem) from None
    return text.removeprefix("\ufeff")


def too_deep() -> str:
    return f"arrays and objects nest more than {MAX_DEPTH} deep"


def check_depth(name: str, value: JSON) -> None:
    """Raises SchemaError when `value` nests deeper than MAX_DEPTH."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH + 1):
        level = [
            child
            for item in level
            for child in (*members(item).values(), *items(item))
            if isinstance(child, (dict, list))
        ]
        if not level:
            return
    raise SchemaError(Position(name, 1, 1, ""), too_deep())


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Unfit(f"the key {json.dumps(key)} stands twice in one object")
            seen.add(key)
    return made


def _no_constant(name: str) -> NoReturn:
    raise Unfit(f"{name} is not a JSON number")


def finite(text: str) -> float:
    """The float that `text` spells. Raises Unfit when no float is that large, or that close to zero."""
    number = float(text)
    if math.isinf(number) or (
        number == 0 and any(digit in "123456789" for digit in mantissa(text))
    ):
        raise Unfit(f"the number {text[:40]} is beyond what a float can hold")
    return number


def mantissa(text: str) -> str:
    """The digits of a number before its exponent."""
    return text.lower().partition("e")[0]


def short_integer(text: str) -> int:
    """The integer that `text` spells. Raises Unfit when it has too many digits."""
    if len(text) > MAX_DIGITS:
        raise Unfit(f"an integer has more than {MAX_DIGITS} digits")
    return int(text)
