"""A type as six slots, one for each JSON type, and how two of them meet and join.

Objects and arrays stay unfinished here: their members are named by the nodes that speak of them, so that a recursive
schema needs no recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from nemcon.model.types import FormatName
from nemcon.read.graph import JSON, Key, Pattern
from nemcon.records import dataclass, field, replace

Conjunction = tuple[Key, ...]
"""Nodes that all speak of one value."""

MAX_ALTERNATIVES = 64
"""Where `allOf` multiplies unions, at most this many alternatives are kept apart."""
MAX_WAYS = 256
"""So many ways to kinds of objects are kept apart where unions nest; a union of more branches keeps two for each."""


@dataclass(frozen=True, slots=True)
class Layer:
    """What one node says of an object's members: `rest` speaks of the keys that neither names nor patterns cover."""

    names: Mapping[str, Key]
    patterns: tuple[tuple[Pattern, Key], ...] = ()
    rest: Key | None = None


@dataclass(frozen=True)
class ObjectShape:
    """One kind of object. `sources` are the nodes that shape it, `when` those that must accept a value of it."""

    layers: tuple[Layer, ...] = ()
    required: tuple[str, ...] = ()
    sources: tuple[Key, ...] = ()
    when: tuple[Key, ...] = ()
    owner: Key = ""


@dataclass(frozen=True)
class ArrayLayer:
    """What one node says of an array's items: the first ones by position, then `rest`."""

    prefix: tuple[Key, ...] = ()
    rest: Key | None = None


@dataclass(frozen=True)
class ArrayShape:
    """One kind of array."""

    layers: tuple[ArrayLayer, ...] = ()
    shortest: int = 0
    longest: int | None = None


@dataclass(frozen=True)
class Strings:
    """Any string, or any of `format`, or one of `values`, which the nodes `enums` list among others."""

    values: tuple[str, ...] | None = None
    enums: tuple[Key, ...] = ()
    format: FormatName | None = None


@dataclass(frozen=True)
class Numbers:
    """Any number, any integer, or one of `values` (integers), which the nodes `enums` list among others."""

    integer: bool = False
    values: tuple[int, ...] | None = None
    enums: tuple[Key, ...] = ()


ORDER = ("string", "number", "boolean", "object", "array")


@dataclass(frozen=True)
class Slots:
    """What a value can be. `order` lists the slots as the schema does; null has no place in it and comes last."""

    null: bool = False
    booleans: tuple[bool, ...] = ()
    numbers: Numbers | None = None
    strings: Strings | None = None
    arrays: tuple[ArrayShape, ...] = ()
    objects: tuple[ObjectShape, ...] = ()
    order: tuple[str, ...] = ()
    anything: bool = field(default=False)


EVERYTHING = Slots(
    null=True,
    booleans=(True, False),
    numbers=Numbers(),
    strings=Strings(),
    arrays=(ArrayShape(),),
    objects=(ObjectShape(),),
    order=ORDER,
    anything=True,
)
NOTHING = Slots()


def of_types(types: Iterable[str]) -> Slots:
    """The slots of a `type` keyword."""
    names = list(types)
    return Slots(
        null="null" in names,
        booleans=(True, False) if "boolean" in names else (),
        numbers=(
            Numbers()
            if "number" in names
            else Numbers(integer=True) if "integer" in names else None
        ),
        strings=Strings() if "string" in names else None,
        arrays=(ArrayShape(),) if "array" in names else (),
        objects=(ObjectShape(),) if "object" in names else (),
        order=tuple(
            dict.fromkeys(
                "number" if name == "integer" else name for name in names if name != "null"
            )
        ),
    )


