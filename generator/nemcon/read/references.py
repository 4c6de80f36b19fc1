"""Where a reference leads: identifiers, anchors and pointers of every document, by the rules of each dialect."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast
from urllib.parse import unquote

from nemcon.errors import SchemaError
from nemcon.read.components import component_names, is_openapi
from nemcon.read.dialects import (
    DIALECTS,
    Dialect,
    UnknownDialect,
    nearest,
    normal_uri,
    openapi_dialect,
    with_vocabularies,
)
from nemcon.read.documents import Documents
from nemcon.read.folders import MAX_LEVELS
from nemcon.read.graph import JSON
from nemcon.read.metaschemas import Part, problem
from nemcon.read.pointers import join, normal, resolve, tokens
from nemcon.read.texts import Text
from nemcon.read.uris import Climbs, joined, plain, relative, split
from nemcon.read.values import is_object, items, members
from nemcon.records import dataclass, field, replace


class Place(NamedTuple):
    """A location: the URI of a document and a JSON Pointer inside it."""

    document: str
    pointer: str


@dataclass(frozen=True, eq=False, slots=True)
class Resource:
    """A schema with a URI of its own: a whole document, or a subschema with an identifier."""

    uri: str
    place: Place
    dialect: Dialect
    recursive_anchor: bool = False
    dynamic_anchors: dict[str, Place] = field(default_factory=lambda: dict[str, Place]())


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
_DEFINITIONS = ("$defs", "definitions")


def subschemas(
    schema: Mapping[str, Any], dialect: Dialect
) -> Iterator[tuple[str, str | None, Any]]:
    """The schemas right below `schema`: keyword, name or index, schema."""
    for keyword, value in schema.items():
        if not dialect.knows(keyword):
            continue
        if keyword in _NAMED:
            for name, child in members(value).items():
                yield keyword, name, child
        elif keyword in _ONE and isinstance(value, dict):
            yield keyword, None, cast(object, value)
        elif keyword in _MANY:
            for index, child in enumerate(items(value)):
                yield keyword, str(index), child


def parts(schema: Mapping[str, Any], dialect: Dialect) -> Iterator[tuple[str, str | None, Any]]:
    """The subschemas that count: up to draft 7 nothing beside `$ref` does but definitions."""
    if dialect.ref_stands_alone and isinstance(schema.get("$ref"), str):
        return (part for part in subschemas(schema, dialect) if part[0] in _DEFINITIONS)
    return subschemas(schema, dialect)


class References:
    """Every resource of every document seen so far; documents are taken in when a reference first names them."""

    def __init__(self, documents: Documents, default: Dialect) -> None:
        self._documents = documents
        self._default = default
        self._texts: dict[str, Text] = {}
        self._resources: dict[str, Resource] = {}
        self._within: dict[Place, Resource] = {}
        self._anchors: dict[tuple[str, str], Place] = {}
        self._targets: dict[tuple[str, str], Place] = {}
        self._dialects: dict[str, Dialect] = {}
        self._searched: set[str] = set()
        self.main = ""
        self.definitions: dict[Place, str] = {}
        self.by_other_names: dict[tuple[str, str], str] = {}
        """References and identifiers, with the URI of the resource they stand in, that spell another URI than the
        target's own, and what they would be with that one."""
        self.main_is_named = False
        """Whether a reference names the main document, from another one or from itself."""

    def take_in_main(self, text: Text, dialect: Dialect | None) -> Resource:
        """Makes the main document known; `dialect` is meant for one that names none."""
        self.main = self._documents.main or text.name
        resource = self._take_in(self.main, text, dialect or self._default)
        self._documents.called(resource.uri)
        return resource

    def text(self, place: Place) -> Text:
        return self._texts[place.document]

    def texts(self) -> dict[str, Text]:
        """Every document taken in, by the name it is shown under."""
        return {text.name: text for text in self._texts.values()}

    def value(self, place: Place) -> JSON:
        return resolve(self._texts[place.document].value, place.pointer)

    def holds(self, place: Place) -> bool:
        """Whether there is something at `place`."""
        try:
            self.value(place)
        except LookupError:
            return False
        return True

    def is_openapi(self, place: Place) -> bool:
        """Whether `place` is an OpenAPI document, which is no schema itself."""
        return not place.pointer and is_openapi(self._texts[place.document].value)

    def schemas(self) -> Iterator[tuple[Place, Resource]]:
        """Every schema found so far, with the resource it stands in."""
        yield from self._within.items()

    def resource(self, place: Place) -> Resource:
        """The innermost resource that `place` stands in."""
        pointer = place.pointer
        while True:
            found = self._within.get(Place(place.document, pointer))
            if found is not None:
                return found
            pointer = pointer.rpartition("/")[0]

    def refuse(self, place: Place, problem: str, *below: str) -> SchemaError:
        """The error that says `problem` of what stands at `place`, or `below` it."""
        return self.text(place).refuse(join(place.pointer, *below), problem)

    def target(self, reference: str, base: Resource) -> Place:
        """The place that `reference`, written in `base`, leads to. Raises Dangling."""
        found = self._targets.get((base.uri, reference))
        if found is None:
            found = self._targets[base.uri, reference] = self._target(reference, base)
        return found

    def _target(self, reference: str, base: Resource) -> Place:
        try:
            uri, fragment = split(self._joined(base.uri, reference))
        except ValueError as error:
            raise Dangling(f"{reference!r} is not a URI reference: {error}") from None
        resource = self._resources.get(uri) or self._load(uri, reference, base.dialect)
        self._note(reference, base, resource, uri, fragment)
        if fragment and not fragment.startswith("/"):
            return self._anchored(resource, unquote(fragment))
        place = Place(resource.place.document, resource.place.pointer + normal(fragment))
        try:
            found = self.value(place)
        except LookupError:
            raise Dangling(f"the reference {reference!r} leads to nothing") from None
        is_schema = isinstance(found, dict) or (
            isinstance(found, bool) and self.resource(place).dialect.age > 4
        )
        if not is_schema:
            raise Dangling(f"the reference {reference!r} leads to something that is no schema")
        if isinstance(found, dict) and place not in self._within:
            self._walk(place, self.resource(place))
        return place

    def _joined(self, base: str, reference: str) -> str:
        """As `joined`. Raises ValueError for what leads too far up."""
        try:
            return joined(base, reference)
        except Climbs as error:
            if self._documents.levels + error.levels > MAX_LEVELS:
                raise ValueError(f"it leads more than {MAX_LEVELS} folders up") from None
            raise

    def _note(
        self, reference: str, base: Resource, resource: Resource, uri: str, fragment: str
    ) -> None:
        if resource.uri != uri or plain(reference) != reference:
            name = relative(base.uri, resource.uri)
            self.by_other_names[base.uri, reference] = f"{name}#{fragment}" if fragment else name
        by_name = base.place.document != self.main or reference[:1] not in ("", "#")
        if resource.place.document == self.main and by_name:
            self.main_is_named = True

    def _anchored(self, resource: Resource, name: str) -> Place:
        found = self._anchors.get((resource.uri, name))
        if found is None and self.is_openapi(resource.place):
            self._look_into_components(resource)
            found = self._anchors.get((resource.uri, name))
        if found is None:
            raise Dangling(f"there is no anchor {name!r} to refer to")
        return found

    def _load(self, uri: str, reference: str, dialect: Dialect) -> Resource:
        """The resource at `uri`, whose document is taken in; all that was given is searched before it is missed."""
        text = self._documents.get(uri)
        if text is None:
            self._search_everything(dialect)
            if uri in self._resources:
                return self._resources[uri]
            raise Dangling(f"the reference {reference!r} {self._documents.missing(uri)}")
        return self._resources.setdefault(uri, self._take_in(uri, text, dialect))

    def _search_everything(self, dialect: Dialect) -> None:
        for uri in self._documents.given():
            text = self._documents.get(uri)
            if text is not None and uri not in self._texts:
                with suppress(SchemaError):
                    self._take_in(uri, text, dialect)
        for resource in list(self._resources.values()):
            if self.is_openapi(resource.place):
                self._look_into_components(resource)

    def _look_into_components(self, document: Resource) -> None:
        """Finds the identifiers in all components of an OpenAPI document."""
        for name in component_names(self.value(document.place)):
            place = Place(document.place.document, join("", "components", "schemas", name))
            if place not in self._within:
                self._walk(place, document)

    def _take_in(self, uri: str, text: Text, inherited: Dialect) -> Resource:
        """Makes the document `text` known under `uri`, with all identifiers inside it."""
        self._texts[uri] = text
        place = Place(uri, "")
        try:
            openapi = openapi_dialect(text.value)
        except LookupError as error:
            problem = f"OpenAPI {error.args[0]} is unknown; 3.0, 3.1 and 3.2 are known"
            raise text.refuse("/openapi", problem) from None
        if openapi is None:
            return self._walk(place, None, inherited)
        dialect = self._dialect_at(openapi, place, "jsonSchemaDialect")
        return self._begin(uri, place, dialect, {})

    def _walk(
        self, start: Place, around: Resource | None, inherited: Dialect | None = None
    ) -> Resource:
        """Finds the identifiers and anchors in the schema at `start`, and checks it against its metaschema."""
        root = self.value(start)
        dialect = self._dialect_of(
            root, inherited or (around.dialect if around else self._default), start
        )
        first = self._root(root, start, around, dialect)
        changes = [Part(start.pointer, dialect)]
        pending: list[tuple[Any, str, Resource]] = [(root, start.pointer, first)]
        while pending:
            schema, pointer, resource = pending.pop()
            place = Place(start.document, pointer)
            if pointer != start.pointer:
                if place in self._within or not is_object(schema):
                    continue
                outer = resource.dialect
                resource = self._entered(schema, place, resource)
                if resource.dialect is not outer:
                    changes.append(Part(pointer, resource.dialect))
            self._within[place] = resource
            self._anchor(members(schema), resource, place)
            pending.extend(self._below(members(schema), place, resource))
        self._check(start, changes)
        return first

    def _root(
        self, root: JSON, start: Place, around: Resource | None, dialect: Dialect
    ) -> Resource:
        """The resource that a schema is, or stands in, which no other schema is around."""
        schema = root if isinstance(root, dict) else {}
        identifier = self._identifier(schema, dialect)
        if around is not None:
            self._name_definition(start)
        if around is not None and identifier is None:
            return around if dialect is around.dialect else replace(around, dialect=dialect)
        base = start.document if around is None else around.uri
        uri = base if identifier is None else self._identified(base, identifier, start, dialect)
        resource = self._begin(uri, start, dialect, schema)
        if around is None:
            self._resources.setdefault(start.document, resource)
        return resource

    def _name_definition(self, start: Place) -> None:
        """A component of an OpenAPI document, or what stands in `$defs` where that is no keyword yet, has a name."""
        path = tokens(start.pointer)
        if path[:-1] == ["components", "schemas"] or path[-2:-1] == ["$defs"]:
            self.definitions[start] = path[-1]

    def _below(
        self, schema: Mapping[str, Any], place: Place, resource: Resource
    ) -> list[tuple[Any, str, Resource]]:
        found: list[tuple[Any, str, Resource]] = []
        for keyword, name, child in parts(schema, resource.dialect):
            pointer = (
                join(place.pointer, keyword) if name is None else join(place.pointer, keyword, name)
            )
            if keyword in _DEFINITIONS and name is not None:
                self.definitions[Place(place.document, pointer)] = name
            found.append((child, pointer, resource))
        found.reverse()
        return found

    def _entered(self, schema: Mapping[str, Any], place: Place, resource: Resource) -> Resource:
        """The resource that a subschema is itself, or stands in."""
        dialect = resource.dialect
        if "$schema" in schema and ("$id" in schema or "id" in schema):
            dialect = self._dialect_of(dict(schema), dialect, place)
        identifier = self._identifier(schema, dialect)
        if identifier is None:
            return resource
        return self._begin(
            self._identified(resource.uri, identifier, place, dialect), place, dialect, schema
        )

    def _identifier(self, schema: Mapping[str, Any], dialect: Dialect) -> str | None:
        """The identifier of `schema` without its fragment, None when it has none (or only a fragment)."""
        found = schema.get(dialect.id_keyword)
        if not isinstance(found, str) or (dialect.ref_stands_alone and "$ref" in schema):
            return None
        return found.partition("#")[0] or None

    def _identified(self, base: str, identifier: str, place: Place, dialect: Dialect) -> str:
        """The URI that a schema gives itself. Raises SchemaError when another one has it."""
        try:
            uri = self._joined(base, identifier)
        except ValueError as error:
            raise self.refuse(
                place, f"{identifier!r} is not a URI reference: {error}", dialect.id_keyword
            ) from None
        if plain(identifier) != identifier:
            self.by_other_names[uri, identifier] = uri
        earlier = self._resources.get(uri)
        if earlier is not None and not _same(self.value(earlier.place), self.value(place)):
            raise self.refuse(place, f"two schemas have the identifier {uri!r}", dialect.id_keyword)
        return uri

    def _begin(
        self, uri: str, place: Place, dialect: Dialect, schema: Mapping[str, Any]
    ) -> Resource:
        recursive = dialect.age == 2019 and schema.get("$recursiveAnchor") is True
        resource = Resource(uri, place, dialect, recursive)
        self._within[place] = resource
        self._resources.setdefault(uri, resource)
        return resource

    def _anchor(self, schema: Mapping[str, Any], resource: Resource, place: Place) -> None:
        if resource.dialect.age <= 7:
            found = schema.get(resource.dialect.id_keyword)
            if isinstance(found, str) and "#" in found and "$ref" not in schema:
                self._named(found.partition("#")[2], resource, place, resource.dialect.id_keyword)
            return
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = schema.get(keyword)
            if isinstance(name, str):
                self._named(name, resource, place, keyword)
                if keyword == "$dynamicAnchor" and resource.dialect.age == 2020:
                    resource.dynamic_anchors[name] = place

    def _named(self, name: str, resource: Resource, place: Place, keyword: str) -> None:
        if not name or name.startswith("/"):
            return
        taken = self._anchors.setdefault((resource.uri, name), place)
        if taken != place and self._within[taken].place == resource.place:
            raise self.refuse(place, f"two schemas have the anchor {name!r}", keyword)

    def _check(self, start: Place, changes: list[Part]) -> None:
        """Raises SchemaError when a schema breaks the metaschema of its dialect."""
        found = problem(self._texts[start.document].value, changes, self._metaschema)
        if found is not None:
            raise self.refuse(Place(start.document, found[0]), found[1])

    def _dialect_of(self, schema: JSON, inherited: Dialect, place: Place) -> Dialect:
        """The dialect that `$schema` names (2020-12 core, section 8.1.1)."""
        if not isinstance(schema, dict) or not isinstance(schema.get("$schema"), str):
            return inherited
        return self._dialect_at(str(schema["$schema"]), place, "$schema")

    def _dialect_at(self, uri: str, place: Place, keyword: str) -> Dialect:
        try:
            return self.dialect(uri)
        except UnknownDialect as error:
            raise self.refuse(place, str(error), keyword) from None

    def dialect(self, uri: str) -> Dialect:
        """The dialect with metaschema `uri`. Raises UnknownDialect."""
        uri = normal_uri(uri)
        known = DIALECTS.get(uri) or self._dialects.get(uri)
        if known is not None:
            return known
        metaschema = self._metaschema(uri)
        parent = metaschema.get("$schema") if isinstance(metaschema, dict) else None
        if not isinstance(metaschema, dict) or not isinstance(parent, str) or uri in self._searched:
            raise UnknownDialect(f"the dialect {uri!r} is unknown{nearest(uri)}")
        self._searched.add(uri)
        found = with_vocabularies(self.dialect(parent), uri, metaschema.get("$vocabulary"))
        self._dialects[uri] = found
        return found

    def custom_dialects(self) -> dict[str, JSON]:
        """The metaschemas of the dialects in use that are not built in."""
        return {uri: self._metaschema(uri) for uri in self._dialects}

    def _metaschema(self, uri: str) -> JSON:
        text = self._dialect_text(uri)
        return None if text is None else text.value

    def _dialect_text(self, uri: str) -> Text | None:
        """The metaschema of a dialect: a document, or a definition of the main one, as in a bundle."""
        found = self._documents.get(uri)
        main = self._texts[self.main].value if self.main in self._texts else None
        if found is not None or not isinstance(main, dict):
            return found
        for word in _DEFINITIONS:
            held = main.get(word)
            inside = held.get(uri) if isinstance(held, dict) else None
            if isinstance(inside, dict) and inside.get("$id") == uri:
                return Text(uri, inside)
        return None


def _same(one: JSON, other: JSON) -> bool:
    """Whether two schemas are written alike, 1 and true told apart."""
    from json import dumps

    return one is other or dumps(one, sort_keys=True) == dumps(other, sort_keys=True)
