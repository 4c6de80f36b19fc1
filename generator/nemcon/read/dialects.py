"""The dialects of JSON Schema: which keywords each has, and what its identifiers are called."""

from __future__ import annotations

from collections.abc import Mapping

from nemcon.read.graph import JSON
from nemcon.records import dataclass, replace

DRAFT4 = "http://json-schema.org/draft-04/schema"
DRAFT6 = "http://json-schema.org/draft-06/schema"
DRAFT7 = "http://json-schema.org/draft-07/schema"
DRAFT201909 = "https://json-schema.org/draft/2019-09/schema"
DRAFT202012 = "https://json-schema.org/draft/2020-12/schema"
OPENAPI30 = "https://spec.openapis.org/oas/3.0/dialect"
OPENAPI31 = "https://spec.openapis.org/oas/3.1/dialect/base"

_COMMON = frozenset(
    "$ref type enum minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format"
    " minItems maxItems uniqueItems minProperties maxProperties required dependencies properties patternProperties"
    " additionalProperties items allOf anyOf oneOf not".split()
)
_DRAFT6 = frozenset("const contains propertyNames".split())
_DRAFT7 = frozenset("if then else".split())
_2019 = frozenset(
    "dependentRequired dependentSchemas unevaluatedProperties unevaluatedItems minContains maxContains".split()
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """What a schema's words mean. `age` orders the drafts (4, 6, 7, 2019, 2020); `keywords` are those that count.

    `standard` is the metaschema of the draft, which `uri` may extend or restrict.
    """

    uri: str
    age: int
    keywords: frozenset[str]
    standard: str
    asserts_formats: bool = False

    @property
    def id_keyword(self) -> str:
        return "id" if self.age == 4 else "$id"

    @property
    def definition_keywords(self) -> tuple[str, ...]:
        """The keywords that hold definitions; the later drafts still know the earlier word."""
        return ("definitions",) if self.age <= 7 else ("$defs", "definitions")

    def knows(self, keyword: str) -> bool:
        """Whether schemas below `keyword` are schemas, and not just any value below an unknown keyword."""
        if keyword == "contentSchema":
            return self.age >= 2019
        return keyword in self.keywords or keyword in self.definition_keywords

    @property
    def is_openapi(self) -> bool:
        return self.uri in (OPENAPI30, OPENAPI31)

    @property
    def nullable(self) -> bool:
        return "nullable" in self.keywords

    @property
    def ref_stands_alone(self) -> bool:
        """Up to draft 7 everything beside `$ref` is ignored (draft-07 core, section 8.3)."""
        return self.age <= 7


_2020 = _COMMON | _DRAFT6 | _DRAFT7 | _2019 | {"prefixItems", "$dynamicRef"}
_OPENAPI30 = (_COMMON - {"patternProperties", "dependencies"}) | {"nullable"}

DIALECTS: Mapping[str, Dialect] = {
    dialect.uri: dialect
    for dialect in (
        Dialect(DRAFT4, 4, _COMMON | {"additionalItems"}, DRAFT4),
        Dialect(DRAFT6, 6, _COMMON | _DRAFT6 | {"additionalItems"}, DRAFT6),
        Dialect(DRAFT7, 7, _COMMON | _DRAFT6 | _DRAFT7 | {"additionalItems"}, DRAFT7),
        Dialect(
            DRAFT201909,
            2019,
            _COMMON | _DRAFT6 | _DRAFT7 | _2019 | {"additionalItems", "$recursiveRef"},
            DRAFT201909,
        ),
        Dialect(DRAFT202012, 2020, _2020, DRAFT202012),
        Dialect(OPENAPI31, 2020, _2020, DRAFT202012),
        Dialect(OPENAPI30, 4, _OPENAPI30, OPENAPI30),
    )
}

_IN_VOCABULARY: Mapping[str, frozenset[str]] = {
    "applicator": frozenset(
        "prefixItems items additionalItems contains properties patternProperties additionalProperties propertyNames"
        " if then else allOf anyOf oneOf not dependentSchemas".split()
    ),
    "unevaluated": frozenset("unevaluatedProperties unevaluatedItems".split()),
    "validation": frozenset(
        "type enum const minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern"
        " minItems maxItems uniqueItems minContains maxContains minProperties maxProperties required"
        " dependentRequired dependencies".split()
    ),
    "format-annotation": frozenset(["format"]),
    "format-assertion": frozenset(["format"]),
    "format": frozenset(["format"]),
    "core": frozenset("$ref $dynamicRef $recursiveRef".split()),
    "content": frozenset(),
    "meta-data": frozenset(),
}


def normal_uri(uri: str) -> str:
    """The metaschema URI without its empty fragment."""
    return uri.removesuffix("#")


def openapi_dialect(value: JSON) -> str | None:
    """The dialect of the schemas in an OpenAPI document; None for any other. Raises LookupError, naming the version,
    for one that is unknown."""
    version = value.get("openapi") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(version, str):
        return None
    if version.startswith("3.0."):
        return OPENAPI30
    if not version.startswith(("3.1.", "3.2.")):
        raise LookupError(version)
    named = value.get("jsonSchemaDialect")
    return named if isinstance(named, str) else OPENAPI31


def nearest(uri: str) -> str:
    """A hint at the known dialect that looks most like `uri`, empty when none does."""
    from difflib import get_close_matches

    found = get_close_matches(uri, list(DIALECTS), 1, 0.8)
    return f"; {found[0]!r} is known" if found else ""


class UnknownDialect(Exception):
    """A dialect that nobody has told of, or that needs a vocabulary which is unknown; the argument says which."""


def with_vocabularies(base: Dialect, uri: str, vocabularies: JSON) -> Dialect:
    """The dialect that a metaschema's `$vocabulary` makes of `base` (2020-12 core, section 8.1.2).

    Raises UnknownDialect, naming the vocabulary, when one that is required is unknown.
    """
    if base.age < 2019 or not isinstance(vocabularies, dict):
        return replace(base, uri=uri)
    keywords: set[str] = {"$ref", "$dynamicRef", "$recursiveRef"} & base.keywords
    asserts = False
    for vocabulary, required in vocabularies.items():
        name = vocabulary.rsplit("/", 1)[-1]
        if vocabulary.startswith("https://json-schema.org/draft/") and name in _IN_VOCABULARY:
            keywords |= _IN_VOCABULARY[name] & base.keywords
            asserts = (
                asserts or name == "format-assertion" or (name == "format" and required is True)
            )
            if name == "applicator" and base.age == 2019:
                keywords |= _IN_VOCABULARY["unevaluated"]
        elif required is True:
            raise UnknownDialect(f"the vocabulary {vocabulary!r} is required and unknown")
    return replace(base, uri=uri, keywords=frozenset(keywords), asserts_formats=asserts)
