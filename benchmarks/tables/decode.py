"""structs.decode, from bytes to objects."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal

import msgspec
from documents import DOCUMENTS
from msgspec import UNSET, Struct, UnsetType
from nemcon import generate
from places import SCHEMA
from streaming_choice_response import structs

from benchmarks import peers
from benchmarks.measure import geometric, in_process
from benchmarks.report import Table, microseconds

SHAPES = ("text delta", "tool calls", "logprobs and usage", "everything at once", "content parts")
UNKNOWN = ("unknown keys",)


class Part(Struct):
    """Text part and image part in one: what msgspec can decode without help."""

    type: Literal["text", "image_url"] | UnsetType = UNSET
    text: str | UnsetType = UNSET
    image_url: dict[str, str] | UnsetType = UNSET


def bare(module: Any) -> Any:
    """The Structs of a module as msgspec would have them: no extras, no union of two objects."""
    made: dict[str, Any] = {}
    for name, cls in vars(module).items():
        if (
            isinstance(cls, type)
            and issubclass(cls, Struct)
            and name == cls.__name__
            and cls is not Struct
        ):
            fields = [
                _field(name, it, made) for it in msgspec.structs.fields(cls) if it.name != "extras"
            ]
            made[name] = msgspec.defstruct(name, fields, kw_only=True)
    return made["StreamingChoiceResponse"]


def _field(owner: str, field: Any, made: dict[str, Any]) -> Any:
    if (owner, field.name) == ("ChatCompletionMessage", "content"):
        hint: Any = str | Part | list[Part] | None | UnsetType
    else:
        hint = _replaced(field.type, made)
    return (field.encode_name, hint) if field.required else (field.encode_name, hint, field.default)


def _replaced(hint: Any, made: dict[str, Any]) -> Any:
    """A type with the classes made so far in place of those of the same name."""
    arguments = getattr(hint, "__args__", None)
    if getattr(hint, "__name__", None) in made:
        return made[hint.__name__]
    if not arguments or getattr(hint, "__origin__", None) is Literal:
        return hint
    replaced = tuple(_replaced(it, made) for it in arguments)
    origin = getattr(hint, "__origin__", None)
    if origin in (list, dict):
        return origin[replaced]
    whole = replaced[0]
    for it in replaced[1:]:
        whole = whole | it
    return whole


def tables() -> list[Table]:
    root = bare(structs)
    limit = msgspec.json.Decoder(root).decode
    table = Table(
        "Decoding into Structs",
        "Goal against bare msgspec into the same Structs without the union: at most 1.15 in the geometric mean, 1.3 on each "
        "shape. `msgspec.json.decode` is the same limit without a ready decoder. The limit for a function of Python is `objects made`: it calls "
        "the decoder and makes the objects of the union of their two classes, and checks nothing.",
        [
            "document",
            "ours",
            "bare msgspec",
            "objects made",
            "msgspec.json.decode",
            "pydantic",
            "json.loads",
        ],
    )
    functions: dict[str, Callable[[bytes], Any]] = {
        "ours": structs.decode,
        "bare msgspec": limit,
        "objects made": _made(limit),
        "msgspec.json.decode": lambda data: msgspec.json.decode(data, type=root),
        "pydantic": peers.pydantic_decode(),
        "json.loads": json.loads,
    }
    ratios = []
    for shape in SHAPES:
        data = json.dumps(DOCUMENTS[shape][0]).encode()
        times = in_process({name: (function, data) for name, function in functions.items()})
        cells = [times.ratio("ours", name) for name in functions if name != "ours"]
        ratios.append(cells)
        table.add(shape, microseconds(times["ours"]), *cells)
    table.add("geometric mean", "", *(geometric(column) for column in zip(*ratios)))
    return [table, _unknown(limit)]


def _made(limit: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """A decoder that makes the parts of a content what they are."""
    text, image = structs.ChatCompletionMessageText, structs.ChatCompletionMessageImageUrl

    def made(part: Any) -> Any:
        return image(image_url=part.image_url) if part.text is UNSET else text(text=part.text)

    def decode(data: bytes) -> Any:
        found = limit(data)
        content = found.delta.content
        if content.__class__ is list:
            found.delta.content = [made(part) for part in content]
        return found

    return decode


def _unknown(limit: Callable[[bytes], Any]) -> Table:
    table = Table(
        "Decoding into Structs: documents with unknown keys",
        'Goals: at most 0.7 of pydantic\'s time; with `extras = "drop"` as fast as a document without them (1.3 of bare msgspec). '
        "The limit is `refused and read`: msgspec finds an unknown key and says so, then reads the text as dictionaries; nothing is checked or made.",
        [
            "document",
            "ours",
            "pydantic",
            "refused and read",
            "that against pydantic",
            'extras = "drop" against bare msgspec',
        ],
    )
    dropping = generate(SCHEMA, targets=("structs",), extras="drop").load().structs.decode
    functions = {
        "ours": structs.decode,
        "pydantic": peers.pydantic_decode(),
        "limit": _refused_and_read,
        "drop": dropping,
        "bare": limit,
    }
    for shape in UNKNOWN:
        data = json.dumps(DOCUMENTS[shape][0]).encode()
        times = in_process({name: (function, data) for name, function in functions.items()})
        table.add(
            shape,
            microseconds(times["ours"]),
            times.ratio("ours", "pydantic"),
            times.ratio("ours", "limit"),
            times.ratio("limit", "pydantic"),
            times.ratio("drop", "bare"),
        )
    return table


def _refused_and_read(data: bytes) -> Any:
    try:
        return structs._decode(data)
    except msgspec.ValidationError:
        return structs._decode_any(data)
