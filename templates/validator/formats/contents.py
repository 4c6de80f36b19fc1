def _content_base64(value: str) -> bool:
    """RFC 4648, section 4, with padding and without line breaks."""
    return bool(
        re.fullmatch(
            r"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?", value
        )
    )


def _content_json(value: str) -> bool:
    """RFC 8259."""
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return False
    return True


def _content_base64_json(value: str) -> bool:
    """JSON text in base64; what is no base64 is reported as such elsewhere."""
    if not _content_base64(value):
        return True
    try:
        return _content_json(base64.b64decode(value).decode("utf-8"))
    except UnicodeDecodeError:
        return False
