"""templates/validator/report.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.environment import template
from nemcon.render.printing import (
    Code,
    get,
    printed,
    literal as as_literal,
    name_part as as_name_part,
)
from nemcon.render.validator.filters import (
    beside as as_beside,
    block as as_block,
    container as as_container,
    guard as as_guard,
    known_parameter as as_known_parameter,
    place as as_place,
    said as as_said,
    shared_report as as_shared_report,
    told as as_told,
    too_many as as_too_many,
)

SOURCE = "eb2981b80e909280"

statement = template("validator/keywords.jinja").statement
violated = template("validator/keywords.jinja").violated
accepted = template("validator/keywords.jinja").accepted
indented = template("validator/keywords.jinja").indented
collect = template("validator/evaluated.jinja").collect


def child(asker: Any, schema: Any, plan: Any, v: Any, at: Any) -> Code:
    out: list[str] = []
    if (get(schema, "stands_in_place") and (not get(schema, "always"))) and (
        get(schema, "key") not in get(asker, "called")
    ):
        out.append(groups(schema, get(schema, "groups"), plan, v, at))
    elif not get(schema, "always"):
        out += (
            "_check_",
            as_name_part(get(schema, "snake")),
            "(",
            printed(v),
            ", ",
            printed(at),
            ", errors",
            as_shared_report(schema, asker),
            ")\n",
        )
    return Code("".join(out))


def rest(asker: Any, schema: Any, plan: Any, v: Any, at: Any) -> Code:
    out: list[str] = []
    if get(schema, "stands_in_place") and (
        get(schema, "key") not in get(asker, "called")
    ):
        out.append(groups(schema, get(schema, "groups_behind_type"), plan, v, at, True))
    else:
        out.append(child(asker, schema, plan, v, at))
    return Code("".join(out))


def wrong(check: Any, v: Any, at: Any) -> Code:
    out: list[str] = []
    out += (
        "_fail(errors, ",
        printed(at),
        ", ",
        as_literal(get(check, "pointer")),
        ", ",
        printed(v),
        ", ",
        as_said(check),
    )
    if get(check, "kind") == "never":
        out.append(', "false schema"')
    out.append(")")
    return Code("".join(out))


def lacks(check: Any, name: Any, at: Any) -> Code:
    out: list[str] = []
    out += (
        "_fail_required(errors, ",
        printed(at),
        ", ",
        as_literal(get(check, "pointer")),
        ", ",
        printed(name),
        ")",
    )
    return Code("".join(out))


def unwanted(check: Any, names: Any, at: Any) -> Code:
    out: list[str] = []
    out += (
        "_fail_members(errors, ",
        printed(at),
        ", ",
        as_literal(get(check, "pointer")),
        ", ",
        printed(names),
        ", ",
        as_literal(get(check, "problem")),
        ")",
    )
    return Code("".join(out))


def too_few(check: Any, v: Any, at: Any) -> Code:
    out: list[str] = []
    if get(get(check, "keyword"), "minimum_written"):
        out += (
            "_fail(errors, ",
            printed(at),
            ", ",
            as_beside(check, "minContains"),
            " if count else ",
            as_literal(get(check, "pointer")),
            ", ",
            printed(v),
            ", ",
            as_literal(get(check, "problem")),
            ")",
        )
    else:
        out.append(wrong(check, v, at))
    return Code("".join(out))


def too_many(check: Any, v: Any, at: Any) -> Code:
    out: list[str] = []
    out += (
        "_fail(errors, ",
        printed(at),
        ", ",
        as_beside(check, "maxContains"),
        ", ",
        printed(v),
        ", ",
        as_too_many(check),
        ")",
    )
    return Code("".join(out))


def no_branch(check: Any, v: Any, at: Any) -> Code:
    out: list[str] = []
    if (get(check, "kind") == "one_of") and (not get(check, "any_will_do")):
        out.append("count = sum((")
        for branch in get(check, "children"):
            out += (accepted(branch, v, check), ", ")
        out += (
            "))\nif count > 1:\n    _fail(errors, ",
            printed(at),
            ", ",
            as_literal(get(check, "pointer")),
            ", ",
            printed(v),
            ', f"fits {count} alternatives")\nelif count == 0:\n',
        )
    else:
        out += ("if ", violated(check, v), ":\n")
    if get(get(check, "facts"), "closest"):
        out += (
            "    _fail_closest(errors, ",
            printed(at),
            ", ",
            as_literal(get(check, "pointer")),
            ", ",
            printed(v),
            ", ",
            as_literal(get(check, "problem")),
            ", [",
        )
        items_1 = list(get(get(check, "facts"), "closest"))
        for index_1, branch in enumerate(items_1):
            out += (
                "(",
                as_literal(get(branch, "pointer")),
                ", ",
                as_told(branch, check),
                ")",
            )
            if not index_1 == len(items_1) - 1:
                out.append(", ")
        out.append("])\n")
    else:
        out += ("    ", wrong(check, v, at), "\n")
    return Code("".join(out))


def evaluated(schema: Any, plan: Any) -> Code:
    out: list[str] = []
    out += ("seen: set[Any] = set()\n", collect(schema, plan, False))
    return Code("".join(out))


def function(schema: Any, plan: Any) -> Code:
    out: list[str] = []
    if get(schema, "told") and get(schema, "once"):
        out.append("@_once_told\n")
    out += (
        "def _check_",
        as_name_part(get(schema, "snake")),
        "(value: Any, at: str, errors: list[Error]",
        as_known_parameter(schema, get(schema, "told")),
        ') -> None:\n    """',
        as_place(get(schema, "pointer")),
        '"""\n',
        as_block(
            groups(schema, get(schema, "groups"), plan, Code("value"), Code("at"))
        ),
    )
    return Code("".join(out))


def groups(
    schema: Any, found: Any, plan: Any, v: Any, at: Any, typed: Any = False
) -> Code:
    out: list[str] = []
    for subject, checks in found:
        if (
            subject
            in (
                "value",
                "place",
            )
        ) or (typed and (subject == get(schema, "known"))):
            for check in checks:
                out.append(statement(schema, check, plan, v, at, REPORT))
        elif subject == "unevaluated":
            for check in checks:
                out += (
                    "if ",
                    as_guard(as_container(check)),
                    "(",
                    printed(v),
                    "):\n",
                    as_block(statement(schema, check, plan, v, at, REPORT)),
                )
        else:
            if get(schema, "says_type_first") and (subject == get(schema, "known")):
                out.append("else")
            else:
                out += ("if ", as_guard(subject), "(", printed(v), ")")
            out.append(":\n")

            def called_1() -> Code:
                out: list[str] = []
                for check in checks:
                    out.append(statement(schema, check, plan, v, at, REPORT))
                return Code("".join(out))

            out.append(indented(called_1))
    return Code("".join(out))


REPORT = {
    "reporting": True,
    "child": child,
    "rest": rest,
    "wrong": wrong,
    "lacks": lacks,
    "unwanted": unwanted,
    "too_few": too_few,
    "too_many": too_many,
    "no_branch": no_branch,
    "evaluated": evaluated,
}
