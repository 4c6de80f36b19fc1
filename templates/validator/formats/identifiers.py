def _format_uri(value: str) -> bool:
    """RFC 3986, section 3."""
    return value.isascii() and _is_resource(value, True)


def _format_uri_reference(value: str) -> bool:
    """RFC 3986, section 4.1."""
    return value.isascii() and _is_resource(value, False)


def _format_iri(value: str) -> bool:
    """RFC 3987, section 2.2."""
    return _is_resource(value, True)


def _format_iri_reference(value: str) -> bool:
    """RFC 3987, section 2.2."""
    return _is_resource(value, False)


def _is_resource(value: str, absolute: bool) -> bool:
    """A URI by the grammar of RFC 3986, appendix A, with the characters RFC 3987 adds where they may stand."""
    plain = rf"(?:[A-Za-z0-9._~!$&'()*+,;=:@{_UCSCHAR}-]|%[0-9A-Fa-f]{{2}})"
    found = re.fullmatch(
        rf"(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?://([^/?#]*))?((?:{plain}|/)*)"
        rf"(?:\?((?:{plain}|[/?{_IPRIVATE}])*))?(?:#((?:{plain}|[/?])*))?",
        value,
    )
    if not found:
        return False
    scheme, authority, path = found[1], found[2], found[3]
    if absolute and scheme is None:
        return False
    if authority is not None:
        return path[:1] in ("", "/") and _is_authority(authority)
    return not path.startswith("//") and (
        scheme is not None or ":" not in path.partition("/")[0]
    )


_UCSCHAR: Final = (
    r"\u00a0-\ud7ff\uf900-\ufdcf\ufdf0-\uffef\U00010000-\U0001fffd\U00020000-\U0002fffd\U00030000-\U0003fffd"
    r"\U00040000-\U0004fffd\U00050000-\U0005fffd\U00060000-\U0006fffd\U00070000-\U0007fffd\U00080000-\U0008fffd"
    r"\U00090000-\U0009fffd\U000a0000-\U000afffd\U000b0000-\U000bfffd\U000c0000-\U000cfffd\U000d0000-\U000dfffd"
    r"\U000e1000-\U000efffd"
)


_IPRIVATE: Final = r"\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"


def _is_authority(value: str) -> bool:
    """RFC 3986, section 3.2: user information, host and port."""
    user, _, rest = value.rpartition("@")
    plain = rf"(?:[A-Za-z0-9._~!$&'()*+,;={_UCSCHAR}-]|%[0-9A-Fa-f]{{2}})"
    if not re.fullmatch(rf"(?:{plain}|:)*", user):
        return False
    if rest.startswith("["):
        host, bracket, port = rest[1:].partition("]")
        future = r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9._~!$&'()*+,;=:-]+"
        if not bracket or not (_format_ipv6(host) or re.fullmatch(future, host)):
            return False
        return bool(re.fullmatch(r"(?::[0-9]*)?", port))
    return bool(re.fullmatch(rf"{plain}*(?::[0-9]*)?", rest))


def _format_uri_template(value: str) -> bool:
    """RFC 6570, section 2."""
    name = r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})"
    variable = rf"{name}(?:\.?{name})*(?:\*|:[1-9][0-9]{{0,3}})?"
    expression = rf"\{{[+#./;?&=,!@|]?{variable}(?:,{variable})*\}}"
    text = rf"[!#$&'-;=?-\[\]_a-z~{_UCSCHAR}{_IPRIVATE}]|%[0-9A-Fa-f]{{2}}"
    return bool(re.fullmatch(rf"(?:{text}|{expression})*", value))


def _format_json_pointer(value: str) -> bool:
    """RFC 6901, section 3."""
    return bool(re.fullmatch(r"(?:/(?:[^~/]|~[01])*)*", value, re.DOTALL))


def _format_relative_json_pointer(value: str) -> bool:
    """draft-bhutton-relative-json-pointer-00, section 3."""
    found = re.match(r"(?:0|[1-9][0-9]*)(?:[+-][1-9][0-9]*)?", value)
    if not found:
        return False
    rest = value[found.end() :]
    return rest == "#" or _format_json_pointer(rest)


def _format_relative_json_pointer_01(value: str) -> bool:
    """draft-handrews-relative-json-pointer-01, section 3, as drafts before 2020-12 have it: without a shift of the index."""
    shifted = re.match("[0-9]+[+-]", value)
    return not shifted and _format_relative_json_pointer(value)


def _format_uuid(value: str) -> bool:
    """RFC 4122, section 3."""
    digit = "[0-9A-Fa-f]"
    return bool(re.fullmatch(rf"{digit}{{8}}(?:-{digit}{{4}}){{3}}-{digit}{{12}}", value))
