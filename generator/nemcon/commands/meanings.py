"""What a schema says at a place, in a form in which schemas that mean the same look the same.

References are followed, `allOf` is taken apart, a choice of one is no choice; what decides nothing is left out. Where two
spellings are not known to mean the same, they stay apart.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cached_property

from nemcon.commands.spellings import apart, of_a_flat_object, on_integers
from nemcon.read import graph as g
from nemcon.read.graph import JSON, Graph, Key, Keyword, TypeName
from nemcon.records import dataclass, fields, replace

Label = tuple[str, ...]


@dataclass(frozen=True)
class Part:
    """A keyword, or several that say the same kind of thing; `pointers` are those of all of them.

    `scope` is what it leaves to others, where that is not simply everything that holds beside it. `written` is the
    keyword as the schema has it, where `keyword` is one that means the same.
    """

    keyword: Keyword
    pointers: tuple[str, ...]
    scope: object = None
    written: Keyword | None = None


class Meaning:
    """The meanings of the places of one schema."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._parts: dict[Key, dict[Label, Part]] = {}
        self._idle: dict[Key, set[Label]] = {}
        self._signatures: dict[Key, str] = {}
        self._busy: set[Key] = set()
        self._evaluates = any(
            isinstance(keyword, (g.UnevaluatedProperties, g.UnevaluatedItems))
            for node in graph.nodes.values()
            for keyword in node.keywords
        )

    def followed(self, key: Key) -> list[Key]:
        """A node and those that hold at the same place whatever the value is."""
        found = [key]
        for at in found:
            for keyword in self.graph[at].keywords:
                found.extend(it for it in _always(keyword) if it not in found)
        return found

    def only_refers(self, key: Key) -> Key | None:
        """What a place refers to when it says nothing of its own."""
        keywords = self.graph[key].keywords
        alone = keywords[0] if len(keywords) == 1 else None
        return alone.target if isinstance(alone, g.Reference) else None

    def parts(self, key: Key) -> dict[Label, Part]:
        """The keywords that hold at a place, by what they are about."""
        if key not in self._parts:
            self._busy.add(key)
            found = _settled(self._collected(key))
            self._busy.discard(key)
            types = possible(found)
            idle = {it for it in found if types is not None and not _matters(found[it], types)}
            self._parts[key] = {it: part for it, part in found.items() if it not in idle}
            self._idle[key] = idle
        return self._parts[key]

    def idle(self, key: Key) -> set[Label]:
        """What is said at a place and decides nothing there, because no value of its types is concerned."""
        self.parts(key)
        return self._idle[key]

    def nothing(self, key: Key) -> bool:
        """Whether a place is known to accept everything; a place that contains itself is not."""
        return key not in self._busy and not self.parts(key)

    def signature(self, key: Key) -> str:
        """A text that is the same for places that mean the same."""
        if key not in self._signatures:
            self._signatures[key] = self._signature(key, ())
        return self._signatures[key]

    def _collected(self, key: Key) -> dict[Label, Part]:
        found: dict[Label, Part] = {}
        everywhere = self._beside(key)
        around = self._choices_of_one(key)
        for at in self.followed(key):
            keywords = self.graph[at].keywords
            for keyword in keywords:
                if not _always(keyword) and not self._says_nothing(keyword):
                    plain = self._plain(keyword)
                    if isinstance(keyword, g.UnevaluatedProperties) and at == key:
                        plain = of_a_flat_object(keyword, keywords)
                    scope = self._scope(plain, self._beside(at), everywhere)
                    written = keyword if plain is not keyword else None
                    _add(found, Part(plain, (keyword.pointer, *around), scope, written))
        return found

    def _choices_of_one(self, key: Key) -> tuple[str, ...]:
        """The keywords that report for the branch that they have."""
        return tuple(
            keyword.pointer
            for at in self.followed(key)
            for keyword in self.graph[at].keywords
            if isinstance(keyword, (g.AnyOf, g.OneOf)) and _always(keyword)
        )

    def _beside(self, key: Key) -> tuple[list[str], list[str], int]:
        """The properties and patterns that are named at a place, and how many items."""
        names, patterns, items = set[str](), set[str](), 0
        for at in self.followed(key):
            for keyword in self.graph[at].keywords:
                match keyword:
                    case g.Properties():
                        names.update(keyword.properties)
                    case g.PatternProperties():
                        patterns.update(it.source for it, _ in keyword.patterns)
                    case g.PrefixItems():
                        items = max(items, len(keyword.items))
                    case _:
                        continue
        return sorted(names), sorted(patterns), items

    @staticmethod
    def _scope(
        keyword: Keyword,
        here: tuple[list[str], list[str], int],
        everywhere: tuple[list[str], list[str], int],
    ) -> object:
        names, patterns, _ = here
        match keyword:
            case g.AdditionalProperties():
                names, patterns = sorted(keyword.names), sorted(
                    it.source for it in keyword.patterns
                )
            case g.Items():
                return None if keyword.start == everywhere[2] else keyword.start
            case g.UnevaluatedProperties() | g.UnevaluatedItems():
                return None if here == everywhere else here
            case _:
                return None
        return None if (names, patterns) == everywhere[:2] else (names, patterns)

    def _says_nothing(self, keyword: Keyword) -> bool:
        """Whether a keyword accepts everything, or is an annotation here."""
        match keyword:
            case g.Format():
                return not keyword.asserted
            case g.Size():
                return keyword.side == "lower" and keyword.limit <= 0
            case g.Required():
                return not keyword.names
            case g.DependentRequired():
                return not any(keyword.names.values())
            case g.Type():
                return {"number", *_SIX} <= set(keyword.types)
            case g.Properties() | g.PatternProperties() | g.DependentSchemas() | g.PrefixItems():
                return not keyword.children()
            case _:
                return not self._evaluates and self._applies_nothing(keyword)

    def _applies_nothing(self, keyword: Keyword) -> bool:
        """Whether an applicator refuses nothing; it may still matter to `unevaluated*`."""
        match keyword:
            case g.Conditional():
                return keyword.then is None and keyword.otherwise is None
            case g.Contains():
                return keyword.minimum == 0 and keyword.maximum is None
            case g.AnyOf():
                return any(self.nothing(key) for key in keyword.branches)
            case _ if isinstance(keyword, _THROUGHOUT):
                return self.nothing(keyword.children()[0])
            case _:
                return False

    def _plain(self, keyword: Keyword) -> Keyword:
        """A choice among types as the type that it is, a choice among values as the enum that it is."""
        if isinstance(keyword, g.Type) and {"integer", "number"} <= set(keyword.types):
            return replace(keyword, types=tuple(it for it in keyword.types if it != "integer"))
        if not isinstance(keyword, (g.AnyOf, g.OneOf)):
            return keyword
        each = [self._alone(key) for key in keyword.branches]
        types: list[TypeName] = [
            name for it in each if isinstance(it, g.Type) and not it.exact for name in it.types
        ]
        free = isinstance(keyword, g.AnyOf) or apart(types)
        if free and all(isinstance(it, g.Type) and not it.exact for it in each):
            return self._plain(
                g.Type(
                    keyword=keyword.keyword,
                    pointer=keyword.pointer,
                    types=tuple(sorted(set(types), key=types.index)),
                )
            )
        values = [self._values_of(it) for it in each]
        if None not in values:
            flat = [value for some in values for value in some or ()]
            if len({_text(value) for value in flat}) == len(flat):
                return g.Enum(keyword=keyword.keyword, pointer=keyword.pointer, values=tuple(flat))
        return keyword

    def _alone(self, key: Key) -> Keyword | None:
        """The keyword of a place that has no other."""
        if key in self._busy:
            return None
        parts = list(self.parts(key).values())
        return parts[0].keyword if len(parts) == 1 else None

    @staticmethod
    def _values_of(keyword: Keyword | None) -> Sequence[JSON] | None:
        if isinstance(keyword, (g.Enum, g.Const)):
            return values(keyword)
        if isinstance(keyword, g.Type) and set(keyword.types) <= _FEW.keys():
            return [value for name in keyword.types for value in _FEW[name]]
        return None

    def _signature(self, key: Key, above: tuple[Key, ...]) -> str:
        if key in above:
            return f"^{len(above) - above.index(key)}"
        parts = self.parts(key)
        said: list[str] = []
        for label, part in sorted(parts.items(), key=lambda pair: pair[0]):
            if label == ("Type",) and type_is_implied(parts):
                continue
            keyword = part.keyword
            below = [self._signature(child, (*above, key)) for child in keyword.children()]
            if isinstance(keyword, (g.Properties, g.DependentSchemas)):
                names = keyword.properties if isinstance(keyword, g.Properties) else keyword.schemas
                below = sorted(f"{json.dumps(name)}={text}" for name, text in zip(names, below))
            if isinstance(keyword, (g.AnyOf, g.OneOf)):
                below = sorted(below)
            said.append(f"{label}{facts(keyword)}{part.scope}{below}")
        return "{" + ";".join(said) + "}"

    @cached_property
    def pointers(self) -> frozenset[str]:
        """The places of the schema."""
        return frozenset(node.pointer for node in self.graph.nodes.values())


