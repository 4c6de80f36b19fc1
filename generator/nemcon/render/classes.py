"""What the templates of classes are told: records, fields and functions, as text that is ready to print."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nemcon.model.names import snake
from nemcon.model.types import (
    Alias,
    Docs,
    Field,
    Model,
    Named,
    Record,
)
from nemcon.read.graph import Key
from nemcon.render.annotations import Annotations
from nemcon.render.codec import Call, Codec, Plan, Same
from nemcon.render.defaults import default_text
from nemcon.render.environment import Code
from nemcon.render.expressions import Building, Case, Plain
from nemcon.render.text import WIDTH, identifier, literal, name_part


@dataclass(frozen=True)
class FieldFacts:
    """`build` is an expression on `found`, `plain` one on `value.<attribute>`; `default` is what stands behind `=`.

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
class ClassFacts:
    """A record. `required` are the fields that every document has, `always` those that every object writes out."""

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
    deprecated: bool
    works: bool

    @property
    def required(self) -> tuple[FieldFacts, ...]:
        return tuple(field for field in self.fields if field.presence == "required")

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
    def settles_extras(self) -> bool:
        """Whether values of keys that no field names need work."""
        return self.extras is not None and self.build_extras != "item"

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
    """A whole module. `uses` holds the names that something in it mentions."""

    title: str
    declarations: tuple[ClassFacts | AliasFacts, ...]
    helpers: tuple[HelperFacts, ...]
    codecs: tuple[CodecFacts, ...]
    root: Code
    root_name: Code | None
    root_build: Code | None
    exports: tuple[str, ...]
    uses: frozenset[str]

    @property
    def classes(self) -> tuple[ClassFacts, ...]:
        return tuple(it for it in self.declarations if isinstance(it, ClassFacts))

    @property
    def factories(self) -> bool:
        """Whether an instance of some class has a container of its own."""
        return any(
            it.extras_attribute or any(field.made for field in it.fields) for it in self.classes
        )

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
        return tuple(sorted(names, key=_kind))

    def typing(self, always: Sequence[str]) -> Code:
        """The names to import from typing."""
        found = {*always, *({"Any", "Literal", "NoReturn", "TypeAlias", "Union"} & self.uses)}
        return Code(", ".join(sorted(found, key=lambda name: (_kind(name)[0], name.lower()))))


