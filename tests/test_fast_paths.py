"""The fast path and the exact path give the same for every text: object, types, errors; and every target the same as the others."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from documents import DOCUMENTS
from nemcon import generate
from places import ROOT, SCHEMA
from target_cases import CASES

VALUES = [
    b"null", b"1", b"1.0", b"-0.0", b"1e2", b"1e400", b"-1E+999", b"18446744073709551616", b"9" * 5000, b"9" * 100_001,
    b"NaN", b"-Infinity", b"01", b"1.", b"tru", b"[1,]", b"{1:2}", b"'x'", b'"\\x"', b'"\\ud800"', b'"\\ud83d\\ude00"',
    b'"\xff"', b'"\xc0\x80"', b'"\xed\xa0\x80"', b'{"\xff":1}', '"\u00e9"'.encode(), b'"\n"', b'""', b"true", b"[]", b"{}",
    b'{"text":"a","type":"text"}', b'[{"image_url":{}},{"text":1}]', b"[" * 300 + b"]" * 300, b"[" * 5000 + b"]" * 5000,
    b"[" * 5000, b"1e999999999", b"-1e100001", b"1" * 400 + b".5", b"1e", b"1e+", b"-", b"--1", b"+1", b".5", b"1.e5", b"0x10",
    b'"\\u12"', b'"\t"', b"/**/1", b"nul", b"[1 2]", b'{"a" 1}', b'{"a":1,}', b"{,}", b"\x00", b"\xef\xbb\xbf1",
]  # fmt: skip
"""What may stand in the place of a value, or behind a key that no schema knows."""

FRACTION = b"1" * 400 + b".5"
"""No float has room for it."""

SCHEMAS: dict[str, Any] = {
    "canonical": SCHEMA,
    **{path.name: path / "schema.json" for path in sorted((ROOT / "tests" / "golden").iterdir())},
    **{
        name: CASES[name][0]
        for name in ("recursion", "closed", "absent, null and defaulted", "anything")
    },
    "union of objects": {
        "type": "object",
        "properties": {
            "shape": {"oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}]},
            "shapes": {"type": "array", "items": {"oneOf": [{"$ref": "#/$defs/Circle"}, {"$ref": "#/$defs/Square"}]}},
            "named": {"type": "object", "additionalProperties": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}, {"type": "null"}]}},
            "one": {"type": "array", "items": {"oneOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}]}},
        },
        "$defs": {
            "Circle": {"type": "object", "properties": {"kind": {"const": "circle"}, "r": {"type": "integer"}}, "required": ["kind"]},
            "Square": {"type": "object", "properties": {"kind": {"const": "square"}, "a": {"type": "number"}}, "required": ["kind", "a"]},
            "A": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
            "B": {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": {"type": "integer"}},
        },
    },
}  # fmt: skip
MORE: dict[str, list[Any]] = {
    "canonical": [document for document, _ in DOCUMENTS.values()],
    "union of objects": [
        {"shape": {"kind": "circle", "r": 1}, "shapes": [{"kind": "square", "a": 1.5, "x": 1}, {"kind": "circle"}]},
        {"named": {"x": {"a": 1}, "y": {"b": "t", "n": 1}, "z": None}, "one": [{"a": 1}, {"b": "t"}]},
        {"one": [{"a": 1, "b": "both"}], "shapes": [{"kind": "triangle"}]},
    ],
}  # fmt: skip
EXTRAS = ("keep", "drop")
OPEN: dict[str, Any] = {"type": "object", "properties": {"a": {"type": "number"}}}


@cache
def package(name: str, extras: str) -> Any:
    targets = ("fixtures", "models", "structs", "typed_dicts")
    return generate(SCHEMAS[name], name="case", targets=targets, extras=extras)


@cache
def documents(name: str) -> list[Any]:
    groups = json.loads(package(name, "keep").files["fixtures.json"])
    found = [test["data"] for group in groups for test in group["tests"]]
    return [*MORE.get(name, []), *sorted(found, key=lambda it: -len(json.dumps(it)))[:5]]


@cache
def texts(name: str) -> list[bytes]:
    """Every document as it is, and with one thing changed that JSON or the schema may mind."""
    found: dict[bytes, None] = {}
    for document in documents(name):
        changed = list(_changed(document))
        step = len(changed) // 50 + 1
        found.update(dict.fromkeys([json.dumps(document).encode(), *changed[::step]]))
    return list(found)


def _changed(value: Any) -> Iterator[bytes]:
    """Texts of a value with one change somewhere inside."""
    yield from VALUES
    if isinstance(value, dict):
        members = [(json.dumps(key).encode(), json.dumps(it).encode()) for key, it in value.items()]
        for more in VALUES:
            yield _object([*members, (b'"zz"', more)])
            yield _object([(b'"\\u007aq"', more), *members])
        for place, (key, text) in enumerate(members):
            before, after = members[:place], members[place + 1 :]
            yield _object([*before, *after])
            yield _object([*before, (key, b"null"), (key, text), *after])
            yield _object([*before, (key, text), (key, b"[]"), *after])
            yield _object([*before, (_escaped(key), text), *after])
            for changed in _changed([*value.values()][place]):
                yield _object([*before, (key, changed), *after])
    elif isinstance(value, list):
        items = [json.dumps(item).encode() for item in value]
        for place, item in enumerate(value[:3]):
            for changed in _changed(item):
                yield b"[" + b",".join([*items[:place], changed, *items[place + 1 :]]) + b"]"
    elif isinstance(value, int) and not isinstance(value, bool):
        yield b"%d.0" % value
        yield b"%d.5" % value


def _object(members: list[tuple[bytes, bytes]]) -> bytes:
    return b"{" + b", ".join(key + b": " + text for key, text in members) + b"}"


def _escaped(key: bytes) -> bytes:
    return b'"' + b"".join(b"\\u%04x" % ord(char) for char in json.loads(key)) + b'"'


DEEP = "too deep"
"""How deep a path goes depends on how much of it runs in C; it says so or gives the value."""


def _outcome(
    module: Any, error: tuple[type[Exception], ...], decode: Callable[..., Any], *of: Any
) -> Any:
    """What came of decoding: the value of the object with all types, or the errors."""
    try:
        made = module.to_builtins(decode(*of))
    except error as refused:
        found: Any = refused
        if found.errors[0].keyword == "depth":
            return DEEP
        return [
            (it.keyword, it.instance_location, it.keyword_location, it.message)
            for it in found.errors
        ]
    try:
        return _typed(made)
    except RecursionError:
        return DEEP


def _typed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _typed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_typed(item) for item in value]
    return (type(value).__name__, value)


@pytest.mark.parametrize("extras", EXTRAS)
@pytest.mark.parametrize("name", SCHEMAS)
def test_both_paths_agree(name: str, extras: str) -> None:
    every = [package(name, extras).load() for _ in range(3)]
    structs, error = every[0].structs, tuple(it.validator.ValidationError for it in every)
    others = [it.models for it in every]
    assert others[0]._reader() is not others[0]._scanned
    for module in others[1:]:
        module._structs = lambda: None
    others[2]._reader = lambda: others[2]._scanned
    for text in texts(name):
        for data in (text, *_as_string(text)):
            fast = _outcome(structs, error, structs.decode, data)
            exact = _outcome(structs, error, structs._decode_exactly, data, structs.Root)
            assert fast == exact, data[:300]
            for module in others:
                assert fast == _outcome(module, error, module.decode, data), data[:300]


@pytest.mark.parametrize("extras", EXTRAS)
@pytest.mark.parametrize(
    "rest", [{}, {"not": {"type": "integer"}}, {"maximum": 1}, {"type": "integer"}]
)
@pytest.mark.parametrize("target", ["models", "typed_dicts"])
def test_numbers_that_are_forgotten_are_read_as_well_without_msgspec(
    target: str, rest: dict[str, Any], extras: str
) -> None:
    schema = {
        "type": "object",
        "properties": {"x": {"type": "number"}},
        "additionalProperties": rest,
    }
    made = generate(schema, name="case", targets=(target,), extras=extras)
    loaded, without = made.load(), made.load()
    ours, theirs = getattr(loaded, target), getattr(without, target)
    theirs._reader = lambda: theirs._scanned
    errors = (loaded.validator.ValidationError, without.validator.ValidationError)
    for number in (
        FRACTION,
        b"1e400",
        b"-1E+400",
        b"1e999999999",
        b"-1e100001",
        b"2.5",
        b"9" * 400,
    ):
        for key in (b"x", b"zz"):
            text = b'{"%s": %s}' % (key, number)
            assert _outcome(ours, errors, ours.decode, text) == _outcome(
                theirs, errors, theirs.decode, text
            )


VAST = (
    b"1e999999999",
    b"-1E+100000",
    b"1e99999999999999999999999",
    b"9" * 100_001,
    b"%d.5" % 10**400,
    b"1.5e400",
    b"1e-999999999",
)
"""Numbers that no float holds, and some that no limit allows."""
FORGETFUL: dict[str, tuple[Any, str]] = {
    "a key": (OPEN, '{"a": 1, "zz": %s}'),
    "inside a key": (OPEN, '{"zz": {"y": [0, %s]}, "a": 1}'),
    "all keys": ({"type": "object", "required": [], "properties": {"b": False}}, '{"zz": %s}'),
    "items": ({"type": "array", "items": OPEN}, '[{}, {"zz": %s}]'),
    "a map": (
        {"type": "object", "properties": {"k": {"type": "object", "additionalProperties": OPEN}}},
        '{"k": {"a": {"zz": %s}}}',
    ),
    "a union": (
        {"oneOf": [{**OPEN, "required": ["a"]}, {"type": "object", "properties": {"b": {}}, "required": ["b"]}]},
        '{"a": 1, "b": %s}',
    ),
    "another of a union": (
        {"type": "array", "items": {"anyOf": [{**OPEN, "required": ["a"]}, {**OPEN, "required": ["b"]}]}},
        '[{"a": 1, "c": %s}, {"b": [], "c": {}}]',
    ),
}  # fmt: skip


@pytest.mark.parametrize("number", VAST, ids=lambda it: it[:12].decode())
@pytest.mark.parametrize("name", FORGETFUL)
def test_what_is_forgotten_may_be_any_number(name: str, number: bytes) -> None:
    schema, document = FORGETFUL[name]
    made = generate(
        schema, name="case", targets=("models", "structs", "typed_dicts"), extras="drop"
    )
    loaded, without = made.load(), made.load()
    without.models._reader = lambda: without.models._scanned
    errors = (loaded.validator.ValidationError, without.validator.ValidationError)
    modules = (loaded.structs, loaded.models, without.models, loaded.typed_dicts)
    text = (document % number.decode()).encode()
    found = [_outcome(it, errors, it.decode, text) for it in modules]
    found.append(_outcome(loaded.structs, errors, loaded.structs._decode_exactly, text, loaded.structs.Root))  # fmt: skip
    assert [it == found[0] for it in found] == [True] * 5
    assert name == "a union" or b"zz" not in loaded.typed_dicts.encode(loaded.typed_dicts.decode(text))  # fmt: skip


@pytest.mark.parametrize("number", VAST[:5], ids=lambda it: it[:12].decode())
@pytest.mark.parametrize("place", ['{"a": %s}', '{"free": [{"x": %s}]}', '{"many": [1, %s]}', '{"zz": %s, "free": %s}'])  # fmt: skip
def test_what_is_kept_may_not(place: str, number: bytes) -> None:
    kept = {"a": {"type": "number"}, "free": {}, "many": {"type": "array", "items": {"type": "number"}}}  # fmt: skip
    schema = {"type": "object", "properties": kept}
    loaded = generate(schema, name="case", targets=("models", "structs", "typed_dicts"), extras="drop").load()  # fmt: skip
    text = place.replace("%s", number.decode())
    for module in (loaded.structs, loaded.models, loaded.typed_dicts):
        with pytest.raises(loaded.validator.ValidationError, match="not finite"):
            module.decode(text)


def _as_string(text: bytes) -> list[str]:
    try:
        return [text.decode()]
    except UnicodeDecodeError:
        return []


@pytest.mark.parametrize("target", ["models", "typed_dicts"])
def test_msgspec_reads_only_where_it_is_and_is_exact(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where there is none, or an old one that makes floats of long integers, json reads."""
    inexact: Any = ModuleType("msgspec")
    inexact.json = SimpleNamespace(Decoder=lambda: SimpleNamespace(decode=lambda text: 2.0**64))
    for found in (None, ModuleType("msgspec"), inexact):
        monkeypatch.setitem(sys.modules, "msgspec", found)
        module = getattr(package("canonical", "keep").load(), target)
        assert module._reader() is module._scanned
        made = module.decode(b' {"index": 18446744073709551617, "delta": {"role": "user"}}\n')
        assert b"18446744073709551617" in module.encode(made)


