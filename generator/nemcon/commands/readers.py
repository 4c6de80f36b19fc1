"""Does the reader of a copy accept what its source's schema writes, and the other way round? A small table, made by running both."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from nemcon.commands.terminal import plural, shortened
from nemcon.package import Package
from nemcon.records import dataclass


@dataclass(frozen=True)
class Reading:
    """What the validator of one side (`reader`) makes of the valid documents of one (`writer`); `example` was refused."""

    reader: str
    writer: str
    documents: int
    refused: int
    example: str | None

    @property
    def cell(self) -> str:
        if not self.documents:
            return "has no fixtures to try"
        if not self.refused:
            return f"accepts all {self.documents}"
        return f"refuses {self.refused} of {plural(self.documents, 'document')}"

    @property
    def told(self) -> str:
        if not self.documents:
            return f"{self.writer} has no fixtures to try on {self.reader}"
        why = f": {self.example}" if self.example else ""
        return f"{self.reader} {self.cell} that are valid for {self.writer}{why}"


def compatibility(old: Package, new: Package) -> list[Reading]:
    """Does the old reader accept what the new schema writes, and the other way round? By running both on the fixtures of both."""
    sides = {"the copy": old, "the source": new}
    validators = {name: side.load().validator for name, side in sides.items()}
    tried = {json.dumps(it): it for side in (old, new) for it in fixture_documents(side)}
    valid = {
        name: (
            [it for it in tried.values() if validators[name].is_valid(it)]
            if "fixtures.json" in side.files
            else []
        )
        for name, side in sides.items()
    }
    return [
        _read_by(reader, writer, validators[reader], valid[writer])
        for reader in sides
        for writer in sides
    ]


def _read_by(reader: str, writer: str, validator: Any, documents: Sequence[Any]) -> Reading:
    refused = [it for it in documents if not validator.is_valid(it)]
    example = _refusal(validator, min(refused, key=_length)) if refused else None
    return Reading(reader, writer, len(documents), len(refused), example)


def table(readings: Sequence[Reading]) -> Iterator[str]:
    """A small table; the shortest document that is refused stands below it, with the first reason."""
    if readings:
        yield "reader        valid documents of the copy   valid documents of the source"
    for one, other in zip(readings[::2], readings[1::2]):
        yield f"{one.reader:12}  {one.cell:28}  {other.cell}"
    for it in readings:
        if it.example:
            yield f"{it.reader} refuses {it.example}"


def _refusal(validator: Any, document: Any) -> str:
    error = next(iter(validator.iter_errors(document)))
    return (
        f"{shortened(json.dumps(document))}: {error.instance_location or '(root)'}: {error.message}"
    )


def _length(document: Any) -> int:
    return len(json.dumps(document))


def fixture_documents(package: Package) -> Iterator[Any]:
    """The documents of fixtures.json that are about the whole schema."""
    for group in json.loads(package.files.get("fixtures.json", "[]")):
        if group["schema"] == {"$ref": "schema.json"}:
            yield from (test["data"] for test in group["tests"])
