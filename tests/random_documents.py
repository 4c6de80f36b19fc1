"""Documents drawn at random for a schema: its fixtures and other documents, changed here and there; held to the laws.

`python tests/random_documents.py [COUNT]` draws COUNT documents (100,000) over all schemas of the corpus and prints every
disagreement; NEMCON_SEED (0) is where the numbers begin, NEMCON_ENUMS (literal) what enumerations become.
"""

from __future__ import annotations

import copy
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import DOUBT, TARGETS, Court, Disagreement, check_document
from nemcon.agree.referee import referees
from nemcon.errors import NemconError
from nemcon.fixtures import make_fixtures
from nemcon.pipeline import compiled
from nemcon.records import replace
from places import CORPUS

SCALARS: tuple[Any, ...] = (
    None, True, False, 0, -0.0, 1, 1.0, -1, 0.5, 2**53, 2**53 + 1, 2**63, -(2**63) - 1, 2.0**64, 10**30, 1e300, 5e-324,
    "", " ", "a", "1", "true", "null", "\u00e9", "\U0001f600", "\ud800", "a\x00b", "\u2028", "x" * 300, "2024-01-01",
    "2024-01-01T00:00:00Z", "https://example.org/a?b#c", "__class__", "extras",
)  # fmt: skip
KEYS = ("extra", "extras", "__class__", "self", "", "a b", "UNSET", "x-extra", "$ref", "\ud800")
MOST_NODES = 10_000
"""The fixtures of larger schemas take minutes: where there are other documents, they do."""
LONGEST = 20_000
"""Documents whose text is longer are not drawn from."""


class Drawing:
    """Draws documents. What occurs anywhere in `documents` may come to stand anywhere else."""

    def __init__(self, documents: Sequence[Any], random: Random) -> None:
        self._random = random
        self._documents = [it for it in documents if len(json.dumps(it)) <= LONGEST] or [{}]
        parts = [part for document in self._documents[:400] for part in _parts(document)]
        self._parts = parts[:20_000]
        keys = {key for part in self._parts if isinstance(part, dict) for key in part}
        self._keys = [*sorted(keys), *KEYS]

    def document(self) -> Any:
        """A document with one change, now and then with more, or with none."""
        box = [copy.deepcopy(self._random.choice(self._documents))]
        for _ in range(self._random.choice((0, 1, 1, 1, 1, 2, 3, 5))):
            self._change(box)
        return box[0]

    def _change(self, box: list[Any]) -> None:
        container = self._container(box)
        places = [*container] if isinstance(container, dict) else [*range(len(container))]
        random = self._random
        if not places or (container is not box and random.random() < 0.2):
            self._add(container)
            return
        place = random.choice(places)
        if container is not box and random.random() < 0.2:
            del container[place]
        else:
            container[place] = self._instead_of(container[place])

    def _container(self, box: list[Any]) -> Any:
        """An array or object in the document, or the box around it."""
        found: Any = box
        while True:
            inner = found.values() if isinstance(found, dict) else found
            below = [it for it in inner if isinstance(it, (dict, list))]
            if not below or (found is not box and self._random.random() < 0.35):
                return found
            if found is box and self._random.random() < 0.05:
                return found
            found = self._random.choice(below)

    def _add(self, container: Any) -> None:
        if isinstance(container, dict):
            container[self._random.choice(self._keys)] = self._value()
        else:
            container.insert(self._random.randint(0, len(container)), self._value())

    def _value(self) -> Any:
        if self._random.random() < 0.4:
            return self._random.choice(SCALARS)
        return copy.deepcopy(self._random.choice(self._parts))

    def _instead_of(self, value: Any) -> Any:
        random = self._random
        if random.random() < 0.5:
            return self._value()
        if isinstance(value, bool) or value is None:
            return random.choice((True, False, None, 0, 1, "true"))
        if isinstance(value, (int, float)):
            return random.choice(_near(value))
        if isinstance(value, str):
            return random.choice(
                (value + "x", value[:-1], value.upper(), value * 2, [value], value + "\n")
            )
        if isinstance(value, list):
            return random.choice((value * 2, value[::-1], value[:1], value[1:], {"0": value}, []))
        return random.choice(([value], {}, {key: value[key] for key in [*value][::-1]}, [*value]))  # fmt: skip


