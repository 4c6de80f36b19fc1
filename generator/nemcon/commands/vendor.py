"""`nemcon vendor`: a package copied to where nemcon is not, with what proves the copy."""

from __future__ import annotations

import ast
import json
import shlex
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from nemcon.commands.freshness import touched, why_stale
from nemcon.commands.generate import told
from nemcon.commands.options import configured, folder_of, meant_package
from nemcon.commands.publish import MANIFEST, publish, read_manifest
from nemcon.commands.readers import Reading, compatibility, table
from nemcon.commands.reports import Finding, format_option, report
from nemcon.commands.staging import other_line_ends
from nemcon.commands.terminal import say
from nemcon.config import Settings, configuration
from nemcon.errors import UsageError
from nemcon.package import Package

ALWAYS = ("agreement",)
"""The targets that prove a copy."""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "package", metavar="PACKAGE", help="the folder of a generated package, or a configured name"
    )
    parser.add_argument("dest", metavar="DEST", help="the folder that gets the copy, as DEST/NAME")
    parser.add_argument("--name", help="the name of the copy (the package's)")
    parser.add_argument(
        "--targets", metavar="T,T", help="what to copy (what the copy has; at first everything)"
    )
    parser.add_argument(
        "--check", action="store_true", help="is the copy edited, or behind its source?"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files edited by hand")
    format_option(parser)


def run(found: Namespace) -> int:
    source, settings = _source(found.package)
    manifest = read_manifest(source)
    if not manifest.get("generator"):
        hint = "" if source.exists() else meant_package(found.package, configuration(Path.cwd()))
        raise UsageError(f"{source}: is no package that nemcon generated{hint}")
    copy = Path(found.dest) / (found.name or str(manifest["name"]))
    if found.check:
        return _check(source, settings, copy, found.format)
    if copy.resolve() == source.resolve():
        raise UsageError(f"{copy}: is the package itself, so nothing was written")
    if manifest.get("vendored"):
        raise UsageError(f"{source}: is a copy; name the package that nemcon generated")
    changed = sorted(touched(source, manifest["files"]))
    if changed:
        first = _generating(_edited_files(source, manifest))
        raise UsageError(
            f"{source}: not as nemcon wrote it: {', '.join(changed)}; run {first} first"
        )
    before = read_manifest(copy)
    kept = before["targets"] if before.get("vendored") else manifest["targets"]
    targets = found.targets.split(",") if found.targets else list(kept)
    say(told(copy, publish(copy, copied(source, manifest, targets), force=found.force)))
    return 0


def _source(named: str) -> tuple[Path, Settings | None]:
    """The folder of a package, and how it is made where it is configured."""
    known = configuration(Path.cwd())
    package = None if Path(named).exists() else configured(named, known)
    if package is not None:
        return folder_of(package), package
    folder = Path(named)
    made = (it for it in known.packages if folder_of(it).resolve() == folder.resolve())
    return folder, next(made, None)


def copied(source: Path, manifest: Mapping[str, Any], names: list[str]) -> dict[str, str]:
    """The files of the copy: the targets named, what they import, and what proves them; its manifest is the lock file."""
    from nemcon.render.targets import chosen_targets

    targets = [it for it in chosen_targets((*names, *ALWAYS)) if it.file in manifest["files"]]
    missing = [name for name in names if name not in {target.name for target in targets}]
    if missing:
        raise UsageError(f"{source}: has no {', '.join(missing)}; it was generated without")
    kept = [*(target.file for target in targets), "py.typed", "schema.json"]
    files = {name: (source / name).read_text("utf-8") for name in kept}
    files["__init__.py"] = _entrance(source, sorted(it.file[:-3] for it in targets if it.module))
    files["verify.py"] = Path(__file__).with_name("verify_copy.py").read_text("utf-8")
    said = {
        **{key: manifest[key] for key in ("name", "options", "generator", "schema")},
        "targets": [target.name for target in targets],
        "vendored": sha256((source / MANIFEST).read_bytes()).hexdigest(),
        "files": {name: sha256(text.encode()).hexdigest() for name, text in sorted(files.items())},
    }
    files[MANIFEST] = json.dumps(said, indent=2) + "\n"
    return files


def _entrance(source: Path, modules: list[str]) -> str:
    """The __init__.py of a package that has these modules."""
    from nemcon.render.files import entrance

    text = (source / "__init__.py").read_text("utf-8")
    title = (ast.get_docstring(ast.parse(text)) or "").partition(": modules that agree")[0]
    return entrance(title, modules)


def _check(source: Path, settings: Settings | None, copy: Path, form: str) -> int:
    lock, now = read_manifest(copy), read_manifest(source)
    known = bool(lock.get("vendored"))
    findings = [*_edited(copy, lock), *_behind(copy, lock, now)] if known else [_never(copy)]
    findings += _unsure(source, now, settings)
    readings: list[Reading] = []
    if known and lock.get("schema") != now.get("schema"):
        readings = compatibility(_held(copy), _held(source))
    if form == "text":
        for line in [*map(str, findings), *table(readings)]:
            say(line)
        say(_advice(source, copy, findings))
    else:
        said = [_reading(copy, it) for it in readings]
        report("vendor", [*findings, *said], form, [] if findings else [(str(copy), "vendor")])
    return 1 if findings else 0


def _reading(copy: Path, reading: Reading) -> Finding:
    """A cell of the table as the other findings are told."""
    level = "warning" if reading.refused else "note"
    return Finding(str(copy), "readers", reading.told, level=level)


def _unsure(
    source: Path, manifest: Mapping[str, Any], settings: Settings | None
) -> Iterator[Finding]:
    """What is wrong with the source itself: then nothing that it says of the copy is sure."""
    changed = sorted(touched(source, manifest["files"]))
    edited = _edited_files(source, manifest)
    why = None if settings is None else why_stale(source, manifest, settings)
    if edited:
        message = f"the source is not as nemcon wrote it: {', '.join(changed)}"
        yield Finding(str(source), "edited", message, cause="source edited")
    elif changed:
        message = f"the source lacks files, or has them with other line ends: {', '.join(changed)}"
        yield Finding(str(source), "stale", message, cause="source changed")
    elif why is not None:
        message = f"the source is stale: the {why}"
        yield Finding(str(source), "stale", message, cause="source stale")


def _advice(source: Path, copy: Path, findings: Sequence[Finding]) -> str:
    if not findings:
        return f"{copy}: up to date and unedited"
    name = ["--name", copy.name] if copy.name != source.name else []
    force = any(it.rule == "edited" and it.path != str(source) for it in findings)
    words = ["vendor", str(source), str(copy.parent), *name, *(["--force"] if force else [])]
    mine = [it for it in findings if it.path == str(source)]
    edited = [it.path for it in mine if it.rule == "edited"]
    first = f"{_generating(edited)} and then " if mine else ""
    return f"run {first}`{shlex.join(['nemcon', *words])}`"


def _edited_files(folder: Path, manifest: Mapping[str, Any]) -> list[str]:
    """The files that `nemcon generate` would not overwrite."""
    files = manifest["files"]
    return [
        name
        for name, now in touched(folder, files).items()
        if now is not None and not other_line_ends((folder / name).read_bytes(), files[name])
    ]


def _generating(edited: Sequence[str]) -> str:
    return f"`nemcon generate{' --force' if edited else ''}`"


def _never(copy: Path) -> Finding:
    if copy.is_dir():
        path, message = (
            str(copy / MANIFEST),
            "missing: the file was removed, or it was never vendored",
        )
        return Finding(path, "missing", message, cause="file removed")
    return Finding(str(copy), "missing", "missing: it was never vendored", cause="never vendored")


def _edited(copy: Path, lock: Mapping[str, Any]) -> Iterator[Finding]:
    for name, now in touched(copy, lock["files"]).items():
        path = str(copy / name)
        if now is None:
            yield Finding(path, "missing", "missing: the file was removed", cause="file removed")
        elif other_line_ends((copy / name).read_bytes(), lock["files"][name]):
            message = "other line ends: CRLF, as git's core.autocrlf makes them"
            yield Finding(path, "line ends", message, cause="line ends changed")
        else:
            yield Finding(path, "edited", "edited by hand", cause="file edited")


def _behind(copy: Path, lock: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Finding]:
    for key in ("schema", "options", "generator"):
        if lock.get(key) != now.get(key):
            why = f"{key} changed"
            message = f"behind its source: the {why}"
            yield Finding(str(copy), "behind", message, cause=why)
            return


def _held(folder: Path) -> Package:
    """A package on the disk, in memory: its manifest's files, but for fixtures that somebody edited."""
    manifest = read_manifest(folder)
    doubtful = {"fixtures.json"} & touched(folder, manifest["files"]).keys()
    files = {
        name: (folder / name).read_text("utf-8")
        for name in manifest["files"]
        if name not in doubtful and (folder / name).is_file()
    }
    return Package(manifest["name"], files)
