"""The validator: the plan decides, the templates print."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from nemcon.read.graph import Graph, Key
from nemcon.render.environment import template
from nemcon.render.layout import laid_out
from nemcon.render.printing import Code
from nemcon.render.text import sorting
from nemcon.render.validator.pieces import needed_pieces
from nemcon.render.validator.plan import Plan

_TEXTS = re.compile(
    r"""\"{3}.*?\"{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\#[^\n]*""", re.DOTALL
)
RUNTIME = ("Error", "Schema", "ValidationError", "is_valid", "iter_errors", "validate")


def render_validator(
    graph: Graph,
    names: Mapping[Key, str],
    title: str,
    exported: Collection[Key] = (),
    declared: Collection[Key] = (),
) -> str:
    """The text of validator.py. `exported` are the schemas that other modules ask about, as `is_<name>`; `declared`
    those that get a `Schema` object although they are no named definition: the classes of other modules.
    """
    plan = Plan(graph, names, exported, declared)
    own, shared, tables = needed_pieces(plan, _wanted(plan))
    helpers = "\n\n\n".join(shared)
    text = template("validator/validator.py.jinja").render(
        title=title,
        body=Code("\n\n\n".join([*own, *shared, *tables])),
        root=plan.root,
        definitions=plan.definitions,
        exported=plan.exported,
        exports=_exports(plan),
        modules=_modules(helpers, _names(own, "re.compile")),
        decimal="Decimal(" in helpers,
        partial=_names(own, "partial"),
        guards="-> TypeGuard[" in helpers,
    )
    return laid_out(text)


def _names(pieces: Iterable[str], function: str) -> bool:
    """Whether any of them calls `function`: what stands in texts and comments is no call."""
    call = re.compile(rf"(?<![\w.]){re.escape(function)}\(")
    return any(call.search(_TEXTS.sub("", it)) for it in pieces if f"{function}(" in it)


def _wanted(plan: Plan) -> list[str]:
    """The functions that the module's objects are made of."""
    schemas = [plan.root, *(schema for _, schema in plan.definitions)]
    asked = [*schemas, *(schema for _, schema in plan.exported)]
    return [
        "is_valid",
        *(f"_check_{schema.snake}" for schema in schemas),
        *(f"_is_{schema.snake}" for schema in asked),
    ]


def _exports(plan: Plan) -> list[str]:
    definitions = [name for name, _ in plan.definitions]
    return sorted(
        [*RUNTIME, *definitions, *(f"is_{name}" for name, _ in plan.exported)], key=sorting
    )


def _modules(helpers: str, has_patterns: bool) -> list[str]:
    """The modules of the standard library that the code names."""
    found = {name for name in ("base64", "json", "re", "unicodedata") if f"{name}." in helpers}
    return sorted(found | ({"re"} if has_patterns else set()))
