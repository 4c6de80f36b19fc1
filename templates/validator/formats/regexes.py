def _format_regex(value: str) -> bool:
    """ECMA-262, section 22.2.1, with the `u` flag; which Unicode properties exist is not looked up."""
    tokens = _regex_tokens(value)
    named = [_regex_name(token[3:]) for token in tokens if _is_named(token)]
    names = set(named)
    groups = tokens.count("(") + len(named)
    opened: list[str] = []
    repeatable = False
    if "".join(tokens) != value or len(names) < len(named):
        return False
    for token in tokens:
        if token[0] == "(":
            opened.append(token)
        if token == ")":
            if not opened:
                return False
            repeatable = opened.pop() not in ("(?=", "(?!", "(?<=", "(?<!")
        elif token[0] in "*+?{":
            if not repeatable or not _is_quantifier(token):
                return False
            repeatable = False
        elif not _is_regex_atom(token, groups, names):
            return False
        else:
            repeatable = token[0] not in "(^$|" and token not in ("\\b", "\\B")
    return not opened


def _regex_tokens(value: str) -> list[str]:
    """The pieces of a regular expression, up to what is none."""
    quantifier = r"(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??"
    group = r"\(\?(?:[:=!]|<[=!]|<[^>]*>)|\((?!\?)"
    kind = rf"\[(?:[^\]\\]|{_REGEX_ESCAPE})*\]"
    plain = r"[^\\\[\](){}*+?]|\)"
    piece = re.compile(rf"{quantifier}|{group}|{kind}|{_REGEX_ESCAPE}|{plain}")
    tokens: list[str] = []
    found = piece.match(value)
    while found:
        tokens.append(found[0])
        found = piece.match(value, found.end())
    return tokens


_REGEX_ESCAPE: Final = (
    r"\\(?:u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}"
    r"|u\{[0-9A-Fa-f]+\}|x[0-9A-Fa-f]{2}|c[A-Za-z]|k<[^>]*>|0(?![0-9])|[1-9][0-9]*"
    r"|[pP]\{(?:(?:General_Category|gc|Script|sc|Script_Extensions|scx)=)?[A-Za-z_]+\}"
    r"|[bBdDwWsStnvfr^$\\.*+?()\[\]{}|/-])"
)


def _is_regex_atom(token: str, groups: int, names: set[str]) -> bool:
    """Whether what is neither `)` nor a quantifier may stand where it does."""
    if _is_named(token):
        return _regex_name(token[3:]).replace("$", "_").isidentifier()
    if token[0] == "[":
        return _is_regex_class(token)
    if token[0] != "\\" or token in ("\\b", "\\B"):
        return True
    if token[1] == "k":
        return _regex_name(token[3:]) in names
    if token[1] in "123456789":
        return len(token) < 10 and int(token[1:]) <= groups
    return token != "\\-" and _regex_code(token) is not None


def _is_named(token: str) -> bool:
    return token[:3] == "(?<" and token[3:] not in ("=", "!")


def _regex_name(text: str) -> str:
    """The name of a group, written with `>` behind it and maybe with escapes in it."""
    return re.sub(
        r"\\u\{0*([0-9A-Fa-f]{1,5})\}|\\u([0-9A-Fa-f]{4})",
        lambda found: chr(int(found[1] or found[2], 16)),
        text[:-1],
    )


def _is_quantifier(token: str) -> bool:
    """Whether a quantifier counts upwards."""
    counts = token.rstrip("?")[1:-1].split(",")
    low, high = (count.lstrip("0") for count in (counts[0], counts[-1]))
    return counts[-1] == "" or (len(low), low) <= (len(high), high)


def _is_regex_class(token: str) -> bool:
    """Whether the ranges of a character class go from one character to a later one."""
    body = token[2:-1] if token[1] == "^" else token[1:-1]
    atoms = re.findall(rf"{_REGEX_ESCAPE}|[^\\]", body)
    at = 0
    while at < len(atoms):
        low = _regex_code(atoms[at])
        if low is None:
            return False
        if atoms[at + 1 : at + 2] == ["-"] and at + 2 < len(atoms):
            high = _regex_code(atoms[at + 2])
            if high is None or not 0 <= low <= high:
                return False
            at += 2
        at += 1
    return True


def _regex_code(atom: str) -> int | None:
    """The code point of a character or an escape, -1 for a set of characters, None for what is no character."""
    kind = atom[1:2]
    if kind == "":
        return ord(atom)
    if kind in "dDwWsSpP":
        return -1
    if kind in "Bk123456789":
        return None
    if kind == "c":
        return ord(atom[2]) % 32
    if len(atom) == 12:
        return 0x10000 + (int(atom[2:6], 16) % 0x400 << 10) + int(atom[8:], 16) % 0x400
    if kind in "ux":
        code = int(atom[2:].strip("{}"), 16)
        return code if code <= 0x10FFFF else None
    return {"0": 0, "b": 8, "t": 9, "n": 10, "v": 11, "f": 12, "r": 13}.get(
        kind, ord(kind)
    )
