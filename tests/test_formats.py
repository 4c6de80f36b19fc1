"""The formats: values that have them and values that nearly do, in a validator with all of them."""

from __future__ import annotations

import base64
import json
import random
import time
from typing import Any

import pytest
from compiled import validator
from nemcon.fixtures.formats import GOOD, near_misses
from nemcon.read.formats import is_of_format
from nemcon.read.keywords import FORMATS_FROM

NAMES = sorted(GOOD)

GOOD_ONES = [
    ("idn-hostname", "\u3007\u30fb"),
    ("idn-hostname", "\u3005\u30fb"),
    ("idn-hostname", "\u0628\u064e\u200c\u0628"),
    ("idn-hostname", "\u0628\u200c\u064e\u0627"),
    ("idn-hostname", "\u0712\u200c\u0712"),
    ("iri", "a://\u00e4\U0001fffd/\U000e1000?\ue000\U0010fffd"),
    ("uri-template", "\u00a0{a}\ue000'!~[]"),
    ("relative-json-pointer", "0+1/a"),
    ("relative-json-pointer-01", "0/a+1"),
    ("relative-json-pointer-01", "10#"),
    ("date-time", "1990-12-31T23:59:60Z"),
    ("date", "2000-02-29"),
    ("time", "12:00:00.123456789z"),
    ("email", '"a b"@example.org'),
    ("email", "a@[IPv6:::1]"),
    ("idn-hostname", "xn--bcher-kva.example"),
    ("ipv6", "::ffff:1.2.3.4"),
    ("uri", "urn:isbn:0451450523"),
    ("uri", "http://[::1]:80/%7Ea?b#c"),
    ("regex", r"^(?<a>x)\k<a>[\d\-x]{2,3}?(?=y)\p{L}\u{1F4A9}$"),
    ("regex", r"[(?<n>](?:a|)\ud83d\udca9[a-\u{7a}]"),
]
BAD_ONES = [
    ("idn-hostname", "a\ufe0f"),
    ("idn-hostname", "a\u034f"),
    ("idn-hostname", "a\u180b"),
    ("idn-hostname", "a\u17b4"),
    ("idn-hostname", "a\U000e0100"),
    ("idn-hostname", "a\u20d0"),
    ("idn-hostname", "a\U0001d165"),
    ("idn-hostname", "a\u30fb"),
    ("idn-hostname", "\u0628\u064e\u200c\u0061"),
    ("idn-hostname", "\u0627\u200c\u0628"),
    ("idn-hostname", "\u0628\u200c\u200c\u0628"),
    ("iri", "a:\U0001fffe"),
    ("iri", "a://\U000e0001"),
    ("iri", "a:?\U000fffff"),
    ("iri", "a:\ue000"),
    ("uri-template", "\u0080"),
    ("uri-template", "\u009f{a}"),
    ("uri-template", "\ufdd0"),
    ("relative-json-pointer-01", "0+1"),
    ("relative-json-pointer-01", "0-1/a"),
    ("relative-json-pointer-01", "01"),
    ("date", "1900-02-29"),
    ("date", "\u0661\u0669\u0669\u0660-12-31"),
    ("time", "22:59:60Z"),
    ("ipv4", "1.2.3.4\n"),
    ("ipv4", "\u0661.2.3.4"),
    ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638\n"),
    ("idn-hostname", "\u00e4" * 300),
    ("uri", "http://a b/"),
    ("regex", r"(?<=a)*"),
    ("regex", r"\b+"),
    ("regex", r"a{2,1}"),
    ("regex", r"[\d-z]"),
    ("regex", r"(?<a>x)(?<a>y)"),
    ("regex", r"\u{110000}"),
    ("regex", r"\-"),
    ("regex", r"a\Z"),
    ("regex", "]"),
]


@pytest.mark.parametrize("name", NAMES)
def test_examples_have_it_and_near_misses_exist(name: str) -> None:
    assert [value for value in GOOD[name] if not is_of_format(name, value)] == []
    assert any(not is_of_format(name, value) for value in near_misses(name))


