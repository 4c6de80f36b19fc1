"""The one way from facts to text: templates, each compiled to a Python module that prints them.

The modules of the templates as they are stand in `generated/`. A template that was edited since is compiled when it is first
asked for; only then is Jinja imported.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from nemcon.read.formats import folder


def templates_folder() -> Path:
    """The folder of the templates."""
    return folder()


def module_name(template: str) -> str:
    """The module of a template, by the template's path."""
    return re.sub(r"\W", "_", template.removesuffix(".jinja"))


def digest(text: str) -> str:
    """Tells one text of a template from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def template(name: str) -> Any:
    """What a template defines: a function for each macro, and `render` for what stands outside of them."""
    text = (templates_folder() / name).read_text("utf-8")
    try:
        found: Any = import_module(f"nemcon.render.generated.{module_name(name)}")
        if digest(text) == found.SOURCE:
            return found
    except (ImportError, AttributeError):
        pass
    return _compiled(name, text)


def _compiled(name: str, text: str) -> ModuleType:
    from nemcon.render.compiler import compiled

    made = ModuleType(name)
    exec(compile(compiled(name, text), name, "exec"), made.__dict__)
    return made
