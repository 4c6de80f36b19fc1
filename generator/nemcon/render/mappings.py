"""How each TypedDict is written: as a class where it can be, by calling TypedDict where a key is no name for that."""

from __future__ import annotations

import ast
import keyword
import re
import unicodedata
from collections.abc import Mapping

from nemcon.records import dataclass
from nemcon.render.facts import ClassFacts, FieldFacts, ModuleFacts
from nemcon.render.printing import Code
from nemcon.render.text import is_hidden


@dataclass(frozen=True)
class Part:
    """One TypedDict: with all keys required or none, unless `marked`, where optional ones say NotRequired."""

    name: Code
    bases: tuple[Code, ...]
    total: bool
    functional: bool
    marked: bool
    fields: tuple[FieldFacts, ...]


def marks(module: ModuleFacts, parts: Mapping[str, tuple[Part, ...]]) -> bool:
    """Whether a TypedDict is marked as deprecated; one made by a call cannot be."""
    return any(it.deprecated and not parts[it.name][-1].functional for it in module.classes)


def forms(module: ModuleFacts, python: tuple[int, int]) -> Mapping[str, tuple[Part, ...]]:
    """The parts of each class, the last one has its name."""
    return {it.name: tuple(_parts(it, python >= (3, 11))) for it in module.classes}


def _parts(it: ClassFacts, can_mark: bool) -> list[Part]:
    required = tuple(field for field in it.fields if field.presence == "required")
    optional = tuple(field for field in it.fields if field.presence != "required")
    if not optional or not required or can_mark:
        marked = bool(optional and required)
        return [
            Part(it.name, (), not optional or marked, _needs_call(it.fields), marked, it.fields)
        ]
    parts: list[Part] = []
    called, named = _sorted(required)
    if called and named:
        parts.append(Part(Code(f"_{it.name}RequiredKeys"), (), True, True, False, called))
    bases = tuple(part.name for part in parts)
    fields = named or called
    parts.append(Part(Code(f"_{it.name}Required"), bases, True, not named, False, fields))
    bases = (parts[-1].name,)
    called, named = _sorted(optional)
    if called:
        parts.append(Part(Code(f"_{it.name}Optional"), (), False, True, False, called))
        bases = (*bases, parts[-1].name)
    return [*parts, Part(it.name, bases, not named, False, False, named)]


def _needs_call(fields: tuple[FieldFacts, ...]) -> bool:
    return bool(_sorted(fields)[0])


def _sorted(
    fields: tuple[FieldFacts, ...],
) -> tuple[tuple[FieldFacts, ...], tuple[FieldFacts, ...]]:
    """Those whose key is no name for a class body, and the rest: no identifier, changed in there, or hiding what annotations
    say.
    """
    used = {name for field in fields for name in _names(field.annotation)}
    called = {it.raw for it in fields if not _is_name(it.raw) or it.raw in used}
    return tuple(it for it in fields if it.raw in called), tuple(
        it for it in fields if it.raw not in called
    )


def _names(annotation: str) -> list[str]:
    """The names in an annotation, which may be quoted as a whole; what a Literal says is none."""
    text = ast.literal_eval(annotation) if annotation[:1] in ("'", '"') else annotation
    return re.findall(r"[^\W\d]\w*", _STRING.sub("", text))


_STRING = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")


def _is_name(key: str) -> bool:
    return (
        key.isidentifier()
        and not keyword.iskeyword(key)
        and not key.startswith("__")
        and unicodedata.normalize("NFKC", key) == key
        and not any(is_hidden(char) for char in key)
    )
