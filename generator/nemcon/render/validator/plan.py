"""The plan of a validator: which schemas get functions, what stands inline, and the facts each keyword prints."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from nemcon.model.names import capitals, snake
from nemcon.read import graph as g
from nemcon.read.graph import Graph, Key, Keyword
from nemcon.read.subjects import subject
from nemcon.render.validator.evaluated import contributes, needed_sets, own_part
from nemcon.render.validator.facts import Check, Place, Schema
from nemcon.render.validator.few import Few
from nemcon.render.validator.inlining import settle
from nemcon.render.validator.local_names import local_names, private_name
from nemcon.render.validator.problems import problem, problem_around
from nemcon.render.validator.sense import MANY_VALUES, Sense


class Plan:
    """Decides for a whole graph. `functions` are the schemas with functions, children first."""

    def __init__(
        self,
        graph: Graph,
        names: Mapping[Key, str],
        exported: Collection[Key],
        declared: Collection[Key] = (),
    ) -> None:
        self.graph = graph
        self.sets = needed_sets(graph)
        self.sense = Sense(graph, self.sets)
        self._few = Few(graph, self.sense)
        self._names = names
        self._schemas: dict[Key, Schema] = {}
        self.pattern_constants = _pattern_constants(graph, names)
        self.patterns = {it.python: name for it, name in self.pattern_constants}
        self.root = self.schema(graph.root)
        self.definitions = [
            (names[key], self.schema(key))
            for key in graph.nodes
            if key in graph.definitions or key in declared
        ]
        self.exported = [
            (snake(names[key]), self.schema(key)) for key in graph.nodes if key in exported
        ]
        wanted = [
            self.root,
            *(schema for _, schema in self.definitions),
            *(schema for _, schema in self.exported),
        ]
        self.functions = self._in_order(wanted)
        self._settle_unevaluated()
        settle(self._schemas.values(), {schema.key for schema in wanted}, self.root)
        self.root.answers = self.root.crowded or not self._root_stands_alone()

    def _root_stands_alone(self) -> bool:
        """Whether nothing but `is_valid` asks for the root, and how deep a value nests plays no part: `iter_errors` has
        to come to the same answer from the same depth of calls.
        """
        return (
            not self.root.tracking
            and not self._follows_values()
            and not any(
                child is self.root
                for schema in self._schemas.values()
                for child in _children(schema)
            )
            and all(schema is not self.root for _, schema in self.exported)
        )

    def _follows_values(self) -> bool:
        """Whether a check can go on for as long as values nest: schemas that recur, comparisons of whole values."""
        done: set[Key] = set()
        path: set[Key] = set()
        stack = [(self.root.key, False)]
        while stack:
            key, leaving = stack.pop()
            if leaving:
                path.discard(key)
                done.add(key)
            elif key in path:
                return True
            elif key not in done:
                path.add(key)
                stack.append((key, True))
                stack.extend((child, False) for child in self.graph[key].children())
                if any(_compares(it) for it in self.graph[key].keywords):
                    return True
        return False

    def schema(self, key: Key) -> Schema:
        """The plan of the schema at `key`; a schema that is nothing but a reference is the one it refers to."""
        key = self.sense.resolved(key)
        found = self._schemas.get(key)
        if found is None:
            node = self.graph[key]
            found = self._schemas[key] = Schema(key, node.pointer, self._names[key])
            pending = [found]
            while pending:
                self._fill(pending.pop(), pending)
        return found

    def _child(self, key: Key, pending: list[Schema]) -> Schema:
        key = self.sense.resolved(key)
        found = self._schemas.get(key)
        if found is None:
            found = self._schemas[key] = Schema(key, self.graph[key].pointer, self._names[key])
            pending.append(found)
        return found

    def _fill(self, schema: Schema, pending: list[Schema]) -> None:
        node = self.graph[schema.key]
        for keyword in self.sense.keywords(schema.key):
            schema.checks.append(self._check(keyword, schema, pending))
        if len(schema.checks) > 1:
            schema.checks = [it for it in schema.checks if not self._is_idle(it.keyword)]
        types = [it for it in node.keywords if isinstance(it, g.Type)]
        if types and len(types[0].types) == 1:
            schema.known = {"integer": "number"}.get(types[0].types[0], types[0].types[0])
        schema.inline = self.sense.is_inline(node.key)
        settled = self._few.settled(node.key)
        if settled is not None:
            facts = _values(settled, schema.name, "ACCEPTED")
            schema.few = Check("enum", node.keywords[0], "value", "", facts=facts)

    def _check(self, keyword: Keyword, schema: Schema, pending: list[Schema]) -> Check:
        said = problem(keyword, self.graph), problem_around(keyword, self.graph, "{limit}")
        check = Check(_kind(keyword), keyword, _subject(keyword), *said)
        check.children = [self._child(key, pending) for key in keyword.children()]
        if isinstance(keyword, (g.AllOf, g.AnyOf)):
            check.children = list({child.key: child for child in check.children}.values())
        match keyword:
            case g.Enum(values=values):
                check.facts = _values(values, schema.name)
            case g.Const(value=value):
                check.facts = _values((value,), schema.name)
            case g.Properties():
                check.facts["members"] = self._members(keyword, schema, pending)
            case g.PrefixItems():
                check.facts["sure"] = max(
                    (
                        it.limit
                        for it in self.graph[schema.key].keywords
                        if isinstance(it, g.Size) and it.of == "array" and it.side == "lower"
                    ),
                    default=0,
                )
            case g.Matches(pattern=pattern):
                check.facts["pattern"] = self.patterns[pattern.python]
            case g.AdditionalProperties(names=names, patterns=patterns):
                self._name_others(check, schema, names, patterns)
            case g.PatternProperties():
                check.facts["others"] = None
            case g.Items(start=start):
                check.facts["start"] = start
            case g.Conditional():
                check.facts["condition"] = self._child(keyword.condition, pending)
                check.facts["then"] = self._branch(keyword.then, pending)
                check.facts["otherwise"] = self._branch(keyword.otherwise, pending)
            case g.AnyOf() | g.OneOf():
                check.facts["disjoint"] = self.sense.disjoint(keyword.branches)
                check.facts["pairs"] = self._apart_pairs(keyword)
                apart = self.sense.apart([it.key for it in check.children])
                check.facts["apart"] = [it for it in check.children if it.key in apart]
                check.facts["rest"] = [it for it in check.children if it.key not in apart]
                check.facts["closest"] = self._closest(check.children)
                check.facts["lone"] = check.facts["tag"] = None
                if self.sense.has_table(keyword):
                    check.facts["tag"] = self._tag(keyword, schema, pending)
                check.children = (
                    sorted(check.children, key=self._cost) if check.any_will_do else check.children
                )
            case _:
                pass
        return check

    def _name_others(
        self, check: Check, schema: Schema, names: Iterable[str], patterns: Iterable[g.Pattern]
    ) -> None:
        """Lets a check look at the members that have none of these names."""
        check.facts["names"] = [*names]
        check.facts["keys"] = f"_{schema.capitals}_KEYS"
        check.facts["patterns"] = [self.patterns[it.python] for it in patterns]
        check.facts["joined"] = False
        check.facts["any_name"] = not (check.facts["names"] or check.facts["patterns"])

    def _settle_unevaluated(self) -> None:
        """What is evaluated in every document makes `unevaluated*` the same as `additionalProperties` and `items`."""
        for schema in self._schemas.values():
            for check in [] if schema.tracking else schema.checks:
                if not isinstance(check.keyword, _UNEVALUATED):
                    continue
                found = self.sets[f"{schema.key} {check.keyword.keyword}"]
                check.facts["start"] = found.upto
                self._name_others(check, schema, found.names, found.patterns)
                of_names = isinstance(check.keyword, g.UnevaluatedProperties)
                check.kind = "additional_properties" if of_names else "items"

    def _tag(
        self, keyword: g.AnyOf | g.OneOf, schema: Schema, pending: list[Schema]
    ) -> dict[str, Any]:
        name, owners = self.sense.tag(keyword.branches) or ("", {})
        return {
            "name": name,
            "table": f"_{schema.capitals}_{_kind(keyword).upper()}",
            "branches": {value: self._child(key, pending) for value, key in owners.items()},
        }

    def _apart_pairs(self, keyword: g.AnyOf | g.OneOf) -> set[tuple[Key, Key]]:
        pairs = self.sense.apart_pairs(keyword.branches)
        return {(self.sense.resolved(one), self.sense.resolved(other)) for one, other in pairs}

    def _cost(self, schema: Schema) -> tuple[bool, bool]:
        types = [it for it in self.graph[schema.key].keywords if isinstance(it, g.Type)]
        return (not self.sense.is_inline(schema.key), not (types and types[0].types == ("null",)))

    def _branch(self, key: Key | None, pending: list[Schema]) -> Schema | None:
        if key is None or self.sense.accepts_all(key):
            return None
        return self._child(key, pending)

    def _is_idle(self, keyword: Keyword) -> bool:
        """Whether it is a condition that lets a few values through, all of which are fine."""
        return isinstance(keyword, g.Conditional) and (
            self._few.follows(keyword.then, keyword.condition, True)
            and self._few.follows(keyword.otherwise, keyword.condition, False)
        )

    def _members(
        self, keyword: g.Properties, schema: Schema, pending: list[Schema]
    ) -> list[dict[str, Any]]:
        required = {
            name
            for it in self.graph[schema.key].keywords
            if isinstance(it, g.Required)
            for name in it.names
        }
        attributes = local_names(keyword.properties)
        return [
            {
                "name": name,
                "local": attributes[name],
                "required": name in required,
                "read": False,
                "schema": self._child(key, pending),
            }
            for name, key in keyword.properties.items()
            if not self.sense.accepts_all(key)
        ]

    def _closest(self, branches: list[Schema]) -> list[Schema]:
        """The branches that a value they refuse can have meant; none where nothing tells them apart."""
        meant = [it for it in branches if not self.sense.consists_of(it.key, (g.Type, g.Never))]
        by_value = all(
            self.sense.consists_of(it.key, (g.Type, g.Enum, g.Const, g.Not, g.Never))
            for it in meant
        )
        types = {frozenset(self.sense.types(it.key) or ()) for it in meant}
        return [] if len(meant) > 1 and by_value and len(types) == 1 else meant

    def _in_order(self, wanted: list[Schema]) -> list[Schema]:
        """The schemas that need an accepting function: those wanted by name and those that are no short expression."""
        done: dict[Key, Schema | None] = {}
        named = {schema.key for schema in wanted}
        starts = [*wanted, *self._track()]
        for start in starts:
            stack = [(start, False)]
            while stack:
                schema, leaving = stack.pop()
                if leaving:
                    done[schema.key] = schema if not schema.inline or schema.key in named else None
                elif schema.key not in done:
                    done[schema.key] = None
                    stack.append((schema, True))
                    stack.extend((child, False) for child in reversed(_children(schema)))
        return [self._schemas[key] for key in _post_order(starts) if done.get(key) is not None]

    def _track(self) -> list[Schema]:
        """Marks the schemas whose functions keep track of what is evaluated, and returns them."""
        pending: list[Schema] = []
        for node in self.graph.nodes.values():
            for keyword in node.keywords:
                if isinstance(keyword, _UNEVALUATED) and not self.sense.is_noop(keyword, node.key):
                    if self.sets[f"{node.key} {keyword.keyword}"].hangs_on_value:
                        schema = self.schema(node.key)
                        schema.tracking = True
                        schema.contains_counts = getattr(keyword, "contains_counts", False)
                        pending.append(schema)
        found: dict[Key, Schema] = {}
        while pending:
            schema = pending.pop()
            if schema.key in found:
                continue
            found[schema.key] = schema
            keywords = self.graph[schema.key].keywords
            schema.own = own_part(keywords, schema.contains_counts)
            if schema.own.contains is not None:
                self.schema(schema.own.contains.target)
            schema.places = [place for keyword in keywords for place in self._places(keyword)]
            for place in schema.places:
                for child in place.every():
                    child.contributes = contributes(self.graph, child.key)
                    if child.contributes or place.kind != "all":
                        child.tracked = True
                        child.contains_counts |= schema.contains_counts
                        pending.append(child)
        return list(found.values())

    def _places(self, keyword: Keyword) -> Iterator[Place]:
        match keyword:
            case g.Reference() | g.AllOf():
                yield Place("all", [self.schema(key) for key in keyword.children()])
            case g.AnyOf(branches=branches):
                yield Place("any", [self.schema(key) for key in branches])
            case g.OneOf(branches=branches):
                yield Place("one", [self.schema(key) for key in branches])
            case g.Conditional(condition=condition, then=then, otherwise=otherwise):
                yield Place(
                    "condition",
                    [self.schema(condition)],
                    then=None if then is None else self.schema(then),
                    otherwise=None if otherwise is None else self.schema(otherwise),
                )
            case g.DependentSchemas(schemas=schemas):
                for name, key in schemas.items():
                    yield Place("present", [self.schema(key)], name=name)
            case _:
                pass

    @cached_property
    def printed(self) -> list[Schema]:
        """All schemas that may have functions, children first."""
        order = _post_order([*(schema for schema in self.functions), *self._schemas.values()])
        return [self._schemas[key] for key in order]


def _compares(keyword: Keyword) -> bool:
    """Whether the keyword compares values with all that is in them."""
    match keyword:
        case g.UniqueItems():
            return True
        case g.Enum(values=values):
            return any(isinstance(it, (dict, list)) for it in values)
        case g.Const(value=value):
            return isinstance(value, (dict, list))
        case _:
            return False


def _post_order(starts: list[Schema]) -> list[Key]:
    """Children before parents, in the order of the schema."""
    seen: set[Key] = set()
    order: list[Key] = []
    for start in starts:
        stack = [(start, False)]
        while stack:
            schema, leaving = stack.pop()
            if leaving:
                order.append(schema.key)
            elif schema.key not in seen:
                seen.add(schema.key)
                stack.append((schema, True))
                stack.extend((child, False) for child in reversed(_children(schema)))
    return order


def _children(schema: Schema) -> list[Schema]:
    return [child for check in schema.checks for child in check.children]


def _kind(keyword: Keyword) -> str:
    return "".join(
        f"_{char.lower()}" if char.isupper() else char for char in type(keyword).__name__
    ).lstrip("_")


_UNEVALUATED = (g.UnevaluatedItems, g.UnevaluatedProperties)
_IN_PLACE = (g.Reference, g.AllOf, g.AnyOf, g.OneOf, g.Not, g.Conditional)


def _subject(keyword: Keyword) -> str:
    if isinstance(keyword, _UNEVALUATED):
        return "unevaluated"
    if isinstance(keyword, _IN_PLACE):
        return "place"
    return subject(keyword) or "value"


def _values(values: tuple[Any, ...], name: str, what: str = "VALUES") -> dict[str, Any]:
    """The values of an enum by the way they are compared."""
    strings = list(dict.fromkeys(value for value in values if isinstance(value, str)))
    numbers = list(
        dict.fromkeys(
            value
            for value in values
            if isinstance(value, (int, float)) and not isinstance(value, bool)
        )
    )
    return {
        "all": values,
        "null": None in values,
        "true": any(value is True for value in values),
        "false": any(value is False for value in values),
        "strings": strings,
        "numbers": numbers,
        "containers": [value for value in values if isinstance(value, (list, dict))],
        "constant": f"_{capitals(private_name(name))}_{what}" if len(strings) > MANY_VALUES else "",
    }


def _pattern_constants(graph: Graph, names: Mapping[Key, str]) -> list[tuple[g.Pattern, str]]:
    """The constant for each regular expression (in Python's spelling), named after the place that has it first."""
    found: dict[str, tuple[g.Pattern, str]] = {}
    for node in graph.nodes.values():
        for keyword in node.keywords:
            if isinstance(keyword, g.Matches):
                constant = f"_{capitals(private_name(names[node.key]))}_PATTERN"
                found.setdefault(keyword.pattern.python, (keyword.pattern, constant))
            elif isinstance(keyword, g.PatternProperties):
                for pattern, key in keyword.patterns:
                    constant = f"_{capitals(private_name(names[key]))}_NAMES"
                    found.setdefault(pattern.python, (pattern, constant))
    return [*found.values()]


def iter_checks(plan: Plan) -> Iterator[Check]:
    """Every check of every schema."""
    for schema in plan.printed:
        yield from schema.checks
        if schema.few is not None:
            yield schema.few
