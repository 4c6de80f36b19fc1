"""JSON values of which nothing is known yet."""

from __future__ import annotations

from typing import Any, TypeGuard


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether `value` is an object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Any]]:
    """Whether `value` is an array."""
    return isinstance(value, list)


def members(value: object) -> dict[str, Any]:
    """The members of an object; none for any other value."""
    return value if is_object(value) else {}


def items(value: object) -> list[Any]:
    """The items of an array; none for any other value."""
    return value if is_array(value) else []
