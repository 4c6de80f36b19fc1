"""The canonical schema and its package: the facts of the schema, the contract of the package, the laws, small diffs."""

from __future__ import annotations

import ast
import copy
import inspect
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
import streaming_choice_response
from documents import DOCUMENTS
from hypothesis import given, settings
from mutations import changed_documents
from nemcon import generate
from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import TARGETS, Court, check_document
from nemcon.agree.referee import referees
from nemcon.read import read_schema
from places import GENERATED, ROOT, SCHEMA
from streaming_choice_response import models, structs, typed_dicts, validator

NAME = "streaming_choice_response"
CANONICAL: Any = json.loads(SCHEMA.read_text("utf-8"))

FACTS = """\
(root) object
  index            "Index" integer, required
  delta            ChatCompletionMessage, required
  logprobs         Logprobs | null
  finish_reason    string of stop length tool_calls content_filter function_call error | null
  usage            Usage | null
ChatCompletionMessage object
  role             "Role" string of system user assistant developer tool function, required
  content          string | ChatCompletionMessageText | ChatCompletionMessageImageUrl | \
array of (ChatCompletionMessageText | ChatCompletionMessageImageUrl) | null
  reasoning_content string | null
  name             string | null
  tool_calls       array of (ToolCall) | null
  tool_call_id     string | null
  function_call    object | null
ChatCompletionMessageText object
  type             string, const text, default text
  text             string, required
ChatCompletionMessageImageUrl object
  type             string, const image_url, default image_url
  image_url        object with string values, required
ToolCall object
  id               "Id" string, required
  index            integer | null
  type             "Type" string, const function, default function
  function         ToolCallItem, required
ToolCallItem object
  id               "Id" string
  name             "Name" string, required
  arguments        "Arguments" string, required
Logprobs object
  content          array of (LogprobsContentItem) | null
LogprobsContentItem object
  token            "Token" string, required
  logprob          "Logprob" number, required
  bytes            array of (integer) | null
  top_logprobs     array of (TopLogprobItem), required
TopLogprobItem object
  token            "Token" string, required
  logprob          "Logprob" number, required
  bytes            array of (integer) | null
Usage object
  prompt_tokens    "Prompt Tokens" integer, required
  completion_tokens "Completion Tokens" integer, required
  total_tokens     "Total Tokens" integer, required
  prompt_tokens_details PromptTokensDetails, required
  completion_tokens_details CompletionTokensDetails, required
PromptTokensDetails object
  cached_tokens    "Cached Tokens" integer, default 0
  audio_tokens     "Audio Tokens" integer, default 0
CompletionTokensDetails object
  reasoning_tokens "Reasoning Tokens" integer, default 0
  audio_tokens     "Audio Tokens" integer, default 0
  accepted_prediction_tokens "Accepted Prediction Tokens" integer, default 0
  rejected_prediction_tokens "Rejected Prediction Tokens" integer, default 0
"""


def _facts() -> Iterator[str]:
    yield from _object("(root)", CANONICAL)
    for name, schema in CANONICAL["$defs"].items():
        yield from _object(name, schema)


def _object(name: str, schema: Any) -> Iterator[str]:
    assert not schema.keys() - {"$schema", "title", "type", "properties", "required", "$defs"}
    yield f"{name} {schema['type']}"
    for key, value in schema["properties"].items():
        facts = [_type(value)]
        facts += [f"{word} {value[word]}" for word in ("const", "default") if word in value]
        facts += ["required"] if key in schema.get("required", ()) else []
        yield f"  {key:16} {', '.join(facts)}"


def _type(schema: Any) -> str:
    title = f'"{schema["title"]}" ' if "title" in schema else ""
    if "$ref" in schema:
        return title + str(schema["$ref"]).removeprefix("#/$defs/")
    if "anyOf" in schema:
        return title + " | ".join(_type(branch) for branch in schema["anyOf"])
    text = title + str(schema["type"])
    if "enum" in schema:
        text += " of " + " ".join(schema["enum"])
    if "items" in schema:
        text += f" of ({_type(schema['items'])})"
    if "additionalProperties" in schema:
        text += f" with {_type(schema['additionalProperties'])} values"
    return text


def test_the_schema_holds_every_fact_in_order() -> None:
    assert "\n".join(_facts()) + "\n" == FACTS
    assert CANONICAL["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert CANONICAL["title"] == "StreamingChoiceResponse"


def test_the_committed_package_is_what_the_schema_says() -> None:
    """Also run on every other Python and with the oldest dependencies: the bytes are the same everywhere."""
    files = generate(SCHEMA).files
    found = {path.name for path in GENERATED.iterdir() if path.is_file()}
    assert found == files.keys()
    stale = [
        name for name, text in files.items() if (GENERATED / name).read_bytes() != text.encode()
    ]
    assert not stale, f"run `make generate`: {stale}"


def test_the_package_has_the_files_of_the_contract() -> None:
    found = {path.name for path in GENERATED.iterdir() if path.is_file()}
    assert found >= {
        "__init__.py",
        "fixtures.json",
        "manifest.json",
        "models.py",
        "py.typed",
        "schema.json",
        "structs.py",
        "typed_dicts.py",
        "validator.py",
    }


def _parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)


