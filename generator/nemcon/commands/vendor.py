"""`nemcon vendor`: a package copied to where nemcon is not, with what proves the copy."""

from __future__ import annotations

import ast
import json
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from nemcon.commands.freshness import touched
from nemcon.commands.generate import told
from nemcon.commands.options import folder_of
from nemcon.commands.publish import MANIFEST, publish, read_manifest
from nemcon.commands.terminal import plural, say
from nemcon.config import configuration
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
    parser.add_argument("--targets", metavar="T,T", help="what to copy (everything)")
    parser.add_argument(
        "--check", action="store_true", help="is the copy edited, or behind its source?"
    )
    parser.add_argument("--force", action="store_true", help="overwrite files edited by hand")


def run(found: Namespace) -> int:
    source = _source(found.package)
    manifest = read_manifest(source)
    if not manifest.get("generator"):
        raise UsageError(f"{source}: is no package that nemcon generated")
    copy = Path(found.dest) / (found.name or str(manifest["name"]))
    if found.check:
        return _check(source, copy)
    edited = touched(source, manifest["files"])
    if edited:
        raise UsageError(
            f"{source}: not as nemcon wrote it: {', '.join(sorted(edited))}; run nemcon generate first"
        )
    targets = found.targets.split(",") if found.targets else list(manifest["targets"])
    say(told(copy, publish(copy, copied(source, manifest, targets), force=found.force)))
    return 0


def _source(named: str) -> Path:
    for settings in configuration(Path.cwd()).packages:
        if settings.name == named and not Path(named).exists():
            return folder_of(settings)
    return Path(named)


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


def _check(source: Path, copy: Path) -> int:
    lock, now = read_manifest(copy), read_manifest(source)
    if not lock.get("vendored"):
        say(f"{copy}: missing: it was never vendored")
        return 1
    lines = [*_edited(copy, lock), *_behind(copy, lock, now)]
    for line in lines:
        say(line)
    if lock["schema"] != now["schema"]:
        for line in compatibility(_held(copy), _held(source)):
            say(line)
    if not lines:
        say(f"{copy}: up to date and unedited")
    return 1 if lines else 0


def _edited(copy: Path, lock: Mapping[str, Any]) -> Iterator[str]:
    for name, now in touched(copy, lock["files"]).items():
        yield f"{copy / name}: {'missing' if now is None else 'edited by hand'}"


def _behind(copy: Path, lock: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    words = {
        "schema": "the schema changed",
        "options": "the options changed",
        "generator": "the generator changed",
    }
    for key, why in words.items():
        if lock[key] != now[key]:
            yield f"{copy}: behind its source: {why}"
            return


def _held(folder: Path) -> Package:
    """A package on the disk, in memory: its manifest's files."""
    manifest = read_manifest(folder)
    files = {
        name: (folder / name).read_text("utf-8")
        for name in manifest["files"]
        if (folder / name).is_file()
    }
    return Package(manifest["name"], files)


def compatibility(old: Package, new: Package) -> Iterator[str]:
    """A small table: does the old reader accept what the new schema writes, and the other way round? By running them."""
    readers = {"the copy": old.load().validator, "the source": new.load().validator}
    yield "reader        valid documents of the copy   valid documents of the source"
    for name, validator in readers.items():
        cells = [_accepted(validator, package) for package in (old, new)]
        yield f"{name:12}  {cells[0]:28}  {cells[1]}"


def _accepted(validator: Any, package: Package) -> str:
    documents = list(valid_documents(package))
    refused = [it for it in documents if not validator.is_valid(it)]
    if not refused:
        return f"accepts all {len(documents)}"
    return f"refuses {len(refused)} of {plural(len(documents), 'document')}"


def valid_documents(package: Package) -> Iterator[Any]:
    """The documents of fixtures.json that the whole schema accepts."""
    for group in json.loads(package.files.get("fixtures.json", "[]")):
        if group["schema"] == {"$ref": "schema.json"}:
            yield from (test["data"] for test in group["tests"] if test["valid"])
