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
    ignorable = "[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0000-\U000e0fff]"
    block = "[\u20d0-\u20ff\U0001d100-\U0001d24f]"
    if re.match(f"{ignorable}|{block}", char):
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
        return _joins(label, index)
    if char == "\u00b7":
        return before == "l" and after == "l"
    if char == "\u0375":
        return unicodedata.name(after, " ").startswith("GREEK ") if after else False
    if char in "\u05f3\u05f4":
        return before != "" and unicodedata.name(before, "").startswith("HEBREW ")
    if char == "\u30fb":
        scripts = ("HIRAGANA ", "HENTAIGANA ", "KATAKANA ", "CJK ")
        more = "\u3005\u3007\U00016fe3\U00016ff0\U00016ff1"
        return any(
            other in more or unicodedata.name(other, "").startswith(scripts)
            for other in label
            if other != "\u30fb"
        )
    if "\u0660" <= char <= "\u0669":
        return not any("\u06f0" <= other <= "\u06f9" for other in label)
    if "\u06f0" <= char <= "\u06f9":
        return not any("\u0660" <= other <= "\u0669" for other in label)
    return False


def _joins(label: str, index: int) -> bool:
    """RFC 5892, appendix A.1: a letter that joins the next one before the place, one that joins the last one behind it."""
    before = next((it for it in reversed(label[:index]) if not _is_passed_over(it)), "")
    after = next((it for it in label[index + 1 :] if not _is_passed_over(it)), "")
    return bool(
        re.match(f"[{_JOINS_BOTH}{_JOINS_NEXT}]", before)
        and re.match(f"[{_JOINS_BOTH}{_JOINS_LAST}]", after)
    )


def _is_passed_over(char: str) -> bool:
    """Whether letters join across a character: marks, and what only sets the format."""
    if char in "\u200c\u200d":
        return False
    return unicodedata.category(char) in ("Mn", "Me", "Cf") or char == "\U0001e94b"


_JOINS_BOTH: Final = (
    r"\u0620\u0626\u0628\u062a-\u062e\u0633-\u0647\u0649\u064a\u066e\u066f\u0679-\u0687"
    r"\u069a-\u06bf\u06c1\u06c2\u06cc\u06ce\u06d0\u06d1\u06fa-\u06fc\u06ff\u0712-\u0714"
    r"\u071a-\u071d\u071f-\u0727\u0729\u072b\u072d\u072e\u074e-\u0758\u075c-\u076a\u076d-\u0770"
    r"\u0772\u0775-\u0777\u077a-\u077f\u07ca-\u07ea\u0841-\u0845\u0848\u084a-\u0853\u0855"
    r"\u0860\u0862-\u0865\u0868\u0886\u0889-\u088d\u08a0-\u08a9\u08af\u08b0\u08b3-\u08b8"
    r"\u08ba-\u08c8\u1820-\u1878\u1887-\u18a8\u18aa\ua840-\ua871\U00010ac0-\U00010ac4"
    r"\U00010ad3-\U00010ad6\U00010ad8-\U00010adc\U00010ade-\U00010ae0\U00010b80\U00010b82"
    r"\U00010b86-\U00010b88\U00010b8a\U00010b8b\U00010b8d\U00010b90\U00010d01-\U00010d21"
    r"\U00010d23\U00010ec3\U00010ec4\U00010f30-\U00010f32\U00010f34-\U00010f44\U00010f70-\U00010f73"
    r"\U00010f76-\U00010f81\U00010fb0\U00010fb2\U00010fb3\U00010fb8\U00010fbb\U00010fbc"
    r"\U00010fbe\U00010fbf\U00010fc1\U00010fc4\U0001e922-\U0001e943"
)


_JOINS_NEXT: Final = r"\ua872\U00010acd\U00010ad7\U00010d00"


_JOINS_LAST: Final = (
    r"\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0688-\u0699\u06c0\u06c3-\u06cb"
    r"\u06cd\u06cf\u06d2-\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c"
    r"\u072f\u074d\u0759-\u075b\u076b\u076c\u0771\u0773\u0774\u0778\u0779\u0840\u0846"
    r"\u0847\u0849\u0854\u0856-\u0858\u0867\u0869-\u0882\u088e\u08aa-\u08ac\u08ae\u08b1"
    r"\u08b2\u08b9\U00010ac5\U00010ac7-\U00010aca\U00010ace-\U00010ad2\U00010add\U00010ae1"
    r"\U00010ae4\U00010b81\U00010b83-\U00010b85\U00010b89\U00010b8c\U00010b8e\U00010b8f"
    r"\U00010b91\U00010d22\U00010ec2\U00010f33\U00010f74\U00010f75\U00010fb4-\U00010fb6"
    r"\U00010fb9\U00010fba\U00010fbd\U00010fc2\U00010fc3"
)


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
