"""Small pieces of code that several macros of the validator print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from nemcon.read import graph as g
from nemcon.read.pointers import join
from nemcon.render.formats import function_name
from nemcon.render.printing import Code
from nemcon.render.text import comment, identifier, literal, visible
from nemcon.render.validator.facts import Check, Schema

LONG = 66

_ONE_TYPE = ("string", "array", "object", "number", "integer", "boolean")
"""Types that have a function each; `integer` in the sense of the newer drafts."""


def block(text: str, width: int = 4) -> Code:
    """`text` moved to the right."""
    pad = " " * width
    return Code(
        "".join(f"{pad}{line}" if line.strip() else line for line in str(text).splitlines(True))
    )


def place(pointer: str) -> Code:
    """A JSON Pointer as the docstring of the function that checks it."""
    shown = visible(pointer)
    shown = shown if len(shown) <= 70 else f"{shown[:67]}..."
    return Code(shown.replace("\\", "\\\\").replace('"', '\\"') or "(the whole schema)")


def line(text: str) -> Code:
    """A text as one line of a docstring."""
    return Code(comment(text)[:60].replace("\\", "\\\\").replace('"', '\\"'))


def final(name: str) -> Code:
    """The left side of an assignment; formatters disagree on annotations behind which a call can not be opened."""
    target = identifier(name)
    return Code(target if len(target) > LONG else f"{target}: Final")


def guard(subject: str) -> Code:
    """The function that tells whether a value is of a JSON type."""
    return Code(f"_json_{subject}")


def class_of(kind: str) -> Code:
    """The constant that holds the class of a JSON type; type checkers do not look into it."""
    return Code(f"_{kind.upper()}")


def class_or_none(name: str) -> Code:
    """A class of Python, or None for no name."""
    return Code(identifier(name) if name else "None")


def accepting_function(schema: Schema) -> Code:
    """The function that tells whether a schema accepts a value."""
    keyword = schema.checks[0].keyword if len(schema.checks) == 1 else None
    if isinstance(keyword, g.Type) and len(keyword.types) == 1 and keyword.types[0] in _ONE_TYPE:
        exact = keyword.exact and keyword.types == ("integer",)
        return Code("_json_int" if exact else f"_json_{keyword.types[0]}")
    return Code(f"_is_{schema.snake}")


def literals(values: Iterable[Any]) -> Code:
    return Code(", ".join(literal(value) for value in values))


def names_tuple(values: Iterable[Any]) -> Code:
    """The inside of a tuple."""
    items = [literal(value) for value in values]
    return Code(", ".join(items) + ("," if len(items) == 1 else ""))


def names_row(values: Sequence[Any]) -> Code:
    """A tuple to go through; a list where it is so long that type checkers do not look at what a tuple holds."""
    inside = names_tuple(values)
    return Code(f"[{inside}]" if len(values) > 150 else f"({inside})")


def item_name(check: Any) -> Code:
    """The variable for an item, which `false` does not look at."""
    return Code("_" if check.children[0].refuses_all else "item")


def names_set(values: Iterable[Any]) -> Code:
    """A set of at least one literal."""
    return Code("{" + ", ".join(literal(value) for value in values) + "}")


def unnamed(check: Check, patterns: bool = True) -> Code:
    """Whether `name` is none of those that other keywords speak of, by name or by `patterns` too."""
    names: list[str] = check.facts["names"]
    terms: list[str] = []
    if check.keys:
        terms.append(f"name not in {identifier(check.keys)}")
    elif len(names) == 1:
        terms.append(f"name != {literal(names[0])}")
    elif names:
        terms.append("name not in {" + ", ".join(literal(name) for name in names) + "}")
    terms += [
        f"not (isinstance(name, str) and {identifier(name)}.search(name))"
        for name in check.facts["patterns"]
        if patterns
    ]
    return Code(" and ".join(terms) or "True")


def container(check: Check) -> Code:
    """The JSON type of what an `unevaluated*` keyword looks into."""
    return Code("object" if isinstance(check.keyword, g.UnevaluatedProperties) else "array")


def below(at: str, token: str | int) -> Code:
    """The place of a member whose name is known."""
    tail = join("", token)
    text = literal(tail)
    if at == "at":
        inner = text[1:-1].replace("{", "{{").replace("}", "}}")
        return Code(f"f{text[0]}{{at}}{inner}{text[-1]}")
    return Code(f"{at} + {text}")


def member(value: str, name: str) -> Code:
    return Code(f"{value}[{literal(name)}]")


def member_place(at: str) -> Code:
    return Code(f"_below({at}, name)")


def item_place(at: str) -> Code:
    if at.isidentifier():
        return Code(f'f"{{{at}}}/{{index}}"')
    if at[:2] in ('f"', "f'") and at.endswith(at[1]) and at.count(at[1]) == 2:
        return Code(f"{at[:-1]}/{{index}}{at[1]}")
    return Code(f"_below({at}, index)")


def beside(check: Any, keyword: str) -> Code:
    return Code(literal(join(check.pointer.rpartition("/")[0], keyword)))


def too_many(check: Any) -> Code:
    return Code(literal(f"has more than {check.keyword.maximum} items of the kind it may contain"))


def constant(name: str) -> Code:
    if name not in ("None", "True", "False"):
        raise ValueError(name)
    return Code(name)


def any_missing(names: Iterable[str], value: str) -> Code:
    """Whether the value lacks one of these properties."""
    return Code(" or ".join(f"{literal(name)} not in {value}" for name in names))


def shared(schema: Schema, asker: Schema | Check) -> Code:
    """The further argument of a call: what is known already, between schemas that are asked once about a value."""
    return Code(", known" if schema.crowded and asker.crowded else "")


def shared_report(schema: Schema, asker: Schema | Check) -> Code:
    """The same of the functions that report."""
    return Code(", known" if schema.told and asker.told else "")


def known_parameter(schema: Schema, among: bool) -> Code:
    """The parameter for what is known already, of a schema that is `among` those that pass it on."""
    if not among:
        return Code("")
    return Code(", known: _Known" if schema.once else ", known: _Known | None = None")


def told(schema: Schema, asker: Check) -> Code:
    """The function that reports what is wrong with a value that is held against a branch."""
    name = f"_check_{schema.snake}"
    return Code(f"partial({name}, known=known)" if shared_report(schema, asker) else name)


def seen(schema: Schema, asker: Schema) -> Code:
    """The function that answers for a branch and keeps track of what it evaluates."""
    name = f"_seen_{schema.snake}"
    return Code(f"partial({name}, known=known)" if shared(schema, asker) else name)


def said(check: Check) -> Code:
    """What the error says of a value, with the limit that the condition above it has named."""
    return Code(f'f"{check.around}"' if check.around else literal(check.problem))


def listed(names: str) -> Code:
    """What holds some names as a list."""
    return Code(f"list({names})")


def format_function(name: str) -> Code:
    """The function that checks a format."""
    return Code(function_name(name))


def content_function(what: str) -> Code:
    """The function that checks what a string encodes."""
    return Code(
        {"base64": "_content_base64", "JSON": "_content_json"}.get(what, "_content_base64_json")
    )


FILTERS: Mapping[str, Callable[..., Code]] = {
    "block": block,
    "place": place,
    "line": line,
    "final": final,
    "guard": guard,
    "class_of": class_of,
    "class_or_none": class_or_none,
    "accepting_function": accepting_function,
    "literals": literals,
    "names_tuple": names_tuple,
    "names_row": names_row,
    "names_set": names_set,
    "item_name": item_name,
    "any_missing": any_missing,
    "shared": shared,
    "shared_report": shared_report,
    "told": told,
    "seen": seen,
    "said": said,
    "known_parameter": known_parameter,
    "listed": listed,
    "unnamed": unnamed,
    "container": container,
    "below": below,
    "member": member,
    "member_place": member_place,
    "item_place": item_place,
    "beside": beside,
    "too_many": too_many,
    "identifier_or_constant": constant,
    "format_function": format_function,
    "content_function": content_function,
}
