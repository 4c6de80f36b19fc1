def _format_ipv4(value: str) -> bool:
    """RFC 2673, section 3.2: four decimal bytes without leading zeros."""
    byte = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
    return bool(re.fullmatch(rf"{byte}(?:\.{byte}){{3}}", value))


def _format_ipv6(value: str) -> bool:
    """RFC 4291, section 2.2."""
    if value.count("::") > 1 or value.count(":") < 2 or ":::" in value:
        return False
    groups = value.split(":")
    if "." in groups[-1]:
        if not _format_ipv4(groups[-1]):
            return False
        groups[-1:] = ["0", "0"]
    compressed = "::" in value
    if not compressed and (groups[0] == "" or groups[-1] == ""):
        return False
    if value.startswith(":") and not value.startswith("::"):
        return False
    if value.endswith(":") and not value.endswith("::"):
        return False
    written = [group for group in groups if group]
    if not all(re.fullmatch(r"[0-9A-Fa-f]{1,4}", group) for group in written):
        return False
    return len(written) < 8 if compressed else len(written) == 8


def _format_hostname(value: str) -> bool:
    """RFC 1123, section 2.1; a label that claims to be internationalized must be one (RFC 5890, section 2.3.2.1)."""
    if not value.isascii() or len(value) > 253:
        return False
    return all(_is_ascii_label(label) for label in value.split("."))


def _format_hostname_rfc1123(value: str) -> bool:
    """RFC 1123, section 2.1, as drafts before 7 have it: hyphens may stand anywhere inside a label."""
    label = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
    return len(value) <= 253 and bool(re.fullmatch(rf"{label}(?:\.{label})*", value))


def _is_ascii_label(label: str) -> bool:
    """One label: letters, digits and inner hyphens; two hyphens in third place only behind a valid `xn`."""
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?", label):
        return False
    if label[2:4] != "--":
        return True
    if label[:2].lower() != "xn":
        return False
    try:
        decoded = label[4:].encode().decode("punycode")
        encoded = decoded.encode("punycode").decode()
    except (UnicodeError, ValueError, OverflowError):
        return False
    return (
        not decoded.isascii()
        and encoded.lower() == label[4:].lower()
        and _is_unicode_label(decoded)
        and _are_one_direction([decoded])
    )


def _format_idn_hostname(value: str) -> bool:
    """RFC 5890, section 2.3.2.3: labels in Unicode, or hostnames as they always were."""
    if len(value) > 253:
        return False
    labels = re.split("[.\u3002\uff0e\uff61]", value)
    total = 0
    for label in labels:
        if label.isascii():
            if not _is_ascii_label(label):
                return False
            total += len(label) + 1
        else:
            length = len(label.encode("punycode", "surrogatepass")) + 4
            if length > 63 or not _is_unicode_label(label):
                return False
            total += length + 1
    return total <= 254 and _are_one_direction(labels)


def _is_unicode_label(label: str) -> bool:
    """RFC 5891, section 4.2.3: in normal form, no hyphens in the wrong place, every character allowed where it is."""
    if unicodedata.normalize("NFC", label) != label:
        return False
    if label[2:4] == "--" or label.startswith("-") or label.endswith("-"):
        return False
    if unicodedata.category(label[0])[0] == "M":
        return False
    return all(
        _is_permitted(char) or _is_in_context(label, index)
        for index, char in enumerate(label)
    )


def _is_permitted(char: str) -> bool:
    """RFC 5892, section 3, PVALID: letters, marks and digits that are stable under case folding, and exceptions."""
    if char in "-\u00df\u03c2\u06fd\u06fe\u0f0b\u3007":
        return True
    if char in "\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b":
        return False
    if "\u1100" <= char <= "\u11ff" or "\ua960" <= char <= "\ua97f":
        return False
    if "\ud7b0" <= char <= "\ud7ff" or "\u0660" <= char <= "\u0669":
        return False
    if "\u06f0" <= char <= "\u06f9":
        return False
    folded = unicodedata.normalize("NFKC", char).casefold()
    stable = unicodedata.normalize("NFKC", folded) == char
    return stable and unicodedata.category(char) in ("Ll", "Lo", "Lm", "Mn", "Mc", "Nd")


