"""YAML 1.2 as another way of writing JSON: the core schema, one document, no tags; every place can be found again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, NoReturn

from nemcon.errors import Position, SchemaError
from nemcon.read.graph import JSON
from nemcon.read.pointers import join, tokens
from nemcon.read.texts import (
    MAX_DEPTH,
    MAX_DIGITS,
    Text,
    Unfit,
    decode_utf8,
    finite,
    short_integer,
    too_deep,
)
from nemcon.records import dataclass, field

MAX_EXPANDED = 1_000_000
"""A document may hold at most this many values, those that aliases repeat counted each time."""

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLEANS = {word: word[0] in "tT" for word in "true True TRUE false False FALSE".split()}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BASED = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NONFINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


@dataclass(slots=True)
class _Spot:
    """Where a value stands and where those inside it do; `size` counts the values, repeated ones each time."""

    line: int
    column: int
    inside: dict[str, _Spot] = field(default_factory=lambda: dict[str, "_Spot"]())
    size: int = 1


@dataclass(slots=True)
class _Open:
    """An array or object whose end is still to come; `key` is the one that waits for its value."""

    value: dict[str, JSON] | list[JSON]
    spot: _Spot
    pointer: str
    anchor: str | None
    key: str | None = None


def read_yaml(name: str, data: bytes) -> Text:
    """`data` as YAML 1.2 (section 10.3, the core schema). Raises SchemaError, with its place, for anything that JSON
    could not say as well: tags, several documents, .nan and .inf, keys that are no scalars, and merge keys.
    """
    ruamel: Any = import_module("ruamel.yaml")
    errors: Any = import_module("ruamel.yaml.error")
    reader: Any = import_module("ruamel.yaml.reader")
    text = decode_utf8(name, data)
    composer = _Composer(name)
    try:
        value, root = composer.compose(ruamel.YAML(typ="safe", pure=True).parse(text))
    except errors.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark is not None else (1, 1)
        problem = " ".join(str(error.problem or error.context).split())
        raise SchemaError(
            Position(name, line, column, ""), f"this is not YAML: {problem}"
        ) from None
    except reader.ReaderError as error:
        before = text[: error.position]
        line, column = before.count("\n") + 1, error.position - before.rfind("\n")
        problem = f"this is not YAML: the character U+{error.character:04X} must be escaped"
        raise SchemaError(Position(name, line, column, ""), problem) from None
    except (errors.YAMLError, AssertionError, ValueError, OverflowError):
        problem = "this is not YAML: there is a version or an escaped character that does not exist after this"
        raise SchemaError(composer.reached, problem) from None
    return Text(name, value, lambda pointer: _locate(root, pointer))


def _locate(spot: _Spot, pointer: str) -> tuple[int, int]:
    for token in tokens(pointer):
        spot = spot.inside.get(token, spot)
    return spot.line, spot.column


def _based(word: str) -> int:
    """The integer that an octal or hexadecimal `word` spells. Raises Unfit when it has too many decimal digits."""
    number = int(word, 0)
    if number >= 10**MAX_DIGITS:
        raise Unfit(f"an integer has more than {MAX_DIGITS} digits")
    return number


class _Composer:
    """Puts values together from the parser's events, without recursion."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[JSON, _Spot]] = {}
        self._unfinished: set[str] = set()
        self._root: tuple[JSON, _Spot] | None = None
        self._documents = 0
        self.reached = Position(name, 1, 1, "")

    def compose(self, events: Iterator[Any]) -> tuple[JSON, _Spot]:
        """The value of the only document, and where everything in it stands."""
        steps: Mapping[str, Any] = {
            "DocumentStartEvent": self._document,
            "AliasEvent": self._alias,
            "ScalarEvent": self._scalar,
            "SequenceStartEvent": self._start,
            "MappingStartEvent": self._start,
            "SequenceEndEvent": self._end,
            "MappingEndEvent": self._end,
        }
        for event in events:
            self.reached = Position(
                self._name, event.start_mark.line + 1, event.start_mark.column + 1, ""
            )
            step = steps.get(event.__class__.__name__)
            if step is not None:
                step(event)
        if self._root is None:
            raise SchemaError(Position(self._name, 1, 1, ""), "the text is empty")
        return self._root

    def _document(self, event: Any) -> None:
        self._documents += 1
        if self._documents > 1:
            self._refuse(event, "a second document begins here; only one can be read")
        if event.version not in (None, (1, 2)):
            self._refuse(event, "the text says it is not YAML 1.2")

    def _scalar(self, event: Any) -> None:
        self._vet(event)
        if self._waits_for_key():
            self._key(event)
        else:
            value = event.value if event.style is not None else self._plain(event)
            self._place(value, self._spot(event), event)

    def _start(self, event: Any) -> None:
        self._vet(event)
        if self._waits_for_key():
            self._refuse(event, "a key is an array or object, which JSON does not have")
        if len(self._open) >= MAX_DEPTH:
            self._refuse(event, too_deep(), "")
        made: dict[str, JSON] | list[JSON] = (
            {} if event.__class__.__name__ == "MappingStartEvent" else []
        )
        self._open.append(_Open(made, self._spot(event), self._pointer(), event.anchor))
        if event.anchor is not None:
            self._unfinished.add(event.anchor)

    def _end(self, event: Any) -> None:
        done = self._open.pop()
        if done.anchor is not None:
            self._unfinished.discard(done.anchor)
        self._place(done.value, done.spot, event, done.anchor)

    def _alias(self, event: Any) -> None:
        if self._waits_for_key():
            self._refuse(event, "a key is an alias; write the key itself")
        if event.anchor in self._unfinished:
            self._refuse(event, f"the alias *{event.anchor} stands inside of what it repeats")
        if event.anchor not in self._anchors:
            self._refuse(event, f"the alias *{event.anchor} has no anchor before it")
        value, spot = self._anchors[event.anchor]
        self._place(value, spot, event)

    def _place(self, value: JSON, spot: _Spot, event: Any, anchor: str | None = None) -> None:
        """Puts a finished value where it belongs."""
        anchor = anchor or (event.anchor if event.__class__.__name__ == "ScalarEvent" else None)
        if anchor is not None:
            self._anchors[anchor] = (value, spot)
        if not self._open:
            self._root = (value, spot)
            return
        parent = self._open[-1]
        parent.spot.size += spot.size
        if parent.spot.size > MAX_EXPANDED:
            self._refuse(
                event,
                f"with its aliases written out the text holds more than {MAX_EXPANDED} values",
            )
        if isinstance(parent.value, list):
            parent.spot.inside[str(len(parent.value))] = spot
            parent.value.append(value)
        else:
            assert parent.key is not None
            parent.spot.inside[parent.key] = spot
            parent.value[parent.key] = value
            parent.key = None

    def _key(self, event: Any) -> None:
        """Keys are strings as they are written, also those that look like a number (OpenAPI 3.1, section 4.2)."""
        parent, key = self._open[-1], event.value
        assert isinstance(parent.value, dict)
        if key in parent.value:
            pointer = join(parent.pointer, key)
            self._refuse(event, f"the key {json.dumps(key)} stands twice in one object", pointer)
        if key == "<<" and event.style is None:
            self._refuse(event, "YAML 1.2 has no merge keys; write the keys out")
        parent.key = key

    def _plain(self, event: Any) -> JSON:
        """What a scalar without quotes means (YAML 1.2, section 10.3.2)."""
        word: str = event.value
        if word in _NULL:
            return None
        if word in _BOOLEANS:
            return _BOOLEANS[word]
        try:
            if _INTEGER.fullmatch(word):
                return short_integer(word)
            if _BASED.fullmatch(word):
                return _based(word)
            if _FLOAT.fullmatch(word):
                return finite(word)
        except Unfit as error:
            self._refuse(event, str(error))
        if _NONFINITE.fullmatch(word):
            self._refuse(event, f"{word} is not a JSON number")
        return word

    def _waits_for_key(self) -> bool:
        return (
            bool(self._open)
            and self._open[-1].key is None
            and isinstance(self._open[-1].value, dict)
        )

    def _pointer(self) -> str:
        """The pointer of the value that comes next, of its object while its key is still to come."""
        if not self._open:
            return ""
        parent = self._open[-1]
        if isinstance(parent.value, list):
            return join(parent.pointer, len(parent.value))
        return parent.pointer if parent.key is None else join(parent.pointer, parent.key)

    def _vet(self, event: Any) -> None:
        if event.tag is not None:
            self._refuse(event, "tags are not read; a schema holds nothing but JSON values")

    def _spot(self, event: Any) -> _Spot:
        return _Spot(event.start_mark.line + 1, event.start_mark.column + 1)

    def _refuse(self, event: Any, problem: str, pointer: str | None = None) -> NoReturn:
        line, column = event.start_mark.line + 1, event.start_mark.column + 1
        place = Position(self._name, line, column, self._pointer() if pointer is None else pointer)
        raise SchemaError(place, problem)
