"""Edits of one line, as they are made to schemas every day, each applied to a copy of any schema that has a place for it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from benchmarks.diff_locality.places import (
    Path,
    Schema,
    chosen,
    definitions,
    has,
    subschemas,
    typed,
)

GROUPS = (
    "constraint changed",
    "constraint added or taken away",
    "values",
    "type",
    "property",
    "definition",
    "name",
    "words",
    "order of members",
    "order",
)
"""What edits are about. `order`: definitions and keywords change places; `order of members`: properties and `required` do,
in whose order fields are defined and errors reported.
"""
ROOT = ("harbour",)
"""What the packages are called."""


Apply = Callable[[Schema], Path | None]


@dataclass(frozen=True)
class Edit:
    """What is done. `apply` changes a schema and says what the edit is about: names made of these names may go."""

    group: str
    name: str
    apply: Apply


@dataclass(frozen=True)
class Edited:
    """A schema after an edit, and what the edit was about."""

    schema: Schema
    about: Path


NOTHING: Path = ()
"""No name may go because of the edit."""

ADDED = ("harbourNote", "harbourEntry", "renamedHarbour", "depth", "fathom")
"""What edits add: names made of these may come."""


def edited(schema: Schema, edit: Edit) -> Edited | None:
    """The schema after the edit, None when it has no place for it."""
    after = copy.deepcopy(schema)
    about = edit.apply(after)
    return None if about is None else Edited(after, about)


def _at(
    fits: Callable[[Schema], bool], change: Callable[[Schema], object], *keywords: str
) -> Apply:
    """An edit of the middle place that fits; what serves `keywords` alone may go with the last of them."""

    def apply(schema: Schema) -> Path | None:
        found = chosen(schema, fits)
        if found is None:
            return None
        change(found[1])
        return (*(found[0][-2:] or ROOT), *keywords)

    return apply


def _adds(**keywords: Any) -> Callable[[Schema], object]:
    return lambda place: place.update(copy.deepcopy(keywords))


_BOUNDS = ("minimum", "maximum")
_SIZES = ("minLength", "maxLength", "minItems", "maxItems", "minProperties")


def _raised(*keywords: str) -> Callable[[Schema], object]:
    def change(place: Schema) -> None:
        keyword = next(it for it in keywords if it in place)
        place[keyword] += 1

    return change


def _taken(*keywords: str) -> Callable[[Schema], object]:
    return lambda place: place.pop(next(it for it in keywords if it in place))


def _object_with(keyword: str) -> Callable[[Schema], bool]:
    return lambda it: isinstance(it.get("properties"), dict) and bool(it.get(keyword))


def _object_without(keyword: str) -> Callable[[Schema], bool]:
    return lambda it: bool(it.get("properties")) and keyword not in it


def _optional(it: Schema) -> bool:
    return bool(it.get("properties")) and bool(set(it["properties"]) - set(it.get("required", ())))


def _require(place: Schema) -> None:
    name = next(name for name in place["properties"] if name not in place.get("required", ()))
    place["required"] = [*place.get("required", ()), name]


def _texts(it: Schema) -> bool:
    values = it.get("enum")
    return isinstance(values, list) and len(values) > 1 and all(isinstance(v, str) for v in values)


def _enum(change: Callable[[list[Any]], object]) -> Apply:
    return _at(_texts, lambda place: change(place["enum"]))


def _rename_value(values: list[Any]) -> None:
    values[0] = f"{values[0]}-2"


def _const(place: Schema) -> None:
    place["const"] = f"{place['const']}-2"


def _default(place: Schema) -> None:
    was = place["default"]
    place["default"] = not was if isinstance(was, bool) else f"{was}-2"


def _properties(change: Callable[[Schema], Path]) -> Apply:
    def apply(schema: Schema) -> Path | None:
        found = chosen(schema, lambda it: len(it.get("properties") or ()) > 1)
        return None if found is None else (*change(found[1]), *(found[0][-1:] or ROOT))

    return apply


def _property_last(place: Schema) -> Path:
    place["properties"]["harbourNote"] = {"type": "string"}
    return NOTHING


def _property_first(place: Schema) -> Path:
    place["properties"] = {"harbourNote": {"type": "string"}, **place["properties"]}
    return NOTHING


def _property_object(place: Schema) -> Path:
    below = {"type": "object", "properties": {"depth": {"type": "number"}}}
    place["properties"]["harbourEntry"] = below
    return NOTHING


def _property_renamed(place: Schema) -> Path:
    old = list(place["properties"])[len(place["properties"]) // 2]
    place["properties"] = {
        "renamedHarbour" if name == old else name: it for name, it in place["properties"].items()
    }
    if old in place.get("required", ()):
        place["required"] = [
            "renamedHarbour" if name == old else name for name in place["required"]
        ]
    return (old,)


def _property_taken(place: Schema) -> Path:
    free = [name for name in place["properties"] if name not in place.get("required", ())]
    name = (free or list(place["properties"]))[-1]
    del place["properties"][name]
    return (name,)


def _property_moved(place: Schema) -> Path:
    last = list(place["properties"])[-1]
    place["properties"] = {last: place["properties"].pop(last), **place["properties"]}
    return NOTHING


def _definition(change: Callable[[Schema, dict[str, Any]], Path]) -> Apply:
    def apply(schema: Schema) -> Path | None:
        found = definitions(schema)
        return change(schema, found) if found and len(found) > 1 else None

    return apply


_NEW = {"type": "object", "properties": {"depth": {"type": "number"}}, "required": ["depth"]}


def _reset(found: dict[str, Any], new: dict[str, Any]) -> None:
    found.clear()
    found.update(new)


def _definition_first(schema: Schema, found: dict[str, Any]) -> Path:
    _reset(found, {"HarbourEntry": copy.deepcopy(_NEW), **found})
    return NOTHING


def _definition_last(schema: Schema, found: dict[str, Any]) -> Path:
    found["HarbourEntry"] = copy.deepcopy(_NEW)
    return NOTHING


def _definition_renamed(schema: Schema, found: dict[str, Any]) -> Path:
    old = list(found)[len(found) // 2]
    _reset(found, {"RenamedHarbour" if name == old else name: it for name, it in found.items()})
    for _, place in subschemas(schema):
        reference = place.get("$ref")
        if isinstance(reference, str) and reference.endswith(f"/{old}"):
            place["$ref"] = reference[: -len(old)] + "RenamedHarbour"
    return (old,)


def _definition_again(schema: Schema, found: dict[str, Any]) -> Path:
    """A definition that is there already, under a second name."""
    found["HarbourEntry"] = copy.deepcopy(found[list(found)[len(found) // 2]])
    return NOTHING


def _reversed_definitions(schema: Schema, found: dict[str, Any]) -> Path:
    _reset(found, dict(reversed(found.items())))
    return NOTHING


def _sorted_definitions(schema: Schema, found: dict[str, Any]) -> Path:
    names = sorted(found, key=lambda name: name[::-1])
    _reset(found, {name: found[name] for name in names})
    return NOTHING


def _moved_definition(schema: Schema, found: dict[str, Any]) -> Path:
    last = list(found)[-1]
    _reset(found, {last: found.pop(last), **found})
    return NOTHING


def _definitions_before_all(schema: Schema, found: dict[str, Any]) -> Path:
    keyword = next(key for key, value in schema.items() if value is found)
    _reset(schema, {keyword: schema.pop(keyword), **schema})
    return NOTHING


def _keywords_sorted(schema: Schema) -> Path:
    """The keywords of every subschema in alphabetical order; properties and definitions stay as they are."""
    for _, place in list(subschemas(schema)):
        _reset(place, dict(sorted(place.items())))
    return NOTHING


def _required_reversed(place: Schema) -> None:
    place["required"] = place["required"][::-1]


def _reworded(place: Schema) -> None:
    place["description"] = f"{place['description']} See the almanac."


def _renamed_title(schema: Schema) -> Path | None:
    found = chosen(schema, lambda it: it is not schema and isinstance(it.get("title"), str))
    if found is None:
        return None
    path, place = found
    place["title"] = "Renamed harbour"
    return path[-1:]


def _described(it: Schema) -> bool:
    return isinstance(it.get("description"), str)


_STRING = typed("string", without=("maxLength", "pattern", "format"))
_NUMBER = typed("integer", "number", without=("multipleOf",))

EDITS = (
    Edit("constraint changed", "a bound raised", _at(has(*_BOUNDS), _raised(*_BOUNDS))),
    Edit("constraint added or taken away", "a bound added", _at(typed("integer", "number", without=("maximum",)), _adds(maximum=4096))),
    Edit("constraint added or taken away", "a bound taken away", _at(has(*_BOUNDS), _taken(*_BOUNDS), *_BOUNDS)),
    Edit("constraint added or taken away", "multipleOf added", _at(_NUMBER, _adds(multipleOf=2))),
    Edit("constraint changed", "a length or count raised", _at(has(*_SIZES), _raised(*_SIZES))),
    Edit("constraint added or taken away", "maxLength added", _at(_STRING, _adds(maxLength=4096))),
    Edit("constraint added or taken away", "maxItems added", _at(typed("array", without=("maxItems",)), _adds(maxItems=64))),
    Edit("constraint added or taken away", "minProperties added", _at(_object_without("minProperties"), _adds(minProperties=1))),
    Edit("constraint added or taken away", "uniqueItems added", _at(typed("array", without=("uniqueItems",)), _adds(uniqueItems=True))),
    Edit("constraint added or taken away", "a pattern added", _at(_STRING, _adds(pattern="^[a-z]"))),
    Edit("constraint changed", "a pattern changed", _at(has("pattern"), lambda it: it.update(pattern=f"{it['pattern']}|^none$"))),
    Edit("constraint added or taken away", "a format named", _at(_STRING, _adds(format="uri"))),
    Edit("constraint added or taken away", "an object closed", _at(_object_without("additionalProperties"), _adds(additionalProperties=False))),
    Edit("constraint added or taken away", "an object opened", _at(lambda it: it.get("additionalProperties") is False, _taken("additionalProperties"), "additional")),
    Edit("constraint added or taken away", "a property required", _at(_optional, _require)),
    Edit("constraint added or taken away", "a property no longer required", _at(_object_with("required"), lambda it: it["required"].pop(), "required")),
    Edit("values", "an enum value added", _enum(lambda it: it.append("fathom"))),
    Edit("values", "an enum value added first", _enum(lambda it: it.insert(0, "fathom"))),
    Edit("values", "an enum value taken away", _enum(list.pop)),
    Edit("constraint changed", "an enum value changed", _enum(_rename_value)),
    Edit("constraint changed", "a constant changed", _at(lambda it: isinstance(it.get("const"), str), _const)),
    Edit("values", "a default changed", _at(lambda it: isinstance(it.get("default"), (bool, str)) and "enum" not in it, _default)),
    Edit("type", "an integer becomes a number", _at(typed("integer"), _adds(type="number"))),
    Edit("type", "null allowed", _at(typed("string", "integer", "boolean"), lambda it: it.update(type=[it["type"], "null"]))),
    Edit("type", "a string becomes an integer", _at(_STRING, _adds(type="integer"))),
    Edit("property", "a property added", _properties(_property_last)),
    Edit("property", "a property added first", _properties(_property_first)),
    Edit("property", "a property added that is an object", _properties(_property_object)),
    Edit("property", "a property taken away", _properties(_property_taken)),
    Edit("order of members", "a property moved first", _properties(_property_moved)),
    Edit("definition", "a definition added first", _definition(_definition_first)),
    Edit("definition", "a definition added last", _definition(_definition_last)),
    Edit("definition", "a definition under a second name", _definition(_definition_again)),
    Edit("name", "a property renamed", _properties(_property_renamed)),
    Edit("name", "a definition renamed", _definition(_definition_renamed)),
    Edit("name", "a title changed", _renamed_title),
    Edit("words", "a description reworded", _at(_described, _reworded)),
    Edit("words", "a description added", _at(lambda it: "type" in it and "description" not in it, _adds(description="What the harbour says."))),
    Edit("words", "a comment added", _at(has("type"), _adds(**{"$comment": "See the almanac."}))),
    Edit("words", "an example added", _at(_STRING, _adds(examples=["north"]))),
    Edit("order", "definitions reversed", _definition(_reversed_definitions)),
    Edit("order", "definitions sorted otherwise", _definition(_sorted_definitions)),
    Edit("order", "the last definition moved first", _definition(_moved_definition)),
    Edit("order", "definitions before all else", _definition(_definitions_before_all)),
    Edit("order", "keywords sorted", _keywords_sorted),
    Edit("order of members", "required reversed", _at(lambda it: len(it.get("required") or ()) > 1, _required_reversed)),
)  # fmt: skip
