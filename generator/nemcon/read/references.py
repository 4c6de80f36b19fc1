"""Where a reference leads: identifiers, anchors and pointers of every document, by the rules of each dialect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import urldefrag, urljoin

from nemcon.read.dialects import DIALECTS, Dialect, normal_uri, with_vocabularies
from nemcon.read.documents import Documents
from nemcon.read.graph import JSON
from nemcon.read.pointers import join, normal, resolve
from nemcon.read.texts import Text


class Place(NamedTuple):
    """A location: the URI of a document and a JSON Pointer inside it."""

    document: str
    pointer: str


@dataclass(frozen=True)
class Resource:
    """A schema with a URI of its own: a whole document, or a subschema with an identifier."""

    uri: str
    place: Place
    dialect: Dialect
    dynamic_anchors: Mapping[str, Place]
    recursive_anchor: bool


class Dangling(Exception):
    """A reference that leads nowhere; the argument says why."""


# Where subschemas stand, for the search for identifiers.
_ONE = frozenset(
    "additionalItems additionalProperties contains contentSchema else if items not propertyNames then"
    " unevaluatedItems unevaluatedProperties".split()
)
_MANY = frozenset("allOf anyOf items oneOf prefixItems".split())
_NAMED = frozenset(
    "$defs definitions dependencies dependentSchemas patternProperties properties".split()
)


def subschemas(schema: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The schemas right below `schema`, each with its pointer tokens."""
    for keyword, value in schema.items():
        if keyword in _NAMED and isinstance(value, dict):
            for name, child in value.items():
                yield (keyword, name), child
        elif keyword in _MANY and isinstance(value, list):
            for index, child in enumerate(value):
                yield (keyword, str(index)), child
        elif keyword in _ONE and isinstance(value, dict):
            yield (keyword,), value


