def _format_decimal(value: str) -> bool:
    """A number written out: digits, and after a point more digits."""
    return bool(re.fullmatch(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?", value))
