"""The graph is built: every schema that can be reached becomes a node, every reference an edge."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple
from urllib.parse import unquote

from nemcon.read import graph as g
from nemcon.read.components import component_names
from nemcon.read.ecma import NotLinear, Untranslatable, slow, steps, translate
from nemcon.read.graph import Key, Node
from nemcon.read.keywords import Reading, read_annotations, read_keywords
from nemcon.read.pointers import join
from nemcon.read.references import Dangling, Place, References, Resource
from nemcon.read.values import members
from nemcon.records import replace

MAX_NODES = 1_000_000
"""A graph may have at most this many schemas."""
MAX_SCOPES = 200
"""Dynamic references may mean at most this many different sets of things."""
MAX_COPIES = 20_000
"""As many copies of schemas may be made because dynamic references in them mean different things."""

Bindings = tuple[tuple[str, Place], ...]
"""What each dynamic anchor means here: the outermost resource of the dynamic scope that defines it."""


class Spot(NamedTuple):
    """A place together with what its dynamic references mean."""

    place: Place
    bindings: Bindings


class Builder:
    """Builds the graph of `root`, one node for each spot, from a list of spots still to read."""

    def __init__(
        self,
        references: References,
        root: Place,
        assert_formats: bool,
        typed_formats: frozenset[str],
        strict: bool,
        allowed: Collection[str] = (),
        apart: bool = False,
    ) -> None:
        self.references = references
        self.root = root
        self.documents: dict[str, str] = {}
        self.warnings: list[str] = []
        self.roots: list[Place] = []
        """The schemas that `root` does nothing but refer to, where several are compiled together."""
        self.word = "definitions" if references.resource(root).dialect.age <= 7 else "$defs"
        self._assert_formats = assert_formats
        self._typed_formats = typed_formats
        self._strict = strict
        self._allowed = frozenset(allowed)
        self._patterns: dict[str, g.Pattern] = {}
        self._keys: dict[Spot, Key] = {}
        self._pending: list[Spot] = []
        self._scopes: set[Bindings] = set()
        self._places: set[Place] = set()
        self._entries: dict[tuple[Place, Bindings], Bindings] = {}
        self._nodes: dict[Key, Node] = {}
        if not apart:
            self.documents[root.document] = ""

    def build(self) -> tuple[Key, dict[Key, Node]]:
        """All nodes reachable from the root, by key, in no particular order."""
        root = self.key(Spot(self.root, self._entering(self.root, ())))
        for place in self._named_places():
            self.key(Spot(place, self._entering(place, ())))
        while self._pending:
            spot = self._pending.pop()
            key = self._keys[spot]
            self._nodes[key] = self._read(spot, key)
            self._places.add(spot.place)
            if len(self._nodes) - len(self._places) > MAX_COPIES:
                problem = f"dynamic references take more than {MAX_COPIES} copies of schemas"
                raise self.references.refuse(spot.place, problem)
            if len(self._nodes) > MAX_NODES:
                raise self.references.refuse(
                    spot.place, f"the schema has more than {MAX_NODES} subschemas"
                )
        self._warn_of_what_is_left_out()
        return root, self._nodes

    def _warn_of_what_is_left_out(self) -> None:
        """People write `$defs` in dialects where it is no keyword: only what is referred to is a schema there."""
        for root in (self.root, *self.roots):
            schema = members(self.references.value(root))
            known = self.references.resource(root).dialect.definition_keywords
            held = {} if "$defs" in known else members(schema.get("$defs"))
            read = {place.pointer for place in self.places(root.document)}
            left = [name for name in held if join(root.pointer, "$defs", name) not in read]
            if left:
                problem = f"$defs is no keyword of this dialect (definitions is): {left[0]!r}"
                more = f" and {len(left) - 1} more" if len(left) > 1 else ""
                problem += f"{more}, to which nothing refers, is left out"
                self.warnings.append(str(self.references.refuse(root, problem, "$defs")))

    def places(self, document: str) -> set[Place]:
        """Where the schemas stand that were read in a document."""
        return {spot.place for spot in self._keys if spot.place.document == document}

    def key(self, spot: Spot) -> Key:
        """The key of the node at `spot`, which is read later if it is new."""
        found = self._keys.get(spot)
        if found is None:
            found = self._keys[spot] = self._name(spot)
            self._pending.append(spot)
        return found

    def _name(self, spot: Spot) -> Key:
        pointer = self.pointer(spot.place)
        bound = [f"{name}={self.pointer(place)}" for name, place in spot.bindings]
        return "@".join([pointer, *bound])

    def pointer(self, place: Place) -> str:
        """The pointer of `place` in the bundle; its document is taken into the bundle."""
        if place.document not in self.documents:
            self.documents[place.document] = join("", self.word, place.document)
        return self.documents[place.document] + place.pointer

    def _named_places(self) -> list[Place]:
        """The named definitions of the root, and of the schemas it refers to where several are compiled together."""
        return [place for root in (self.root, *self.roots) for place in self._defined(root)]

    def _defined(self, root: Place) -> list[Place]:
        """The named definitions of a schema, or the components of an OpenAPI document."""
        value = self.references.value(root)
        if self.references.is_openapi(root):
            paths = [("components", "schemas", name) for name in component_names(value)]
            start = self.references.resource(root)
            return [self._referred(f"#{join('', *path)}", start, root, *path) for path in paths]
        return [
            Place(root.document, join(root.pointer, word, name))
            for word in self.references.resource(root).dialect.definition_keywords
            for name, schema in members(members(value).get(word)).items()
            if isinstance(schema, (dict, bool))
        ]

    def _entering(self, place: Place, bindings: Bindings) -> Bindings:
        """The bindings inside the resource of `place`: what an outer resource has bound stays bound."""
        resource = self.references.resource(place)
        if not resource.dynamic_anchors and not resource.recursive_anchor:
            return bindings
        entry = (resource.place, bindings)
        found = self._entries.get(entry)
        if found is None:
            found = self._entries[entry] = self._bindings(resource, bindings)
            self._scopes.add(found)
            if len(self._scopes) > MAX_SCOPES:
                problem = f"dynamic references mean more than {MAX_SCOPES} different sets of things"
                raise self.references.refuse(place, problem)
        return found

    def _bindings(self, resource: Resource, bindings: Bindings) -> Bindings:
        names = dict(resource.dynamic_anchors)
        if resource.recursive_anchor:
            names["$recursiveAnchor"] = resource.place
        return tuple(sorted({**names, **dict(bindings)}.items()))

    def _read(self, spot: Spot, key: Key) -> Node:
        place = spot.place
        schema = {} if self.references.is_openapi(place) else self.references.value(place)
        resource = self.references.resource(place)
        pointer = self.pointer(place)
        origin = g.Origin(self.references.text(place).name, place.pointer)
        definition = self.references.definitions.get(place)
        if isinstance(schema, bool):
            refused = g.Never(keyword="false schema", pointer=pointer)
            return Node(key, pointer, origin, () if schema else (refused,), definition=definition)
        if not isinstance(schema, dict):
            raise self.references.refuse(place, "a schema is an object or a boolean, not this")
        reading = Reading(
            schema,
            pointer,
            resource.dialect,
            self._assert_formats,
            self._typed_formats,
            child=lambda *below: self._child(spot, below),
            reference=lambda keyword: self._target(spot, keyword, resource),
            pattern=lambda source, below: self._pattern(place, source, below),
        )
        keywords = self._vetted(place, schema, reading)
        annotations = read_annotations(schema)
        return Node(
            key,
            pointer,
            origin,
            keywords,
            annotations,
            definition,
            self._discriminator(spot, schema, resource),
        )

    def _vetted(
        self, place: Place, schema: dict[str, Any], reading: Reading
    ) -> tuple[g.Keyword, ...]:
        try:
            return read_keywords(reading)
        except (TypeError, AttributeError, ValueError, KeyError):
            raise self.references.refuse(
                place, "a keyword here has a value its metaschema does not allow"
            ) from None

    def _child(self, spot: Spot, below: tuple[str | int, ...]) -> Key:
        place = Place(spot.place.document, join(spot.place.pointer, *below))
        return self.key(Spot(place, self._entering(place, spot.bindings)))

    def _target(self, spot: Spot, keyword: str, resource: Resource) -> Key:
        schema = self.references.value(spot.place)
        assert isinstance(schema, dict)
        reference = schema[keyword]
        if not isinstance(reference, str):
            raise self.references.refuse(spot.place, f"{keyword} is not a string", keyword)
        place = self._referred(reference, resource, spot.place, keyword)
        place = self._bound(place, keyword, reference, spot.bindings)
        return self.key(Spot(place, self._entering(place, spot.bindings)))

    def _referred(self, reference: str, resource: Resource, place: Place, *below: str) -> Place:
        try:
            return self.references.target(reference, resource)
        except Dangling as error:
            raise self.references.refuse(place, str(error), *below) from None

    def _bound(self, place: Place, keyword: str, reference: str, bindings: Bindings) -> Place:
        """Where a dynamic reference leads (2020-12 core, section 8.2.3.2; 2019-09 core, section 8.2.4.2)."""
        target = self.references.resource(place)
        if keyword == "$recursiveRef" and target.recursive_anchor and target.place == place:
            return dict(bindings).get("$recursiveAnchor", place)
        if keyword == "$dynamicRef":
            name = unquote(reference.partition("#")[2])
            if target.dynamic_anchors.get(name) == place:
                return dict(bindings).get(name, place)
        return place

    def _pattern(self, place: Place, source: str, below: tuple[str, ...]) -> g.Pattern:
        found = self._patterns.get(source)
        if found is not None:
            return found
        try:
            found = g.Pattern(source, translate(source))
        except Untranslatable as error:
            raise self.references.refuse(
                place, f"the regular expression cannot be used: {error}", *below
            ) from None
        reason = slow(source)
        if reason is not None:
            found = self._slow(found, reason, place, below)
        self._patterns[source] = found
        return found

    def _slow(
        self, pattern: g.Pattern, reason: str, place: Place, below: tuple[str, ...]
    ) -> g.Pattern:
        """A pattern on which `re` could be slow: as an automaton, or as it is when the user allows it. Warns of it."""
        problem = f"the regular expression can take {reason}"
        if pattern.source in self._allowed:
            return pattern
        if self._strict:
            raise self.references.refuse(place, problem, *below)
        try:
            pattern = replace(pattern, steps=steps(pattern.source))
        except NotLinear as error:
            problem = f"{problem}; nor can it be matched in linear time: {error}"
            raise self.references.refuse(
                place, f"{problem} (allow-patterns allows it)", *below
            ) from None
        warning = (
            f"{problem}; so it is matched by an automaton, which is slower but takes linear time"
        )
        self.warnings.append(str(self.references.refuse(place, warning, *below)))
        return pattern

    def _discriminator(
        self, spot: Spot, schema: dict[str, Any], resource: Resource
    ) -> g.Discriminator | None:
        """OpenAPI 3.1, section 4.8.25: values of the property are names of components unless they are mapped."""
        found = schema.get("discriminator") if resource.dialect.is_openapi else None
        tag = members(found).get("propertyName")
        if not isinstance(tag, str):
            return None
        mapping: dict[str, Key] = {}
        for value, reference in members(members(found).get("mapping")).items():
            if isinstance(reference, str):
                place = self._mapped(reference, resource, spot.place, value)
                mapping[value] = self._name(Spot(place, self._entering(place, spot.bindings)))
        return g.Discriminator(tag, mapping)

    def _mapped(self, reference: str, resource: Resource, place: Place, value: str) -> Place:
        """The schema that a discriminator's mapping names, by the name of a component or by a URI reference."""
        component = Place(resource.place.document, join("", "components", "schemas", reference))
        if "/" not in reference and "#" not in reference and self.references.holds(component):
            reference = f"#{component.pointer}"
        return self._referred(reference, resource, place, "discriminator", "mapping", value)