def _is_in_context(label: str, index: int) -> bool:
    """RFC 5892, appendix A: characters that are allowed only beside or among others."""
    char = label[index]
    before = label[index - 1] if index else ""
    after = label[index + 1] if index + 1 < len(label) else ""
    if char in "\u200c\u200d" and before and unicodedata.combining(before) == 9:
        return True
    if char == "\u200c":
        return _joins(before, ("initial",)) and _joins(after, ("initial", "final"))
    if char == "\u00b7":
        return before == "l" and after == "l"
    if char == "\u0375":
        return unicodedata.name(after, " ").startswith("GREEK ") if after else False
    if char in "\u05f3\u05f4":
        return before != "" and unicodedata.name(before, "").startswith("HEBREW ")
    if char == "\u30fb":
        return any(
            unicodedata.name(other, "").startswith(("HIRAGANA ", "KATAKANA ", "CJK "))
            for other in label
            if other != "\u30fb"
        )
    if "\u0660" <= char <= "\u0669":
        return not any("\u06f0" <= other <= "\u06f9" for other in label)
    if "\u06f0" <= char <= "\u06f9":
        return not any("\u0660" <= other <= "\u0669" for other in label)
    return False


def _joins(char: str, forms: tuple[str, ...]) -> bool:
    """Whether an Arabic letter has one of these shapes: `initial` joins the next letter, `final` the one before."""
    spelled = [f"<{form}> {ord(char):04X}" for form in forms] if char else []
    shapes = range(0xFB50, 0xFEFD) if spelled else range(0)
    return any(unicodedata.decomposition(chr(shape)) in spelled for shape in shapes)


def _are_one_direction(labels: list[str]) -> bool:
    """RFC 5893, section 2: where any label is right to left, every label keeps to one direction."""
    kinds = [[unicodedata.bidirectional(char) for char in label] for label in labels]
    if not any(kind in ("R", "AL", "AN") for found in kinds for kind in found):
        return True
    return all(_is_one_direction(found) for found in kinds if found)


def _is_one_direction(kinds: list[str]) -> bool:
    """The directions of one label: which may begin it, be in it, and end it."""
    last = [kind for kind in kinds if kind != "NSM"][-1:]
    neutral = {"EN", "ES", "CS", "ET", "ON", "BN", "NSM"}
    if kinds[0] == "L":
        return set(kinds) <= neutral | {"L"} and last[0] in ("L", "EN")
    if kinds[0] not in ("R", "AL") or ("EN" in kinds and "AN" in kinds):
        return False
    return set(kinds) <= neutral | {"R", "AL", "AN"} and last[0] in ("R", "AL", "EN", "AN")


def _format_email(value: str) -> bool:
    """RFC 5321, section 4.1.2, Mailbox."""
    return value.isascii() and _is_mailbox(value, _format_hostname)


def _format_idn_email(value: str) -> bool:
    """RFC 6531, section 3.3: a mailbox with characters beyond ASCII."""
    return _is_mailbox(value, _is_mail_host)


def _is_mail_host(value: str) -> bool:
    """RFC 6531, section 3.3: labels of letters and digits of any script; nothing is said of normal forms."""
    letter = r"[A-Za-z0-9\u00a1-\U0010ffff]"
    label = rf"{letter}+(?:-+{letter}+)*"
    return bool(re.fullmatch(rf"{label}(?:\.{label})*", value))


def _is_mailbox(value: str, is_host: Callable[[str], bool]) -> bool:
    """A local part, `@`, and a host or an address in brackets."""
    local, at, host = value.rpartition("@")
    if not at or len(local.encode("utf-8", "surrogatepass")) > 64:
        return False
    atom = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~\u0080-\U0010ffff-]+"
    quoted = r'"(?:[ !#-\[\]-~\u0080-\U0010ffff]|\\[ -~])*"'
    if not re.fullmatch(rf"{atom}(?:\.{atom})*|{quoted}", local):
        return False
    if host.startswith("[") and host.endswith("]"):
        inside = host[1:-1]
        if inside[:5].lower() == "ipv6:":
            return _format_ipv6(inside[5:])
        return _format_ipv4(inside)
    return is_host(host)
