"""Enumerations: the classes that `enum` becomes where the user wants them, and the names of their members."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping

from nemcon.model.names import MAX_LENGTH, capitals, digest, folded, plain
from nemcon.model.slots import Slots, of_values
from nemcon.model.types import Formatted, Literals, Primitive, Type
from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key

Value = int | str
"""What a member can be: booleans and null have types of their own, and 1 and true could not both be members."""

_HUMPS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def enumerations(graph: Graph, slots: Slots) -> dict[Key, tuple[Value, ...]]:
    """The nodes whose `enum` makes a class for values of `slots`, each with its members.

    That is one with at least two of them, all of which can occur, and not all in a class before it.
    """
    strings, numbers = slots.strings, slots.numbers
    there: set[Value] = {
        *(strings.values or () if strings else ()),
        *(numbers.values or () if numbers else ()),
    }
    keys = (*(strings.enums if strings else ()), *(numbers.enums if numbers else ()))
    found: dict[Key, tuple[Value, ...]] = {}
    covered: set[Value] = set()
    for key in dict.fromkeys(keys):
        values = _values(graph, key)
        own = set(values)
        if len(own) > 1 and own <= there and not own <= covered:
            found[key] = values
            covered |= own
    return found


def scalars(slots: Slots, enums: Mapping[Key, tuple[Value, ...]]) -> tuple[list[Type], list[Type]]:
    """The types of strings and of numbers, without the values that are members of `enums`."""
    said = {value for values in enums.values() for value in values}
    strings: list[Type] = []
    numbers: list[Type] = []
    if slots.strings is not None:
        form = slots.strings.format
        text = Primitive("string") if form is None else Formatted(form)
        strings += _others(text, slots.strings.values, said)
    if slots.numbers is not None:
        whole = Primitive("integer" if slots.numbers.integer else "number")
        numbers += _others(whole, slots.numbers.values, said)
    return strings, numbers


def _others(whole: Type, values: tuple[Value, ...] | None, said: set[Value]) -> list[Type]:
    if values is None:
        return [whole]
    rest = tuple(value for value in values if value not in said)
    return [Literals(rest)] if rest else []


def is_pure(slots: Slots, values: Iterable[Value]) -> bool:
    """Whether `slots` hold these values and no others."""
    if slots.null or slots.booleans or slots.arrays or slots.objects:
        return False
    strings = slots.strings.values if slots.strings else ()
    numbers = slots.numbers.values if slots.numbers else ()
    if strings is None or numbers is None:
        return False
    return len(strings) + len(numbers) == len(tuple(values))


def _values(graph: Graph, key: Key) -> tuple[Value, ...]:
    """The values of a node's `enum` that can be members."""
    (listed,) = (it.values for it in graph[key].keywords if isinstance(it, g.Enum))
    slots, _ = of_values(listed)
    integers = slots.numbers is not None and slots.numbers.values is not None
    found: dict[Value, None] = {}
    for value in listed:
        if isinstance(value, str):
            found[value] = None
        elif integers and isinstance(value, (int, float)) and not isinstance(value, bool):
            found[int(value)] = None
    return tuple(found)


def members(values: Iterable[Value]) -> tuple[tuple[str, Value], ...]:
    """The name of each value. Where two want the same, all but one spelled just so take a digest of their value."""
    wanted = [(member_name(value), value) for value in values]
    groups: Mapping[str, list[Value]] = defaultdict(list)
    for name, value in wanted:
        groups[folded(name)].append(value)
    found: list[tuple[str, Value]] = []
    for name, value in wanted:
        group = groups[folded(name)]
        exact = [it for it in group if it == name]
        if len(group) > 1 and exact[:1] != [value]:
            name = f"{name}_{digest(repr(value))}"
        found.append((name, value))
    return tuple(found)


def member_name(value: Value) -> str:
    """The name of a value in capitals: what it says, or what its signs are called, or a digest of it."""
    if isinstance(value, int):
        return f"VALUE_{value}".replace("-", "MINUS_")
    text = re.sub(r"^\+(?=[0-9])", "PLUS_", re.sub(r"^-(?=[0-9])", "MINUS_", value))
    words = re.findall(r"[^\W_]+", plain(_HUMPS.sub(" ", text)))
    name = capitals("_".join(words))
    if not name:
        name = _called(value)
    if name[:1].isdigit():
        name = f"VALUE_{name}"
    if len(name) > MAX_LENGTH:
        name = f"{name[:MAX_LENGTH]}_{digest(value)}"
    normal = unicodedata.normalize("NFKC", name) == name
    return name if normal and name.isidentifier() else f"VALUE_{digest(value)}"


def _called(text: str) -> str:
    """The name of a text without letters and digits: those of its characters, when they are few."""
    if not text:
        return "EMPTY"
    if len(text) > 3 or not text.isascii() or not text.isprintable():
        return f"VALUE_{digest(text)}"
    return "_".join(re.sub(r"\W", "_", unicodedata.ucd_3_2_0.name(char)) for char in text)
