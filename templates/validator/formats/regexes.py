def _format_regex(value: str) -> bool:
    """ECMA-262, section 22.2.1, with the `u` flag: whether the text is a regular expression."""
    names = re.findall(r"(?<!\\)\(\?<([^>=!]*)>", value)
    groups = len(re.findall(r"(?<!\\)\((?!\?)", value)) + len(names)
    depth = 0
    at = 0
    repeatable = False
    if len(set(names)) != len(names) or not all(_is_group_name(name) for name in names):
        return False
    while at < len(value):
        char = value[at]
        if char == "[":
            end = _class_end(value, at)
            repeatable = True
        elif char == "\\":
            end = _escape_end(value, at, False, groups, names)
            repeatable = value[at + 1 : at + 2] not in ("b", "B")
        elif char == "(":
            found = re.match(r"\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?", value[at:])
            end = at + len(found[0]) if found and value[at + 1 : at + 2] != "?" else 0
            end = at + len(found[0]) if found and len(found[0]) > 1 else end
            depth += 1
            repeatable = False
        elif char == ")":
            depth -= 1
            end = at + 1 if depth >= 0 else 0
            repeatable = True
        elif char in "*+?{":
            end = _quantifier_end(value, at) if repeatable else 0
            repeatable = False
        else:
            end = 0 if char in "]}" else at + 1
            repeatable = char not in "^$|"
        if not end:
            return False
        at = end
    return depth == 0


def _is_group_name(name: str) -> bool:
    return name.replace("$", "_").isidentifier()


def _quantifier_end(value: str, at: int) -> int:
    """Where the quantifier at `at` ends, 0 when it is none."""
    found = re.compile(r"[*+?]\??|\{([0-9]+)(?:(,)([0-9]*))?\}\??").match(value, at)
    if not found:
        return 0
    low, high = found[1], found[3]
    if low and high and int(low[:4000]) > int(high[:4000]):
        return 0
    return found.end()


def _escape_end(
    value: str, at: int, in_class: bool, groups: int, names: list[str]
) -> int:
    """Where the escape at `at` ends, 0 when it is none."""
    found = re.compile(
        r"\\(?:[dDwWsStnvfr]|c[A-Za-z]|0(?![0-9])|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}"
        r"|u\{0*(?:10|[0-9A-Fa-f])?[0-9A-Fa-f]{1,4}\}|[pP]\{[A-Za-z_]+(?:=[A-Za-z0-9_]+)?\}"
        r"|[\^$\\.*+?()\[\]{}|/])"
    ).match(value, at)
    if found:
        return found.end()
    rest = value[at + 1 :]
    if in_class:
        return at + 2 if rest[:1] in ("b", "-") else 0
    if rest[:1] in ("b", "B"):
        return at + 2
    number = re.match(r"[1-9][0-9]*", rest)
    if number and int(number[0][:9]) <= groups:
        return at + 1 + number.end()
    name = re.match(r"k<([^>]*)>", rest)
    return at + 1 + name.end() if name and name[1] in names else 0


def _class_end(value: str, at: int) -> int:
    """Where the character class at `at` ends, 0 when it is none."""
    at += 2 if value.startswith("[^", at) else 1
    low = ""
    while at < len(value):
        if value[at] == "]":
            return at + 1
        end = _escape_end(value, at, True, 0, []) if value[at] == "\\" else at + 1
        if not end:
            return 0
        high = value[at:end]
        if low and (high[:2] in ("\\d", "\\w", "\\s", "\\p") or low > high):
            return 0
        at = end
        low = ""
        if value[at : at + 1] == "-" and value[at + 1 : at + 2] not in ("]", ""):
            if high[:2].lower() in ("\\d", "\\w", "\\s", "\\p"):
                return 0
            low = high
            at += 1
    return 0