@pytest.mark.parametrize("module", [models, structs, typed_dicts], ids=lambda it: it.__name__)
def test_codecs_have_the_signatures_of_the_contract(module: Any) -> None:
    assert _parameters(module.decode) == ["data", "type"]
    assert _parameters(module.from_builtins) == ["value", "type"]
    assert _parameters(module.encode) == _parameters(module.to_builtins) == ["obj"]
    assert module.Root is module.StreamingChoiceResponse
    assert {*CANONICAL["$defs"], "Root", "decode", "encode"} <= set(module.__all__)
    for name in ("decode", "from_builtins"):
        assert inspect.signature(getattr(module, name)).parameters["type"].default is module.Root


def test_validators_have_the_signatures_of_the_contract() -> None:
    for place in (validator, *(getattr(validator, name) for name in CANONICAL["$defs"])):
        for name in ("is_valid", "iter_errors", "validate"):
            assert _parameters(getattr(place, name)) == ["value"]
    with pytest.raises(ValueError, match="index") as refused:
        validator.validate({"delta": {"role": "user"}})
    assert isinstance(refused.value, validator.ValidationError)
    (error,) = refused.value.errors
    assert (error.instance_location, error.keyword_location, error.keyword) == (
        "",
        "/required",
        "required",
    )
    assert "index" in error.message


@pytest.mark.parametrize(
    "text", [b"", b"{", b"NaN", b"[Infinity]", b'{"delta": {"role": "user"}, "index": -Infinity}']
)
@pytest.mark.parametrize("module", [models, structs, typed_dicts], ids=lambda it: it.__name__)
def test_what_is_no_json_is_refused_as_such(module: Any, text: bytes) -> None:
    with pytest.raises(validator.ValidationError) as refused:
        module.decode(text)
    (error,) = refused.value.errors
    assert (error.instance_location, error.keyword_location, error.keyword) == ("", "", "json")
    assert error.message.startswith("the document is not JSON: ")


def test_unset_is_falsy_and_one_object() -> None:
    for module in (models, structs):
        document = {"index": 0, "delta": {"role": "user"}}
        assert module.from_builtins(document).usage is module.UNSET
        choice = module.decode(json.dumps(document))
        assert choice.usage is module.UNSET
        assert not module.UNSET
        assert copy.deepcopy(choice).usage is module.UNSET


@cache
def court() -> Court:
    graph = read_schema(SCHEMA)
    found = referees(graph)
    assert set(found) == {"jsonschema", "jsonschema-rs"}
    return Court(streaming_choice_response, TARGETS, defaults_of(graph), found)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_laws_hold_on_documents_of_every_shape(name: str) -> None:
    document, expected = DOCUMENTS[name]
    found = check_document(court(), document, expected)
    assert not found, found[0]


def test_the_laws_hold_on_the_fixtures() -> None:
    groups = json.loads((GENERATED / "fixtures.json").read_text("utf-8"))
    tests = [
        test
        for group in groups
        for test in group["tests"]
        if group["schema"] == {"$ref": "schema.json"}
    ]
    assert {test["valid"] for test in tests} == {True, False}
    for test in tests:
        found = check_document(court(), test["data"], test["valid"])
        assert not found, found[0]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(changed_documents([document for document, _ in DOCUMENTS.values()]))
def test_the_laws_hold_on_documents_changed_at_random(document: Any) -> None:
    found = check_document(court(), document)
    assert not found, found[0]