def of_values(values: Iterable[JSON], *enums: Key) -> tuple[Slots, bool]:
    """The slots of the `enum` of a node, and whether they say all that it says."""
    strings: list[str] = []
    numbers: list[int] = []
    booleans: list[bool] = []
    order: list[str] = []
    null = fractions = large = arrays = objects = False
    for value in values:
        match value:
            case None:
                null = True
            case bool():
                booleans.append(value)
                order.append("boolean")
            case int():
                large = large or abs(value) >= 2**63
                numbers.append(value)
                order.append("number")
            case float():
                fractions = fractions or not value.is_integer()
                large = large or abs(value) >= 2**63
                numbers.append(int(value) if value.is_integer() else 0)
                order.append("number")
            case str():
                strings.append(value)
                order.append("string")
            case list():
                arrays = True
                order.append("array")
            case _:
                objects = True
                order.append("object")
    exact = tuple(dict.fromkeys(numbers))
    return Slots(
        null=null,
        booleans=tuple(dict.fromkeys(booleans)),
        numbers=_of_numbers(exact, fractions, large, enums) if numbers else None,
        strings=Strings(tuple(dict.fromkeys(strings)), enums) if strings else None,
        arrays=(ArrayShape(),) if arrays else (),
        objects=(ObjectShape(),) if objects else (),
        order=tuple(dict.fromkeys(order)),
    ), not (fractions or large or arrays or objects)


def _of_numbers(
    values: tuple[int, ...], fractions: bool, large: bool, enums: tuple[Key, ...]
) -> Numbers:
    """Type checkers take no fraction in a Literal, and no integer past 64 bits."""
    if fractions:
        return Numbers()
    return Numbers(integer=True) if large else Numbers(True, values, enums)


def meet(left: Slots, right: Slots, owner: Key, lost: Callable[[], None]) -> Slots:
    """What both allow. `owner` names the merged objects; `lost` is called when alternatives have to be given up."""
    if left.anything:
        return right
    if right.anything:
        return left
    kept = [name for name in left.order if name in right.order]
    return Slots(
        null=left.null and right.null,
        booleans=tuple(value for value in left.booleans if value in right.booleans),
        numbers=_meet_numbers(left.numbers, right.numbers),
        strings=_meet_strings(left.strings, right.strings),
        arrays=_meet_arrays(left.arrays, right.arrays, lost),
        objects=_meet_objects(left.objects, right.objects, owner, lost),
        order=tuple(kept),
    )


def _meet_strings(left: Strings | None, right: Strings | None) -> Strings | None:
    if left is None or right is None:
        return None
    if left.values is None or right.values is None:
        if left.values is None and right.values is None:
            return left if left.format else right
        return left if right.values is None else right
    both = tuple(value for value in left.values if value in right.values)
    return Strings(both, _either(left.enums, right.enums)) if both else None


def _either(left: tuple[Key, ...], right: tuple[Key, ...]) -> tuple[Key, ...]:
    return tuple(dict.fromkeys((*left, *right)))


def _meet_numbers(left: Numbers | None, right: Numbers | None) -> Numbers | None:
    if left is None or right is None:
        return None
    if left.values is not None and right.values is not None:
        both = tuple(value for value in left.values if value in right.values)
        return Numbers(True, both, _either(left.enums, right.enums)) if both else None
    if left.values is not None or right.values is not None:
        return left if left.values is not None else right
    return Numbers(left.integer or right.integer)


def _meet_arrays(
    left: tuple[ArrayShape, ...], right: tuple[ArrayShape, ...], lost: Callable[[], None]
) -> tuple[ArrayShape, ...]:
    if len(left) * len(right) > MAX_ALTERNATIVES:
        lost()
        return (ArrayShape(),)
    return tuple(dict.fromkeys(_meet_array(one, other) for one in left for other in right))


def _meet_array(left: ArrayShape, right: ArrayShape) -> ArrayShape:
    limits = [limit for limit in (left.longest, right.longest) if limit is not None]
    layers = tuple(dict.fromkeys(left.layers + right.layers))
    return ArrayShape(layers, max(left.shortest, right.shortest), min(limits) if limits else None)


