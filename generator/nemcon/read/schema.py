"""What `read_schema` does, step by step: documents, references, nodes, checks on the whole, the bundle."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from os import PathLike
from pathlib import Path
from typing import Any
from urllib.parse import quote

from nemcon.errors import UsageError
from nemcon.read.build import Builder
from nemcon.read.bundle import make_bundle, stands_apart
from nemcon.read.dialects import DIALECTS, DRAFT202012, Dialect, UnknownDialect
from nemcon.read.documents import Documents, Given, read_file, text_of_value, unknown
from nemcon.read.folders import folders
from nemcon.read.graph import JSON, Graph
from nemcon.read.keywords import TYPED_FORMATS
from nemcon.read.pointers import encoded, split_path
from nemcon.read.references import Dangling, References
from nemcon.read.shape import merged, ordered, refuse_loops
from nemcon.read.sources import Source, named, together
from nemcon.read.texts import Text
from nemcon.read.uris import Climbs

__all__ = ["read_schema", "read_text_as_schema"]


def read_schema(
    schema: dict[str, Any] | bool | str | PathLike[str] | Text | Sequence[str | PathLike[str]],
    *,
    resources: Given | None = None,
    root: str | PathLike[str] | None = None,
    dialect: str | None = None,
    assert_formats: bool = False,
    format_types: Collection[str] = (),
    strict: bool = False,
    allow_patterns: Collection[str] = (),
) -> Graph:
    """The graph of a schema.

    `schema` is a schema as a Python value, a text already read, or the path of a JSON or YAML file, which may end in
    `#/json/pointer`; or several such paths, whose schemas are compiled together.
    `resources` maps URIs, relative ones as the schema would write them, to documents that references may name. They may
    name files too: those below `root`, or below the schema's own folder where that is not below `root`.
    `dialect` is the metaschema URI for a schema that names none (2020-12). `format_types` are formats that are asserted
    whatever the dialect, as what a Python type can hold. `strict` refuses regular expressions that could take cubic time
    or worse; `allow_patterns` are left to `re` all the same. Raises SchemaError, with file, line,
    column and pointer, for whatever cannot be honoured, and UsageError for a file that cannot be read.
    """
    levels = 0
    while True:
        text, pointer, documents, sources = _opened(schema, resources, root, levels)
        try:
            return read_text_as_schema(
                text,
                pointer,
                documents,
                sources=sources,
                dialect=dialect,
                assert_formats=assert_formats,
                format_types=format_types,
                strict=strict,
                allow_patterns=allow_patterns,
            )
        except Climbs as error:
            levels += error.levels


def _opened(
    schema: dict[str, Any] | bool | str | PathLike[str] | Text | Sequence[str | PathLike[str]],
    resources: Given | None,
    root: str | PathLike[str] | None,
    levels: int,
) -> tuple[Text, str, Documents, tuple[Source, ...]]:
    """A schema's text, the pointer of the schema in it, and what its references may name.

    URIs begin `levels` folders above the schema's.
    """
    if isinstance(schema, (str, PathLike)):
        name, pointer = split_path(str(schema))
        text, place = read_file(Path(name), name), folders([name], root, levels)
        return text, pointer, Documents(resources, place, place.uri(Path(name).name), levels), ()
    if isinstance(schema, (list, tuple)):
        text, documents, sources = together(schema, resources, root, levels)
        return text, "", documents, sources
    text = schema if isinstance(schema, Text) else text_of_value("<schema>", schema)
    main = f"{unknown(levels)}{quote(text.name)}" if levels else ""
    return text, "", Documents(resources, None, main, levels), ()


def read_text_as_schema(
    text: Text,
    pointer: str,
    documents: Documents,
    *,
    sources: Sequence[Source] = (),
    dialect: str | None = None,
    assert_formats: bool = False,
    format_types: Collection[str] = (),
    strict: bool = False,
    allow_patterns: Collection[str] = (),
) -> Graph:
    """As `read_schema`, of a text that has been read already; the schema stands at `pointer` in it.

    `sources` are the schemas that a text refers to, where that is all it does.
    """
    if not isinstance(text.value, (dict, bool)):
        raise text.refuse("", f"a schema is an object or a boolean, not {_kind(text.value)}")
    typed = _known_formats(format_types)
    references = References(documents, DIALECTS[DRAFT202012])
    start = references.take_in_main(text, _chosen(references, dialect))
    try:
        place = references.target(f"#{encoded(pointer)}", start)
    except Dangling:
        raise text.refuse("", f"there is no schema at #{pointer}") from None
    roots = named(references, start, sources)
    builder = Builder(references, place, assert_formats, typed, strict, allow_patterns)
    builder.roots = roots
    found = builder.build()
    if stands_apart(references, builder):
        builder = Builder(
            references, place, assert_formats, typed, strict, allow_patterns, apart=True
        )
        found = builder.build()
    root, nodes = merged(*found)
    texts = references.texts()
    refuse_loops(texts, nodes)
    own = {text.name, *(references.text(it).name for it in roots)}
    defined = [
        (node.definition, key)
        for key, node in nodes.items()
        if node.definition is not None and node.origin.document in own
    ]
    every = ordered(root, nodes, [key for _, key in sorted(defined)])
    return Graph(
        root=root,
        nodes=every,
        definitions={
            key: node.definition for key, node in every.items() if node.definition is not None
        },
        bundle=make_bundle(references, builder),
        dialect=references.resource(place).dialect.uri,
        roots=frozenset(builder.pointer(it) for it in roots),
        warnings=tuple(builder.warnings),
        locate=lambda origin: texts[origin.document].position(origin.pointer),
    )


def _known_formats(names: Collection[str]) -> frozenset[str]:
    """`names`, when all of them are formats that can be Python types. Raises UsageError otherwise."""
    for name in names:
        if name not in TYPED_FORMATS:
            known = ", ".join(TYPED_FORMATS)
            raise UsageError(
                f"there is no Python type for the format {name!r}; there is for {known}"
            )
    return frozenset(names)


def _chosen(references: References, dialect: str | None) -> Dialect | None:
    """The dialect for a schema that names none. Raises UsageError for one that is unknown."""
    try:
        return None if dialect is None else references.dialect(dialect)
    except UnknownDialect as error:
        raise UsageError(str(error)) from None


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
