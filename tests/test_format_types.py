"""`format-types`: texts of chosen formats are objects of Python types, and go out as the same texts."""

from __future__ import annotations

import copy
import datetime
import json
import pickle
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

import pytest
from nemcon import UsageError, generate
from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import TARGETS, Court, check_document
from nemcon.read import read_schema

TYPES = ("date-time", "date", "time", "uuid", "decimal")
ID = "2eb8aa08-aa98-11ea-b4aa-73b441d16380"
FORMATS: dict[str, Any] = {
    "title": "Event",
    "type": "object",
    "properties": {
        "at": {"type": "string", "format": "date-time"},
        "date": {"type": ["string", "null"], "format": "date"},
        "datetime": {"type": "string", "format": "time"},
        "ids": {"type": "array", "items": {"$ref": "#/$defs/UUID"}, "default": [ID.upper()]},
        "price": {"$ref": "#/$defs/Decimal"},
        "any": {"format": "date-time"},
        "named": {"type": "object", "additionalProperties": {"type": "string", "format": "time"}},
        "either": {
            "anyOf": [{"type": "string", "format": "date"}, {"type": "string", "format": "uuid"}]
        },
        "both": {"type": "string", "format": "date", "pattern": "^2"},
        "since": {"type": "string", "format": "date-time", "default": "2024-01-01T00:00:00.50Z"},
        "until": {"type": "string", "format": "date", "default": "2024-02-29"},
        "listed": {"enum": ["2024-01-01", "2025-01-01"], "format": "date"},
        "pair": {
            "type": "array", "minItems": 2, "items": False,
            "prefixItems": [{"type": "string", "format": "decimal"}, {"$ref": "#/$defs/UUID"}],
        },
        "mixed": {"anyOf": [{"type": "string", "format": "uuid"}, {"type": "integer"}, {"$ref": "#"}]},
        "UUID": {"type": "integer"},
        "later": {"type": "string", "format": "email"},
    },
    "required": ["at"],
    "additionalProperties": {"type": "string", "format": "decimal"},
    "$defs": {
        "UUID": {"type": "string", "format": "uuid"},
        "Decimal": {"type": "string", "format": "decimal"},
        "Class": {"type": "object", "properties": {"UUID": {"$ref": "#/$defs/UUID"}}},
    },
}  # fmt: skip
AT = "2024-01-01T00:00:00Z"
ACCEPTED: list[Any] = [
    {"at": AT},
    {"at": "2024-01-01T00:00:00.000Z", "date": None, "datetime": "10:15:00Z", "ids": []},
    {"at": "2024-01-01t00:00:00z", "date": "0001-01-01", "datetime": "23:59:60.1234567z"},
    {"at": "2016-12-31T23:59:60Z", "ids": [ID, ID.upper()], "price": "0.0000000001", "any": AT},
    {"at": "2024-01-01T00:00:00+00:00", "price": "-0.00", "any": 1.0, "either": "2024-01-01"},
    {"at": "2024-01-01T00:00:00-00:00", "any": {"x": [1]}, "either": ID, "both": "2024-01-01"},
    {"at": "9999-12-31T23:59:59.999999999-23:59", "named": {"a": "00:00:00.5+05:30"}},
    {"at": "2024-01-01T00:00:00.123456Z", "since": AT, "until": "2000-01-01", "extra": "12.50"},
    {"at": AT, "listed": "2024-01-01", "pair": ["1" * 50, ID.title()], "UUID": 1.0},
    {"at": AT, "mixed": ID.upper(), "later": "no address"},
    {"at": AT, "mixed": 1.0},
    {"at": AT, "mixed": {"at": AT, "mixed": 2}},
]
REFUSED: list[Any] = [
    {"at": "2024-01-01T00:00:00"},
    {"at": "0000-01-01T00:00:00Z"},
    {"at": "2024-01-01 00:00:00Z"},
    {"at": AT, "date": "0000-12-31"},
    {"at": AT, "date": "2023-02-29"},
    {"at": AT, "ids": [ID.replace("-", "")]},
    {"at": AT, "price": "1e5"},
    {"at": AT, "price": "NaN"},
    {"at": AT, "any": "soon"},
    {"at": AT, "extra": "01"},
    {"at": AT, "either": "x"},
]


@cache
def court() -> Court:
    """Without referees: what they take for a format differs, and `test_formats.py` is about that."""
    package = generate(FORMATS, name="case", targets=TARGETS, format_types=TYPES).load()
    graph = read_schema(FORMATS, format_types=TYPES)
    return Court(package, TARGETS, defaults_of(graph), {})


@pytest.mark.parametrize("accepted", [True, False])
def test_laws(accepted: bool) -> None:
    for document in ACCEPTED if accepted else REFUSED:
        assert not check_document(court(), document, accepted)


