"""Whatever a schema asks of an object, the defaults that are filled in make no document refused. Schemas drawn at random."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest
from nemcon import generate
from nemcon.errors import SchemaError

NAMES = ("a", "b", "p")
LEAVES = tuple(
    dict(zip(NAMES, values))
    for count in range(3)
    for values in itertools.product((1, 2), repeat=count)
)
DOCUMENTS: list[Any] = [
    *LEAVES, {"b": 2}, {"p": {}}, *({"p": it, **more} for it in LEAVES for more in ({}, {"a": 1}, {"b": 1})),
    {"p": [{}, {"a": 1}]}, {"p": [{}], "a": 2}, {"c": {}}, {"c": {"b": 1}, "a": 1}, [], [{}], [{}, {"a": 1}], [{"p": {}}, {}], 1,
]  # fmt: skip
KINDS = (
    "properties", "properties", "properties", "required", "oneOf", "oneOf", "anyOf", "allOf", "not", "if", "maxProperties", "minProperties",
    "additionalProperties", "patternProperties", "unevaluatedProperties", "unevaluatedProperties", "dependentRequired",
    "dependentSchemas", "propertyNames", "items", "contains", "uniqueItems", "const", "type", "$ref",
)  # fmt: skip


class Schemas:
    """Draws schemas in which defaults and what looks at properties stand close together."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def root(self) -> dict[str, Any]:
        return {**self.schema(3), "$defs": {"D": self.schema(2)}}

    def schema(self, depth: int) -> Any:
        if depth <= 0:
            return self._random.choice(({}, {"type": "object"}, {"const": 1}, {"type": "integer"}))
        kinds = self._random.sample(KINDS, self._random.choice((1, 1, 2, 2, 3)))
        made = {key: it for kind in kinds for key, it in self._keyword(kind, depth - 1).items()}
        return {"type": "object", **made} if self._random.random() < 0.4 else made

    def _keyword(self, kind: str, depth: int) -> dict[str, Any]:
        random = self._random
        match kind:
            case "properties" | "dependentSchemas" | "patternProperties":
                names = random.sample(NAMES, random.choice((1, 2)))
                found = {name: self._property(depth) for name in names}
                return {kind: {f"^{it}": found[it] for it in names} if kind[0:2] == "pa" else found}
            case "required":
                return {kind: random.sample(NAMES, random.choice((1, 1, 2)))}
            case "oneOf" | "anyOf" | "allOf":
                return {kind: [self.schema(depth) for _ in range(random.choice((1, 2, 2, 3)))]}
            case "if":
                rest = random.choice(("then", "else"))
                return {"if": self.schema(depth), rest: self.schema(depth)}
            case "maxProperties" | "minProperties":
                return {kind: random.choice((1, 2))}
            case "dependentRequired":
                return {kind: {random.choice(NAMES): [random.choice(NAMES)]}}
            case "additionalProperties" | "unevaluatedProperties":
                return {kind: random.choice((False, False, self.schema(depth)))}
            case "propertyNames":
                return {kind: {"enum": [random.choice(NAMES), "c"]}}
            case "uniqueItems":
                return {kind: True}
            case "const":
                return {kind: random.choice(DOCUMENTS)}
            case "type":
                return {kind: random.choice(("object", "array", ["object", "integer"]))}
            case "$ref":
                return {kind: random.choice(("#", "#/$defs/D", "#/$defs/D"))}
            case _:
                return {kind: self.schema(depth)}

    def _property(self, depth: int) -> dict[str, Any]:
        if self._random.random() < 0.5:
            return {"type": "integer", "default": self._random.choice((1, 2))}
        made: dict[str, Any] = self.schema(depth)
        return made


def refused(schema: Any) -> list[tuple[Any, Any]]:
    """Documents that the schema accepts, each with what comes back, which it refuses."""
    loaded = generate(schema, name="case", targets=("models",)).load()
    found: list[tuple[Any, Any]] = []
    for document in DOCUMENTS:
        if loaded.validator.is_valid(document):
            back = loaded.models.to_builtins(loaded.models.from_builtins(document))
            if not loaded.validator.is_valid(back):
                found.append((document, back))
    return found


@pytest.mark.parametrize("seed", range(8))
def test_a_default_makes_no_document_refused(seed: int) -> None:
    schemas = Schemas(Random(seed))
    for _ in range(25):
        schema = schemas.root()
        try:
            assert not refused(schema), schema
        except SchemaError as error:
            assert "this leads back to" in str(error)


DEFAULTED = {"type": "object", "properties": {"a": {"type": "integer", "default": 1}}}
CLOSED = {"properties": {"b": {}}, "additionalProperties": False}
HARMED: list[Any] = [
    {"oneOf": [DEFAULTED, {"type": "object", "required": ["a"]}]},
    {"oneOf": [{"properties": {"p": DEFAULTED}}, {"properties": {"p": {"required": ["a"]}}, "required": ["p"]}]},
    {"oneOf": [DEFAULTED, {"allOf": [{"anyOf": [{"type": "object", "minProperties": 1}]}]}]},
    {"oneOf": [DEFAULTED, {"type": "object", "not": {"maxProperties": 0}}]},
    {**DEFAULTED, "not": {"required": ["a", "b"]}},
    {**DEFAULTED, "not": {"not": {"properties": {"a": {"const": 2}}}}},
    {**DEFAULTED, "not": {"type": "object", "dependentRequired": {"b": ["a"]}, "required": ["b"]}},
    {**DEFAULTED, "anyOf": [{}, CLOSED], "unevaluatedProperties": False},
    {"allOf": [DEFAULTED, {"unevaluatedProperties": False, "properties": {"b": {}}}]},
    {**DEFAULTED, "if": {"not": {"required": ["a"]}}, "then": {"properties": {"b": {}}}, "unevaluatedProperties": False},
]  # fmt: skip


@pytest.mark.parametrize("schema", HARMED)
def test_a_default_that_would_do_so_is_not_filled_in(schema: dict[str, Any]) -> None:
    assert not refused(schema)
    assert "a: int = 1" not in generate(schema, targets=("models",)).files["models.py"]
