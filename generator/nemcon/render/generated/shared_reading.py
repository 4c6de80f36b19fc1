"""templates/shared/reading.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.printing import Code, get, printed

SOURCE = "fa9889aa7448cf00"


def reading(module: Any, msgspec: Any = False) -> Code:
    out: list[str] = []
    out.append(
        'class _Overflow(Exception):\n    """A number in a document that has no room in a float."""\n\n\ndef _refuse(name: str) -> NoReturn:\n    raise ValueError(f"{name} is not JSON")\n\n\n'
    )
    if msgspec:
        out.append(
            'def _read(data: bytes | str) -> Any:\n    """The value of a JSON text, as json.loads gives it."""\n    try:\n        return _decode_any(data)\n    except (msgspec.MsgspecError, ValueError, RecursionError):\n        return _read_exactly(data)\n\n\n_decode_any: Final = msgspec.json.Decoder().decode\n'
        )
    else:
        if get(module, "forgets"):
            out.append(
                'def _float(text: str) -> float:\n    value = float(text)\n    if value - value != 0:\n        raise ValueError("a number past the floats")\n    return value\n\n\n'
            )
        out.append(
            'def _scanner() -> Callable[[str, int], tuple[Any, int]]:\n    """What json.loads calls behind its preparations."""\n    decoder: Any = json.JSONDecoder(parse_constant=_refuse'
        )
        if get(module, "forgets"):
            out.append(", parse_float=_float")
        out.append(
            ')\n    scan: Callable[[str, int], tuple[Any, int]] = decoder.scan_once\n    return scan\n\n\n_scan: Final = _scanner()\n\n\ndef _scanned(data: bytes | str) -> Any:\n    text = data if isinstance(data, str) else data.decode()\n    value, end = _scan(text, 0)\n    if end != len(text) and text[end:].strip(" \\t\\r\\n"):\n        raise ValueError("more than one value")\n    return value\n\n\n@cache\ndef _reader() -> Callable[[bytes | str], Any]:\n    """What reads JSON: msgspec where it is installed, which gives the same sooner."""\n    try:\n        read: Callable[[bytes | str], Any] = import_module("msgspec").json.Decoder().decode\n        return read if read(b"18446744073709551616").__class__ is int else _scanned\n    except Exception:\n        return _scanned\n\n\ndef _read(data: bytes | str) -> Any:\n    """The value of a JSON text, as json.loads gives it; numbers may have overflowed.\n\n    Whatever the reader refuses, and whatever it raises then, json decides.\n    """\n    try:\n        return _reader()(data)\n    except Exception:\n        return _read_exactly(data)\n'
        )
    out.append(
        '\n\ndef _read_exactly(data: bytes | str) -> Any:\n    """The value of a JSON text, in which an integer keeps its value at any size."""\n    try:\n        return json.loads(\n            data,\n            parse_constant=_refuse,\n            parse_float=_exact_float,\n            parse_int=_exact_int,\n        )\n    except RecursionError:\n        raise _refused("depth", "the document is nested too deep to decode") from None\n    except ValueError as error:\n        raise _refused("json", f"the document is not JSON: {error}") from None\n\n\ndef _exact_int(text: str) -> int'
    )
    if get(module, "forgets"):
        out.append(" | float")
    out.append(
        ":\n    if len(text) < 4000:\n        return int(text)\n    return _exact(text)\n\n\ndef _exact_float(text: str) -> int | float:\n    value = float(text)\n    return value if value - value == 0 else _exact(text)\n\n\n_MAX_DIGITS: Final = 100_000\n\n\n"
    )
    if get(module, "forgets"):
        out.append(
            'def _exact(text: str) -> int | float:\n    """An integer past the floats, or past what int() takes; infinity where that is too much.\n\n    What is forgotten may be that; what is kept may not.\n    """\n    try:\n        number = Decimal(text)\n    except ArithmeticError:\n        return float(text)\n    if number.adjusted() >= _MAX_DIGITS or number != number.to_integral_value():\n        return float(text)\n    return int(number)\n'
        )
    else:
        out.append(
            'def _exact(text: str) -> int:\n    """An integer past the floats, or past what int() takes."""\n    try:\n        number = Decimal(text)\n    except ArithmeticError:\n        raise ValueError("a number with an exponent past all measure") from None\n    if number.adjusted() >= _MAX_DIGITS:\n        raise ValueError(f"a number of more than {_MAX_DIGITS:,} digits")\n    if number != number.to_integral_value():\n        raise ValueError("a number past the floats, with a fraction")\n    return int(number)\n'
        )
    out.append(
        '\n\ndef _copy(value: Any) -> Any:\n    """A copy of a JSON value that shares nothing with it."""\n    if isinstance(value, _OBJECT):\n        return {key: _copy(item) for key, item in value.items()}\n    if isinstance(value, _ARRAY):\n        return [_copy(item) for item in value]\n    if isinstance(value, float) and value - value != 0:\n        raise _Overflow\n    return value\n\n\ndef _refused(keyword: str, message: str) -> validator.ValidationError:\n    return validator.ValidationError((validator.Error("", "", keyword, message),))\n'
    )
    return Code("".join(out))


def scalars(module: Any) -> Code:
    out: list[str] = []
    if "_whole" in get(module, "uses"):
        out.append(
            'def _whole(value: Any) -> Any:\n    """`value`, an integer as an int: 1 for 1.0."""\n    return int(value) if isinstance(value, float) else value\n\n\n'
        )
    if "_wholes" in get(module, "uses"):
        out.append(
            'def _wholes(values: Any) -> Any:\n    """`values`, a list of integers, as ints."""\n    try:\n        if sum(values).__class__ is int:\n            return values\n    except OverflowError:\n        pass\n    return [int(value) if isinstance(value, float) else value for value in values]\n\n\n'
        )
    if "_numbers" in get(module, "uses"):
        out.append(
            'def _numbers(values: Any) -> Any:\n    """`values`, a list of numbers of which none has overflowed."""\n    for value in values:\n        if value.__class__ is float and value - value != 0:\n            raise _Overflow\n    return values\n\n\n'
        )
    if "_number" in get(module, "uses"):
        out.append(
            'def _number(value: Any) -> Any:\n    """`value`, a number that has not overflowed."""\n    if value.__class__ is float and value - value != 0:\n        raise _Overflow\n    return value\n\n\n'
        )
    if "_free" in get(module, "uses"):
        out.append(
            'def _free(value: Any) -> Any:\n    """`value`, any JSON value in which no number has overflowed."""\n    if value.__class__ is float and value - value != 0:\n        raise _Overflow\n    if value.__class__ is dict:\n        for item in value.values():\n            if item.__class__ not in _SIMPLE:\n                _free(item)\n    elif value.__class__ is list:\n        for item in value:\n            if item.__class__ not in _SIMPLE:\n                _free(item)\n    return value\n\n\n_SIMPLE: Final = {str, int, bool, None.__class__}\n\n\n'
        )
    return Code("".join(out))


def helpers(module: Any) -> Code:
    out: list[str] = []
    for helper in get(module, "helpers"):
        out += ("def ", printed(get(helper, "name")), "(value: Any) -> Any:\n")
        for test, result, branches in get(helper, "cases"):
            if (test is None) and (not branches):
                out += ("    return ", printed(result), "\n")
            elif test is None:
                for condition, made in branches:
                    if condition is None:
                        out += ("    return ", printed(made), "\n")
                    else:
                        out += (
                            "    if ",
                            printed(condition),
                            ":\n        return ",
                            printed(made),
                            "\n",
                        )
            elif not branches:
                out += (
                    "    if ",
                    printed(test),
                    ":\n        return ",
                    printed(result),
                    "\n",
                )
            else:
                out += ("    if ", printed(test), ":\n")
                for condition, made in branches:
                    if condition is None:
                        out += ("        return ", printed(made), "\n")
                    else:
                        out += (
                            "        if ",
                            printed(condition),
                            ":\n            return ",
                            printed(made),
                            "\n",
                        )
        out.append("\n\n")
    return Code("".join(out))
