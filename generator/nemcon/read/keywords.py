"""One schema's keywords, of whatever dialect, read into the keywords of the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal

from nemcon.read import graph as g
from nemcon.read.dialects import Dialect
from nemcon.read.graph import Key, Keyword
from nemcon.read.pointers import join
from nemcon.read.values import is_array, items, members
from nemcon.records import dataclass

FORMATS_FROM: dict[str, int] = {
    "date-time": 4, "email": 4, "hostname": 4, "ipv4": 4, "ipv6": 4, "uri": 4,
    "uri-reference": 6, "uri-template": 6, "json-pointer": 6,
    "date": 7, "time": 7, "regex": 7, "idn-email": 7, "idn-hostname": 7, "iri": 7, "iri-reference": 7,
    "relative-json-pointer": 7, "duration": 2019, "uuid": 2019,
}  # fmt: skip
"""The formats that can be asserted, and the draft that first defined each."""

EARLIER_RULES: dict[str, tuple[int, str]] = {
    "hostname": (7, "hostname-rfc1123"), "relative-json-pointer": (2020, "relative-json-pointer-01"),
}  # fmt: skip
"""The formats that followed other rules before some draft."""

TYPED_FORMATS: dict[str, str] = {
    "date-time": "calendar-date-time", "date": "calendar-date", "time": "time", "uuid": "uuid", "decimal": "decimal",
}  # fmt: skip
"""The formats that can be Python types, and the rules that their texts follow then: a type may hold less than the format."""

_SIZES: dict[str, tuple[Literal["string", "array", "object"], Literal["lower", "upper"]]] = {
    "minLength": ("string", "lower"),
    "maxLength": ("string", "upper"),
    "minItems": ("array", "lower"),
    "maxItems": ("array", "upper"),
    "minProperties": ("object", "lower"),
    "maxProperties": ("object", "upper"),
}


@dataclass(frozen=True)
class Reading:
    """What reading one schema needs to know and may ask.

    `child(*tokens)` is the key of the subschema below; `reference(keyword)` that of the target of `$ref` and its kin;
    `pattern(source, tokens)` translates a regular expression or refuses it.
    """

    schema: dict[str, Any]
    pointer: str
    dialect: Dialect
    assert_formats: bool
    typed_formats: frozenset[str]
    child: Callable[..., Key]
    reference: Callable[[str], Key]
    pattern: Callable[[str, tuple[str, ...]], g.Pattern]

    def at(self, keyword: str) -> dict[str, str]:
        return {"keyword": keyword, "pointer": join(self.pointer, keyword)}

    def get(self, keyword: str) -> Any:
        """The keyword's value, None when the schema or its dialect does not have it."""
        return self.schema.get(keyword) if keyword in self.dialect.keywords else None

    def has(self, keyword: str) -> bool:
        return keyword in self.schema and keyword in self.dialect.keywords


def read_keywords(reading: Reading) -> tuple[Keyword, ...]:
    """All keywords of a schema that decide something, in the order of `graph.ORDER`."""
    if reading.dialect.ref_stands_alone and "$ref" in reading.schema:
        return tuple(_references(reading))
    parts = dict.fromkeys(_PART_OF[keyword] for keyword in reading.schema if keyword in _PART_OF)
    found = [keyword for part in parts for keyword in part(reading)]
    return tuple(sorted(found, key=_rank))


_RANKS = {kind: rank for rank, kind in enumerate(g.ORDER)}


def _rank(keyword: Keyword) -> int:
    return _RANKS[type(keyword)]


def _references(r: Reading) -> Iterator[Keyword]:
    for keyword in ("$ref", "$dynamicRef", "$recursiveRef"):
        if r.has(keyword):
            yield g.Reference(**r.at(keyword), target=r.reference(keyword))


def _types(r: Reading) -> Iterator[Keyword]:
    types = r.get("type")
    if types is not None:
        names: list[g.TypeName] = list(dict.fromkeys(items(types) or [types]))
        if r.get("nullable") is True and "null" not in names:
            names.append("null")
        if "number" in names and "integer" in names:
            names.remove("integer")
        yield g.Type(**r.at("type"), types=tuple(names), exact=r.dialect.age == 4)


