"""templates/shared/module.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.environment import template
from nemcon.render.printing import (
    Code,
    get,
    printed,
    docstring as as_docstring,
    literal as as_literal,
)

SOURCE = "94b532519f8660cd"

plain_entries = template("shared/formats.jinja").plain_entries


def exports(module: Any, own: Any) -> Code:
    out: list[str] = []
    out.append("__all__ = [\n")
    for name in get(module, "all")(own):
        out += ("    ", as_literal(name), ",\n")
    out.append(']\n\n_T = TypeVar("_T")')
    return Code("".join(out))


def alias(it: Any) -> Code:
    out: list[str] = []
    out += (
        printed(get(it, "name")),
        ": TypeAlias = ",
        printed(get(it, "annotation")),
        "\n",
    )
    if get(it, "doc"):
        out += (as_docstring(get(it, "doc"), 0), "\n")
    return Code("".join(out))


def mark(it: Any) -> Code:
    out: list[str] = []
    if get(it, "deprecated"):
        out += ("@deprecated(", printed(get(it, "deprecated")), ")\n")
    return Code("".join(out))


def enumeration(it: Any) -> Code:
    out: list[str] = []
    out += (
        mark(it),
        "class ",
        printed(get(it, "name")),
        "(Enum):\n    ",
        as_docstring(
            (get(it, "doc") or get(it, "pointer")) or "The whole document.", 4
        ),
        "\n\n",
    )
    for name, value in get(it, "members"):
        out += ("    ", printed(name), " = ", printed(value), "\n")
    out += (
        "\n\n",
        printed(get(it, "table")),
        ": Final[dict[Any, ",
        printed(get(it, "name")),
        "]] = {member.value: member for member in ",
        printed(get(it, "name")),
        "}",
    )
    return Code("".join(out))


def root(module: Any) -> Code:
    out: list[str] = []
    if get(module, "root_name"):
        out += (
            printed(get(module, "root_name")),
            ": TypeAlias = ",
            printed(get(module, "root")),
            "\nRoot: TypeAlias = ",
            printed(get(module, "root_name")),
        )
    else:
        out += ("Root: TypeAlias = ", printed(get(module, "root")))
    return Code("".join(out))


def decode_overloads(module: Any) -> Code:
    out: list[str] = []
    if get(module, "unnamed") != "Root":
        out += (
            "class ",
            printed(get(module, "unnamed")),
            ':\n    """Stands for the whole document: Root is the type of other schemas too."""\n\n\n',
        )
    out.append(
        "@overload\ndef decode(data: bytes | str) -> Root: ...\n@overload\ndef decode(data: bytes | str, type: type[_T]) -> _T: ..."
    )
    return Code("".join(out))


def from_builtins(module: Any) -> Code:
    out: list[str] = []
    out += (
        "@overload\ndef from_builtins(value: Any) -> Root: ...\n@overload\ndef from_builtins(value: Any, type: type[_T]) -> _T: ...\ndef from_builtins(value: Any, type: Any = ",
        printed(get(module, "unnamed")),
        ') -> Any:\n    """The object of a JSON value, which stays as it is and shares nothing with it.\n\n    Raises validator.ValidationError where the schema refuses it.\n    """\n    schema, build = _codec(type)\n    schema.validate(value)\n    try:\n        return build(_copy(value))\n    except _Overflow:\n        raise _refused("json", "a number in the value is not finite") from None\n    except RecursionError:\n        raise _refused("depth", "the value is nested too deep to decode") from None\n\n\n',
        codec(),
    )
    return Code("".join(out))


def codec() -> Code:
    out: list[str] = []
    out.append(
        'def _codec(type: Any) -> tuple[validator.Schema, Callable[[Any], Any]]:\n    """What checks and makes objects of a type of this module."""\n    found = _CODECS.get(type)\n    if found is None:\n        raise TypeError(f"{type!r} is no type of this module, or the type of several schemas")\n    return found\n'
    )
    return Code("".join(out))


def codecs(module: Any) -> Code:
    out: list[str] = []
    if get(module, "root_build"):
        out += (
            "def _build_root(value: Any) -> Any:\n    return ",
            printed(get(module, "root_build")),
            "\n\n\n",
        )
    if "_same" in get(module, "uses"):
        out.append("def _same(value: Any) -> Any:\n    return value\n\n\n")
    out.append(
        "_CODECS: Final[dict[Any, tuple[validator.Schema, Callable[[Any], Any]]]] = {\n"
    )
    for it in get(module, "codecs"):
        out += (
            "    ",
            printed(get(it, "name")),
            ": (validator.",
            printed(get(it, "validator")),
            ", ",
            printed(get(it, "function")),
            "),\n",
        )
    out.append("}\n")
    return Code("".join(out))


def required_fields(fields: Any) -> Code:
    out: list[str] = []
    for field in [field for field in fields if get(field, "presence") == "required"]:
        if get(field, "same"):
            out += (
                "    made.",
                printed(get(field, "attribute")),
                " = value[",
                printed(get(field, "key")),
                "]\n",
            )
        else:
            out += (
                "    found = value[",
                printed(get(field, "key")),
                "]\n    made.",
                printed(get(field, "attribute")),
                " = ",
                printed(get(field, "build")),
                "\n",
            )
    return Code("".join(out))


def popped_fields(fields: Any) -> Code:
    out: list[str] = []
    for field in fields:
        if get(field, "presence") == "required":
            out += (
                "    found = value.pop(",
                printed(get(field, "key")),
                ")\n    made.",
                printed(get(field, "attribute")),
                " = ",
                printed(get(field, "build")),
                "\n",
            )
        elif get(field, "same"):
            out += (
                "    if ",
                printed(get(field, "key")),
                " in value:\n        made.",
                printed(get(field, "attribute")),
                " = value.pop(",
                printed(get(field, "key")),
                ")\n",
            )
        else:
            out += (
                "    if ",
                printed(get(field, "key")),
                " in value:\n        found = value.pop(",
                printed(get(field, "key")),
                ")\n        made.",
                printed(get(field, "attribute")),
                " = ",
                printed(get(field, "build")),
                "\n",
            )
    return Code("".join(out))


def settled_fields(it: Any, fields: Any) -> Code:
    out: list[str] = []
    for field in fields:
        out += ("    if ", printed(get(field, "key")), " in value:\n")
        if get(it, "counts"):
            out.append("        known += 1\n")
        if not get(field, "same"):
            out += (
                "        found = value[",
                printed(get(field, "key")),
                "]\n        value[",
                printed(get(field, "key")),
                "] = ",
                printed(get(field, "build")),
                "\n",
            )
    return Code("".join(out))


def taken_fields(fields: Any) -> Code:
    out: list[str] = []
    for field in fields:
        if get(field, "presence") == "optional":
            out += (
                "    made.",
                printed(get(field, "attribute")),
                " = UNSET if found.",
                printed(get(field, "attribute")),
                " is absent else ",
                printed(get(field, "take")),
                "\n",
            )
        else:
            out += (
                "    made.",
                printed(get(field, "attribute")),
                " = ",
                printed(get(field, "take")),
                "\n",
            )
    return Code("".join(out))


def optional_fields(it: Any, fields: Any) -> Code:
    out: list[str] = []
    for field in [field for field in fields if get(field, "presence") != "required"]:
        if get(field, "same") and (not get(it, "extras_attribute")):
            out += (
                "    made.",
                printed(get(field, "attribute")),
                " = value.get(",
                printed(get(field, "key")),
                ", ",
                printed(get(field, "default")),
                ")\n",
            )
        else:
            out += ("    if ", printed(get(field, "key")), " in value:\n")
            if get(it, "extras_attribute"):
                out.append("        known += 1\n")
            if get(field, "same"):
                out += (
                    "        made.",
                    printed(get(field, "attribute")),
                    " = value[",
                    printed(get(field, "key")),
                    "]\n",
                )
            else:
                out += (
                    "        found = value[",
                    printed(get(field, "key")),
                    "]\n        made.",
                    printed(get(field, "attribute")),
                    " = ",
                    printed(get(field, "build")),
                    "\n",
                )
            out += (
                "    else:\n        made.",
                printed(get(field, "attribute")),
                " = ",
                printed(get(field, "default")),
                "\n",
            )
    return Code("".join(out))


def written_field(field: Any) -> Code:
    out: list[str] = []
    if get(field, "presence") == "optional":
        out += (
            "    if value.",
            printed(get(field, "attribute")),
            " is not UNSET:\n        plain[",
            printed(get(field, "key")),
            "] = ",
            printed(get(field, "plain")),
            "\n",
        )
    else:
        out += (
            "    plain[",
            printed(get(field, "key")),
            "] = ",
            printed(get(field, "plain")),
            "\n",
        )
    return Code("".join(out))


def plain_functions(module: Any, boxed: Any = False) -> Code:
    out: list[str] = []
    for it in [it for it in get(module, "declarations") if get(it, "kind") == "class"]:
        out += (
            "def _plain_",
            printed(get(it, "snake")),
            "(value: ",
            printed(get(it, "name")),
            ") -> dict[str, Any]:\n",
        )
        if get(it, "always"):
            out.append("    plain: dict[str, Any] = {\n")
            for field in [
                field
                for field in get(get(it, "written"), "first")
                if get(field, "presence") != "optional"
            ]:
                out += (
                    "        ",
                    printed(get(field, "key")),
                    ": ",
                    printed(get(field, "plain")),
                    ",\n",
                )
            out.append("    }\n")
        else:
            out.append("    plain: dict[str, Any] = {}\n")
        for field in [
            field
            for field in get(get(it, "written"), "first")
            if get(field, "presence") == "optional"
        ]:
            out.append(written_field(field))
        for start, _ in get(get(it, "written"), "more"):
            out += (
                "    _list_",
                printed(get(it, "snake")),
                "_",
                printed(start),
                "(plain, value)\n",
            )
        if get(it, "extras_attribute"):
            out += (
                "    if value.",
                printed(get(it, "extras_attribute")),
                ":\n        _add(plain, _plain(value.",
                printed(get(it, "extras_attribute")),
            )
            if boxed:
                out.append(".data")
            out.append("))\n")
        out.append("    return plain\n\n\n")
        for start, fields in get(get(it, "written"), "more"):
            out += (
                "def _list_",
                printed(get(it, "snake")),
                "_",
                printed(start),
                "(plain: dict[str, Any], value: ",
                printed(get(it, "name")),
                ") -> None:\n",
            )
            for field in fields:
                out.append(written_field(field))
            out.append("\n\n")
    if get(module, "keeps_extras"):
        out.append(
            'def _add(plain: dict[str, Any], extras: dict[str, Any]) -> None:\n    """Adds an object\'s extras to its fields. No key may be both."""\n    if not plain.keys().isdisjoint(extras):\n        twice = next(key for key in extras if key in plain)\n        raise ValueError(f"{twice!r} is the key of a field, and one of the extras too")\n    plain.update(extras)\n\n\n'
        )
    if get(module, "enums"):
        out.append("def _value(member: Any) -> Any:\n    return member.value\n\n\n")
    out.append(
        'def _plain(value: Any) -> Any:\n    """The JSON value of any object."""\n    plain = _PLAIN.get(value.__class__)\n    if plain is not None:\n        return plain(value)\n    if isinstance(value, _OBJECT):\n        return {\n            key: item if item.__class__ in _SCALARS else _plain(item)\n            for key, item in value.items()\n        }\n    if isinstance(value, _CONTAINERS):\n        return [item if item.__class__ in _SCALARS else _plain(item) for item in value]\n    return value\n\n\n_SCALARS: Final = {str, int, float, bool, None.__class__}\n\n\n_PLAIN: Final[dict[Any, Callable[[Any], Any]]] = {\n'
    )
    for it in [it for it in get(module, "declarations") if get(it, "kind") == "class"]:
        out += (
            "    ",
            printed(get(it, "name")),
            ": _plain_",
            printed(get(it, "snake")),
            ",\n",
        )
    for it in get(module, "enums"):
        out += ("    ", printed(get(it, "name")), ": _value,\n")
    out += (
        plain_entries(module),
        '}\n\n\ndef _plain_exactly(obj: Any) -> Any:\n    """As `_plain`, at any depth."""\n    made: list[Any] = [obj]\n    around: set[int] = set()\n    waiting: list[tuple[Any, Any]] = [(made, 0)]\n    while waiting:\n        place, key = waiting.pop()\n        if place is None:\n            around.discard(key)\n            continue\n        value = place[key]\n        place[key] = inner = _opened(value)\n        if not isinstance(inner, _CONTAINERS):\n            continue\n        if id(value) in around:\n            raise ValueError("a value that contains itself")\n        around.add(id(value))\n        waiting.append((None, id(value)))\n        keys = inner if isinstance(inner, _OBJECT) else range(len(inner))\n        waiting.extend((inner, key) for key in keys)\n    return made[0]\n\n\ndef _opened(value: Any) -> Any:\n    """The JSON value of any object, but for the values inside."""\n    if isinstance(value, _OBJECT):\n        return {**value}\n    if isinstance(value, _CONTAINERS):\n        return [*value]\n',
    )
    if get(module, "classes"):
        out.append(
            "    keys = _KEYS.get(value.__class__)\n    if keys is not None:\n        return _members(value, keys)\n"
        )
    out.append(
        "    plain = _PLAIN.get(value.__class__)\n    return value if plain is None else plain(value)\n"
    )
    if get(module, "classes"):
        out.append(
            "\n\ndef _members(value: Any, keys: dict[str, Any]) -> dict[Any, Any]:\n    found = {it: getattr(value, it) for it in value."
        )
        if boxed:
            out.append("__struct_fields__")
        else:
            out.append("__slots__")
        out.append(
            "}\n    members: dict[Any, Any] = {keys.get(name, name): it for name, it in found.items() if it is not UNSET}\n"
        )
        if get(module, "keeps_extras"):
            out.append(
                "    extras = members.pop(None, None)\n    if extras:\n        _add(members, extras"
            )
            if boxed:
                out.append(".data")
            out.append(")\n")
        out.append(
            "    return members\n\n\n_KEYS: Final[dict[Any, dict[str, Any]]] = {\n"
        )
        for it in get(module, "classes"):
            out += (
                "    ",
                printed(get(it, "name")),
                ": ",
                printed(get(it, "odd_keys")),
                ",\n",
            )
        out.append(
            '}\n"""The keys of attributes that are not called like them: None for the extras."""\n'
        )
    return Code("".join(out))


def keys(it: Any) -> Code:
    out: list[str] = []
    if (get(it, "extras") or get(it, "sheds")) and get(it, "fields"):
        out += ("_", printed(get(it, "snake").upper()), "_KEYS = {")
        if get(it, "keys_fit"):
            items_1 = list(get(it, "keys"))
            for index_1, key in enumerate(items_1):
                out.append(printed(key))
                if not index_1 == len(items_1) - 1:
                    out.append(", ")
            out.append("}\n\n")
        else:
            out.append("\n")
            for key in get(it, "keys"):
                out += ("    ", printed(key), ",\n")
            out.append("}\n")
        out.append("\n\n")
    return Code("".join(out))
