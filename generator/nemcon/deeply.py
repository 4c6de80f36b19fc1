"""Calls that go as deep as a schema nests and refers, from wherever they are made: Python allows a thousand, some of them taken."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextvars import copy_context
from functools import wraps
from typing import Any, ParamSpec, TypeVar

FRAMES = 100_000
"""How deep functions may call each other."""
ROOM = 750
"""So many calls must be left to begin with where the caller stands: enough to read a schema as deep as schemas may be."""
_STACK = 512 * 1024 * 1024
_CHANGING = threading.Lock()

_P = ParamSpec("_P")
_T = TypeVar("_T")


class _Limit:
    """How deep every thread may call, for as long as one needs more."""

    users = 0
    before = 0


def deeply(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """`function`, done anew in a thread with a larger stack where it ran out of calls; it must be able to begin again."""

    @wraps(function)
    def run(*values: _P.args, **named: _P.kwargs) -> _T:
        if _has_room():
            try:
                return function(*values, **named)
            except RecursionError:
                pass
        return _aside(lambda: function(*values, **named))

    return run


_SYSTEM: Any = sys
"""Nothing but a function with a private name tells how deep a call is."""


def _has_room() -> bool:
    try:
        _SYSTEM._getframe(max(sys.getrecursionlimit() - ROOM, 0))
    except ValueError:
        return True
    return False


def _aside(function: Callable[[], _T]) -> _T:
    """What `function` gives in a thread of its own."""
    given: list[_T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            given.append(function())
        except BaseException as error:
            raised.append(error)

    context = copy_context()
    thread = threading.Thread(target=context.run, args=(run,), daemon=True)
    _raise_limit()
    try:
        _start(thread)
        thread.join()
    finally:
        _lower_limit()
    if raised:
        raise raised[0]
    return given[0]


def _start(thread: threading.Thread) -> None:
    with _CHANGING:
        before = threading.stack_size(_STACK)
        try:
            thread.start()
        except RuntimeError:
            raise RecursionError("there is no thread to go deeper in") from None
        finally:
            threading.stack_size(before)


def _raise_limit() -> None:
    with _CHANGING:
        if not _Limit.users:
            _Limit.before = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_Limit.before, FRAMES))
        _Limit.users += 1


def _lower_limit() -> None:
    with _CHANGING:
        _Limit.users -= 1
        if not _Limit.users:
            sys.setrecursionlimit(_Limit.before)
