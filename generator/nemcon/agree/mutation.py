"""Mutation: one keyword of the schema at a time taken out, loosened or tightened; the fixtures have to notice."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias

from nemcon.fixtures import FixtureSet, Judge
from nemcon.fixtures.changes import Change, changed_nodes, changes_of
from nemcon.fixtures.touched import Touched, touched
from nemcon.read.formats import is_of_format
from nemcon.read.graph import JSON, Graph, Key, Node
from nemcon.records import dataclass, field, replace

Progress: TypeAlias = Callable[[int, int], None]
Verdict: TypeAlias = Callable[[Key, JSON], bool]


@dataclass(frozen=True)
class Mutant:
    """A schema that differs in one keyword from the one it was made of."""

    change: Change
    changed: Mapping[Key, Node] = field(repr=False)

    def graph(self, graph: Graph) -> Graph:
        """The changed schema as a graph of its own."""
        return replace(graph, nodes={**graph.nodes, **self.changed})


@dataclass(frozen=True)
class Survivor:
    """A mutant that no fixture notices. `reason` says why; None where an assertion was taken out and nothing explains it."""

    pointer: str
    keyword: str
    kind: Literal["removed", "loosened", "tightened"]
    what: str
    reason: str | None


@dataclass(frozen=True)
class Score:
    """How many mutants there were and how many were caught; `assertions` of them took out an assertion."""

    mutants: int
    caught: int
    assertions: int
    assertions_caught: int
    survivors: tuple[Survivor, ...]

    @property
    def unexplained(self) -> tuple[Survivor, ...]:
        """The assertions that are not witnessed though nothing says why."""
        return tuple(it for it in self.survivors if it.kind == "removed" and it.reason is None)


def mutants(graph: Graph) -> Iterator[Mutant]:
    """Every mutant of a schema, in graph order; places that are read several times are changed everywhere at once."""
    readings: dict[str, list[Key]] = {}
    for key, node in graph.nodes.items():
        readings.setdefault(node.pointer, []).append(key)
    for keys in readings.values():
        for keyword in graph[keys[0]].keywords:
            for change in changes_of(keyword):
                yield Mutant(change, changed_nodes(graph.nodes, tuple(keys), change))


def mutation_score(
    graph: Graph,
    fixtures: FixtureSet,
    *,
    verdict_of: Callable[[Mutant], Verdict] | None = None,
    progress: Progress | None = None,
) -> Score:
    """Runs the fixtures against every mutant.

    `verdict_of` gives what decides about documents under a mutant, by the key of a group's schema (a validator rendered
    from `mutant.graph(graph)`, say); the judge of the fixtures when None. A document is run only against mutants whose
    place it touches. `progress` is told how many of how many mutants are done.
    """
    judge = Judge(graph.nodes, is_of_format)

    def judged(mutant: Mutant) -> Verdict:
        return judge.with_changes(mutant.changed).accepts

    decide = verdict_of or judged
    near = touched(graph.nodes, [(it.key, it.fixtures) for it in fixtures.groups])
    reasons = {(it.pointer, it.keyword, it.what): it.reason for it in fixtures.unwitnessed}
    every, survivors = list(mutants(graph)), list[Survivor]()
    for done, mutant in enumerate(every, 1):
        if not _noticed(decide(mutant), mutant, near):
            survivors.append(_survivor(mutant.change, reasons))
        if progress is not None:
            progress(done, len(every))
    lost = sum(it.kind == "removed" for it in survivors)
    assertions = sum(it.change.is_assertion for it in every)
    return Score(
        len(every), len(every) - len(survivors), assertions, assertions - lost, tuple(survivors)
    )


def _survivor(change: Change, reasons: Mapping[tuple[str, str, str], str]) -> Survivor:
    """A mutant with what is known of it: what holds of an assertion taken out holds of one that is loosened."""
    what = "taken out" if change.kind == "loosened" else change.what
    reason = reasons.get((change.pointer, change.name, what))
    if reason is None and not change.is_assertion:
        reason = "no document was found that tells it from the schema"
    return Survivor(change.pointer, change.name, change.kind, change.what, reason)


def _noticed(verdict: Verdict, mutant: Mutant, documents: Touched) -> bool:
    """Whether a document is judged otherwise than before; those labelled with the changed keyword are asked first."""
    near = [pair for key in mutant.changed for pair in documents.get(key, ())]
    pointer = mutant.change.pointer
    near.sort(
        key=lambda pair: not any(fault.keyword_location == pointer for fault in pair[1].faults)
    )
    return any(verdict(key, fixture.data) != fixture.valid for key, fixture in near)


__all__ = ["Mutant", "Score", "Survivor", "Verdict", "mutants", "mutation_score"]
