"""`nemcon diff`: what a change of a schema means for documents, with documents that show it."""

from __future__ import annotations

import json
import os
import subprocess
import tarfile
from argparse import ArgumentParser, Namespace
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from nemcon.commands.differences import Difference, differences
from nemcon.commands.options import compiled, schema_options
from nemcon.commands.terminal import plural, say
from nemcon.commands.witnesses import Found, Witnesses
from nemcon.config import Settings, python_version
from nemcon.errors import NemconError, UsageError
from nemcon.pipeline import Compiled
from nemcon.read.graph import JSON
from nemcon.records import dataclass, replace

FAIL_ON = ("breaking", "readers", "writers", "any")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "old", metavar="OLD", help="a schema: a file, or REVISION:path as git has it"
    )
    parser.add_argument("new", metavar="NEW", help="the schema that takes its place")
    parser.add_argument(
        "--format", choices=("text", "json", "markdown"), default="text", help="(text)"
    )
    parser.add_argument(
        "--fail-on", choices=FAIL_ON, help="end with 1 when readers, writers or either may break"
    )
    schema_options(parser)


@dataclass(frozen=True)
class Change:
    """A difference, with a document that only the old schema accepts and one that only the new one does, if found."""

    difference: Difference
    only_old: Found = ()
    only_new: Found = ()

    @property
    def breaks(self) -> tuple[str, ...]:
        """`writers`: what they write may be refused from now on. `readers`: they refuse what may be written now."""
        return (*(["writers"] if self.only_old else []), *(["readers"] if self.only_new else []))

    @property
    def unknown(self) -> bool:
        return not self.breaks and not self.difference.annotation


def run(found: Namespace) -> int:
    with _opened(found.old, found) as old, _opened(found.new, found) as new:
        changes = list(changes_of(old, new))
    {"text": _text, "json": _json, "markdown": _markdown}[found.format](changes)
    return 1 if any(_fails(change, found.fail_on) for change in changes) else 0


def _fails(change: Change, on: str | None) -> bool:
    if on is None:
        return False
    if on == "any":
        return True
    return change.unknown or bool(change.breaks if on == "breaking" else on in change.breaks)


@contextmanager
def _opened(named: str, found: Namespace) -> Generator[Compiled]:
    """The schema of a file, or of a revision: then all that lies beside it in that revision is there too."""
    settings = Settings(
        source=named,
        name="schema",
        dialect=found.dialect,
        assert_formats=bool(found.assert_formats),
        python=python_version(found.python or "3.10"),
        resources=dict(it.rpartition("=")[::2] for it in found.resource),
    )
    revision, mark, path = named.partition(":")
    if not mark or os.path.exists(named.partition("#")[0]):
        yield compiled(settings, targets=("validator", "fixtures"))
        return
    with TemporaryDirectory() as folder:
        _extract(revision, path.partition("#")[0], folder)
        try:
            made = compiled(
                replace(settings, source=f"{folder}/{path}"), targets=("validator", "fixtures")
            )
        except NemconError as error:
            raise type(error)(*_renamed(error, f"{folder}/", f"{revision}:")) from None
        yield made


def _renamed(error: Any, before: str, after: str) -> tuple[Any, ...]:
    """The arguments of an error about a file of a revision, which the user knows by another name."""
    if hasattr(error, "position"):
        return (
            replace(error.position, file=error.position.file.replace(before, after)),
            error.problem,
        )
    return (str(error).replace(before, after),)


def _extract(revision: str, path: str, folder: str) -> None:
    """Puts the folder of a file, as a revision has it, into `folder`. Raises UsageError when git has no such thing."""
    parent = str(Path(path).parent)
    command = [
        "git",
        "archive",
        "--format=tar",
        revision,
        "--",
        *([] if parent == "." else [parent]),
    ]
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision")
    try:
        done = subprocess.run(command, capture_output=True, check=False)
    except OSError as error:
        raise UsageError(f"{revision}:{path}: git cannot be run: {error.strerror}") from None
    if done.returncode:
        why = done.stderr.decode("utf-8", "replace").strip().splitlines() or ["git archive failed"]
        raise UsageError(f"{revision}:{path}: {why[-1]}")
    with tarfile.open(fileobj=BytesIO(done.stdout)) as archive:
        for member in archive:
            if member.isfile():
                target = Path(folder, member.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                content = archive.extractfile(member)
                assert content is not None
                target.write_bytes(content.read())


def changes_of(old: Compiled, new: Compiled) -> Iterator[Change]:
    """Every difference with its witnesses."""
    found = differences(old.graph, new.graph)
    witnesses = Witnesses(old, new)
    explained = False
    for difference in found:
        change = Change(difference, *witnesses.of(difference))
        explained = explained or bool(change.breaks)
        yield change
    rest = witnesses.unexplained()
    if not explained and rest != ((), ()):
        yield Change(Difference("", "documents are judged otherwise"), *rest)


def _text(changes: Sequence[Change]) -> None:
    for change in changes:
        say(f"#{change.difference.place}: {change.difference.what}")
        for line in _told(change):
            say(f"    {line}")
    breaking = sum(bool(change.breaks) for change in changes)
    unknown = sum(change.unknown for change in changes)
    doubt = f", {unknown} unknown" if unknown else ""
    say(f"{plural(len(changes), 'change')}, {breaking} breaking{doubt}" if changes else "no change")


def _told(change: Change) -> Iterator[str]:
    if change.only_old:
        yield f"breaks writers: the new schema refuses {_short(change.only_old[0])}"
    if change.only_new:
        yield f"breaks readers: the old schema refuses {_short(change.only_new[0])}"
    if change.difference.annotation:
        yield "an annotation: judges no document"
    elif change.unknown:
        yield "unknown: no document was found that the two schemas judge otherwise because of it"


def _short(document: JSON) -> str:
    text = json.dumps(document)
    return text if len(text) <= 200 else f"{text[:197]}..."


def _json(changes: Sequence[Change]) -> None:
    print(json.dumps([_as_json(change) for change in changes], indent=2))


def _as_json(change: Change) -> dict[str, Any]:
    witnesses = {"only_old": change.only_old, "only_new": change.only_new}
    return {
        "place": change.difference.place,
        "what": change.difference.what,
        "annotation": change.difference.annotation,
        "breaks": list(change.breaks),
        "unknown": change.unknown,
        **{name: found[0] for name, found in witnesses.items() if found},
    }


def _markdown(changes: Sequence[Change]) -> None:
    if not changes:
        print("No change.")
        return
    print("| place | change | breaks | witness |\n|---|---|---|---|")
    for change in changes:
        breaks = " and ".join(change.breaks) or (
            "nothing" if change.difference.annotation else "unknown"
        )
        shown = [_short(it[0]) for it in (change.only_old, change.only_new) if it]
        cells = [
            f"`#{change.difference.place}`",
            change.difference.what,
            breaks,
            " ".join(f"`{it}`" for it in shown),
        ]
        print(f"| {' | '.join(_cell(cell) for cell in cells)} |")


def _cell(text: str) -> str:
    from nemcon.errors import printable

    return printable(text).replace("|", "\\|").replace("<", "&lt;")
