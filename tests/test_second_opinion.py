"""A second opinion: datamodel-code-generator on the canonical schema, class by class and field by field.

Where its output differs from ours the difference is listed below, with the reason. A difference that is not listed fails,
and so does one that is listed and gone.
"""

from __future__ import annotations

import dataclasses
import subprocess
import sys
import types
import typing
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from places import SCHEMA
from streaming_choice_response import models, structs, typed_dicts

pytestmark = pytest.mark.tools

KINDS = {
    "models": ("dataclasses.dataclass", models),
    "structs": ("msgspec.Struct", structs),
    "typed_dicts": ("typing.TypedDict", typed_dicts),
}

INTEGERS = (
    "JSON numbers hold integers and fractions, and the number 1 is decoded as an int: an annotation `float` is not what a "
    "value is at run time, and msgspec makes 1.0 of a 1 that was sent."
)
NULL = (
    "The schema does not accept null here. datamodel-code-generator says `| None` of whatever may be absent, so that its "
    "dataclasses take absent and null for one thing, and what was absent goes out as null."
)
DETAILS = {
    "CompletionTokensDetails": (
        "reasoning_tokens",
        "audio_tokens",
        "accepted_prediction_tokens",
        "rejected_prediction_tokens",
    ),
    "PromptTokensDetails": ("cached_tokens", "audio_tokens"),
}
NUMBERS = {
    (target, name, "logprob"): INTEGERS
    for target in KINDS
    for name in ("LogprobsContentItem", "TopLogprobItem")
}
DIFFERENCES: dict[tuple[str, str, str], str] = {
    **NUMBERS,
    ("models", "ToolCallItem", "id"): NULL,
    **{("models", name, field): NULL for name, fields in DETAILS.items() for field in fields},
}

Field = tuple[frozenset[str], str]


@pytest.fixture(scope="module")
def opinions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, dict[str, Field]]]:
    """What datamodel-code-generator makes of the schema, for each target."""
    folder = tmp_path_factory.mktemp("opinions")
    return {target: _facts(_loaded(folder, target, kind)) for target, (kind, _) in KINDS.items()}


def _loaded(folder: Path, target: str, kind: str) -> Any:
    path = folder / f"{target}.py"
    command = [sys.executable, "-W", "ignore", "-m", "datamodel_code_generator"]
    command += ["--input", str(SCHEMA), "--input-file-type", "jsonschema", "--output", str(path)]
    command += [
        "--output-model-type",
        kind,
        "--enum-field-as-literal",
        "all",
        "--target-python-version",
        "3.11",
    ]
    subprocess.run(command, check=True, capture_output=True)
    module = types.ModuleType(f"second_opinion_{target}")
    sys.modules[module.__name__] = module
    exec(compile(path.read_text("utf-8"), str(path), "exec"), module.__dict__)
    return module


def _facts(module: Any) -> dict[str, dict[str, Field]]:
    """The classes of a module: for each field its types and whether it is required, optional or has a default."""
    found = {}
    for name, it in vars(module).items():
        if (
            isinstance(it, type)
            and it.__module__ == module.__name__
            and name == it.__name__
            and name[0] != "_"
        ):
            if dataclasses.is_dataclass(it):
                found[name] = _dataclass(it)
            elif issubclass(it, msgspec.Struct):
                found[name] = _struct(it)
            elif typing.is_typeddict(it):
                found[name] = _typed_dict(it)
    return found


def _dataclass(cls: Any) -> dict[str, Field]:
    hints = typing.get_type_hints(cls)
    return {
        it.name: (_types(hints[it.name]), _presence(it.default is dataclasses.MISSING, it.default))
        for it in dataclasses.fields(cls)
        if it.name != "extras"
    }


def _struct(cls: Any) -> dict[str, Field]:
    hints = typing.get_type_hints(cls)
    return {
        it.name: (_types(hints[it.name]), _presence(it.required, it.default))
        for it in msgspec.structs.fields(cls)
        if it.name != "extras"
    }


def _typed_dict(cls: Any) -> dict[str, Field]:
    """Whether a key is required is asked of the annotation first: with postponed annotations, which
    datamodel-code-generator uses, `__required_keys__` is wrong."""
    hints = typing.get_type_hints(cls, include_extras=True)
    found = {}
    for name, hint in hints.items():
        marked = getattr(typing.get_origin(hint), "_name", None) == "NotRequired"
        required = name in cls.__required_keys__ and not marked
        (inner,) = typing.get_args(hint) if marked else (hint,)
        found[name] = (_types(inner), "required" if required else "optional")
    return found


def _presence(required: bool, default: Any) -> str:
    if required:
        return "required"
    if default is None or type(default).__name__ == "UnsetType":
        return "optional"
    return f"default {default!r}"


def _types(hint: Any) -> frozenset[str]:
    """The members of a type: names of classes, `list of ...`, single literals; nothing for the absent value."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return _types(arguments[0])
    if origin in (typing.Union, types.UnionType):
        return frozenset().union(*map(_types, arguments))
    if origin is typing.Literal:
        return frozenset(map(repr, arguments))
    if origin is not None:
        return frozenset({f"{origin.__name__} of {[sorted(_types(it)) for it in arguments]}"})
    name = str(getattr(hint, "__name__", hint))
    return frozenset() if name == "UnsetType" else frozenset({name})


@cache
def _ours() -> dict[str, dict[str, dict[str, Field]]]:
    return {target: _facts(module) for target, (_, module) in KINDS.items()}


@pytest.mark.parametrize("target", KINDS)
def test_it_has_the_same_classes_with_the_same_fields(target: str, opinions: Any) -> None:
    theirs, ours = opinions[target], _ours()[target]
    assert len(ours) == 12
    assert {name: set(fields) for name, fields in theirs.items()} == {
        name: set(fields) for name, fields in ours.items()
    }


@pytest.mark.parametrize("target", KINDS)
def test_every_difference_of_types_or_presence_has_its_reason(target: str, opinions: Any) -> None:
    ours = _ours()[target]
    different = {
        (target, name, field)
        for name, fields in opinions[target].items()
        for field, facts in fields.items()
        if facts != ours[name][field]
    }
    assert different == {place for place in DIFFERENCES if place[0] == target}


def test_its_structs_have_no_decoder() -> None:
    """The difference that types do not show: msgspec cannot build one for two object types that share a union."""
    union = structs.ChatCompletionMessageText | structs.ChatCompletionMessageImageUrl
    with pytest.raises(TypeError, match="must be tagged"):
        msgspec.json.Decoder(union)
    document = b'{"index": 0, "delta": {"role": "user", "content": {"image_url": {"url": "u"}}}}'
    content = structs.decode(document).delta.content
    assert isinstance(content, structs.ChatCompletionMessageImageUrl)
