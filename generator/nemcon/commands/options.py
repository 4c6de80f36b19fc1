"""Which packages a command is about, and how they are made: command line over configuration over default."""

from __future__ import annotations

import os
import shlex
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from nemcon.config import Configuration, Settings, configuration, python_version
from nemcon.errors import UsageError
from nemcon.records import replace

if TYPE_CHECKING:
    from nemcon.package import Package
    from nemcon.pipeline import Compiled
    from nemcon.read.texts import Text

STDIN = "-"
_SCHEMAS = (".json", ".yaml", ".yml")


def schema_options(parser: ArgumentParser) -> None:
    """Adds what every command takes that makes a package."""
    group = parser.add_argument_group("how packages are made")
    group.add_argument("--name", help="name of the package (the schema's file name in snake case)")
    group.add_argument(
        "--together", action="store_true", help="the schemas named are one package (with --name)"
    )
    group.add_argument("--targets", metavar="T,T", help="what to make (everything)")
    group.add_argument("--python", metavar="3.N", help="oldest Python that runs the modules (3.10)")
    group.add_argument(
        "--extras", choices=("keep", "drop"), help="keys the schema does not name (keep)"
    )
    group.add_argument(
        "--enums",
        choices=("literal", "enum"),
        help="what enum becomes: Literal, or a class (literal)",
    )
    _reading_options(group)


def reading_options(parser: ArgumentParser) -> None:
    """Adds what decides how a schema is read, for commands that make no package of it."""
    _reading_options(parser.add_argument_group("how schemas are read"))
    unsaid = ("name", "targets", "python", "extras", "enums")
    parser.set_defaults(together=False, **dict.fromkeys(unsaid))


def _reading_options(group: Any) -> None:
    group.add_argument(
        "--dialect", metavar="URI", help="metaschema of a schema that names none (2020-12)"
    )
    group.add_argument(
        "--assert-formats", action="store_true", default=None, help="check formats too"
    )
    group.add_argument(
        "--format-types", metavar="F,F", help="formats to check that become Python types (none)"
    )
    group.add_argument(
        "--strict", action="store_true", default=None, help="refuse slow regular expressions"
    )
    group.add_argument(
        "--allow-pattern",
        action="append",
        default=[],
        metavar="PATTERN",
        help="a regular expression that is used although it can be slow",
    )
    group.add_argument(
        "--resource",
        action="append",
        default=[],
        metavar="URI=FILE",
        help="a document that references name",
    )


def chosen(found: Namespace, schemas: Sequence[str], out: str | None = None) -> list[Settings]:
    """The packages that a command is about: those of the schemas named, or all that are configured.

    A schema may be named by its file, or by the name of a configured package. What is configured for it holds, unless
    the command line says otherwise. Raises UsageError when there is nothing to do.
    """
    known = configuration(Path.cwd())
    bases = [_base(schema, known) for schema in schemas] if schemas else list(known.packages)
    if found.together:
        bases = [_together(schemas, known.root)]
    if not bases and known.path is None:
        raise UsageError(
            "no schema was named, and no pyproject.toml has a [tool.nemcon] table (see nemcon init)"
        )
    if not bases:
        raise UsageError(
            f"no schema was named, and {known.path} has no [tool.nemcon.packages.NAME] table"
        )
    if found.name and len(bases) > 1:
        raise UsageError(f"--name is for one package, and there are {len(bases)}")
    made = [overridden(base, found, out) for base in bases]
    _refuse_clashes(made)
    return made


def _base(schema: str, known: Configuration) -> Settings:
    """The package that is configured under a name, or for a file."""
    package = None if os.path.exists(schema) else configured(schema, known)
    return package or for_file(schema, known)


def for_file(schema: str, known: Configuration) -> Settings:
    """The package that is configured for one file alone; the file and no more where none is."""
    alone = [it for it in known.packages if not it.others and _is_source(it.source, schema)]
    if len(alone) > 1:
        names = ", ".join(folder_of(it).name for it in alone)
        raise UsageError(f"{schema}: several packages are made of it; name one of them: {names}")
    return alone[0] if alone else Settings(source=schema, root=known.root)


def configured(name: str, known: Configuration) -> Settings | None:
    """The package that is configured under a name. Raises UsageError where there are several, in folders of their own."""
    found = [it for it in known.packages if name == it.name]
    if len(found) > 1:
        places = " and ".join(str(folder_of(it)) for it in found)
        raise UsageError(f"{known.path}: {name!r} may be {places}; name its schema")
    return found[0] if found else None


def _is_source(source: str, schema: str) -> bool:
    return source == schema or _same_file(source, schema)


def _together(schemas: Sequence[str], root: str | None) -> Settings:
    """One package of several schemas. Raises UsageError where there is nothing to put together."""
    if not schemas or STDIN in schemas:
        raise UsageError("--together is for schemas named on the command line, each a file")
    return Settings(source=schemas[0], others=tuple(schemas[1:]), root=root)


