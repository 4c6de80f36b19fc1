"""What valid documents of a schema have to show, read off the schema's text: a small walk that knows nothing of the generator.

Each document is led through the schema, and the values that arrive at each place are kept; what a place asks for is then
looked up among them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import jsonschema.validators
from jsonschema.protocols import Validator

Schema = Any
MOST = 300
"""Sizes beyond this are not asked for."""

_LISTS = ("allOf", "anyOf", "oneOf")
_BESIDE = re.compile(
    r"/(?:dependentSchemas|dependencies)/([^/]*)(?:/(?:allOf|anyOf|oneOf)/\d+|/then|/else)*$"
)
_OLD = ("draft-03", "draft-04", "draft-06", "draft-07")


class Shown:
    """The values that arrive at each place of `schema`, by its pointer, when valid documents are led through it."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        kind = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
        self._referee: Validator = kind(schema)
        named = schema.get("$schema", "") if isinstance(schema, dict) else ""
        self.refs_alone = any(it in named for it in _OLD)
        self.seen: dict[str, dict[str, Any]] = {}
        self.tops: dict[str, set[str]] = {}

    def lead(self, pointer: str, value: Any, top: str | None = None) -> None:
        """Leads `value` through the place at `pointer`; `top` is where it was before it went through places in place."""
        here = self.at(pointer)
        known = self.seen.setdefault(pointer, {})
        text = json.dumps(value, sort_keys=True)
        if text in known or not isinstance(here, dict):
            return
        known[text] = value
        top = pointer if top is None else top
        self.tops.setdefault(pointer, set()).add(top)
        for below, inner in self._below(here, pointer, value):
            self.lead(below, inner, top if inner is value else None)

    def may_be(self, pointer: str, value: Any) -> bool:
        """Whether `value` gets to a place, and all that is asked of it there accepts it: the place and what applies it."""
        beside = _BESIDE.search(pointer)
        if beside and (
            not isinstance(value, dict) or not any(_token(it) == beside[1] for it in value)
        ):
            return False
        return self.accepts(pointer, value) and any(
            self.accepts(top, value) for top in self.tops[pointer]
        )

    def at(self, pointer: str) -> Schema:
        found = self.schema
        for token in pointer.split("/")[1:]:
            name = token.replace("~1", "/").replace("~0", "~")
            found = found[int(name)] if isinstance(found, list) else found[name]
        return found

    def _below(self, here: dict[str, Any], pointer: str, value: Any) -> Iterator[tuple[str, Any]]:
        if "$ref" in here:
            if str(here["$ref"]).startswith("#/") or here["$ref"] == "#":
                yield here["$ref"][1:], value
            if self.refs_alone:
                return
        for word in _LISTS:
            for index in range(len(here.get(word, ()))):
                below = f"{pointer}/{word}/{index}"
                if word == "allOf" or self.accepts(below, value):
                    yield below, value
        if "if" in here:
            chosen = "then" if self.accepts(f"{pointer}/if", value) else "else"
            if chosen in here:
                yield f"{pointer}/{chosen}", value
        if isinstance(value, dict):
            for word in ("dependentSchemas", "dependencies"):
                for name, applied in here.get(word, {}).items():
                    if name in value and isinstance(applied, dict):
                        yield f"{pointer}/{word}/{_token(name)}", value
            for name in here.get("properties", {}):
                if name in value:
                    yield f"{pointer}/properties/{_token(name)}", value[name]
            for name in value:
                patterns = [it for it in here.get("patternProperties", {}) if re.search(it, name)]
                for pattern in patterns:
                    yield f"{pointer}/patternProperties/{_token(pattern)}", value[name]
                if not patterns and name not in here.get("properties", {}):
                    if "additionalProperties" in here:
                        yield f"{pointer}/additionalProperties", value[name]
        if isinstance(value, list):
            yield from _items(here, pointer, value)

    def accepts(self, pointer: str, value: Any) -> bool:
        return bool(self._referee.evolve(schema=self.at(pointer)).is_valid(value))


def _items(here: dict[str, Any], pointer: str, value: list[Any]) -> Iterator[tuple[str, Any]]:
    word = "items" if isinstance(here.get("items"), list) else "prefixItems"
    first = here.get(word, [])
    for index in range(min(len(first), len(value))):
        yield f"{pointer}/{word}/{index}", value[index]
    if isinstance(here.get("items"), dict):
        for item in value[len(first) :]:
            yield f"{pointer}/items", item


