"""Records do what dataclasses do, held against dataclasses themselves."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from nemcon import records

SOURCE = '''
@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """First."""

    name: str
    place: str = "here"


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Base):
    """Second."""

    sizes: tuple[int, ...] = ()
    note: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True)
class Pair:
    """Positional, with a dictionary that its hash leaves out."""

    left: int
    right: dict[str, int] = field(default_factory=dict, hash=False)


@dataclass(slots=True)
class Open:
    """What may change."""

    items: list[int] = field(default_factory=list)
    count: int = 0


@dataclass(eq=False)
class Alone:
    """Equal to itself alone."""

    value: int


@dataclass(frozen=True)
class Empty:
    """No fields."""
'''


def _classes(module: Any, name: str) -> Any:
    made = ModuleType(name)
    sys.modules[name] = made
    scope = made.__dict__
    scope.update(dataclass=module.dataclass, field=module.field)
    exec(compile("from __future__ import annotations\n" + SOURCE, name, "exec"), scope)
    return SimpleNamespace(**{k: v for k, v in scope.items() if isinstance(v, type)})


OURS = _classes(records, "records_under_test")
THEIRS = _classes(dataclasses, "dataclasses_beside_them")

MADE: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Base", (), {"name": "a"}),
    ("Base", (), {"name": "b"}),
    ("Kind", (), {"name": "a", "sizes": (1, 2), "note": "x"}),
    ("Kind", (), {"name": "a", "sizes": (1, 2), "note": "y"}),
    ("Kind", (), {"name": "a"}),
    ("Pair", (1,), {}),
    ("Pair", (1, {"a": 2}), {}),
    ("Open", (), {}),
    ("Open", ([3], 4), {}),
    ("Alone", (1,), {}),
    ("Alone", (1,), {}),
    ("Empty", (), {}),
    ("Empty", (), {}),
]


def _objects(classes: Any) -> list[Any]:
    return [getattr(classes, name)(*values, **named) for name, values, named in MADE]


def test_they_show_themselves_alike() -> None:
    assert [repr(it) for it in _objects(OURS)] == [repr(it) for it in _objects(THEIRS)]


def test_they_are_equal_alike() -> None:
    ours, theirs = _objects(OURS), _objects(THEIRS)
    assert [one == other for one in ours for other in ours] == [
        one == other for one in theirs for other in theirs
    ]
    assert ours[0].__eq__(ours[2]) is NotImplemented


def test_equal_ones_hash_alike_and_open_ones_do_not_hash() -> None:
    one, other = OURS.Kind(name="a", note="x"), OURS.Kind(name="a", note="y")
    assert hash(one) == hash(other)
    assert hash(OURS.Pair(1, {"a": 2})) == hash(OURS.Pair(1, {}))
    assert len({OURS.Empty(), OURS.Empty()}) == 1
    with pytest.raises(TypeError, match="unhashable"):
        hash(OURS.Open())


@pytest.mark.parametrize(
    ("name", "values", "named"),
    [
        ("Base", (), {}),
        ("Base", ("a",), {}),
        ("Pair", (), {}),
        ("Pair", (1, {}, 2), {}),
        ("Pair", (1,), {"left": 2}),
        ("Open", (), {"other": 1}),
        ("Empty", (1,), {}),
    ],
)
def test_they_refuse_the_same_arguments(
    name: str, values: tuple[Any, ...], named: dict[str, Any]
) -> None:
    for classes in (OURS, THEIRS):
        with pytest.raises(TypeError):
            getattr(classes, name)(*values, **named)


def test_factories_make_one_for_each() -> None:
    one, other = OURS.Open(), OURS.Open()
    one.items.append(1)
    assert other.items == []


def test_slots_leave_no_room_for_more() -> None:
    with pytest.raises(AttributeError):
        OURS.Open().other = 1
    assert not hasattr(OURS.Kind(name="a"), "__dict__")


def test_replacing_matching_and_copying() -> None:
    one = OURS.Kind(name="a", sizes=(1,))
    other = records.replace(one, name="b")
    assert (other.name, other.sizes, one.name) == ("b", (1,), "a")
    for name in ("Base", "Kind", "Pair", "Open", "Empty"):
        assert getattr(OURS, name).__match_args__ == getattr(THEIRS, name).__match_args__
        assert [it.name for it in records.fields(getattr(OURS, name))] == [
            it.name for it in dataclasses.fields(getattr(THEIRS, name))
        ]
    pair = OURS.Pair(1, {"a": 2})
    assert copy.deepcopy(pair) == pair and copy.deepcopy(pair).right is not pair.right
    for it in _objects(OURS):
        assert repr(pickle.loads(pickle.dumps(it))) == repr(it)
