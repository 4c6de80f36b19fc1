"""`nemcon validate`: documents and files of documents, and what is said of them."""

from __future__ import annotations

import json
from itertools import accumulate, count
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from command import Place, place, process
from nemcon.commands import blocks

__all__ = ["place"]

LINES = '{"level": 1}\n\n{"level": -1, "unit": "x"}\nnope\n   \n{"level": 1e400, "unit": "m"}\n'
TOLD = [
    ("readings.ndjson", 3, "/level", "minimum"),
    ("readings.ndjson", 3, "/unit", "enum"),
    ("readings.ndjson", 4, "", "json"),
]


@pytest.fixture
def lines(place: Place) -> Path:
    return place.write("readings.ndjson", LINES)


def test_valid_documents(place: Place) -> None:
    place.write("a.json", '{"level": 1}')
    place.write("b.jsonl", '{"level": 1}\n{"level": 2}')
    done = place.run("validate", "reading.json", "a.json")
    assert (done.code, done.out, done.err) == (0, "1 document: valid\n", "")
    assert (
        place.run("validate", "reading.json", "a.json", "b.jsonl").out == "3 documents: all valid\n"
    )


def test_refused_documents(place: Place, lines: Path) -> None:
    done = place.run("validate", "reading.json", "readings.ndjson")
    assert done.code == 1 and done.err == ""
    assert done.out.splitlines() == [
        "readings.ndjson:3: /level: -1 is less than 0",
        'readings.ndjson:3: /unit: \'x\' is not one of "m", "ft"',
        "readings.ndjson:4: (root): the document is not JSON: Expecting value: line 1 column 1 (char 0)",
        "4 documents: 2 refused",
    ]


def test_one_document_and_standard_input(place: Place) -> None:
    place.write("a.json", '{\n"level": -1}')
    assert place.run("validate", "reading.json", "a.json").out == (
        "a.json:2: /level: -1 is less than 0\n1 document: 1 refused\n"
    )
    place.write("a.json", '\n\n{"level": -1}\n')
    assert place.run("validate", "reading.json", "a.json").out.startswith("a.json:3: ")
    options: dict[str, Any] = {"input": LINES.encode(), "stdin": None}
    done = process(place.folder, "validate", "reading.json", "-", "--ndjson", **options)
    assert done.returncode == 1 and done.stdout.startswith(b"<stdin>:3: /level: ")


def test_formats_for_machines(place: Place, lines: Path) -> None:
    found = json.loads(
        place.run("validate", "reading.json", "readings.ndjson", "--format", "json").out
    )
    assert [(it["path"], it["line"], it["pointer"], it["rule"]) for it in found] == TOLD
    assert found[0]["keyword_location"] == "/properties/level/minimum"
    github = place.run(
        "validate", "reading.json", "readings.ndjson", "--format", "github"
    ).out.splitlines()
    assert (
        github[0]
        == "::error file=readings.ndjson,line=3,title=nemcon minimum::/level: -1 is less than 0"
    )
    junit = place.run("validate", "reading.json", "readings.ndjson", "--format", "junit").out
    suite = ElementTree.fromstring(junit)
    assert suite.attrib == {"name": "nemcon validate", "tests": "3", "failures": "3"}
    sarif = json.loads(
        place.run("validate", "reading.json", "readings.ndjson", "--format", "sarif").out
    )
    (run,) = sarif["runs"]
    assert [it["ruleId"] for it in run["results"]] == ["minimum", "enum", "json"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["region"] == {"startLine": 3}


def test_text_that_could_change_a_terminal_is_escaped(place: Place) -> None:
    place.write("a.json", json.dumps({"level": 1, "unit": "\x1b[31m\u202e"}, ensure_ascii=False))
    for form in ("text", "github", "junit"):
        out = place.run("validate", "reading.json", "a.json", "--format", form).out
        assert "\x1b" not in out and "\u202e" not in out


@pytest.mark.parametrize("jobs", ["1", "3"])
@pytest.mark.parametrize("size", [1, 7, 100, 5000])
def test_blocks_and_processes_change_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch, jobs: str, size: int
) -> None:
    if jobs == "3" and size < 100:
        size += 60
    monkeypatch.setattr(blocks, "BLOCK", size)
    text = "".join(
        f'{{"level": {number % 7 - 1}}}\n' + "\n" * (number % 3 == 0) for number in range(300)
    )
    place.write("many.ndjson", text.rstrip())
    done = place.run("validate", "reading.json", "many.ndjson", "--jobs", jobs)
    expected = [number for number, line in enumerate(text.splitlines(), 1) if "-1" in line]
    assert done.out.splitlines() == [
        *(f"many.ndjson:{number}: /level: -1 is less than 0" for number in expected),
        f"300 documents: {len(expected)} refused",
    ]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_each_line_is_a_document_of_its_own(place: Place, ends: str) -> None:
    """Two documents on a line and one on two lines are refused, though they are as many as lines."""
    lines = ['{"level": 1} {"level": 2}', '{"level":', "3}", '{"level": 4}']
    place.write("a.ndjson", ends.join(lines))
    out = place.run("validate", "reading.json", "a.ndjson").out.splitlines()
    assert [line.split(":")[1] for line in out[:-1]] == ["1", "2", "3"]
    assert out[-1] == "4 documents: 3 refused"


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("size", [blocks.BLOCK, 16])
def test_where_a_line_stops_being_json_is_told_within_the_line(
    place: Place, monkeypatch: pytest.MonkeyPatch, size: int, ends: str
) -> None:
    monkeypatch.setattr(blocks, "BLOCK", size)
    place.write("a.ndjson", ends.join(['{"level":', '{"level": 1', '{"level":']))
    assert place.run("validate", "reading.json", "a.ndjson").out.splitlines() == [
        "a.ndjson:1: (root): the document is not JSON: Expecting value: line 1 column 10 (char 9)",
        "a.ndjson:2: (root): the document is not JSON: Expecting ',' delimiter: line 1 column 12 (char 11)",
        "a.ndjson:3: (root): the document is not JSON: Expecting value: line 1 column 10 (char 9)",
        "3 documents: 3 refused",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{\n"level": 1\n"x": 2}\n', 3),
        ('\n\n{"level":\n', 3),
        ('\n\n{"level": ', 3),
        ('{"level":\n1} 2', 2),
        ('{"level":\nNaN}', 1),
        ("[\n" * 100_000, 1),
    ],
)
def test_a_document_that_is_no_json_is_told_at_the_line_where_it_stops_being_it(
    place: Place, text: str, line: int
) -> None:
    place.write("a.json", text)
    (finding,) = json.loads(place.run("validate", "reading.json", "a.json", "--format", "json").out)
    assert finding["line"] == line


