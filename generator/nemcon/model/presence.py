"""Whether a property is required, optional, or defaulted: decided here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property

from nemcon.model.fragile import fragile_names
from nemcon.model.project import Projection
from nemcon.model.slots import Conjunction, ObjectShape
from nemcon.model.types import Loss, Presence
from nemcon.read.graph import JSON, Graph, Key

MAX_DEPTH = 30
"""A default that nests deeper is not filled in: Python's parser has limits."""


class Presences:
    """Decides presence. `accepts(key, value)` says whether a schema accepts a default."""

    def __init__(
        self, graph: Graph, projection: Projection, accepts: Callable[[Key, JSON], bool]
    ) -> None:
        self._graph = graph
        self._projection = projection
        self._accepts = accepts

    @cached_property
    def _fragile(self) -> Mapping[Key, set[str]]:
        return fragile_names(self._graph)

    def of(self, shape: ObjectShape, name: str, spoken: Conjunction) -> tuple[Presence, JSON]:
        """The presence of the property `name`, and its default where it has one."""
        if name in shape.required:
            return "required", None
        for key in spoken:
            for place in (key, self._projection.resolve(key)):
                default = self._graph[place].annotations.default
                if default:
                    return self._defaulted(shape, name, place, default[0], spoken)
        return "optional", None

    def _defaulted(
        self, shape: ObjectShape, name: str, place: Key, default: JSON, spoken: Conjunction
    ) -> tuple[Presence, JSON]:
        if not all(self._accepts(key, default) for key in spoken):
            self.lose(place, "its own schema refuses the default")
            return "optional", None
        if _depth(default) > MAX_DEPTH:
            self.lose(place, f"the default nests more than {MAX_DEPTH} deep")
            return "optional", None
        if any(name in self._fragile.get(source, ()) for source in shape.sources):
            self.lose(
                place,
                "other keywords look at which properties are there, so no default is filled in",
            )
            return "optional", None
        return "defaulted", default

    def lose(self, place: Key, reason: str) -> None:
        """Records that the default at `place` is not filled in."""
        pointer = f"{self._graph[place].pointer}/default"
        self._projection.losses.setdefault((pointer, "default"), Loss(pointer, "default", reason))


def _depth(value: JSON) -> int:
    """How deep arrays and objects nest in a default."""
    level, depth = [value], 0
    while level := [
        child
        for item in level
        if isinstance(item, (list, dict))
        for child in (item.values() if isinstance(item, dict) else item)
    ]:
        depth += 1
    return depth
