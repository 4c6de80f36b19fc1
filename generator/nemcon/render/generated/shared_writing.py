"""templates/shared/writing.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.printing import Code

SOURCE = "8eb910cefc4903bc"


def writing(objects: Any = False) -> Code:
    out: list[str] = []
    out.append(
        'def _writer() -> Callable[[Any], str]:\n    """What json.dumps calls behind its preparations."""\n    encoder = json.JSONEncoder(\n        ensure_ascii=False,\n        check_circular=False,\n        allow_nan=False,\n        separators=(",", ":"),\n'
    )
    if objects:
        out.append("        default=_known,\n")
    out += (
        '    )\n    fast = getattr(json.encoder, "c_make_encoder", None)\n    if fast is None:\n        return encoder.encode\n    quote: Any = getattr(json.encoder, "encode_basestring", None)\n    write = fast(None, encoder.default, quote, None, ":", ",", False, False, False)\n    return lambda value: "".join(write(value, 0))\n\n\n_text: Final = _writer()\n\n\ndef _write(value: Any) -> bytes:\n    """The JSON text of a value."""\n    try:\n        return _text(value).encode()\n    except (ValueError, RecursionError):\n        return _write_exactly(value)\n\n\n',
        writing_exactly(),
    )
    return Code("".join(out))


def writing_exactly() -> Code:
    out: list[str] = []
    out.append(
        'def _write_exactly(value: Any) -> bytes:\n    """As `_write`, at any depth: integers of any size, lone surrogates as escapes."""\n    parts: list[str] = []\n    around: set[int] = set()\n    waiting: list[tuple[str, Any]] = [("value", value)]\n    while waiting:\n        kind, item = waiting.pop()\n        if kind == "text":\n            parts.append(item)\n        elif kind == "end":\n            around.discard(item)\n        elif isinstance(item, _CONTAINERS):\n            if id(item) in around:\n                raise ValueError("a value that contains itself")\n            around.add(id(item))\n            waiting.append(("end", id(item)))\n            waiting.extend(reversed(_pieces(item)))\n        else:\n            parts.append(_scalar(item))\n    return "".join(parts).encode()\n\n\n_OBJECT: Final[type[Any]] = dict\n_ARRAY: Final[type[Any]] = list\n_CONTAINERS: Final[tuple[type[Any], ...]] = (dict, list, tuple)\n\n\ndef _pieces(container: Any) -> list[tuple[str, Any]]:\n    pieces: list[tuple[str, Any]] = []\n    if isinstance(container, _OBJECT):\n        for key, item in container.items():\n            mark = "," if pieces else "{"\n            pieces += [("text", f"{mark}{_name(key)}:"), ("value", item)]\n        return [*pieces, ("text", "}")] if pieces else [("text", "{}")]\n    for item in container:\n        pieces += [("text", "," if pieces else "["), ("value", item)]\n    return [*pieces, ("text", "]")] if pieces else [("text", "[]")]\n\n\ndef _name(key: Any) -> str:\n    """A key as json.dumps writes it: "true" for True."""\n    if isinstance(key, str):\n        return json.dumps(key)\n    if key is None or isinstance(key, (int, float)):\n        return f\'"{_scalar(key)}"\'\n    raise TypeError(f"a key must be a str, not {key!r}")\n\n\ndef _scalar(value: Any) -> str:\n    if isinstance(value, int) and not isinstance(value, bool):\n        return f"{Decimal(value):f}"\n    return json.dumps(value, allow_nan=False)\n'
    )
    return Code("".join(out))