def test_a_fresh_package_on_the_disk_is_used_and_a_stale_one_is_not(place: Place) -> None:
    place.write("a.json", '{"level": -1}')
    expected = place.run("validate", "reading.json", "a.json").out
    place.run("generate", "reading.json")
    assert place.run("validate", "reading.json", "a.json").out == expected
    schema = json.loads((place.folder / "reading.json").read_text("utf-8"))
    schema["properties"]["level"]["minimum"] = -5
    place.write("reading.json", json.dumps(schema))
    assert place.run("validate", "reading.json", "a.json").code == 0


EXACT = [
    ('{"level": 123456789012345678901234567890}', True),
    ('{"level": ' + "1" * 5000 + "}", True),
    ('{"level": 1.0}', True),
    ('{"level": 1.5}', False),
    ('{"level": 1e400}', True),
    ('{"level": NaN}', False),
    ('{"level": true}', False),
    ('{"level": 1, "x": "\\ud800"}', True),
    ('{"level": 1, "level": -1}', False),
    ('{"level": 1, "x": ' + "[" * 100_000 + "]" * 100_000 + "}", False),
    ("", False),
    ('{"level": 1} 2', False),
]


@pytest.mark.parametrize(("text", "valid"), EXACT)
def test_exactness(place: Place, text: str, valid: bool) -> None:
    place.write("a.json", text)
    done = place.run("validate", "reading.json", "a.json")
    assert done.code == (0 if valid else 1) and done.err == ""


@pytest.mark.parametrize("quicker", ["check", "decode"])
def test_whichever_way_is_quicker_in_long_files_says_the_same(
    place: Place, monkeypatch: pytest.MonkeyPatch, quicker: str
) -> None:
    """The first batch decides; the batch after it has all that msgspec may read in another way."""
    times = accumulate(9.0 if (n // 2 % 2 == 0) is (quicker == "decode") else 1.0 for n in count())
    monkeypatch.setattr(blocks, "perf_counter", lambda: next(times))
    monkeypatch.setattr(blocks, "BLOCK", 5_000)
    place.run("generate", "reading.json")
    plain = ['{"level": 1}'] * blocks.BATCH
    place.write("many.ndjson", "\n".join([*plain, *(text or "-" for text, _ in EXACT), *plain]))
    done = place.run("validate", "reading.json", "many.ndjson", "--jobs", "1")
    refused = [n for n, (_, valid) in enumerate(EXACT, blocks.BATCH + 1) if not valid]
    assert [int(line.split(":")[1]) for line in done.out.splitlines()[:-1]] == refused
    assert next(times) > 9.0  # the two ways have been compared


def test_refusals(place: Place) -> None:
    done = place.run("validate", "reading.json", "nosuch.json")
    assert (done.code, done.err) == (
        2,
        "nemcon: nosuch.json: cannot be read: No such file or directory\n",
    )
    done = place.run("validate", "reading.json", ".")
    assert (done.code, done.err) == (2, "nemcon: .: cannot be read: Is a directory\n")
    done = place.run("validate", "reading.json", "reading.json", "--jobs", "0")
    assert (done.code, done.err) == (2, "nemcon: --jobs 0: at least one process is needed\n")
    assert place.run("validate", "reading.json").code == 2


def test_faults_are_told_with_their_lines(place: Place) -> None:
    place.write("document.json", '{\n  "level": -1,\n  "unit":\n    "km"\n}\n')
    done = place.run("validate", "reading.json", "document.json", "--format", "github")
    assert [line.partition(",title")[0] for line in done.out.splitlines()] == [
        "::error file=document.json,line=2",
        "::error file=document.json,line=4",
    ]
    done = place.run("validate", "reading.json", "document.json")
    assert done.out.splitlines()[-1] == "1 document: 1 refused"
    place.write("document.json", "\n[\n")
    assert place.run("validate", "reading.json", "document.json").code == 1