def _near(value: int | float) -> tuple[Any, ...]:
    """Numbers beside a number, the same number written in another way, and its text."""
    near = (value + 1, value - 1, -value)
    if abs(value) > 1e300:
        return near
    written = int(value) if isinstance(value, float) and value.is_integer() else float(value)
    return (*near, value + 0.5, written, str(value))


def _parts(document: Any) -> list[Any]:
    """A document and every value in it."""
    found = [document]
    for value in found:
        if isinstance(value, (dict, list)):
            found.extend(value.values() if isinstance(value, dict) else value)
    return found


@dataclass(frozen=True)
class Subject:
    """A schema with what its documents are drawn from."""

    name: str
    court: Court
    documents: Sequence[Any]


def subject(name: str, schema: Any, documents: Sequence[Any] = (), **options: Any) -> Subject:
    """A schema, generated and loaded, with its fixtures and other documents of it."""
    made = compiled(schema, name="case", targets=TARGETS, **options)
    drawn: list[Any] = []
    if len(made.graph.nodes) <= MOST_NODES or not documents:
        groups = make_fixtures(made.graph).groups
        drawn = [it.data for group in groups if not group.pointer for it in group.fixtures]
    judges = referees(made.graph)
    court = Court(made.package.load(), TARGETS, defaults_of(made.graph), judges)
    return Subject(name, court, [*drawn, *documents])


def disagreements(subject: Subject, count: int, seed: int) -> Iterator[Disagreement]:
    """What the laws say of `count` documents; one referee is asked, and all of them where it differs."""
    drawing = Drawing(subject.documents, Random(f"{seed} {subject.name}"))
    quick = {"jsonschema-rs": subject.court.referees["jsonschema-rs"]} if subject.court.referees.get(
        "jsonschema-rs"
    ) else subject.court.referees  # fmt: skip
    first = replace(subject.court, referees=quick)
    for _ in range(count):
        document = drawing.document()
        if any(_is_grave(it) for it in check_document(first, document)):
            again = check_document(subject.court, document)
            yield from (it for it in again if _is_grave(it))


def _is_grave(found: Disagreement) -> bool:
    """Doubts among referees are no disagreements of ours."""
    return found.law != DOUBT


def corpus() -> Iterator[tuple[str, str, list[Any], dict[str, Any]]]:
    """The schemas of the corpus: name, path, documents, and the documents that their references name."""
    for entry in json.loads((CORPUS / "manifest.json").read_text("utf-8")):
        documents = [_read(it["file"]) for it in entry["instances"]]
        resources = {it["uri"]: _read(it["file"]) for it in entry.get("refs", ())}
        yield entry[
            "name"
        ], f"{CORPUS / entry['schema']}{entry.get('root', '')}", documents, resources


def _read(file: str) -> Any:
    return json.loads((CORPUS / file).read_text("utf-8"))


def main(count: int) -> int:
    """Draws documents over the corpus; the number of disagreements."""
    seed = int(os.environ.get("NEMCON_SEED", "0"))
    every = sorted(corpus(), key=lambda it: Path(it[1].partition("#")[0]).stat().st_size)
    share, found, drawn = -(-count // len(every)), 0, 0
    enums = os.environ.get("NEMCON_ENUMS", "literal")
    for name, path, documents, resources in every:
        try:
            one = subject(name, path, documents, resources=resources, enums=enums)
        except NemconError as error:
            print(f"{name}: {error}")
            continue
        for it in disagreements(one, share, seed):
            found += 1
            print(f"{name}: {it}")
        drawn += share
        print(f"{drawn:,} documents, {name}, {found} disagreements", file=sys.stderr, flush=True)
    print(f"{drawn:,} documents, {found} disagreements")
    return found


if __name__ == "__main__":
    sys.exit(1 if main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000) else 0)
