"""Documents of the canonical schema, one for each shape that matters, with their verdicts."""

from __future__ import annotations

from typing import Any

ROLE = {"role": "assistant"}


def _delta(**more: Any) -> dict[str, Any]:
    return {"index": 0, "delta": {**ROLE, **more}}


def _top(token: str, **more: Any) -> dict[str, Any]:
    return {"token": token, "logprob": -0.25, "bytes": [*token.encode()], **more}


USAGE = {
    "prompt_tokens": 812,
    "completion_tokens": 20,
    "total_tokens": 832,
    "prompt_tokens_details": {"cached_tokens": 768, "audio_tokens": 0},
    "completion_tokens_details": {
        "reasoning_tokens": 4,
        "audio_tokens": 0,
        "accepted_prediction_tokens": 0,
        "rejected_prediction_tokens": 0,
    },
}
TOOL_CALLS = [
    {
        "id": f"call_{place}",
        "index": place,
        "type": "function",
        "function": {"name": "tide_at", "arguments": '{"harbour": "north", "hour": 10}'},
    }
    for place in range(3)
]
LOGPROBS = {
    "content": [
        _top(f" word{place}", top_logprobs=[_top(f" word{place}"), _top(" other", bytes=None)])
        for place in range(20)
    ]
}
PARTS = [
    {"type": "text", "text": "Which boat is this?"},
    {"type": "image_url", "image_url": {"url": "https://example.org/boat.png", "detail": "low"}},
    {"text": "No type needed."},
]
UNKNOWN = {
    **_delta(content="Hello", refusal=None, annotations=[], audio={"id": "a", "data": [1, 2.5]}),
    "content_filter_results": {"hate": {"filtered": False, "severity": "safe"}},
    "token_ids": [1, 2, 3],
}

DOCUMENTS: dict[str, tuple[Any, bool]] = {
    "text delta": (
        {**_delta(content=" harbour"), "logprobs": None, "finish_reason": None},
        True,
    ),
    "tool calls": ({**_delta(content=None, tool_calls=TOOL_CALLS), "finish_reason": None}, True),
    "logprobs and usage": (
        {**_delta(content=""), "logprobs": LOGPROBS, "finish_reason": "stop", "usage": USAGE},
        True,
    ),
    "content parts": (_delta(content=PARTS), True),
    "one text part": (_delta(content={"text": "alone"}), True),
    "one image part": (_delta(content={"image_url": {}}), True),
    "everything at once": (
        {
            **_delta(
                content="x",
                reasoning_content="y",
                name="z",
                tool_calls=[],
                tool_call_id="t",
                function_call={"name": "f", "arguments": {"deep": [None, True, 1.5]}},
            ),
            "logprobs": {"content": None},
            "finish_reason": "length",
            "usage": None,
        },
        True,
    ),
    "unknown keys": (UNKNOWN, True),
    "keys named like the code's own": (
        {**_delta(content="x", extras={"a": 1}, UNSET=1, self=2), "extras": [1], "__class__": {}},
        True,
    ),
    "whole floats": ({"index": 0.0, "delta": {"role": "user"}}, True),
    "past 64 bits": ({"index": 2**70, "delta": {"role": "user"}}, True),
    "past all digits": ({"index": 10**400, "delta": {"role": "user"}}, True),
    "a part with both keys": (
        _delta(content={"text": "a", "image_url": {"url": "u"}}),
        True,
    ),
    "a part with both keys and the second's constant": (
        _delta(content={"type": "image_url", "text": "a", "image_url": {"url": "u"}}),
        True,
    ),
    "empty details": (
        {
            **_delta(),
            "usage": {**USAGE, "prompt_tokens_details": {}, "completion_tokens_details": {}},
        },
        True,
    ),
    "wrong role": (_delta(role="robot"), False),
    "no role": ({"index": 0, "delta": {"content": "x"}}, False),
    "no index": ({"delta": ROLE}, False),
    "true as index": ({"index": True, "delta": ROLE}, False),
    "half an index": ({"index": 0.5, "delta": ROLE}, False),
    "null where absent is meant": (_delta(tool_calls=[{**TOOL_CALLS[0], "type": None}]), False),
    "a part of an unknown type": (_delta(content=[{"type": "audio", "text": "x"}]), False),
    "a number in an image": (_delta(content=[{"image_url": {"url": 1}}]), False),
    "late in the logprobs": (
        {
            **_delta(),
            "logprobs": {"content": [*LOGPROBS["content"], _top("x", top_logprobs=[{}])]},
        },
        False,
    ),
    "an unknown finish reason": ({**_delta(), "finish_reason": "tired"}, False),
    "several faults": (
        {"index": "0", "delta": {"role": 1, "content": 5}, "usage": {"prompt_tokens": None}},
        False,
    ),
    "an array": ([], False),
    "a string": ("{}", False),
    "null": (None, False),
}
