"""What every generated package passes: mypy --strict, pyright strict, ruff, black. One run of each for all packages."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from nemcon import generate
from nemcon.agree.laws import TARGETS
from target_cases import CASES, Case
from test_deprecated import DEPRECATED
from test_enums import SCHEMA
from test_format_types import FORMATS, TYPES

ALONE: dict[str, Any] = {
    "date": {"type": "string", "format": "date"},
    "mixed": {"type": ["string", "integer"], "format": "uuid"},
}
"""Without null and without recursion."""
SHARED: Case = ({"type": "string", "$defs": {"Short": {"type": "string", "maxLength": 2}}}, [], [])
MORE: dict[str, Case] = {
    "enumerations": (SCHEMA, [], []),
    "formats": ({**FORMATS, "properties": {**FORMATS["properties"], **ALONE}}, [], []),
    "deprecated": (DEPRECATED, [], []),
    "a type of several schemas": SHARED,
    "names in capitals": (
        {"$defs": {"AB": {"type": "object"}, "Ab1": {}, "B10": {}, "B9": {}}},
        [],
        [],
    ),
}
MORE["odd keys beside recursion"] = (
    {
        "type": "object",
        "required": ["name", "a-b"],
        "properties": {
            "name": {"type": "string"},
            "a-b": {"type": "integer"},
            "bom-ref": {"type": "string"},
            "parts": {"type": "array", "items": {"$ref": "#"}},
            "other": {"$ref": "#/$defs/Other"},
        },
        "$defs": {
            "Other": {
                "type": "object",
                "required": ["whole"],
                "properties": {"whole": {"$ref": "#"}, "x-y": {"type": "string"}},
            }
        },
    },
    [],
    [],
)
_NULLABLE = {"type": ["string", "null"]}
_KIND_B = {"type": "object", "properties": {"kind": {"const": "b"}}, "required": ["kind"]}
_IMPOSSIBLE_AND_ODD: list[Any] = [
    {"type": "boolean", "enum": ["a"]},
    {"type": "null", "enum": ["a", "b"]},
    {"type": "boolean", "const": "a"},
    {"type": "array", "const": 1, "minItems": 1},
    {"enum": [None, "a", 1, True, []], "minLength": 2},
    {"allOf": [{"type": "null"}, {"type": "string"}]},
    {"type": "boolean", "allOf": [_NULLABLE]},
    {"type": "boolean", "if": {"type": "string"}, "then": {"minLength": 3}},
    {"if": {"type": "boolean"}, "then": {"anyOf": [{"type": "null"}, _KIND_B]}},
    {"if": {"enum": [None, "a"]}, "then": {"type": ["object", "array"]}},
    {"not": {"not": {"type": "boolean"}}, "minLength": 1},
    {"oneOf": [{"type": ["object", "null"]}, _KIND_B]},
    {"type": ["object", "null"], "allOf": [_KIND_B, _NULLABLE]},
    {"dependentSchemas": {"a": {"const": 1}}, "anyOf": [{"required": ["k"]}, {"maxItems": 1}]},
    {"type": "object", "not": {"enum": [1]}, "if": {"minLength": 3}, "else": {"enum": [1]}},
    {"type": ["boolean", "string"], "minLength": 1, "if": {"pattern": "^a"}, "else": {"maximum": 2}},
    {"type": "null", "if": {"anyOf": [{"type": "null"}, _KIND_B]}, "then": {"const": None}, "unevaluatedProperties": False},
]  # fmt: skip
ODD: dict[str, Any] = {
    "$defs": {
        f"{name}{index}": schema if name == "In" else {"properties": {"a": schema}}
        for index, schema in enumerate(_IMPOSSIBLE_AND_ODD)
        for name in ("In", "Below")
    }
}
LARGE: dict[str, Any] = {
    "type": "object",
    "properties": {
        f"member{index}": (
            {"$ref": "#/$defs/Inner"} if index % 2 else {"type": "string", "minLength": 2}
        )
        for index in range(300)
    },
    "required": [f"member{index}" for index in range(0, 300, 2)],
    "$defs": {"Inner": {"type": "object", "properties": {"x": {"type": "integer"}}}},
}
"""What type checkers give up on in functions of many branches."""
_INNER: dict[str, Any] = {"$ref": "#/$defs/Inner"}
_KINDS: list[Any] = [
    {"type": "string", "minLength": 2},
    _INNER,
    {"type": ["integer", "null"], "minimum": 3},
    {"type": "array", "items": _INNER},
    {"type": "object", "additionalProperties": _INNER},
    {"anyOf": [_INNER, {"type": "null"}]},
    {"anyOf": [_INNER, {"$ref": "#/$defs/Other"}, {"type": "array", "items": _INNER}]},
    {"type": "array", "items": {"anyOf": [_INNER, {"type": "string"}]}},
]


def _mixed(count: int, extras: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {f"member{index}": _KINDS[index % 8] for index in range(count)},
        "required": [f"member{index}" for index in range(0, count, 3)],
        "additionalProperties": extras,
        "$defs": {**LARGE["$defs"], "Other": {"type": "object", "required": ["y"]}},
    }


MIXED: dict[str, dict[str, Any]] = {
    "large and mixed": _mixed(600, False),
    "large and open": _mixed(600, _INNER),
    "unions": _mixed(49, False),
}
"""The same with all that a member can be: more than one function takes, and as many as share a function."""
MORE |= {f"odd root {index}": (it, [], []) for index, it in enumerate(_IMPOSSIBLE_AND_ODD)}
MORE |= {"odd": (ODD, [], []), "large": (LARGE, [], [])}
MORE |= {name: (it, [], []) for name, it in MIXED.items()}
pytestmark = pytest.mark.tools


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("packages")
    for name, (schema, _, _) in {**CASES, **MORE}.items():
        for version, enums in (((3, 10), "literal"), ((3, 13), "enum")):
            package = generate(
                schema,
                name=f"{name.replace(' ', '_').replace(',', '')}_{version[1]}",
                targets=TARGETS,
                python=version,
                enums=enums,
                format_types=TYPES if enums == "enum" else (),
            )
            place = made / ("newest" if version == (3, 13) else "oldest") / package.name
            place.mkdir(parents=True)
            for file, text in package.files.items():
                (place / file).write_text(text, "utf-8")
    return made


def _passes(folder: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{done.stdout[-6000:]}\n{done.stderr[-2000:]}"


PARTS = pytest.mark.parametrize(("part", "version"), [("oldest", "3.10"), ("newest", "3.13")])


@PARTS
def test_mypy(folder: Path, part: str, version: str) -> None:
    _passes(folder, "mypy", "--strict", "--no-incremental", "--python-version", version, part)


@PARTS
def test_pyright(folder: Path, part: str, version: str) -> None:
    settings = {
        "typeCheckingMode": "strict",
        "enableTypeIgnoreComments": False,
        "pythonVersion": version,
    }
    (folder / part / "pyrightconfig.json").write_text(json.dumps(settings))
    _passes(folder / part, "pyright", "--pythonpath", sys.executable)


def test_ruff(folder: Path) -> None:
    _passes(
        folder,
        "ruff",
        "check",
        "--isolated",
        "--no-cache",
        "--select",
        "E4,E7,E9,F,B,I,RUF022,TC004",
        ".",
    )


def test_black(folder: Path) -> None:
    _passes(folder, "black", "--check", "--quiet", "--config", "/dev/null", ".")
