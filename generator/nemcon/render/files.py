"""The files of a package: each target with the function that collects its facts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from nemcon.model.types import Model
from nemcon.read.graph import Graph
from nemcon.records import dataclass, replace
from nemcon.render.agreement import agreement_facts
from nemcon.render.classes import class_facts
from nemcon.render.environment import template
from nemcon.render.facts import ModuleFacts
from nemcon.render.layout import laid_out
from nemcon.render.manifest import json_text
from nemcon.render.mappings import forms, marks
from nemcon.render.native import NativeFacts, native_facts
from nemcon.render.predicates import predicates
from nemcon.render.taking import can_take
from nemcon.render.targets import Target
from nemcon.render.validator import render_validator


@dataclass(frozen=True)
class Options:
    """What a user may choose about the code; part of the manifest."""

    python: tuple[int, int] = (3, 10)
    extras: str = "keep"


@dataclass(frozen=True)
class Subject:
    """What is rendered. `fixtures` is whatever the renderer of the fixtures takes."""

    name: str
    graph: Graph
    model: Model
    fixtures: Any
    options: Options

    @cached_property
    def native(self) -> NativeFacts:
        return native_facts(self.model, self.graph)


def render_package(
    graph: Graph,
    model: Model,
    fixtures: Any,
    *,
    name: str,
    targets: Sequence[Target],
    options: Options | None = None,
) -> dict[str, str]:
    """The text of every file of the package, by its path inside it; the manifest is not among them."""
    subject = Subject(name, graph, model, fixtures, options or Options())
    files = {
        "__init__.py": _package(subject, targets),
        "py.typed": "",
        "schema.json": json_text(graph.bundle),
    }
    for target in targets:
        files[target.file] = RENDERERS[target.renderer](subject, target)
    return files


def _package(subject: Subject, targets: Sequence[Target]) -> str:
    modules = sorted(target.file.removesuffix(".py") for target in targets if target.module)
    return entrance(subject.model.root_name, modules)


def entrance(title: str, modules: Sequence[str]) -> str:
    """The __init__.py of a package that has these modules."""
    return laid_out(template("package/__init__.py.jinja").render(modules=modules, title=title))


def _validator(subject: Subject, target: Target) -> str:
    declared = {subject.graph.root, *(it.key for it in subject.model.declarations)}
    return render_validator(
        subject.graph,
        subject.model.names,
        subject.model.root_name,
        predicates(subject.model),
        declared,
    )


def _classes(subject: Subject, target: Target) -> str:
    takes = can_take(subject.model) and bool(subject.native.root) and not _forgets(subject)
    module = _module(subject, target, takes)
    if takes and subject.native.stand_ins:
        module = replace(module, boxed=True)
    return _printed(target, module=module, python=subject.options.python)


def _structs(subject: Subject, target: Target) -> str:
    return _printed(target, module=_module(subject, target), native=subject.native)


def _typed_dicts(subject: Subject, target: Target) -> str:
    module = _module(subject, target)
    parts = forms(module, subject.options.python)
    marked = any(last.marked for *_, last in parts.values())
    deprecates = marks(module, parts)
    return _printed(target, module=module, forms=parts, marked=marked, deprecates=deprecates)


def _fixtures(subject: Subject, target: Target) -> str:
    return str(subject.fixtures.text())


def _agreement(subject: Subject, target: Target) -> str:
    return _printed(target, **agreement_facts(subject.graph, subject.model, subject.fixtures))


def _forgets(subject: Subject) -> bool:
    return subject.options.extras == "drop"


def _module(subject: Subject, target: Target, takes: bool = False) -> ModuleFacts:
    settings = target.settings
    return class_facts(
        subject.model,
        subject.graph.root,
        objects=settings["objects"],
        absent=settings["absent"],
        verb=settings.get("verb", "build"),
        finite=settings.get("finite", False),
        forgets=_forgets(subject),
        takes=takes,
        python=subject.options.python,
    )


def _printed(target: Target, **facts: object) -> str:
    assert target.template is not None
    return laid_out(template(target.template).render(**facts))


RENDERERS: Mapping[str, Callable[[Subject, Target], str]] = {
    "agreement": _agreement,
    "classes": _classes,
    "fixtures": _fixtures,
    "structs": _structs,
    "typed_dicts": _typed_dicts,
    "validator": _validator,
}
