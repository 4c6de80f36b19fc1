"""What test_agreement.py has to know: how the schemas of the fixtures are called, and which defaults may come back."""

from __future__ import annotations

from typing import Any

from nemcon.model.types import Model, Record
from nemcon.read.graph import JSON, Graph


def agreement_facts(graph: Graph, model: Model, fixtures: Any) -> dict[str, object]:
    """The facts of the template; `fixtures` is a FixtureSet."""
    names = [
        (group.reference, None if group.key == graph.root else model.names[group.key])
        for group in fixtures.groups
    ]
    return {"title": model.root_name, "names": names, "defaults": _defaults(model)}


def _defaults(model: Model) -> dict[str, list[JSON]]:
    """The defaults that decoding may fill in, by the names of properties."""
    found: dict[str, list[JSON]] = {}
    for declaration in model.declarations:
        for field in declaration.fields if isinstance(declaration, Record) else ():
            known = found.setdefault(field.key, []) if field.presence == "defaulted" else None
            if known is not None and repr(field.default) not in map(repr, known):
                known.append(field.default)
    return found
