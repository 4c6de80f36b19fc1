"""The whole of nemcon in one function: READ, MODEL, FIXTURES, RENDER."""

from __future__ import annotations

import gc
import keyword
import re
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from nemcon.deeply import deeply
from nemcon.errors import Position, SchemaError, UsageError
from nemcon.records import dataclass

if TYPE_CHECKING:
    from nemcon.fixtures import FixtureSet
    from nemcon.model.types import Model
    from nemcon.package import Package
    from nemcon.read.graph import JSON, Graph
    from nemcon.read.texts import Text

_P = ParamSpec("_P")
_T = TypeVar("_T")


def generate(
    schema: dict[str, Any] | bool | str | PathLike[str] | Sequence[str | PathLike[str]],
    *,
    name: str | None = None,
    targets: Sequence[str] | None = None,
    resources: Mapping[str, JSON] | None = None,
    root: str | PathLike[str] | None = None,
    dialect: str | None = None,
    assert_formats: bool = False,
    python: tuple[int, int] = (3, 10),
    extras: str = "keep",
    enums: str = "literal",
    format_types: Sequence[str] = (),
    strict: bool = False,
    allow_patterns: Collection[str] = (),
) -> Package:
    """The package of a schema: a dict, a bool, or the path of a JSON or YAML file, which may end in `#/json/pointer`.
    Several paths make one package: each schema is a class or alias of its own, and what they share is there once.

    `name` is the package's (the schema's file name in snake case when None); `targets` are all when None. `resources`
    maps URIs, relative ones as the schema would write them, to documents that references may name; they may name files below
    `root` too, or below the schema's own folder where that is not below `root`. `dialect` is the metaschema URI for a schema that names none.
    `python` is the oldest version the modules have to run on. `extras` says what happens to keys that the schema does
    not name ("keep" or "drop"), `enums` what `enum` becomes ("literal", or "enum": a class); `format_types` are formats
    that are asserted and become Python types (of "date-time", "date", "time", "uuid" and "decimal"); `strict` refuses
    regular expressions on which `re` could take cubic time or worse, which are matched in linear time otherwise;
    `allow_patterns` are left to `re` whatever they are. Raises SchemaError for a schema that cannot be compiled, with the
    place of the cause, and UsageError for arguments that
    make no sense. Nothing is written anywhere.
    """
    made = compiled(
        schema,
        name=name,
        targets=targets,
        resources=resources,
        root=root,
        dialect=dialect,
        assert_formats=assert_formats,
        python=python,
        extras=extras,
        enums=enums,
        format_types=format_types,
        strict=strict,
        allow_patterns=allow_patterns,
    )
    return made.package


@dataclass(frozen=True)
class Compiled:
    """What each room made of a schema; `fixtures` only where a target needs them."""

    graph: Graph
    model: Model
    fixtures: FixtureSet | None
    package: Package


