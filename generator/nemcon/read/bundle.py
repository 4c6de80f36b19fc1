"""The bundle: the schema as compiled, with every document that its references name inside."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, cast
from urllib.parse import quote

from nemcon.read.build import Builder
from nemcon.read.dialects import DRAFT4, DRAFT202012, OPENAPI30, OPENAPI31, Dialect
from nemcon.read.graph import JSON
from nemcon.read.pointers import join, resolve, tokens
from nemcon.read.references import Place, References, Resource
from nemcon.read.uris import Climbs, is_relative, joined, relative
from nemcon.read.values import items, members

_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")


def stands_apart(references: References, builder: Builder) -> bool:
    """Whether a schema inside the main document needs that document to be embedded, as other documents are.

    It does when what is kept of the document would say something of the root itself.
    """
    root = builder.root
    if not root.pointer or references.is_openapi(Place(root.document, "")):
        return False
    keywords = references.resource(root).dialect.keywords
    paths = [tokens(place.pointer) for place in builder.places(root.document)]
    return any(not path or path[0] in keywords for path in paths)


def make_bundle(references: References, builder: Builder) -> JSON:
    """One document with the same meaning, in which every pointer of the graph leads to its schema.

    Documents are embedded as 2020-12 core, section 9.3, says: with their identifiers, below `$defs`.
    """
    return _Bundle(references, builder).make()


class _Bundle:
    def __init__(self, references: References, builder: Builder) -> None:
        self._references = references
        self._builder = builder
        self._root = builder.root
        self._whole = references.resource(Place(builder.root.document, ""))
        self._identifier, self._base = self._started()

    def _started(self) -> tuple[str | None, str]:
        """The identifier that the main document gets, and what references at the top of the bundle are relative to.

        A document that is in a folder of its own moves to the top: others make nothing of an identifier such as `a/b.json`
        where references lead up from it. It has a name there when another document refers to it.
        """
        value, uri = self._references.value(Place(self._root.document, "")), self._whole.uri
        found = value.get(self._whole.dialect.id_keyword) if isinstance(value, dict) else None
        known, _, fragment = found.partition("#") if isinstance(found, str) else ("", "", "")
        if self._apart:
            return None, "" if is_relative(uri) else uri
        if known and (not is_relative(known) or _leads(known, uri)):
            return None, uri
        moved = is_relative(uri) and "/" in uri
        name = self._free_name(uri.rpartition("/")[2]) if moved else uri
        named = known or self._references.main_is_named
        written = f"{name}#{fragment}" if fragment else name
        return written if named else None, "" if moved else uri

    def _free_name(self, name: str) -> str:
        while name in self._builder.documents:
            name = f"_{name}"
        return name

    @property
    def _apart(self) -> bool:
        """Whether the main document is embedded as others are."""
        return bool(self._builder.documents[self._root.document])

    def make(self) -> JSON:
        main = self._main()
        if not isinstance(main, dict):
            return main
        made: dict[str, Any] = main
        for document, prefix in self._builder.documents.items():
            if prefix:
                word, name = tokens(prefix)
                made[word] = {**made.get(word, {}), name: self._embedded(document)}
        for uri, metaschema in self._references.custom_dialects().items():
            word = self._builder.word
            made[word] = {uri: metaschema, **made.get(word, {})}
        return made

    def _main(self) -> JSON:
        """The main document, or what stands in its place when a schema inside of it was asked for."""
        document = self._root.document
        value = self._edited(document)
        if self._builder.documents[document]:
            made: dict[str, Any] = self._head()
            uri = relative(self._base, self._whole.uri)
            made["$ref"] = f"{uri}#{_fragment(self._root.pointer)}"
            return made
        if not isinstance(value, dict):
            return bool(value)
        whole = members(cast(object, value))
        if self._root.pointer or self._references.is_openapi(Place(document, "")):
            return self._reached(whole)
        identifier = self._whole.dialect.id_keyword
        if self._identifier is not None:
            others = {key: it for key, it in whole.items() if key != identifier}
            whole = {identifier: self._identifier, **others}
        return whole if "$schema" in whole else {**self._head(), **whole}

    def _head(self) -> dict[str, Any]:
        """`$schema`, where a reader would take the schema for another dialect without it."""
        uri = _metaschema(self._whole.dialect)
        return (
            {}
            if uri == DRAFT202012 and not self._whole.dialect.is_openapi
            else {"$schema": _written(uri)}
        )

    def _reached(self, value: dict[str, Any]) -> JSON:
        """A reference to the root, and the schemas that are reached at their own places."""
        made: dict[str, Any] = {"$schema": value["$schema"]} if "$schema" in value else self._head()
        identifier = value.get(self._whole.dialect.id_keyword)
        if self._moved:
            identifier = self._identifier
        if isinstance(identifier, str):
            made[self._whole.dialect.id_keyword] = identifier
        if self._root.pointer:
            reference = {"$ref": f"#{_fragment(self._root.pointer)}"}
            stands_alone = self._whole.dialect.ref_stands_alone and identifier is not None
            made.update({"allOf": [reference]} if stands_alone else reference)
        self._keep(made, value, self._builder.places(self._root.document))
        return made

    def _keep(self, made: dict[str, Any], value: JSON, places: Iterable[Place]) -> None:
        """Puts the schemas at `places` of the document `value` into `made`, at the same pointers."""
        kept: set[str] = set()
        for place in sorted(places, key=lambda it: (it.pointer.count("/"), it.pointer)):
            path = tokens(place.pointer)
            if path and not any(join("", *path[:end]) in kept for end in range(1, len(path))):
                kept.add(place.pointer)
                self._put(made, value, path, place)

    def _put(self, made: Any, value: JSON, path: list[str], place: Place) -> None:
        base = self._references.resource(Place(place.document, "")).uri
        for depth, token in enumerate(path):
            pointer = join("", *path[: depth + 1])
            value = resolve(value, join("", token))
            if depth + 1 == len(path):
                _enter(made, token, value)
                return
            made = _entry(made, token, [] if isinstance(value, list) else {})
            outer = self._references.resource(Place(place.document, pointer))
            if outer.place.pointer == pointer:
                made[outer.dialect.id_keyword] = relative(base, outer.uri)
                base = outer.uri

    def _embedded(self, document: str) -> JSON:
        place = Place(document, "")
        resource = self._references.resource(place)
        value = self._edited(document)
        if isinstance(value, bool):
            nothing: dict[str, JSON] = {} if value else {"not": {}}
            return {resource.dialect.id_keyword: relative(self._base, resource.uri), **nothing}
        if self._references.is_openapi(place):
            kept: dict[str, Any] = {}
            self._keep(kept, value, self._builder.places(document))
            value = kept
        return self._identified(members(value), resource)

    def _identified(self, value: dict[str, Any], resource: Resource) -> JSON:
        """A document with its identifier, and with its dialect where that is not the root's."""
        dialect = resource.dialect
        made = dict(value)
        if dialect.ref_stands_alone and "$ref" in made:
            made = {
                key: it for key, it in made.items() if key in ("$schema", "$defs", "definitions")
            }
            made["allOf"] = [{"$ref": value["$ref"]}]
        made[dialect.id_keyword] = relative(self._base, resource.uri)
        if "$schema" not in made and _metaschema(dialect) != _metaschema(self._whole.dialect):
            made["$schema"] = _written(_metaschema(dialect))
        return made

    def _edited(self, document: str) -> Any:
        """The document with what only holds outside of a bundle said in another way."""
        value = self._references.value(Place(document, ""))
        edits = list(self._edits(document))
        if not edits:
            return value
        value = json.loads(json.dumps(value))
        for pointer, changes in edits:
            schema = resolve(value, pointer)
            assert isinstance(schema, dict)
            for keyword, new in changes.items():
                schema[keyword] = new
        return value

    @property
    def _moved(self) -> bool:
        """Whether the main document is no longer in the folder that its references begin in."""
        return not self._base and not self._apart

    def _edits(self, document: str) -> Iterator[tuple[str, dict[str, JSON]]]:
        names = self._references.by_other_names
        moved = self._moved and document == self._root.document
        for place, resource in self._references.schemas():
            edited = names or self._moved or resource.dialect.nullable
            if place.document != document or not edited:
                continue
            schema = members(self._references.value(place))
            changes: dict[str, JSON] = {}
            for keyword in (*_REFERENCES, resource.dialect.id_keyword):
                reference = schema.get(keyword)
                if not isinstance(reference, str):
                    continue
                written = names.get((resource.uri, reference), reference)
                written = self._led(written, resource) if self._moved else written
                if written != reference:
                    changes[keyword] = written
            if moved and place.pointer and resource.place == place:
                changes[resource.dialect.id_keyword] = relative("", resource.uri)
            if resource.dialect.nullable:
                changes.update(_as_draft4(schema))
            if changes:
                yield place.pointer, changes

    def _led(self, reference: str, resource: Resource) -> str:
        """How a reference in a resource is written where the main document has moved to the top; what nobody follows and
        leads nowhere stays."""
        if reference[:1] in ("", "#"):
            return reference
        try:
            uri, mark, fragment = joined(resource.uri, reference).partition("#")
        except (Climbs, ValueError):
            return reference
        top = "" if resource is self._whole else resource.uri
        if uri == self._whole.uri:
            uri = (self._identifier or "").partition("#")[0]
        return f"{relative(top, uri)}{mark}{fragment}"


