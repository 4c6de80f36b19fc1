"""Whether a package is what its schema and the generator would make today: told from digests, without rendering."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nemcon.commands.options import STDIN, folder_of, loaded, source_of
from nemcon.commands.publish import MANIFEST, digest_of, read_manifest
from nemcon.config import Settings

_TABLE: type[Any] = dict
_LIST: type[Any] = list


def is_fresh(settings: Settings) -> bool:
    """Whether generating would change nothing."""
    folder = folder_of(settings)
    manifest = read_manifest(folder)
    if settings.source == STDIN or not manifest:
        return False
    return not touched(folder, manifest["files"]) and why_stale(folder, manifest, settings) is None


def touched(folder: Path, files: Mapping[str, str]) -> dict[str, str | None]:
    """The files that are not as the manifest says, with the digests that they have (None: they are gone)."""
    found = {name: digest_of(folder / name) for name in files}
    return {name: now for name, now in found.items() if now != files[name]}


def why_stale(folder: Path, manifest: Mapping[str, Any], settings: Settings) -> str | None:
    """What has changed since the package was made, with the particulars behind a colon; None when nothing has."""
    from nemcon.pipeline import options_of
    from nemcon.render.manifest import fingerprint
    from nemcon.render.targets import chosen_targets

    if not _same_schema(folder, manifest, settings):
        return "schema changed"
    options = options_of(
        settings.assert_formats,
        settings.dialect,
        settings.python,
        settings.extras,
        settings.enums,
        settings.format_types,
        settings.allow_patterns,
    )
    if manifest.get("options") != options:
        return f"options changed{_options_changed(manifest.get('options'), options)}"
    if manifest.get("generator") != fingerprint():
        return "generator changed"
    targets = [target.name for target in chosen_targets(settings.targets)]
    if manifest.get("targets") != targets:
        return f"targets changed{_targets_changed(manifest.get('targets'), targets)}"
    return None


def _options_changed(before: Any, now: Mapping[str, Any]) -> str:
    """`: extras "keep" became "drop"`."""
    if not isinstance(before, _TABLE):
        return ""
    changed = [name for name in now if before.get(name) != now[name]]
    words = [f"{name} {_text(before.get(name))} became {_text(now[name])}" for name in changed]
    return f": {', '.join(words)}" if words else ""


def _targets_changed(before: Any, now: Sequence[str]) -> str:
    """`: models added, structs taken away`."""
    if not isinstance(before, _LIST):
        return ""
    words = [f"{name} added" for name in now if name not in before]
    words += [f"{name} taken away" for name in before if name not in now]
    return f": {', '.join(words)}" if words else ""


def files_of(settings: Settings) -> list[str] | None:
    """The files from which `is_fresh` told that a package is; None where what it is made of takes more to know."""
    folder = folder_of(settings)
    manifest = read_manifest(folder)
    if settings.source == STDIN or not _is_own_bundle(folder, manifest, settings):
        return None
    names = ("", MANIFEST, *manifest.get("files", ()))
    return [settings.source, *(str(folder / name) for name in names)]


def _same_schema(folder: Path, manifest: Mapping[str, Any], settings: Settings) -> bool:
    """Compares the schema with the bundle in the package."""
    if _is_own_bundle(folder, manifest, settings):
        return True
    from nemcon.read import read_schema
    from nemcon.render.manifest import digest, json_text

    graph = read_schema(
        source_of(settings),
        resources=loaded(settings),
        root=settings.root,
        dialect=settings.dialect,
        assert_formats=settings.assert_formats,
        format_types=settings.format_types,
        strict=settings.strict,
        allow_patterns=settings.allow_patterns,
    )
    return digest(json_text(graph.bundle)) == manifest.get("schema")


def _is_own_bundle(folder: Path, manifest: Mapping[str, Any], settings: Settings) -> bool:
    """Whether the schema is one text that says what the bundle says, as most do: the others have to be read."""
    from nemcon.read.documents import read_file

    bundle = folder / "schema.json"
    known = digest_of(bundle)
    if known is None or known != manifest.get("schema") or not _is_one_text(settings):
        return False
    source: Any = source_of(settings)
    text = source if settings.source == STDIN else read_file(Path(source), source)
    return _text(text.value) == _text(json.loads(bundle.read_bytes()))


def _is_one_text(settings: Settings) -> bool:
    return "#" not in settings.source and not settings.others


def _text(value: Any) -> str:
    return json.dumps(value)
