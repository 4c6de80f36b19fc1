"""The laws, as plain functions: what each target makes of a document, held against the others and a referee."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from nemcon.agree.annotations import misfits
from nemcon.agree.equality import Defaults, came_back, same
from nemcon.agree.hints import named_type
from nemcon.read.graph import JSON
from nemcon.records import dataclass
from nemcon.render.targets import all_targets

LAWS = ("one verdict", "nothing lost", "true annotations", "one error")
TARGETS = tuple(
    target.name
    for target in all_targets()
    if target.name == "validator" or "objects" in target.settings
)
"""The targets that can decode, and the validator: what the laws are about."""
DOUBT = "referees"
"""Stands for a law where the referees do not agree among themselves."""


@dataclass(frozen=True)
class Disagreement:
    """A law that a target breaks on a document; `what` says how. `law` is DOUBT where the referees differ."""

    law: str
    target: str
    document: JSON
    what: str
    definition: str | None = None

    def __str__(self) -> str:
        shown = json.dumps(self.document)
        shown = shown if len(shown) <= 200 else f"{shown[:197]}..."
        subject = f" as {self.definition}" if self.definition else ""
        if self.law == DOUBT:
            return f"{self.what}\n    on {shown}{subject}"
        return f"{self.target} breaks the law of {self.law}: {self.what}\n    on {shown}{subject}"


@dataclass(frozen=True)
class Court:
    """Everything a document is judged with.

    The loaded package, the targets it has, the defaults of its schema, and the referees by name, each answering whether
    the schema accepts a value (None when it cannot tell). `definition` is the name that a definition has in the
    modules; the whole schema is meant when it is None.
    """

    package: Any
    targets: Sequence[str]
    defaults: Defaults
    referees: Mapping[str, Callable[[JSON], bool | None]]
    definition: str | None = None


@dataclass(frozen=True)
class _Case:
    """One document before the court: what the validator says of it."""

    document: JSON
    text: bytes
    accepted: bool
    errors: list[Any]


def check_document(
    court: Court,
    document: JSON,
    expected: bool | None = None,
    text: bytes | None = None,
    labels: Sequence[Label] | None = None,
) -> list[Disagreement]:
    """All disagreements about one document.

    `expected` is its verdict where it is known beforehand, `labels` its errors (instance location, keyword location,
    keyword) where these are known, `text` the JSON text that it was read from, if any.
    """
    return [
        Disagreement(law, target, document, what, court.definition)
        for law, target, what in _disagreements(court, document, expected, text, labels)
    ]


Label = tuple[str, str, str]
_Objection = tuple[str, str, str]


def _disagreements(
    court: Court,
    document: JSON,
    expected: bool | None,
    text: bytes | None,
    labels: Sequence[Label] | None,
) -> Iterator[_Objection]:
    subject = _subject(court)
    before = copy.deepcopy(document)
    try:
        accepted, errors = subject.is_valid(document), list(subject.iter_errors(document))
    except Exception as fault:
        yield "one verdict", "validator", f"raises {type(fault).__name__}: {fault}"
        return
    if any(it.keyword == "unreadable" for it in errors):
        yield "one verdict", "validator", "fails on a document, which holds no objects of others"
    if accepted == bool(errors):
        yield "one verdict", "validator", f"is_valid says {accepted}, iter_errors has {len(errors)} errors"
    if expected is not None and accepted != expected:
        yield "one verdict", "validator", f"says {_word(accepted)}, expected {_word(expected)}"
    said = [(it.instance_location, it.keyword_location, it.keyword) for it in errors]
    if labels is not None and said != list(labels):
        yield "one error", "validator", f"says {said}, expected {[*labels]}"
    yield from _ask_referees(court, document, accepted)
    text = json.dumps(document).encode() if text is None else text
    case = _Case(document, text, accepted, errors)
    for target in court.targets:
        if target != "validator":
            yield from _check_target(court, target, case)
            if not same(before, document):
                yield "nothing lost", target, "from_builtins changed what it was given"
                document = copy.deepcopy(before)
                case = _Case(document, text, accepted, errors)


def _subject(court: Court) -> Any:
    """What validates the documents."""
    validator = court.package.validator
    return validator if court.definition is None else getattr(validator, court.definition)


def _ask_referees(court: Court, document: JSON, accepted: bool) -> Iterator[_Objection]:
    """An objection when no referee is on our side; a doubt when they differ."""
    said = {name: referee(document) for name, referee in court.referees.items()}
    others = {
        name: verdict
        for name, verdict in said.items()
        if verdict is not None and verdict != accepted
    }
    shown = ", ".join(f"{name} says {_word(verdict)}" for name, verdict in said.items())
    if others and accepted in said.values():
        yield DOUBT, "validator", f"the referees differ: {shown}; the validator says {_word(accepted)}"
    elif others:
        yield "one verdict", "validator", f"says {_word(accepted)}; {shown}"
    elif said and all(verdict is None for verdict in said.values()):
        yield DOUBT, "validator", f"no referee can tell; the validator says {_word(accepted)}"


def _word(verdict: bool | None) -> str:
    return "nothing" if verdict is None else "valid" if verdict else "refused"


def _check_target(court: Court, target: str, case: _Case) -> Iterator[_Objection]:
    module = getattr(court.package, target)
    kind = module.Root if court.definition is None else named_type(module, court.definition)
    if kind is None:
        return
    for how, read in _ways(module, kind, court.definition is None, case):
        try:
            value = read()
        except court.package.validator.ValidationError as refused:
            if case.accepted:
                yield "one verdict", target, f"{how} refuses: {refused}"
            elif list(refused.errors) != case.errors:
                yield "one error", target, f"{how}: {[*refused.errors]} instead of {case.errors}"
            continue
        except Exception as fault:
            yield "one verdict", target, f"{how} raises {type(fault).__name__}: {fault}"
            continue
        if case.accepted:
            yield from _check_value(court, target, kind, value, case.document, how)
        else:
            yield "one verdict", target, f"{how} accepts"


def _ways(
    module: Any, kind: Any, is_root: bool, case: _Case
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """The ways into a target."""
    named: tuple[Any, ...] = () if is_root else (kind,)
    text = case.text.decode("utf-8")
    yield "decode", lambda: module.decode(case.text, *named)
    yield "decode of a string", lambda: module.decode(text, *named)
    yield "from_builtins", lambda: module.from_builtins(case.document, *named)


def _check_value(
    court: Court, target: str, kind: Any, value: Any, document: JSON, how: str
) -> Iterator[_Objection]:
    module = getattr(court.package, target)
    try:
        backs = {
            "encode": json.loads(module.encode(value)),
            "to_builtins": module.to_builtins(value),
        }
    except Exception as fault:
        yield "nothing lost", target, f"encoding after {how} raises {type(fault).__name__}: {fault}"
        return
    for what, back in backs.items():
        if not came_back(document, back, court.defaults):
            yield "nothing lost", target, f"{what} after {how} gives {json.dumps(back)[:300]}"
        elif not same(document, back) and not _subject(court).is_valid(back):
            shown = json.dumps(back)[:300]
            yield "nothing lost", target, f"{what} after {how} gives {shown}, which is refused"
    wrong = next(misfits(value, kind, module), None)
    if wrong is not None:
        yield "true annotations", target, f"after {how}: {wrong}"
