"""Records: what `dataclasses` makes of a class, as far as nemcon uses it, for a small part of the time at import.

To a type checker these are dataclasses. `dataclasses` writes and compiles up to six methods for each class, and with a hundred
and fifty classes that takes longer than most runs. Here a class gets its `__init__` when its first object is made, and
shares the other methods. That a frozen record stays as it is, type checkers see to: at run time it is hashable, no more.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, overload

if TYPE_CHECKING:
    from typing_extensions import dataclass_transform
else:

    def dataclass_transform(**_: object) -> Callable[[Any], Any]:
        return lambda function: function


_T = TypeVar("_T")
_MISSING: Any = object()


class Field:
    """A field of a record: its name, what stands for it where it is not given, and which methods look at it."""

    __slots__ = ("compared", "default", "factory", "hashed", "kw_only", "name", "shown")

    def __init__(self, default: Any, factory: Any = _MISSING) -> None:
        self.name = ""
        self.default = default
        self.factory = factory
        self.shown = self.hashed = self.compared = True
        self.kw_only = False


@overload
def field(*, repr: bool = ..., hash: bool = ..., compare: bool = ...) -> Any: ...
@overload
def field(*, default: _T, repr: bool = ..., hash: bool = ..., compare: bool = ...) -> _T: ...
@overload
def field(
    *, default_factory: Callable[[], _T], repr: bool = ..., hash: bool = ..., compare: bool = ...
) -> _T: ...
def field(
    *,
    default: Any = _MISSING,
    default_factory: Any = _MISSING,
    repr: bool = True,
    hash: bool = True,
    compare: bool = True,
) -> Any:
    """As `dataclasses.field`."""
    made = Field(default, default_factory)
    made.shown, made.hashed, made.compared = repr, hash and compare, compare
    return made


@overload
def dataclass(cls: type[_T], /) -> type[_T]: ...
@overload
def dataclass(
    *, frozen: bool = ..., slots: bool = ..., kw_only: bool = ..., eq: bool = ...
) -> Callable[[type[_T]], type[_T]]: ...
@dataclass_transform(field_specifiers=(field,))
def dataclass(
    cls: Any = None,
    /,
    *,
    frozen: bool = False,
    slots: bool = False,
    kw_only: bool = False,
    eq: bool = True,
) -> Any:
    """As `dataclasses.dataclass`."""

    def decorated(cls: type[Any]) -> type[Any]:
        return _made(cls, frozen, slots, kw_only, eq)

    return decorated if cls is None else decorated(cls)


def fields(record: Any) -> tuple[Field, ...]:
    """The fields of a record or of its class."""
    found: dict[str, Field] = record.__record_fields__
    return tuple(found.values())


def replace(record: _T, **changes: Any) -> _T:
    """A record of the same class with some fields changed."""
    kept = {it.name: getattr(record, it.name) for it in fields(record) if it.name not in changes}
    return record.__class__(**kept, **changes)


def _made(cls: type[Any], frozen: bool, slots: bool, kw_only: bool, eq: bool) -> type[Any]:
    own = _own_fields(cls, kw_only)
    every: dict[str, Field] = {**getattr(cls, "__record_fields__", {}), **own}
    methods = _methods(every, frozen, eq)
    given = {name: value for name, value in methods.items() if name not in cls.__dict__}
    if slots:
        left_out = {*own, "__dict__", "__weakref__"}
        kept = {name: it for name, it in cls.__dict__.items() if name not in left_out}
        cls = type(cls.__name__, cls.__bases__, {**kept, **given, "__slots__": tuple(own)})
    else:
        for name, value in given.items():
            setattr(cls, name, value)
    _init_later(cls, every)
    return cls


def _own_fields(cls: type[Any], kw_only: bool) -> dict[str, Field]:
    found: dict[str, Field] = {}
    for name in cls.__annotations__:
        given = cls.__dict__.get(name, _MISSING)
        it = given if isinstance(given, Field) else Field(given)
        it.name, it.kw_only = name, kw_only
        if given is it and it.default is _MISSING:
            delattr(cls, name)
        elif given is it:
            setattr(cls, name, it.default)
        found[name] = it
    return found


def _methods(every: dict[str, Field], frozen: bool, eq: bool) -> dict[str, Any]:
    made: dict[str, Any] = {
        "__record_fields__": every,
        "__match_args__": tuple(it.name for it in every.values() if not it.kw_only),
        "__repr__": _shown,
    }
    if eq:
        made["__eq__"] = _equality(_values([it.name for it in every.values() if it.compared]))
        hashed = _values([it.name for it in every.values() if it.hashed])
        made["__hash__"] = _hashing(hashed) if frozen else None
    return made


def _values(names: list[str]) -> Callable[[object], object]:
    return attrgetter(*names) if names else _nothing


def _nothing(record: object) -> object:
    return ()


def _equality(values: Callable[[object], object]) -> Callable[[object, object], object]:
    def equal(record: object, other: object) -> object:
        if other.__class__ is not record.__class__:
            return NotImplemented
        return values(record) == values(other)

    return equal


def _hashing(values: Callable[[object], object]) -> Callable[[object], int]:
    return lambda record: hash(values(record))


def _shown(record: Any) -> str:
    parts = [f"{it.name}={getattr(record, it.name)!r}" for it in fields(record) if it.shown]
    return f"{record.__class__.__qualname__}({', '.join(parts)})"


def _init_later(cls: Any, every: dict[str, Field]) -> None:
    """Gives the class an `__init__` that makes the real one when it is first called."""

    def first(record: Any, *values: Any, **named: Any) -> None:
        cls.__init__ = _init(every)
        cls.__init__(record, *values, **named)

    if "__init__" not in cls.__dict__:
        cls.__init__ = first


def _init(every: dict[str, Field]) -> Callable[..., None]:
    scope: dict[str, Any] = {}
    parameters = ["self"]
    lines: list[str] = []
    for it in sorted(every.values(), key=lambda it: it.kw_only):
        if it.kw_only and "*" not in parameters:
            parameters.append("*")
        name, value = it.name, it.name
        if it.factory is not _MISSING:
            scope[f"_make_{name}"], scope[f"_{name}"] = it.factory, _MISSING
            value = f"_make_{name}() if {name} is _{name} else {name}"
        else:
            scope[f"_{name}"] = it.default
        given = it.default is _MISSING and it.factory is _MISSING
        parameters.append(name if given else f"{name}=_{name}")
        lines.append(f"    self.{name} = {value}")
    text = f"def __init__({', '.join(parameters)}):\n" + ("\n".join(lines) or "    pass")
    exec(compile(text, "<record>", "exec"), scope)
    made: Callable[..., None] = scope["__init__"]
    return made
