"""What `read_schema` does, step by step: documents, references, nodes, checks on the whole, the bundle."""

from __future__ import annotations

from collections.abc import Collection
from os import PathLike
from pathlib import Path
from typing import Any

from nemcon.errors import UsageError
from nemcon.read.build import Builder
from nemcon.read.bundle import make_bundle, stands_apart
from nemcon.read.dialects import DIALECTS, DRAFT202012, Dialect, UnknownDialect
from nemcon.read.documents import Documents, Given, read_file, text_of_value
from nemcon.read.graph import JSON, Graph
from nemcon.read.pointers import normal
from nemcon.read.references import Dangling, References
from nemcon.read.shape import merged, ordered, refuse_loops
from nemcon.read.texts import Text

__all__ = ["read_schema", "read_text_as_schema"]


def read_schema(
    schema: dict[str, Any] | bool | str | PathLike[str] | Text,
    *,
    resources: Given | None = None,
    dialect: str | None = None,
    assert_formats: bool = False,
    strict: bool = False,
    allow_patterns: Collection[str] = (),
) -> Graph:
    """The graph of a schema.

    `schema` is a schema as a Python value, a text already read, or the path of a JSON or YAML file, which may end in
    `#/json/pointer`.
    `resources` maps URIs to documents that references may name; files beside the schema's own may be named too.
    `dialect` is the metaschema URI for a schema that names none (2020-12). `strict` refuses regular expressions that
    could take exponential time; `allow_patterns` are left to `re` all the same. Raises SchemaError, with file, line,
    column and pointer, for whatever cannot be honoured, and UsageError for a file that cannot be read.
    """
    if isinstance(schema, Text):
        text, pointer, documents = schema, "", Documents(resources)
    elif isinstance(schema, (str, PathLike)):
        name, pointer = _split(str(schema))
        text, documents = read_file(Path(name), name), Documents(resources, name)
    else:
        text, pointer, documents = text_of_value("<schema>", schema), "", Documents(resources)
    return read_text_as_schema(
        text,
        pointer,
        documents,
        dialect=dialect,
        assert_formats=assert_formats,
        strict=strict,
        allow_patterns=allow_patterns,
    )


def read_text_as_schema(
    text: Text,
    pointer: str,
    documents: Documents,
    *,
    dialect: str | None = None,
    assert_formats: bool = False,
    strict: bool = False,
    allow_patterns: Collection[str] = (),
) -> Graph:
    """As `read_schema`, of a text that has been read already; the schema stands at `pointer` in it."""
    if not isinstance(text.value, (dict, bool)):
        raise text.refuse("", f"a schema is an object or a boolean, not {_kind(text.value)}")
    references = References(documents, DIALECTS[DRAFT202012])
    start = references.take_in_main(text, _chosen(references, dialect))
    try:
        place = references.target(f"#{_encoded(pointer)}", start)
    except Dangling:
        raise text.refuse("", f"there is no schema at #{pointer}") from None
    builder = Builder(references, place, assert_formats, strict, allow_patterns)
    found = builder.build()
    if stands_apart(references, builder):
        builder = Builder(references, place, assert_formats, strict, allow_patterns, apart=True)
        found = builder.build()
    root, nodes = merged(*found)
    texts = references.texts()
    refuse_loops(texts, nodes)
    named = [
        (node.definition, key)
        for key, node in nodes.items()
        if node.definition is not None and node.origin.document == text.name
    ]
    every = ordered(root, nodes, [key for _, key in sorted(named)])
    return Graph(
        root=root,
        nodes=every,
        definitions={
            key: node.definition for key, node in every.items() if node.definition is not None
        },
        bundle=make_bundle(references, builder),
        dialect=references.resource(place).dialect.uri,
        warnings=tuple(builder.warnings),
        locate=lambda origin: texts[origin.document].position(origin.pointer),
    )


def _chosen(references: References, dialect: str | None) -> Dialect | None:
    """The dialect for a schema that names none. Raises UsageError for one that is unknown."""
    try:
        return None if dialect is None else references.dialect(dialect)
    except UnknownDialect as error:
        raise UsageError(str(error)) from None


def _split(name: str) -> tuple[str, str]:
    """A path that may end in `#/json/pointer`, taken apart; the pointer may be percent-encoded."""
    path, mark, pointer = name.rpartition("#")
    if not mark or (pointer and not pointer.startswith("/")):
        return name, ""
    return path, normal(pointer)


def _encoded(pointer: str) -> str:
    return pointer.replace("%", "%25")


def _kind(value: JSON) -> str:
    match value:
        case None:
            return "null"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "a number"
