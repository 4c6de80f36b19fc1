"""Names: every node gets one, made of where it stands and what it is called, never of a counter."""

from __future__ import annotations

import builtins
import hashlib
import keyword
import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache

from nemcon.read.graph import Graph, Key, Node
from nemcon.read.pointers import tokens

MAX_LENGTH = 60
"""A name made of one piece of schema text has at most this many characters; longer ones end in a digest."""

RESERVED = frozenset("""
    Any Callable Enum Extras Final Iterator Literal Mapping NotRequired Required Root Struct Type TypeAlias TypedDict UNSET
    UnsetType ValidationError Error Schema TYPE_CHECKING Never Union Optional Code Definition Decoder Encoder Decimal
    """.split()) | frozenset(name for name in dir(builtins) if name[:1].isupper())
"""Class names that generated modules use for something else."""

_WORDS = re.compile(r"[^\W_]+", re.UNICODE)
_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def folded(name: str) -> str:
    """What two names must not share."""
    return unicodedata.normalize("NFKC", name).casefold()


def digest(text: str) -> str:
    """Six characters that stand for `text` where it cannot stand itself."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:6]


INVISIBLE = frozenset(
    [0xAD, 0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x2800, 0x3164, 0xFFA0, *range(0xFE00, 0xFE10)]
)  # fmt: skip
"""The characters that show nothing, although Unicode 3.2 counts them among letters, marks and signs."""


def plain(text: str) -> str:
    """`text` in the normal form of identifiers, without what no reader could tell apart or see."""
    if text.isascii():
        return text
    return "".join(char if _is_plain(char) else " " for char in normal(text))


def normal(text: str) -> str:
    """`text` in the normal form of identifiers. Unicode 3.2 decides, which every Python has."""
    return text if text.isascii() else unicodedata.ucd_3_2_0.normalize("NFKC", text)


def _is_plain(char: str) -> bool:
    return char.isascii() or (
        unicodedata.ucd_3_2_0.category(char) in ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Mn", "Mc")
        and ord(char) not in INVISIBLE
    )


def capitals(name: str) -> str:
    """A name in capital letters."""
    return _in_case(name, str.upper)


def _in_case(text: str, change: Callable[[str], str]) -> str:
    """`text` in another case; letters stay as they are where that is no letters, or none that Unicode 3.2 knows."""
    if text.isascii():
        return change(text)
    pairs = ((char, change(char)) for char in text)
    return normal("".join(new if _are_letters(new) else old for old, new in pairs))


def _are_letters(text: str) -> bool:
    return all(char == "_" or char.isalnum() and _is_plain(char) for char in text)


def cap_words(text: str) -> str:
    """`text` in CapWords: an identifier, or empty when nothing of it can be in one."""
    words = _WORDS.findall(plain(text))
    name = normal("".join(capitals(word[0]) + word[1:] for word in words))
    if len(name) > MAX_LENGTH:
        name = name[:MAX_LENGTH] + digest(text)
    if name and not name.isidentifier():
        name = "X" + name
    return name if name.isidentifier() else ""


@lru_cache(maxsize=1 << 12)
def snake(name: str) -> str:
    """A CapWords name in snake_case: different names (folded) stay different."""
    return _in_case("_".join(part for part in _HUMPS.split(name) if part), str.lower)


_STEPS: Mapping[str, str] = {
    "properties": "",
    "patternProperties": "Pattern",
    "additionalProperties": "Value",
    "unevaluatedProperties": "Value",
    "propertyNames": "Key",
    "items": "Item",
    "prefixItems": "Item",
    "additionalItems": "Item",
    "unevaluatedItems": "Item",
    "contains": "Contains",
    "dependentSchemas": "With",
    "dependencies": "With",
    "$defs": "",
    "definitions": "",
}


def _step(words: list[str]) -> str:
    """The part of a name that the pointer tokens between a node and its parent give."""
    parts: list[str] = []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in _STEPS:
            parts.append(_STEPS[word])
            if rest and word not in (
                "additionalProperties",
                "unevaluatedProperties",
                "propertyNames",
                "contains",
            ):
                parts.append(_text_name(rest.pop(0)))
        else:
            parts.append(_text_name(word))
    return "".join(parts)


def _text_name(text: str) -> str:
    if text.isascii() and text.isdigit():
        return text
    return cap_words(text) or "X" + digest(text)


def _own_name(text: str) -> str:
    """A name that stands alone, so it must be an identifier by itself."""
    return cap_words(text) or "X" + digest(text)


def name_nodes(graph: Graph, root_name: str, others: Collection[str] = ()) -> dict[Key, str]:
    """A name in CapWords for each node, unique after folding; `root_name` is the root's when it has no better one.

    Modules use the names `others` for something else, besides those that they always do.
    """
    paths = _path_names(graph, root_name)
    first = {key: _first_choice(graph, key, paths) for key in graph.nodes}
    taken = _settle(graph, first, paths)
    reserved = RESERVED.union(others)
    return {key: normal(f"{name}_" if name in reserved else name) for key, name in taken.items()}


def _first_choice(graph: Graph, key: Key, paths: Mapping[Key, str]) -> str:
    node = graph[key]
    if node.definition is not None and key == node.pointer:
        return _own_name(node.definition)
    return paths[key]


def _path_names(graph: Graph, root_name: str) -> dict[Key, str]:
    """For each node the name of the nearest node above it and the steps from there."""
    by_pointer: dict[str, Node] = {node.pointer: node for node in graph.nodes.values()}
    names: dict[str, str] = {}
    root = graph[graph.root]
    for pointer in sorted(by_pointer, key=lambda it: (it != root.pointer, it.count("/"))):
        node = by_pointer[pointer]
        if pointer == root.pointer:
            names[pointer] = _root_name(node, root_name)
        elif node.definition is not None:
            names[pointer] = _own_name(node.definition)
        else:
            above = pointer
            while above and above not in names:
                above = above.rpartition("/")[0]
            base = names.get(above, names[root.pointer])
            step = _step(tokens(pointer[len(above) :]) if above in names else tokens(pointer))
            names[pointer] = _short(base + step, pointer)
    return {key: _with_scope(names[node.pointer], key, node) for key, node in graph.nodes.items()}


def _short(name: str, pointer: str) -> str:
    return name if len(name) <= 2 * MAX_LENGTH else name[:MAX_LENGTH] + digest(pointer)


def _root_name(root: Node, given: str) -> str:
    if root.definition is not None:
        return _own_name(root.definition)
    return cap_words(root.annotations.title or "") or _own_name(given)


def _with_scope(name: str, key: Key, node: Node) -> str:
    """Copies of one place under other dynamic scopes say which."""
    return name if key == node.pointer else f"{name}In{digest(key)}"


def _settle(graph: Graph, first: Mapping[Key, str], paths: Mapping[Key, str]) -> dict[Key, str]:
    """Where two nodes want one name, both take their path; where that does not help, both take a digest of it.

    A definition keeps its name beside a root of the same title: the root is `Root` to everyone, whatever its title.
    """
    root_name = first[graph.root]
    chosen = dict(first)
    if graph[graph.root].definition is None and graph.root in _clashing(chosen):
        chosen[graph.root] = f"{root_name}Document"
    for key in _clashing(chosen):
        if key == graph.root:
            continue
        node = graph[key]
        above = tokens(node.pointer)
        if node.definition is not None:
            start = _around(graph, node)
            base, path = (root_name, above[:-2]) if start is None else (first[start], [])
            chosen[key] = _short(base + _step(path) + _text_name(node.definition), key)
        else:
            chosen[key] = paths[key]
    for key in _clashing(chosen):
        if key != graph.root:
            chosen[key] = f"{chosen[key]}{digest(key)}"
    return chosen


def _around(graph: Graph, node: Node) -> Key | None:
    """The one of several schemas, compiled together, in which a definition stands."""
    return next((it for it in graph.roots if node.pointer.startswith(f"{it}/")), None)


def _clashing(names: Mapping[Key, str]) -> Iterable[Key]:
    groups: dict[str, list[Key]] = defaultdict(list)
    for key, name in names.items():
        groups[folded(name)].append(key)
    return [key for group in groups.values() if len(group) > 1 for key in group]


_SHADOWS = frozenset(
    "bool dict field float int list object str tuple self cls Any Literal Never UNSET UnsetType Extras mro".split()
)
"""Names an annotation in the same class body uses, or that a class cannot have as an attribute."""


@lru_cache(maxsize=1 << 12)
def attribute_name(key: str) -> str:
    """The Python attribute for the property `key`: the key itself where that can be, something like it elsewhere."""
    text = plain(key)
    name = re.sub(r"\W+", "_", text.strip()).strip("_")
    if key.isascii() and key.isidentifier() and not key.startswith("_"):
        name = key
    if not name or len(name) > MAX_LENGTH or not (name.isidentifier() or f"_{name}".isidentifier()):
        name = (
            f"{name[:MAX_LENGTH]}_{digest(key)}".strip("_")
            if name[:1].isidentifier()
            else f"key_{digest(key)}"
        )
    if not name.isidentifier():
        name = f"n{name}"
    if keyword.iskeyword(name) or name in _SHADOWS:
        name = f"{name}_"
    return name


def attribute_names(keys: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """The attribute of each property; where two want the same, all but one spelled just so take a digest of their key."""
    wanted = {key: attribute_name(key) for key in keys}
    groups: dict[str, list[str]] = defaultdict(list)
    for key, name in wanted.items():
        groups[folded(name)].append(key)
    used = {folded(name) for name in taken}
    for fold, group in groups.items():
        exact = [key for key in group if key == wanted[key]]
        for key in group:
            if (len(group) > 1 and key not in exact[:1]) or fold in used:
                wanted[key] = f"{wanted[key].rstrip('_')}_{digest(key)}"
    return wanted
