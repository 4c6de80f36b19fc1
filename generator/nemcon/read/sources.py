"""Several schemas that are compiled together: one graph, in which what they share is there once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nemcon.errors import UsageError
from nemcon.read.documents import Documents, Given, read_file
from nemcon.read.folders import folders
from nemcon.read.graph import JSON
from nemcon.read.pointers import encoded, split_path, tokens
from nemcon.read.references import Dangling, Place, References, Resource
from nemcon.read.texts import Text
from nemcon.read.values import is_object
from nemcon.records import dataclass

MAIN = "(schemas)"
"""What the document is called that refers to all of them; no file has its URI."""


@dataclass(frozen=True)
class Source:
    """One of the schemas: a reference that leads to it, and the file it is in without any suffix.

    `only_definitions` says that it has definitions to offer and is nothing itself.
    """

    reference: str
    stem: str
    only_definitions: bool


def together(
    paths: Sequence[str | os.PathLike[str]],
    resources: Given | None,
    root: str | os.PathLike[str] | None,
    levels: int,
) -> tuple[Text, Documents, tuple[Source, ...]]:
    """A document that accepts what any of the schemas accepts, what its references lead to, and the schemas.

    Each path may end in `#/json/pointer`. Raises UsageError when there are none, or one stands there twice.
    """
    if not paths:
        raise UsageError("a package is made of one schema or more")
    taken = [split_path(os.fspath(path)) for path in paths]
    shared = folders([file for file, _ in taken], root, levels)
    documents = Documents(resources, shared, MAIN, levels)
    sources: dict[tuple[str, str], Source] = {}
    for file, pointer in taken:
        uri = shared.uri(Path(file).resolve().relative_to(shared.folder).as_posix())
        if (uri, pointer) in sources:
            raise UsageError(f"{file}: the schema is named twice")
        document = documents.give(uri, read_file(Path(file), file))
        stem = tokens(pointer)[-1] if pointer else Path(file).name.split(".")[0]
        reference = f"{uri}#{encoded(pointer)}" if pointer else uri
        library = not pointer and _is_library(document.value)
        sources[uri, pointer] = Source(reference, stem, library)
    every = tuple(sources.values())
    roots: list[JSON] = [
        {"$ref": source.reference} for source in every if not source.only_definitions
    ]
    text = Text(MAIN, {"anyOf": roots} if roots else {})
    return text, documents, every


def _is_library(value: Any) -> bool:
    return is_object(value) and ("openapi" in value or value.keys() <= _SILENT)


_SILENT = frozenset(
    "$schema $id id $comment $vocabulary title description $defs definitions".split()
)


def named(references: References, start: Resource, sources: Sequence[Source]) -> list[Place]:
    """Where the schemas stand; each has a name of its own from now on: its title, or its file's where titles are alike."""
    places: list[Place] = []
    for source in sources:
        try:
            places.append(references.target(source.reference, start))
        except Dangling as error:
            raise UsageError(str(error)) from None
    titles = [_title(references, place) for place in places]
    for place, source, title in zip(places, sources, titles):
        alone = title if title and titles.count(title) == 1 else source.stem
        if not source.only_definitions:
            references.definitions.setdefault(place, alone)
    return places


def _title(references: References, place: Place) -> str | None:
    value = references.value(place)
    title = value.get("title") if isinstance(value, dict) else None
    return title if isinstance(title, str) else None
