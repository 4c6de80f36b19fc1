"""Sets of characters: sorted ranges of code points that do not touch."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from unicodedata import ucd_3_2_0

CharSet = tuple[tuple[int, int], ...]
LAST = 0x10FFFF

DIGITS: CharSet = ((48, 57),)
WORDS: CharSet = ((48, 57), (65, 90), (95, 95), (97, 122))
SPACES: CharSet = (
    (9, 13), (32, 32), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029), (0x202F, 0x202F),
    (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF),
)  # fmt: skip


def union(sets: Iterable[CharSet]) -> CharSet:
    """Every character of any of `sets`."""
    found: list[tuple[int, int]] = []
    for low, high in sorted(pair for one in sets for pair in one):
        if found and low <= found[-1][1] + 1:
            found[-1] = (found[-1][0], max(found[-1][1], high))
        else:
            found.append((low, high))
    return tuple(found)


def complement(chars: CharSet) -> CharSet:
    """Every other character."""
    found: list[tuple[int, int]] = []
    at = 0
    for low, high in chars:
        if low > at:
            found.append((at, low - 1))
        at = high + 1
    if at <= LAST:
        found.append((at, LAST))
    return tuple(found)


def meet(left: CharSet, right: CharSet) -> bool:
    """Whether the two share a character."""
    one = other = 0
    while one < len(left) and other < len(right):
        if left[one][1] < right[other][0]:
            one += 1
        elif right[other][1] < left[one][0]:
            other += 1
        else:
            return True
    return False


def shared(left: CharSet, right: CharSet) -> CharSet:
    """The characters of both."""
    found: list[tuple[int, int]] = []
    one = other = 0
    while one < len(left) and other < len(right):
        low, high = max(left[one][0], right[other][0]), min(left[one][1], right[other][1])
        if low <= high:
            found.append((low, high))
        if left[one][1] < right[other][1]:
            one += 1
        else:
            other += 1
    return tuple(found)


def either_case(chars: CharSet) -> CharSet:
    """The same with every letter that differs from one of them by case alone."""
    lows = [low for low, _ in chars]

    def holds(code: int) -> bool:
        at = bisect_right(lows, code)
        return at > 0 and code <= chars[at - 1][1]

    found = (((code, code),) for alike in _alike() if any(map(holds, alike)) for code in alike)
    return union([chars, *found])


@cache
def _alike() -> list[list[int]]:
    """Letters that simple case folding makes one. Unicode 3.2 says what a letter is: every Python knows it."""
    folded: dict[str, list[int]] = {}
    for code in range(0x2_0000):
        char = chr(code)
        if code == 0x1E9E or ucd_3_2_0.category(char) in ("Lu", "Ll", "Lt", "Mn", "Nl", "So"):
            folded.setdefault(_folded(char), []).append(code)
    return [codes for codes in folded.values() if len(codes) > 1]


def _folded(char: str) -> str:
    """Simple case folding: one character stays one."""
    return next((it for it in (char.casefold(), char.lower()) if len(it) == 1), char)


DOT = complement(union([((10, 10),), ((13, 13),), ((0x2028, 0x2029),)]))


@cache
def _tables() -> tuple[Mapping[str, CharSet], Mapping[str, str]]:
    """The sets and the names of Unicode 15.1, as properties.txt has them."""
    sets: dict[str, CharSet] = {}
    names: dict[str, str] = {}
    text = Path(__file__).with_name("properties.txt").read_text(encoding="ascii")
    for line in text.splitlines():
        if line.startswith("="):
            short, *longer = line[1:].split()
            names.update(dict.fromkeys(longer, short))
        elif line and not line.startswith("#"):
            name, _, ranges = line.partition(":")
            sets[name] = _ranges(ranges)
    return sets, names


def _ranges(text: str) -> CharSet:
    """Distances from one boundary to the next, in base 36."""
    found: list[tuple[int, int]] = []
    at = 0
    numbers = [int(part, 36) for part in text.split()]
    for gap, width in zip(numbers[::2], numbers[1::2]):
        at += gap
        found.append((at, at + width))
        at += width
    return tuple(found)


@cache
def property_set(text: str) -> CharSet | None:
    """The set of `\\p{text}` (ECMA-262, section 22.2.1.1 and tables 67 to 69); None when there is no such property."""
    if text == "Any":
        return ((0, LAST),)
    if text == "ASCII":
        return ((0, 127),)
    if text == "Assigned":
        unassigned = property_set("Cn")
        return None if unassigned is None else complement(unassigned)
    kind, mark, value = text.partition("=")
    if not mark:
        return _category(text) or _set(f"b={text}")
    if kind in ("General_Category", "gc"):
        return _category(value)
    if kind in ("Script", "sc", "Script_Extensions", "scx") and value in ("Unknown", "Zzzz"):
        sets, _ = _tables()
        return complement(union(sets[it] for it in sets if it.startswith("s=")))
    if kind in ("Script", "sc"):
        return _set(f"s={value}")
    if kind in ("Script_Extensions", "scx"):
        return _set(f"x={value}") or _set(f"s={value}")
    return None


def _set(name: str) -> CharSet | None:
    sets, names = _tables()
    return sets.get(names.get(name, name))


def _category(name: str) -> CharSet | None:
    sets, names = _tables()
    short = names.get(f"g={name}", f"g={name}")
    if short in sets:
        return sets[short]
    inside = {"g=LC": ("g=Lu", "g=Ll", "g=Lt")}.get(short)
    found = inside or [
        it for it in sets if len(short) == 3 and len(it) == 4 and it.startswith(short)
    ]
    return union(sets[it] for it in found) if found else None