def _values(r: Reading) -> Iterator[Keyword]:
    if r.has("enum"):
        yield g.Enum(**r.at("enum"), values=tuple(r.schema["enum"]))
    if r.has("const"):
        yield g.Const(**r.at("const"), value=r.schema["const"])


def _numbers(r: Reading) -> Iterator[Keyword]:
    sides: tuple[tuple[Literal["lower", "upper"], str, str], ...] = (
        ("lower", "minimum", "exclusiveMinimum"),
        ("upper", "maximum", "exclusiveMaximum"),
    )
    for side, plain, strict in sides:
        if r.has(plain):
            folded = r.schema.get(strict) is True
            yield g.Bound(**r.at(plain), side=side, limit=r.schema[plain], exclusive=folded)
        if r.has(strict) and not isinstance(r.schema[strict], bool):
            yield g.Bound(**r.at(strict), side=side, limit=r.schema[strict], exclusive=True)
    if r.has("multipleOf"):
        yield g.MultipleOf(**r.at("multipleOf"), divisor=r.schema["multipleOf"])


def _sizes(r: Reading) -> Iterator[Keyword]:
    for keyword, (of, side) in _SIZES.items():
        if r.has(keyword):
            yield g.Size(**r.at(keyword), of=of, side=side, limit=int(r.schema[keyword]))


def _strings(r: Reading) -> Iterator[Keyword]:
    if r.has("pattern"):
        pattern = r.pattern(r.schema["pattern"], ("pattern",))
        yield g.Matches(**r.at("pattern"), pattern=pattern)
    name = r.get("format")
    if isinstance(name, str):
        known = FORMATS_FROM.get(name, 9999) <= r.dialect.age
        asserted = known and (r.assert_formats or r.dialect.asserts_formats)
        until, earlier = EARLIER_RULES.get(name, (0, name))
        check = earlier if r.dialect.age < until else name
        if name in r.typed_formats:
            asserted, check = True, TYPED_FORMATS[name]
        yield g.Format(**r.at("format"), name=name, asserted=asserted, check=check)


def _contents(r: Reading) -> Iterator[Keyword]:
    """Draft 7 lets a validator assert content (draft-07 validation, section 8); later drafts do not."""
    if r.dialect.age != 7:
        return
    base64 = r.schema.get("contentEncoding") == "base64"
    media = r.schema.get("contentMediaType") == "application/json"
    if base64:
        yield g.Encoded(**r.at("contentEncoding"), what="base64")
    if media:
        yield g.Encoded(**r.at("contentMediaType"), what="base64 of JSON" if base64 else "JSON")


def _arrays(r: Reading) -> Iterator[Keyword]:
    if r.get("uniqueItems") is True:
        yield g.UniqueItems(**r.at("uniqueItems"))
    start = 0
    array_form = "items" if r.dialect.age < 2020 else "prefixItems"
    if isinstance(r.get(array_form), list):
        start = len(r.schema[array_form])
        items = tuple(r.child(array_form, index) for index in range(start))
        yield g.PrefixItems(**r.at(array_form), items=items)
        if r.dialect.age < 2020 and r.has("additionalItems"):
            yield g.Items(**r.at("additionalItems"), target=r.child("additionalItems"), start=start)
    if isinstance(r.get("items"), (dict, bool)):
        yield g.Items(**r.at("items"), target=r.child("items"), start=start)
    if r.has("contains"):
        lowest, highest = r.get("minContains"), r.get("maxContains")
        yield g.Contains(
            **r.at("contains"),
            target=r.child("contains"),
            minimum=1 if lowest is None else int(lowest),
            maximum=None if highest is None else int(highest),
            minimum_written=lowest is not None,
        )


def _objects(r: Reading) -> Iterator[Keyword]:
    if r.has("required"):
        yield g.Required(**r.at("required"), names=tuple(dict.fromkeys(r.schema["required"])))
    names: tuple[str, ...] = ()
    patterns: tuple[g.Pattern, ...] = ()
    if r.has("properties"):
        names = tuple(r.schema["properties"])
        children = {name: r.child("properties", name) for name in names}
        yield g.Properties(**r.at("properties"), properties=children)
    if r.has("patternProperties"):
        pairs = tuple(
            (r.pattern(source, ("patternProperties", source)), r.child("patternProperties", source))
            for source in r.schema["patternProperties"]
        )
        patterns = tuple(pattern for pattern, _ in pairs)
        yield g.PatternProperties(**r.at("patternProperties"), patterns=pairs)
    if r.has("additionalProperties"):
        yield g.AdditionalProperties(
            **r.at("additionalProperties"),
            target=r.child("additionalProperties"),
            names=names,
            patterns=patterns,
        )
    if r.has("propertyNames"):
        yield g.PropertyNames(**r.at("propertyNames"), target=r.child("propertyNames"))


