"""How each TypedDict is written: as a class where it can be, by calling TypedDict where a key is no name for that."""

from __future__ import annotations

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


def forms(module: ModuleFacts, python: tuple[int, int]) -> Mapping[str, tuple[Part, ...]]:
    """The parts of each class, the last one has its name."""
    return {it.name: tuple(_parts(it, python >= (3, 11))) for it in module.classes}


def _parts(it: ClassFacts, can_mark: bool) -> list[Part]:
    required = tuple(field for field in it.fields if field.presence == "required")
    optional = tuple(field for field in it.fields if field.presence != "required")
    functional = _needs_call(it)
    if not optional or not required or can_mark:
        marked = bool(optional and required)
        return [Part(it.name, (), not optional or marked, functional, marked, it.fields)]
    base = Part(Code(f"_{it.name}Required"), (), True, functional, False, required)
    if not functional:
        return [base, Part(it.name, (base.name,), False, False, False, optional)]
    other = Part(Code(f"_{it.name}Optional"), (), False, True, False, optional)
    return [base, other, Part(it.name, (base.name, other.name), True, False, False, ())]


def _needs_call(it: ClassFacts) -> bool:
    """Whether a key is no name for a class body: no identifier, changed in there, or hiding what annotations say."""
    used = {name for field in it.fields for name in re.findall(r"[^\W\d]\w*", field.annotation)}
    keys = [field.raw for field in it.fields]
    return any(not _is_name(key) or key in used for key in keys)


def _is_name(key: str) -> bool:
    return (
        key.isidentifier()
        and not keyword.iskeyword(key)
        and not key.startswith("__")
        and unicodedata.normalize("NFKC", key) == key
        and not any(is_hidden(char) for char in key)
    )
