"""`nemcon agree`: the laws, run on a schema's own package and shown as a matrix."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import DOUBT, LAWS, TARGETS, Court, Disagreement, check_document
from nemcon.agree.referee import referees
from nemcon.commands.documents import documents
from nemcon.commands.options import chosen, compiled, schema_options
from nemcon.commands.reports import Finding, format_option, report
from nemcon.commands.terminal import Progress, plural, say
from nemcon.config import Settings
from nemcon.fixtures import FixtureSet
from nemcon.pipeline import Compiled
from nemcon.read.graph import Graph
from nemcon.records import dataclass, field, replace

if TYPE_CHECKING:
    from nemcon.agree.mutation import Score

SHOWN = 5
"""At most this many disagreements, doubts and reasons are shown in full."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "schemas", nargs="*", metavar="SCHEMA", help="the schemas (the configured packages)"
    )
    parser.add_argument(
        "--documents",
        action="append",
        default=[],
        metavar="FILE",
        help="more documents: JSON, or NDJSON by its name",
    )
    parser.add_argument(
        "--mutate", action="store_true", help="change every keyword: do the fixtures notice?"
    )
    parser.add_argument("--verbose", action="store_true", help="show everything that is found")
    format_option(parser)
    schema_options(parser)


def run(found: Namespace) -> int:
    every = chosen(found, found.schemas)
    limit = 1_000_000 if found.verbose else SHOWN
    heard: list[_Hearing] = []
    for settings in every:
        heard.append(_agree(settings, found.documents, found.mutate))
        if found.format == "text":
            _tell(heard[-1], limit)
    if found.format != "text":
        findings = [it for hearing in heard for it in _findings(hearing)]
        fine = [(it.source, name) for it in heard for name in _kept(it)]
        report("agree", findings, found.format, fine)
    return 1 if any(hearing.fails for hearing in heard) else 0


@dataclass
class _Tally:
    """What the court has found so far."""

    accepted: int = 0
    refused: int = 0
    found: list[Disagreement] = field(default_factory=list[Disagreement])
    doubts: list[Disagreement] = field(default_factory=list[Disagreement])

    def take(self, some: Iterable[Disagreement], accepted: bool) -> None:
        for one in some:
            (self.doubts if one.law == DOUBT else self.found).append(one)
        self.accepted += accepted
        self.refused += not accepted


@dataclass(frozen=True)
class _Hearing:
    """Everything that was found about one package; `score` only where its schema was changed on purpose."""

    source: str
    name: str
    targets: Sequence[str]
    referees: Sequence[str]
    tally: _Tally
    fixtures: FixtureSet
    score: Score | None

    @property
    def fails(self) -> bool:
        unexplained = self.score.unexplained if self.score else ()
        return bool(self.tally.found or self.fixtures.misfits or unexplained)


def _agree(settings: Settings, files: Sequence[str], mutate: bool) -> _Hearing:
    """Runs the laws on one package."""
    targets = None if settings.targets is None else (*settings.targets, "validator", "fixtures")
    made = compiled(settings, targets=targets)
    assert made.fixtures is not None
    present = [target for target in TARGETS if f"{target}.py" in made.package.files]
    court = Court(made.package.load(), present, defaults_of(made.graph), referees(made.graph))
    tally = _Tally()
    _try_fixtures(court, made, made.fixtures, tally)
    _try_files(court, files, tally)
    score = _mutate(made.graph, made.fixtures) if mutate else None
    name, judges = made.package.name, sorted(court.referees)
    return _Hearing(settings.source, name, present, judges, tally, made.fixtures, score)


def _tell(hearing: _Hearing, limit: int) -> None:
    """Prints what was found about a package, the matrix first."""
    tally = hearing.tally
    say(f"{hearing.name}: {_heard(tally, hearing.referees)}")
    for line in matrix(hearing.targets, tally.accepted, tally.refused, tally.found):
        say(line, "red" if "BROKEN" in line else None)
    _list("", tally.found, limit)
    _list("in doubt: ", tally.doubts, limit)
    _list("", hearing.fixtures.misfits, limit)
    _tell_witnesses(hearing.fixtures, limit)
    if hearing.score is not None:
        _tell_score(hearing.score, limit)


def _findings(hearing: _Hearing) -> Iterator[Finding]:
    """The same for machines: what breaks a law is an error, a doubt a warning, a missing witness with its reason a note."""
    source = hearing.source
    for one in hearing.tally.found:
        yield Finding(source, one.law, str(one))
    for one in hearing.tally.doubts:
        yield Finding(source, one.law, str(one), level="warning")
    for misfit in hearing.fixtures.misfits:
        place = misfit.position
        yield Finding(
            place.file, "sample", misfit.problem, place.line, place.pointer, column=place.column
        )
    for lost in hearing.fixtures.unwitnessed:
        message = f"no witness for {lost.what}: {lost.because}: {lost.reason}"
        yield Finding(source, "witness", message, pointer=lost.pointer, level="note")
    for survivor in hearing.score.survivors if hearing.score else ():
        why = survivor.reason or "unexplained"
        message = (
            f"{survivor.keyword} {survivor.kind} ({survivor.what}), and no fixture notices: {why}"
        )
        fails = hearing.score is not None and survivor in hearing.score.unexplained
        level = "error" if fails else "note"
        yield Finding(source, "mutation", message, pointer=survivor.pointer, level=level)