def _digest(environment: dict[str, str], folder: Any, source: str = str(SCHEMA)) -> str:
    code = (
        "import hashlib, json, sys; from nemcon import generate\n"
        f"files = generate({source!r}).files\n"
        "print(hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_neither_hash_seed_nor_locale_nor_folder_plays_a_part(tmp_path: Any) -> None:
    (tmp_path / "ruff.toml").write_text("line-length = 30\n")
    (tmp_path / "pyproject.toml").write_text("[tool.black]\nline-length = 30\n")
    first = _digest({"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "UTC"}, tmp_path)
    other = {"PYTHONHASHSEED": "77", "LC_ALL": "C.UTF-8", "TZ": "Asia/Tokyo", "PYTHONUTF8": "1"}
    assert _digest(other, ROOT) == first


def test_hash_seeds_play_no_part_in_what_is_taken_from_a_larger_document(tmp_path: Any) -> None:
    others = [f"Part{letter}" for letter in "ABCDEF"]
    parts = {name: {"$ref": f"#/components/schemas/{name}"} for name in others}
    schemas: dict[str, Any] = {name: {"type": "string", "title": name} for name in others}
    schemas["Whole"] = {"type": "object", "properties": parts}
    document = {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {}}
    file = tmp_path / "api.json"
    file.write_text(json.dumps({**document, "components": {"schemas": schemas}}), "utf-8")
    source = f"{file}#/components/schemas/Whole"
    first, *rest = [_digest({"PYTHONHASHSEED": str(it)}, tmp_path, source) for it in (1, 2, 77)]
    assert rest == [first, first]


def _pieces(text: str) -> dict[str, str]:
    """The top-level statements of a module by the names they define."""
    found: dict[str, str] = {}
    for node in ast.parse(text).body:
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                pass
            case ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case ast.Assign(targets=[ast.Name(id=name)]):
                pass
            case _:
                name = ast.unparse(node)
        found[name] = found.get(name, "") + (ast.get_source_segment(text, node) or "")
    return found


def _module(file: str, schema: Any = CANONICAL) -> str:
    target = file.removesuffix(".py")
    return generate(schema, name=NAME, targets=(target,)).files[file]


def _changed(edit: Callable[[Any], object], file: str) -> set[str]:
    """The names of the top-level statements of `file` that differ after the schema was edited."""
    schema = copy.deepcopy(CANONICAL)
    edit(schema)
    before, after = _pieces(_module(file)), _pieces(_module(file, schema))
    unchanged = [name for name in after if name in before]
    assert unchanged == [name for name in before if name in after], "the order has changed"
    return {name for name in {*before, *after} if before.get(name) != after.get(name)}


def _add_value(schema: Any) -> None:
    schema["properties"]["finish_reason"]["anyOf"][0]["enum"].append("cancelled")


def _add_property(schema: Any) -> None:
    schema["$defs"]["ToolCall"]["properties"]["caller"] = {
        "anyOf": [{"type": "string"}, {"type": "null"}]
    }


def _not_required(schema: Any) -> None:
    schema["$defs"]["ToolCall"]["required"].remove("id")


def _add_definition(schema: Any) -> None:
    schema["$defs"] = {
        "Annotation": {"type": "object", "properties": {"url": {"type": "string"}}},
        **schema["$defs"],
    }


CHECKS = {"_is_tool_call", "_check_tool_call"}
MODELS = {"ToolCall", "_build_tool_call", "_plain_tool_call"}


@pytest.mark.parametrize(
    ("edit", "file", "expected"),
    [
        (_add_value, "models.py", {"StreamingChoiceResponse"}),
        (_add_value, "structs.py", {"StreamingChoiceResponse"}),
        (_add_value, "typed_dicts.py", {"StreamingChoiceResponse"}),
        (
            _add_value,
            "validator.py",
            {
                "is_valid",
                "_check_streaming_choice_response",
            },
        ),
        (_add_property, "validator.py", CHECKS),
        (_add_property, "structs.py", MODELS),
        (
            _add_property,
            "typed_dicts.py",
            {"ToolCall", "_settle_tool_call", "_TOOL_CALL_KEYS"},
        ),
        (_add_property, "models.py", {*MODELS, "_take_tool_call", "_TOOL_CALL_KEYS"}),
        (_not_required, "validator.py", CHECKS),
        (_not_required, "models.py", {*MODELS, "_take_tool_call"}),
    ],
)
def test_an_edit_changes_its_own_place_and_nothing_else(
    edit: Callable[[Any], object], file: str, expected: set[str]
) -> None:
    changed = _changed(edit, file)
    assert changed == expected


@pytest.mark.parametrize("file", ["models.py", "structs.py", "typed_dicts.py", "validator.py"])
def test_a_definition_adds_its_own_and_moves_nothing(file: str) -> None:
    before = _module(file).splitlines()
    schema = copy.deepcopy(CANONICAL)
    _add_definition(schema)
    after = iter(_module(file, schema).splitlines())
    lost = [line for line in before if line not in after]
    assert not lost


def test_the_order_of_definitions_does_not_matter() -> None:
    schema = {**CANONICAL, "$defs": dict(reversed(CANONICAL["$defs"].items()))}
    before, after = generate(CANONICAL, name=NAME).files, generate(schema, name=NAME).files
    differ = {name for name in before if before[name] != after[name]}
    assert differ <= {"schema.json", "manifest.json"}


def test_no_class_has_a_number_in_its_name() -> None:
    for module in (models, structs, typed_dicts):
        assert not [name for name in module.__all__ if any(letter.isdigit() for letter in name)]
