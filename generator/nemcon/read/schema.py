"""What `read_schema` does, step by step: documents, references, nodes, checks on the whole, the bundle."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from nemcon.errors import Position, SchemaError
from nemcon.read.build import Builder
from nemcon.read.bundle import make_bundle
from nemcon.read.dialects import DIALECTS, DRAFT202012, OPENAPI30, OPENAPI31, Dialect, normal_uri
from nemcon.read.documents import Documents, given_value, read_file
from nemcon.read.graph import JSON, Graph
from nemcon.read.pointers import normal
from nemcon.read.references import Dangling, Place, References
from nemcon.read.shape import merged, ordered, refuse_loops
from nemcon.read.texts import Text

__all__ = ["read_schema", "read_text_as_schema"]


def read_schema(
    schema: dict[str, Any] | bool | str | PathLike[str] | Text,
    *,
    resources: Mapping[str, JSON] | None = None,
    dialect: str | None = None,
    assert_formats: bool = False,
    strict: bool = False,
) -> Graph:
    """The graph of a schema.

    `schema` is a schema as a Python value, a text already read, or the path of a JSON or YAML file, which may end in
    `#/json/pointer`.
    `resources` maps URIs to documents that references may name; files beside the schema's own may be named too.
    `dialect` is the metaschema URI for a schema that names none (2020-12). Raises SchemaError, with file, line,
    column and pointer, for whatever cannot be honoured, and UsageError for a file that cannot be read.
    """
    if isinstance(schema, (str, PathLike)):
        name, pointer, path = _split(str(schema))
        text, root = read_file(path, name), path.resolve().parent
    else:
        text = schema if isinstance(schema, Text) else given_value(schema)
        pointer, root = "", None
    return read_text_as_schema(
        text,
        pointer,
        Documents(resources, root),
        dialect=dialect,
        assert_formats=assert_formats,
        strict=strict,
    )


def read_text_as_schema(
    text: Text,
    pointer: str,
    documents: Documents,
    *,
    dialect: str | None = None,
    assert_formats: bool = False,
    strict: bool = False,
) -> Graph:
    """As `read_schema`, of a text that has been read already; the schema stands at `pointer` in it."""
    default = DIALECTS[DRAFT202012]
    references = References(documents, default)
    own = _openapi(text)
    if own is None and dialect is not None:
        references.hold(text.name, text)
        own = None if _names_dialect(text) else references.dialect(dialect, Place(text.name, ""))
    start = references.take_in(text.name, text, own)
    references.also_known(start)
    try:
        place = references.target(f"#{pointer}", start)
    except Dangling as error:
        raise text.refuse("", str(error)) from None
    builder = Builder(references, place, assert_formats, strict)
    root, nodes = merged(*builder.build())
    refuse_loops(references, nodes)
    main = text.name
    named = sorted((node.definition, key) for key, node in nodes.items() if node.definition and node.origin.document == main)
    every = ordered(root, nodes, [key for _, key in named])
    definitions = {key: node.definition for key, node in every.items() if node.definition is not None}
    bundle = make_bundle(references, builder, every)
    return Graph(root, every, definitions, bundle, start.dialect.uri, tuple(builder.warnings))


def _split(name: str) -> tuple[str, str, Path]:
    """A path that may end in `#/json/pointer`, taken apart."""
    path, mark, pointer = name.rpartition("#")
    if not mark or (pointer and not pointer.startswith("/")):
        return name, "", Path(name)
    return path, normal(pointer), Path(path)


def _openapi(text: Text) -> Dialect | None:
    """The dialect of the schemas in an OpenAPI document; None when this is not one."""
    version = text.value.get("openapi") if isinstance(text.value, dict) else None
    if not isinstance(version, str):
        return None
    if version.startswith("3.0."):
        return DIALECTS[OPENAPI30]
    if version.startswith(("3.1.", "3.2.")):
        return DIALECTS[OPENAPI31]
    raise SchemaError(text.position("/openapi"), f"OpenAPI {version} is not known; 3.0, 3.1 and 3.2 are")


def _names_dialect(text: Text) -> bool:
    return isinstance(text.value, dict) and isinstance(text.value.get("$schema"), str)