def _kept(hearing: _Hearing) -> Iterator[str]:
    """The laws that each target keeps."""
    broken = {(it.target, it.law) for it in hearing.tally.found}
    for target in hearing.targets:
        for law in LAWS:
            if (target, law) not in broken and not _beside(target, law):
                yield f"{target}: {law}"


def _beside(target: str, law: str) -> bool:
    """Whether a law is about objects, and the target makes none."""
    return target == "validator" and law in ("nothing lost", "true annotations")


def _heard(tally: _Tally, names: Sequence[str]) -> str:
    judges = ", ".join(names) if names else "none can take this schema"
    doubts = f"; in doubt: {len(tally.doubts)}" if tally.doubts else ""
    return f"{plural(tally.accepted, 'document')} accepted, {tally.refused:,} refused; referees: {judges}{doubts}"


def _try_fixtures(court: Court, made: Compiled, fixtures: FixtureSet, tally: _Tally) -> None:
    progress, done = Progress(f"{made.package.name}: the laws"), 0
    total = sum(len(group.fixtures) for group in fixtures.groups)
    for group in fixtures.groups:
        here = court
        if group.pointer:
            judges = referees(made.graph, group.reference.partition("#")[2])
            here = replace(
                court,
                referees=judges,
                definition=made.model.names[group.key],
                defaults=court.defaults.at(group.key),
            )
        for fixture in group.fixtures:
            labels = [
                (it.instance_location, it.keyword_location, it.keyword) for it in fixture.faults
            ]
            tally.take(
                check_document(here, fixture.data, fixture.valid, labels=labels), fixture.valid
            )
            done += 1
            progress(done, total)
    progress.done()


def _try_files(court: Court, files: Sequence[str], tally: _Tally) -> None:
    for file in files:
        for document, text in documents(file):
            accepted = court.package.validator.is_valid(document)
            tally.take(check_document(court, document, None, text), accepted)


def matrix(
    targets: Sequence[str], accepted: int, refused: int, found: Sequence[Disagreement]
) -> Iterator[str]:
    """The table of targets against laws: how many documents kept each law, and how many broke it."""
    broken = Counter((it.target, it.law) for it in found)
    over = dict(zip(LAWS, (accepted + refused, accepted, accepted, refused)))
    yield "  ".join(["".ljust(12), *(law.ljust(18) for law in LAWS)]).rstrip()
    for target in targets:
        cells: list[str] = []
        for law in LAWS:
            bad = broken[target, law]
            cells.append(
                "-" if _beside(target, law) else f"{bad} BROKEN" if bad else f"ok {over[law]}"
            )
        yield "  ".join([target.ljust(12), *(cell.ljust(18) for cell in cells)]).rstrip()


def _list(prefix: str, every: Sequence[object], limit: int) -> None:
    for one in every[:limit]:
        for line in f"{prefix}{one}".split("\n"):
            say(f"  {line}")
    if len(every) > limit:
        say(f"  and {len(every) - limit} more (--verbose shows them)")


def _tell_witnesses(fixtures: FixtureSet, limit: int) -> None:
    """Says how many assertions have a witness, and of every other the reason; then what asserts nothing."""
    counted = fixtures.assertions - len(fixtures.idle)
    idle = f"; idle: {len(fixtures.idle):,}" if fixtures.idle else ""
    say(f"witnesses: {counted - len(fixtures.lost):,} of {plural(counted, 'assertion')}{idle}")
    for some in (fixtures.lost, fixtures.idle):
        _list("", [f"{it.pointer} ({it.what}): {it.because}: {it.reason}" for it in some], limit)


def _mutate(graph: Graph, fixtures: FixtureSet) -> Score:
    from nemcon.agree.mutation import mutation_score

    progress = Progress("mutation")
    score = mutation_score(graph, fixtures, progress=progress)
    progress.done()
    return score


def _tell_score(score: Score, limit: int) -> None:
    """Says how many changed schemas the fixtures notice."""
    say(
        f"mutation: {score.caught} of {plural(score.mutants, 'mutant')} caught;"
        f" {score.assertions_caught} of {plural(score.assertions, 'assertion')} taken out"
    )
    survivors = [
        f"{it.pointer} {it.kind} ({it.what}): {it.reason or 'unexplained'}"
        for it in score.survivors
    ]
    _list("survived: ", survivors, limit)
