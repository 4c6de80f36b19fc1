"""`enums = "enum"`: classes for what `enum` lists, in models and structs; every law holds with them."""

from __future__ import annotations

import copy
import json
import pickle
from enum import Enum
from functools import cache
from typing import Any

import pytest
from nemcon import generate
from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import TARGETS, Court, check_document
from nemcon.agree.referee import referees
from nemcon.read import read_schema
from target_cases import CASES

COLOR = {"type": "string", "enum": ["red", "green", "blue"], "description": "A colour."}
SCHEMA: dict[str, Any] = {
    "title": "Paint",
    "type": "object",
    "properties": {
        "unit": {"enum": ["m", "ft"], "default": "m"},
        "color": {"$ref": "#/$defs/Color"},
        "colors": {"type": "array", "items": {"$ref": "#/$defs/Color"}, "default": ["red"]},
        "named": {"type": "object", "additionalProperties": {"$ref": "#/$defs/Color"}},
        "maybe": {"anyOf": [{"$ref": "#/$defs/Color"}, {"type": "null"}]},
        "either": {
            "anyOf": [{"$ref": "#/$defs/Color"}, {"$ref": "#/$defs/Size"}, {"const": "auto"}]
        },
        "level": {"enum": [1, 2.0, 3], "default": 2.0},
        "mixed": {"enum": ["a", 1, None, True, "b", 2], "default": 1.0},
        "nullable": {"$ref": "#/$defs/Nullable"},
        "number or not": {"anyOf": [{"enum": [1, 2]}, {"type": "boolean"}, {"enum": [["x"], "y"]}]},
        "narrow": {"allOf": [{"$ref": "#/$defs/Color"}, {"enum": ["red", "blue"]}]},
        "one": {"enum": ["x"]},
        "wide": {"anyOf": [{"$ref": "#/$defs/Color"}, {"type": "string"}]},
        "fractions": {"enum": ["none", "some", 0.5, 1]},
        "large": {"enum": [2**70, 1, "a", "b"]},
        "surrogates": {"enum": ["\ud800", "plain"]},
        "part": {"allOf": [{"enum": [1, 2, "a", "b"]}, {"type": "string"}]},
        "again": {"enum": ["u", "v", [["u"]]], "items": {"$ref": "#/properties/again"}},
        "pair": {"prefixItems": [{"$ref": "#/$defs/Color"}, {"enum": [1, 2]}], "items": False,
                 "minItems": 2, "type": "array"},
    },
    "required": ["color"],
    "additionalProperties": {"$ref": "#/$defs/Size"},
    "$defs": {
        "Color": COLOR,
        "Size": {"enum": ["s", "m", "red"]},
        "Nullable": {"type": ["string", "null"], "enum": ["x", "y", None]},
        "Enum": {"enum": ["Enum", "enum"]},
    },
}  # fmt: skip
ACCEPTED: list[Any] = [
    {"color": "red"},
    {"color": "blue", "unit": "ft", "colors": [], "named": {"a": "green"}, "extra": "s"},
    {"color": "red", "maybe": None, "either": "m", "level": 1.0, "mixed": True, "nullable": None},
    {"color": "red", "maybe": "red", "either": "auto", "level": 3, "mixed": 1.0, "nullable": "y"},
    {"color": "red", "mixed": None, "number or not": 1.0, "narrow": "blue", "one": "x"},
    {"color": "red", "mixed": "b", "number or not": True, "wide": "red", "fractions": 0.5},
    {"color": "red", "number or not": ["x"], "fractions": "some", "large": 2.0**70, "mixed": 2},
    {"color": "red", "number or not": "y", "fractions": 1.0, "large": 1.0, "either": "red"},
    {"color": "red", "surrogates": "\ud800", "part": "a", "large": "b", "pair": ["blue", 2.0]},
    {"color": "red", "again": "u", "number or not": False},
]
REFUSED: list[Any] = [
    {},
    {"color": "RED"},
    {"color": "red", "level": True},
    {"color": "red", "narrow": "green"},
    {"color": "red", "mixed": False},
    {"color": "red", "extra": "l"},
    {"color": "red", "part": 1},
    {"color": "red", "pair": ["blue", 3]},
]
EVERY = {**CASES, "enumerations": (SCHEMA, ACCEPTED, REFUSED)}


@cache
def court(name: str) -> Court:
    schema = EVERY[name][0]
    package = generate(schema, name="case", targets=TARGETS, enums="enum").load()
    graph = read_schema(schema)
    return Court(package, TARGETS, defaults_of(graph), referees(graph))


@pytest.mark.parametrize("name", EVERY)
def test_laws(name: str) -> None:
    _, accepted, refused = EVERY[name]
    for document, expected in [*((it, True) for it in accepted), *((it, False) for it in refused)]:
        assert not check_document(court(name), document, expected)


