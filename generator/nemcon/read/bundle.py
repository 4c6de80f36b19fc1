"""The bundle: the schema as compiled, with every document that its references name inside."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nemcon.read.build import Builder
from nemcon.read.dialects import OPENAPI30
from nemcon.read.graph import JSON, Key, Node
from nemcon.read.pointers import tokens
from nemcon.read.references import Place, References


def make_bundle(references: References, builder: Builder, nodes: Mapping[Key, Node]) -> JSON:
    """One document with the same meaning, in which every pointer of the graph leads to its schema."""
    root = builder.root
    main = references.value(Place(root.document, ""))
    if root.pointer:
        main = _only_reachable(references, builder, nodes)
    others = {name: prefix for name, prefix in builder.documents.items() if name != root.document}
    if not others:
        return main
    if not isinstance(main, dict):
        return main
    made: dict[str, Any] = dict(main)
    for document, prefix in others.items():
        word = tokens(prefix)[0]
        resource = references.resource(Place(document, ""))
        embedded = references.value(Place(document, ""))
        if isinstance(embedded, dict):
            embedded = {**embedded, resource.dialect.id_keyword: _identifier(embedded, resource.dialect.id_keyword, document)}
        made[word] = {**made.get(word, {}), document: embedded}
    return made


def _identifier(embedded: dict[str, Any], keyword: str, document: str) -> str:
    found = embedded.get(keyword)
    return found if isinstance(found, str) and found.partition("#")[0] else document


def _only_reachable(references: References, builder: Builder, nodes: Mapping[Key, Node]) -> JSON:
    """The document with nothing but the schemas that are reached, at their own places, and a `$ref` to the root."""
    root = builder.root
    whole = references.value(Place(root.document, ""))
    places = sorted(
        {node.origin.pointer for node in nodes.values() if node.origin.document == root.document},
        key=lambda pointer: pointer.count("/"),
    )
    made: dict[str, Any] = {}
    dialect = references.resource(root).dialect
    if isinstance(whole, dict) and isinstance(whole.get("$schema"), str):
        made["$schema"] = whole["$schema"]
    elif dialect.uri != OPENAPI30:
        made["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    made["$ref"] = f"#{root.pointer}"
    kept: list[str] = []
    for pointer in places:
        if not any(pointer.startswith(f"{done}/") for done in kept):
            kept.append(pointer)
            _put(made, tokens(pointer), references.value(Place(root.document, pointer)))
    return made


def _put(target: dict[str, Any], path: list[str], value: JSON) -> None:
    """Puts `value` at `path`; containers on the way are objects, since only schemas of the path are kept."""
    for token in path[:-1]:
        target = target.setdefault(token, {})
    target[path[-1]] = value


