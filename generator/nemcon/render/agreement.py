"""What test_agreement.py has to know: how the schemas of the fixtures are called, and where which defaults may come back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nemcon.model.types import (
    Alias,
    Declaration,
    ListOf,
    MapOf,
    Model,
    Named,
    Record,
    TupleOf,
    Type,
    UnionOf,
)
from nemcon.read.graph import JSON, Graph


def agreement_facts(graph: Graph, model: Model, fixtures: Any) -> dict[str, object]:
    """The facts of the template; `fixtures` is a FixtureSet."""
    places = _Places(model)
    names: list[tuple[str, str | None]] = []
    roots: dict[str, list[str]] = {}
    for group in fixtures.groups:
        is_root = group.key == graph.root
        names.append((group.reference, None if is_root else model.names[group.key]))
        roots[group.reference] = places.classes(
            model.root if is_root else Named(model.names[group.key])
        )
    return {
        "title": model.root_name,
        "names": names,
        "roots": {name: found for name, found in roots.items() if found},
        "defaults": places.defaults,
        "below": places.below(),
    }


class _Places:
    """The objects of a model in which decoding may fill in defaults, by their classes; objects without a class are called
    after what is in them.
    """

    def __init__(self, model: Model) -> None:
        self._declarations: Mapping[str, Declaration] = {it.name: it for it in model.declarations}
        self._members: dict[str, dict[str | None, Type]] = {}
        self.defaults: dict[str, dict[str, JSON]] = {}
        for record in model.declarations:
            if isinstance(record, Record):
                members: dict[str | None, Type] = {it.key: it.type for it in record.fields}
                if record.extras is not None:
                    members[None] = record.extras
                self._members[record.name] = members
                defaults = {
                    it.key: it.default for it in record.fields if it.presence == "defaulted"
                }
                if defaults:
                    self.defaults[record.name] = defaults
        self._leading = self._that_lead()

    def classes(self, type: Type) -> list[str]:
        """The classes of the objects that a value is, or that an array has in it, as far as they lead to defaults."""
        return [it for it in dict.fromkeys(self._classes(type, ())) if it in self._leading]

    def below(self) -> dict[str, dict[str | None, list[str]]]:
        """For each class the classes of its members; None stands for the names that it does not know."""
        found: dict[str, dict[str | None, list[str]]] = {}
        for name, members in self._members.items():
            classes = {key: self.classes(it) for key, it in members.items()}
            if name in self._leading and any(classes.values()):
                found[name] = {key: it for key, it in classes.items() if it or classes.get(None)}
        return found

    def _classes(self, type: Type, above: tuple[str, ...]) -> Iterator[str]:
        match type:
            case Named(name=name):
                declaration = self._declarations.get(name)
                if isinstance(declaration, Record):
                    yield name
                elif isinstance(declaration, Alias) and name not in above:
                    yield from self._classes(declaration.type, (*above, name))
            case ListOf(item=item):
                yield from self._classes(item, above)
            case TupleOf(items=items) | UnionOf(members=items):
                for item in items:
                    yield from self._classes(item, above)
            case MapOf(value=value):
                inner = [*dict.fromkeys(self._classes(value, above))]
                if inner:
                    name = f"dict of {' or '.join(inner)}"
                    self._members.setdefault(name, {None: value})
                    yield name
            case _:
                pass

    def _that_lead(self) -> set[str]:
        """The classes that have defaults, and those with such a class somewhere below."""
        above: dict[str, set[str]] = {}
        pending, seen = list(self._members), set[str]()
        while pending:
            name = pending.pop()
            if name not in seen:
                seen.add(name)
                for it in self._members[name].values():
                    for inner in self._classes(it, ()):
                        pending.append(inner)
                        above.setdefault(inner, set()).add(name)
        found, waiting = set[str](), [*self.defaults]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += above.get(name, ())
        return found
