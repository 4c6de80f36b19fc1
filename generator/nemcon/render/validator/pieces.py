"""The functions and constants of a validator, each printed when something that is printed names it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from nemcon.read.graph import Pattern
from nemcon.render.environment import template
from nemcon.render.formats import fragments
from nemcon.render.printing import Code
from nemcon.render.text import comment, literal
from nemcon.render.validator.facts import Schema
from nemcon.render.validator.filters import final, names_set
from nemcon.render.validator.joined import joined
from nemcon.render.validator.plan import Plan, iter_checks

HELPERS = """
    _OBJECT _ARRAY _TUPLE _fail _shown _json_object _json_array _json_string _json_boolean _json_number _json_integer _json_int _multiple_of _equal _unique_items
    _identity _fail_required _fail_members _fail_closest _below _fits_tagged _fits_known _matching
    """.split()
_AUTOMATON = "_Automaton"
"""Stands before the constants that are made of it."""
_NAME = re.compile(r"\b(?:_\w+|is_valid)")


def needed_pieces(plan: Plan, wanted: Iterable[str]) -> tuple[list[str], list[str], list[str]]:
    """The text of every piece that `wanted` needs: those of the schema, those every schema shares, and the tables of their
    functions, in order.
    """
    own = dict(_own_pieces(plan))
    shared = dict(_shared_pieces())
    tables = dict(_tables(plan))
    printed: dict[str, str] = {}
    pending = list(wanted)
    while pending:
        name = pending.pop()
        make = own.get(name) or shared.get(name) or tables.get(name)
        if make is None or name in printed:
            continue
        printed[name] = str(make()).strip("\n")
        pending += set(_NAME.findall(printed[name]))
    return (
        [printed[name] for name in own if name in printed],
        [printed[name] for name in shared if name in printed],
        [printed[name] for name in tables if name in printed],
    )


def _own_pieces(plan: Plan) -> Iterator[tuple[str, Callable[[], str]]]:
    helper = template("validator/helpers.jinja").helper
    for name in ("_Known", "_once", "_once_seen", "_once_told"):
        yield name, partial(helper, name)
    yield _AUTOMATON, partial(Code, fragments()[_AUTOMATON])
    for pattern, name in plan.pattern_constants:
        yield name, partial(_pattern, name, pattern)
    for check in iter_checks(plan):
        if check.facts.get("constant"):
            values = ", ".join(literal(value) for value in check.facts["strings"])
            yield check.facts["constant"], partial(
                _constant, check.facts["constant"], f"{{{values}}}"
            )
        if check.facts.get("keys") and check.keys:
            yield check.keys, partial(_constant, check.keys, str(names_set(check.facts["names"])))
    answer = template("validator/answer.jinja")
    evaluated = template("validator/evaluated.jinja")
    report = template("validator/report.jinja")
    for schema in plan.printed:
        if schema.answers:
            yield f"_is_{schema.snake}", partial(_function, answer.function, schema, plan)
        yield f"_seen_{schema.snake}", partial(_function, answer.tracking_function, schema, plan)
        yield f"_mark_{schema.snake}", partial(_function, evaluated.marking_function, schema, plan)
        yield f"_check_{schema.snake}", partial(_function, report.function, schema, plan)
    yield "is_valid", partial(_function, answer.entry, plan.root, plan)


def _tables(plan: Plan) -> Iterator[tuple[str, Callable[[], str]]]:
    answer = template("validator/answer.jinja")
    for schema in plan.printed:
        for check in schema.checks:
            if check.kind == "properties" and check.tabled:
                yield f"_{schema.capitals}_MEMBERS", partial(answer.table, schema, check)
            elif check.facts.get("tag"):
                yield check.facts["tag"]["table"], partial(answer.branches, check)


def _function(macro: Callable[[Schema, Plan], str], schema: Schema, plan: Plan) -> str:
    return joined(str(macro(schema, plan)))


def _pattern(name: str, pattern: Pattern) -> str:
    """What is asked whether a regular expression matches."""
    if not pattern.steps:
        return _constant(name, f"re.compile({literal(pattern.python)})")
    steps = "".join(f"{literal(tuple(step))}, " for step in pattern.steps)
    return f"# {comment(pattern.source)[:80]}\n{_constant(name, f'{_AUTOMATON}({steps})')}"


def _constant(name: str, text: str) -> str:
    return f"{final(name)} = {text}"


def _shared_pieces() -> Iterator[tuple[str, Callable[[], str]]]:
    helper = template("validator/helpers.jinja").helper
    for name in HELPERS:
        yield name, partial(helper, name)
    for name, text in _apart(fragments()).items():
        if name == _AUTOMATON:
            continue
        yield name, partial(Code, text)


def _apart(pieces: Mapping[str, str]) -> dict[str, str]:
    """Format checks under names that no schema's function can have."""
    names = [name for name in pieces if name.startswith(("_is_", "_check_", "_seen_", "_mark_"))]
    pattern = re.compile(rf"\b({'|'.join(names)})\b") if names else re.compile("(?!)")
    return {
        pattern.sub(r"_format\1", name): pattern.sub(r"_format\1", text)
        for name, text in pieces.items()
    }