def _kind(name: str) -> tuple[int, tuple[tuple[bool, int, str], ...]]:
    """The place of a name in a list: constants, classes, then the rest; numbers in names count as numbers."""
    kind = 0 if len(name) > 1 and name.isupper() else 1 if name[0].isupper() else 2
    parts = re.findall(r"[0-9]+|[^0-9]", name)
    return kind, tuple(
        (not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts
    )


def class_facts(
    model: Model, root: Key, *, objects: bool, absent: str, verb: str = "build"
) -> ModuleFacts:
    """The facts of one module. `objects` and `absent` are the target's: whether records become objects, and what
    an optional field's annotation holds besides its type (`UnsetType`; empty for mappings, which lack the key).
    """
    return _Facts(model, root, objects, absent, verb).module()


class _Facts:
    def __init__(self, model: Model, root: Key, objects: bool, absent: str, verb: str) -> None:
        self.model = model
        self.root_key = root
        self.absent = absent
        self.codec = Codec(model, objects)
        self.annotations = Annotations(tuples=objects)
        self.building = Building(verb)
        self.plain = Plain(self.codec)
        self.known: set[str] = set()

    def module(self) -> ModuleFacts:
        declarations = tuple(self._declaration(it) for it in self.model.declarations)
        root_plan = self.codec.plan(self.model.root)
        root_build = Code(self.building.build(root_plan, "value", snake(self.model.root_name)))
        own = self.model.root_name not in self.known
        codecs = tuple(self._codecs())
        helpers = self._needed_helpers(_mentioned([declarations, codecs, root_build]))
        return ModuleFacts(
            title=self.model.root_name,
            declarations=declarations,
            helpers=helpers,
            codecs=codecs,
            root=Code(self.annotations.text(self.model.root)),
            root_name=Code(identifier(self.model.root_name)) if own else None,
            root_build=root_build if any(it.function == "_build_root" for it in codecs) else None,
            exports=tuple(sorted({*self.known, self.model.root_name})),
            uses=_mentioned(
                [
                    declarations,
                    helpers,
                    codecs,
                    Code(self.annotations.text(self.model.root)),
                    root_build,
                ]
            ),
        )

    def _needed_helpers(self, names: frozenset[str]) -> tuple[HelperFacts, ...]:
        """The helper functions that `names` and they themselves mention."""
        every = {name: _helper(name, cases) for name, cases in self.building.helpers.items()}
        needed, pending = set[str](), set(every) & names
        while pending:
            name = pending.pop()
            needed.add(name)
            pending |= (_mentioned(every[name].cases) & set(every)) - needed
        return tuple(facts for name, facts in every.items() if name in needed)

    def _codecs(self) -> Iterable[CodecFacts]:
        """What decode takes. Two aliases of one type are one object at run time: then only Root can mean it."""
        names = self.model.names
        root = self.model.root
        seen: dict[str, list[CodecFacts]] = {}
        for it in sorted(self.model.declarations, key=lambda it: isinstance(it, Alias)):
            if isinstance(it, Record) and not it.stands_alone:
                continue
            plan: Plan = Call(it.name) if it.name in self.codec.working else Same()
            facts = CodecFacts(
                Code(identifier(it.name)), Code(identifier(names[it.key])), self._function(plan)
            )
            same = (
                it.name
                if isinstance(it, Record)
                else self.annotations.identity(it.type, self.codec.declarations)
            )
            if same not in self.codec.declarations or isinstance(it, Record):
                seen.setdefault(same, []).append(facts)
        if not (isinstance(root, Named) and isinstance(self.codec.declarations[root.name], Record)):
            facts = CodecFacts(
                Code("Root"), Code(identifier(names[self.root_key])), Code("_build_root")
            )
            seen[self.annotations.identity(root, self.codec.declarations)] = [facts]
        for group in seen.values():
            if len(group) == 1:
                yield group[0]

    def _function(self, plan: Plan) -> Code:
        return Code(self.building.name(plan.name) if isinstance(plan, Call) else "_same")

    def _declaration(self, it: Record | Alias) -> ClassFacts | AliasFacts:
        facts = self._class(it) if isinstance(it, Record) else self._alias(it)
        self.known.add(it.name)
        return facts

    def _alias(self, alias: Alias) -> AliasFacts:
        if alias.name in self.codec.working:
            self.building.function(alias.name, self.codec.plan(alias.type))
        return AliasFacts(
            kind="alias",
            name=Code(identifier(alias.name)),
            pointer=alias.pointer,
            doc=document(alias.docs, alias.name),
            annotation=Code(self.annotations.alias(alias.type, self.known)),
        )

    def _class(self, record: Record) -> ClassFacts:
        name = snake(record.name)
        extras = record.extras
        plan: Plan = Same() if extras is None else self.codec.plan(extras)
        return ClassFacts(
            kind="class",
            name=Code(identifier(record.name)),
            snake=Code(name_part(name)),
            pointer=record.pointer,
            doc=document(record.docs, record.name),
            fields=tuple(self._field(record, field) for field in record.fields),
            extras=None if extras is None else Code(self.annotations.field(extras, self.known)),
            extras_attribute=(
                Code(identifier(record.extras_attribute)) if record.extras_attribute else None
            ),
            build_extras=Code(self.building.build(plan, "item", f"{name}.extras")),
            keys=tuple(Code(literal(field.key)) for field in record.fields),
            deprecated=record.docs.deprecated,
            works=record.name in self.codec.working,
        )

    def _field(self, record: Record, field: Field) -> FieldFacts:
        plan = self.codec.plan(field.type)
        place = f"{snake(record.name)}.{field.attribute}"
        others = (self.absent,) if field.presence == "optional" and self.absent else ()
        default = self._default(field, plan, place)
        return FieldFacts(
            key=Code(literal(field.key)),
            attribute=Code(identifier(field.attribute)),
            annotation=Code(self.annotations.field(field.type, self.known, *others)),
            presence=field.presence,
            default=default,
            factory=Code(
                self.annotations.empty(field.type, self.known, default) or f"lambda: {default}"
            ),
            made=field.presence == "defaulted" and isinstance(field.default, (list, dict)),
            raw=field.key,
            same=isinstance(plan, Same),
            build=Code(self.building.build(plan, "found", place)),
            initial=Code(
                self.building.build(
                    plan if isinstance(plan, Call) else Same(),
                    f"value[{literal(field.key)}]",
                    place,
                )
            ),
            plain=Code(self.plain.plain(field.type, f"value.{field.attribute}")),
            doc=document(field.docs, field.key),
        )

    def _default(self, field: Field, plan: Plan, place: str) -> Code | None:
        match field.presence:
            case "required":
                return None
            case "optional":
                return Code("UNSET")
            case "defaulted":
                return Code(default_text(self.codec, self.building, plan, field.default, place))


def _helper(name: str, cases: tuple[Case, ...]) -> HelperFacts:
    return HelperFacts(
        Code(identifier(name)),
        tuple(
            (
                None if case.test is None else Code(case.test),
                Code(case.result),
                tuple(
                    (None if test is None else Code(test), Code(result))
                    for test, result in case.branches
                ),
            )
            for case in cases
        ),
    )


def _mentioned(*facts: Any) -> frozenset[str]:
    """Every name in the code of some facts."""
    found: set[str] = set()
    for it in facts:
        if isinstance(it, Code):
            found.update(re.findall(r"[A-Za-z_]\w*", it))
        elif isinstance(it, _SEQUENCES):
            found |= _mentioned(*it)
        elif hasattr(it, "__dataclass_fields__"):
            found |= _mentioned(*(getattr(it, name) for name in it.__dataclass_fields__))
    return frozenset(found)


_SEQUENCES: tuple[type[Any], ...] = (list, tuple)


def document(docs: Docs, name: str) -> str:
    """What a docstring says: the title where it says more than `name`, the description, what else people should know."""
    title = docs.title or ""
    parts = ["" if _letters(title) == _letters(name) else title, docs.description or ""]
    if docs.deprecated:
        parts.append("Deprecated.")
    if docs.read_only:
        parts.append("Read only: the owner of the data sends it and never takes it.")
    if docs.write_only:
        parts.append("Write only: the owner of the data takes it and never sends it.")
    if docs.examples:
        parts.append("\n".join(["Examples:", *(f"- {literal(it)}" for it in docs.examples)]))
    return "\n\n".join(part.strip() for part in parts if part.strip())


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()
