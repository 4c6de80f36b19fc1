"""What stands where it is applied instead of in a function of its own, and what is read at once."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from nemcon.read import graph as g
from nemcon.read.graph import Key
from nemcon.render.validator.apart import keep_apart
from nemcon.render.validator.crowds import crowds
from nemcon.render.validator.facts import MOST_IN_PLACE, Check, Schema

_PLAIN = ("type", "size", "unique_items", "items", "additional_properties")
_LOOPS = ("items", "additional_properties")
_TRIED = ("any_of", "one_of", "not", "contains")
MOST_READ = 8

Use = tuple[Schema, Check]


def settle(schemas: Iterable[Schema], named: Collection[Key], root: Schema) -> None:
    """Marks the lone branches, the schemas that are stated in place and the members that are read at once. `named` are the
    schemas that others can ask for; `root` has its own function, and is the first to refuse.
    """
    found = list(schemas)
    uses = _uses(found)
    _mark_crowded(found, uses)
    _mark_beside_others(found)
    for schema in found:
        for check in schema.checks:
            if check.kind in ("any_of", "one_of"):
                check.facts["lone"] = _lone(check)
    for schema in found:
        _fuse(schema)
    tried = {child.key for schema in found for check in schema.checks for child in _tried(check)}
    for schema in found:
        if schema.key not in named and not (schema.tracking or schema.tracked or schema.crowded):
            schema.stated = (
                _is_simple(schema)
                and _is_of_a_property(schema, uses)
                or _is_conditional(schema)
                and [check.kind for _, check in uses.get(schema.key, [])] == ["all_of"]
            )
        _close(schema)
        _join_loops(schema)
        if schema is not root and schema.key not in tried and not schema.crowded:
            schema.reads = _reads(schema)
            for member in schema.reads:
                member["read"] = True
    keep_apart(found)


def _mark_beside_others(schemas: list[Schema]) -> None:
    pending = [schema for schema in schemas if schema.narrows]
    while pending:
        for check in pending.pop().checks:
            for child in check.children if check.subject == "place" else ():
                if child.inline and not child.is_narrowed:
                    child.beside_others = True
                    pending.append(child)


def _mark_crowded(schemas: list[Schema], uses: dict[Key, list[Use]]) -> None:
    crowd = _crowd(schemas, uses, apart=True)
    for schema in crowd:
        schema.crowded = True
        for check in schema.checks:
            check.crowded = True
    for check in (check for schema in crowd for check in schema.checks):
        if check.facts.get("tag") and not all(
            it.crowded for it in check.facts["tag"]["branches"].values()
        ):
            check.facts["tag"] = None
    for schema in _crowd(schemas, uses, apart=False):
        schema.told = True
        schema.once = _calls(schema, uses) > 1
        for check in schema.checks:
            check.told = True


def _crowd(schemas: list[Schema], uses: dict[Key, list[Use]], apart: bool) -> list[Schema]:
    by_key = {schema.key: schema for schema in schemas}
    found: list[Schema] = []
    for keys in crowds(schemas, apart):
        found += _with_users([by_key[key] for key in keys], uses)
    return found


def _calls(schema: Schema, uses: dict[Key, list[Use]]) -> int:
    """From how many places its function is called: what stands inline calls it wherever it stands."""
    users = [user for user, _ in uses.get(schema.key, [])]
    return sum(_calls(user, uses) if user.inline else 1 for user in users)


def _with_users(schemas: list[Schema], uses: dict[Key, list[Use]]) -> list[Schema]:
    """The schemas, and those that apply one of them inline."""
    found: dict[Key, Schema] = {}
    pending = list(schemas)
    while pending:
        schema = pending.pop()
        if schema.key not in found:
            found[schema.key] = schema
            pending += [user for user, _ in uses.get(schema.key, []) if schema.inline]
    return list(found.values())


def _fuse(schema: Schema) -> None:
    """Lets an object's own members take in those of schemas that must hold too and speak of members alone."""
    properties = next((it for it in schema.checks if it.kind == "properties"), None)
    types = next((it.keyword for it in schema.checks if isinstance(it.keyword, g.Type)), None)
    if properties is None or types is None or schema.tracking or schema.tracked or schema.crowded:
        return
    for check in schema.checks:
        for child in check.children if check.kind in ("all_of", "reference") else ():
            members = _members_alone(child, types)
            taken = properties.every_member
            names = {it[key] for it in taken for key in ("name", "local")}
            if members and not any({it["name"], it["local"]} & names for it in members):
                properties.facts.setdefault("fused", []).extend(members)
                check.facts.setdefault("fused", set()).add(child.key)


