"""The facts that the templates of classes print: text that is ready, and a few answers about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

from nemcon.records import dataclass
from nemcon.render.printing import Code
from nemcon.render.text import WIDTH, identifier, literal, sorting

MOST_FOUND = 50
MOST_BRANCHES = 150


@dataclass(frozen=True)
class FieldFacts:
    """`build` is an expression on `found`, `plain` one on `value.<attribute>`, `take` one on `found.<attribute>` of a Struct;
    `default` is what stands behind `=`.

    `made` says that each instance has a default of its own, which `factory` makes.
    """

    key: Code
    attribute: Code
    annotation: Code
    presence: str
    default: Code | None
    made: bool
    factory: Code
    raw: str
    same: bool
    build: Code
    initial: Code
    plain: Code
    take: Code | None
    doc: str

    @property
    def attribute_key(self) -> Code:
        """The key as a name in a class body, where it can be one."""
        return Code(identifier(self.raw))

    @property
    def renamed(self) -> bool:
        return self.raw != self.attribute

    def struct_default(self, named: bool) -> Code:
        """What stands behind the annotation in a Struct; `named` says whether Structs know their names in JSON."""
        name = f"name={self.key}" if named and self.renamed else ""
        if self.default is None:
            return Code(f" = field({name})") if name else Code("")
        if not name and not self.made:
            return Code(f" = {self.default}")
        default = f"default_factory={self.factory}" if self.made else f"default={self.default}"
        return Code(f" = field({default}, {name})" if name else f" = field({default})")

    @property
    def late(self) -> bool:
        """Whether `initial`, the constructor's argument, is not yet the object."""
        return not self.same and not self.initial.startswith("_")


@dataclass(frozen=True)
class Portions:
    """Fields as one function each takes them: type checkers give up on functions that branch more often. `declared` are where
    those begin in which `found` has more values than type checkers look at to tell what it is.
    """

    first: tuple[FieldFacts, ...]
    more: tuple[tuple[int, tuple[FieldFacts, ...]], ...]
    declared: frozenset[int]

    @classmethod
    def of(cls, fields: Sequence[FieldFacts]) -> Portions:
        later = range(MOST_BRANCHES, len(fields), MOST_BRANCHES)
        more = [(at, tuple(fields[at : at + MOST_BRANCHES])) for at in later]
        first = tuple(fields[:MOST_BRANCHES])
        found = {at: sum(not it.same for it in its) for at, its in [(0, first), *more]}
        declared = frozenset(at for at, count in found.items() if count > MOST_FOUND)
        return cls(first, tuple(more), declared)


@dataclass(frozen=True)
class ClassFacts:
    """A record. `deprecated` is what a warning says, where Python can mark classes. `required` are the fields that every document has, `always` those that every object writes out.
    `sheds` says that keys which no field names are taken out of its dictionaries.
    """

    kind: str
    name: Code
    snake: Code
    pointer: str
    doc: str
    fields: tuple[FieldFacts, ...]
    extras: Code | None
    extras_attribute: Code | None
    build_extras: Code
    keys: tuple[Code, ...]
    deprecated: Code | None
    works: bool
    sheds: bool

    @property
    def taker(self) -> Code:
        """The function that takes over its Struct."""
        return Code(f"_take_{self.snake}")

    @property
    def takes(self) -> frozenset[Code]:
        """The functions that take over what the fields of its Struct hold; `_take` takes a look first."""
        called = (it for field in self.fields for it in _TAKERS.findall(field.take or ""))
        return frozenset(map(Code, called))

    @property
    def required(self) -> tuple[FieldFacts, ...]:
        return tuple(field for field in self.fields if field.presence == "required")

    @property
    def built(self) -> Portions:
        """The fields in the order in which an object gets them."""
        optional = (field for field in self.fields if field.presence != "required")
        return Portions.of((*self.required, *optional))

    @property
    def built_later(self) -> Portions:
        """Those that the constructor of a Struct does not get."""
        return Portions.of(
            [field for field in self.fields if field.late or field.presence != "required"]
        )

    @property
    def settled(self) -> Portions:
        """The fields that a dictionary is asked for."""
        return Portions.of([field for field in self.fields if self.counts or not field.same])

    @property
    def written(self) -> Portions:
        """The fields in the order in which an object writes them out."""
        optional = (field for field in self.fields if field.presence == "optional")
        return Portions.of((*self.always, *optional))

    @property
    def taken(self) -> Portions:
        """The fields that a Struct is asked for."""
        return Portions.of(self.fields)

    @property
    def always(self) -> tuple[FieldFacts, ...]:
        return tuple(field for field in self.fields if field.presence != "optional")

    @property
    def extras_annotation(self) -> Code:
        """The annotation of the extras of a Struct; quoted as a whole where their own is."""
        assert self.extras is not None
        quoted = self.extras[:1] in ("'", '"')
        text = f"Extras[{self.extras[1:-1] if quoted else self.extras}] | UnsetType"
        return Code(f"{self.extras[0]}{text}{self.extras[0]}" if quoted else text)

    @property
    def odd_keys(self) -> Code:
        """The keys of the attributes that are not called like them, as a dict; the extras have None."""
        odd = [f"{literal(str(it.attribute))}: {it.key}" for it in self.fields if it.renamed]
        if self.extras_attribute:
            odd.append(f"{literal(str(self.extras_attribute))}: None")
        return Code(f"{{{', '.join(odd)}}}")

    @property
    def settles_extras(self) -> bool:
        """Whether values of keys that no field names need work."""
        return self.extras is not None and self.build_extras != "item"

    @property
    def counts(self) -> bool:
        """Whether a dictionary is asked for keys that no field names."""
        return self.settles_extras or self.sheds

    @property
    def keys_fit(self) -> bool:
        """Whether the line with all keys is no longer than lines may be."""
        line = f"_{self.snake}_KEYS = {{{', '.join(self.keys)}}}"
        return len(line) <= WIDTH


