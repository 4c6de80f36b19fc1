"""The graph: what is *valid*. One node for each schema location, every keyword of every dialect read into it.

Nodes name each other by key, so a recursive schema is a plain dictionary of frozen values. `$ref` and `$dynamicRef`
are already edges; a location that means different things under different dynamic scopes is one node for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, TypeAlias, Union

from nemcon.errors import Position
from nemcon.records import dataclass, field

JSON: TypeAlias = Union[None, bool, int, float, str, list["JSON"], dict[str, "JSON"]]
Key: TypeAlias = str
"""Names a node: its JSON Pointer in the bundled schema, and `@anchor=/pointer` behind it where dynamic scope matters."""

TypeName = Literal["null", "boolean", "integer", "number", "string", "array", "object"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """An ECMA-262 regular expression: `source` as the schema has it, `python` the same language for `re.search`.

    Where `re` could take cubic time or worse, `steps` is an automaton for it (see `read/ecma/linear.py`), and that alone
    is used.
    """

    source: str
    python: str
    steps: tuple[tuple[int, str, tuple[int, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword:
    """One keyword of a schema. `keyword` is its name there, `pointer` its JSON Pointer in the bundled schema."""

    keyword: str
    pointer: str

    def children(self) -> tuple[Key, ...]:
        """The nodes this keyword applies, in the order of the schema."""
        return ()


# Assertions: they look at one value.


@dataclass(frozen=True, slots=True, kw_only=True)
class Never(Keyword):
    """The schema `false`. `keyword` is "false schema" and `pointer` the place of the schema itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Type(Keyword):
    """`type`; "integer" is any number without a fractional part, 1.0 too, unless `exact` (draft 4: 1.0 is none)."""

    types: tuple[TypeName, ...]
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Enum(Keyword):
    values: tuple[JSON, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Const(Keyword):
    value: JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound(Keyword):
    """`minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`; draft 4's boolean form is folded in."""

    side: Literal["lower", "upper"]
    limit: int | float
    exclusive: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MultipleOf(Keyword):
    """`multipleOf` (draft 4's `divisibleBy` is draft 3 and unknown)."""

    divisor: int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Size(Keyword):
    """`minLength`, `maxLength`, `minItems`, `maxItems`, `minProperties`, `maxProperties`."""

    of: Literal["string", "array", "object"]
    side: Literal["lower", "upper"]
    limit: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches(Keyword):
    """`pattern`."""

    pattern: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Format(Keyword):
    """`format`; `asserted` when the dialect's vocabulary or the option `assert_formats` says so and it is known.

    `check` names the rules: those of the format's name, older ones that the dialect refers to, or those of the Python
    type that stands for the format.
    """

    name: str
    asserted: bool
    check: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded(Keyword):
    """`contentEncoding` or `contentMediaType` in draft 7, the only draft in which a validator may assert them.

    `what` is "base64", "JSON" or "base64 of JSON".
    """

    what: Literal["base64", "JSON", "base64 of JSON"]


@dataclass(frozen=True, slots=True, kw_only=True)
class UniqueItems(Keyword):
    """`uniqueItems: true`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Required(Keyword):
    """`required` (in the order of the schema, without repetitions)."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DependentRequired(Keyword):
    """`dependentRequired`, or one array entry of `dependencies` (then `pointer` still names the keyword)."""

    names: Mapping[str, tuple[str, ...]]


# Applicators: they apply other nodes.


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference(Keyword):
    """`$ref`, `$dynamicRef`, `$recursiveRef`: the target accepts the same value."""

    target: Key

    def children(self) -> tuple[Key, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf(Keyword):
    branches: tuple[Key, ...]

    def children(self) -> tuple[Key, ...]:
        return self.branches


@dataclass(frozen=True, slots=True, kw_only=True)
class AnyOf(Keyword):
    branches: tuple[Key, ...]

    def children(self) -> tuple[Key, ...]:
        return self.branches


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(Keyword):
    branches: tuple[Key, ...]

    def children(self) -> tuple[Key, ...]:
        return self.branches


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Keyword):
    target: Key

    def children(self) -> tuple[Key, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional(Keyword):
    """`if` with `then` and `else`. An `if` alone decides nothing, but counts for `unevaluated*` (from 2019-09 on)."""

    condition: Key
    then: Key | None
    otherwise: Key | None

    def children(self) -> tuple[Key, ...]:
        return tuple(key for key in (self.condition, self.then, self.otherwise) if key is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Properties(Keyword):
    properties: Mapping[str, Key]

    def children(self) -> tuple[Key, ...]:
        return tuple(self.properties.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternProperties(Keyword):
    patterns: tuple[tuple[Pattern, Key], ...]

    def children(self) -> tuple[Key, ...]:
        return tuple(key for _, key in self.patterns)


@dataclass(frozen=True, slots=True, kw_only=True)
class AdditionalProperties(Keyword):
    """`additionalProperties`: every key that is not in `names` and matches none of `patterns`."""

    target: Key
    names: tuple[str, ...]
    patterns: tuple[Pattern, ...]

    def children(self) -> tuple[Key, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyNames(Keyword):
    target: Key

    def children(self) -> tuple[Key, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True, kw_only=True)
class DependentSchemas(Keyword):
    """`dependentSchemas`, or the schema entries of `dependencies`."""

    schemas: Mapping[str, Key]

    def children(self) -> tuple[Key, ...]:
        return tuple(self.schemas.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixItems(Keyword):
    """`prefixItems`, or the array form of `items`."""

    items: tuple[Key, ...]

    def children(self) -> tuple[Key, ...]:
        return self.items


@dataclass(frozen=True, slots=True, kw_only=True)
class Items(Keyword):
    """`items` for every item from index `start` on; `additionalItems` behind an array-form `items`."""

    target: Key
    start: int

    def children(self) -> tuple[Key, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contains(Keyword):
    """`contains`. `minimum` is 1 where there is no `minContains`; a bound broken is reported under its own keyword
    (`minContains` when it is written, `contains` otherwise; `maxContains`), whose pointer stands beside this one's.
    """

    target: Key
    minimum: int
    maximum: int | None
    minimum_written: bool

    def children(self) -> tuple[Key, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnevaluatedProperties(Keyword):
    target: Key

    def children(self) -> tuple[Key, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnevaluatedItems(Keyword):
    """`unevaluatedItems`; `contains_counts` is false in 2019-09, where `contains` evaluates nothing."""

    target: Key
    contains_counts: bool

    def children(self) -> tuple[Key, ...]:
        return (self.target,)


@dataclass(frozen=True, slots=True)
class Annotations:
    """What a schema says to people and to types; `default` and `examples` hold nothing where they are absent."""

    title: str | None = None
    description: str | None = None
    default: tuple[JSON] | tuple[()] = ()
    examples: tuple[JSON, ...] = ()
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a node was written: `document` (its path as the user knows it, or URI), JSON Pointer inside of it."""

    document: str
    pointer: str


@dataclass(frozen=True, slots=True)
class Discriminator:
    """OpenAPI's `discriminator`: an annotation that names the property telling the branches of a union apart."""

    property: str
    mapping: Mapping[str, Key] = field(default_factory=lambda: dict[str, Key]())


@dataclass(frozen=True, slots=True)
class Node:
    """One schema. `keywords` are in the fixed order of `ORDER`, however the schema is written.

    `definition` is the name under `$defs` or `definitions` (or OpenAPI's components) when that is where it stands.
    `hints` holds what OpenAPI adds to a union (see `Discriminator`).
    """

    key: Key
    pointer: str
    origin: Origin
    keywords: tuple[Keyword, ...]
    annotations: Annotations = Annotations()
    definition: str | None = None
    discriminator: Discriminator | None = None

    def children(self) -> Iterator[Key]:
        for keyword in self.keywords:
            yield from keyword.children()


def _unknown_position(origin: Origin) -> Position:
    return Position(origin.document, 1, 1, origin.pointer)


@dataclass(frozen=True, slots=True)
class Graph:
    """All nodes that can be reached from `root` or stand in a named definition.

    `nodes` is in depth-first order from the root (keywords in `ORDER`, children in schema order), then from the named
    definitions that the root does not reach, sorted by name: the order in which `$defs` is written never shows.
    `definitions` maps the key of each named definition's node to its name. `bundle` is the schema as compiled, all
    references inside; every `pointer` of the graph points into it. `dialect` is the root's metaschema URI.
    `roots` are the pointers of the schemas that were compiled together, where there are several: `root` is any of them.
    `locate` finds an origin in its text, for a message.
    """

    root: Key
    nodes: Mapping[Key, Node]
    definitions: Mapping[Key, str]
    bundle: JSON
    dialect: str
    roots: frozenset[str] = frozenset()
    warnings: tuple[str, ...] = ()
    locate: Callable[[Origin], Position] = field(
        default=_unknown_position, repr=False, compare=False
    )

    def __getitem__(self, key: Key) -> Node:
        return self.nodes[key]


ORDER: tuple[type[Keyword], ...] = (
    Never,
    Reference,
    Type,
    Enum,
    Const,
    Bound,
    MultipleOf,
    Size,
    Matches,
    Format,
    Encoded,
    UniqueItems,
    Required,
    DependentRequired,
    Properties,
    PatternProperties,
    AdditionalProperties,
    PropertyNames,
    DependentSchemas,
    PrefixItems,
    Items,
    Contains,
    AllOf,
    AnyOf,
    OneOf,
    Not,
    Conditional,
    UnevaluatedProperties,
    UnevaluatedItems,
)
"""The order of a node's keywords: of checks, of reported errors, of generated lines."""
