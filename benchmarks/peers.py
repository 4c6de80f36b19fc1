"""The peers, each as a function of a document."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from tempfile import mkdtemp
from types import ModuleType
from typing import Any

from places import SCHEMA

Verdict = Callable[[Any], bool]
CANONICAL: Any = json.loads(SCHEMA.read_text("utf-8"))


def corvus(schema: Any, resources: Any = None) -> Verdict:
    import corvus_json_schema

    resolve = (resources or {}).get
    made: Verdict = corvus_json_schema.compile(
        schema, resolve_document=resolve, assert_format=False
    )
    return made


def jsonschema_rs(schema: Any) -> Verdict:
    import jsonschema_rs as peer

    made: Verdict = peer.validator_for(schema, validate_formats=False).is_valid
    return made


def fastjsonschema(schema: Any) -> Verdict:
    import fastjsonschema as peer

    check = peer.compile(schema, use_formats=False)
    refused = peer.JsonSchemaValueException

    def verdict(value: Any) -> bool:
        try:
            check(value)
        except refused:
            return False
        return True

    return verdict


def jsonschema(schema: Any) -> Any:
    import jsonschema as peer

    return peer.validators.validator_for(schema, default=peer.Draft202012Validator)(schema)


@cache
def second_opinion(kind: str) -> ModuleType:
    """What datamodel-code-generator makes of the canonical schema, as a module."""
    path = Path(mkdtemp()) / f"dcg_{kind.replace('.', '_')}.py"
    subprocess.run(datamodel_code_generator(SCHEMA, path, kind), check=True, capture_output=True)
    return imported(path)


def datamodel_code_generator(
    schema: Path, output: Path, kind: str, formatter: str = "builtin"
) -> list[str]:
    """The command for one target; `builtin` is its fastest formatter."""
    command = [
        sys.executable,
        "-W",
        "ignore",
        "-m",
        "datamodel_code_generator",
        "--formatters",
        formatter,
    ]
    command += ["--input", str(schema), "--input-file-type", "jsonschema", "--output", str(output)]
    command += ["--output-model-type", kind, "--enum-field-as-literal", "all"]
    return [*command, "--target-python-version", "3.10", "--disable-timestamp"]


def imported(path: Path) -> ModuleType:
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def pydantic_decode() -> Callable[[bytes], Any]:
    root: Any = second_opinion("pydantic_v2.BaseModel").StreamingChoiceResponse
    decode: Callable[[bytes], Any] = root.model_validate_json
    return decode


def mashumaro_decode() -> Callable[[bytes], Any]:
    from mashumaro.codecs.orjson import ORJSONDecoder

    root: Any = second_opinion("dataclasses.dataclass").StreamingChoiceResponse
    decode: Callable[[bytes], Any] = ORJSONDecoder(root).decode
    return decode


def cattrs_decode() -> Callable[[bytes], Any]:
    """cattrs with orjson; the union of strings, parts and lists needs a hook written by hand."""
    from cattrs.preconf.orjson import make_converter

    module: Any = second_opinion("dataclasses.dataclass")
    converter = make_converter(detailed_validation=False)
    text, image = module.ChatCompletionMessageText, module.ChatCompletionMessageImageUrl

    def content(value: Any, _: Any) -> Any:
        if isinstance(value, list):
            return [content(item, None) for item in value]
        if isinstance(value, dict):
            return converter.structure(value, text if "text" in value else image)
        return value

    hints = {it.name: it.type for it in dataclasses.fields(module.ChatCompletionMessage)}
    assert "content" in hints
    import typing

    union = typing.get_type_hints(module.ChatCompletionMessage)["content"]
    converter.register_structure_hook_func(lambda hint: hint == union, content)
    root: Any = module.StreamingChoiceResponse
    return lambda data: converter.loads(data, root)


def working(calls: dict[str, Any], document: Any) -> dict[str, Any]:
    """Those of the functions that take the document at all."""
    found = {}
    for name, function in calls.items():
        with contextlib.suppress(Exception):
            function(document)
            found[name] = function
    return found
