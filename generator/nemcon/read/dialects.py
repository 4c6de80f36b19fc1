"""The dialects of JSON Schema: which keywords each has, and what its identifiers are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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
    """What a schema's words mean. `age` orders the drafts (4, 6, 7, 2019, 2020); `keywords` are those that count."""

    uri: str
    age: int
    keywords: frozenset[str]
    asserts_formats: bool = False
    openapi30: bool = False

    @property
    def id_keyword(self) -> str:
        return "id" if self.age == 4 else "$id"

    @property
    def ref_stands_alone(self) -> bool:
        """Up to draft 7 everything beside `$ref` is ignored (draft-07 core, section 8.3)."""
        return self.age <= 7


DIALECTS: Mapping[str, Dialect] = {
    dialect.uri: dialect
    for dialect in (
        Dialect(DRAFT4, 4, _COMMON | {"additionalItems"}),
        Dialect(DRAFT6, 6, _COMMON | _DRAFT6 | {"additionalItems"}),
        Dialect(DRAFT7, 7, _COMMON | _DRAFT6 | _DRAFT7 | {"additionalItems"}),
        Dialect(
            DRAFT201909,
            2019,
            _COMMON | _DRAFT6 | _DRAFT7 | _2019 | {"additionalItems", "$recursiveRef"},
        ),
        Dialect(
            DRAFT202012, 2020, _COMMON | _DRAFT6 | _DRAFT7 | _2019 | {"prefixItems", "$dynamicRef"}
        ),
        Dialect(
            OPENAPI31, 2020, _COMMON | _DRAFT6 | _DRAFT7 | _2019 | {"prefixItems", "$dynamicRef"}
        ),
        Dialect(
            OPENAPI30,
            4,
            (_COMMON - {"patternProperties", "dependencies"}) | {"nullable"},
            openapi30=True,
        ),
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


def with_vocabularies(base: Dialect, uri: str, vocabularies: Mapping[str, bool]) -> Dialect:
    """The dialect that a metaschema's `$vocabulary` makes of `base` (2020-12 core, section 8.1.2).

    Raises LookupError, naming the vocabulary, when one that is required is unknown.
    """
    keywords: set[str] = {"$ref", "$dynamicRef", "$recursiveRef"} & base.keywords
    asserts = False
    for vocabulary, required in vocabularies.items():
        name = vocabulary.rsplit("/", 1)[-1]
        known = vocabulary.startswith("https://json-schema.org/draft/") and name in _IN_VOCABULARY
        if known:
            keywords |= _IN_VOCABULARY[name] & base.keywords
            asserts = asserts or name == "format-assertion" or (name == "format" and required)
        elif required:
            raise LookupError(vocabulary)
    if "applicator" in {vocabulary.rsplit("/", 1)[-1] for vocabulary in vocabularies} and base.age == 2019:
        keywords |= _IN_VOCABULARY["unevaluated"]
    return replace(base, uri=uri, keywords=frozenset(keywords), asserts_formats=asserts)