def _without_collecting(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """`function`, run without looking for garbage in cycles: nothing it makes is, and there is much to look through."""

    @wraps(function)
    def run(*values: _P.args, **named: _P.kwargs) -> _T:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return function(*values, **named)
        finally:
            if collecting:
                gc.enable()

    return run


def _or_refused(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """`function`, which refuses a schema whose references lead deeper than can be followed."""

    @wraps(function)
    def run(*values: _P.args, **named: _P.kwargs) -> _T:
        try:
            return function(*values, **named)
        except RecursionError:
            problem = "schemas lead to each other too deep for this machine; make the chain shorter"
            first: object = values[0] if values else None
            place = (
                f"{first}" if isinstance(first, str) or hasattr(first, "__fspath__") else "schema"
            )
            raise SchemaError(Position(f"{place}", 1, 1, ""), problem) from None

    return run


@_or_refused
@_without_collecting
@deeply
def compiled(
    schema: dict[str, Any] | bool | str | PathLike[str] | Text | Sequence[str | PathLike[str]],
    *,
    name: str | None = None,
    targets: Sequence[str] | None = None,
    resources: Mapping[str, JSON | Text] | None = None,
    root: str | PathLike[str] | None = None,
    dialect: str | None = None,
    assert_formats: bool = False,
    python: tuple[int, int] = (3, 10),
    extras: str = "keep",
    enums: str = "literal",
    format_types: Sequence[str] = (),
    strict: bool = False,
    allow_patterns: Collection[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Compiled:
    """As `generate`, with what lies between the schema and the package; the schema may be a text already read.

    `progress` is told for how many of how many places of the schema there are fixtures.
    """
    from nemcon.fixtures.judge import Judge
    from nemcon.model import project
    from nemcon.package import Package
    from nemcon.read import read_schema
    from nemcon.read.formats import is_of_format
    from nemcon.render import Options, chosen_targets, render_package
    from nemcon.render.manifest import manifest
    from nemcon.render.wall import reread

    name = package_name(schema) if name is None else checked_name(name)
    chosen = chosen_targets(None if targets is None else tuple(targets))
    options = Options(python=python, extras=extras)
    graph = read_schema(
        schema,
        resources=resources,
        root=root,
        dialect=dialect,
        assert_formats=assert_formats,
        format_types=format_types,
        strict=strict,
        allow_patterns=allow_patterns,
    )
    accepts = Judge(graph.nodes, is_of_format).accepts
    model = project(
        graph, name=name, accepts=accepts, extras=extras, enums=enums, format_types=format_types
    )
    fixtures = None
    if any(target.needs_fixtures for target in chosen):
        from nemcon.fixtures import make_fixtures

        fixtures = make_fixtures(graph, progress=progress)
    files = render_package(graph, model, fixtures, name=name, targets=chosen, options=options)
    settings = options_of(
        assert_formats, dialect, python, extras, enums, format_types, allow_patterns
    )
    files["manifest.json"] = manifest(files, name, [target.name for target in chosen], settings)
    reread(files)
    return Compiled(graph, model, fixtures, Package(name, files))


def options_of(
    assert_formats: bool,
    dialect: str | None,
    python: tuple[int, int],
    extras: str,
    enums: str,
    format_types: Sequence[str],
    allow_patterns: Collection[str] = (),
) -> dict[str, JSON]:
    """The options of a package as its manifest holds them."""
    allowed: dict[str, JSON] = (
        {"allow-patterns": [*sorted(allow_patterns)]} if allow_patterns else {}
    )
    return {
        "assert-formats": assert_formats,
        "dialect": dialect,
        "python": list(python),
        "extras": extras,
        "enums": enums,
        "format-types": [*sorted(set(format_types))],
        **allowed,
    }


def package_name(schema: object) -> str:
    """The name of the package of a schema that was given none: its file's name in snake case, without suffixes.

    A name that Python cannot import, or that would hide a module of the standard library, gets `schema_` before it.
    """
    if isinstance(schema, (list, tuple)):
        raise UsageError("a package of several schemas needs a name")
    if not isinstance(schema, (str, PathLike)):
        return "schema"
    path, _, pointer = f"{schema}".partition("#")
    text = pointer.rpartition("/")[2] if pointer else Path(path).name.split(".")[0]
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+", text)
    name = "_".join(word.lower() for word in words)
    taken = keyword.iskeyword(name) or name in sys.stdlib_module_names or name in _OTHER_MODULES
    return name if name.isidentifier() and not taken else f"schema_{name}".rstrip("_")


_OTHER_MODULES = frozenset(
    """aifc annotationlib asynchat asyncore audioop binhex cgi cgitb chunk compression crypt distutils imghdr imp lib2to3
    mailcap msilib nis nntplib ossaudiodev pipes smtpd sndhdr spwd sunau telnetlib tomllib uu xdrlib""".split()
)
"""Modules of the standard library that some Pythons have and others do not: the name is the same with all of them."""


def checked_name(name: str) -> str:
    """`name`, when a package can have it. Raises UsageError otherwise."""
    if keyword.iskeyword(name):
        raise UsageError(f"{name!r} is no name for a package: it is a keyword of Python's")
    if re.fullmatch(r"[a-z_][a-z0-9_]*", name) is None:
        raise UsageError(
            f"{name!r} is no name for a package: lower case letters, digits and underscores make one"
        )
    return name
