"""URI references (RFC 3986): taken apart, and resolved against a base of any scheme."""

from __future__ import annotations

import re
from urllib.parse import urljoin

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_PARTS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*:(?://[^/?#]*)?)(/[^?#]*)(.*)", re.DOTALL)
_HIERARCHICAL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)(:/.*)", re.DOTALL)


class Climbs(Exception):
    """A relative reference leads `levels` folders above the one in which relative URIs begin."""

    def __init__(self, levels: int) -> None:
        super().__init__(levels)
        self.levels = levels


def joined(base: str, reference: str) -> str:
    """`reference` resolved against `base` (section 5.2), which may be a path below a folder that has no URI.

    Raises ValueError for what is no URI reference, and Climbs for what that folder does not hold: nothing is cut off.
    """
    if not reference or reference[0] == "#":
        return base.partition("#")[0] + reference
    if _SCHEME.match(reference):
        return plain(reference)
    known = _HIERARCHICAL.fullmatch(base)
    if known is None:
        _refuse_climbing(base, reference)
        host = "http://host" if base[:1] == "/" != base[1:2] else ""
        return urljoin(f"{host}{base}", reference).removeprefix(host)
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


def is_relative(uri: str) -> bool:
    """Whether `uri` is a path below a folder that has no URI."""
    return not uri.startswith("/") and _SCHEME.match(uri) is None


def relative(base: str, uri: str) -> str:
    """What to write in `base` for `uri`; both are as `joined` gives them."""
    if not (is_relative(base) and is_relative(uri)):
        return uri
    here, there = base.split("/")[:-1], uri.split("/")
    while here and len(there) > 1 and here[0] == there[0]:
        del here[0], there[0]
    return "/".join([*[".."] * len(here), *there]) or "./"


def _refuse_climbing(base: str, reference: str) -> None:
    if not (is_relative(base) and is_relative(reference)):
        return
    depth = lowest = re.split(r"[?#]", base, maxsplit=1)[0].count("/")
    for step in re.split(r"[?#]", reference, maxsplit=1)[0].split("/"):
        depth += -1 if step == ".." else step not in ("", ".")
        lowest = min(lowest, depth)
    if lowest < 0:
        raise Climbs(-lowest)