def _settled(parts: dict[Label, Part]) -> dict[Label, Part]:
    """The parts, with bounds as they are for integers where numbers have to be such."""
    types = parts.get(("Type",))
    named = types.keyword.types if types and isinstance(types.keyword, g.Type) else ()
    if "integer" in named and "number" not in named:
        for label, part in parts.items():
            if isinstance(part.keyword, g.Bound):
                whole = on_integers(part.keyword)
                parts[label] = replace(part, keyword=whole, written=part.keyword)
    return parts


def few_values(parts: dict[Label, Part]) -> set[str] | None:
    """The values of a place whose types or whose enum leave no more than null, true and false; None where there are more."""
    enum, types = parts.get(("Enum",)), parts.get(("Type",))
    if enum is not None and isinstance(enum.keyword, (g.Enum, g.Const)):
        asked = types.keyword if types and isinstance(types.keyword, g.Type) else None
        found = [it for it in values(enum.keyword) if asked is None or _has_type(it, asked)]
    elif types and isinstance(types.keyword, g.Type) and {*types.keyword.types} <= _FEW.keys():
        found = [value for name in types.keyword.types for value in _FEW[name]]
    else:
        return None
    few = all(value is None or isinstance(value, bool) for value in found)
    return {_text(value) for value in found} if few else None


