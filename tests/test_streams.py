"""The main job on streams: chunks as servers send them, and the recorded stream that the README reads."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from functools import cache
from typing import Any

import msgspec
import pytest
import streaming_choice_response
from nemcon.agree.equality import defaults_of
from nemcon.agree.laws import TARGETS, Court, check_document
from nemcon.read import read_schema
from places import CORPUS, ROOT, SCHEMA, needs_corpus
from stream import read_stream
from streaming_choice_response import structs, validator

RECORDED = ROOT / "examples" / "stream" / "recorded.sse"
SHOWN = """\
The tide turns at ten past six: ebb until noon, then flood.
31 tokens in, 18 out (7 of them reasoning)
refused: at /delta: the object lacks the required property 'role'
         (required, /$defs/ChatCompletionMessage/required)
"""


@cache
def court() -> Court:
    graph = read_schema(SCHEMA)
    return Court(streaming_choice_response, TARGETS, defaults_of(graph), {})


@cache
def labels() -> dict[str, list[dict[str, Any]]]:
    """The labelled lines by file, in the order of the lines."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    path = CORPUS / "streams" / "labels.jsonl"
    for line in path.read_text("utf-8").splitlines() if path.is_file() else ():
        label = json.loads(line)
        found[label["file"]].append(label)
    return found


@needs_corpus
@pytest.mark.parametrize("file", labels())
def test_every_target_gives_the_verdict_of_the_label_and_gives_back_what_it_got(file: str) -> None:
    lines = (CORPUS / "streams" / file).read_text("utf-8").splitlines()
    for label in labels()[file]:
        line = lines[label["line"] - 1]
        found = check_document(court(), json.loads(line), label["jsonschema"])
        assert not found, f"{file}:{label['line']}: {found[0]}"


@needs_corpus
def test_every_line_of_the_corpus_has_a_label() -> None:
    for file, found in labels().items():
        lines = (CORPUS / "streams" / file).read_text("utf-8").splitlines()
        assert [label["line"] for label in found] == list(range(1, len(lines) + 1)), file


@needs_corpus
@pytest.mark.parametrize("path", sorted(CORPUS.glob("streams/sse/*.sse")), ids=lambda it: it.name)
def test_event_streams_are_read_as_the_readme_reads_them(path: Any) -> None:
    """Faulty ones too: what is no choice is passed over or refused with its place, and never misread."""
    with path.open("rb") as lines:
        for data in read_stream.choices(lines):
            accepted = validator.is_valid(json.loads(data))
            try:
                back = json.loads(structs.encode(structs.decode(data)))
            except validator.ValidationError as error:
                assert not accepted and error.errors
                continue
            assert accepted
            assert not check_document(court(), back, True)


def test_the_recorded_stream_keeps_the_laws() -> None:
    with RECORDED.open("rb") as lines:
        documents = [json.loads(data) for data in read_stream.choices(lines)]
    for document in documents:
        found = check_document(court(), document, "role" in document["delta"])
        assert not found, found[0]
    assert sum("role" not in document["delta"] for document in documents) == 1
    assert any("content_filter_results" in document for document in documents)


def test_the_script_of_the_readme_prints_what_the_readme_shows() -> None:
    command = [sys.executable, "examples/stream/read_stream.py", str(RECORDED)]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={"PYTHONPATH": "generated", "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == SHOWN
    assert SHOWN in (ROOT / "README.md").read_text("utf-8")


QUIRKS: list[tuple[str, Any, list[tuple[str, str, str]]]] = [
    (
        "a delta after the first has no role",
        {"index": 0, "delta": {"content": "x"}},
        [("/delta", "required", "/$defs/ChatCompletionMessage/required")],
    ),
    (
        "a tool call goes on without its id and name",
        {
            "index": 0,
            "delta": {
                "role": "assistant",
                "tool_calls": [{"index": 0, "function": {"arguments": "{"}}],
            },
        },
        [
            ("/delta/tool_calls/0", "required", "/$defs/ToolCall/required"),
            ("/delta/tool_calls/0/function", "required", "/$defs/ToolCallItem/required"),
        ],
    ),
    (
        "usage without its details",
        {
            "index": 0,
            "delta": {"role": "assistant"},
            "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3},
        },
        [
            ("/usage", "required", "/$defs/Usage/required"),
            ("/usage", "required", "/$defs/Usage/required"),
        ],
    ),
    (
        "an empty string as finish_reason",
        {"index": 0, "delta": {"role": "assistant"}, "finish_reason": ""},
        [("/finish_reason", "enum", "/properties/finish_reason/anyOf/0/enum")],
    ),
    (
        "the whole chunk instead of a choice of it",
        {"id": "c", "choices": [{"index": 0, "delta": {"role": "assistant"}}]},
        [("", "required", "/required"), ("", "required", "/required")],
    ),
]


@pytest.mark.parametrize(
    ("document", "expected"), [pytest.param(it[1], it[2], id=it[0]) for it in QUIRKS]
)
def test_what_servers_send_and_the_schema_refuses(document: Any, expected: Any) -> None:
    assert not check_document(court(), document, False)
    with pytest.raises(validator.ValidationError) as refused:
        structs.decode(msgspec.json.encode(document))
    found = [(it.instance_location, it.keyword, it.keyword_location) for it in refused.value.errors]
    assert found == expected
