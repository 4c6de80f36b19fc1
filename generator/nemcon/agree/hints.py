"""The annotations of a generated class, resolved once."""

from __future__ import annotations

import typing
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=10_000)
def _resolved(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls, include_extras=True)


def hints_of(cls: Any, module: Any) -> dict[str, Any]:
    """What `typing.get_type_hints` says of `cls`, a class of `module`; class variables left out."""
    found = _resolved(cls)
    return {
        name: hint for name, hint in found.items() if typing.get_origin(hint) is not typing.ClassVar
    }


def named_type(module: Any, name: str) -> Any:
    """The type that `name` has in a module; None where it has none, or where other names mean the same type."""
    kind = getattr(module, name, None)
    if isinstance(kind, type) and kind.__name__ == name:
        return kind
    same = [it for it in module.__all__ if getattr(module, it) == kind]
    return kind if len(same) == 1 else None


def is_typed_dict(annotation: Any) -> bool:
    return isinstance(annotation, type) and typing.is_typeddict(annotation)
