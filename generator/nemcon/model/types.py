"""The model: what a *type* can hold. Projected from the graph once; every target prints it, none decides anything."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, Union

from nemcon.read.graph import JSON, Key
from nemcon.records import dataclass

# Types. Classes and aliases are referred to by name, so that the model is a plain tree.


@dataclass(frozen=True, slots=True)
class AnyValue:
    """Any JSON value."""


@dataclass(frozen=True, slots=True)
class Nothing:
    """No value at all (`Never`): the schema refuses everything here."""


@dataclass(frozen=True, slots=True)
class Primitive:
    """`number` is `int | float`, since a JSON integer stays an `int` at any size; `integer` is `int` (1.0 comes as 1)."""

    name: Literal["null", "boolean", "integer", "number", "string"]


FormatName = Literal["date-time", "date", "time", "uuid", "decimal"]


FORMAT_NAMES: Mapping[FormatName, str] = {
    "date-time": "datetime.datetime",
    "date": "datetime.date",
    "time": "datetime.time",
    "uuid": "UUID",
    "decimal": "Decimal",
}
"""How modules call the types of formats."""


@dataclass(frozen=True, slots=True)
class Formatted:
    """A string of a format that has a Python type: an object of that type, which goes out as the same text."""

    format: FormatName


@dataclass(frozen=True, slots=True)
class Literals:
    """One of a few values; only what `Literal[...]` can hold: None, booleans, integers, strings. In schema order."""

    values: tuple[None | bool | int | str, ...]


@dataclass(frozen=True, slots=True)
class ListOf:
    item: Type


@dataclass(frozen=True, slots=True)
class TupleOf:
    """An array of exactly these items."""

    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class MapOf:
    """An object without named properties: `dict[str, value]`."""

    value: Type


@dataclass(frozen=True, slots=True)
class Named:
    """The class, alias or enumeration of that name in the same package."""

    name: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One member of a union of objects or arrays that the JSON type alone cannot tell apart.

    A value that the whole schema accepts is of this member when every node of `when` accepts it; members are tried in
    order and the last one needs no test. `claims` are a property and the values of it with which a value is of this
    member where several accept it (OpenAPI's `discriminator`). `tag` is the property whose constant tells the members apart, where there is
    one, with the values it takes in this member; `tag_may_be_absent` says whether a value without it is of this member.
    """

    type: Type
    when: tuple[Key, ...]
    tag: str | None = None
    tag_values: tuple[JSON, ...] = ()
    tag_may_be_absent: bool = False
    claims: tuple[str, tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class UnionOf:
    """Six slots joined. `members` in schema order without repetition, null last; at most one of them per JSON type,
    except for objects: there `choices` says how to find the right one (empty when at most one member is an object).
    """

    members: tuple[Type, ...]
    choices: tuple[Choice, ...] = ()


Type: TypeAlias = Union[
    AnyValue, Nothing, Primitive, Formatted, Literals, ListOf, TupleOf, MapOf, Named, UnionOf
]  # fmt: skip

Presence = Literal["required", "optional", "defaulted"]


@dataclass(frozen=True, slots=True)
class Docs:
    """What people are told: never decides anything."""

    title: str | None = None
    description: str | None = None
    examples: tuple[JSON, ...] = ()
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A property of a record. `key` is its name in JSON, `attribute` its name in Python, `pointer` where it is declared.

    `defaulted` means: absent in JSON gives `default`, and the default is written out. `optional` means: absent gives
    UNSET, and UNSET is not written out.
    """

    key: str
    attribute: str
    type: Type
    presence: Presence
    default: JSON
    pointer: str
    docs: Docs


@dataclass(frozen=True, slots=True)
class Record:
    """A class. `fields` are in schema order. `extras` is the type of the values of keys that no field names, None when
    the schema allows no such key; `extras_attribute` is the attribute that holds them (None with `extras`).
    """

    name: str
    key: Key
    pointer: str
    fields: tuple[Field, ...]
    extras: Type | None
    extras_attribute: str | None
    docs: Docs
    stands_alone: bool = True


@dataclass(frozen=True, slots=True)
class Alias:
    """A named definition whose values are no record: `Name: TypeAlias = ...`."""

    name: str
    key: Key
    pointer: str
    type: Type
    docs: Docs


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A class for the values of one `enum`: `members` are their names in Python with the values, in schema order.

    `stands_alone` says whether the schema accepts these values and nothing else.
    """

    name: str
    key: Key
    pointer: str
    members: tuple[tuple[str, int | str], ...]
    docs: Docs
    stands_alone: bool


Declaration: TypeAlias = Union[Record, Alias, Enumeration]


@dataclass(frozen=True, slots=True)
class Loss:
    """A place where the type is wider than the schema: the decoder still enforces what the type cannot say."""

    pointer: str
    keyword: str
    reason: str


@dataclass(frozen=True, slots=True)
class Model:
    """Everything the targets print.

    `declarations` are in the order of printing: what a declaration refers to stands before it, except in recursion.
    `root` is the type of the whole document and `root_name` the name it is exported under besides `Root`.
    `names` gives every node of the graph a readable name in CapWords, unique after folding case: classes and aliases
    have theirs, and the functions of the validator are named after it (`ToolCall` -> `_is_tool_call`).
    """

    root: Type
    root_name: str
    declarations: tuple[Declaration, ...]
    names: Mapping[Key, str]
    losses: tuple[Loss, ...]
