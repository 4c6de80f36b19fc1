def _content_base64(value: str) -> bool:
    """RFC 4648, section 4, with padding and without line breaks."""
    return bool(
        re.fullmatch(
            r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", value
        )
    )


def _content_json(value: str) -> bool:
    """RFC 8259, however deep it nests and however many digits a number has."""
    last, end = ":", 0
    within: list[str] = []
    following = re.compile(_JSON_PIECE).match
    piece = following(value)
    while piece:
        sign, end = piece[1][0], piece.end()
        if sign == ",":
            fits = last == "value" and bool(within)
        elif sign == ":":
            fits = last == "name"
        elif sign in "]}":
            fits = bool(within) and last in ("value", within[-1])
            fits = fits and within.pop() + sign in ("[]", "{}")
            sign = "value"
        elif last == "{" or (last == "," and within[-1] == "{"):
            fits = sign == '"'
            sign = "name"
        else:
            fits = last in ("[", ",", ":")
            within += sign if sign in "[{" else ""
            sign = sign if sign in "[{" else "value"
        if not fits:
            return False
        last = sign
        piece = following(value, end)
    return last == "value" and not within and end == len(value.rstrip(" \t\n\r"))


_JSON_PIECE: Final = (
    r"[ \t\n\r]*([\[\]{},:]|true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"
    r'|"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})[^"\\\x00-\x1f]*)*")'
)


def _content_base64_json(value: str) -> bool:
    """JSON text in base64; what is no base64 is reported as such elsewhere."""
    if not _content_base64(value):
        return True
    try:
        return _content_json(base64.b64decode(value).decode("utf-8"))
    except UnicodeDecodeError:
        return False
