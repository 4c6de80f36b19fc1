"""The options that say how a package is made, shared by the commands that make one."""

from __future__ import annotations

import argparse
from pathlib import Path

from nemcon.config import Settings, configured, python_version
from nemcon.errors import UsageError
from nemcon.package import Package
from nemcon.read.graph import JSON


def schema_options(parser: argparse.ArgumentParser) -> None:
    """Adds what every command takes that makes a package."""
    parser.add_argument("--name", help="name of the package (the schema's file name in snake case)")
    parser.add_argument("--targets", help="what to make, separated by commas (everything)")
    parser.add_argument("--python", default=None, help="oldest Python that runs the modules (3.10)")
    parser.add_argument("--dialect", help="metaschema URI for a schema that names none (2020-12)")
    parser.add_argument("--assert-formats", action="store_true", default=None, help="check formats too")
    parser.add_argument("--extras", choices=("keep", "drop"), default=None, help="keys the schema does not name (keep)")
    parser.add_argument("--strict", action="store_true", default=None, help="refuse slow regular expressions")
    parser.add_argument("--resource", action="append", default=[], metavar="URI=FILE", help="a document that references name")


def chosen(found: argparse.Namespace, schemas: list[str], out: str | None = None) -> list[Settings]:
    """The packages to make: those of the schemas named, or those configured; the command line wins."""
    if schemas:
        bases = [Settings(source=schema) for schema in schemas]
    else:
        bases = configured(Path.cwd())
    return [_overridden(base, found, out) for base in bases]


def _overridden(base: Settings, found: argparse.Namespace, out: str | None) -> Settings:
    resources = dict(base.resources or {})
    for text in found.resource:
        uri, mark, file = text.rpartition("=")
        if not mark:
            raise UsageError(f"--resource {text!r} is not URI=FILE")
        resources[uri] = file
    return Settings(
        source=base.source,
        out=out if out is not None else base.out,
        name=found.name or base.name,
        targets=tuple(found.targets.split(",")) if found.targets else base.targets,
        python=python_version(found.python) if found.python else base.python,
        assert_formats=base.assert_formats if found.assert_formats is None else found.assert_formats,
        dialect=found.dialect or base.dialect,
        resources=resources,
        extras=found.extras or base.extras,
        strict=base.strict if found.strict is None else found.strict,
    )


def make(settings: Settings) -> Package:
    """The package that `settings` describe, in memory."""
    from nemcon.pipeline import generate

    return generate(
        settings.source,
        name=settings.name,
        targets=settings.targets,
        resources=loaded(settings),
        dialect=settings.dialect,
        assert_formats=settings.assert_formats,
        python=settings.python,
        extras=settings.extras,
        strict=settings.strict,
    )


def loaded(settings: Settings) -> dict[str, JSON]:
    """The documents given as resources, read."""
    from nemcon.read.documents import read_file

    return {uri: read_file(Path(file), file).value for uri, file in (settings.resources or {}).items()}
