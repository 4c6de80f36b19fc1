"""Who names a type to decode means its schema: that one decides, or none does."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from nemcon import generate
from nemcon.agree.laws import TARGETS
from target_cases import CASES

CLASSES = TARGETS[1:]
TEXT = {"type": "string"}
SHORT = {"type": "string", "maxLength": 2}
DOCUMENTS: tuple[Any, ...] = (
    None, True, 1, 2.0, 7.5, "", "a", "abc", [], [1], ["abc"], [[]], [["a", 1.0]], {}, {"a": "x"}, {"a": "x", "b": 1.0},
)  # fmt: skip
SHARED: dict[str, tuple[dict[str, Any], set[str]]] = {
    "the root's": ({**TEXT, "$defs": {"A": SHORT}}, {"A", "Root"}),
    "the root's and one it refers to": (
        {"$ref": "#/$defs/A", "$defs": {"A": TEXT, "B": SHORT}},
        {"A", "B", "Root"},
    ),
    "one that the root refers to": ({"$ref": "#/$defs/A", "$defs": {"A": SHORT}}, set()),
    "a reference to another": (
        {"type": "integer", "$defs": {"A": SHORT, "B": {"$ref": "#/$defs/A"}}},
        set(),
    ),
    "two of them": ({"type": "integer", "$defs": {"A": TEXT, "B": SHORT}}, {"A", "B"}),
    "the root's null": ({"type": "null", "$defs": {"A": {"enum": [None]}}}, {"A", "Root"}),
    "in another order": (
        {"type": ["integer", "string"], "$defs": {"A": {"type": ["string", "integer"], "maxLength": 2}}},
        {"A", "Root"},
    ),
    "words in another order": (
        {"type": "integer", "$defs": {"A": {"enum": ["a", "abc"]}, "B": {"enum": ["abc", "a"], "maxLength": 2}}},
        {"A", "B"},
    ),
    "words in another order in lists": (
        {
            "type": "array",
            "items": {"enum": ["a", "abc", 1]},
            "$defs": {"A": {"type": "array", "items": {"enum": [1, "abc", "a"]}, "minItems": 1}},
        },
        {"A", "Root"},
    ),
    "by way of others": (
        {
            "type": "array",
            "items": {"$ref": "#/$defs/A"},
            "$defs": {"A": SHORT, "B": TEXT, "C": {"type": "array", "items": {"$ref": "#/$defs/B"}}},
        },
        {"A", "B", "C", "Root"},
    ),
    "anything": ({"$defs": {"A": {"minProperties": 1}}}, {"A", "Root"}),
    "a class or null": (
        {
            "$ref": "#/$defs/A",
            "minProperties": 2,
            "$defs": {"A": {"type": ["object", "null"], "properties": {"a": TEXT}}},
        },
        {"A", "Root"},
    ),
    "a class": (
        {
            "$ref": "#/$defs/A",
            "minProperties": 2,
            "$defs": {
                "A": {"type": "object", "properties": {"a": TEXT}},
                "B": {"allOf": [{"$ref": "#/$defs/A"}], "minProperties": 1},
                "C": {"$ref": "#/$defs/A"},
            },
        },
        set(),
    ),
}  # fmt: skip
"""Schemas with the names that no schema has to itself at run time."""


@pytest.mark.parametrize("target", CLASSES)
@pytest.mark.parametrize("case", SHARED)
def test_a_type_is_decoded_by_its_own_schema(case: str, target: str) -> None:
    schema, shared = SHARED[case]
    loaded = generate(schema, name="case", targets=TARGETS).load()
    module, validator = getattr(loaded, target), loaded.validator
    judges = {"": validator, "Root": validator}
    judges.update({name: getattr(validator, name) for name in schema.get("$defs", ())})
    for name, judge in judges.items():
        named = (getattr(module, name),) if name else ()
        for document in DOCUMENTS:
            ways = (
                partial(module.decode, json.dumps(document), *named),
                partial(module.from_builtins, document, *named),
            )
            for way in ways:
                if name in shared:
                    with pytest.raises(TypeError, match="or the type of several schemas$"):
                        way()
                elif judge.is_valid(document):
                    way()
                else:
                    with pytest.raises(validator.ValidationError) as refused:
                        way()
                    assert list(refused.value.errors) == list(judge.iter_errors(document))


@pytest.mark.parametrize("enums", ["literal", "enum"])
@pytest.mark.parametrize("name", CASES)
def test_no_type_is_decoded_by_the_schema_of_another(name: str, enums: str) -> None:
    schema, accepted, refused = CASES[name]
    loaded = generate(schema, name="case", targets=TARGETS, enums=enums).load()
    for target in CLASSES:
        module, validator = getattr(loaded, target), loaded.validator
        for exported in module.__all__:
            found = module._CODECS.get(getattr(module, exported))
            own = validator if exported == "Root" else getattr(validator, exported, None)
            if found is None or not isinstance(own, (validator.Schema, type(validator))):
                continue
            for document in (*DOCUMENTS, *accepted, *refused):
                assert found[0].is_valid(document) == own.is_valid(document), exported
