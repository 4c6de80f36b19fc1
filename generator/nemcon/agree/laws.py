"""The laws, as plain functions: what each target makes of a document, held against the others and a referee."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nemcon.agree.annotations import misfits
from nemcon.agree.equality import came_back, same
from nemcon.read.graph import JSON

LAWS = ("one verdict", "nothing lost", "true annotations", "one error")
TARGETS = ("validator", "models", "structs", "typed_dicts")


@dataclass(frozen=True)
class Disagreement:
    """A law that a target breaks on a document; `what` says how."""

    law: str
    target: str
    document: JSON
    what: str

    def __str__(self) -> str:
        shown = json.dumps(self.document)
        shown = shown if len(shown) <= 200 else f"{shown[:197]}..."
        return f"{self.target} breaks the law of {self.law}: {self.what}\n    on {shown}"


@dataclass(frozen=True)
class Court:
    """Everything a document is judged with: the loaded package, the targets it has, the defaults of its schema, and the
    referees by name, each answering whether the schema accepts a value (None when it cannot tell)."""

    package: Any
    targets: Sequence[str]
    defaults: Mapping[str, list[JSON]]
    referees: Mapping[str, Callable[[JSON], bool | None]]


def check_document(court: Court, document: JSON, expected: bool | None = None) -> list[Disagreement]:
    """All disagreements about one document; `expected` is its verdict where it is known beforehand."""
    found: list[Disagreement] = []

    def object_(law: str, target: str, what: str) -> None:
        found.append(Disagreement(law, target, document, what))

    validator = court.package.validator
    verdict = validator.is_valid(document)
    errors = list(validator.iter_errors(document))
    if verdict == bool(errors):
        object_("one verdict", "validator", f"is_valid says {verdict}, iter_errors has {len(errors)} errors")
    if expected is not None and verdict != expected:
        object_("one verdict", "validator", f"says {verdict}, expected {expected}")
    for name, referee in court.referees.items():
        other = referee(document)
        if other is not None and other != verdict:
            object_("one verdict", "validator", f"says {verdict}, {name} says {other}")
    for target in court.targets:
        if target != "validator":
            _check_target(court, target, document, verdict, errors, object_)
    return found


def _check_target(
    court: Court, target: str, document: JSON, verdict: bool, errors: list[Any], object_: Callable[..., None]
) -> None:
    module = getattr(court.package, target)
    text = json.dumps(document).encode()
    before = copy.deepcopy(document)
    for how, read in (
        ("decode", lambda: module.decode(text)),
        ("decode of a string", lambda: module.decode(text.decode())),
        ("from_builtins", lambda: module.from_builtins(document)),
    ):
        try:
            value = read()
        except court.package.validator.ValidationError as refused:
            if verdict:
                object_("one verdict", target, f"{how} refuses: {refused}")
            elif list(refused.errors) != errors:
                object_("one error", target, f"{how}: {[*refused.errors]} instead of {errors}")
            continue
        if not verdict:
            object_("one verdict", target, f"{how} accepts")
            continue
        _check_value(court, target, module, value, document, how, object_)
    if not same(before, document):
        object_("nothing lost", target, "from_builtins changed what it was given")


def _check_value(
    court: Court, target: str, module: Any, value: Any, document: JSON, how: str, object_: Callable[..., None]
) -> None:
    for what, back in (
        ("encode", json.loads(module.encode(value))),
        ("to_builtins", module.to_builtins(value)),
    ):
        if not came_back(document, back, dict(court.defaults)):
            object_("nothing lost", target, f"{what} after {how} gives {json.dumps(back)[:300]}")
    wrong = next(misfits(value, module.Root, module), None)
    if wrong is not None:
        object_("true annotations", target, f"after {how}: {wrong}")
