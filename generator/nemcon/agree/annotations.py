"""Law 3 at run time: whether a value is what its annotation says, all the way down."""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any, Literal, Union, get_args, get_origin

from nemcon.agree.hints import hints_of, is_typed_dict

_MAPPING: type[Any] = Mapping


def misfits(value: Any, annotation: Any, module: Any, at: str = "") -> Iterator[str]:
    """The places below `value` where it is not what `annotation` says, each with what is wrong."""
    if isinstance(annotation, str):
        annotation = eval(annotation, module.__dict__)
    if annotation.__class__ is typing.ForwardRef:
        annotation = eval(annotation.__forward_arg__, module.__dict__)
    origin = get_origin(annotation)
    if annotation is Any:
        return
    if origin is Union or annotation.__class__ is types.UnionType:
        if not any(_fits(value, member, module) for member in get_args(annotation)):
            yield f"{at or '(document)'}: {_kind(value)} is no {annotation}"
    elif origin is Literal:
        if not any(value == it and value.__class__ is it.__class__ for it in get_args(annotation)):
            yield f"{at or '(document)'}: {value!r:.60} is no {annotation}"
    elif origin is list:
        yield from _list(value, get_args(annotation)[0], module, at)
    elif origin is tuple:
        yield from _tuple(value, get_args(annotation), module, at)
    elif origin is dict or (isinstance(origin, type) and issubclass(origin, Mapping)):
        yield from _dict(value, get_args(annotation)[-1], module, at)
    elif origin in _QUALIFIERS:
        yield from misfits(value, get_args(annotation)[0], module, at)
    elif is_typed_dict(annotation):
        yield from _typed_dict(value, annotation, module, at)
    elif isinstance(annotation, type):
        yield from _class(value, annotation, module, at)
    elif annotation is None:
        if value is not None:
            yield f"{at}: {_kind(value)} is not None"
    else:
        yield f"{at or '(document)'}: nothing is a {annotation}"


_QUALIFIERS = [
    it for it in (getattr(typing, name, None) for name in ("Required", "NotRequired")) if it
]


def _fits(value: Any, annotation: Any, module: Any) -> bool:
    return next(misfits(value, annotation, module), None) is None


def _kind(value: Any) -> str:
    return type(value).__name__


def _list(value: Any, item: Any, module: Any, at: str) -> Iterator[str]:
    if value.__class__ is not list:
        yield f"{at or '(document)'}: {_kind(value)} is no list"
        return
    for index, member in enumerate(value):
        yield from misfits(member, item, module, f"{at}/{index}")


def _tuple(value: Any, items: tuple[Any, ...], module: Any, at: str) -> Iterator[str]:
    items = () if items == ((),) else items
    if value.__class__ is not tuple or len(value) != len(items):
        yield f"{at or '(document)'}: {_kind(value)} is no tuple of {len(items)}"
        return
    for index, (member, item) in enumerate(zip(value, items)):
        yield from misfits(member, item, module, f"{at}/{index}")


def _dict(value: Any, item: Any, module: Any, at: str) -> Iterator[str]:
    if not isinstance(value, _MAPPING):
        yield f"{at or '(document)'}: {_kind(value)} is no dict"
        return
    for name, member in value.items():
        yield from misfits(member, item, module, f"{at}/{name}")


def _typed_dict(value: Any, annotation: Any, module: Any, at: str) -> Iterator[str]:
    if value.__class__ is not dict:
        yield f"{at or '(document)'}: {_kind(value)} is no dict"
        return
    for name in annotation.__required_keys__:
        if name not in value:
            yield f"{at or '(document)'}: {name!r} is missing"
    for name, hint in hints_of(annotation, module).items():
        if name in value:
            yield from misfits(value[name], hint, module, f"{at}/{name}")


def _class(value: Any, annotation: type, module: Any, at: str) -> Iterator[str]:
    if annotation in (int, float, str, bool):
        if value.__class__ is not annotation:
            yield f"{at or '(document)'}: {_kind(value)} is no {annotation.__name__}"
        return
    if not isinstance(value, annotation):
        yield f"{at or '(document)'}: {_kind(value)} is no {annotation.__name__}"
        return
    if (
        value.__class__.__module__ == getattr(module, "__name__", None)
        or sys.modules.get(value.__class__.__module__) is module
    ):
        for name, hint in hints_of(value.__class__, module).items():
            yield from misfits(getattr(value, name), hint, module, f"{at}/{name}")