@pytest.mark.parametrize("target", ["models", "typed_dicts"])
def test_what_msgspec_raises_is_nobodys_business(
    target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its errors were no ValueErrors in older versions."""

    class Refused(Exception):
        pass

    def decode(text: bytes) -> Any:
        if text.isdigit():
            return int(text)
        raise Refused

    old: Any = ModuleType("msgspec")
    old.json = SimpleNamespace(Decoder=lambda: SimpleNamespace(decode=decode))
    monkeypatch.setitem(sys.modules, "msgspec", old)
    loaded = package("canonical", "keep").load()
    module = getattr(loaded, target)
    made = module.decode(b'{"index": 1.0, "delta": {"role": "user"}}')
    assert module.to_builtins(made) == {"index": 1, "delta": {"role": "user"}}
    assert module._reader() is decode
    with pytest.raises(loaded.validator.ValidationError):
        module.decode(b"{")


def test_unions_of_objects_are_decoded_on_the_fast_path() -> None:
    """msgspec has no words for them: it asks, and the exact path is not needed, unknown keys or not."""
    structs = package("union of objects", "keep").load().structs
    structs._decode_exactly = None
    made = structs.decode(
        b'{"shape": {"kind": "square", "a": 1}, "shapes": [{"kind": "circle", "r": 1.0, "x": [1]}],'
        b' "named": {"x": {"b": "t", "n": 2}, "y": null}}'
    )
    assert made.shape == structs.Square(kind="square", a=1)
    assert made.shapes[0].r == 1 and made.shapes[0].extras == {"x": [1]}
    assert made.named["x"].extras == {"n": 2} and made.named["y"] is None


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_is_taken_over_from_structs_is_what_is_built_of_dictionaries(name: str) -> None:
    taking, building = package(name, "keep").load(), package(name, "keep").load()
    building.models._structs = lambda: None
    for document in documents(name):
        with contextlib.suppress(ValueError):
            made = taking.models.decode(json.dumps(document))
            assert repr(made) == repr(building.models.decode(json.dumps(document)))


def test_whole_documents_are_taken_over_from_structs() -> None:
    loaded = package("canonical", "keep").load()
    models = loaded.models
    models._codec = None
    assert models.decode(b'{"index": 0, "delta": {"role": "user"}}').delta.role == "user"
    parts = b'[{"type": "text", "text": "a", "more": [null]}]'
    made = models.decode(b'{"index": 0, "delta": {"role": "user", "content": %s}}' % parts)
    assert made.delta.content == [
        models.ChatCompletionMessageText(text="a", extras={"more": [None]})
    ]


def test_what_is_forgotten_is_passed_over() -> None:
    structs = package("canonical", "drop").load().structs
    structs._decode_exactly = None
    made = structs.decode(
        b'{"index": 0, "delta": {"role": "user", "x": {}}, "y": [1e999999999, "\\u00e9"]}'
    )
    assert structs.encode(made) == b'{"index":0,"delta":{"role":"user"}}'