_SIX = ("null", "boolean", "string", "array", "object")
_FEW: dict[str, list[JSON]] = {"null": [None], "boolean": [True, False]}
"""Types that are a few values."""
_THROUGHOUT = (
    g.AdditionalProperties,
    g.Items,
    g.PropertyNames,
    g.UnevaluatedProperties,
    g.UnevaluatedItems,
)
"""What says nothing when the schema that it applies says nothing."""


def _always(keyword: Keyword) -> tuple[Key, ...]:
    """What a keyword applies to the same value in every case, when it does nothing else."""
    match keyword:
        case g.Reference() | g.AllOf():
            return keyword.children()
        case g.AnyOf() | g.OneOf() if len(keyword.branches) == 1:
            return keyword.branches
        case _:
            return ()


def _add(found: dict[Label, Part], part: Part) -> None:
    """Puts a keyword beside those that hold already."""
    label = _label(part.keyword)
    known = found.get(label)
    while known is not None:
        together = _together(known.keyword, part.keyword)
        if together is not None:
            found[label] = Part(together, (*known.pointers, *part.pointers), known.scope)
            return
        label = (*label, "again")
        known = found.get(label)
    found[label] = part


def _together(one: Keyword, other: Keyword) -> Keyword | None:
    """One keyword that says what two say together, when there is one."""
    match one, other:
        case g.Required(), g.Required():
            return replace(one, names=tuple(dict.fromkeys([*one.names, *other.names])))
        case g.Properties(), g.Properties():
            apart = not one.properties.keys() & other.properties.keys()
            return (
                replace(one, properties={**one.properties, **other.properties}) if apart else None
            )
        case _ if not one.children() and facts(one) == facts(other):
            return one
        case _:
            return None


