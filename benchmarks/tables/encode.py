"""encode, from objects to bytes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import msgspec
from documents import DOCUMENTS
from streaming_choice_response import models, structs

from benchmarks import peers
from benchmarks.measure import geometric, in_process
from benchmarks.report import Table, microseconds
from benchmarks.tables.decode import bare

SHAPES = ("text delta", "tool calls", "logprobs and usage", "content parts", "everything at once")


def tables() -> list[Table]:
    return [_structs(), _models()]


def _structs() -> Table:
    table = Table(
        "Encoding Structs",
        "Goal: at most 1.1 of bare msgspec on the same Structs without the union. `called` is the limit for a function of Python: msgspec called from "
        "one, numbers that are not finite not looked for.",
        ["document", "ours", "bare msgspec", "called", "pydantic"],
    )
    limit = msgspec.json.Encoder().encode

    def called(value: Any) -> bytes:
        return limit(value)

    decoder = msgspec.json.Decoder(bare(structs))
    pydantic = peers.pydantic_decode()
    ratios = []
    for shape in SHAPES:
        data = json.dumps(DOCUMENTS[shape][0]).encode()
        times = in_process(
            {
                "ours": (structs.encode, structs.decode(data)),
                "bare msgspec": (limit, decoder.decode(data)),
                "called": (called, decoder.decode(data)),
                "pydantic": (_dump, pydantic(data)),
            }
        )
        ratios.append([times.ratio("ours", it) for it in ("bare msgspec", "called", "pydantic")])
        table.add(shape, microseconds(times["ours"]), *ratios[-1])
    table.add("geometric mean", "", *(geometric(column) for column in zip(*ratios)))
    return table


def _dump(value: Any) -> Any:
    return value.model_dump_json(exclude_unset=True)


def _models() -> Table:
    table = Table(
        "Encoding dataclasses",
        "Goal: at most 0.25 of `json.dumps(asdict(x))`, which also writes what is absent.",
        ["document", "ours", "json.dumps(asdict(x))"],
    )
    ratios = []
    for shape in SHAPES:
        value = models.decode(json.dumps(DOCUMENTS[shape][0]))
        times = in_process({"ours": (models.encode, value), "asdict": (_as_dict, value)})
        ratios.append(times.ratio("ours", "asdict"))
        table.add(shape, microseconds(times["ours"]), ratios[-1])
    table.add("geometric mean", "", geometric(ratios))
    return table


def _as_dict(value: Any) -> str:
    return json.dumps(asdict(value), default=str)
