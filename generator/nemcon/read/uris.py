"""URI references (RFC 3986): taken apart, and resolved against a base of any scheme."""

from __future__ import annotations

import re
from urllib.parse import urljoin

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PARTS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*:(?://[^/?#]*)?)(/[^?#]*)(.*)", re.DOTALL)
_HIERARCHICAL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)(:/.*)", re.DOTALL)


def joined(base: str, reference: str) -> str:
    """`reference` resolved against `base` (section 5.2). Raises ValueError for what is no URI reference."""
    if not reference or reference[0] == "#":
        return base.partition("#")[0] + reference
    if _SCHEME.match(reference):
        return plain(reference)
    known = _HIERARCHICAL.fullmatch(base)
    if known is None:
        return urljoin(base, reference)
    scheme, rest = known.groups()
    return scheme + urljoin(f"http{rest}", reference).removeprefix("http")


def plain(uri: str) -> str:
    """`uri` without the segments `.` and `..`, where it has a scheme and its path begins with a slash (section 5.2.4)."""
    parts = _PARTS.fullmatch(uri) if "/." in uri else None
    if parts is None:
        return uri
    before, path, behind = parts.groups()
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return f"{before}/{'/'.join(kept)}{behind}"


def split(uri: str) -> tuple[str, str]:
    """`uri` without its fragment, and the fragment."""
    whole, _, fragment = uri.partition("#")
    return whole, fragment
