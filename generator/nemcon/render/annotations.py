"""Types as Python annotations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from nemcon.model.types import (
    FORMAT_NAMES,
    Alias,
    AnyValue,
    Declaration,
    Formatted,
    ListOf,
    Literals,
    MapOf,
    Named,
    Nothing,
    Primitive,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.records import dataclass
from nemcon.render.text import identifier, literal

_PRIMITIVES = {
    "null": "None",
    "boolean": "bool",
    "integer": "int",
    "number": "int | float",
    "string": "str",
}


@dataclass(frozen=True)
class Annotations:
    """Prints types for one target. `tuples` is false where values stay what JSON has."""

    tuples: bool

    def field(self, type_: Type, known: Collection[str], *others: str) -> str:
        """The annotation of a field that may also hold `others`; quoted as a whole where a class stands further down."""
        members = self._members(type_)
        if "Any" not in members:
            members += [other for other in others if other not in members]
        else:
            members = ["Any"]
        text = one_of(members)
        return literal(text) if _refers(type_) - set(known) else text

    def alias(self, type_: Type, known: Collection[str]) -> str:
        """The value of an alias: an object at run time, with the names of what stands further down quoted."""
        if not _refers(type_) - set(known):
            return self.text(type_)
        return self._late(type_, set(known))

    def text(self, type_: Type) -> str:
        """The plain annotation."""
        return one_of(self._members(type_))

    def empty(self, type_: Type, known: Collection[str], default: str | None) -> str | None:
        """What makes the empty list or dict of `type_` that `default` shows; None when it shows something else."""
        if default not in ("[]", "{}"):
            return None
        kind = "list" if default == "[]" else "dict"
        members = type_.members if isinstance(type_, UnionOf) else (type_,)
        texts = (self.alias(member, known) for member in members if not isinstance(member, Named))
        return next((text for text in texts if text.startswith(f"{kind}[")), f"lambda: {default}")

    def identity(
        self, type_: Type, declarations: Mapping[str, Declaration], above: tuple[str, ...] = ()
    ) -> str:
        """A text that two types share when they are one object, or equal, at run time."""
        found = self._parts(type_, declarations, above)
        return "Any" if "Any" in found else " | ".join(sorted(found))

    def _parts(
        self, type_: Type, declarations: Mapping[str, Declaration], above: tuple[str, ...]
    ) -> set[str]:
        match type_:
            case Named(name):
                declaration = declarations[name]
                if not isinstance(declaration, Alias) or name in above:
                    return {name}
                return self._parts(declaration.type, declarations, (*above, name))
            case UnionOf(members):
                return {it for each in members for it in self._parts(each, declarations, above)}
            case ListOf(item):
                return {f"list[{self.identity(item, declarations, above)}]"}
            case MapOf(value):
                return {f"dict[str, {self.identity(value, declarations, above)}]"}
            case TupleOf(items) if self.tuples:
                each = (self.identity(item, declarations, above) for item in items)
                return {f"tuple[{', '.join(each)}]"}
            case TupleOf(items):
                return {f"list[{self.identity(UnionOf(items), declarations, above)}]"}
            case Literals(values):
                return {f"Literal[{', '.join(sorted(map(literal, values)))}]"}
            case _:
                return set(self._members(type_))

    def _members(self, type_: Type) -> list[str]:
        match type_:
            case AnyValue():
                return ["Any"]
            case Nothing():
                return ["NoReturn"]
            case Primitive("number"):
                return ["int", "float"]
            case Primitive(name):
                return [_PRIMITIVES[name]]
            case Formatted(name):
                return [FORMAT_NAMES[name] if self.tuples else "str"]
            case Literals(values):
                return [f"Literal[{', '.join(literal(value) for value in values)}]"]
            case ListOf(item):
                return [f"list[{self.text(item)}]"]
            case TupleOf(items) if self.tuples:
                return [f"tuple[{', '.join(self.text(item) for item in items) or '()'}]"]
            case TupleOf(items):
                return [f"list[{self.text(UnionOf(items)) if items else 'NoReturn'}]"]
            case MapOf(value):
                return [f"dict[str, {self.text(value)}]"]
            case Named(name):
                return [identifier(name)]
            case UnionOf(members):
                return _joined(text for member in members for text in self._members(member))

    def _late(self, type_: Type, known: set[str]) -> str:
        match type_:
            case ListOf(item):
                return f"list[{self._late(item, known)}]"
            case TupleOf(items) if self.tuples and items:
                return f"tuple[{', '.join(self._late(item, known) for item in items)}]"
            case TupleOf(items) if items:
                return f"list[{self._late(UnionOf(items), known)}]"
            case MapOf(value):
                return f"dict[str, {self._late(value, known)}]"
            case Named(name) if name not in known:
                return f'"{identifier(name)}"'
            case UnionOf(members) if _refers(type_) - known:
                texts = _joined(
                    text
                    for member in members
                    for text in (
                        [self._late(member, known)]
                        if _refers(member) - known
                        else self._members(member)
                    )
                )
                return texts[0] if len(texts) == 1 else f"Union[{', '.join(texts)}]"
            case _:
                return self.text(type_)


def one_of(members: Sequence[str]) -> str:
    """The annotation of a union. Many members stand in a row: Python reads each `|` one level deeper."""
    return " | ".join(members) if len(members) <= _MANY else f"Union[{', '.join(members)}]"


_MANY = 100


def _joined(texts: Iterable[str]) -> list[str]:
    found = list(dict.fromkeys(texts))
    if "Any" in found:
        return ["Any"]
    if "None" in found:
        found = [text for text in found if text != "None"] + ["None"]
    return found


def _refers(type_: Type) -> set[str]:
    """The names that `type_` mentions."""
    match type_:
        case Named(name):
            return {name}
        case ListOf(item) | MapOf(item):
            return _refers(item)
        case TupleOf(items) | UnionOf(items):
            return {name for item in items for name in _refers(item)}
        case _:
            return set()
