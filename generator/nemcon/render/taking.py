"""How a dataclass takes over what the Struct of the same name holds, as Python expressions.

msgspec decodes whole documents into Structs at a speed that no Python reaches; where structs.py is at hand, models.py lets it, and
takes over what comes of it.
"""

from __future__ import annotations

from nemcon.model.names import snake
from nemcon.model.types import (
    Alias,
    Enumeration,
    ListOf,
    MapOf,
    Model,
    Named,
    Primitive,
    Record,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.records import dataclass
from nemcon.render.codec import Codec
from nemcon.render.expressions import LOOPS, closed
from nemcon.render.predicates import formats_of


def can_take(model: Model) -> bool:
    """Whether whole documents are of a class, and everything but classes is the same in both modules."""
    declared = {it.name: it for it in model.declarations}
    return (
        isinstance(model.root, Named)
        and isinstance(declared[model.root.name], Record)
        and not any(isinstance(it, Enumeration) for it in model.declarations)
        and not formats_of(model)
    )


@dataclass(frozen=True)
class Taking:
    """Prints the expressions, for a model that `can_take`."""

    codec: Codec

    def works(self, type_: Type, seen: frozenset[str] = frozenset()) -> bool:
        """Whether there may be Structs in a value of `type_`."""
        match type_:
            case Named(name):
                declaration = self.codec.declarations[name]
                if isinstance(declaration, Alias):
                    return name not in seen and self.works(declaration.type, seen | {name})
                return True
            case ListOf(item) | MapOf(item):
                return self.works(item, seen)
            case TupleOf(items) | UnionOf(items):
                return any(self.works(item, seen) for item in items)
            case _:
                return False

    def take(self, type_: Type, value: str, depth: int = 0) -> str:
        """The expression for what `value`, of `type_`, is with dataclasses in place of Structs."""
        if not self.works(type_):
            return value
        loop = LOOPS[depth % len(LOOPS)]
        match type_:
            case Named(name) if isinstance(self.codec.declarations[name], Record):
                return f"_take_{snake(name)}({value}, absent)"
            case ListOf(item):
                return f"[{self.take(item, loop, depth + 1)} for {loop} in {value}]"
            case MapOf(item):
                inner = self.take(item, loop, depth + 1)
                return f"{{key: {inner} for key, {loop} in {value}.items()}}"
            case UnionOf(members):
                working = [member for member in members if self.works(member)]
                if len(working) == 1 and {*members} == {*working, Primitive("null")}:
                    return f"None if {value} is None else {closed(self.take(working[0], value, depth))}"
                if Primitive("string") in members:
                    return f"{value} if {value}.__class__ is str else _take({value}, absent)"
                return f"_take({value}, absent)"
            case _:
                return f"_take({value}, absent)"