def _label(keyword: Keyword) -> Label:
    match keyword:
        case g.Bound():
            return ("Bound", keyword.side)
        case g.Size():
            return ("Size", keyword.of, keyword.side)
        case g.Enum() | g.Const():
            return ("Enum",)
        case g.AnyOf() | g.OneOf():
            return ("Choice",)
        case _:
            return (type(keyword).__name__,)


def values(keyword: g.Enum | g.Const) -> Sequence[JSON]:
    """The values that a keyword lists."""
    return keyword.values if isinstance(keyword, g.Enum) else (keyword.value,)


def _text(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def facts(keyword: Keyword) -> object:
    """What a keyword says beside the schemas that it applies."""
    match keyword:
        case g.Type():
            return sorted(keyword.types), keyword.exact and "integer" in keyword.types
        case g.Enum() | g.Const():
            return sorted({_text(value) for value in values(keyword)})
        case g.Required():
            return sorted(keyword.names)
        case g.Matches():
            return keyword.pattern.source
        case g.Contains():
            return keyword.minimum, keyword.maximum
        case g.DependentRequired():
            return {name: sorted(names) for name, names in sorted(keyword.names.items())}
        case g.PatternProperties():
            return [pattern.source for pattern, _ in keyword.patterns]
        case g.AnyOf() | g.OneOf():
            return keyword.keyword
        case g.Conditional():
            return keyword.then is None, keyword.otherwise is None
        case _ if keyword.children():
            return None
        case _:
            skipped = ("keyword", "pointer")
            return [
                (it.name, getattr(keyword, it.name))
                for it in fields(keyword)
                if it.name not in skipped
            ]


def _about(keyword: Keyword) -> str | None:
    """The only type that a keyword looks at; None when it looks at several."""
    match keyword:
        case g.Bound() | g.MultipleOf():
            return "number"
        case g.Size():
            return keyword.of
        case g.Matches() | g.Encoded():
            return "string"
        case g.UniqueItems() | g.PrefixItems() | g.Items() | g.Contains() | g.UnevaluatedItems():
            return "array"
        case _ if isinstance(keyword, _OF_OBJECTS):
            return "object"
        case _:
            return None


def _matters(part: Part, types: set[str]) -> bool:
    about = _about(part.keyword)
    return about is None or about in types


_OF_OBJECTS = (
    g.Required,
    g.DependentRequired,
    g.Properties,
    g.PatternProperties,
    g.AdditionalProperties,
    g.PropertyNames,
    g.DependentSchemas,
    g.UnevaluatedProperties,
)


def type_of(value: JSON) -> str:
    """The name of the type of a value; every number is a number."""
    kinds: dict[type[object], str] = {bool: "boolean", str: "string", list: "array", dict: "object"}
    return "null" if value is None else kinds.get(type(value), "number")


def possible(parts: dict[Label, Part]) -> set[str] | None:
    """The types that values of a place can have; None when nothing says so."""
    enum, types = parts.get(("Enum",)), parts.get(("Type",))
    if enum is not None and isinstance(enum.keyword, (g.Enum, g.Const)):
        return {type_of(value) for value in values(enum.keyword)}
    if types is not None and isinstance(types.keyword, g.Type):
        return {"number" if it == "integer" else it for it in types.keyword.types}
    return None


def type_is_implied(parts: dict[Label, Part]) -> bool:
    """Whether the values that are listed all have the type that is asked for."""
    enum, types = parts.get(("Enum",)), parts.get(("Type",))
    if enum is None or types is None or not isinstance(types.keyword, g.Type):
        return False
    assert isinstance(enum.keyword, (g.Enum, g.Const))
    return all(_has_type(value, types.keyword) for value in values(enum.keyword))


def _has_type(value: JSON, keyword: g.Type) -> bool:
    name = type_of(value)
    if name == "number" and "integer" in keyword.types and isinstance(value, int):
        return True
    return name in keyword.types
