"""Hostile documents: every validator and decoder answers with a verdict or a ValidationError, whatever it is given."""

from __future__ import annotations

import copy
import json
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from fuzzing import packages
from nemcon import generate

DECODERS = ("models", "structs", "typed_dicts")
DEEP = 1_000_000


def _texts() -> dict[str, bytes]:
    return {
        "a million arrays": b"[" * DEEP + b"]" * DEEP,
        "a million open arrays": b"[" * DEEP,
        "a million objects": b'{"a":' * DEEP + b"1" + b"}" * DEEP,
        "many digits": b'{"a":' + b"7" * 5_000 + b"}",
        "more digits than int takes": b'{"a":' + b"7" * 200_000 + b"}",
        "an exponent past all measure": b'{"x y":1e' + b"9" * 400 + b"}",
        "NaN": b'{"x y":NaN}',
        "Infinity": b'{"x y":-Infinity}',
        "a lone surrogate": b'{"a":"\\ud800"}',
        "bytes that are not UTF-8": b'{"a":"\xff\xfe"}',
        "UTF-16": '{"a":1}'.encode("utf-16"),
        "a byte order mark": b'\xef\xbb\xbf{"a":1}',
        "nothing": b"",
        "blanks": b" \t\r\n" * 1_000,
        "a control character": b'{"a":"\x00"}',
        "a key twice": b'{"a":1,"a":"x"}',
        "a long key": b'{"' + b"k" * 100_000 + b'":1}',
        "many keys": b"{" + b",".join(b'"k%d":1' % n for n in range(20_000)) + b"}",
        "a tail": b'{"a":1}x',
        "half of it": b'{"a":',
        "a comment": b'{"a":1}//',
        "a text that backtracking never finishes": b'{"b":"' + b"a" * 20_000 + b'!"}',
        "minus zero": b'{"x y":-0.0}',
    }


TEXTS = _texts()


@pytest.mark.parametrize("name", TEXTS)
def test_every_decoder_answers_every_text(name: str) -> None:
    for package in packages():
        answers: list[str] = []
        for target in DECODERS:
            try:
                getattr(package, target).decode(TEXTS[name])
                answers.append("accepted")
            except package.validator.ValidationError as error:
                answers.append("\n".join(map(str, error.errors)))
                assert max(len(it.message) for it in error.errors) < 500
        assert len(set(answers)) == 1, [it[:200] for it in answers]


def _deep(make: Callable[[Any], Any]) -> Any:
    value: Any = None
    for _ in range(DEEP):
        value = make(value)
    return value


def _cyclic() -> tuple[list[Any], dict[str, Any]]:
    array: list[Any] = []
    array.append(array)
    members: dict[str, Any] = {"a": 1}
    members["b"] = members["a"] = members
    return array, members


class Mean:
    """Hates to be asked."""

    def __repr__(self) -> str:
        raise RuntimeError("repr")

    def __eq__(self, other: object) -> bool:
        raise RuntimeError("eq")

    def __hash__(self) -> int:
        return 1

    def __bool__(self) -> bool:
        raise RuntimeError("bool")


OBJECTS: dict[str, Callable[[], Any]] = {
    "a million arrays": lambda: _deep(lambda it: [it]),
    "a million objects": lambda: _deep(lambda it: {"a": it}),
    "an array in itself": lambda: _cyclic()[0],
    "an object in itself": lambda: _cyclic()[1],
    "keys that are no strings": lambda: {1: "a", None: "b", b"a": 1, (1,): 2},
    "a set": lambda: {"a": {1, 2}},
    "bytes": lambda: {"b": b"abc"},
    "NaN": lambda: {"x y": float("nan")},
    "infinity": lambda: {"x y": float("inf")},
    "many digits": lambda: {"a": 10**5_000, "x y": -(10**5_000)},
    "a lone surrogate": lambda: {"b": "\ud800", "\udfff": 1},
    "a long text": lambda: {"b": "x" * 1_000_000},
    "an object that hates to be asked": lambda: {"b": Mean(), "c": Mean(), "x y": Mean(), "a": [Mean(), Mean()]},
    "items that hate to be asked": lambda: [Mean(), Mean()],
    "a key that hates to be asked": lambda: {Mean(): 1, "a": 1},
    "a tuple": lambda: (1, 2),
    "a class": lambda: dict,
    "a generator": lambda: (it for it in ()),
}  # fmt: skip


@pytest.mark.parametrize("name", OBJECTS)
def test_every_validator_answers_every_object(name: str) -> None:
    value = OBJECTS[name]()
    for package in packages():
        answer = package.validator.is_valid(value)
        errors = list(package.validator.iter_errors(value))
        assert answer is (not errors)
        assert all(len(error.message) < 500 for error in errors)
        for target in DECODERS:
            try:
                getattr(package, target).from_builtins(value)
                assert answer
            except package.validator.ValidationError as error:
                assert not answer or error.errors[0].keyword_location == ""


class Colliding(str):
    def __hash__(self) -> int:
        return 7


def test_unique_items_takes_no_longer_for_hashes_that_collide() -> None:
    collide = [2**61 - 1 + n * (2**61 - 1) for n in range(4_000)]
    unique = generate({"uniqueItems": True}, targets=["validator"]).load().validator
    start = time.process_time()
    assert unique.is_valid(collide)
    assert unique.is_valid([Colliding(f"{n}") for n in range(4_000)])
    assert not unique.is_valid([*collide, collide[0]])
    assert time.process_time() - start < 3


def test_documents_are_never_changed() -> None:
    for text in (b'{"a":[1,2.5],"b":"x","z":null}', b'{"a":{"a":{"b":[1,2]}}}', b'[1,"a",[2]]'):
        value = json.loads(text)
        before = copy.deepcopy(value)
        for package in packages():
            package.validator.is_valid(value)
            list(package.validator.iter_errors(value))
            for target in DECODERS:
                try:
                    made = getattr(package, target).from_builtins(value)
                except package.validator.ValidationError:
                    continue
                getattr(package, target).to_builtins(made)
        assert value == before and json.dumps(value) == json.dumps(before)


def test_nothing_of_a_document_stays_for_the_next() -> None:
    package = packages()[1]
    good, bad = b'{"a":1,"b":"x"}', b'{"a":"x","b":1}'
    alone = [str(it) for it in package.validator.iter_errors(json.loads(bad))]
    for _ in range(3):
        for target in DECODERS:
            getattr(package, target).decode(good)
            with pytest.raises(package.validator.ValidationError) as caught:
                getattr(package, target).decode(bad)
            assert [str(it) for it in caught.value.errors] == alone


def test_threads_share_everything() -> None:
    package = packages()[1]
    texts = [b'{"a":%d,"b":"w"}' % n for n in range(50)] + [b'{"a":"x"}', b'{"b":"a b"}']
    wrong: list[str] = []

    def work(target: str) -> None:
        module = getattr(package, target)
        for _ in range(20):
            for text in texts:
                try:
                    if json.loads(module.encode(module.decode(text))) != json.loads(text):
                        wrong.append("lost")
                except package.validator.ValidationError:
                    if b'"a":"x"' not in text and b'"b":"a b"' not in text:
                        wrong.append(repr(text))

    threads = [threading.Thread(target=work, args=(it,)) for it in DECODERS * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
