"""The validator: the plan decides, the templates print."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from markupsafe import Markup

from nemcon.read.graph import Graph, Key
from nemcon.render.environment import environment
from nemcon.render.formats import fragments
from nemcon.render.layout import laid_out
from nemcon.render.validator.filters import FILTERS
from nemcon.render.validator.plan import Plan, iter_checks

HELPERS = (
    "_fail", "_shown", "_json_object", "_json_array", "_json_number", "_json_integer", "_json_int", "_multiple_of", "_equal", "_unique_items", "_identity",
    "_fail_required", "_fail_members", "_fail_closest", "_below", "_matching",
)  # fmt: skip
RUNTIME = ("Error", "Schema", "ValidationError", "is_valid", "iter_errors", "validate")


def render_validator(
    graph: Graph,
    names: Mapping[Key, str],
    title: str,
    exported: Collection[Key] = (),
    declared: Collection[Key] = (),
) -> str:
    """The text of validator.py. `exported` are the schemas that other modules ask about, as `is_<name>`; `declared`
    those that get a `Schema` object although they are no named definition: the classes of other modules."""
    plan = Plan(graph, names, exported, declared)
    env = environment()
    env.filters.update(FILTERS)
    body = env.get_template("validator/body.jinja").render(
        plan=plan,
        root=plan.root,
        functions=_functions(plan),
        constants=_constants(plan),
        patterns=plan.patterns,
    )
    helpers = _helpers(body)
    definitions = plan.definitions
    exports = sorted([*RUNTIME, *(name for name, _ in definitions), *(f"is_{name}" for name, _ in plan.exported)])
    whole = body.strip("\n") + "\n\n\n" + helpers
    text = env.get_template("validator/validator.py.jinja").render(
        title=title,
        body=Markup(whole),
        root=plan.root,
        definitions=definitions,
        exported=plan.exported,
        exports=exports,
        modules=_modules(helpers, plan),
        decimal="Decimal(" in helpers,
    )
    return laid_out(text)


def _functions(plan: Plan) -> list[object]:
    made = []
    answering = {schema.key for schema in plan.functions}
    if plan.root_stands_alone:
        answering.remove(plan.root.key)
    for schema in plan.printed():
        schema.answers = schema.key in answering
        schema.reports = schema.key in plan.checkers
        if schema.answers or schema.reports or schema.tracked:
            made.append(schema)
    return made


def _constants(plan: Plan) -> list[tuple[str, list[str]]]:
    return [
        (check.facts["constant"], check.facts["strings"])
        for check in iter_checks(plan)
        if check.facts.get("constant")
    ]


def _modules(helpers: str, plan: Plan) -> list[str]:
    """The modules of the standard library that the code names."""
    found = {name for name in ("base64", "json", "re", "unicodedata") if f"{name}." in helpers}
    return sorted(found | ({"re"} if plan.patterns else set()))


def _apart(pieces: Mapping[str, str]) -> dict[str, str]:
    """Format checks under names that no schema's function can have."""
    names = [name for name in pieces if name.startswith(("_is_", "_check_", "_seen_"))]
    pattern = re.compile(rf"\b({'|'.join(names)})\b") if names else re.compile("(?!)")
    return {
        pattern.sub(r"_format\1", name): pattern.sub(r"_format\1", text)
        for name, text in pieces.items()
    }


def _helpers(body: str) -> str:
    """The shared code that `body` calls, and what that calls."""
    helper = getattr(environment().get_template("validator/helpers.jinja").make_module(), "helper")
    texts = {name: str(helper(name)).strip("\n") for name in HELPERS}
    texts |= _apart(fragments())
    needed: dict[str, None] = {"_fail": None, "_shown": None}
    pending = [body, *(texts.get(name, "") for name in needed)]
    while pending:
        text = pending.pop()
        for name in dict.fromkeys(re.findall(r"\b_\w+", text)):
            if name in texts and name not in needed:
                needed[name] = None
                pending.append(texts[name])
    return "\n\n\n".join([*(texts[name] for name in texts if name in needed)]) + "\n\n\n"