@dataclass(frozen=True)
class AliasFacts:
    kind: str
    name: Code
    pointer: str
    doc: str
    annotation: Code


@dataclass(frozen=True)
class EnumFacts:
    """An enumeration; `table` is the name of its members by their values, `deprecated` as for a record."""

    kind: str
    name: Code
    pointer: str
    doc: str
    members: tuple[tuple[Code, Code], ...]
    table: Code
    deprecated: Code | None


@dataclass(frozen=True)
class HelperFacts:
    name: Code
    cases: tuple[tuple[Code | None, Code, tuple[tuple[Code | None, Code], ...]], ...]


@dataclass(frozen=True)
class CodecFacts:
    """A type that decode takes: its name, what validates it (in validator.py), what builds it."""

    name: Code
    validator: Code
    function: Code


@dataclass(frozen=True)
class ModuleFacts:
    """A whole module. `formats` are those with a Python type, `uses` holds the names that something in it mentions,
    `forgets` says whether keys that the schema does not name are left out, `unnamed` stands for a type that is not named,
    `takes` says whether Structs can be taken over, `boxed` whether these may have extras.
    """

    formats: frozenset[str]
    title: str
    declarations: tuple[ClassFacts | AliasFacts | EnumFacts, ...]
    helpers: tuple[HelperFacts, ...]
    codecs: tuple[CodecFacts, ...]
    root: Code
    root_name: Code | None
    root_build: Code | None
    exports: tuple[str, ...]
    uses: frozenset[str]
    forgets: bool
    unnamed: Code
    takes: bool
    boxed: bool = False

    @property
    def modules(self) -> frozenset[str]:
        """The modules that the types of formats are in, besides decimal."""
        dates = {"date-time", "date", "time"} & self.formats
        return frozenset((*(("datetime",) if dates else ()), *({"uuid"} & self.formats)))

    @property
    def keeps_texts(self) -> bool:
        """Whether there are objects that keep their texts."""
        return bool({"date-time", "time"} & self.formats)

    @property
    def classes(self) -> tuple[ClassFacts, ...]:
        return tuple(it for it in self.declarations if isinstance(it, ClassFacts))

    @property
    def enums(self) -> tuple[EnumFacts, ...]:
        return tuple(it for it in self.declarations if isinstance(it, EnumFacts))

    @property
    def taker(self) -> Code:
        """The function that takes over the Struct of a whole document."""
        return next(it.taker for it in self.classes if it.name == self.root)

    @cached_property
    def taken(self) -> tuple[ClassFacts, ...]:
        """The classes whose Structs such a document may hold: all of them where it takes a look at a value to know."""
        takers = {it.taker: it for it in self.classes}
        pending, found = [self.taker], dict[Code, ClassFacts]()
        while pending:
            name = pending.pop()
            if name in found:
                continue
            found[name] = takers[name]
            called = takers[name].takes
            if "_take" in called or (self.boxed and takers[name].extras_attribute):
                return self.classes
            pending += called
        return tuple(it for it in self.classes if it.taker in found)

    @cached_property
    def takes_any(self) -> bool:
        """Whether some function takes a look at a value to know what to take over."""
        return any("_take" in it.takes or (self.boxed and it.extras_attribute) for it in self.taken)

    @property
    def deprecates(self) -> bool:
        """Whether some class is marked as deprecated."""
        marked = (*(it.deprecated for it in self.classes), *(it.deprecated for it in self.enums))
        return any(marked)

    @property
    def factories(self) -> bool:
        """Whether an instance of some class has a container of its own."""
        return any(
            it.extras_attribute or any(field.made for field in it.fields) for it in self.classes
        )

    @property
    def keeps_extras(self) -> bool:
        """Whether some class keeps the keys that no field names."""
        return any(it.extras_attribute for it in self.classes)

    def fielded(self, named: bool) -> bool:
        """Whether a field of some Struct is made by `field`; `named` as for `struct_default`."""
        return any(
            field.struct_default(named).startswith(" = field(")
            for it in self.classes
            for field in it.fields
        )

    def all(self, own: Sequence[str]) -> tuple[str, ...]:
        """The module's `__all__`: its types, those of its `own` that it has besides, and its functions."""
        names = {*own, *self.exports, "Root", "decode", "encode", "from_builtins", "to_builtins"}
        return tuple(sorted(names, key=sorting))

    def typing(self, always: Sequence[str]) -> Code:
        """The names to import from typing."""
        found = {*always, *({"Any", "Literal", "NoReturn", "TypeAlias", "Union"} & self.uses)}
        return Code(", ".join(sorted(found, key=lambda name: (sorting(name)[0], name.lower()))))


_TAKERS = re.compile(r"\b_take\w*(?=\()")
