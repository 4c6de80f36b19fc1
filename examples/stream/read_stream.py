"""Reads a recorded event stream: every choice is decoded with the generated Structs, and its text printed at once.

`PYTHONPATH=generated python examples/stream/read_stream.py examples/stream/recorded.sse`
"""

import sys
from collections.abc import Iterable, Iterator

import msgspec
from streaming_choice_response.structs import (
    ChatCompletionMessageText,
    StreamingChoiceResponse,
    decode,
)
from streaming_choice_response.validator import ValidationError


class Chunk(msgspec.Struct):
    """What stands around the choices. The schema is about a choice; their bytes are left for `decode`."""

    choices: list[msgspec.Raw] = []


def choices(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The JSON text of every choice in the `data:` lines of an event stream, up to `[DONE]`."""
    for line in lines:
        if not line.startswith(b"data:"):
            continue
        data = line[5:].strip()
        if data == b"[DONE]":
            return
        try:
            yield from map(bytes, msgspec.json.decode(data, type=Chunk).choices)
        except msgspec.MsgspecError as error:
            print(f"no chunk: {error}", file=sys.stderr)


def text_of(choice: StreamingChoiceResponse) -> str:
    """The text in a choice: its content may be a string, a part, a list of parts, null or absent."""
    content = choice.delta.content
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else [content]
    return "".join(part.text for part in parts if isinstance(part, ChatCompletionMessageText))


def main(path: str) -> None:
    usage = None
    refused: list[ValidationError] = []
    with open(path, "rb") as lines:
        for data in choices(lines):
            try:
                choice = decode(data)
            except ValidationError as error:
                refused.append(error)
                continue
            print(text_of(choice), end="", flush=True)
            usage = choice.usage or usage
    print()
    if usage:
        print(f"{usage.prompt_tokens} tokens in, {usage.completion_tokens} out", end=" ")
        print(f"({usage.completion_tokens_details.reasoning_tokens} of them reasoning)")
    for one in refused:
        for problem in one.errors:
            print(f"refused: at {problem.instance_location or 'the top'}: {problem.message}")
            print(f"         ({problem.keyword}, {problem.keyword_location})")


if __name__ == "__main__":
    main(sys.argv[1])
