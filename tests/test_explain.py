"""`nemcon explain`: what nemcon makes of a schema, and of a place in it."""

from __future__ import annotations

from command import SCHEMA, Place, place

__all__ = ["place"]


def test_a_whole_schema(place: Place) -> None:
    done = place.run("explain", "reading.json")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[:6] == [
        "reading: 3 places, dialect https://json-schema.org/draft/2020-12/schema",
        "Root: Reading",
        "class Reading: (root)",
        "    level: int, required",
        '    unit: Literal["m", "ft"], optional',
        "    other keys: Any",
    ]
    losses = lines.index("wider than the schema; decoding enforces it all the same:")
    assert any("/properties/level" in line and "minimum" in line for line in lines[losses:])


def test_a_place(place: Place) -> None:
    done = place.run("explain", "reading.json", "#/properties/level")
    lines = done.out.splitlines()
    assert lines[1:5] == [
        "written in: reading.json#/properties/level",
        "type: Reading.level: int, required",
        "can report: /properties/level/type",
        "can report: /properties/level/minimum",
    ]
    assert lines[5].startswith("wider than the schema: /properties/level")


def test_a_place_that_is_not_there(place: Place) -> None:
    done = place.run("explain", "reading.json", "/properties/levle")
    assert (done.code, done.err) == (
        2,
        "nemcon: there is no schema at #/properties/levle; did you mean #/properties/level?\n",
    )


def test_keys_and_defaults(place: Place) -> None:
    place.schema(
        {**SCHEMA, "properties": {"class": {"type": "integer", "default": 3}}, "required": []}
    )
    out = place.run("explain", "reading.json").out
    assert "class_ (key 'class'): int, defaulted 3" in out
