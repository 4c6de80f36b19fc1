"""The referees of law 1: implementations of JSON Schema that nobody here wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

from nemcon.errors import UsageError
from nemcon.read.dialects import DRAFT202012
from nemcon.read.graph import JSON, Graph

Referee = Callable[[JSON], "bool | None"]


def referees(graph: Graph) -> dict[str, Referee]:
    """The referees that are installed, for the bundled schema. Raises UsageError when there is none at all."""
    found: dict[str, Referee] = {}
    if find_spec("jsonschema") is not None:
        found["jsonschema"] = _jsonschema(graph)
    if find_spec("jsonschema_rs") is not None:
        other = _jsonschema_rs(graph)
        if other is not None:
            found["jsonschema-rs"] = other
    if not found:
        raise UsageError("agree needs an independent referee: install nemcon[agree]")
    return found


def _jsonschema(graph: Graph) -> Referee:
    import jsonschema

    schema: Any = graph.bundle
    default = jsonschema.validators.validator_for({"$schema": graph.dialect}, default=jsonschema.Draft202012Validator)
    validator = jsonschema.validators.validator_for(schema, default=default)(schema)

    def referee(document: JSON) -> bool | None:
        try:
            return bool(validator.is_valid(document))
        except Exception:
            return None

    return referee


_DRAFTS: Mapping[str, str] = {
    "http://json-schema.org/draft-04/schema": "Draft4Validator",
    "http://json-schema.org/draft-06/schema": "Draft6Validator",
    "http://json-schema.org/draft-07/schema": "Draft7Validator",
    "https://json-schema.org/draft/2019-09/schema": "Draft201909Validator",
    DRAFT202012: "Draft202012Validator",
}


def _jsonschema_rs(graph: Graph) -> Referee | None:
    import jsonschema_rs

    name = _DRAFTS.get(graph.dialect)
    if name is None:
        return None
    try:
        validator = getattr(jsonschema_rs, name)(graph.bundle, validate_formats=False)
    except Exception:
        return None

    def referee(document: JSON) -> bool | None:
        try:
            return bool(validator.is_valid(document))
        except Exception:
            return None

    return referee
