"""Schemas that targets find hard, each with documents: what it accepts first, then what it refuses."""

from __future__ import annotations

from typing import Any

Case = tuple[Any, list[Any], list[Any]]

TEXT = {"type": "string"}
COUNT = {"type": "integer"}


FLAT = {"type": "object", "properties": {"a": COUNT}}
EITHER = {
    "anyOf": [{"$ref": "#/$defs/Flat", "minProperties": 2}, {"$ref": "#/$defs/Flat", "maxProperties": 0}]
}  # fmt: skip
DEFAULTED = {"type": "object", "properties": {"a": {"type": "integer", "default": 1}}}
LETTERS = {"enum": ["a", "b"]}
IMPOSSIBLE = {"type": "object", "properties": {"x": False}, "required": ["x"]}


def _object(
    properties: dict[str, Any], required: list[str] | None = None, **more: Any
) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required or [], **more}


HOSTILE_KEYS = [
    "class",
    "None",
    "self",
    "cls",
    "mro",
    "__class__",
    "__init__",
    "__slots__",
    "__private",
    "_hidden",
    "value",
    "made",
    "found",
    "known",
    "key",
    "item",
    "validator",
    "field",
    "str",
    "int",
    "list",
    "Any",
    "UNSET",
    "Struct",
    "extras",
    "decode",
    "a b",
    "a-b",
    "a_b",
    "1st",
    "",
    " ",
    'quo"te',
    "back\\slash",
    "new\nline",
    "nul\x00",
    "\u202eright",
    "\u00e9t\u00e9",
    "\ufb01n",
    "fin",
    "\U0001f600",
    "x" * 1000,
    "if",
    "IF",
    "print",
    "{braces}",
    "%s",
    "#",
    '"""',
]

