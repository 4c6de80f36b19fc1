"""Hostile schemas: what they say stays data, wherever it is said."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from nemcon import generate
from nemcon.model.enumerations import member_name
from nemcon.model.names import attribute_name, cap_words, capitals, normal, snake
from nemcon.render.text import identifier, name_part

CALL = "__import__('os').system('touch nemcon_was_here')"
TEXTS = [
    CALL,
    f'"""\n{CALL}\n"""',
    f"'''\n{CALL}\n'''",
    f"\\\n{CALL}\n#",
    f"\r{CALL}\r",
    f"\u2028{CALL}\u2029",
    f"{{{{ {CALL} }}}}{{% raw %}}{{#",
    f"{{{CALL}}}",
    f"%({CALL})s",
    "\u202e\u2066\u200b\ufeff\x00\x1b[31m",
    "\ud800",
    "# type: ignore\n# -*- coding: utf-7 -*-",
    "<script>alert(1)</script>",
    "\\N{BULLET}\\x41\\",
    "'",
    '"',
    "soft\u00adhyphen",
    "\u00ad",
    "\u115f\u3164\uffa0a",
    "a\u034f\u17b4\u180b\u2800\ufe0f",
    "\u10d0\u10d1",
    "\u0390 \u01f0 \u0130 \u0149",
    "\u0130",
    "\u1100 \u1161",
]


def _schema(text: str) -> dict[str, Any]:
    """A schema that says `text` wherever text may stand."""
    return {
        "title": text,
        "description": text,
        "$comment": text,
        "type": "object",
        "properties": {
            text: {"title": text, "description": text, "default": text, "examples": [text]},
            "b": {"enum": [text, "b"], "x-thing": {text: text}},
            "c": {"const": {text: [text]}},
            "d": {"format": text, "type": "string"},
            "e": {
                "$ref": "#/$defs/" + text.replace("~", "~0").replace("/", "~1").replace("%", "%25")
            },
        },
        "required": [text],
        "dependentRequired": {text: [text]},
        "$defs": {text: {"type": "object", "properties": {text: {"type": "string"}}}},
    }


@pytest.mark.parametrize("text", TEXTS, ids=[ascii(it)[1:25] for it in TEXTS])
def test_hostile_text_is_nowhere_in_the_output(text: str, tmp_path: Path) -> None:
    package = generate(_schema(text), name="hostile")
    for path, content in package.files.items():
        assert all(char == "\n" or char.isprintable() for char in content), path
        (tmp_path / path).write_text(content, "utf-8", newline="\n")
        if path.endswith(".py"):
            for node in ast.walk(ast.parse(content)):
                assert not (isinstance(node, ast.Name) and node.id == "__import__"), path
    loaded = package.load()
    document = {text: "x", "e": {text: "y"}}
    assert loaded.validator.is_valid(document)
    for target in ("models", "structs", "typed_dicts"):
        module = getattr(loaded, target)
        assert module.to_builtins(module.from_builtins(document))["e"] == {text: "y"}


RANGES = (
    (0xA0, 0x600),
    (0x10A0, 0x1200),
    (0x17B0, 0x1810),
    (0x1C80, 0x2000),
    (0x3130, 0x3190),
    (0xFB00, 0xFB10),
)
LETTERS = [chr(code) for low, high in RANGES for code in range(low, high)]


@pytest.mark.parametrize("text", ["{}", "{}x", "x {}y", "\u1100{}", "j {}"])
def test_names_are_words_that_can_be_seen_whatever_they_are_made_of(text: str) -> None:
    for letter in LETTERS:
        said = text.format(letter)
        name = normal(f"Above{cap_words(said)}")
        own = cap_words(said) or "X"
        for made in (attribute_name(said), member_name(said), name, own, f"_is_{snake(own)}"):
            assert re.fullmatch(r"\w+", identifier(made)), ascii(said)
        assert name_part(capitals(snake(own))), ascii(said)


def test_keywords_that_other_tools_take_for_code_are_annotations() -> None:
    plain = generate({"type": "object", "properties": {"a": {"type": "string"}}}, name="it").files
    said = {
        "x-python-type": CALL, "x-python-import": {"module": "os", "name": "system"}, "customTypePath": "os.system",
        "customBasePath": "os.PathLike", "x-enum-varnames": [CALL], "default_factory": CALL, "javaType": CALL,
        "tsType": CALL, "x-go-type": CALL, "x-validators": [CALL], "pythonType": CALL, "existingJavaType": CALL,
    }  # fmt: skip
    schema = {**said, "type": "object", "properties": {"a": {"type": "string", **said}}}
    made = generate(schema, name="it").files
    for path in plain:
        if path.endswith(".py"):
            assert made[path] == plain[path], path


def test_names_that_look_alike_stay_apart() -> None:
    names = [
        "a",
        "A",
        "a_",
        "_a",
        "\uff41",
        "\u00aa",
        "a-b",
        "a b",
        "a.b",
        "ab",
        "\u017f",
        "s",
        "S",
        "\u212a",
        "k",
        "K",
        "class",
    ]
    schema = {
        "type": "object",
        "properties": {name: {"type": "integer"} for name in names},
        "$defs": {name: {"type": "object", "title": name} for name in names},
        "additionalProperties": False,
    }  # fmt: skip
    loaded = generate(schema, name="alike").load()
    document = {name: place for place, name in enumerate(names)}
    for target in ("models", "structs", "typed_dicts"):
        module = getattr(loaded, target)
        assert module.to_builtins(module.from_builtins(document)) == document


def test_shared_references_are_shared_functions() -> None:
    def size(levels: int) -> int:
        chain: dict[str, Any] = {
            f"n{at}": {"anyOf": [{"$ref": f"#/$defs/n{at + 1}"}] * 2} for at in range(levels)
        }
        chain[f"n{levels}"] = {"type": "integer"}
        schema = {"$ref": "#/$defs/n0", "$defs": chain}
        return len(generate(schema, targets=["validator"]).files["validator.py"])

    assert size(40) - size(20) < 1.2 * (size(20) - size(0)) + 2_000


HOOK = """
import sys
seen = []
def hook(name, arguments):
    if name.split(".")[0] in ("os", "subprocess", "socket", "shutil", "ctypes", "urllib", "tempfile", "winreg"):
        if name not in ("os.listdir", "os.scandir"):
            seen.append(name)
    if name == "open" and arguments[1] and set("wax+") & set(str(arguments[1])):
        seen.append(f"{name} {arguments[0]}")
