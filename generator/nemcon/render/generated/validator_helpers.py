"""templates/validator/helpers.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.printing import Code, get

SOURCE = "c03f453764785181"


def helper(name: Any) -> Code:
    out: list[str] = []
    if name == "_Known":
        out.append("_Known = dict[tuple[Any, ...], Any]\n")
    elif name == "_once":
        out.append(
            'def _once(accepts: Callable[[Any, _Known], bool]) -> Callable[..., bool]:\n    """Asks a function once about each value, however many ways lead there; `known` is one document\'s."""\n\n    def asked(value: Any, known: _Known | None = None) -> bool:\n        known = {} if known is None else known\n        place = accepts, id(value)\n        if place not in known:\n            known[place] = accepts(value, known)\n        return bool(known[place])\n\n    return asked\n'
        )
    elif name == "_once_seen":
        out.append(
            'def _once_seen(collects: Callable[[Any, set[Any], _Known], Any]) -> Callable[..., Any]:\n    """Asks a function once what it evaluates of each value, however many ways lead there."""\n\n    def asked(value: Any, seen: set[Any], known: _Known | None = None) -> Any:\n        known = {} if known is None else known\n        place = collects, id(value)\n        if place not in known:\n            found: set[Any] = set()\n            known[place] = collects(value, found, known), found\n        answer, found = known[place]\n        seen |= found\n        return answer\n\n    return asked\n'
        )
    elif name == "_once_told":
        out.append(
            'def _once_told(\n    check: Callable[[Any, str, list[Error], _Known], None]\n) -> Callable[..., None]:\n    """Asks a function once what is wrong at each place, however many ways lead there."""\n\n    def told(value: Any, at: str, errors: list[Error], known: _Known | None = None) -> None:\n        known = {} if known is None else known\n        place = check, at, id(value)\n        if place not in known:\n            found: list[Error] = []\n            check(value, at, found, known)\n            known[place] = list(dict.fromkeys(found))\n        errors.extend(known[place])\n\n    return told\n'
        )
    elif name == "_fail":
        out.append(
            'def _fail(\n    errors: list[Error],\n    at: str,\n    place: str,\n    value: Any,\n    problem: str,\n    keyword: str | None = None,\n) -> None:\n    """Reports that `value`, which stands at `at`, breaks the keyword at `place`."""\n    if keyword is None:\n        keyword = place.rpartition("/")[2]\n    found = at, place, keyword, f"{_shown(value)} {problem}"\n    errors.append(_TUPLE.__new__(Error, found))  # half the time of Error(...)\n'
        )
    elif name == "_shown":
        out.append(
            'def _shown(value: Any) -> str:\n    """A value as a message shows it: never long."""\n    if value is None:\n        return "null"\n    if value is True or value is False:\n        return "true" if value else "false"\n    if isinstance(value, str):\n        text = ascii(str.__getitem__(value, slice(40)))\n        return text if len(text) <= 60 else text[:57] + "..."\n    if isinstance(value, dict):\n        return "the object"\n    if isinstance(value, list):\n        return "the array"\n    if isinstance(value, int):\n        return int.__repr__(value) if abs(value) < 10**20 else "the integer"\n    if isinstance(value, float):\n        return float.__repr__(value)\n    return f"the {type(value).__name__[:40]} object"\n'
        )
    elif name == "_OBJECT":
        out.append("_OBJECT: Final[Any] = dict\n")
    elif name == "_ARRAY":
        out.append("_ARRAY: Final[Any] = list\n")
    elif name == "_TUPLE":
        out.append("_TUPLE: Final[Any] = tuple\n")
    elif name == "_json_object":
        out.append(
            'def _json_object(value: Any) -> TypeGuard[Any]:\n    """Whether a value is a JSON object."""\n    return isinstance(value, dict)\n'
        )
    elif name == "_json_array":
        out.append(
            'def _json_array(value: Any) -> TypeGuard[Any]:\n    """Whether a value is a JSON array."""\n    return isinstance(value, list)\n'
        )
    elif name == "_json_string":
        out.append(
            'def _json_string(value: Any) -> TypeGuard[Any]:\n    """Whether a value is a JSON string; one that cannot be hashed is none."""\n    return isinstance(value, str) and value.__hash__ is not None\n'
        )
    elif name == "_json_boolean":
        out.append(
            'def _json_boolean(value: Any) -> TypeGuard[Any]:\n    """Whether a value is true or false."""\n    return value.__class__ is bool\n'
        )
    elif name == "_json_number":
        out.append(
            'def _json_number(value: Any) -> TypeGuard[Any]:\n    """Whether a value is a JSON number; true and false are none."""\n    return isinstance(value, (int, float)) and value.__class__ is not bool\n'
        )
    elif name == "_json_integer":
        out.append(
            'def _json_integer(value: Any) -> TypeGuard[Any]:\n    """Whether a value is a number without a fractional part: 1.0 is."""\n    if isinstance(value, float):\n        return value.is_integer()\n    return isinstance(value, int) and value.__class__ is not bool\n'
        )
    elif name == "_json_int":
        out.append(
            'def _json_int(value: Any) -> TypeGuard[Any]:\n    """Whether a value is an integer written without a fractional part."""\n    return isinstance(value, int) and value.__class__ is not bool\n'
        )
    elif name == "_multiple_of":
        out.append(
            'def _multiple_of(value: Any, divisor: Any) -> bool:\n    """Whether a number is a multiple of another, both as their decimals say."""\n    if isinstance(value, int) and isinstance(divisor, int):\n        return value % divisor == 0\n    try:\n        over, under = _ratio(value)\n    except (ArithmeticError, ValueError):\n        return False\n    numerator, denominator = _ratio(divisor)\n    return over * denominator % (under * numerator) == 0\n\n\ndef _ratio(value: Any) -> tuple[int, int]:\n    if isinstance(value, int):\n        return int(value), 1\n    return Decimal(float.__repr__(value)).as_integer_ratio()\n'
        )
    elif name == "_identity":
        out.append(
            'def _identity(value: Any) -> str:\n    """A key that two JSON values share exactly when they are equal: 1 and 1.0 do, 1 and true do not."""\n    if isinstance(value, str):\n        return "s" + value\n    if value is None or value.__class__ is bool:\n        return repr(value)\n    if isinstance(value, (int, float)):\n        if isinstance(value, float) and value.is_integer():\n            value = int(value)\n        if isinstance(value, int):\n            return f"i{int(value):x}"\n        return f"x{id(value):x}" if value != value else "f" + float.__repr__(value)\n    if _json_array(value):\n        return "a" + "".join(_framed(item) for item in value)\n    if _json_object(value):\n        members = sorted(_framed(name) + _framed(item) for name, item in value.items())\n        return "o" + "".join(members)\n    return f"x{id(value):x}"\n\n\ndef _framed(value: Any) -> str:\n    text = _identity(value)\n    return f"{len(text)}:{text}"\n'
        )
    elif name == "_equal":
        out.append(
            'def _equal(value: Any, other: Any) -> bool:\n    """Whether two JSON values are equal: to Python 1 and true are as well."""\n    try:\n        return bool(value == other) and _identity(value) == _identity(other)\n    except RecursionError:\n        raise\n    except Exception:\n        return False\n'
        )
    elif name == "_unique_items":
        out.append(
            'def _unique_items(items: list[Any]) -> bool:\n    """Whether no two items are equal as JSON values."""\n    if len(items) < 2:\n        return True\n    if len(items) <= 16:\n        if items[0].__class__ is not dict and items[0].__class__ is not list:\n            try:\n                if len(set(items)) == len(items):\n                    return True\n            except Exception:\n                pass  # arrays and objects are in no set\n        try:\n            for index, item in enumerate(items):\n                if item in items[:index]:\n                    break\n            else:\n                return True\n        except RecursionError:\n            raise\n        except Exception:\n            pass  # what cannot be compared is nothing of JSON, and is itself alone\n    if all(item.__class__ is str for item in items):\n        return len(set(items)) == len(items)\n    return len({_identity(item) for item in items}) == len(items)\n'
        )
    elif name == "_fail_required":
        out.append(
            'def _fail_required(errors: list[Error], at: str, place: str, name: str) -> None:\n    _fail(errors, at, place, {}, f"lacks the required property {_shown(name)}")\n'
        )
    elif name == "_fail_members":
        out.append(
            'def _fail_members(\n    errors: list[Error], at: str, place: str, names: list[str], problem: str\n) -> None:\n    shown = ", ".join(_shown(name) for name in names[:3])\n    more = f" and {len(names) - 3} more" if len(names) > 3 else ""\n    _fail(errors, at, place, {}, f"{problem}: {shown}{more}")\n'
        )
    elif name == "_fail_closest":
        out.append(
            'def _fail_closest(\n    errors: list[Error],\n    at: str,\n    place: str,\n    value: Any,\n    problem: str,\n    branches: list[tuple[str, Callable[[Any, str, list[Error]], None]]],\n) -> None:\n    """Reports what is wrong with the alternative that was most probably meant."""\n    near: list[tuple[int, int, str, list[Error]]] = []\n    for pointer, check in branches:\n        found: list[Error] = []\n        check(value, at, found)\n        distance = _distance(found, at)\n        if distance < _OUT:\n            near.append((distance, len(found), pointer, found))\n    closest = min(near, default=None, key=lambda it: it[:2])\n    if closest is None or len(near) > 1 and closest[0] == _REFUSED:\n        _fail(errors, at, place, value, problem)\n    elif len(near) == 1:\n        errors.extend(closest[3])\n    else:\n        note = f"{_CLOSEST}{closest[2]})"\n        errors.extend(\n            error if _CLOSEST in error.message else error.with_note(note)\n            for error in closest[3]\n        )\n\n\ndef _distance(errors: list[Error], at: str) -> int:\n    """How far the value at `at` is from what made these errors."""\n    far = 0\n    for error in errors:\n        if error.instance_location == at:\n            far = max(far, _FAR.get(error.keyword, 0))\n        elif (\n            error.keyword in ("const", "enum")\n            and error.instance_location.count("/") == at.count("/") + 1\n        ):\n            far = max(far, 1)\n    return far\n\n\n_CLOSEST: Final = " (closest alternative: "\n_OUT: Final = 3\n_REFUSED: Final = 2\n_FAR: Final = {\n    "type": _OUT,\n    "false schema": _OUT,\n    "anyOf": _OUT,\n    "oneOf": _OUT,\n    "enum": _REFUSED,\n    "const": _REFUSED,\n    "not": _REFUSED,\n}\n'
        )
    elif name == "_fits_tagged":
        out.append(
            'def _fits_tagged(\n    value: Any, name: str, branches: dict[str, Callable[[Any], bool]]\n) -> bool:\n    """Whether the branch that the constant in property `name` stands for accepts `value`."""\n    if value.__class__ is not dict and not _json_object(value):\n        return False\n    tag = value.get(name)\n    if tag.__class__ is not str and not _json_string(tag):\n        return False\n    accepts = branches.get(tag)\n    return accepts is not None and accepts(value)\n'
        )
    elif name == "_fits_known":
        out.append(
            'def _fits_known(\n    value: Any, name: str, branches: dict[str, Callable[[Any, _Known | None], bool]], known: _Known | None\n) -> bool:\n    """The same for branches that are asked once about each value."""\n    if value.__class__ is not dict and not _json_object(value):\n        return False\n    tag = value.get(name)\n    if tag.__class__ is not str and not _json_string(tag):\n        return False\n    accepts = branches.get(tag)\n    return accepts is not None and accepts(value, known)\n'
        )
    elif name == "_matching":
        out.append(
            'def _matching(\n    value: Any, seen: set[Any], *branches: Callable[[Any, set[Any]], bool]\n) -> int:\n    """How many branches accept a value; what those evaluate of it joins `seen`."""\n    count = 0\n    for accepts in branches:\n        found: set[Any] = set()\n        if accepts(value, found):\n            seen |= found\n            count += 1\n    return count\n'
        )
    elif name == "_below":
        out.append(
            "def _below(at: str, name: Any) -> str:\n    \"\"\"The JSON Pointer of a member of the value at `at`.\"\"\"\n    text = name if isinstance(name, str) else _shown(name)\n    return f\"{at}/{text.replace('~', '~0').replace('/', '~1')}\"\n"
        )
    return Code("".join(out))