class References:
    """Every resource of every document seen so far; documents are taken in when a reference first names them."""

    def __init__(self, documents: Documents, default: Dialect) -> None:
        self._documents = documents
        self._default = default
        self._texts: dict[str, Text] = {}
        self._resources: dict[str, Resource] = {}
        self._starts: dict[Place, Resource] = {}
        self._anchors: dict[tuple[str, str], Place] = {}

    def take_in(self, uri: str, text: Text, dialect: Dialect | None = None) -> Resource:
        """Makes the document `text` known under `uri`, with all identifiers inside it."""
        self._texts[uri] = text
        base = dialect or self._dialect_of(text.value, self._default, Place(uri, ""))
        self._index(uri, text.value, base)
        return self._starts[Place(uri, "")]

    def hold(self, uri: str, text: Text) -> None:
        """Keeps `text` for messages before its identifiers are known."""
        self._texts[uri] = text

    def also_known(self, resource: Resource) -> None:
        """References without a base lead to `resource` too."""
        self._resources.setdefault("", resource)

    def text(self, place: Place) -> Text:
        return self._texts[place.document]

    def value(self, place: Place) -> JSON:
        return resolve(self._texts[place.document].value, place.pointer)

    def resource(self, place: Place) -> Resource:
        """The innermost resource that `place` stands in."""
        pointer = place.pointer
        while True:
            found = self._starts.get(Place(place.document, pointer))
            if found is not None:
                return found
            pointer = pointer.rpartition("/")[0]

    def target(self, reference: str, base: Resource) -> Place:
        """The place that `reference`, written in `base`, leads to. Raises Dangling."""
        try:
            uri, fragment = urldefrag(urljoin(base.uri, reference)) if reference[:1] != "#" else (base.uri, reference[1:])
        except ValueError as error:
            raise Dangling(f"{reference!r} is not a URI reference: {error}") from None
        resource = self._resources.get(uri) or self._load(uri, reference, base.dialect)
        if fragment and not fragment.startswith("/"):
            from urllib.parse import unquote

            place = self._anchors.get((uri, unquote(fragment)))
            if place is None:
                raise Dangling(f"there is no anchor {fragment!r} to refer to")
            return place
        place = Place(resource.place.document, resource.place.pointer + normal(fragment))
        try:
            found = self.value(place)
        except LookupError:
            raise Dangling(f"the reference {reference!r} leads to nothing") from None
        if not isinstance(found, (dict, bool)):
            raise Dangling(f"the reference {reference!r} leads to something that is no schema")
        return place

    def _load(self, uri: str, reference: str, dialect: Dialect) -> Resource:
        text = self._documents.get(uri)
        if text is None:
            problem = f"the reference {reference!r} leads outside of what is given"
            raise Dangling(f"{problem}; give that document as a resource")
        own = self._dialect_of(text.value, dialect, Place(uri, ""))
        resource = self.take_in(uri, text, own)
        self._resources.setdefault(uri, resource)
        return resource

    def _index(self, document: str, root: JSON, dialect: Dialect) -> None:
        """Finds the identifiers and anchors of one document."""
        pending: list[tuple[JSON, str, str, Dialect]] = [(root, "", document, dialect)]
        while pending:
            schema, pointer, base, dialect = pending.pop()
            place = Place(document, pointer)
            if not isinstance(schema, dict):
                if not pointer:
                    self._start(base, place, dialect, {})
                continue
            identifier = self._identifier(schema, dialect)
            if pointer and identifier is not None and "$schema" in schema:
                dialect = self._dialect_of(schema, dialect, place)
                identifier = self._identifier(schema, dialect)
            if identifier is not None or not pointer:
                base = self._named(schema, identifier, base, place, dialect)
            self._anchor(schema, base, place, dialect)
            if "$ref" in schema and dialect.ref_stands_alone:
                children = [item for item in subschemas(schema) if item[0][0] in ("definitions", "$defs")]
            else:
                children = list(subschemas(schema))
            pending.extend((child, join(pointer, *path), base, dialect) for path, child in children)

    def _identifier(self, schema: Mapping[str, Any], dialect: Dialect) -> str | None:
        """The identifier of `schema` without its fragment, None when it has none (or only a fragment)."""
        found = schema.get(dialect.id_keyword)
        if not isinstance(found, str) or (dialect.ref_stands_alone and "$ref" in schema):
            return None
        return found.partition("#")[0] or None

    def _named(
        self, schema: Mapping[str, Any], identifier: str | None, base: str, place: Place, dialect: Dialect
    ) -> str:
        uri = base if identifier is None else urljoin(base, identifier)
        earlier = self._resources.get(uri)
        if identifier is not None and earlier is not None and earlier.place != place:
            if self.value(earlier.place) != schema:
                raise self.text(place).refuse(
                    join(place.pointer, dialect.id_keyword), f"two schemas have the identifier {uri!r}"
                )
        self._start(uri, place, dialect, schema)
        if not place.pointer:
            self._resources.setdefault(place.document, self._starts[place])
        return uri

    def _start(self, uri: str, place: Place, dialect: Dialect, schema: Mapping[str, Any]) -> None:
        recursive = dialect.age == 2019 and schema.get("$recursiveAnchor") is True
        resource = Resource(uri, place, dialect, {}, recursive)
        self._starts[place] = resource
        self._resources.setdefault(uri, resource)

    def _anchor(self, schema: Mapping[str, Any], base: str, place: Place, dialect: Dialect) -> None:
        if dialect.age <= 7:
            found = schema.get(dialect.id_keyword)
            if isinstance(found, str) and "#" in found and "$ref" not in schema:
                name = found.partition("#")[2]
                if name and not name.startswith("/"):
                    self._anchors[(base, name)] = place
            return
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = schema.get(keyword)
            if isinstance(name, str):
                taken = self._anchors.setdefault((base, name), place)
                if taken != place and taken.document == place.document:
                    raise self.text(place).refuse(
                        join(place.pointer, keyword), f"two schemas have the anchor {name!r}"
                    )
                if keyword == "$dynamicAnchor" and dialect.age == 2020:
                    anchors = self.resource(place).dynamic_anchors
                    assert isinstance(anchors, dict)
                    anchors[name] = place

    def _dialect_of(self, schema: JSON, inherited: Dialect, place: Place) -> Dialect:
        """The dialect that `$schema` names (2020-12 core, section 8.1.1)."""
        if not isinstance(schema, dict) or not isinstance(schema.get("$schema"), str):
            return inherited
        return self.dialect(str(schema["$schema"]), place)

    def dialect(self, uri: str, place: Place) -> Dialect:
        """The dialect with metaschema `uri`; `place` is where it is named, for a refusal."""
        uri = normal_uri(uri)
        if uri in DIALECTS:
            return DIALECTS[uri]
        text = self._documents.get(uri)
        if text is None or not isinstance(text.value, dict):
            raise self._unknown(place, f"the dialect {uri!r} is unknown")
        parent = text.value.get("$schema")
        if not isinstance(parent, str) or normal_uri(parent) == uri:
            raise self._unknown(place, f"the dialect {uri!r} is unknown")
        base = self.dialect(parent, place)
        vocabularies = text.value.get("$vocabulary")
        if base.age < 2019 or not isinstance(vocabularies, dict):
            return base
        try:
            return with_vocabularies(base, uri, {str(k): v is True for k, v in vocabularies.items()})
        except LookupError as error:
            raise self._unknown(place, f"the vocabulary {error.args[0]!r} is required and unknown") from None

    def _unknown(self, place: Place, problem: str) -> Exception:
        return self.text(place).refuse(join(place.pointer, "$schema"), problem)
