"""JSON Pointers (RFC 6901)."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from nemcon.read.graph import JSON


def join(pointer: str, *tokens: str | int) -> str:
    """`pointer` with `tokens` behind it, escaped."""
    for token in tokens:
        text = str(token)
        if "~" in text or "/" in text:
            text = text.replace("~", "~0").replace("/", "~1")
        pointer = f"{pointer}/{text}"
    return pointer


def tokens(pointer: str) -> list[str]:
    """The unescaped tokens of `pointer`."""
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def normal(fragment: str) -> str:
    """The pointer in a URI fragment: percent-decoded, each token escaped in the one normal way."""
    return join("", *tokens(unquote(fragment)))


def split_path(path: str) -> tuple[str, str]:
    """A path that may end in `#/json/pointer`, taken apart; the pointer may be percent-encoded."""
    file, mark, pointer = path.rpartition("#")
    if not mark or (pointer and not pointer.startswith("/")):
        return path, ""
    return file, normal(pointer)


def encoded(pointer: str) -> str:
    """The pointer as a URI fragment."""
    return pointer.replace("%", "%25")


def resolve(value: JSON, pointer: str) -> JSON:
    """The value at `pointer` inside `value`. Raises LookupError when there is none."""
    found = value
    for token in tokens(pointer):
        if isinstance(found, dict):
            found = found[token]
        elif isinstance(found, list) and token.isascii() and token.isdigit():
            found = found[int(token)]
        else:
            raise LookupError(token)
    return found