def _members_alone(schema: Schema, types: g.Type) -> list[dict[str, Any]]:
    """The members of a schema that says nothing else of values of these types."""
    found = [it for it in schema.checks if not _lets_through(it.keyword, types)]
    if schema.tracking or schema.tracked or schema.crowded:
        return []
    if [it.kind for it in found] != ["properties"]:
        return []
    return [{**it, "required": False, "read": False} for it in found[0].facts["members"]]


def _lets_through(keyword: g.Keyword, types: g.Type) -> bool:
    """Whether a keyword is a type that has all values of these types."""
    return (
        isinstance(keyword, g.Type)
        and {*types.types} <= {*keyword.types}
        and (types.exact == keyword.exact or "integer" not in types.types)
    )


def _lone(check: Check) -> Schema | None:
    """The one branch that says more than its type, where no other branch has values of that type."""
    branches = check.children
    meant = [it for it in branches if any(c.kind not in ("type", "never") for c in it.checks)]
    if len(meant) != 1 or not check.any_will_do or meant[0].type_check is None:
        return None
    lone = meant[0]
    others = [it for it in branches if it is not lone]
    settled = all(it.never or _types(it) and lone.known not in _types(it) for it in others)
    by_itself = all(it.subject not in ("place", "unevaluated") for it in lone.checks)
    return lone if others and settled and by_itself else None


def _types(schema: Schema) -> set[str]:
    return {
        "number" if name == "integer" else name
        for check in schema.checks
        if isinstance(check.keyword, g.Type)
        for name in check.keyword.types
    }


def _uses(schemas: list[Schema]) -> dict[Key, list[Use]]:
    found: dict[Key, list[Use]] = {}
    for schema in schemas:
        for check in schema.checks:
            for child in check.children:
                found.setdefault(child.key, []).append((schema, check))
    return found


def _tried(check: Check) -> list[Schema]:
    """The schemas that may refuse without anything being wrong."""
    if check.kind in _TRIED:
        return check.children
    return [check.facts["condition"]] if check.kind == "conditional" else []


def _is_simple(schema: Schema) -> bool:
    """Whether it is the check of a type and one loop over what the value holds."""
    kinds = [check.kind for check in schema.checks]
    return (
        not schema.inline
        and schema.type_check is not None
        and all(kind in _PLAIN for kind in kinds)
        and sum(kind in _LOOPS for kind in kinds) <= 1
        and all(check.facts.get("any_name", True) for check in schema.checks)
    )


def _close(schema: Schema) -> None:
    """Lets the table of an object's members refuse all others, where that is what the schema says."""
    properties = next((it for it in schema.checks if it.kind == "properties"), None)
    for check in schema.checks:
        keyword = check.keyword
        if properties and isinstance(keyword, g.AdditionalProperties) and check.children[0].never:
            names = {it["name"] for it in properties.tabled}
            closed = bool(names) and names == set(keyword.names) and not keyword.patterns
            properties.closed = check.closes_table = closed


def _join_loops(schema: Schema) -> None:
    """Lets one loop go over the members that match the one pattern there is, and the others."""
    by_kind = {check.kind: check for check in schema.checks}
    named, others = by_kind.get("pattern_properties"), by_kind.get("additional_properties")
    if named is None or others is None or others.subject != "object":
        return
    keyword, of_others = named.keyword, others.keyword
    if isinstance(keyword, g.PatternProperties) and isinstance(of_others, g.AdditionalProperties):
        patterns = [pattern for pattern, _ in keyword.patterns]
        if len(patterns) == 1 and patterns == [*of_others.patterns]:
            if not (named.children[0].always or others.children[0].always):
                named.facts["others"] = others
                others.facts["joined"] = True


def _is_conditional(schema: Schema) -> bool:
    """Whether it is one `if` with what follows from it."""
    return [check.kind for check in schema.checks] == ["conditional"]


def _is_of_a_property(schema: Schema, uses: dict[Key, list[Use]]) -> bool:
    """Whether it is applied at one place: to the value of a property, perhaps as the one branch that says something."""
    places = uses.get(schema.key, [])
    if len(places) == 1 and places[0][1].facts.get("lone") is schema and places[0][0].inline:
        places = uses.get(places[0][0].key, [])
    return len(places) == 1 and places[0][1].kind == "properties"


def _reads(schema: Schema) -> list[dict[str, Any]]:
    """The members of an object that are required, where they are all that is."""
    required = next((it.keyword for it in schema.checks if it.kind == "required"), None)
    properties = next((it for it in schema.checks if it.kind == "properties"), None)
    if schema.known != "object" or properties is None or not isinstance(required, g.Required):
        return []
    members = {it["name"]: it for it in properties.facts["members"]}
    if len(properties.every_member) > MOST_IN_PLACE:
        return []
    found = [members[name] for name in required.names if name in members]
    whole = len(found) == len(required.names) <= MOST_READ
    return found if whole and not any(it["schema"].refuses_all for it in found) else []
