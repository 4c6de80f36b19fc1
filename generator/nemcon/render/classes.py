"""What the templates of classes are told: records, fields and functions, as text that is ready to print."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from nemcon.model.names import snake
from nemcon.model.types import (
    Alias,
    Declaration,
    Docs,
    Enumeration,
    Field,
    Literals,
    Model,
    Named,
    Nothing,
    Record,
    Type,
)
from nemcon.read.graph import Key
from nemcon.records import replace
from nemcon.render.annotations import Annotations
from nemcon.render.codec import Call, Codec, Plan, Same
from nemcon.render.defaults import default_text, makes
from nemcon.render.expressions import Building, Case, Plain, members_of
from nemcon.render.facts import (
    AliasFacts,
    ClassFacts,
    CodecFacts,
    EnumFacts,
    FieldFacts,
    HelperFacts,
    ModuleFacts,
)
from nemcon.render.predicates import formats_of
from nemcon.render.printing import Code
from nemcon.render.taking import Taking
from nemcon.render.text import identifier, literal, name_part

UNNAMED = "_Whole"
"""What stands for the root where no type is named and its own is that of other schemas too."""


def class_facts(
    model: Model,
    root: Key,
    *,
    objects: bool,
    absent: str,
    verb: str = "build",
    finite: bool = False,
    forgets: bool = False,
    takes: bool = False,
    python: tuple[int, int] = (3, 10),
) -> ModuleFacts:
    """The facts of one module. `objects` and `absent` are the target's: whether records become objects, and what
    an optional field's annotation holds besides its type (`UnsetType`; empty for mappings, which lack the key); so is
    `finite`: whether no number overflows when a text is read. `forgets`: whether keys that the schema does not name are
    left out. `takes`: whether the objects may be made from Structs. `python` is the oldest version that runs it.
    """
    model = model if objects else _with_values(model)
    codec = Codec(model, objects, finite and not forgets, forgets)
    return _Facts(model, root, codec, absent, verb, python, takes).module()


class _Facts:
    def __init__(
        self,
        model: Model,
        root: Key,
        codec: Codec,
        absent: str,
        verb: str,
        python: tuple[int, int],
        takes: bool,
    ) -> None:
        self.python = python
        self.model = model
        self.root_key = root
        self.absent = absent
        self.codec = codec
        self.annotations = Annotations(tuples=codec.objects)
        self.building = Building(verb)
        self.plain = Plain(self.codec)
        self.taking = Taking(self.codec) if takes else None
        self.known: set[str] = set()

    def module(self) -> ModuleFacts:
        declarations = tuple(self._declaration(it) for it in self.model.declarations)
        root_plan = self.codec.plan(self.model.root)
        root_build = Code(self.building.build(root_plan, "value", snake(self.model.root_name)))
        own = self.model.root_name not in self.known
        codecs = tuple(self._codecs())
        root = Code(self.annotations.text(self.model.root))
        mentioned = _mentioned([declarations, codecs, root_build])
        helpers = self._needed_helpers(mentioned)
        return ModuleFacts(
            formats=formats_of(self.model) if self.codec.objects else frozenset(),
            title=self.model.root_name,
            declarations=declarations,
            helpers=helpers,
            codecs=codecs,
            root=root,
            root_name=Code(identifier(self.model.root_name)) if own else None,
            root_build=root_build if any(it.function == "_build_root" for it in codecs) else None,
            unnamed=Code(UNNAMED if any(it.name == UNNAMED for it in codecs) else "Root"),
            exports=tuple(sorted({*self.known, self.model.root_name})),
            uses=mentioned | _mentioned([helpers, root]),
            forgets=self.codec.forgets,
            takes=self.taking is not None,
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
        """What decode takes. Types of several schemas that are equal at run time name none of these."""
        names = self.model.names
        root = self.model.root
        seen: dict[str, dict[str, CodecFacts]] = {}
        for it in sorted(self.model.declarations, key=lambda it: isinstance(it, Alias)):
            if not self._is_class(it.type) if isinstance(it, Alias) else it.stands_alone:
                facts = CodecFacts(
                    Code(identifier(it.name)), Code(identifier(names[it.key])), self._function(it)
                )
                named = Named(it.name)
                seen.setdefault(self._identity(named), {}).setdefault(self._meant(named), facts)
        if not self._is_class(root):
            facts = CodecFacts(
                Code("Root"), Code(identifier(names[self.root_key])), Code("_build_root")
            )
            group = seen.setdefault(self._identity(root), {})
            group[self._meant(root)] = facts
            if len(group) > 1:
                yield replace(facts, name=Code(UNNAMED))
        for group in seen.values():
            if len(group) == 1:
                yield from group.values()

    def _identity(self, type_: Type) -> str:
        return self.annotations.identity(type_, self.codec.declarations)

    def _meant(self, type_: Type) -> str:
        """The name of the declaration that alone says all that `type_` says; empty where there is none."""
        name = ""
        while isinstance(type_, Named):
            name, found = type_.name, self.codec.declarations[type_.name]
            type_ = found.type if isinstance(found, Alias) else Nothing()
        return name

    def _is_class(self, type_: Type) -> bool:
        found = self.codec.declarations.get(self._meant(type_))
        return not isinstance(found, Alias) and found is not None

    def _function(self, it: Declaration) -> Code:
        if isinstance(it, Enumeration):
            return Code(f"{members_of(it.name)}.__getitem__")
        return Code(self.building.name(it.name) if it.name in self.codec.working else "_same")

    def _declaration(self, it: Declaration) -> ClassFacts | AliasFacts | EnumFacts:
        match it:
            case Record():
                facts: ClassFacts | AliasFacts | EnumFacts = self._class(it)
            case Alias():
                facts = self._alias(it)
            case Enumeration():
                facts = self._enumeration(it)
        self.known.add(it.name)
        return facts

    def _warning(self, docs: Docs, name: str) -> Code | None:
        """What a warning says of a deprecated class, where the language has a word for it (PEP 702)."""
        if not docs.deprecated or self.python < (3, 13):
            return None
        said = (docs.description or "").strip().partition("\n")[0]
        return Code(literal(said or f"{name} is deprecated."))

    def _enumeration(self, it: Enumeration) -> EnumFacts:
        return EnumFacts(
            kind="enum",
            name=Code(identifier(it.name)),
            pointer=it.pointer,
            doc=document(it.docs, it.name),
            members=tuple(
                (Code(identifier(name)), Code(literal(value))) for name, value in it.members
            ),
            table=Code(identifier(members_of(it.name))),
            deprecated=self._warning(it.docs, it.name),
        )

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
            deprecated=self._warning(record.docs, record.name),
            works=record.name in self.codec.working,
            sheds=self.codec.forgets and not self.codec.objects,
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
            made=field.presence == "defaulted" and makes(self.codec, plan, field.default),
            raw=field.key,
            same=isinstance(plan, Same),
            build=Code(self.building.build(plan, "found", place)),
            initial=Code(self._initial(plan, field.key, place)),
            plain=Code(self.plain.plain(field.type, f"value.{field.attribute}")),
            take=self._take(field),
            doc=document(field.docs, field.key),
        )

    def _take(self, field: Field) -> Code | None:
        found = f"found.{field.attribute}"
        return None if self.taking is None else Code(self.taking.take(field.type, found))

    def _initial(self, plan: Plan, key: str, place: str) -> str:
        """What a constructor is given for a field: the object, or the value where it takes more to make that."""
        if isinstance(plan, (Call, Same)):
            return self.building.build(plan, f"value.pop({literal(key)})", place)
        return f"value[{literal(key)}]"

    def _default(self, field: Field, plan: Plan, place: str) -> Code | None:
        match field.presence:
            case "required":
                return None
            case "optional":
                return Code("UNSET")
            case "defaulted":
                return Code(default_text(self.codec, self.building, plan, field.default, place))


def _with_values(model: Model) -> Model:
    """The model with the values that enumerations have in JSON in their place."""
    declarations = tuple(
        (
            Alias(it.name, it.key, it.pointer, Literals(tuple(v for _, v in it.members)), it.docs)
            if isinstance(it, Enumeration)
            else it
        )
        for it in model.declarations
    )
    return replace(model, declarations=declarations)


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


def _mentioned(facts: Any) -> frozenset[str]:
    """Every name in the code of some facts."""
    pieces: set[str] = set()
    _collect(facts, pieces)
    return frozenset(_NAME.findall("\n".join(pieces)))


def _collect(facts: Any, pieces: set[str]) -> None:
    kind = facts.__class__
    if kind is Code:
        pieces.add(facts)
    elif isinstance(facts, _SEVERAL):
        for it in facts:
            if it.__class__ not in _BARE:
                _collect(it, pieces)
    elif hasattr(kind, "__record_fields__"):
        for name in kind.__record_fields__:
            it = getattr(facts, name)
            if it.__class__ not in _BARE:
                _collect(it, pieces)


_SEVERAL: Any = (list, tuple)
_BARE = frozenset([str, bool, int, type(None)])
"""What no name of the code stands in."""
_NAME = re.compile(r"[A-Za-z_]\w*")


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
