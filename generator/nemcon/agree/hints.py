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
    """The type of that name in a module; None where there is none, or where the module takes it for that of another name."""
    kind = getattr(module, name, None)
    schema, _ = module._CODECS.get(kind, (None, None))
    return kind if schema is getattr(module.validator, name) else None


def is_typed_dict(annotation: Any) -> bool:
    return isinstance(annotation, type) and typing.is_typeddict(annotation)