def _leads(reference: str, uri: str) -> bool:
    """Whether a reference at the top of a document that has no URI leads to `uri`."""
    try:
        return joined("main", reference) == uri
    except (Climbs, ValueError):
        return False


def _as_draft4(schema: dict[str, Any]) -> Iterator[tuple[str, JSON]]:
    """What an OpenAPI 3.0 schema says with words that draft 4 does not have."""
    kind = schema.get("type")
    if schema.get("nullable") is True and isinstance(kind, str):
        yield "type", [kind, "null"]
    for strict, limit in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        if schema.get(strict) is True and limit not in schema:
            yield strict, False


def _metaschema(dialect: Dialect) -> str:
    """The metaschema under which others read what is written in `dialect`."""
    return {OPENAPI30: DRAFT4, OPENAPI31: DRAFT202012}.get(dialect.uri, dialect.uri)


def _written(uri: str) -> str:
    """The way a metaschema is named in `$schema`: up to draft 7 with an empty fragment."""
    return f"{uri}#" if uri.startswith("http://json-schema.org/draft-0") else uri


def _fragment(pointer: str) -> str:
    return quote(pointer, safe="/~!$&'()*+,;=:@")


def _entry(container: Any, token: str, empty: Any) -> Any:
    """What stands at `token`; `empty` is put there when nothing does. Arrays are filled up with empty schemas."""
    if isinstance(container, dict):
        return members(cast(object, container)).setdefault(token, empty)
    held, index = items(container), int(token)
    held.extend({} for _ in range(len(held), index + 1))
    if not held[index]:
        held[index] = empty
    return held[index]


def _enter(container: Any, token: str, value: JSON) -> None:
    """Puts `value` at `token`."""
    _entry(container, token, value)
    container[token if isinstance(container, dict) else int(token)] = value
