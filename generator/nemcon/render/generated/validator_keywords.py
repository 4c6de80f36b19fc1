"""templates/validator/keywords.jinja, as `python -m nemcon.commands.make_templates` compiles it."""

from typing import Any

from nemcon.render.printing import (
    Code,
    Namespace,
    get,
    printed,
    identifier as as_identifier,
    literal as as_literal,
    name_part as as_name_part,
)
from nemcon.render.validator.filters import (
    any_missing as as_any_missing,
    below as as_below,
    block as as_block,
    class_of as as_class_of,
    content_function as as_content_function,
    format_function as as_format_function,
    guard as as_guard,
    constant as as_identifier_or_constant,
    item_name as as_item_name,
    item_place as as_item_place,
    listed as as_listed,
    literals as as_literals,
    member as as_member,
    member_place as as_member_place,
    names_row as as_names_row,
    shared as as_shared,
    unnamed as as_unnamed,
)

SOURCE = "a1bba5589e7dcd8d"


def statement(schema: Any, check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    kind = get(check, "kind")
    if kind in (
        "reference",
        "all_of",
    ):
        for child in (
            get(check, "children") if get(to, "reporting") else get(check, "answered")
        ):
            out.append(printed(get(to, "child")(check, child, plan, v, at)))
    elif kind == "required":
        out.append(required(schema, check, v, at, to))
    elif kind == "dependent_required":
        out.append(dependent_required(check, v, at, to))
    elif kind == "properties":
        out.append(properties(schema, check, plan, v, at, to))
    elif kind == "pattern_properties":
        out.append(pattern_properties(check, plan, v, at, to))
    elif kind == "additional_properties":
        out.append(additional_properties(check, plan, v, at, to))
    elif kind == "property_names":
        out.append(property_names(check, plan, v, at, to))
    elif kind == "dependent_schemas":
        out.append(dependent_schemas(check, plan, v, at, to))
    elif kind == "prefix_items":
        out.append(prefix_items(check, plan, v, at, to))
    elif kind == "items":
        out.append(items(check, plan, v, at, to))
    elif kind == "contains":
        out.append(contains(check, v, at, to))
    elif kind == "conditional":
        out.append(conditional(check, plan, v, at, to))
    elif kind in (
        "any_of",
        "one_of",
    ):
        out.append(union(check, plan, v, at, to))
    elif kind == "unevaluated_properties":
        out.append(unevaluated_properties(schema, check, plan, v, at, to))
    elif kind == "unevaluated_items":
        out.append(unevaluated_items(schema, check, plan, v, at, to))
    elif ((kind == "type") and get(schema, "reads")) and (not get(to, "reporting")):
        out += (
            "if ",
            printed(v),
            ".__class__ is not dict:\n    if not isinstance(",
            printed(v),
            ", ",
            Code("_OBJECT"),
            "):\n        return False\n    ",
            printed(v),
            " = dict(",
            printed(v),
            ")\n",
        )
    elif kind == "never":
        out += (printed(get(to, "wrong")(check, v, at)), "\n")
    else:
        out += (
            "if ",
            violated(
                check,
                v,
                ("" if get(to, "reporting") else get(schema, "known")),
                get(to, "reporting"),
            ),
            ":\n    ",
            printed(get(to, "wrong")(check, v, at)),
            "\n",
        )
    return Code("".join(out))


def required(schema: Any, check: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    if get(schema, "reads") and (not get(to, "reporting")):
        out.append("try:\n")
        for m in get(schema, "reads"):
            out += (
                "    ",
                as_identifier(get(m, "local")),
                " = ",
                as_member(v, get(m, "name")),
                "\n",
            )
        out.append("except KeyError:\n    return False\n")
    else:
        out.append(lacking(get(get(check, "keyword"), "names"), check, v, at, to))
    return Code("".join(out))


def lacking(names: Any, check: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    if (len(names) == 1) or ((not get(to, "reporting")) and (len(names) <= 150)):
        out += (
            "if ",
            as_any_missing(names, v),
            ":\n    ",
            printed(get(to, "lacks")(check, as_literal(names[0]), at)),
            "\n",
        )
    else:
        out += (
            "for name in ",
            as_names_row(names),
            ":\n    if name not in ",
            printed(v),
            ":\n        ",
            printed(get(to, "lacks")(check, Code("name"), at)),
            "\n",
        )
    return Code("".join(out))


def dependent_required(check: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    for name, needed in [
        (name, needed)
        for name, needed in get(get(get(check, "keyword"), "names"), "items")()
        if needed
    ]:
        out += (
            "if ",
            as_literal(name),
            " in ",
            printed(v),
            ":\n",
            as_block(lacking(needed, check, v, at, to)),
        )
    return Code("".join(out))


def properties(schema: Any, check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    for m in (
        get(get(check, "facts"), "members")
        if get(to, "reporting")
        else get(check, "cheapest_first")
    ):
        if get(m, "read") and (not get(to, "reporting")):
            out.append(
                printed(
                    get(to, "child")(
                        check,
                        get(m, "schema"),
                        plan,
                        as_identifier(get(m, "local")),
                        as_below(at, get(m, "name")),
                    )
                )
            )
        elif get(m, "required") and (not get(to, "reporting")):
            out.append(member(check, m, plan, v, at, to))
        else:
            out += (
                "if ",
                as_literal(get(m, "name")),
                " in ",
                printed(v),
                ":\n",
                as_block(member(check, m, plan, v, at, to)),
            )
    if get(check, "tabled") and (not get(to, "reporting")):
        out += ("for name, item in ", printed(v), ".items():\n")
        if get(check, "typed"):
            out += (
                "    member = _",
                as_name_part(get(schema, "capitals")),
                "_MEMBERS.get(name)\n",
            )
            if get(check, "closed"):
                out.append(
                    "    if member is None:\n        return False\n    expected, accepts = member\n    if item.__class__ is not expected and not accepts(item):\n        return False\n"
                )
            else:
                out.append(
                    "    if member is not None:\n        expected, accepts = member\n        if item.__class__ is not expected and not accepts(item):\n            return False\n"
                )
        else:
            out += (
                "    accepts = _",
                as_name_part(get(schema, "capitals")),
                "_MEMBERS.get(name)\n    if accepts is ",
            )
            if get(check, "closed"):
                out.append("None or")
            else:
                out.append("not None and")
            out.append(" not accepts(item):\n        return False\n")
    return Code("".join(out))


def member(check: Any, m: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    if (get(get(m, "schema"), "key") not in get(check, "called")) and (
        get(get(m, "schema"), "stands_in_place")
        if get(to, "reporting")
        else (get(get(m, "schema"), "stands_in_place") or get(get(m, "schema"), "few"))
        and (not get(get(m, "schema"), "refuses_all"))
    ):
        out += (
            as_identifier(get(m, "local")),
            " = ",
            as_member(v, get(m, "name")),
            "\n",
            printed(
                get(to, "child")(
                    check,
                    get(m, "schema"),
                    plan,
                    as_identifier(get(m, "local")),
                    as_below(at, get(m, "name")),
                )
            ),
        )
    else:
        out.append(
            printed(
                get(to, "child")(
                    check,
                    get(m, "schema"),
                    plan,
                    as_member(v, get(m, "name")),
                    as_below(at, get(m, "name")),
                )
            )
        )
    return Code("".join(out))


def each_member(v: Any, child: Any, to: Any) -> Code:
    out: list[str] = []
    out.append("for name")
    if get(to, "reporting") or (not get(child, "refuses_all")):
        out.append(", item")
    out += (" in ", printed(v))
    if get(to, "reporting") or (not get(child, "refuses_all")):
        out.append(".items()")
    out.append(":\n")
    return Code("".join(out))


def pattern_properties(check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    if get(get(check, "facts"), "others") and (not get(to, "reporting")):
        out.append(
            by_pattern(check, get(get(check, "facts"), "others"), plan, v, at, to)
        )
    else:
        items_1 = list(get(get(check, "keyword"), "patterns"))
        for index_1, (pattern, _) in enumerate(items_1):
            child = get(check, "children")[index_1]
            if not get(child, "always"):
                out.append(each_member(v, child, to))

                def called_1() -> Code:
                    out: list[str] = []
                    out += (
                        "if isinstance(name, str) and ",
                        as_identifier(get(plan, "patterns")[get(pattern, "python")]),
                        ".search(name):\n",
                        as_block(
                            get(to, "child")(
                                check, child, plan, Code("item"), as_member_place(at)
                            )
                        ),
                    )
                    return Code("".join(out))

                out.append(indented(called_1))
    return Code("".join(out))


def by_pattern(check: Any, others: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    out += (
        "for name, item in ",
        printed(v),
        ".items():\n    if isinstance(name, str) and ",
        as_identifier(
            get(plan, "patterns")[
                get(get(get(check, "keyword"), "patterns")[0][0], "python")
            ]
        ),
        ".search(name):\n",
        as_block(
            get(to, "child")(
                check,
                get(check, "children")[0],
                plan,
                Code("item"),
                as_member_place(at),
            ),
            8,
        ),
        "    ",
    )
    if get(get(others, "facts"), "names"):
        out += ("elif ", as_unnamed(others, False))
    else:
        out.append("else")
    out += (
        ":\n",
        as_block(
            get(to, "child")(
                others,
                get(others, "children")[0],
                plan,
                Code("item"),
                as_member_place(at),
            ),
            8,
        ),
    )
    return Code("".join(out))


def additional_properties(check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    child = get(check, "children")[0]
    if (get(check, "closes_table") or get(get(check, "facts"), "joined")) and (
        not get(to, "reporting")
    ):
        pass
    elif get(child, "never") or (
        get(child, "refuses_all") and (not get(to, "reporting"))
    ):
        if get(get(check, "facts"), "any_name"):
            out += (
                "if ",
                printed(v),
                ":\n    ",
                printed(get(to, "unwanted")(check, as_listed(v), at)),
                "\n",
            )
        elif get(to, "reporting"):
            out += (
                "found = [name for name in ",
                printed(v),
                " if ",
                as_unnamed(check),
                "]\nif found:\n    ",
                printed(get(to, "unwanted")(check, Code("found"), at)),
                "\n",
            )
        elif get(check, "keys"):
            out += (
                "if not ",
                as_identifier(get(check, "keys")),
                ".issuperset(",
                printed(v),
                "):\n    return False\n",
            )
        else:
            out += (
                "for name in ",
                printed(v),
                ":\n    if ",
                as_unnamed(check),
                ":\n        return False\n",
            )
    elif get(get(check, "facts"), "any_name"):
        if get(to, "reporting"):
            out += ("for name, item in ", printed(v), ".items():\n")
        else:
            out += ("for item in ", printed(v), ".values():\n")
        out.append(
            as_block(
                get(to, "child")(check, child, plan, Code("item"), as_member_place(at))
            )
        )
    else:
        out += (
            "for name, item in ",
            printed(v),
            ".items():\n    if ",
            as_unnamed(check),
            ":\n",
            as_block(
                get(to, "child")(check, child, plan, Code("item"), as_member_place(at)),
                8,
            ),
        )
    return Code("".join(out))


def property_names(check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    child = get(check, "children")[0]
    if get(child, "refuses_all") and (not get(to, "reporting")):
        out += ("if ", printed(v), ":\n    return False\n")
    else:
        out += (
            "for name in ",
            printed(v),
            ":\n",
            as_block(get(to, "child")(check, child, plan, Code("name"), at)),
        )
    return Code("".join(out))


def dependent_schemas(check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    items_1 = list(get(get(get(check, "keyword"), "schemas"), "items")())
    for index_1, (name, _) in enumerate(items_1):
        child = get(check, "children")[index_1]
        if not get(child, "always"):
            out += (
                "if ",
                as_literal(name),
                " in ",
                printed(v),
                ":\n",
                as_block(get(to, "child")(check, child, plan, v, at)),
            )
    return Code("".join(out))


def prefix_items(check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    items_1 = list(get(check, "children"))
    for index_1, child in enumerate(items_1):
        if not get(child, "always"):
            if (
                (index_1 < get(get(check, "facts"), "sure"))
                and (not get(to, "reporting"))
            ) and (not get(child, "refuses_all")):
                out += (
                    "item = ",
                    printed(v),
                    "[",
                    printed(index_1),
                    "]\n",
                    printed(
                        get(to, "child")(
                            check, child, plan, Code("item"), as_below(at, index_1)
                        )
                    ),
                )
            else:
                out += ("if len(", printed(v), ") > ", printed(index_1), ":\n")
                if get(child, "refuses_all") and (not get(to, "reporting")):
                    out.append("    return False\n")
                else:
                    out += (
                        "    item = ",
                        printed(v),
                        "[",
                        printed(index_1),
                        "]\n",
                        as_block(
                            get(to, "child")(
                                check, child, plan, Code("item"), as_below(at, index_1)
                            )
                        ),
                    )
    return Code("".join(out))


def items(check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    child = get(check, "children")[0]
    start = get(get(check, "facts"), "start")
    if get(child, "never") or (
        get(child, "refuses_all") and (not get(to, "reporting"))
    ):
        out += (
            "if len(",
            printed(v),
            ") > ",
            printed(start),
            ":\n    ",
            printed(get(to, "wrong")(check, v, at)),
            "\n",
        )
    elif get(to, "reporting"):
        out += ("for index, item in enumerate(", printed(v))
        if start:
            out += ("[", printed(start), ":], ", printed(start))
        out += (
            "):\n",
            as_block(
                get(to, "child")(check, child, plan, Code("item"), as_item_place(at))
            ),
        )
    elif get(child, "only_strings") and (not start):
        out += (
            'try:\n    "".join(',
            printed(v),
            ")\nexcept TypeError:\n    return False\n",
        )
    else:
        out += ("for item in ", printed(v))
        if start:
            out += ("[", printed(start), ":]")
        out += (
            ":\n",
            as_block(
                get(to, "child")(check, child, plan, Code("item"), as_item_place(at))
            ),
        )
    return Code("".join(out))


def contains(check: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    k = get(check, "keyword")
    child = get(check, "children")[0]
    if get(to, "reporting"):
        out.append("count = ")
        if get(child, "always"):
            out += ("len(", printed(v), ")")
        else:
            out += (
                "sum(",
                accepted(child, Code("item"), check),
                " for ",
                as_item_name(check),
                " in ",
                printed(v),
                ")",
            )
        out.append("\n")
        if get(k, "minimum"):
            out += (
                "if count < ",
                printed(get(k, "minimum")),
                ":\n    ",
                printed(get(to, "too_few")(check, v, at)),
                "\n",
            )
        if not (get(k, "maximum") is None):
            out += (
                "if count > ",
                printed(get(k, "maximum")),
                ":\n    ",
                printed(get(to, "too_many")(check, v, at)),
                "\n",
            )
    else:
        out += ("if ", miscounted(check, v), ":\n    return False\n")
    return Code("".join(out))


def conditional(check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    f = get(check, "facts")
    if get(f, "then"):
        out += (
            "if ",
            accepted(get(f, "condition"), v, check),
            ":\n",
            as_block(get(to, "child")(check, get(f, "then"), plan, v, at)),
        )
        if get(f, "otherwise"):
            out += (
                "else:\n",
                as_block(get(to, "child")(check, get(f, "otherwise"), plan, v, at)),
            )
    else:
        out += (
            "if ",
            refuted(get(f, "condition"), v, check),
            ":\n",
            as_block(get(to, "child")(check, get(f, "otherwise"), plan, v, at)),
        )
    return Code("".join(out))


def union(check: Any, plan: Any, v: Any, at: Any, to: Any) -> Code:
    out: list[str] = []
    lone = get(get(check, "facts"), "lone")
    if lone:
        out.append("if ")
        items_1 = list(
            [child for child in get(check, "children") if not (child is lone)]
        )
        for index_1, child in enumerate(items_1):
            out.append(and_term(child, v, check))
            if not index_1 == len(items_1) - 1:
                out.append(" and ")
        out.append(":\n")
        if get(to, "reporting"):
            out += (
                "    if ",
                violated(get(lone, "type_check"), v),
                ":\n        ",
                printed(get(to, "wrong")(check, v, at)),
                "\n    else:\n",
                as_block(get(to, "rest")(check, lone, plan, v, at), 8),
            )
        else:
            out.append(as_block(get(to, "child")(check, lone, plan, v, at)))
    elif get(to, "reporting"):
        out.append(printed(get(to, "no_branch")(check, v, at)))
    else:
        out += ("if ", violated(check, v), ":\n    return False\n")
    return Code("".join(out))


def unevaluated_properties(
    schema: Any, check: Any, plan: Any, v: Any, at: Any, to: Any
) -> Code:
    out: list[str] = []
    child = get(check, "children")[0]
    out.append(printed(get(to, "evaluated")(schema, plan)))
    if get(child, "never") and get(to, "reporting"):
        out += (
            "found = [name for name in ",
            printed(v),
            " if name not in seen]\nif found:\n    ",
            printed(get(to, "unwanted")(check, Code("found"), at)),
            "\n",
        )
    else:
        out.append(each_member(v, child, to))

        def called_1() -> Code:
            out: list[str] = []
            out += (
                "if name not in seen:\n",
                as_block(
                    get(to, "child")(
                        check, child, plan, Code("item"), as_member_place(at)
                    )
                ),
            )
            return Code("".join(out))

        out.append(indented(called_1))
    return Code("".join(out))


def unevaluated_items(
    schema: Any, check: Any, plan: Any, v: Any, at: Any, to: Any
) -> Code:
    out: list[str] = []
    child = get(check, "children")[0]
    out.append(printed(get(to, "evaluated")(schema, plan)))
    if get(child, "never") or (
        get(child, "refuses_all") and (not get(to, "reporting"))
    ):
        out += (
            "if not seen.issuperset(range(len(",
            printed(v),
            "))):\n    ",
            printed(get(to, "wrong")(check, v, at)),
            "\n",
        )
    else:
        out += (
            "for index, item in enumerate(",
            printed(v),
            "):\n    if index not in seen:\n",
            as_block(
                get(to, "child")(check, child, plan, Code("item"), as_item_place(at)), 8
            ),
        )
    return Code("".join(out))


def indented(caller: Any) -> Code:
    out: list[str] = []
    out.append(as_block(caller()))
    return Code("".join(out))


def violated(check: Any, v: Any, sure: Any = "", said: Any = False) -> Code:
    out: list[str] = []
    k = get(check, "keyword")
    if get(check, "kind") == "never":
        out.append("True")
    elif get(check, "kind") == "type":
        out.append(not_of_types(get(k, "types"), get(k, "exact"), v))
    elif get(check, "kind") in (
        "enum",
        "const",
    ):
        out.append(not_among(get(check, "facts"), v, sure))
    elif get(check, "kind") == "required":
        out.append(as_any_missing(get(get(check, "keyword"), "names"), v))
    elif get(check, "kind") == "properties":
        for m in get(get(check, "facts"), "members"):
            if not get(m, "required"):
                out += (as_literal(get(m, "name")), " in ", printed(v), " and ")
            out.append(refuted(get(m, "schema"), as_member(v, get(m, "name")), check))
    elif get(check, "kind") == "bound":
        out += (printed(v), " ", bound(k), " ", limit(check, get(k, "limit"), said))
    elif get(check, "kind") == "multiple_of":
        out += (
            "not _multiple_of(",
            printed(v),
            ", ",
            limit(check, get(k, "divisor"), said),
            ")",
        )
    elif get(check, "kind") == "size":
        out += ("len(", printed(v), ") ")
        if get(k, "side") == "lower":
            out.append("<")
        else:
            out.append(">")
        out += (" ", limit(check, get(k, "limit"), said))
    elif get(check, "kind") == "matches":
        out += (
            "not ",
            as_identifier(get(get(check, "facts"), "pattern")),
            ".search(",
            printed(v),
            ")",
        )
    elif get(check, "kind") == "format":
        out += ("not ", as_format_function(get(k, "check")), "(", printed(v), ")")
    elif get(check, "kind") == "encoded":
        out += ("not ", as_content_function(get(k, "what")), "(", printed(v), ")")
    elif get(check, "kind") == "unique_items":
        out += ("not _unique_items(", printed(v), ")")
    elif get(check, "kind") == "contains":
        out.append(miscounted(check, v))
    elif (
        get(check, "kind")
        in (
            "any_of",
            "one_of",
        )
    ) and get(get(check, "facts"), "tag"):
        out.append("not ")
        if get(check, "crowded"):
            out.append("_fits_known")
        else:
            out.append("_fits_tagged")
        out += (
            "(",
            printed(v),
            ", ",
            as_literal(get(get(get(check, "facts"), "tag"), "name")),
            ", ",
            as_identifier(get(get(get(check, "facts"), "tag"), "table")),
        )
        if get(check, "crowded"):
            out += (", ", Code("known"))
        out.append(")")
    elif get(check, "kind") == "any_of":
        items_1 = list(get(check, "children"))
        for index_1, child in enumerate(items_1):
            out.append(and_term(child, v, check))
            if not index_1 == len(items_1) - 1:
                out.append(" and ")
    elif (get(check, "kind") == "one_of") and get(check, "any_will_do"):
        items_1 = list(get(check, "children"))
        for index_1, child in enumerate(items_1):
            out.append(and_term(child, v, check))
            if not index_1 == len(items_1) - 1:
                out.append(" and ")
    elif get(check, "kind") == "one_of":
        for child in get(get(check, "facts"), "apart"):
            out += (and_term(child, v, check), " and ")
        if len(get(get(check, "facts"), "rest")) == 1:
            out.append(and_term(get(get(check, "facts"), "rest")[0], v, check))
        else:
            out.append("sum((")
            for child in get(get(check, "facts"), "rest"):
                out += (accepted(child, v, check), ", ")
            out.append(")) != 1")
    elif ((get(check, "kind") == "not") and get(check, "lists_strings")) and (
        sure == "string"
    ):
        out.append(
            among_strings(get(get(get(check, "children")[0], "checks")[0], "facts"), v)
        )
    elif get(check, "kind") == "not":
        out.append(accepted(get(check, "children")[0], v, check))
    return Code("".join(out))


def limit(check: Any, number: Any, said: Any) -> Code:
    out: list[str] = []
    if said and get(check, "around"):
        out += ("(limit := ", as_literal(number), ")")
    else:
        out.append(as_literal(number))
    return Code("".join(out))


def bound(k: Any) -> Code:
    out: list[str] = []
    if get(k, "side") == "lower":
        out.append("<")
    else:
        out.append(">")
    if get(k, "exclusive"):
        out.append("=")
    return Code("".join(out))


def not_of_types(types: Any, exact: Any, v: Any) -> Code:
    out: list[str] = []
    items_1 = list(types)
    for index_1, type in enumerate(items_1):
        if type == "null":
            out += (printed(v), " is not None")
        elif type == "boolean":
            out += (printed(v), ".__class__ is not bool")
        elif type == "string":
            out += (printed(v), ".__class__ is not str")
        elif type == "array":
            out += (printed(v), ".__class__ is not list")
        elif type == "object":
            out += (printed(v), ".__class__ is not dict")
        elif type == "number":
            out += (
                printed(v),
                ".__class__ is not float and ",
                printed(v),
                ".__class__ is not int",
            )
        else:
            out += (printed(v), ".__class__ is not int")
        if not index_1 == len(items_1) - 1:
            out.append(" and ")
    for type in [
        type
        for type in types
        if type
        not in (
            "null",
            "boolean",
        )
    ]:
        out.append(" and not ")
        if type in (
            "object",
            "array",
        ):
            out += ("isinstance(", printed(v), ", ", as_class_of(type), ")")
        else:
            out += (
                as_guard(("int" if (type == "integer") and exact else type)),
                "(",
                printed(v),
                ")",
            )
    return Code("".join(out))


def not_among(facts: Any, v: Any, sure: Any) -> Code:
    out: list[str] = []
    parts = Namespace(first=True)
    for name, on in [
        (name, on)
        for name, on in (
            (
                "None",
                get(facts, "null"),
            ),
            (
                "True",
                get(facts, "true"),
            ),
            (
                "False",
                get(facts, "false"),
            ),
        )
        if on
    ]:
        if not get(parts, "first"):
            out.append(" and ")
        parts.first = False
        out += (printed(v), " is not ", as_identifier_or_constant(name))
    if get(facts, "strings"):
        if not get(parts, "first"):
            out.append(" and ")
        parts.first = False
        if (len(get(facts, "strings")) == 1) and (sure == "string"):
            out += (printed(v), " != ", as_literal(get(facts, "strings")[0]))
        elif len(get(facts, "strings")) == 1:
            out += (
                "(",
                not_string(v),
                " or ",
                printed(v),
                " != ",
                as_literal(get(facts, "strings")[0]),
                ")",
            )
        elif sure == "string":
            out += (printed(v), " not in ", string_set(facts))
        else:
            out += (
                "(",
                not_string(v),
                " or ",
                printed(v),
                " not in ",
                string_set(facts),
                ")",
            )
    if get(facts, "numbers"):
        if not get(parts, "first"):
            out.append(" and ")
        parts.first = False
        if len(get(facts, "numbers")) == 1:
            out += (
                "(not _json_number(",
                printed(v),
                ") or ",
                printed(v),
                " != ",
                as_literal(get(facts, "numbers")[0]),
                ")",
            )
        else:
            out += (
                "(not _json_number(",
                printed(v),
                ") or ",
                printed(v),
                " not in ",
                "{",
                as_literals(get(facts, "numbers")),
                "}",
                ")",
            )
    for value in get(facts, "containers"):
        if not get(parts, "first"):
            out.append(" and ")
        parts.first = False
        out += ("not _equal(", printed(v), ", ", as_literal(value), ")")
    if get(parts, "first"):
        out.append("True")
    return Code("".join(out))


def among_strings(facts: Any, v: Any) -> Code:
    out: list[str] = []
    out += (printed(v), " ")
    if len(get(facts, "strings")) == 1:
        out += ("== ", as_literal(get(facts, "strings")[0]))
    else:
        out += ("in ", string_set(facts))
    return Code("".join(out))


def not_string(v: Any) -> Code:
    out: list[str] = []
    out += (printed(v), ".__class__ is not str and not _json_string(", printed(v), ")")
    return Code("".join(out))


def is_of(schema: Any, type: Any, v: Any) -> Code:
    out: list[str] = []
    if get(schema, "only_beside")(type):
        items_1 = list(get(schema, "only_beside")(type))
        for index_1, other in enumerate(items_1):
            if other == "null":
                out += (printed(v), " is not None")
            else:
                out += (printed(v), " is not True and ", printed(v), " is not False")
            if not index_1 == len(items_1) - 1:
                out.append(" and ")
    elif get(schema, "is_narrowed"):
        out += (as_guard(type), "(", printed(v), ")")
    elif type == "number":
        out += (
            printed(v),
            ".__class__ is int or ",
            printed(v),
            ".__class__ is float or _json_number(",
            printed(v),
            ")",
        )
    elif type == "string":
        out += (
            printed(v),
            ".__class__ is str or ",
            unless(schema, type, v),
            "_json_string(",
            printed(v),
            ")",
        )
    elif type == "array":
        out += (
            printed(v),
            ".__class__ is list or ",
            unless(schema, type, v),
            "isinstance(",
            printed(v),
            ", ",
            as_class_of(type),
            ")",
        )
    else:
        out += (
            printed(v),
            ".__class__ is dict or ",
            unless(schema, type, v),
            "isinstance(",
            printed(v),
            ", ",
            as_class_of(type),
            ")",
        )
    return Code("".join(out))


def unless(schema: Any, type: Any, v: Any) -> Code:
    out: list[str] = []
    for other in get(schema, "beside")(type):
        if other == "string":
            out += (printed(v), ".__class__ is not str and ")
        elif other == "object":
            out += (printed(v), ".__class__ is not dict and ")
        elif other == "array":
            out += (printed(v), ".__class__ is not list and ")
    return Code("".join(out))


def string_set(facts: Any) -> Code:
    out: list[str] = []
    if get(facts, "constant"):
        out.append(as_identifier(get(facts, "constant")))
    else:
        out += ("{", as_literals(get(facts, "strings")), "}")
    return Code("".join(out))


def miscounted(check: Any, v: Any) -> Code:
    out: list[str] = []
    k = get(check, "keyword")
    if get(get(check, "children")[0], "always"):
        if get(k, "maximum") is None:
            out += ("len(", printed(v), ") < ", printed(get(k, "minimum")))
        else:
            out += (
                "not ",
                printed(get(k, "minimum")),
                " <= len(",
                printed(v),
                ") <= ",
                printed(get(k, "maximum")),
            )
    elif (get(k, "minimum") == 1) and (get(k, "maximum") is None):
        out += (
            "not any(",
            accepted(get(check, "children")[0], Code("item"), check),
            " for ",
            as_item_name(check),
            " in ",
            printed(v),
            ")",
        )
    elif get(k, "maximum") is None:
        out += (
            "sum(",
            accepted(get(check, "children")[0], Code("item"), check),
            " for ",
            as_item_name(check),
            " in ",
            printed(v),
            ") < ",
            printed(get(k, "minimum")),
        )
    else:
        out += (
            "not ",
            printed(get(k, "minimum")),
            " <= sum(",
            accepted(get(check, "children")[0], Code("item"), check),
            " for ",
            as_item_name(check),
            " in ",
            printed(v),
            ") <= ",
            printed(get(k, "maximum")),
        )
    return Code("".join(out))


def refuted(schema: Any, v: Any, asker: Any) -> Code:
    out: list[str] = []
    if get(schema, "always"):
        out.append("False")
    elif (get(schema, "key") in get(asker, "called")) or (
        not get(schema, "answers_in_place")
    ):
        out += (
            "not _is_",
            as_name_part(get(schema, "snake")),
            "(",
            printed(v),
            as_shared(schema, asker),
            ")",
        )
    elif get(schema, "few"):
        out.append(violated(get(schema, "few"), v))
    else:
        parts = Namespace(first=True)
        items_1 = list(get(schema, "deciding_groups"))
        for index_1, (subject, checks) in enumerate(items_1):
            guarded = subject not in (
                "value",
                "place",
                get(schema, "known"),
            )
            if not get(parts, "first"):
                out.append(" or ")
            parts.first = False
            if guarded:
                out += ("(", is_of(schema, subject, v), ") and ")
                if len(checks) > 1:
                    out.append("(")
            items_2 = list(checks)
            for index_2, check in enumerate(items_2):
                out.append(violated(check, v, get(schema, "known")))
                if not index_2 == len(items_2) - 1:
                    out.append(" or ")
            if guarded and (len(checks) > 1):
                out.append(")")
    return Code("".join(out))


def and_term(schema: Any, v: Any, asker: Any) -> Code:
    out: list[str] = []
    if (get(schema, "answers_in_place") and get(schema, "compound")) and (
        get(schema, "key") not in get(asker, "called")
    ):
        out += ("(", refuted(schema, v, asker), ")")
    else:
        out.append(refuted(schema, v, asker))
    return Code("".join(out))


def accepted(schema: Any, v: Any, asker: Any) -> Code:
    out: list[str] = []
    if get(schema, "always"):
        out.append("True")
    elif get(schema, "refuses_all"):
        out.append("False")
    elif (get(schema, "key") in get(asker, "called")) or (
        not get(schema, "answers_in_place")
    ):
        out += (
            "_is_",
            as_name_part(get(schema, "snake")),
            "(",
            printed(v),
            as_shared(schema, asker),
            ")",
        )
    else:
        out += ("not (", refuted(schema, v, asker), ")")
    return Code("".join(out))