def _dependencies(r: Reading) -> Iterator[Keyword]:
    if r.has("dependentRequired"):
        names = {
            name: tuple(dict.fromkeys(needed))
            for name, needed in r.schema["dependentRequired"].items()
        }
        yield g.DependentRequired(**r.at("dependentRequired"), names=names)
    if r.has("dependentSchemas"):
        schemas = {name: r.child("dependentSchemas", name) for name in r.schema["dependentSchemas"]}
        yield g.DependentSchemas(**r.at("dependentSchemas"), schemas=schemas)
    mixed = members(r.get("dependencies"))
    names = {
        name: tuple(dict.fromkeys(items(needed)))
        for name, needed in mixed.items()
        if is_array(needed)
    }
    schemas = {
        name: r.child("dependencies", name)
        for name, it in mixed.items()
        if not isinstance(it, list)
    }
    if names:
        yield g.DependentRequired(**r.at("dependencies"), names=names)
    if schemas:
        yield g.DependentSchemas(**r.at("dependencies"), schemas=schemas)


def _branches(r: Reading) -> Iterator[Keyword]:
    for keyword, kind in (("allOf", g.AllOf), ("anyOf", g.AnyOf), ("oneOf", g.OneOf)):
        if r.has(keyword):
            branches = tuple(r.child(keyword, index) for index in range(len(r.schema[keyword])))
            yield kind(**r.at(keyword), branches=branches)
    if r.has("not"):
        yield g.Not(**r.at("not"), target=r.child("not"))
    if r.has("if") and (r.has("then") or r.has("else") or r.dialect.age >= 2019):
        yield g.Conditional(
            **r.at("if"),
            condition=r.child("if"),
            then=r.child("then") if r.has("then") else None,
            otherwise=r.child("else") if r.has("else") else None,
        )


def _unevaluated(r: Reading) -> Iterator[Keyword]:
    if r.has("unevaluatedProperties"):
        target = r.child("unevaluatedProperties")
        yield g.UnevaluatedProperties(**r.at("unevaluatedProperties"), target=target)
    if r.has("unevaluatedItems"):
        yield g.UnevaluatedItems(
            **r.at("unevaluatedItems"),
            target=r.child("unevaluatedItems"),
            contains_counts=r.dialect.age >= 2020,
        )


_PART_OF: dict[str, Callable[[Reading], Iterator[Keyword]]] = {
    keyword: part
    for part, keywords in (
        (_references, "$ref $dynamicRef $recursiveRef"),
        (_types, "type"),
        (_values, "enum const"),
        (_numbers, "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
        (_sizes, " ".join(_SIZES)),
        (_strings, "pattern format"),
        (_contents, "contentEncoding contentMediaType"),
        (_arrays, "uniqueItems prefixItems items contains"),
        (_objects, "required properties patternProperties additionalProperties propertyNames"),
        (_dependencies, "dependentRequired dependentSchemas dependencies"),
        (_branches, "allOf anyOf oneOf not if"),
        (_unevaluated, "unevaluatedProperties unevaluatedItems"),
    )
    for keyword in keywords.split()
}
"""What reads each keyword; `additionalItems`, `then` and the like are read with the one they belong to."""


def read_annotations(schema: dict[str, Any]) -> g.Annotations:
    """What the schema says to people and to types; OpenAPI's `example` counts as one of `examples`."""
    listed = tuple(items(schema.get("examples")))
    if "example" in schema:
        listed = (*listed, schema["example"])
    return g.Annotations(
        title=_text(schema.get("title")),
        description=_text(schema.get("description")),
        default=(schema["default"],) if "default" in schema else (),
        examples=listed,
        deprecated=schema.get("deprecated") is True,
        read_only=schema.get("readOnly") is True,
        write_only=schema.get("writeOnly") is True,
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value.strip() else None