@pytest.mark.parametrize("target", ["models", "structs"])
def test_members(target: str) -> None:
    module = getattr(court("enumerations").package, target)
    made = module.decode(json.dumps(ACCEPTED[1]))
    assert made.color is module.Color.BLUE and made.unit is module.PaintUnit.FT
    assert made.named == {"a": module.Color.GREEN}
    assert dict(made.extras) == {"extra": module.Size.S}
    assert [it.value for it in module.Color] == ["red", "green", "blue"]
    assert module.Color.__doc__ == "A colour." and issubclass(module.Color, Enum)
    assert module.encode(module.Color.RED) == b'"red"'
    assert module.decode(b'"red"', module.Color) is module.Color.RED
    with pytest.raises(court("enumerations").package.validator.ValidationError):
        module.decode(b'"m"', module.Color)
    assert copy.deepcopy(made) == made and pickle.loads(pickle.dumps(made)) == made


@pytest.mark.parametrize("target", ["models", "structs"])
def test_defaults_are_members(target: str) -> None:
    module = getattr(court("enumerations").package, target)
    for made in (module.decode(b'{"color": "red"}'), module.Paint(color=module.Color.RED)):
        assert made.unit is module.PaintUnit.M
        assert made.colors == [module.Color.RED]
        assert made.level is module.PaintLevel.VALUE_2
        assert made.mixed is module.PaintMixed.VALUE_1


@pytest.mark.parametrize("target", ["models", "structs"])
def test_what_is_a_member_and_what_is_not(target: str) -> None:
    module = getattr(court("enumerations").package, target)
    made = module.decode(json.dumps(ACCEPTED[3]))
    assert made.either == "auto" and made.mixed is module.PaintMixed.VALUE_1
    assert made.nullable is module.NullableEnum.Y
    made = module.decode(json.dumps(ACCEPTED[5]))
    assert made.mixed is module.PaintMixed.B
    assert (made.number_or_not, made.wide, made.fractions) == (True, "red", 0.5)
    made = module.decode(json.dumps(ACCEPTED[6]))
    assert made.fractions is module.PaintFractions.SOME and made.large == 2**70
    assert module.decode(json.dumps(ACCEPTED[7])).either is module.Color.RED
    assert module.decode(json.dumps(ACCEPTED[8])).part == "a"


def test_typed_dicts_stay_what_json_is() -> None:
    module = court("enumerations").package.typed_dicts
    assert module.decode(json.dumps(ACCEPTED[1])) == ACCEPTED[1]
    assert module.Color.__args__ == ("red", "green", "blue")


def test_structs_are_decoded_by_msgspec() -> None:
    package = generate({"properties": {"c": COLOR, "n": {"enum": [1, 2]}}, "type": "object"}, name="x",
                       enums="enum").load()  # fmt: skip
    package.structs._decode_exactly = None
    made = package.structs.decode(b'{"c": "red", "n": 2}')
    assert made.c is package.structs.XC.RED and made.n is package.structs.XN.VALUE_2


NAMES = {
    ("in progress", "done"): ["IN_PROGRESS", "DONE"],
    ("inProgress", "HTTPError", "XML"): ["IN_PROGRESS", "HTTPERROR", "XML"],
    ("", "<=", "*"): ["EMPTY", "LESS_THAN_SIGN_EQUALS_SIGN", "ASTERISK"],
    ("1st", "2.0", "+1", "-1", "~~~~"): ["VALUE_1ST", "VALUE_2_0", "PLUS_1", "MINUS_1", "VALUE_53e86e"],
    (-1, 0, 10): ["VALUE_MINUS_1", "VALUE_0", "VALUE_10"],
    ("class", "name", "value", "mro", "_x", "__init__"): ["CLASS", "NAME", "VALUE", "MRO", "X", "INIT"],
    ("A", "a", "b"): ["A", "A_d74992", "B"],
    ("a-b", "a b"): ["A_B_bd7fe8", "A_B_01c246"],
    ("\u00e9t\u00e9", "\u65e5\u672c", "\ufb01n", "\u202e"): ["\u00c9T\u00c9", "\u65e5\u672c", "FIN", "VALUE_3b9e50"],
}  # fmt: skip


@pytest.mark.parametrize("values", NAMES, ids=repr)
def test_names_of_members(values: tuple[Any, ...]) -> None:
    for order in (values, values[::-1]):
        package = generate({"enum": [*order]}, name="x", targets=("models",), enums="enum").load()
        found = {it.value: it.name for it in package.models.X}
        assert [found[value] for value in values] == NAMES[values]


def test_a_new_value_renames_nothing() -> None:
    def names(*values: str) -> set[str]:
        package = generate({"enum": [*values]}, name="x", targets=("models",), enums="enum").load()
        return set(package.models.X.__members__)

    assert names("red", "light blue") < names("dark blue", "red", "light blue", "")