@pytest.mark.parametrize("target", ["models", "structs"])
def test_objects(target: str) -> None:
    module = getattr(court().package, target)
    utc = datetime.timezone.utc
    for document in ACCEPTED:
        made = module.decode(json.dumps(document))
        assert isinstance(made.at, datetime.datetime) and made.at.tzinfo is not None
    made = module.decode(json.dumps(ACCEPTED[2]))
    assert made.at == datetime.datetime(2024, 1, 1, tzinfo=utc) and made.date == datetime.date.min
    assert made.datetime_ == datetime.time(23, 59, 59, 123456, utc)
    made = module.decode(json.dumps(ACCEPTED[3]))
    assert made.ids == [UUID(ID), UUID(ID)] and made.price == Decimal("1e-10")
    made = module.decode(json.dumps(ACCEPTED[8]))
    assert made.listed == "2024-01-01" and made.pair == (Decimal("1" * 50), UUID(ID))
    made = module.decode(json.dumps(ACCEPTED[0]))
    assert made.since == datetime.datetime(2024, 1, 1, 0, 0, 0, 500000, utc)
    assert made.until == datetime.date(2024, 2, 29) and made.ids == [UUID(ID)]
    assert json.loads(module.encode(made))["ids"] == [ID.upper()]


@pytest.mark.parametrize("target", ["models", "structs"])
def test_what_a_program_makes(target: str) -> None:
    """New objects are written in the plainest way; what is derived from a read one is new."""
    module = getattr(court().package, target)
    made = module.decode(b'{"at": "2024-01-01T00:00:00.000Z"}')
    made.at += datetime.timedelta(days=1)
    assert json.loads(module.encode(made))["at"] == "2024-01-02T00:00:00Z"
    east = datetime.timezone(datetime.timedelta(hours=1))
    made = module.Event(at=datetime.datetime(2024, 1, 1, 1, 2, 3, 500, east), price=Decimal("1E+2"))
    made.ids = [UUID(ID)]
    back = json.loads(module.encode(made))
    assert back["at"] == "2024-01-01T01:02:03.000500+01:00"
    assert (back["price"], back["ids"]) == ("100", [ID])
    assert module.encode([datetime.date(2024, 1, 1), Decimal("1.50")]) == b'["2024-01-01","1.50"]'


@pytest.mark.parametrize("target", ["models", "structs"])
def test_copies_keep_the_text(target: str) -> None:
    module = getattr(court().package, target)
    for document in ACCEPTED:
        made = module.decode(json.dumps(document))
        for copied in (copy.deepcopy(made), copy.copy(made), pickle.loads(pickle.dumps(made))):
            assert copied == made and module.encode(copied) == module.encode(made)


def test_typed_dicts_stay_what_json_is() -> None:
    module = court().package.typed_dicts
    assert module.decode(json.dumps(ACCEPTED[3]))["at"] == "2016-12-31T23:59:60Z"
    assert "import datetime" not in generate(FORMATS, format_types=TYPES).files["typed_dicts.py"]


def test_only_what_is_chosen_changes() -> None:
    plain = generate(FORMATS, name="case").files
    chosen = generate(FORMATS, name="case", format_types=["decimal"])
    assert "datetime.datetime" not in chosen.files["models.py"]
    package = chosen.load()
    made = package.structs.decode(b'{"at": "x", "price": "1.0"}')
    assert made.at == "x" and made.price == Decimal("1.0")
    assert package.structs.encode(made).startswith(b'{"at":"x",')
    assert "Decimal |" not in plain["models.py"]


@pytest.mark.parametrize("draft", ["draft-04", "draft-06", "draft-07"])
def test_in_drafts_that_do_not_know_the_format(draft: str) -> None:
    package = generate(
        {"type": "string", "format": "uuid"},
        dialect=f"http://json-schema.org/{draft}/schema#",
        format_types=["uuid"],
    ).load()
    assert package.models.decode(json.dumps(ID)) == UUID(ID)
    assert not package.validator.is_valid("x")


def test_a_format_without_a_type() -> None:
    with pytest.raises(UsageError) as caught:
        generate({}, format_types=["email"])
    assert str(caught.value) == (
        "there is no Python type for the format 'email'; there is for date-time, date, time, uuid, decimal"
    )


def test_fixtures_witness_the_formats() -> None:
    groups = json.loads(generate(FORMATS, format_types=TYPES).files["fixtures.json"])
    witnessed = {
        test["keyword_location"]
        for group in groups
        for test in group["tests"]
        if test.get("keyword") == "format"
    }
    assert {"/properties/at/format", "/$defs/UUID/format", "/$defs/Decimal/format"} <= witnessed
