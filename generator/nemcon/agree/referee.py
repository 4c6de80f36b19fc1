"""The referees of law 1: implementations of JSON Schema that nobody here wrote."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from nemcon.errors import UsageError
from nemcon.read import graph as g
from nemcon.read.dialects import DRAFT202012
from nemcon.read.graph import JSON, Graph

Referee = Callable[[JSON], "bool | None"]

_DRAFTS: Mapping[str, str] = {
    "http://json-schema.org/draft-04/schema": "Draft4Validator",
    "http://json-schema.org/draft-06/schema": "Draft6Validator",
    "http://json-schema.org/draft-07/schema": "Draft7Validator",
    "https://json-schema.org/draft/2019-09/schema": "Draft201909Validator",
    DRAFT202012: "Draft202012Validator",
}
_BUNDLE = "urn:nemcon:bundle"


def referees(graph: Graph, fragment: str = "") -> dict[str, Referee]:
    """The referees that are installed, for the bundled schema or, with a `fragment` (`/$defs/Name`, percent-encoded), a part.

    Raises UsageError when none is installed. One that cannot take the schema is left out; there may be none then.
    """
    found = {name: make for name, make in _MAKERS.items() if find_spec(name) is not None}
    if not found:
        raise UsageError("agree needs an independent referee: pip install jsonschema")
    made = {name.replace("_", "-"): _made(make, graph, fragment) for name, make in found.items()}
    return {name: referee for name, referee in made.items() if referee is not None}


def _made(make: Callable[[str, Graph, str], Any], graph: Graph, fragment: str) -> Referee | None:
    """A referee that says None where it fails, and where the schema asserts what it takes for an annotation."""
    draft = _DRAFTS.get(graph.dialect)
    if draft is None:
        return None
    try:
        validator = make(draft, graph, fragment)
    except Exception:
        return None
    partial = any(
        _is_optional(keyword) for node in graph.nodes.values() for keyword in node.keywords
    )

    def referee(document: JSON) -> bool | None:
        try:
            valid = bool(validator.is_valid(document))
        except Exception:
            return None
        return None if valid and partial else valid

    return referee


def _is_optional(keyword: g.Keyword) -> bool:
    return isinstance(keyword, g.Encoded) or (isinstance(keyword, g.Format) and keyword.asserted)


def _jsonschema(draft: str, graph: Graph, fragment: str) -> Any:
    jsonschema: Any = import_module("jsonschema")
    validator = getattr(jsonschema, draft)(graph.bundle)
    return validator.evolve(schema={"$ref": f"#{fragment}"}) if fragment else validator


def _jsonschema_rs(draft: str, graph: Graph, fragment: str) -> Any:
    jsonschema_rs: Any = import_module("jsonschema_rs")
    make = getattr(jsonschema_rs, draft)
    if not fragment:
        return make(graph.bundle, validate_formats=False)
    bundle = (
        {"$schema": graph.dialect, **graph.bundle}
        if isinstance(graph.bundle, dict)
        else graph.bundle
    )
    registry = jsonschema_rs.Registry([(_BUNDLE, bundle)])
    return make({"$ref": f"{_BUNDLE}#{fragment}"}, registry=registry, validate_formats=False)


_MAKERS: Mapping[str, Callable[[str, Graph, str], Any]] = {
    "jsonschema": _jsonschema,
    "jsonschema_rs": _jsonschema_rs,
}
