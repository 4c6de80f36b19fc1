"""Schemas that are asked by their functions though they could stand in place. Code that compares a value with null, true, false or a
constant tells type checkers what the value is, and they would refuse what stands behind it; a function starts anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nemcon.render.validator.facts import MOST_IN_PLACE, Check, Schema


def keep_apart(schemas: Iterable[Schema]) -> None:
    """Marks the schemas that are called."""
    for schema in schemas:
        _walk(schema)


def _walk(schema: Schema) -> None:
    narrowed = _narrows_itself(schema)
    for check in schema.checks:
        if check.kind == "dependent_schemas":
            _call(check, list(filter(_narrows, check.children)))
        elif check.kind == "properties" and len(check.every_member) > MOST_IN_PLACE:
            _call(check, check.children)
    for check in schema.checks:
        if check.kind == "conditional":
            narrowed |= _walk_conditional(check, narrowed)
        elif check.subject == "place":
            narrowed |= _walk_place(check, narrowed)
    schema.beside_others |= narrowed and any(it.subject == "unevaluated" for it in schema.checks)


def _walk_place(check: Check, narrowed: bool) -> bool:
    """Whether one of the schemas that a keyword applies narrows the value."""
    either = check.kind == "any_of" or check.kind == "one_of" and check.any_will_do
    seen = narrowed
    for child in _in_order(check):
        if seen and _looks_inside(child):
            _call(check, [child])
        elif not either:
            seen |= _narrows(child)
    return any(map(_narrows, check.children))


def _walk_conditional(check: Check, narrowed: bool) -> bool:
    condition = check.facts["condition"]
    branches = [it for it in (check.facts["then"], check.facts["otherwise"]) if it is not None]
    if narrowed and _looks_inside(condition):
        _call(check, [condition])
    if _narrows(condition):
        _call(check, branches)
    elif narrowed:
        _call(check, list(filter(_looks_inside, branches)))
    return any(map(_narrows, [condition, *branches]))


def _call(check: Check, schemas: list[Schema]) -> None:
    check.called |= {it.key for it in schemas}


def _in_order(check: Check) -> Iterator[Schema]:
    if check.kind == "one_of" and not check.any_will_do:
        yield from (*check.facts["apart"], *check.facts["rest"])
    else:
        yield from check.children


def _narrows_itself(schema: Schema) -> bool:
    return schema.narrows or any(
        schema.only_beside(subject) for subject, _ in schema.groups if subject != "value"
    )


def _narrows(schema: Schema) -> bool:
    """Whether it stands in place and compares the value with others."""
    if schema.few is not None:
        return schema.few.compares
    if not schema.stands_in_place:
        return False
    return _narrows_itself(schema) or any(
        _narrows(child)
        for check in schema.checks
        if check.subject == "place"
        for child in check.children
    )


def _looks_inside(schema: Schema) -> bool:
    """Whether it stands in place and asks more of a value than what it is, by no function that says of what type it is."""
    if schema.few is not None or not schema.stands_in_place:
        return False
    return any(
        check.subject not in ("value", "place")
        and not _asks_first(schema, check)
        or check.subject == "place"
        and any(map(_looks_inside, check.children))
        for check in schema.checks
    )


def _asks_first(schema: Schema, check: Check) -> bool:
    return (
        schema.is_narrowed
        and check.subject != schema.known
        and not schema.only_beside(check.subject)
    )
