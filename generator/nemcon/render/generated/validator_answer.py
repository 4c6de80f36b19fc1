"""templates/validator/answer.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.environment import template
from nemcon.render.printing import (
    Code,
    get,
    identifier as as_identifier,
    literal as as_literal,
    name_part as as_name_part,
)
from nemcon.render.validator.filters import (
    accepting_function as as_accepting_function,
    block as as_block,
    class_or_none as as_class_or_none,
    container as as_container,
    known_parameter as as_known_parameter,
    place as as_place,
)

SOURCE = "5531108a18bdfc45"

statement = template("validator/keywords.jinja").statement
refuted = template("validator/keywords.jinja").refuted
indented = template("validator/keywords.jinja").indented
is_of = template("validator/keywords.jinja").is_of
collect = template("validator/evaluated.jinja").collect


def child(asker: Any, schema: Any, plan: Any, v: Any, at: Any) -> Code:
    out: list[str] = []
    if get(schema, "refuses_all"):
        out.append("return False\n")
    elif get(schema, "few") or (get(schema, "key") in get(asker, "called")):
        out += ("if ", refuted(schema, v, asker), ":\n    return False\n")
    elif get(schema, "stated"):
        out.append(groups(schema, get(schema, "groups"), plan, v))
    elif get(schema, "inline") and get(schema, "lone"):
        out.append(statement(schema, get(schema, "checks")[0], plan, v, at, ANSWER))
    elif not get(schema, "always"):
        out += ("if ", refuted(schema, v, asker), ":\n    return False\n")
    return Code("".join(out))


def wrong(check: Any, v: Any, at: Any) -> Code:
    out: list[str] = []
    out.append("return False")
    return Code("".join(out))


def lacks(check: Any, name: Any, at: Any) -> Code:
    out: list[str] = []
    out.append("return False")
    return Code("".join(out))


def unwanted(check: Any, names: Any, at: Any) -> Code:
    out: list[str] = []
    out.append("return False")
    return Code("".join(out))


def evaluated(schema: Any, plan: Any) -> Code:
    out: list[str] = []
    pass
    return Code("".join(out))


def function(schema: Any, plan: Any) -> Code:
    out: list[str] = []
    if get(schema, "crowded") and get(schema, "once"):
        out.append("@_once\n")
    out += (
        "def _is_",
        as_name_part(get(schema, "snake")),
        "(value: Any",
        as_known_parameter(schema, get(schema, "crowded")),
        ') -> bool:\n    """',
        as_place(get(schema, "pointer")),
        '"""\n',
    )
    if get(schema, "collects"):
        out.append("    seen: set[Any] = set()\n")
    out.append(as_block(whole(schema, plan, get(schema, "tracking"))))
    return Code("".join(out))


def tracking_function(schema: Any, plan: Any) -> Code:
    out: list[str] = []
    given = "outer" if get(schema, "collects") else "seen"
    if get(schema, "crowded") and get(schema, "once"):
        out.append("@_once_seen\n")
    out += (
        "def _seen_",
        as_name_part(get(schema, "snake")),
        "(value: Any, ",
        as_identifier(given),
        ": set[Any]",
        as_known_parameter(schema, get(schema, "crowded")),
        ') -> bool:\n    """',
        as_place(get(schema, "pointer")),
        '"""\n',
    )
    if get(schema, "collects"):
        out.append("    seen: set[Any] = set()\n")
    out.append(as_block(body(schema, plan, True)))
    if get(schema, "collects"):
        out.append("    outer |= seen\n")
    if get(get(schema, "own"), "rest_of_names"):
        out += (
            "    if _json_object(value):\n        ",
            as_identifier(given),
            ".update(value)\n",
        )
    if get(get(schema, "own"), "rest_of_items"):
        out += (
            "    if _json_array(value):\n        ",
            as_identifier(given),
            ".update(range(len(value)))\n",
        )
    out.append("    return True")
    return Code("".join(out))