def _same_file(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _refuse_clashes(made: Sequence[Settings]) -> None:
    seen: dict[Path, str] = {}
    for settings in made:
        place = folder_of(settings)
        if place in seen:
            raise UsageError(
                f"{seen[place]} and {settings.source} would both be {place}; give one a name of its own"
            )
        seen[place] = settings.source


def folder_of(settings: Settings) -> Path:
    """Where the package goes."""
    from nemcon.pipeline import checked_name, package_name

    name = checked_name(settings.name) if settings.name else package_name(_named(settings))
    return Path(settings.out) / name


def _named(settings: Settings) -> object:
    if settings.others:
        return [settings.source, *settings.others]
    return None if settings.source == STDIN else settings.source


def resources_named(found: Namespace) -> dict[str, str]:
    """The files of the resources that the command line names, by their URIs."""
    resources: dict[str, str] = {}
    for text in found.resource:
        uri, mark, file = text.rpartition("=")
        if not mark:
            raise UsageError(f"--resource {text!r} is not URI=FILE")
        resources[uri] = file
    return resources


def overridden(base: Settings, found: Namespace, out: str | None) -> Settings:
    """The settings of a package, with what the command line says."""
    return replace(
        base,
        out=base.out if out is None else out,
        name=found.name or base.name,
        targets=tuple(found.targets.split(",")) if found.targets else base.targets,
        python=python_version(found.python) if found.python else base.python,
        assert_formats=(
            base.assert_formats if found.assert_formats is None else found.assert_formats
        ),
        dialect=found.dialect or base.dialect,
        resources={**base.resources, **resources_named(found)},
        extras=found.extras or base.extras,
        enums=found.enums or base.enums,
        format_types=(
            tuple(found.format_types.split(",")) if found.format_types else base.format_types
        ),
        strict=base.strict if found.strict is None else found.strict,
        allow_patterns=(*base.allow_patterns, *found.allow_pattern),
    )


def make(settings: Settings) -> Package:
    """The package that `settings` describe, in memory; what is worth a warning in its schema is said."""
    from nemcon.commands.terminal import complain

    made = compiled(settings)
    for warning in (*made.graph.warnings, *(made.fixtures.misfits if made.fixtures else ())):
        complain(f"warning: {warning}")
    return made.package


def compiled(settings: Settings, **other: Any) -> Compiled:
    """The package and what it was made of; `other` arguments of `nemcon.pipeline.compiled` win."""
    from nemcon.commands.terminal import Progress
    from nemcon.pipeline import compiled

    progress = Progress(f"{settings.source}: fixtures")
    arguments: dict[str, Any] = {
        "name": settings.name,
        "targets": settings.targets,
        "resources": loaded(settings),
        "root": settings.root,
        "dialect": settings.dialect,
        "assert_formats": settings.assert_formats,
        "python": settings.python,
        "extras": settings.extras,
        "enums": settings.enums,
        "format_types": settings.format_types,
        "strict": settings.strict,
        "allow_patterns": settings.allow_patterns,
        "progress": progress,
    }
    try:
        return compiled(source_of(settings), **{**arguments, **other})
    finally:
        progress.done()


def again(found: Namespace) -> str:
    """The command that generates the packages that a command is about, with the options that it was given."""
    words = ["nemcon", "generate", *found.schemas]
    for name in ("out", "name", "targets", "python", "extras", "enums", "dialect", "format_types"):
        if getattr(found, name) is not None:
            words += [f"--{name.replace('_', '-')}", getattr(found, name)]
    for name in ("together", "assert_formats", "strict"):
        words += [f"--{name.replace('_', '-')}"] if getattr(found, name) else []
    for option, values in ("--allow-pattern", found.allow_pattern), ("--resource", found.resource):
        words += [f"{option}={value}" for value in values]
    return shlex.join(words)


def missing_source(settings: Settings) -> str | None:
    """The first file of the schema that is not there; None when all are."""
    files = (it.partition("#")[0] for it in (settings.source, *settings.others))
    return next((it for it in files if it != STDIN and not os.path.exists(it)), None)


def refuse_missing_source(settings: Settings) -> None:
    """Raises UsageError when a file of the schema is not there, with what was probably meant and what can be done."""
    missing = missing_source(settings)
    if missing is None:
        return
    known = configuration(Path.cwd())
    package = next((it for it in known.packages if settings.source == it.source), None)
    if package is None:
        hint = meant_file(missing) or meant_package(missing, known)
        raise UsageError(f"{missing}: cannot be read: No such file or directory{hint}")
    folder = folder_of(package)
    raise UsageError(
        f"{missing}: there is no such file{meant_file(missing)}, and {known.path} has a package of it"
        f" ({folder.name!r}); bring it back, correct the package's source, or remove its table and the folder {folder}"
    )


def meant_file(named: str) -> str:
    """` (did you mean ...?)` where a schema is called nearly like a file that is not there, or it was named with backslashes."""
    from difflib import get_close_matches

    slashes = named.replace("\\", "/")
    if slashes != named and os.path.exists(slashes):
        return f" (did you mean {slashes!r}?)"
    folder, name = os.path.split(named)
    try:
        files = [it for it in os.listdir(folder or os.curdir) if it.endswith(_SCHEMAS)]
    except OSError:
        return ""
    near = get_close_matches(name, files, 1, 0.8)
    return f" (did you mean {os.path.join(folder, near[0])!r}?)" if near else ""


def meant_package(named: str, known: Configuration) -> str:
    """The same where a configured package is called nearly so."""
    from difflib import get_close_matches

    near = get_close_matches(named, [it.name for it in known.packages if it.name], 1)
    return f" (did you mean the package {near[0]!r}?)" if near else ""


def source_of(settings: Settings) -> str | list[str] | Text:
    """The schema as `generate` takes it: a path, several, or the text of standard input."""
    refuse_missing_source(settings)
    if settings.others:
        return [settings.source, *settings.others]
    if settings.source != STDIN:
        return settings.source
    return _piped(sys.stdin.buffer)


@lru_cache(maxsize=1)
def _piped(stream: BinaryIO) -> Text:
    """The text of standard input, which can be read once."""
    from nemcon.read.documents import read_text

    return read_text("<stdin>", stream.read())


def loaded(settings: Settings) -> dict[str, Text]:
    """The documents given as resources, read."""
    from nemcon.read.documents import read_file

    return {uri: read_file(Path(file), file) for uri, file in settings.resources.items()}
