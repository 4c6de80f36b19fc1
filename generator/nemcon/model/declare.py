"""Slots become types, objects become classes, named definitions become declarations."""

from __future__ import annotations

from collections.abc import Callable, Collection

from nemcon.model.attributes import free, unhidden
from nemcon.model.docs import docs_of
from nemcon.model.enumerations import enumerations, is_pure, members, scalars
from nemcon.model.fragile import holds_object
from nemcon.model.front import front, referred
from nemcon.model.names import attribute_names, digest, folded
from nemcon.model.presence import Presences
from nemcon.model.project import Projection
from nemcon.model.slots import ArrayShape, Conjunction, ObjectShape, Slots, join
from nemcon.model.tags import claims, tagged
from nemcon.model.types import (
    Alias,
    AnyValue,
    Choice,
    Declaration,
    Docs,
    Enumeration,
    Field,
    ListOf,
    Literals,
    MapOf,
    Model,
    Named,
    Nothing,
    Primitive,
    Record,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.read.graph import JSON, Enum, Graph, Key, Node
from nemcon.records import replace

MAX_TUPLE = 64
"""An array of more positions than this is a list."""
MAX_JOINED = 16
"""Types of several schemas that stand within each other deeper than this are any value."""


class Declarations:
    """Names and declares the types of a graph, each once, children first."""

    def __init__(
        self,
        graph: Graph,
        names: dict[Key, str],
        accepts: Callable[[Key, JSON], bool],
        keep_extras: bool,
        make_enums: bool,
        formats: Collection[str],
    ) -> None:
        self.graph = graph
        self.names = names
        self.projection = Projection(graph, formats)
        self._front = front(graph)
        self._presences = Presences(graph, self.projection, accepts)
        self._claims = claims(self.projection)
        self._keep_extras = keep_extras
        self._make_enums = make_enums
        self._taken = {folded(name) for name in names.values()}
        self._types: dict[tuple[Conjunction, ...], Type] = {}
        self._open: set[Key] = set()
        self._recursive: set[Key] = set()
        self._records: dict[str, tuple[Key, ...]] = {}
        self._joining: list[tuple[Conjunction, ...]] = []
        self.declared: dict[str, Declaration] = {}

    def type_of(self, alternatives: tuple[Conjunction, ...]) -> Type:
        """The type of a value that one of the conjunctions speaks of."""
        wanted = tuple(dict.fromkeys(self.projection.conjunction(keys) for keys in alternatives))
        if () in wanted:
            return AnyValue()
        if len(wanted) == 1 and len(wanted[0]) == 1:
            return self._of_node(wanted[0][0])
        if wanted not in self._types:
            if wanted in self._joining or len(self._joining) >= MAX_JOINED:
                return AnyValue()
            self._joining.append(wanted)
            self._types[wanted] = self._finish(self._slots(wanted))
            self._joining.pop()
        return self._types[wanted]

    def _slots(self, wanted: tuple[Conjunction, ...]) -> Slots:
        if len(wanted) == 1:
            return self.projection.of(wanted[0])
        parts: list[Slots] = []
        for keys in wanted:
            slots = self.projection.of(keys)
            objects = tuple(replace(shape, when=(*shape.when, *keys)) for shape in slots.objects)
            parts.append(replace(slots, objects=objects))
        return join(parts, lambda: None)

    def _of_node(self, key: Key) -> Type:
        """The type of one node: a name for a definition, for the root where it recurs, and for objects."""
        wanted = ((key,),)
        if wanted in self._types:
            return self._types[wanted]
        slots = self.projection.slots(key)
        name = self._alias_name(key, slots)
        if key in self._open:
            self._recursive.add(key)
            return Named(name)
        self._open.add(key)
        found = self._own_class(key, slots) or self._finish(slots)
        self._open.discard(key)
        is_named = key in self.graph.definitions
        if key in self._recursive or (is_named and found != Named(name)):
            self.alias(name, key, found)
            found = Named(name)
        self._types[wanted] = found
        return found

    def _alias_name(self, key: Key, slots: Slots) -> str:
        """The name for values of the node; where a class of its own is only one member of it, that one may have it."""
        name = self.names[key]
        is_named = key in self.graph.definitions or key == self.graph.root
        mixed = self._is_mixed(key, slots) or (self._make_enums and _has_enum(self.graph[key]))
        return name if is_named or not mixed else f"{name}Value"

    def _is_mixed(self, key: Key, slots: Slots) -> bool:
        """Whether the node's own class is one of several things a value can be."""
        others = slots.null or slots.booleans or slots.numbers or slots.strings or slots.arrays
        own = any(
            (key in shape.sources or key == shape.owner) and self._is_record(shape)
            for shape in slots.objects
        )
        return own and bool(others or len(self._kinds(slots.objects)) > 1)

    def alias(self, name: str, key: Key, found: Type) -> None:
        """Declares `name` for a type, unless that name is declared already."""
        if name not in self.declared:
            node = self.graph[key]
            self.declared[name] = Alias(name, key, node.pointer, found, self.docs((key,)))

    def _own_class(self, key: Key, slots: Slots) -> Type | None:
        """The class when the node is one kind of object, or one enumeration, and nothing else."""
        shape = self._own_shape(key, slots)
        values = None if shape else self._own_values(key, slots)
        if shape is None and values is None:
            return None
        target = referred(self.graph[key]) if key in self._front else None
        if target is not None:
            return self.type_of(((target,),))
        if shape is not None:
            return Named(self._record(shape))
        return None if values is None else Named(self._enumeration(key, values))

    def _own_shape(self, key: Key, slots: Slots) -> ObjectShape | None:
        """The one kind of object, as the node's own: a definition that says more than the one it builds on is a class
        of its own, since whoever decodes that class means that definition."""
        others = slots.null or slots.booleans or slots.numbers or slots.strings or slots.arrays
        kinds = self._kinds(slots.objects)
        if others or len(kinds) != 1 or not self._is_record(kinds[0]):
            return None
        shape = kinds[0]
        if key not in self._front or shape.sources == (key,):
            return shape
        sources = tuple(dict.fromkeys((*shape.sources, key)))
        return replace(shape, sources=sources, owner=key, when=())

    def _own_values(self, key: Key, slots: Slots) -> tuple[int | str, ...] | None:
        """The members of the one enumeration, likewise."""
        enums = enumerations(self.graph, slots) if self._make_enums and key in self._front else {}
        values = next(iter(enums.values()), ())
        return values if len(enums) == 1 and is_pure(slots, values) else None

    def _kinds(self, shapes: tuple[ObjectShape, ...]) -> tuple[ObjectShape, ...]:
        """The shapes that become different classes, without those that no object can have."""
        if len(shapes) < 2:
            return shapes
        found: dict[tuple[Key, Conjunction], ObjectShape] = {}
        for shape in shapes:
            if not self._is_impossible(shape):
                found.setdefault((_owner(shape), shape.sources), shape)
        return tuple(found.values())

    def _is_impossible(self, shape: ObjectShape) -> bool:
        return any(
            self.projection.is_never(key)
            for name in shape.required
            for key in self.projection.property_keys(shape, name)
        )

    def _finish(self, slots: Slots) -> Type:
        if slots.anything:
            return AnyValue()
        found: dict[str, list[Type]] = {
            name: [] for name in ("string", "number", "boolean", "object", "array")
        }
        enums = enumerations(self.graph, slots) if self._make_enums else {}
        found["string"].extend(Named(self._enumeration(key, enums[key])) for key in enums)
        strings, numbers = scalars(slots, enums)
        found["string"].extend(strings)
        found["number"].extend(numbers)
        if len(slots.booleans) == 2:
            found["boolean"].append(Primitive("boolean"))
        elif slots.booleans:
            found["boolean"].append(Literals(slots.booleans))
        objects, choices = self._objects(slots.objects)
        found["object"].extend(objects)
        if slots.arrays:
            found["array"].append(self._array(slots.arrays))
        order = [*slots.order, *(name for name in found if name not in slots.order)]
        members = _joined_literals([member for name in order for member in found[name]])
        if slots.null:
            members.append(Primitive("null"))
        if not members:
            return Nothing()
        return members[0] if len(members) == 1 and not choices else UnionOf(tuple(members), choices)

    def _enumeration(self, key: Key, values: tuple[int | str, ...]) -> str:
        """The name of the class of the node's `enum`, which is declared."""
        name = self.names[key]
        pure = is_pure(self.projection.slots(key), values)
        if not pure and (key in self.graph.definitions or key == self.graph.root):
            name = f"{name}Enum"
            name = f"{name}{digest(key)}" if folded(name) in self._taken else name
        docs, pointer = self.docs((key,)), self.graph[key].pointer
        self.declared[name] = Enumeration(name, key, pointer, members(values), docs, pure)
        return name

    def _objects(self, shapes: tuple[ObjectShape, ...]) -> tuple[list[Type], tuple[Choice, ...]]:
        made: list[tuple[ObjectShape, Type]] = []
        for shape in shapes:
            found = self._object(shape)
            if not isinstance(found, Nothing):
                made.append((shape, found))
        members = list(dict.fromkeys(found for _, found in made))
        if len(members) <= 1:
            return members, ()
        choices = [
            Choice(found, self._conditions(shape), claims=self._claimed(shape))
            for shape, found in made
        ]
        return members, tagged(self.projection, [shape for shape, _ in made], choices)

    def _claimed(self, shape: ObjectShape) -> tuple[str, tuple[str, ...]] | None:
        return next((self._claims[key] for key in shape.when if key in self._claims), None)

    def _conditions(self, shape: ObjectShape) -> tuple[Key, ...]:
        return tuple(dict.fromkeys(self.projection.resolve(key) for key in shape.when))

    def _is_record(self, shape: ObjectShape) -> bool:
        named = any(layer.names for layer in shape.layers) or shape.required
        return bool(named) or self.projection.extras_keys(shape) is None

    def _object(self, shape: ObjectShape) -> Type:
        if not shape.sources:
            return MapOf(AnyValue())
        if not self._is_record(shape):
            extras = self.projection.extras_keys(shape) or [()]
            return MapOf(self.type_of(tuple(extras)))
        return Nothing() if self._is_impossible(shape) else Named(self._record(shape))

    def _record(self, shape: ObjectShape) -> str:
        sources = shape.sources
        owner = _owner(shape)
        name = self.names[owner]
        is_named = owner in self.graph.definitions or owner == self.graph.root
        if is_named and self._is_mixed(owner, self.projection.slots(owner)):
            name = f"{name}Object"
            name = f"{name}{digest(owner)}" if folded(name) in self._taken else name
        taken = self._records.get(name)
        if taken is not None and taken != sources:
            name = f"{name}{digest(' '.join(sources))}"
            taken = self._records.get(name)
        if taken is None:
            self._records[name] = sources
            self._declare(name, owner, shape)
        return name

    def _declare(self, name: str, owner: Key, shape: ObjectShape) -> None:
        keys = list(dict.fromkeys(name for layer in shape.layers for name in layer.names))
        keys += [name for name in shape.required if name not in keys]
        spoken = {key: self.projection.property_keys(shape, key) for key in keys}
        kept = [
            key for key in keys if not any(self.projection.is_never(node) for node in spoken[key])
        ]
        attributes = attribute_names(kept)
        fields = tuple(self._field(shape, key, attributes[key], spoken[key]) for key in kept)
        fields = tuple(
            field
            for field in fields
            if not isinstance(field.type, Nothing) or field.presence == "required"
        )
        extras = self.projection.extras_keys(shape) if self._keep_extras else None
        extras_type = None if extras is None else self.type_of(tuple(extras))
        fields = unhidden(fields, extras_type)
        taken = [field.attribute for field in fields]
        attribute = None if extras_type is None else free("extras", taken)
        pointer = self.graph[owner].pointer
        self.declared[name] = Record(
            name,
            owner,
            pointer,
            fields,
            extras_type,
            attribute,
            self.docs(sources_of(shape, owner)),
            self._stands_alone(shape, owner),
        )

    def _stands_alone(self, shape: ObjectShape, owner: Key) -> bool:
        """Whether the owner's schema accepts objects of this one kind, and nothing else."""
        slots = self.projection.slots(owner)
        others = slots.null or slots.booleans or slots.numbers or slots.strings or slots.arrays
        kinds = self._kinds(slots.objects)
        if others or len(kinds) != 1:
            return False
        return {owner, *kinds[0].sources}.issuperset(shape.sources)

    def _field(self, shape: ObjectShape, key: str, attribute: str, spoken: Conjunction) -> Field:
        found = self.type_of((spoken,))
        presence, default = self._presences.of(shape, key, spoken)
        if presence == "defaulted" and holds_object(default) and not _is_plain(found):
            self._presences.lose(
                spoken[0],
                "as a class the default would bring the defaults of its own properties along",
            )
            presence, default = "optional", None
        pointer = self.graph[spoken[0]].pointer if spoken else self.graph[shape.sources[0]].pointer
        return Field(key, attribute, found, presence, default, pointer, self.docs(spoken))

    def _array(self, shapes: tuple[ArrayShape, ...]) -> Type:
        tuples = [self._tuple(shape) for shape in shapes]
        if len(shapes) == 1 and tuples[0] is not None:
            return tuples[0]
        alternatives: list[Conjunction] = []
        for shape in shapes:
            alternatives.extend(self._item_keys(shape))
        return ListOf(self.type_of(tuple(alternatives)) if alternatives else Nothing())

    def _tuple(self, shape: ArrayShape) -> TupleOf | None:
        length = self._length(shape)
        if not any(layer.prefix for layer in shape.layers) or length is None or length > MAX_TUPLE:
            return None
        if shape.shortest < length or length == 0:
            return None
        return TupleOf(
            tuple(self.type_of((self._position(shape, index),)) for index in range(length))
        )

    def _length(self, shape: ArrayShape) -> int | None:
        """The greatest length an array of this shape can have."""
        limits = [shape.longest] if shape.longest is not None else []
        for layer in shape.layers:
            if layer.rest is not None and self.projection.is_never(layer.rest):
                limits.append(len(layer.prefix))
        return min(limits) if limits else None

    def _position(self, shape: ArrayShape, index: int) -> Conjunction:
        found: list[Key] = []
        for layer in shape.layers:
            if index < len(layer.prefix):
                found.append(layer.prefix[index])
            elif layer.rest is not None:
                found.append(layer.rest)
        return tuple(found)

    def _item_keys(self, shape: ArrayShape) -> list[Conjunction]:
        longest = max((len(layer.prefix) for layer in shape.layers), default=0)
        limit = self._length(shape)
        count = longest if limit is None else min(longest, limit)
        found = [self._position(shape, index) for index in range(count)]
        if limit is None or limit > longest:
            found.append(self._position(shape, longest))
        return [keys for keys in found if not any(self.projection.is_never(key) for key in keys)]

    def docs(self, keys: Conjunction) -> Docs:
        """What the nodes and what they refer to tell people."""
        return docs_of(self.graph, self.projection, keys)


def _has_enum(node: Node) -> bool:
    return any(isinstance(it, Enum) for it in node.keywords)


def _owner(shape: ObjectShape) -> Key:
    """The node that the class of such objects is named after."""
    return shape.sources[0] if len(shape.sources) == 1 else shape.owner


def sources_of(shape: ObjectShape, owner: Key) -> Conjunction:
    return (owner,) if owner in shape.sources or len(shape.sources) > 1 else shape.sources


def _is_plain(found: Type) -> bool:
    """Whether an object of this type is a plain dict all the way down."""
    match found:
        case MapOf(value=value):
            return _is_plain(value)
        case ListOf(item=item):
            return _is_plain(item)
        case UnionOf(members=members):
            return all(_is_plain(member) for member in members)
        case Named():
            return False
        case _:
            return True


def _joined_literals(members: list[Type]) -> list[Type]:
    """Literals side by side become one; `true` and `1` may share it, their types tell them apart."""
    result: list[Type] = []
    for member in members:
        if isinstance(member, Literals) and result and isinstance(result[-1], Literals):
            result[-1] = Literals((*result[-1].values, *member.values))
        else:
            result.append(member)
    return result


def declare(
    graph: Graph,
    names: dict[Key, str],
    accepts: Callable[[Key, JSON], bool],
    keep_extras: bool,
    make_enums: bool,
    formats: Collection[str],
) -> Model:
    """The model of a graph."""
    made = Declarations(graph, names, accepts, keep_extras, make_enums, formats)
    root = made.type_of(((graph.root,),))
    for key in graph.definitions:
        made.type_of(((key,),))
        if made.projection.resolve(key) != key:
            made.alias(names[key], key, made.type_of(((key,),)))
    losses = tuple(made.projection.losses.values())
    return Model(root, names[graph.root], tuple(made.declared.values()), names, losses)
