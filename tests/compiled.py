"""The validator of a schema, generated and loaded, for tests."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from itertools import count
from types import ModuleType
from typing import Any

from nemcon.model.names import name_nodes
from nemcon.read import read_schema
from nemcon.render.validator import render_validator

_numbers = count()


def validator_text(schema: Any, **options: Any) -> str:
    """The text of validator.py for a schema; `options` are those of `read_schema`."""
    graph = read_schema(schema, **options)
    return render_validator(graph, name_nodes(graph, "Root"), "Root")


def load(text: str) -> ModuleType:
    """The module of that text."""
    module = ModuleType(f"compiled_{next(_numbers)}")
    sys.modules[module.__name__] = module
    try:
        exec(compile(text, f"<{module.__name__}>", "exec", dont_inherit=True), module.__dict__)
    finally:
        del sys.modules[module.__name__]
    return module


def validator(schema: Any, **options: Any) -> ModuleType:
    """The loaded validator of a schema."""
    return load(validator_text(schema, **options))


def verdict(module: Mapping[str, Any] | Any, value: Any) -> bool:
    """What the validator says of a value, asked in both ways, which must agree."""
    answer = module.is_valid(value)
    errors = list(module.iter_errors(value))
    assert answer is (not errors), f"is_valid says {answer}, iter_errors {errors}"
    assert all(error.keyword != "unreadable" for error in errors), "the validator itself failed"
    return bool(answer)