def _meet_objects(
    left: tuple[ObjectShape, ...],
    right: tuple[ObjectShape, ...],
    owner: Key,
    lost: Callable[[], None],
) -> tuple[ObjectShape, ...]:
    if len(left) * len(right) > MAX_ALTERNATIVES and min(len(left), len(right)) > 1:
        lost()
        return (ObjectShape(),)
    many = len(left) * len(right) > 1
    made: list[ObjectShape] = []
    alike: dict[tuple[tuple[Key, ...], tuple[Key, ...]], list[ObjectShape]] = {}
    for one in left:
        for other in right:
            shape = meet_object(one, other, owner)
            if many and shape.sources not in (one.sources, other.sources):
                branch = (*one.when, *other.when)[-1:] or (owner,)
                shape = replace(shape, owner=branch[0])
            others = alike.setdefault((shape.sources, shape.when), [])
            if shape not in others:
                others.append(shape)
                made.append(shape)
    return tuple(made)


def meet_object(left: ObjectShape, right: ObjectShape, owner: Key) -> ObjectShape:
    """The objects of both kinds."""
    when = tuple(dict.fromkeys(left.when + right.when))
    if not right.sources or not left.sources:
        return replace(left if left.sources else right, when=when)
    if left.sources == right.sources:
        return replace(left, when=when)
    layers = left.layers + tuple(layer for layer in right.layers if layer not in left.layers)
    return ObjectShape(
        layers=layers,
        required=tuple(dict.fromkeys(left.required + right.required)),
        sources=tuple(dict.fromkeys(left.sources + right.sources)),
        when=when,
        owner=owner,
    )


def join(parts: Iterable[Slots], lost: Callable[[], None]) -> Slots:
    """What any of `parts` allows. `lost` is called when alternatives have to be given up."""
    found = list(parts)
    if any(slots.anything for slots in found):
        return EVERYTHING
    order = [name for slots in found for name in slots.order]
    objects = [shape for slots in found for shape in slots.objects]
    return Slots(
        null=any(slots.null for slots in found),
        booleans=tuple(dict.fromkeys(value for slots in found for value in slots.booleans)),
        numbers=_join_numbers([slots.numbers for slots in found if slots.numbers]),
        strings=_join_strings([slots.strings for slots in found if slots.strings]),
        arrays=tuple(dict.fromkeys(shape for slots in found for shape in slots.arrays)),
        objects=_join_objects(objects, len(found), lost),
        order=tuple(dict.fromkeys(order)),
    )


def _join_objects(
    objects: list[ObjectShape], branches: int, lost: Callable[[], None]
) -> tuple[ObjectShape, ...]:
    """One alternative for each kind of object and each way to it; any object swallows the rest. Branches
    that lead to the same branches would double them again and again: past MAX_WAYS, they are given up.
    """
    if len(objects) > max(MAX_WAYS, 2 * branches):
        lost()
        return (ObjectShape(),)
    if any(not shape.sources for shape in objects):
        return (ObjectShape(),)
    found: dict[tuple[tuple[Key, ...], tuple[Key, ...]], ObjectShape] = {}
    for shape in objects:
        found.setdefault((shape.sources, shape.when), shape)
    return tuple(found.values())


def _join_strings(parts: list[Strings]) -> Strings | None:
    if not parts:
        return None
    values: dict[str, None] = {}
    enums: dict[Key, None] = {}
    for part in parts:
        if part.values is None:
            return Strings(format=_of_all([part.format for part in parts]))
        values.update(dict.fromkeys(part.values))
        enums.update(dict.fromkeys(part.enums))
    return Strings(tuple(values), tuple(enums))


def _of_all(formats: list[FormatName | None]) -> FormatName | None:
    return formats[0] if len({*formats}) == 1 else None


def _join_numbers(parts: list[Numbers]) -> Numbers | None:
    if not parts:
        return None
    if all(part.values is not None for part in parts):
        values = dict.fromkeys(value for part in parts for value in part.values or ())
        enums = dict.fromkeys(key for part in parts for key in part.enums)
        return Numbers(True, tuple(values), tuple(enums))
    return Numbers(all(part.integer for part in parts))
