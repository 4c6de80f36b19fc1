"""What stands for a union of objects where msgspec decodes: a class for which our own code makes the object of a value.

Such a class is told to msgspec as a type it does not know; msgspec then asks for the object, and the union decides in the same order
as where documents are decoded exactly, but refuses what no branch is known to accept.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from nemcon.model.names import cap_words, snake
from nemcon.model.types import Choice, Model, Named, Primitive, Record, UnionOf
from nemcon.read import graph as g
from nemcon.read.graph import Key, Keyword
from nemcon.records import dataclass
from nemcon.render.codec import common_tag
from nemcon.render.printing import Code
from nemcon.render.text import identifier


@dataclass(frozen=True)
class StandIn:
    """`branches` are the conditions on `value` with the object of each."""

    name: Code
    function: Code
    members: str
    branches: tuple[tuple[Code, Code], ...]


@dataclass(frozen=True)
class StandIns:
    """Those of a model. `keywords` finds all that nodes say in place."""

    model: Model
    keywords: Callable[..., tuple[Keyword, ...]]

    @cached_property
    def made(self) -> dict[str, StandIn]:
        return {}

    @cached_property
    def _records(self) -> frozenset[str]:
        return frozenset(it.name for it in self.model.declarations if isinstance(it, Record))

    def one_of(self, union: UnionOf, keywords: tuple[Keyword, ...], at: str) -> str | None:
        """The class that stands for the objects of a union; None where one branch or another would have to be asked for more."""
        if not union.choices or not self._is_sound(union, keywords):
            return None
        own = cap_words(at)
        name = f"_OneOf{own}"
        found = StandIn(
            Code(identifier(name)),
            Code(identifier(f"_one_of_{snake(own)}")),
            ", ".join(it.type.name for it in union.choices if isinstance(it.type, Named)),
            tuple(map(self._branch, union.choices)),
        )
        return name if self.made.setdefault(name, found) == found else None

    def _branch(self, choice: Choice) -> tuple[Code, Code]:
        assert isinstance(choice.type, Named)
        names = (snake(self.model.names[key]) for key in choice.when)
        test = " and ".join(f"validator.is_{name}(value)" for name in names)
        return Code(test), Code(f"_build_{snake(choice.type.name)}(value)")

    def _is_sound(self, union: UnionOf, keywords: tuple[Keyword, ...]) -> bool:
        """Whether what some choice takes satisfies the keywords: a choice of branches and nothing else."""
        choosing = [it for it in keywords if isinstance(it, (g.AnyOf, g.OneOf))]
        rest = [it for it in keywords if it not in choosing]
        if len(choosing) != 1 or not all(
            isinstance(it, g.Type) and "object" in it.types for it in rest
        ):
            return False
        if isinstance(choosing[0], g.OneOf) and not self._is_disjoint(union, choosing[0]):
            return False
        branches = [self.keywords(branch) for branch in choosing[0].branches]
        plain = {*union.members} - {it.type for it in union.choices} <= {Primitive("null")}
        return plain and all(self._is_of(choice, branches) for choice in union.choices)

    def _is_of(self, choice: Choice, branches: list[tuple[Keyword, ...]]) -> bool:
        return (
            isinstance(choice.type, Named)
            and choice.type.name in self._records
            and choice.claims is None
            and any(self.keywords(key) in branches for key in choice.when)
        )

    def _is_disjoint(self, union: UnionOf, one_of: g.OneOf) -> bool:
        """Whether a tag tells the branches apart, so that one alone accepts."""
        objects = [branch for branch in one_of.branches if not self._is_null(branch)]
        absent = [it for it in union.choices if it.tag_may_be_absent]
        return (
            len(objects) == len(union.choices)
            and len(absent) < 2
            and common_tag([*union.choices]) is not None
        )

    def _is_null(self, branch: Key) -> bool:
        return all(isinstance(it, g.Type) and it.types == ("null",) for it in self.keywords(branch))
