"""templates/validator/evaluated.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.environment import template
from nemcon.render.printing import (
    Code,
    get,
    printed,
    identifier as as_identifier,
    literal as as_literal,
    name_part as as_name_part,
)
from nemcon.render.validator.filters import (
    block as as_block,
    known_parameter as as_known_parameter,
    names_set as as_names_set,
    place as as_place,
    seen as as_seen,
    shared as as_shared,
)

SOURCE = "0b40075b315a2462"

accepted = template("validator/keywords.jinja").accepted


def collect(schema: Any, plan: Any, refusing: Any) -> Code:
    out: list[str] = []
    for place in get(schema, "places"):
        if get(place, "kind") == "all":
            for child in [
                child for child in get(place, "schemas") if get(child, "contributes")
            ]:
                out.append(every(schema, child, refusing))
        elif get(place, "kind") in (
            "any",
            "one",
        ):
            if refusing:
                out += ("if ", matching(schema, get(place, "schemas")), " ")
                if get(place, "kind") == "any":
                    out.append("== 0")
                else:
                    out.append("!= 1")
                out.append(":\n    return False\n")
            else:
                out += (matching(schema, get(place, "schemas")), "\n")
        elif get(place, "kind") == "present":
            out += (
                "if _json_object(value) and ",
                as_literal(get(place, "name")),
                " in value:\n",
                as_block(every(schema, get(place, "schemas")[0], refusing)),
            )
        elif get(place, "then"):
            out += (
                "if ",
                matching(schema, get(place, "schemas")),
                ":\n",
                as_block(every(schema, get(place, "then"), refusing)),
            )
            if get(place, "otherwise"):
                out += (
                    "else:\n",
                    as_block(every(schema, get(place, "otherwise"), refusing)),
                )
        elif get(place, "otherwise"):
            out += (
                "if not ",
                matching(schema, get(place, "schemas")),
                ":\n",
                as_block(every(schema, get(place, "otherwise"), refusing)),
            )
        else:
            out += (matching(schema, get(place, "schemas")), "\n")
    if get(get(schema, "own"), "of_objects"):
        out += ("if _json_object(value):\n", as_block(names(get(schema, "own"), plan)))
    if get(get(schema, "own"), "of_arrays"):
        out += (
            "if _json_array(value):\n",
            as_block(items(schema, get(schema, "own"), plan, refusing)),
        )
    return Code("".join(out))


def every(schema: Any, child: Any, refusing: Any) -> Code:
    out: list[str] = []
    if refusing:
        out += (
            "if not _seen_",
            as_name_part(get(child, "snake")),
            "(value, seen",
            as_shared(child, schema),
            "):\n    return False\n",
        )
    else:
        out += (
            "_mark_",
            as_name_part(get(child, "snake")),
            "(value, seen",
            as_shared(child, schema),
            ")\n",
        )
    return Code("".join(out))


def matching(schema: Any, schemas: Any) -> Code:
    out: list[str] = []
    out.append("_matching(value, seen, ")
    items_1 = list(schemas)
    for index_1, child in enumerate(items_1):
        out.append(as_seen(child, schema))
        if not index_1 == len(items_1) - 1:
            out.append(", ")
    out.append(")")
    return Code("".join(out))


def names(own: Any, plan: Any) -> Code:
    out: list[str] = []
    if get(own, "all_names"):
        out.append("seen.update(value)\n")
    else:
        if get(own, "names"):
            out += ("seen.update(", as_names_set(get(own, "names")), ")\n")
        for pattern in get(own, "patterns"):
            out += (
                "seen.update(name for name in value if isinstance(name, str) and ",
                as_identifier(get(plan, "patterns")[get(pattern, "python")]),
                ".search(name))\n",
            )
    return Code("".join(out))


def items(schema: Any, own: Any, plan: Any, refusing: Any) -> Code:
    out: list[str] = []
    if get(own, "contains"):
        k = get(own, "contains")
        out += (
            "found = [index for index, item in enumerate(value) if ",
            accepted(get(plan, "schema")(get(k, "target")), Code("item"), schema),
            "]\n",
        )
        if refusing and get(k, "minimum"):
            out += (
                "if len(found) < ",
                printed(get(k, "minimum")),
                ":\n    return False\n",
            )
        if refusing and (not (get(k, "maximum") is None)):
            out += (
                "if len(found) > ",
                printed(get(k, "maximum")),
                ":\n    return False\n",
            )
        out.append("seen.update(found)\n")
    if get(own, "all_items"):
        out.append("seen.update(range(len(value)))\n")
    elif get(own, "upto"):
        out += ("seen.update(range(", printed(get(own, "upto")), "))\n")
    return Code("".join(out))


def marking_function(schema: Any, plan: Any) -> Code:
    out: list[str] = []
    if get(schema, "crowded") and get(schema, "once"):
        out.append("@_once_seen\n")
    out += (
        "def _mark_",
        as_name_part(get(schema, "snake")),
        "(value: Any, seen: set[Any]",
        as_known_parameter(schema, get(schema, "crowded")),
        ') -> None:\n    """',
        as_place(get(schema, "pointer")),
        '"""\n',
        as_block(collect(schema, plan, False)),
    )
    if get(get(schema, "own"), "rest_of_names"):
        out.append("    if _json_object(value):\n        seen.update(value)\n")
    if get(get(schema, "own"), "rest_of_items"):
        out.append(
            "    if _json_array(value):\n        seen.update(range(len(value)))\n"
        )
    return Code("".join(out))
