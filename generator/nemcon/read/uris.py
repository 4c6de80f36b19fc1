"""URI references (RFC 3986): taken apart, and resolved against a base of any scheme."""

from __future__ import annotations

import re
from urllib.parse import urljoin

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_HIERARCHICAL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)(:/.*)", re.DOTALL)


def joined(base: str, reference: str) -> str:
    """`reference` resolved against `base` (section 5.2). Raises ValueError for what is no URI reference."""
    if not reference or reference[0] == "#":
        return base.partition("#")[0] + reference
    if _SCHEME.match(reference):
        return reference
    known = _HIERARCHICAL.fullmatch(base)
    if known is None:
        return urljoin(base, reference)
    scheme, rest = known.groups()
    return scheme + urljoin(f"http{rest}", reference).removeprefix("http")


def split(uri: str) -> tuple[str, str]:
    """`uri` without its fragment, and the fragment."""
    whole, _, fragment = uri.partition("#")
    return whole, fragment
