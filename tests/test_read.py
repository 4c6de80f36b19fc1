"""READ: what is refused, word for word; how references, dialects and documents are put together."""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from nemcon.commands.make_metaschemas import FOLDER, texts
from nemcon.errors import SchemaError, UsageError
from nemcon.fixtures.judge import Judge
from nemcon.read import graph as g
from nemcon.read import read_schema
from nemcon.read.documents import read_text
from nemcon.read.formats import is_of_format
from nemcon.read.graph import Graph

Write = Callable[[str, object], str]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Writes a file into an empty working directory; its name is the way to it."""
    monkeypatch.chdir(tmp_path)

    def written(name: str, content: object) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(content, (bytes, str)):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return name

    return written


def accepts(graph: Graph, value: Any) -> bool:
    return Judge(graph.nodes, is_of_format).accepts(graph.root, value)


def read_again(graph: Graph) -> Graph:
    """The graph of a bundle alone."""
    bundle: Any = graph.bundle
    return read_schema(bundle)


def problem(schema: Any, **options: Any) -> str:
    with pytest.raises(SchemaError) as caught:
        read_schema(schema, **options)
    assert "\n" not in str(caught.value)
    return str(caught.value)


TEXTS = {
    '{"a": 1, "b": {"x": 1, "x": 2}}': '1:24: #/b/x: the key "x" stands twice in one object',
    '{"minimum": NaN}': "1:13: #/minimum: NaN is not a JSON number",
    '{"enum": [1, -Infinity]}': "1:14: #/enum/1: -Infinity is not a JSON number",
    '{"maximum": 1e400}': "1:13: #/maximum: the number 1e400 is beyond what a float can hold",
    '{"maximum": ' + "9" * 4301 + "}": "1:13: #/maximum: an integer has more than 4300 digits",
    "{} {}": "1:4: #: this is not JSON: extra data",
    '{\n  "a": 1, // no\n}': "2:11: #: this is not JSON: expecting property name enclosed in double quotes",
    "": "1:1: #: this is not JSON: expecting value",
    "[" * 1_000_000: "1:1: #: arrays and objects nest more than 500 deep",
    '{"a": ' * 600 + "1" + "}" * 600: "1:1: #: arrays and objects nest more than 500 deep",
    '"text"': "1:1: #: a schema is an object or a boolean, not a string",
    "[true]": "1:1: #: a schema is an object or a boolean, not an array",
    "null": "1:1: #: a schema is an object or a boolean, not null",
    "12": "1:1: #: a schema is an object or a boolean, not a number",
    '{"type": "strin"}': '1:10: #/type: \'strin\' is not one of "array", "boolean", "integer", "null", "number", '
    '"object", "string"',
    '{\n "properties": {"a/b": {"minLength": -1}}}': "2:38: #/properties/a~1b/minLength: -1 is less than 0",
    '{"$ref": "#/$defs/a"}': "1:10: #/$ref: the reference '#/$defs/a' leads to nothing",
    '{"$ref": "#/title", "title": "x"}': "1:10: #/$ref: the reference '#/title' leads to something that is no schema",
    '{"$ref": "#a"}': "1:10: #/$ref: there is no anchor 'a' to refer to",
    '{"$ref": "other.json"}': "1:10: #/$ref: the reference 'other.json' leads outside of what is given; "
    "give that document as the resource 'other.json'",
    '{"$ref": "#"}': "1:10: #/$ref: this leads back to # without getting further into the value",
    '{"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"anyOf": [true, {"$ref": "#/$defs/a"}]}}}': (
        "1:26: #/$defs/a/$ref: this leads back to #/$defs/b without getting further into the value"
    ),
    '{"$defs": {"a": {"$id": "x"}, "b": {"$id": "x", "type": "null"}}}': (
        "1:44: #/$defs/b/$id: two schemas have the identifier 'x'"
    ),
    '{"$defs": {"a": {"$anchor": "x"}, "b": {"$anchor": "x"}}}': (
        "1:52: #/$defs/b/$anchor: two schemas have the anchor 'x'"
    ),
    '{"$schema": "http://json-schema.org/draft-03/schema#"}': (
        "1:13: #/$schema: the dialect 'http://json-schema.org/draft-03/schema' is unknown; "
        "'http://json-schema.org/draft-07/schema' is known"
    ),
    '{"$schema": "http://["}': "1:13: #/$schema: the dialect 'http://[' is unknown",
    '{"$id": "http://[/x", "$ref": "y"}': "1:31: #/$ref: 'y' is not a URI reference: Invalid IPv6 URL",
    '{"pattern": "["}': "1:13: #/pattern: the regular expression cannot be used: there is a `[` without its `]`",
    '{"openapi": "2.0"}': "1:13: #/openapi: OpenAPI 2.0 is unknown; 3.0, 3.1 and 3.2 are known",
}


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: text[:60])
def test_a_refusal_is_one_line_with_its_place(text: str, write: Write) -> None:
    assert problem(write("s.json", text)) == f"s.json:{TEXTS[text]}"


def test_texts_are_utf_8(write: Write) -> None:
    assert (
        problem(write("s.json", b'{"a":\n "\xff"}'))
        == "s.json:2:3: #: the text is not UTF-8; save it as UTF-8"
    )
    assert problem(write("s.json", '{"a": 1}'.encode("utf-16"))).startswith(
        "s.json:1:1: #: the text is not UTF-8"
    )
    assert accepts(read_schema(write("s.json", b"\xef\xbb\xbf{}")), 1)


def test_files_that_cannot_be_read(write: Write) -> None:
    write("folder/x.json", {})
    for name, reason in (
        ("missing.json", "No such file or directory"),
        ("folder", "Is a directory"),
    ):
        with pytest.raises(UsageError) as caught:
            read_schema(name)
        assert str(caught.value) == f"{name}: cannot be read: {reason}"
    with pytest.raises(UsageError) as caught:
        read_schema({}, dialect="https://json-schema.org/draft/2020-11/schema")
    assert str(caught.value) == (
        "the dialect 'https://json-schema.org/draft/2020-11/schema' is unknown;"
        " 'https://json-schema.org/draft/2020-12/schema' is known"
    )


VALUES: list[tuple[Any, str]] = [
    ({"const": {1: 2}}, "this is not JSON: the key 1 is no string"),
    ({"const": float("nan")}, "this is not JSON: "),
    ({"const": {1, 2}}, "this is not JSON: Object of type set is not JSON serializable"),
    ({"const": 10**5000}, "this is not JSON: an integer has more than 4300 digits"),
    (7, "a schema is an object or a boolean, not a number"),
]


@pytest.mark.parametrize(("schema", "said"), VALUES, ids=lambda it: str(type(it)))
def test_python_values_that_are_no_schema(schema: Any, said: str) -> None:
    assert problem(schema).startswith(f"<schema>:1:1: #: {said}")


def test_a_value_inside_of_itself_is_refused() -> None:
    schema: dict[str, Any] = {}
    schema["not"] = schema
    assert problem(schema) == "<schema>:1:1: #: this is not JSON: Circular reference detected"


def test_what_is_given_is_left_alone() -> None:
    schema = {"properties": {"a": {"$ref": "x"}}}
    resource = {"$id": "https://example.org/real", "type": "string"}
    before = json.dumps([schema, resource])
    read_schema(schema, resources={"x": resource})
    assert json.dumps([schema, resource]) == before


# YAML

YAML = {
    "enum: [no, 1, 0x10, 0o17, 017, 1_000, 12:30:45, .5, 1e3, ~, 2001-01-01]": [
        "no", 1, 16, 15, 17, "1_000", "12:30:45", 0.5, 1000.0, None, "2001-01-01",
    ],
    "enum: [&a {x: 1}, *a, 'no', \"tr\\u00fce\", true]": [{"x": 1}, {"x": 1}, "no", "tr\u00fce", True],
    "enum:\n- |\n  one\n  two\n- >-\n  one\n  two\n": ["one\ntwo\n", "one two"],
}  # fmt: skip


@pytest.mark.parametrize("text", YAML)
def test_yaml_is_yaml_1_2(text: str) -> None:
    assert read_text("s.yaml", text.encode()).value == {"enum": YAML[text]}


NOT_YAML = {
    "a: 1\nb: 2\na: 3": '3:1: #/a: the key "a" stands twice in one object',
    "a:\n  b: !!str 1": "2:6: #/a/b: tags are not read; a schema holds nothing but JSON values",
    "a: !x 1": "1:4: #/a: tags are not read; a schema holds nothing but JSON values",
    "a: 1\n---\nb: 1": "2:1: #: a second document begins here; only one can be read",
    "a: .nan": "1:4: #/a: .nan is not a JSON number",
    "a: [-.Inf]": "1:5: #/a/0: -.Inf is not a JSON number",
    "a: 1e400": "1:4: #/a: the number 1e400 is beyond what a float can hold",
    "a: &x\n  b: *x": "2:6: #/a/b: the alias *x stands inside of what it repeats",
    "a: *x": "1:4: #/a: the alias *x has no anchor before it",
    "? [1]\n: 1": "1:3: #: a key is an array or object, which JSON does not have",
    "<<: {a: 1}": "1:1: #: YAML 1.2 has no merge keys; write the keys out",
    "%YAML 1.1\n---\na: 1": "2:1: #: the text says it is not YAML 1.2",
    "a: b: c": "1:5: #: this is not YAML: mapping values are not allowed here",
    'a: "\\U99999999"': "1:1: #: this is not YAML: there is a version or an escaped character that does not exist "
    "after this",
    "a: \x07": "1:4: #: this is not YAML: the character U+0007 must be escaped",
    "": "1:1: #: the text is empty",
    "[" * 1000: "1:501: #: arrays and objects nest more than 500 deep",
    "properties:\n  a: {type: strin}": '2:13: #/properties/a/type: \'strin\' is not one of "array", "boolean", '
    '"integer", "null", "number", "object", "string"',
}


@pytest.mark.parametrize("text", NOT_YAML, ids=lambda text: text[:40])
def test_yaml_that_json_could_not_say_is_refused(text: str, write: Write) -> None:
    assert problem(write("s.yaml", text)) == f"s.yaml:{NOT_YAML[text]}"


def test_aliases_cannot_make_a_small_text_large(write: Write) -> None:
    lines = ["a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    said = problem(write("s.yml", "\n".join(lines)))
    assert said.endswith("with its aliases written out the text holds more than 1000000 values")


# Documents and references


def test_files_beside_the_schema(write: Write) -> None:
    write(
        "schemas/parts/item.json",
        {"properties": {"next": {"$ref": "../main.json"}, "n": {"$ref": "n.json#/$defs/n"}}},
    )
    write("schemas/parts/n.json", {"$defs": {"n": {"type": "integer"}}})
    main = write(
        "schemas/main.json", {"items": {"$ref": "parts/item.json"}, "type": ["array", "null"]}
    )
    graph = read_schema(main)
    assert accepts(graph, [{"n": 1, "next": [{"n": 2}]}])
    assert not accepts(graph, [{"n": 1, "next": [{"n": "2"}]}])
    bundle: Any = graph.bundle
    assert bundle["$id"] == "main.json"
    assert set(graph.nodes) <= set(read_again(graph).nodes)


def test_errors_in_a_file_beside_the_schema_name_that_file(write: Write) -> None:
    write("schemas/item.json", '{\n "type": 1}')
    main = write("schemas/main.json", {"items": {"$ref": "item.json"}})
    assert problem(main).startswith("schemas/item.json:2:10: #/type: ")


def test_nothing_outside_of_the_schema_s_folder_is_read(write: Write, tmp_path: Path) -> None:
    write("secret.json", {"const": "secret"})
    (tmp_path / "schemas").mkdir()
    (tmp_path / "schemas" / "link.json").symlink_to(tmp_path / "secret.json")
    (tmp_path / "schemas" / "up").symlink_to(tmp_path)
    absolute = (tmp_path / "schemas" / "main.json").as_posix()
    for reference in (
        "../secret.json",
        "../../../../../../../../etc/secret.json",
        "parts/../../secret.json",
        "link.json",
        "up/secret.json",
        absolute,
        f"file://{absolute}",
        "%2e%2e/secret.json",
        "..%2fsecret.json",
        "a\0b",
    ):
        main = write("schemas/main.json", {"$ref": reference})
        for root in (None, tmp_path / "schemas", tmp_path / "elsewhere"):
            said = problem(main, root=root)
            assert "leads out of 'schemas', where no file is read" in said or (
                "leads outside of what is given" in said
            )


def test_a_file_beside_is_known_by_its_own_identifier(write: Write) -> None:
    main = write("a.json", {"$id": "https://example.org/s/a.json", "items": {"$ref": "b.json"}})
    write("b.json", {"type": "string"})
    assert "leads outside" in problem(main)
    write("b.json", {"$id": "https://example.org/s/b.json", "type": "string"})
    assert not accepts(read_schema(main), [1])


def test_resources_are_found_by_every_name_they_have() -> None:
    part = {"$id": "https://example.org/real", "$defs": {"s": {"$anchor": "s", "type": "string"}}}
    for reference in (
        "given#s",
        "https://example.org/real#s",
        "given#/$defs/s",
        "https://example.org/real#/%24defs/s",
    ):
        graph = read_schema({"items": {"$ref": reference}}, resources={"given": part})
        assert accepts(graph, ["a"]) and not accepts(graph, [1])
        again = read_again(graph)
        assert accepts(again, ["a"]) and not accepts(again, [1])


def test_a_resource_that_was_read_from_a_text_has_positions() -> None:
    part = read_text("part.yaml", b"type:\n- string\n- strin\n")
    said = problem(
        {"$ref": "https://example.org/part"}, resources={"https://example.org/part": part}
    )
    assert said.startswith("part.yaml:3:3: #/type/1: ")


@pytest.mark.parametrize("base", ["https://example.org/a/b", "custom://host/a/b"])
def test_references_are_relative_to_the_identifier_around_them(base: str) -> None:
    schema = {"$id": base, "$defs": {"c": {"$id": "c", "type": "null"}}, "$ref": "../a/c"}
    assert not accepts(read_schema(schema), 1)


DOTS = [
    ("http://x/d/../b", "b"), ("http://x/./b", "b"), ("http://x/b", "http://x/d/e/../../b"), ("custom://x/../b", "custom://x/b"),
    ("http://x/d/..", "http://x/"), ("http://x/b#a", "http://x/d/../b"), ("http://x/d/../b?q=/../r", "b?q=/../r"),
]  # fmt: skip


@pytest.mark.parametrize(("reference", "identifier"), DOTS)
def test_dots_in_absolute_references_are_taken_out(reference: str, identifier: str) -> None:
    inner = {"$id": identifier, "type": "null", "$anchor": "a"}
    graph = read_schema({"$id": "http://x/a", "$ref": reference, "$defs": {"b": inner}})
    assert not accepts(graph, 1)
    bundle: Any = graph.bundle
    referee = importlib.import_module("jsonschema").Draft202012Validator(bundle)
    assert referee.is_valid(None) and not referee.is_valid(1)
    given = {"http://x/d/../b": {"type": "null"}}
    assert not accepts(read_schema({"$ref": "http://x/b"}, resources=given), 1)


def test_a_dynamic_anchor_may_be_percent_encoded() -> None:
    schema = {
        "$id": "http://x/a",
        "$ref": "c",
        "$defs": {
            "n": {"$dynamicAnchor": "n", "type": "null"},
            "c": {
                "$id": "c",
                "properties": {"x": {"$dynamicRef": "c#%6e"}},
                "$defs": {"n": {"$dynamicAnchor": "n"}},
            },
        },
    }
    assert not accepts(read_schema(schema), {"x": 1})


@pytest.mark.parametrize(
    "pointer", ["/$defs/x", "/$defs/x/properties/a", "/properties/b", "/$defs/y/allOf/1"]
)
def test_a_schema_inside_of_a_document(pointer: str, write: Write) -> None:
    inner = {"type": "object", "properties": {"a": {"type": "integer"}}}
    both = {"allOf": [{"type": "object"}, {"properties": {"z": {"$ref": "#/$defs/x"}}}]}
    document = {
        "required": ["q"],
        "$defs": {"x": inner, "y": both},
        "properties": {"b": {"$ref": "#/$defs/x"}},
    }
    graph = read_schema(write("s.json", document) + f"#{pointer}")
    again = read_again(graph)
    for value in ({}, 1, {"a": 1}, {"a": "x"}, {"z": 1}, {"b": 1}):
        assert accepts(graph, value) == accepts(again, value)
    assert set(graph.nodes) <= set(again.nodes)


def test_a_schema_inside_of_a_document_may_refer_to_the_whole(write: Write) -> None:
    document = {"type": "object", "required": ["q"], "$defs": {"list": {"items": {"$ref": "#"}}}}
    graph = read_schema(write("s.json", document) + "#/$defs/list")
    again = read_again(graph)
    for value, good in (([{"q": 1}], True), ([{}], False), (7, True)):
        assert accepts(graph, value) is accepts(again, value) is good


def test_no_schema_at_the_pointer(write: Write) -> None:
    assert (
        problem(write("s.json", {}) + "#/$defs/x")
        == "s.json:1:1: #: there is no schema at #/$defs/x"
    )


def test_definitions_are_what_stands_below_defs_and_nothing_else() -> None:
    schema = {
        "properties": {"definitions": {"properties": {"x": {"items": {"type": "null"}}}}},
        "$defs": {"d": {}},
    }
    assert list(read_schema(schema).definitions.values()) == ["d"]


# Dialects

UNKNOWN = [
    (4, "contains"), (4, "propertyNames"), (6, "if"), (6, "then"), (7, "contentSchema"), (7, "$defs"),
    (7, "unevaluatedItems"), (7, "dependentSchemas"), (7, "prefixItems"), (2020, "additionalItems"),
]  # fmt: skip


@pytest.mark.parametrize(("draft", "keyword"), UNKNOWN)
def test_identifiers_are_those_below_the_keywords_of_the_dialect(draft: int, keyword: str) -> None:
    identifier = "id" if draft == 4 else "$id"
    value: Any = {identifier: "http://x/t", "type": "null"}
    if keyword in ("$defs", "dependentSchemas"):
        value = {"t": value}
    elif keyword == "prefixItems":
        value = [value]
    schema: Any = {
        "properties": {"a": {"$ref": "http://x/t"}},
        keyword: value,
        "allOf": [{identifier: "http://x/t"}],
    }
    if draft < 2020:
        schema["$schema"] = f"http://json-schema.org/draft-0{draft}/schema#"
    assert accepts(read_schema(schema), {"a": 1})


WRONG: dict[str, Any] = {
    "type": {"type": "any"}, "pattern": {"pattern": "("}, "$ref": {"$ref": "#/nope"}, "required": {"required": 5},
    "minLength": {"minLength": "x"}, "enum": {"enum": 5}, "items": {"items": 1}, "": 5,
}  # fmt: skip


@pytest.mark.parametrize("keyword", WRONG)
@pytest.mark.parametrize("draft", [4, 6, 7])
def test_what_stands_below_unknown_keywords_is_read_where_it_is_referred_to(
    draft: int, keyword: str
) -> None:
    head: Any = {"$schema": f"http://json-schema.org/draft-0{draft}/schema#"}
    held = {"b": WRONG[keyword], "a": {"type": "null"}}
    schema = {**head, "$defs": held, "properties": {"x": {"$ref": "#/$defs/a"}}}
    graph = read_schema(schema)
    assert accepts(graph, {"x": None}) and not accepts(graph, {"x": 1})
    assert list(graph.definitions.values()) == ["a"]
    assert graph.warnings == (
        "<schema>:1:1: #/$defs: $defs is no keyword of this dialect (definitions is): 'b', to which nothing refers, "
        "is left out",
    )
    for word in ("$defs", "x-schemas"):
        said = problem({**head, word: held, "properties": {"x": {"$ref": f"#/{word}/b"}}})
        assert keyword in said or "leads to something that is no schema" in said


def test_draft_4_has_no_boolean_schemas() -> None:
    schema: Any = {"x": False, "properties": {"a": {"$ref": "#/x"}}}
    assert not accepts(read_schema(schema), {"a": 1})
    said = problem(schema, dialect="http://json-schema.org/draft-04/schema#")
    assert said.endswith("the reference '#/x' leads to something that is no schema")


def test_a_dialect_is_what_its_vocabularies_say() -> None:
    meta = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://example.org/meta",
        "$vocabulary": {
            "https://json-schema.org/draft/2020-12/vocab/applicator": True,
            "https://example.org/v": False,
        },
        "required": ["title"],
    }
    schema = {
        "$schema": "https://example.org/meta",
        "title": "t",
        "properties": {"a": False},
        "minimum": 5,
    }
    graph = read_schema(schema, resources={"https://example.org/meta": meta})
    assert graph.dialect == "https://example.org/meta"
    assert accepts(graph, 1) and not accepts(graph, {"a": 1})
    again = read_again(graph)
    assert accepts(again, 1) and not accepts(again, {"a": 1})
    del schema["title"]
    said = problem(schema, resources={"https://example.org/meta": meta})
    assert said == "<schema>:1:1: #: 'title' is a required property"
    meta["$vocabulary"] = {"https://example.org/v": True}
    said = problem(schema, resources={"https://example.org/meta": meta})
    assert (
        said
        == "<schema>:1:1: #/$schema: the vocabulary 'https://example.org/v' is required and unknown"
    )


def test_metaschemas_that_name_each_other_are_unknown() -> None:
    metas = {
        f"https://example.org/{a}": {"$schema": f"https://example.org/{b}"} for a, b in ("xy", "yx")
    }
    assert "is unknown" in problem({"$schema": "https://example.org/x"}, resources=metas)


def test_a_part_in_another_dialect_is_checked_by_its_own_metaschema() -> None:
    seven = {"$id": "https://example.org/7", "$schema": "http://json-schema.org/draft-07/schema#"}
    schema: Any = {
        "$ref": "https://example.org/7",
        "$defs": {"old": {**seven, "items": [{"type": "null"}]}},
    }
    graph = read_schema(schema)
    assert accepts(graph, [None]) and not accepts(graph, [1])
    schema["$defs"]["old"]["items"] = 1
    assert problem(schema).startswith("<schema>:1:1: #/$defs/old/items: ")


def test_the_dialect_that_was_asked_for_is_in_the_bundle() -> None:
    graph = read_schema({"items": [{}, {}]}, dialect="http://json-schema.org/draft-07/schema#")
    assert graph.bundle == {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{}, {}]}


def test_the_2020_12_metaschema_is_one_node_for_each_place() -> None:
    graph = read_schema({"$ref": "https://json-schema.org/draft/2020-12/schema"})
    assert not [key for key in graph.nodes if "@" in key]
    assert accepts(graph, {"properties": {"a": {"not": True}}})
    assert not accepts(graph, {"properties": {"a": {"not": 1}}})


def test_dynamic_scopes_cannot_multiply_without_end() -> None:
    count = 8
    references = [{"$ref": f"r{n}"} for n in range(count)]
    schema = {
        "$defs": {
            f"d{n}": {"$id": f"r{n}", "$dynamicAnchor": f"a{n}", "items": {"anyOf": references}}
            for n in range(count)
        },
        "$ref": "r0",
    }
    assert "dynamic references mean more than 200 different sets of things" in problem(schema)


def test_dynamic_scopes_cannot_multiply_schemas_without_end() -> None:
    count = 150
    schema = {
        "$defs": {
            f"d{n}": {
                "$id": f"r{n}",
                "$dynamicAnchor": "a",
                "properties": {
                    "here": {"$dynamicRef": "#a"},
                    "next": {"$ref": f"r{(n + 1) % count}"},
                },
            }
            for n in range(count)
        },
        "$ref": "r0",
    }
    assert "more than 20000 copies of schemas" in problem(schema)


# OpenAPI


def _api(version: str, schemas: dict[str, Any]) -> dict[str, Any]:
    return {
        "openapi": version,
        "info": {"title": "t", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }


def test_openapi_3_0(write: Write) -> None:
    n = {"type": "integer", "nullable": True, "minimum": 1, "exclusiveMinimum": True}
    api = _api(
        "3.0.3",
        {
            "A": {
                "type": "object",
                "properties": {"n": n, "b": {"$ref": "#/components/schemas/B"}},
            },
            "B": {},
        },
    )
    graph = read_schema(write("api.json", api) + "#/components/schemas/A")
    assert list(graph.definitions.values()) == ["A", "B"]
    for value, good in (
        ({"n": None}, True),
        ({"n": 2}, True),
        ({"n": 1}, False),
        ({"n": "x"}, False),
    ):
        assert accepts(graph, value) is good
        assert accepts(read_again(graph), value) is good
    bundle: Any = graph.bundle
    assert bundle["$schema"] == "http://json-schema.org/draft-04/schema#"
    for keyword in ("const", "if", "patternProperties"):
        api["components"]["schemas"]["B"] = {keyword: {}}
        place = f"#/components/schemas/B/{keyword}"
        assert problem(write("api.json", api) + "#/components/schemas/A").endswith(
            f"{place}: OpenAPI 3.0 does not have this keyword"
        )


def test_only_the_components_that_are_reached_are_read(write: Write) -> None:
    api = _api("3.1.0", {"A": {"type": "string"}, "B": {"type": "nonsense"}})
    graph = read_schema(write("api.json", api) + "#/components/schemas/A")
    assert graph.bundle == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$ref": "#/components/schemas/A",
        "components": {"schemas": {"A": {"type": "string"}}},
    }
    assert "#/components/schemas/B/type" in problem("api.json")


def test_an_openapi_document_without_a_pointer_is_all_of_its_components(write: Write) -> None:
    graph = read_schema(write("api.json", _api("3.1.0", {"B": {}, "A": {"type": "string"}})))
    assert list(graph.definitions.values()) == ["A", "B"]
    assert accepts(graph, 1)


def test_the_dialect_of_an_openapi_document(write: Write) -> None:
    api = _api("3.1.0", {"A": {"items": [{"type": "null"}]}})
    api["jsonSchemaDialect"] = "http://json-schema.org/draft-07/schema#"
    assert not accepts(read_schema(write("api.json", api) + "#/components/schemas/A"), [1])
    api["jsonSchemaDialect"] = "https://example.org/nowhere"
    assert "#/jsonSchemaDialect: the dialect" in problem(write("api.json", api))


def test_a_discriminator_names_nodes(write: Write) -> None:
    mapping = {"c": "#/components/schemas/Cat", "d": "Dog", "l": "Lost"}
    union = {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]}
    api = _api(
        "3.1.0",
        {
            "Cat": {},
            "Dog": {},
            "Pet": {**union, "discriminator": {"propertyName": "k", "mapping": mapping}},
        },
    )
    said = problem(write("api.json", api) + "#/components/schemas/Pet")
    assert "#/components/schemas/Pet/discriminator/mapping/l: " in said
    del mapping["l"]
    graph = read_schema(write("api.json", api) + "#/components/schemas/Pet")
    assert graph[graph.root].discriminator == g.Discriminator(
        "k", {"c": "/components/schemas/Cat", "d": "/components/schemas/Dog"}
    )


# The rest


def test_exponential_patterns_are_told_or_refused(write: Write) -> None:
    name = write("s.json", '{"pattern": "^(a+)+$"}')
    (warning,) = read_schema(name).warnings
    assert warning.startswith(
        "s.json:1:13: #/pattern: the regular expression can take exponential time with backtracking: "
    )
    assert warning.endswith(
        "; so it is matched by an automaton, which is slower but takes linear time"
    )
    assert problem(name, strict=True) == warning.partition("; so it is")[0]


def test_exponential_patterns_beyond_an_automaton_are_refused_unless_allowed(write: Write) -> None:
    name = write("s.json", r'{"pattern": "^(a+)+\\1$"}')
    refused = problem(name)
    assert refused.startswith("s.json:1:13: #/pattern: the regular expression can take exponential")
    assert refused.endswith(
        "; nor can it be matched in linear time: it refers back to a group (allow-patterns allows it)"
    )
    graph = read_schema(name, allow_patterns=[r"^(a+)+\1$"])
    assert graph.warnings == ()


def test_a_node_knows_its_place_in_the_text(write: Write) -> None:
    graph = read_schema(write("s.json", '{\n "items": {\n  "type": "null"}}'))
    assert str(graph.locate(graph["/items"].origin)) == "s.json:2:11: #/items"


def test_a_schema_as_deep_as_schemas_may_be() -> None:
    schema: dict[str, Any] = {"type": "null"}
    for _ in range(490):
        schema = {"items": schema}
    assert len(read_schema(schema).nodes) == 491


def test_a_chain_of_references_may_be_long() -> None:
    chain = {f"d{n}": {"$ref": f"#/$defs/d{n + 1}"} for n in range(3000)}
    assert len(read_schema({"$ref": "#/$defs/d0", "$defs": {**chain, "d3000": {}}}).nodes) == 3002


@pytest.mark.tools
def test_the_validators_of_the_metaschemas_are_up_to_date() -> None:
    stale = [name for name, text in texts().items() if (FOLDER / name).read_text("utf-8") != text]
    assert not stale, f"run `python -m nemcon.commands.make_metaschemas`: {stale}"


def test_a_number_too_close_to_zero_for_a_float_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiny.json"
    path.write_text('{"minimum": 1e-400}', encoding="utf-8")
    with pytest.raises(SchemaError, match="beyond what a float can hold"):
        read_schema(path)
    path.write_text('{"minimum": 0e-400, "maximum": 0.0}', encoding="utf-8")
    read_schema(path)