import msgspec, json, re, dataclasses, decimal, typing, enum, collections, unittest, importlib.util, pathlib, copy
sys.dont_write_bytecode = True
sys.addaudithook(hook)
import touched, touched.models, touched.structs, touched.typed_dicts, touched.validator, touched.test_agreement
print(seen)
"""


def test_importing_touches_nothing(tmp_path: Path) -> None:
    package = generate(_schema("plain"), name="touched")
    (tmp_path / "touched").mkdir()
    for path, content in package.files.items():
        (tmp_path / "touched" / path).write_text(content, "utf-8")
    before = sorted(tmp_path.rglob("*"))
    done = subprocess.run(
        [sys.executable, "-c", HOOK], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")
    assert sorted(tmp_path.rglob("*")) == before


def test_a_refusal_says_hostile_text_escaped_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "evil.json"
    path.write_text(json.dumps({"properties": {"\u202e\x1b[31m\n": {"type": "\x07\n"}}}), "utf-8")
    command = [sys.executable, "-m", "nemcon", "generate", "evil.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 3 and done.stdout == ""
    assert done.stderr.count("\n") == 1 and done.stderr[:-1].isprintable()
    assert not (tmp_path / "generated").exists()


def test_a_union_of_very_many_is_no_deeper_for_python_than_one_of_few() -> None:
    branches = [
        {"type": "object", "properties": {f"k{n}": {"type": "integer"}}, "required": [f"k{n}"]}
        for n in range(400)
    ]
    targets = ["validator", "models", "structs", "typed_dicts"]
    package = generate({"anyOf": branches}, name="many", targets=targets)
    tree = ast.parse(package.files["models.py"])
    assert max(map(_depth, ast.walk(tree)), default=0) < 110
    loaded = package.load()
    for target in targets[1:]:
        module = getattr(loaded, target)
        assert module.encode(module.decode(b'{"k399":1}')) == b'{"k399":1}'


def _depth(node: ast.AST) -> int:
    """How many binary operators stand in each other, each the left side of the next."""
    depth = 0
    while isinstance(node, ast.BinOp):
        depth, node = depth + 1, node.left
    return depth


@pytest.mark.parametrize("keyword", ["allOf", "anyOf"])
def test_references_that_multiply_are_gone_through_once(keyword: str) -> None:
    chain: dict[str, Any] = {
        f"n{at}": {keyword: [{"$ref": f"#/$defs/n{at + 1}"}] * 2} for at in range(30)
    }
    chain["n30"] = {"type": "integer"}
    package = generate({"$ref": "#/$defs/n0", "$defs": chain}, name="bomb")
    validator = package.load().validator
    assert validator.is_valid(1) and not validator.is_valid("s")
    groups = json.loads(package.files["fixtures.json"])
    assert {test["valid"] for group in groups for test in group["tests"]} == {True, False}
