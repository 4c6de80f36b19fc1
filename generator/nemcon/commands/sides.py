"""The two schemas that are compared: files, configured packages, or either as a revision of git has them."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from nemcon.commands.options import configured, for_file, overridden, resources_named
from nemcon.commands.revisions import Tree, Trees
from nemcon.config import Settings, configuration
from nemcon.errors import UsageError
from nemcon.records import dataclass, replace


@dataclass(frozen=True)
class Side:
    """A schema and how it is read; `known`: it is configured. `tree` is the revision it is from, None for the working tree."""

    settings: Settings
    known: bool
    tree: Tree | None

    def like(self, other: Side) -> Side:
        """The same schema; one that nobody configured is read as the other one, with what its own revision has."""
        if self.known or not other.known:
            return self
        mine = self.settings
        resources = {
            uri: place
            for uri, file in other.settings.resources.items()
            if (place := _place(file, other.tree, self.tree)) is not None
        }
        borrowed = replace(
            other.settings,
            source=mine.source,
            others=mine.others,
            root=mine.root,
            resources=resources,
        )
        return replace(self, settings=borrowed)


def sides(found: Namespace, trees: Trees) -> list[Settings]:
    """How the schemas that a command line names as `old` and `new` are read; what it says itself holds for both."""
    old, new = (_side(named, trees) for named in (found.old, found.new))
    return [_told(side, found, trees) for side in (old.like(new), new.like(old))]


def _side(named: str, trees: Trees) -> Side:
    revision, mark, path = named.partition(":")
    if not mark or os.path.exists(named.partition("#")[0]):
        known = configuration(Path.cwd())
        package = None if os.path.exists(named.partition("#")[0]) else configured(named, known)
        settings = package or for_file(named, known)
        return Side(settings, settings in known.packages, None)
    tree = trees.of(revision, named)
    known = configuration(tree.here, tree.folder)
    file, hash_, pointer = path.partition("#")
    source = tree.find(file)
    package = configured(path, known) if source is None else None
    if source is None and package is None:
        raise UsageError(f"{named}: cannot be read: No such file or directory")
    settings = package or for_file(f"{source}{hash_}{pointer}", known)
    files = (settings.source, *settings.others, *settings.resources.values())
    for place in [Path(it.partition("#")[0]) for it in files]:
        if place.is_relative_to(tree.folder):
            tree.instead_of(str(tree.top / place.relative_to(tree.folder)))
    tree.lay_out_below(Path(settings.root or Path(settings.source.partition("#")[0]).parent))
    return Side(settings, settings in known.packages, tree)


def _told(side: Side, found: Namespace, trees: Trees) -> Settings:
    """The settings of a side, with what the command line says; its resources are of the side's revision too."""
    settings = overridden(side.settings, found, None)
    resources = dict(settings.resources)
    for uri, file in resources_named(found).items():
        resources[uri] = _resource(file, side.tree, trees)
    return replace(settings, name="schema", resources=resources)


def _resource(file: str, tree: Tree | None, trees: Trees) -> str:
    revision, mark, path = file.partition(":")
    if mark and not os.path.exists(file):
        place = trees.of(revision, file).find(path)
        file, shown = str(place), file
    else:
        place = Path(file) if tree is None else tree.instead_of(file)
        shown = file if tree is None else f"{tree.revision}:{file}"
    if place is None:
        raise UsageError(f"{shown}: cannot be read: No such file or directory")
    return str(place)


def _place(file: str, here: Tree | None, there: Tree | None) -> str | None:
    """A file of one tree as another has it; None when it has not."""
    if here is not None:
        inside = Path(file).is_relative_to(here.folder)
        file = str(here.top / Path(file).relative_to(here.folder)) if inside else file
    place = Path(file) if there is None else there.instead_of(file)
    return None if place is None or not place.exists() else str(place)
