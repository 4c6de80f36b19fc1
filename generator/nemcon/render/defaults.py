"""A schema's default as an expression that makes the object it stands for."""

from __future__ import annotations

from nemcon.model.types import Alias, Enumeration
from nemcon.read.graph import JSON
from nemcon.render.codec import (
    Call,
    Choose,
    Codec,
    Convert,
    Each,
    Finite,
    Fixed,
    Free,
    JsonType,
    Pick,
    Plan,
    Same,
    Sort,
    Values,
    Whole,
)
from nemcon.render.expressions import Building
from nemcon.render.text import identifier, literal


def default_text(codec: Codec, building: Building, plan: Plan, default: JSON, place: str) -> str:
    """The expression for the object of `default`, a value that the schema accepts."""
    match plan, default:
        case (Same() | Free() | Finite(), _):
            return literal(default)
        case (Whole(), float()) if default.is_integer():
            return literal(int(default))
        case (Convert(), _):
            return building.build(plan, literal(default), place)
        case (Pick(names, rest), _):
            member = next(filter(None, (_member(codec, name, default) for name in names)), None)
            rest = Same() if rest is None else rest
            return member or default_text(codec, building, rest, default, place)
        case (Call(name), _):
            declaration = codec.declarations[name]
            if isinstance(declaration, Alias):
                return default_text(codec, building, codec.plan(declaration.type), default, place)
            return building.build(plan, literal(default), place)
        case (Each(item), list()):
            items = (default_text(codec, building, item, it, f"{place}.item") for it in default)
            return f"[{', '.join(items)}]"
        case (Fixed(items=plans), list()):
            made = [
                default_text(codec, building, it, value, place) for it, value in zip(plans, default)
            ]
            return f"({', '.join(made)}{',' if len(made) == 1 else ''})"
        case (Values(item), dict()):
            pairs = (
                f"{literal(key)}: {default_text(codec, building, item, value, f'{place}.value')}"
                for key, value in default.items()
            )
            return f"{{{', '.join(pairs)}}}"
        case (Sort(cases=cases), _):
            case = dict(cases).get(_json_type(default), Same())
            if isinstance(case, Choose):
                return building.build(plan, literal(default), place)
            return default_text(codec, building, case, default, place)
        case (Choose(), _):
            return building.build(plan, literal(default), place)
        case _:
            return literal(default)


def makes(codec: Codec, plan: Plan, default: JSON) -> bool:
    """Whether the expression for `default` has to be worked out for each object: it is not a constant."""
    match plan:
        case _ if isinstance(default, (list, dict)):
            return True
        case Convert():
            return True
        case Sort(cases=cases):
            return makes(codec, dict(cases).get(_json_type(default), Same()), default)
        case Call(name):
            declaration = codec.declarations[name]
            if not isinstance(declaration, Alias):
                return False
            return makes(codec, codec.plan(declaration.type), default)
        case _:
            return False


def _member(codec: Codec, name: str, value: JSON) -> str | None:
    """The member of the enumeration `name` that has the value."""
    declaration = codec.declarations[name]
    assert isinstance(declaration, Enumeration)
    for attribute, member in declaration.members:
        if member == value and isinstance(member, str) == isinstance(value, str):
            return f"{identifier(name)}.{identifier(attribute)}"
    return None


def _json_type(value: JSON) -> JsonType:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case dict():
            return "object"