def whole(schema: Any, plan: Any, tracked: Any) -> Code:
    out: list[str] = []
    if get(schema, "refuses_all"):
        out.append("return False\n")
    else:
        out += (body(schema, plan, tracked), "return True\n")
    return Code("".join(out))


def body(schema: Any, plan: Any, tracked: Any) -> Code:
    out: list[str] = []
    v = Code("value")
    if get(schema, "few"):
        out.append(child(schema, schema, plan, v, ""))
    elif tracked:
        out.append(
            groups(schema, get(get(schema, "tracked_groups"), "before"), plan, v)
        )
        for place in [
            place for place in get(schema, "places") if get(place, "kind") == "all"
        ]:
            for it in [
                it for it in get(place, "schemas") if not get(it, "contributes")
            ]:
                out.append(child(schema, it, plan, v, ""))
        out += (
            collect(schema, plan, True),
            groups(schema, get(get(schema, "tracked_groups"), "behind"), plan, v),
        )
    else:
        out.append(groups(schema, get(schema, "groups"), plan, v))
    return Code("".join(out))


def groups(schema: Any, found: Any, plan: Any, v: Any) -> Code:
    out: list[str] = []
    for subject, checks in found:
        if subject in (
            "value",
            "place",
            get(schema, "known"),
        ):
            for check in checks:
                out.append(statement(schema, check, plan, v, "", ANSWER))
        elif subject == "unevaluated":
            for check in checks:
                out += (
                    "if ",
                    is_of(schema, as_container(check), v),
                    ":\n",
                    as_block(statement(schema, check, plan, v, "", ANSWER)),
                )
        else:
            out += ("if ", is_of(schema, subject, v), ":\n")

            def called_1() -> Code:
                out: list[str] = []
                for check in checks:
                    out.append(statement(schema, check, plan, v, "", ANSWER))
                return Code("".join(out))

            out.append(indented(called_1))
    return Code("".join(out))


def table(schema: Any, check: Any) -> Code:
    out: list[str] = []
    out += ("_", as_name_part(get(schema, "capitals")), "_MEMBERS: Final[dict[Any, ")
    if get(check, "typed"):
        out.append("tuple[type[Any] | None, Callable[[Any], bool]]")
    else:
        out.append("Callable[[Any], bool]")
    out.append("]] = {\n")
    for m in get(check, "tabled"):
        out += ("    ", as_literal(get(m, "name")), ": ")
        if get(check, "typed"):
            out += (
                "(",
                as_class_or_none(get(get(m, "schema"), "only_class")),
                ", ",
                as_accepting_function(get(m, "schema")),
                ")",
            )
        else:
            out.append(as_accepting_function(get(m, "schema")))
        out.append(",\n")
    out.append("}")
    return Code("".join(out))


def branches(check: Any) -> Code:
    out: list[str] = []
    out += (
        as_identifier(get(get(get(check, "facts"), "tag"), "table")),
        ": Final[dict[str, Callable[[Any",
    )
    if get(check, "crowded"):
        out.append(", _Known | None")
    out.append("], bool]]] = {\n")
    for value, schema in get(
        get(get(get(check, "facts"), "tag"), "branches"), "items"
    )():
        out += ("    ", as_literal(value), ": ", as_accepting_function(schema), ",\n")
    out.append("}")
    return Code("".join(out))


def entry(root: Any, plan: Any) -> Code:
    out: list[str] = []
    out.append(
        'def is_valid(value: Any) -> bool:\n    """Whether the schema accepts `value`, any Python object."""\n    try:\n'
    )
    if get(root, "answers"):
        out += ("        return _is_", as_name_part(get(root, "snake")), "(value)\n")
    else:
        out.append(as_block(whole(root, plan, False), 8))
    out.append(
        "    except Exception:\n        # Nested too deep, or an object's own methods raise.\n        return False"
    )
    return Code("".join(out))


ANSWER = {
    "reporting": False,
    "child": child,
    "wrong": wrong,
    "lacks": lacks,
    "unwanted": unwanted,
    "evaluated": evaluated,
}
