"""Schema text becomes a literal, a checked identifier or an escaped comment; there is no fourth way."""

from __future__ import annotations

import keyword
import math
import re
import textwrap
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from nemcon.model.names import INVISIBLE

WIDTH = 88
_HIDDEN = frozenset(["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"])
_SIMPLE = re.compile(r"[\x20-\x7e]*")


def literal(value: Any) -> str:
    """The Python literal of a JSON value, as black would quote it; text that a reader could not see is escaped."""
    if value.__class__ is str:
        return string(value)
    match value:
        case None | bool():
            return repr(value)
        case int():
            return repr(value) if abs(value) < 10**4000 else hex(value)
        case float():
            return _float(value)
        case str():
            return string(value)
        case _:
            return _container(value)


def _container(value: Any) -> str:
    if issubclass(type(value), dict):
        inner = ", ".join(f"{literal(key)}: {literal(item)}" for key, item in value.items())
        return f"{{{inner}}}"
    if not isinstance(value, (list, tuple)):
        raise TypeError(f"{type(value).__name__} is no JSON value")
    items: list[Any] = [*value]
    inner = ", ".join(literal(item) for item in items)
    if isinstance(value, list):
        return f"[{inner}]"
    return f"({inner},)" if len(items) == 1 else f"({inner})"


def _float(value: float) -> str:
    if not math.isfinite(value):
        raise TypeError("a JSON number is finite")
    return repr(value)


@lru_cache(maxsize=1 << 14)
def string(text: str) -> str:
    """A Python string literal in double quotes, or in single ones where that needs fewer escapes."""
    quote = "'" if text.count('"') > text.count("'") else '"'
    if text.isascii() and text.isprintable():
        if quote not in text and "\\" not in text:
            return f"{quote}{text}{quote}"
        body = text.replace("\\", "\\\\").replace(quote, "\\" + quote)
        return f"{quote}{body}{quote}"
    return quote + "".join(_escaped(char, quote) for char in text) + quote


def _escaped(char: str, quote: str) -> str:
    if char == "\\" or char == quote:
        return "\\" + char
    return _NAMED.get(char) or (_code(char) if is_hidden(char) else char)


_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _code(char: str) -> str:
    number = ord(char)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


@lru_cache(maxsize=4096)
def is_hidden(char: str) -> bool:
    """Whether a reader could not see this character, or could be deceived about the order of the text around it.

    Unicode 3.2 decides, which every Python has: the same text comes out of each of them.
    """
    if "\x20" <= char <= "\x7e":
        return False
    category = unicodedata.ucd_3_2_0.category(char)
    return category in _HIDDEN or category[0] == "Z" or ord(char) in INVISIBLE


def visible(text: str) -> str:
    """`text` with each hidden character (line ends too) spelled as an escape."""
    if _SIMPLE.fullmatch(text):
        return text
    return "".join(_NAMED.get(char) or _code(char) if is_hidden(char) else char for char in text)


def comment(text: str) -> str:
    """`text` as it may stand behind `#` on one line: it can neither end the line nor speak to a tool."""
    shown = visible(text)
    return _DIRECTIVE.sub(lambda match: match.group(0).replace(":", "\\x3a"), shown)


_DIRECTIVE = re.compile(
    r"(?i)(type|noqa|fmt|pragma|pylint|pyright|mypy|ruff|isort|nosec|yapf|coding|cython)\s*:"
)


@lru_cache(maxsize=1 << 14)
def identifier(name: str) -> str:
    """`name`, when it is an identifier in normal form and no keyword. Raises ValueError otherwise."""
    if (
        not name.isidentifier()
        or keyword.iskeyword(name)
        or unicodedata.normalize("NFKC", name) != name
    ):
        raise ValueError(f"{name!r} is not an identifier")
    if not name.isascii() and any(is_hidden(char) for char in name):
        raise ValueError(f"{name!r} has hidden characters")
    return name


def name_part(text: str) -> str:
    """`text` as it may stand behind a prefix such as `_is_`: there a keyword is none. Raises ValueError."""
    identifier(f"_{text}")
    return text


def docstring(text: str, indent: int) -> str:
    """A docstring of paragraphs `text`, wrapped, as black leaves it; `indent` is the column it stands at."""
    lines = list(_paragraph_lines(text, WIDTH - indent))
    if not lines:
        lines = [""]
    lines = [line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"') for line in lines]
    if len(lines) == 1:
        return f'"""{_closed(lines[0])}"""'
    pad = " " * indent
    body = "\n".join(f"{pad}{line}" if line else "" for line in lines[1:])
    first = f'"""{lines[0]}'
    return f'{first}\n{body}\n{pad}"""' if body else f'{first}\n{pad}"""'


def _closed(line: str) -> str:
    """`line`, escaped already, as it may stand before the closing quotes."""
    before = line[:-1]
    escaped = (len(before) - len(before.rstrip("\\"))) % 2
    return f'{before}\\"' if line.endswith('"') and not escaped else line


def _paragraph_lines(text: str, width: int) -> Iterable[str]:
    """The lines of `text`: paragraphs wrapped, lines that look like a list or code kept apart."""
    blank = True
    for block in text.replace("\r\n", "\n").replace("\r", "\n").expandtabs(4).split("\n"):
        line = visible(block.strip())
        if not line:
            if not blank:
                yield ""
            blank = True
            continue
        blank = False
        yield from textwrap.wrap(
            line, max(width - 6, 20), break_long_words=False, break_on_hyphens=False
        )


def markdown(text: str) -> str:
    """`text` as it may stand in Markdown: nothing in it is markup, no line of it begins a block."""
    return re.sub(r"([\\`*_{}\[\]<>()#+\-.!|~&$:@=\"'])", _entity, visible(text))


def _entity(match: re.Match[str]) -> str:
    return f"&#{ord(match.group(1))};"


def sorting(name: str) -> tuple[int, tuple[tuple[bool, int, str], ...]]:
    """The place of a name in a list: constants, classes, then the rest; numbers in names count as numbers."""
    kind = 0 if len(name) > 1 and name.isupper() else 1 if name[0].isupper() else 2
    parts = re.findall(r"[0-9]+|[^0-9]", name)
    return kind, tuple(
        (not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts
    )