@cache
def _token(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def missing(shown: Shown) -> Iterator[str]:
    """What the places that documents get to ask for and could have, and no document shows."""
    for pointer, values in shown.seen.items():
        here = shown.at(pointer)
        if isinstance(here, dict) and not ("$ref" in here and shown.refs_alone):
            every = [*values.values()]
            objects = [it for it in every if isinstance(it, dict)]
            yield from (f"{pointer or '#'}: {it}" for it in _values(shown, here, pointer, every))
            yield from (f"{pointer or '#'}: {it}" for it in _limits(shown, here, pointer, every))
            yield from (f"{pointer or '#'}: {it}" for it in _members(shown, here, pointer, objects))
            yield from (f"{pointer or '#'}: {it}" for it in _branches(shown, here, pointer))


def _values(shown: Shown, here: dict[str, Any], pointer: str, values: list[Any]) -> Iterator[str]:
    """Each value of an `enum`, null where it is a type, each default and example: where the place accepts it."""
    types = here.get("type", ())
    nulls = [None] if isinstance(types, list) and "null" in types else []
    defaults = [here["default"]] if "default" in here else []
    for value in (*here.get("enum", ()), *nulls, *defaults, *here.get("examples", ())):
        text = json.dumps(value, sort_keys=True)
        if not any(_is_same(it, value) for it in values) and shown.may_be(pointer, value):
            yield f"the value {text}"


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    return bool(one == other)


_SIZES = {"Length": str, "Items": list, "Properties": dict}


def _limits(shown: Shown, here: dict[str, Any], pointer: str, values: list[Any]) -> Iterator[str]:
    """A value exactly at each limit."""
    numbers = [it for it in values if isinstance(it, (int, float)) and not isinstance(it, bool)]
    for word in ("minimum", "maximum"):
        exclusive = here.get(f"exclusive{word.capitalize()}") is True
        if word in here and not exclusive and here[word] not in numbers:
            if shown.may_be(pointer, here[word]):
                yield f"exactly {word} {here[word]}"
    for end, kind in _SIZES.items():
        sizes = {len(it) for it in values if isinstance(it, kind)}
        for word in (f"min{end}", f"max{end}"):
            if here.get(word, MOST + 1) <= MOST and here[word] not in sizes:
                yield f"exactly {word} {here[word]}"


def _members(
    shown: Shown, here: dict[str, Any], pointer: str, objects: list[dict[str, Any]]
) -> Iterator[str]:
    """Each optional property absent, and alone: with no other that could be left out. And a key that is not named."""
    properties: dict[str, Any] = here.get("properties", {})
    optional = [it for it in properties if it not in here.get("required", ())]
    least = min(objects, key=lambda it: len(it.keys() & {*optional}), default={})
    for name in optional:
        having = [it for it in objects if name in it]
        if not any(it.keys() & {*optional} == {name} for it in having):
            for it in having:
                fewer = {**least, name: it[name]}
                if len(fewer.keys() & {*optional}) == 1 and shown.may_be(pointer, fewer):
                    yield f"{name} alone"
                    break
        if len(having) == len(objects) > 0:
            if any(shown.may_be(pointer, _without(it, name)) for it in objects):
                yield f"{name} absent"
        if not having and not _is_nothing(properties[name]) and shown.may_be(pointer, {}):
            yield f"{name}"
    if properties and objects and not any(it.keys() - properties.keys() for it in objects):
        if any(shown.may_be(pointer, {**it, "extra": None}) for it in objects):
            yield "a key that is not named"


def _without(value: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: it for key, it in value.items() if key != name}


def _branches(shown: Shown, here: dict[str, Any], pointer: str) -> Iterator[str]:
    for word in ("anyOf", "oneOf"):
        for index in range(len(here.get(word, ()))):
            below = f"{pointer}/{word}/{index}"
            if not shown.seen.get(below) and not _is_nothing(shown.at(below)):
                yield f"as {word} {index}"


def _is_nothing(schema: Schema) -> bool:
    return schema is False or schema == {"not": {}}