@pytest.mark.parametrize(("name", "value"), GOOD_ONES)
def test_has_it(name: str, value: str) -> None:
    assert is_of_format(name, value)


@pytest.mark.parametrize(("name", "value"), BAD_ONES)
def test_has_it_not(name: str, value: str) -> None:
    assert not is_of_format(name, value)


def test_validators_hold_the_same_checks() -> None:
    names = [name for name in NAMES if name in FORMATS_FROM]
    schema = {"properties": {name: {"format": name} for name in names}}
    compiled = validator(schema, assert_formats=True)
    for name in names:
        for value in (*GOOD[name], *near_misses(name)):
            assert compiled.is_valid({name: value}) == is_of_format(name, value), (name, value)


@pytest.mark.parametrize(("draft", "shifts"), [("2019-09", False), ("2020-12", True)])
def test_the_index_is_shifted_since_2020_12(draft: str, shifts: bool) -> None:
    head = {"$schema": f"https://json-schema.org/draft/{draft}/schema"}
    schema = {**head, "format": "relative-json-pointer"}
    assert validator(schema, assert_formats=True).is_valid("0+1") is shifts


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "piece",
    ["a", "1", "-", "a.", "::", "/", "{a}", "(", "(?<", "[", "\\", "\u00e4", "\u200d", '"', "a@"],
)
def test_long_values_are_answered(name: str, piece: str) -> None:
    """A quadratic check would take minutes here."""
    before = time.process_time()
    for text in (piece * 100_000, piece * 100_000 + "!", "a://" + piece * 100_000):
        is_of_format(name, text)
    assert time.process_time() - before < 20


JSON_TEXTS = [
    "{}", "[]", " [ 1 , -0.5e+7 ]\n", '{"a": [true, false, null, "\\u00e9\\ud800\\/"], "": {}}', "0", '"\u2028"',
    "7" * 4301, "-1e" + "9" * 5000, "[" * 100_000 + "]" * 100_000, '{"a":' * 100_000 + "1" + "}" * 100_000,
]  # fmt: skip
NO_JSON_TEXTS = [
    "NaN", "Infinity", "-Infinity", "[NaN]", "", " ", "01", "1.", ".5", "+1", "- 1", "1 2", "[1,]", "[,1]", "[1 2]", "{1: 2}",
    '{"a"}', '{"a":}', '{"a": 1,}', '{"a": 1 "b": 2}', '{"a", 1}', "[1}", "]", "[", "tru", "True", "'a'", '"a', '"\n"', '"\\x41"',
    '"\\u12"', "[]]", "// x\n1", "\ufeff1", "\u00a01", "\u0661", "[" * 100_000 + "]" * 99_999,
]  # fmt: skip


def _content(text: str) -> list[Any]:
    """What draft 7 says of a JSON text, written plainly and in base64."""
    head = {"$schema": "http://json-schema.org/draft-07/schema#"}
    media = {**head, "contentMediaType": "application/json"}
    spelled = base64.b64encode(text.encode()).decode()
    return [
        validator(media).is_valid(text),
        validator({**media, "contentEncoding": "base64"}).is_valid(spelled),
    ]


@pytest.mark.parametrize("text", JSON_TEXTS, ids=lambda it: it[:20])
def test_content_that_is_json(text: str) -> None:
    assert _content(text) == [True, True]


@pytest.mark.parametrize("text", NO_JSON_TEXTS, ids=lambda it: it[:20])
def test_content_that_is_no_json(text: str) -> None:
    assert _content(text) == [False, False]


def test_content_is_json_when_the_standard_library_reads_it() -> None:
    choose = random.Random(8259)
    pieces = [
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        '"k"',
        '"k":',
        "1",
        "-",
        "0",
        ".",
        "e",
        "true",
        " ",
        '"',
        "\\",
        "[]",
        "{}",
    ]
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "contentMediaType": "application/json",
    }
    compiled = validator(schema)
    for _ in range(20_000):
        text = "".join(choose.choices(pieces, k=choose.randint(0, 7)))
        try:
            json.loads(text)
        except ValueError:
            assert not compiled.is_valid(text), text
        else:
            assert compiled.is_valid(text), text