CASES: dict[str, Case] = {
    "hostile keys": (
        _object({key: TEXT for key in HOSTILE_KEYS}, HOSTILE_KEYS[::3]),
        [
            {key: f"value of {key}" for key in HOSTILE_KEYS},
            {key: "x" for key in HOSTILE_KEYS[::3]},
            {**{key: "x" for key in HOSTILE_KEYS[::3]}, "more": 1, "extras_": 2, "extras": "3"},
        ],
        [{}, {key: 1 for key in HOSTILE_KEYS}],
    ),
    "absent, null and defaulted": (
        _object(
            {
                "optional": TEXT,
                "nullable": {"type": ["string", "null"]},
                "defaulted": {"type": "integer", "default": 7},
                "null default": {"type": ["integer", "null"], "default": None},
                "list default": {"type": "array", "items": COUNT, "default": [1, 2.0]},
                "object default": {"type": "object", "default": {"a": [1]}},
                "literal default": {"enum": ["a", 1, None], "default": 1.0},
                "bad default": {"type": "integer", "default": "none"},
            }
        ),
        [
            {},
            {"optional": "x", "nullable": None, "defaulted": 8.0, "null default": 3},
            {"nullable": "", "list default": [], "object default": {}, "literal default": "a"},
            {"literal default": 1.0, "bad default": 2.0, "list default": [3.0]},
        ],
        [
            {"optional": None},
            {"defaulted": None},
            {"list default": [1.5]},
            {"literal default": True},
        ],
    ),
    "several types, each with rules of its own": (
        _object(
            {
                "schema": {"type": ["object", "boolean"], "required": ["a"], "minProperties": 2},
                "name": {"type": ["string", "null"], "maxLength": 3, "pattern": "^a"},
                "count": {"type": ["integer", "boolean", "null"], "minimum": 1},
                "list": {"type": ["array", "boolean"], "items": COUNT, "minItems": 1},
                "any": {"type": ["object", "string"], "minLength": 2, "required": ["b"]},
            }
        ),
        [
            {"schema": True, "name": None, "count": False, "list": False, "any": "ab"},
            {"schema": {"a": 1, "c": 2}, "name": "abc", "count": 1.0, "list": [1], "any": {"b": 1}},
            {"count": None},
        ],
        [
            {"schema": {"a": 1}},
            {"name": "b"},
            {"count": 0},
            {"list": []},
            {"any": "a"},
            {"any": {}},
            {"schema": None},
        ],
    ),
    "exactly one of branches that partly share types": (
        {
            "type": "array",
            "items": {
                "oneOf": [
                    {"enum": ["on", "off"]},
                    {"type": "array", "prefixItems": [COUNT], "maxItems": 1},
                    {"type": "array", "prefixItems": [TEXT], "minItems": 1},
                    _object({"kind": {"const": "a"}}, ["kind"]),
                    {"type": "null"},
                ]
            },
        },
        [["on", [1], ["a", 2], None, {"kind": "a"}], [], [[]]],
        [["of"], [[True]], [1], [{"kind": "b"}], [{}]],
    ),
    "a constant beside an enumeration": (
        {
            "properties": {
                "x": {"not": {"type": "string", "enum": ["a", "b"], "const": "a"}},
                "y": {
                    "anyOf": [
                        {"type": "string", "enum": ["a", "b"], "const": "a"},
                        {"type": "array", "minItems": 1},
                        {"type": "string", "minLength": 3},
                    ]
                },
            },
            "type": "object",
        },
        [{"x": []}, {"x": {}, "y": [1]}, {"x": "b", "y": "a"}, {"y": "abc"}],
        [{"x": "a"}, {"y": []}, {"y": "b"}, {"y": {}}],
    ),
    "many members of one type each": (
        _object(
            {
                **{f"text{n}": TEXT for n in range(5)},
                **{f"flag{n}": {"type": "boolean"} for n in range(5)},
                **{f"list{n}": {"type": "array"} for n in range(3)},
                **{f"map{n}": {"type": "object"} for n in range(3)},
                "count": COUNT,
            },
            additionalProperties=False,
        ),
        [{"text1": "", "flag1": True, "list1": [], "map1": {}, "count": 1}, {}],
        [
            {"text2": 1},
            {"flag2": 1},
            {"flag2": 0},
            {"list2": {}},
            {"map2": []},
            {"count": True},
            {"other": 1},
            {"text2": None},
            {"flag2": None},
        ],
    ),
    "members that several schemas speak of": (
        {
            "type": ["object", "null"],
            "properties": {
                "a": {"type": ["string", "integer"]},
                **{f"m{n}": COUNT for n in range(14)},
            },
            "required": ["a"],
            "allOf": [
                {"properties": {"a": {"minLength": 2}}},
                {"properties": {"b": TEXT, "m20": TEXT}},
                {"$ref": "#/$defs/More"},
            ],
            "$defs": {"More": {"type": "object", "properties": {"c": TEXT, "d": {"type": "null"}}}},
        },
        [{"a": "xx", "b": "", "c": "x", "d": None, "m1": 1, "m20": ""}, {"a": 5}],
        [
            {"a": "x"},
            {"b": "b"},
            {"a": "xx", "b": 1},
            {"a": "xx", "c": 1},
            {"a": "xx", "m20": 1},
            {"a": "xx", "m1": "x"},
            None,
        ],
    ),
    "names that match, and all others": (
        _object(
            {"x-own": TEXT, "plain": COUNT},
            patternProperties={"^x-": {"type": ["string", "null"]}},
            additionalProperties={"type": "boolean"},
        ),
        [{"x-own": "a", "x-b": None, "plain": 1, "other": True}, {}],
        [{"x-own": None}, {"x-b": 1}, {"other": 1}, {"plain": True}],
    ),
    "trees whose branches a constant tells apart": (
        {
            "$ref": "#/$defs/Partial",
            "$defs": {
                "Partial": {
                    "oneOf": [
                        {
                            "properties": {
                                "kind": {"const": kind},
                                "below": {"$ref": "#/$defs/Partial"},
                            },
                            "required": ["kind"],
                        }
                        for kind in ("add", "sub", "neg")
                    ]
                }
            },
        },
        [{"kind": "add"}, {"kind": "sub", "below": {"kind": "neg", "x": 1}}],
        [1, "add", {}, {"kind": "mul"}, {"kind": "add", "below": 1}, []],
    ),
    "null beside conditions": (
        {
            "type": ["object", "null"],
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
            "not": {"required": ["c"], "minProperties": 2},
            "oneOf": [{"maxProperties": 3}, {"required": ["x", "y"], "minProperties": 4}],
        },
        [{"a": 1}, {"b": None}, {"a": 1, "b": 2}],
        [{}, {"a": 1, "c": 2}, 1, None],
    ),
    "whole numbers": (
        _object(
            {
                "one": COUNT,
                "some": {"type": "array", "items": COUNT},
                "named": {"type": "object", "additionalProperties": COUNT},
                "literal": {"enum": [1, 2, "a"]},
                "maybe": {"type": ["integer", "string", "null"]},
                "deep": {
                    "type": "array",
                    "items": {"type": "array", "items": {"type": ["integer", "boolean"]}},
                },
            },
            additionalProperties=COUNT,
        ),
        [
            {"one": 1.0, "some": [1.0, 2, -0.0], "named": {"a": 1e3}, "literal": 2.0, "maybe": 5.0},
            {"deep": [[1.0, True], []], "extra": 3.0, "big": 2**70, "float": 1e22},
            {"maybe": "x", "literal": "a"},
            {"maybe": None, "one": 12345678901234567890123, "negative": -(2**63) - 1},
        ],
        [
            {"one": 1.5},
            {"one": True},
            {"some": [1, "2"]},
            {"extra": 1.5},
            {"literal": True},
            {"deep": [[1.5]]},
        ],
    ),
    "unions told apart by a tag": (
        {
            "oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}, {"type": "string"}],
            "$defs": {
                "Circle": _object(
                    {"kind": {"const": "circle"}, "radius": {"type": "number"}}, ["kind", "radius"]
                ),
                "Square": _object(
                    {"kind": {"const": "square"}, "side": {"type": "number"}}, ["kind", "side"]
                ),
            },
        },
        [{"kind": "circle", "radius": 1}, {"kind": "square", "side": 2.5, "more": {}}, "none"],
        [{"kind": "circle", "side": 1}, {"kind": "oval"}, {}, 1, None],
    ),
    "unions told apart by trying": (
        {
            "anyOf": [
                {"type": "array", "items": {"$ref": "#"}},
                _object({"x": COUNT, "y": COUNT}, ["x", "y"]),
                _object({"x": COUNT}, ["x"], additionalProperties=False),
                {"type": "object", "additionalProperties": TEXT},
                {"type": "null"},
            ]
        },
        [{"x": 1.0, "y": 2}, {"x": 1.0}, {"z": "a"}, {}, [{"x": 1}, None, [{"w": "a"}]], None],
        [{"x": 1, "y": "a"}, {"x": "1", "y": 2}, [1], 1],
    ),
    "recursion": (
        {
            "$ref": "#/$defs/Node",
            "$defs": {
                "Node": _object(
                    {
                        "value": {"$ref": "#/$defs/Value"},
                        "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]},
                        "children": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
                        "named": {
                            "type": "object",
                            "additionalProperties": {"$ref": "#/$defs/Node"},
                        },
                        "other": {"$ref": "#/$defs/Other"},
                    },
                    ["value"],
                ),
                "Other": _object({"back": {"$ref": "#/$defs/Node"}}),
                "Value": {
                    "anyOf": [
                        {"type": "integer"},
                        {"type": "array", "items": {"$ref": "#/$defs/Value"}},
                        {"type": "object", "additionalProperties": {"$ref": "#/$defs/Value"}},
                    ]
                },
            },
        },
        [
            {"value": 1.0},
            {
                "value": [1, [2.0, {"a": 3.0}]],
                "next": None,
                "children": [{"value": 2}, {"value": 3, "next": {"value": 4}}],
            },
            {
                "value": {},
                "named": {"a": {"value": 1, "other": {"back": {"value": 2.0}, "more": 1}}},
            },
        ],
        [{}, {"value": "a"}, {"value": 1, "next": {}}, {"value": [[["a"]]]}],
    ),
    "tuples": (
        _object(
            {
                "point": {
                    "type": "array",
                    "prefixItems": [{"type": "number"}, {"type": "integer"}],
                    "items": False,
                    "minItems": 2,
                },
                "pair": {
                    "type": "array",
                    "prefixItems": [TEXT, _object({"n": COUNT}, ["n"])],
                    "items": False,
                    "minItems": 2,
                },
                "open": {"type": "array", "prefixItems": [TEXT, COUNT]},
                "pairs": {
                    "type": "array",
                    "items": {
                        "type": "array",
                        "prefixItems": [TEXT, TEXT],
                        "items": False,
                        "minItems": 2,
                    },
                },
            }
        ),
        [
            {"point": [1.5, 2.0]},
            {"pair": ["a", {"n": 1.0, "more": [1]}], "open": [], "pairs": [["a", "b"], ["c", "d"]]},
            {"open": ["a", 1.0, None, {}]},
        ],
        [
            {"point": [1]},
            {"point": [1, 2, 3]},
            {"pair": ["a", {}]},
            {"open": [1]},
            {"pairs": [["a"]]},
        ],
    ),
    "maps": (
        {
            "type": "object",
            "additionalProperties": {"type": "array", "items": _object({"a": COUNT}, ["a"])},
        },
        [{}, {"x": []}, {"": [{"a": 1.0}], "__class__": [{"a": 2, "b": None}]}],
        [{"x": [{}]}, {"x": None}, []],
    ),
    "patterns": (
        {
            "type": "object",
            "properties": {"x-1": {"type": ["integer", "string"]}, "name": TEXT},
            "patternProperties": {"^x-": COUNT, "^y-": {"type": "boolean"}},
            "additionalProperties": False,
        },
        [{"x-1": 1.0, "x-2": 2.0, "y-a": True, "name": "n"}, {}],
        [{"x-1": "a"}, {"y-a": 1}, {"z": 1}],
    ),
    "closed": (
        _object({"a": TEXT, "b-c": COUNT}, additionalProperties=False),
        [{}, {"a": "x", "b-c": 1}],
        [{"c": 1}, {"b_c": 1}],
    ),
    "constraints a type cannot hold": (
        _object(
            {
                "short": {"type": "string", "maxLength": 3},
                "few": {"type": "array", "items": COUNT, "maxItems": 2, "uniqueItems": True},
                "small": {"type": "integer", "exclusiveMaximum": 10},
                "even": {"type": "number", "multipleOf": 2},
            },
            minProperties=1,
            dependentRequired={"short": ["few"]},
        ),
        [{"short": "abc", "few": [1, 2]}, {"small": 9}, {"even": 4.0}, {"even": 2}, {"z": 1}],
        [
            {},
            {"short": "abcd", "few": []},
            {"short": "a"},
            {"few": [1, 1.0]},
            {"small": 10},
            {"even": 3},
        ],
    ),
    "anything": (
        {},
        [
            None,
            True,
            0,
            -0.0,
            1.5,
            "",
            [],
            {},
            [[[]]],
            {"a": {"b": [1, None]}},
            10**400,
            2**63,
            "\ud800",
            {"\udfff": 1},
        ],
        [],
    ),
    "nothing": (_object({"never": False, "maybe": {}}), [{}, {"maybe": None}], [{"never": 1}, 1]),
    "one string": (TEXT, ["", "a", "\ud800", "\u2028\u0000\x7f"], [1, None, ["a"]]),
    "two strings": (
        {
            "anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}],
            "$defs": {
                "A": {"type": "string", "maxLength": 1},
                "B": {"type": "string", "minLength": 3},
            },
        },
        ["a", "abc"],
        ["ab"],
    ),
    "merged": (
        {
            "allOf": [{"$ref": "#/$defs/Base"}, _object({"extra": COUNT}, ["extra"])],
            "$defs": {
                "Base": _object({"id": TEXT, "extra": {"type": ["integer", "string"]}}, ["id"])
            },
        },
        [{"id": "a", "extra": 1.0}, {"id": "a", "extra": 1, "z": None}],
        [{"id": "a"}, {"id": "a", "extra": "b"}, {"extra": 1}],
    ),
    "class names inside": (
        {
            "type": "object",
            "properties": {
                "Any": {"$ref": "#/$defs/Any"},
                "Literal": {"enum": ["a"]},
                "Extras": {"$ref": "#/$defs/Extras"},
                "list": {"type": "array", "items": {"$ref": "#/$defs/list"}},
                "Node": {"$ref": "#/$defs/Node"},
                "nodes": {"type": "array", "items": {"$ref": "#/$defs/Node"}, "default": []},
            },
            "$defs": {
                "Any": _object({"a": COUNT}),
                "Extras": _object({"a": COUNT}),
                "list": _object({"a": COUNT}),
                "Node": _object({"a": COUNT}),
            },
        },
        [
            {},
            {"Any": {"a": 1.0}, "Literal": "a", "list": [{"a": 1}]},
            {"Node": {"a": 1.0}, "nodes": [{}], "Extras": {}},
        ],
        [{"Any": 1}, {"Literal": "b"}, {"Node": []}],
    ),
    "text in prose": (
        {
            "title": 'Title "quoted" \\ """',
            # Bait: prose that looks like an order to a type checker, and must not become one.
            "description": 'Ends with a quote "\n\n  indented\n* list\n\u202etrojan # type: ignore\n'
            + "long " * 60,
            "type": "object",
            "properties": {
                "old": {
                    "type": "string",
                    "deprecated": True,
                    "description": "Replaced by `new`.\\",
                },
                "new": {
                    "type": "string",
                    "readOnly": True,
                    "examples": ["a", "'''", '"""'],
                    "title": "The new one",
                },
                "secret": {"type": "string", "writeOnly": True, "description": '"""'},
                "quoted": {"const": "a\"b'c\\d\n\u2028"},
                "choices": {"enum": [f"value number {number}" for number in range(20)]},
            },
        },
        [
            {},
            {
                "old": "x",
                "new": "y",
                "secret": "z",
                "quoted": "a\"b'c\\d\n\u2028",
                "choices": "value number 7",
            },
        ],
        [{"quoted": "a"}, {"choices": ""}],
    ),
    "long names": (
        {
            "type": "object",
            "properties": {
                f"{word * 12}": {
                    "anyOf": [
                        {
                            "type": "array",
                            "items": _object(
                                {f"{word * 9}": COUNT, "x": {"$ref": f"#/$defs/{word * 8}"}}
                            ),
                        },
                        {"$ref": f"#/$defs/{word * 8}"},
                        {"type": "null"},
                    ]
                }
                for word in ("lorem", "Ipsum", "dolor")
            },
            "$defs": {
                f"{word * 8}": _object({"a": COUNT}, ["a"]) for word in ("lorem", "Ipsum", "dolor")
            },
        },
        [
            {},
            {
                "lorem" * 12: [{"lorem" * 9: 1.0}, {"x": {"a": 1.0}}],
                "Ipsum" * 12: None,
                "dolor" * 12: {"a": 1},
            },
        ],
        [{"lorem" * 12: {}}],
    ),
    "a root that says more than what it builds on": (
        {
            "allOf": [{"$ref": "#/$defs/base"}, {"maxProperties": 1}],
            "$defs": {"base": _object({"a": COUNT, "b": COUNT}, ["a"])},
        },
        [{"a": 1}],
        [{"a": 1, "b": 2}, {"b": 1}],
    ),
    "a root that msgspec cannot decode, with classes that it could": (
        {
            "type": "object",
            "properties": {"c": {"$ref": "#/$defs/C"}, "d": {"$ref": "#/$defs/D"}},
            "minProperties": 1,
            "$defs": {
                "C": _object({"x": {"type": "string", "minLength": 1}, "y": COUNT}),
                "D": _object(
                    {"z": {"type": "integer", "minimum": 3}, "u": {"const": 2**63}}, ["z"]
                ),
            },
        },
        [{"c": {"x": "a"}}, {"d": {"z": 3}}],
        [{"c": {"x": ""}}, {"d": {"z": 2}}, {}],
    ),
    "texts that end in quotes": (
        {
            "type": "object",
            "title": 'T"""',
            "properties": {
                f"p{number}": {"type": "string", "description": text}
                for number, text in enumerate(
                    [
                        '"',
                        '""',
                        '"""',
                        'a"""',
                        "\\",
                        'a\\"',
                        'a\\"""',
                        '""" + x + """',
                        'say """"',
                        '\\\\"',
                    ]
                )
            },
            "additionalProperties": False,
            "$defs": {'quo"te\\' * 12: {"type": "string", "minLength": 1}},
        },
        [{"p0": "a", "p9": "b"}],
        [{"p0": 1}],
    ),
    "evaluated by what contains accepts": (
        {
            "unevaluatedItems": False,
            "contains": {"properties": {"a": {"type": "string"}}, "items": {"type": "null"}},
            "minContains": 0,
        },
        [[1, {"a": "x"}, [None]], []],
        [[{"a": 1}], [[1]]],
    ),
    "two alike, or not at all": (
        {"oneOf": [{"minItems": 2}, {"uniqueItems": True}], "not": {"uniqueItems": True}},
        [[1, 1]],
        [[1], [1, 2], "x"],
    ),
    "definitions whose one class is made of several schemas": (
        {
            "type": "object",
            "properties": {name: {"$ref": f"#/$defs/{name}"} for name in ("B", "C", "D", "E", "F")},
            "$defs": {
                "B": {
                    "oneOf": [_object({}, ["t"]), _object({})],
                    "properties": {"extras": {}},
                    "required": ["extras"],
                    "additionalProperties": False,
                },
                "C": {"allOf": [{"required": ["a"]}, {"properties": {"a": COUNT}}]},
                "D": {"anyOf": [{"oneOf": [{"type": "object", "additionalProperties": False}]}]},
                "E": {
                    "additionalProperties": False,
                    "oneOf": [_object({"a": {}}), _object({}, ["b"])],
                },
                "F": {"type": ["object", "null"], "properties": {"a": COUNT}, "required": ["a"]},
            },
        },
        [
            {"B": {"extras": 1}, "C": {"a": 1.0}, "D": {}, "E": {}, "F": {"a": 1.0}},
            {"C": [], "F": None},
        ],
        [{"B": {}}, {"C": {}}, {"D": 1}, {"E": {"a": 1}}, {"E": 0}, {"F": []}, {"F": {}}],
    ),
    "a definition named like the root": (
        {
            "title": "A",
            **_object({"a": {"$ref": "#/$defs/A"}, "b": COUNT}, ["b"]),
            "$defs": {"A": _object({"x": TEXT}, ["x"])},
        },
        [{"b": 1, "a": {"x": "y"}}],
        [{"b": 1, "a": {"b": 1}}, {"x": "y"}],
    ),
    "branches that lead to themselves and differ late": (
        {
            "$ref": "#/$defs/Node",
            "$defs": {
                "Node": {
                    "anyOf": [
                        _object({"below": {"$ref": "#/$defs/Node"}, "end": COUNT}),
                        _object({"below": {"$ref": "#/$defs/Node"}, "end": TEXT}),
                    ]
                }
            },
        },
        [{}, {"end": "x"}, {"below": {"below": {"end": 1.0}, "end": "x", "more": None}}],
        [{"end": None}, {"below": {"below": {"end": None}}}, {"below": [], "end": 1}],
    ),
    "many branches told apart by a constant": (
        {
            "oneOf": [
                _object({"kind": {"const": kind}, kind: COUNT, "note": TEXT}, ["kind"])
                for kind in ("add", "sub", "mul", "neg")
            ]
        },
        [{"kind": "add"}, {"kind": "neg", "neg": 2.0, "add": "free", "note": "x"}],
        [{}, {"kind": "div"}, {"kind": ["add"]}, {"kind": "sub", "sub": "x"}, {"kind": None}, []],
    ),
    "a large object that is closed": (
        _object(
            {f"member{n}": COUNT if n % 2 else {"type": ["string", "null"]} for n in range(20)},
            additionalProperties=False,
        ),
        [{}, {"member1": 1.0, "member2": None}, {f"member{n}": n for n in range(1, 20, 2)}],
        [{"member1": None}, {"member20": 1}, {"": 1}, {"member0": 0}],
    ),
    "required members that are arrays and maps": (
        _object(
            {
                "list": {"type": "array", "items": COUNT, "minItems": 1},
                "map": {"type": "object", "additionalProperties": TEXT},
                "maybe": {"anyOf": [{"type": "array", "items": TEXT}, {"type": "null"}]},
            },
            ["list", "map"],
        ),
        [{"list": [1.0], "map": {}}, {"list": [1], "map": {"a": "b"}, "maybe": None, "x": 0}],
        [
            {"list": [], "map": {}},
            {"list": [1]},
            {"list": [1], "map": {"a": 1}},
            {"list": [1], "map": {}, "maybe": [1]},
            {"list": [1], "map": {}, "maybe": {}},
        ],
    ),
    "null beside what is constrained": (
        {
            "$ref": "#/$defs/List",
            "$defs": {
                "List": {
                    "type": ["array", "null"],
                    "minItems": 1,
                    "items": {"enum": [None, "a", "bb"], "minLength": 2},
                }
            },
        },
        [None, [None], ["bb", None]],
        [[], ["a"], [1], "bb", {}],
    ),
    "all branches are one class": (
        {**EITHER, "$defs": {"Flat": FLAT, "Other": EITHER}},
        [{}, {"a": 1, "b": 2}],
        [{"a": 1}, {"a": "x", "b": 2}, None],
    ),
    "one class, exactly once": (
        {
            "oneOf": [{"$ref": "#/$defs/Flat"}, {"$ref": "#/$defs/Flat", "minProperties": 2}],
            "$defs": {"Flat": FLAT},
        },
        [{}, {"a": 1.0}],
        [{"a": 1, "b": 2}, {"a": "x"}, []],
    ),
    "a definition whose branches are one class, and what refers to it": (
        {
            "allOf": [{"$ref": "#/$defs/Either"}],
            "$defs": {
                "Flat": FLAT,
                "Either": EITHER,
                "Again": {"$ref": "#/$defs/Either"},
                "Within": {"allOf": [{"allOf": [{"$ref": "#/$defs/Flat", "minProperties": 1}]}]},
                "List": {"type": "array", "items": {"$ref": "#/$defs/Either"}},
            },
        },
        [{}, {"a": 1, "b": [{}]}],
        [{"a": 1}, [{}]],
    ),
    "a property that the root stands for": (
        {
            "$ref": "#/$defs/Holder/properties/held",
            "$defs": {
                "Flat": FLAT,
                "Holder": _object({"held": {"$ref": "#/$defs/Flat", "minProperties": 2}}),
            },
        },
        [{"a": 1, "b": {"held": {"a": 1}}}],
        [{}, {"a": 1}, {"a": "x", "b": 1}],
    ),
    "one class that is not always an object": (
        {
            "type": "object",
            "anyOf": [{"$ref": "#/$defs/Flat"}, {"$ref": "#/$defs/Flat", "minProperties": 1}],
            "$defs": {"Flat": {"properties": {"a": COUNT}}},
        },
        [{}, {"a": 1}],
        [{"a": "x"}, "x", 1],
    ),
    "all branches but one are impossible": (
        {"anyOf": [IMPOSSIBLE, FLAT], "not": {"required": ["b"]}},
        [{}, {"a": 1.0}],
        [{"a": "x"}, {"b": 1}, {"x": 1, "a": "x"}],
    ),
    "all branches but one are impossible beside members": (
        {**_object({"b": COUNT}), "oneOf": [IMPOSSIBLE, {"properties": {"a": COUNT}}]},
        [{}, {"a": 1, "b": 2.0}],
        [{"a": "x"}, {"b": "x"}, 1],
    ),
    "letters that a pattern narrows": (
        {
            "$ref": "#/$defs/Letters",
            "pattern": "^a",
            "$defs": {
                "Letters": LETTERS,
                "NotB": {"allOf": [{"$ref": "#/$defs/Letters"}], "not": {"const": "b"}},
                "Same": {"$ref": "#/$defs/Letters"},
                "Only": {"allOf": [{"$ref": "#/$defs/NotB"}]},
            },
        },
        ["a"],
        ["b", "c", 1, None],
    ),
    "a default beside what counts members": (
        {**DEFAULTED, "allOf": [{"maxProperties": 1}]},
        [{}, {"z": 1}, {"a": 1}],
        [{"a": 1, "z": 1}],
    ),
    "a default beside what forbids it": (
        {"allOf": [DEFAULTED, {"not": {"required": ["a"]}}]},
        [{}, {"z": 1}],
        [{"a": 1}],
    ),
    "a default beside what names members": (
        {"allOf": [DEFAULTED, {"propertyNames": {"const": "z"}}]},
        [{}, {"z": 1}],
        [{"a": 1}],
    ),
    "a default on which others depend": (
        {"allOf": [DEFAULTED, {"dependentRequired": {"a": ["b"]}}]},
        [{}, {"a": 1, "b": 2}],
        [{"a": 1}],
    ),
    "a default beside branches that count members": (
        {**DEFAULTED, "anyOf": [{"maxProperties": 0}, {"minProperties": 3}]},
        [{}, {"a": 1, "b": 2, "c": 3}],
        [{"a": 1}],
    ),
    "a default that a condition asks for": (
        {
            **_object({"kind": {"type": "string", "default": "x"}, "q": COUNT}),
            "allOf": [
                {
                    "if": {"properties": {"kind": {"const": "x"}}, "required": ["kind"]},
                    "then": {"required": ["q"]},
                }
            ],
        },
        [{}, {"kind": "y"}, {"kind": "x", "q": 1}],
        [{"kind": "x"}],
    ),
    "defaults in items that must differ": (
        {"type": "array", "uniqueItems": True, "items": DEFAULTED},
        [[{}, {"a": 1}], []],
        [[{"a": 1}, {"a": 1}]],
    ),
    "defaults in items that are counted": (
        {"type": "array", "items": DEFAULTED, "contains": {"required": ["a"]}, "maxContains": 1},
        [[{}, {"a": 1}]],
        [[], [{"a": 1}, {"a": 2}]],
    ),
    "a default that is forbidden from above": (
        {
            **_object({"p": DEFAULTED, "q": DEFAULTED}),
            "not": {"properties": {"p": {"required": ["a"]}}, "required": ["p"]},
        },
        [{}, {"p": {}}, {"q": {"a": 1}}],
        [{"p": {"a": 1}}],
    ),
    "a default beside what counts members of the same property": (
        {"allOf": [{"properties": {"p": DEFAULTED}}, {"properties": {"p": {"maxProperties": 1}}}]},
        [{"p": {"z": 1}}, {"p": {}}, 1],
        [{"p": {"a": 1, "z": 1}}],
    ),
    "defaults below a value that is listed": (
        {**_object({"p": DEFAULTED}), "enum": [{"p": {}}, {"p": {"a": 2}}]},
        [{"p": {}}, {"p": {"a": 2}}],
        [{"p": {"a": 1}}, {}],
    ),
    "defaults of which exactly one branch may know": (
        {
            "oneOf": [
                _object({"p": DEFAULTED}),
                _object({"p": {"type": "object", "required": ["a"]}}, ["p"]),
            ]
        },
        [{}, {"p": {}}],
        [{"p": {"a": 1}}],
    ),
    "a default that a consequence refuses": (
        {**DEFAULTED, "if": {"required": ["z"]}, "then": {"properties": {"a": {"const": 5}}}},
        [{}, {"z": 1}, {"z": 1, "a": 5}],
        [{"z": 1, "a": 1}],
    ),
    "defaults in values that two patterns match": (
        {
            "type": "object",
            "patternProperties": {"^x": DEFAULTED, "y$": {"properties": {"a": {"const": 5}}}},
        },
        [{"xy": {}, "x": {"a": 1}}, {"y": {"a": 5}}],
        [{"xy": {"a": 1}}],
    ),
    "a default of keys without a name": (
        {
            "type": "object",
            "properties": {"a": {}},
            "maxProperties": 1,
            "allOf": [{"additionalProperties": {"type": "integer", "default": 1}}],
        },
        [{}, {"b": 1}],
        [{"a": 1, "b": 1}, {"a": "x"}],
    ),
}
