"""`nemcon diff`: what a change of a schema means for documents, with documents that show it."""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import Any

from nemcon.commands.differences import Difference, differences
from nemcon.commands.directions import Way
from nemcon.commands.options import compiled, reading_options
from nemcon.commands.reports import Finding, format_option, report
from nemcon.commands.revisions import Trees
from nemcon.commands.sides import sides
from nemcon.commands.terminal import plural, say, shortened
from nemcon.commands.witnesses import Pair, Witness, Witnesses
from nemcon.config import Settings
from nemcon.pipeline import Compiled
from nemcon.records import dataclass, replace

FAIL_ON = ("breaking", "readers", "writers", "any")


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "old",
        metavar="OLD",
        help="a schema: a file or a configured package, or REVISION:either as git has it (:either in the index)",
    )
    parser.add_argument("new", metavar="NEW", help="the schema that takes its place")
    format_option(parser, "markdown")
    parser.add_argument(
        "--fail-on", choices=FAIL_ON, help="end with 1 when readers, writers or either may break"
    )
    reading_options(parser)


@dataclass(frozen=True)
class Change:
    """A difference, with a document that only the old schema accepts and one that only the new one does, if found."""

    difference: Difference
    only_old: Witness | None = None
    only_new: Witness | None = None

    @property
    def breaks(self) -> tuple[str, ...]:
        """`writers`: what they write may be refused from now on. `readers`: they refuse what may be written now."""
        return (*(["writers"] if self.only_old else []), *(["readers"] if self.only_new else []))

    @property
    def unknown(self) -> tuple[str, ...]:
        """Whom it may break as well: nobody when the only side that it can break is known."""
        if self.difference.annotation:
            return ()
        return tuple(it for it in _MAY_BREAK[self.difference.way] if it not in self.breaks)


_MAY_BREAK: dict[Way | None, Sequence[str]] = {
    None: ("writers", "readers"),
    "narrower": ("writers",),
    "wider": ("readers",),
}


def run(found: Namespace) -> int:
    with ExitStack() as stack:
        trees = Trees(stack)
        with trees.named_as_given():
            before, after = sides(found, trees)
            old, new = (compiled(it, targets=("validator", "fixtures")) for it in (before, after))
        changes = changes_of(old, new)
        file = _file(found.new, after)
        findings = [
            _finding(change, new, file, trees, _fails(change, found.fail_on)) for change in changes
        ]
    told = {"text": _text, "json": _json, "markdown": _markdown}.get(found.format)
    if told is None:
        report("diff", findings, found.format)
    else:
        told(changes)
    return 1 if any(_fails(change, found.fail_on) for change in changes) else 0


def _fails(change: Change, on: str | None) -> bool:
    if on is None:
        return False
    if on == "any":
        return True
    sides = (*change.breaks, *change.unknown)
    return bool(sides) if on == "breaking" else on in sides


def changes_of(old: Compiled, new: Compiled) -> list[Change]:
    """Every difference with its witnesses; documents that none explains are due to the only one that may, or to all together."""
    witnesses = Witnesses(old, new)
    every = [Change(it, *witnesses.of(it)) for it in differences(old.graph, new.graph)]
    only_old, only_new = witnesses.unexplained(
        [it.difference for it in every if it.only_old],
        [it.difference for it in every if it.only_new],
    )
    if only_old and (last := _last(every, "writers")):
        every[every.index(last)], only_old = replace(last, only_old=only_old), None
    if only_new and (last := _last(every, "readers")):
        every[every.index(last)], only_new = replace(last, only_new=only_new), None
    left = (
        only_old if _open(every, "writers") else None,
        only_new if _open(every, "readers") else None,
    )
    return [*every, *([_together(left, every)] if any(left) else [])]


def _last(every: Sequence[Change], side: str) -> Change | None:
    """The only change that may break a side, where none is known to."""
    unknown = [it for it in every if side in it.unknown]
    return unknown[0] if len(unknown) == 1 and not _breaking(every, side) else None


def _open(every: Sequence[Change], side: str) -> bool:
    """Whether what is known of the changes may not be all that breaks a side."""
    return any(side in it.unknown for it in every) or not _breaking(every, side)


def _breaking(every: Sequence[Change], side: str) -> bool:
    return any(side in it.breaks for it in every)


def _together(found: Pair, every: Sequence[Change]) -> Change:
    """What is known of all changes and not of one; the side that it does not show is as unknown as the changes say."""
    way: Way | None = None if all(found) else "narrower" if found[0] else "wider"
    what = "documents are judged otherwise"
    if any(it.unknown for it in every):
        return Change(Difference("", f"all changes together: {what}", way=way), *found)
    return Change(Difference("", what), *found)


def _file(named: str, settings: Settings) -> str:
    """The file of a schema as the user knows it."""
    shown = named if ":" in named and not os.path.exists(named) else settings.source
    return shown.partition("#")[0]


def _finding(change: Change, new: Compiled, named: str, trees: Trees, fails: bool) -> Finding:
    """A change as the other commands tell findings: in the file that says it, `named` is the schema's own.

    A place that only the old schema has gets no line.
    """
    place, lines = change.difference.place, "; ".join(_told(change))
    nodes = [node for node in new.graph.nodes.values() if node.pointer == place]
    at = new.graph.locate(nodes[0].origin) if nodes else None
    level = "error" if change.breaks or fails else "warning" if change.unknown else "note"
    rule = (
        f"breaks {' and '.join(change.breaks)}"
        if change.breaks
        else "unknown" if change.unknown else "meaning kept"
    )
    line, column = (at.line, at.column) if at is not None else (0, 0)
    own = new.graph.locate(new.graph[new.graph.root].origin).file
    file = named if at is None or at.file == own else trees.shown(at.file)
    return Finding(
        file, rule, f"{change.difference.what}: {lines}", line, place, level=level, column=column
    )


def _text(changes: Sequence[Change]) -> None:
    for change in changes:
        say(f"#{change.difference.place}: {change.difference.what}")
        for line in _told(change):
            say(f"    {line}")
    breaking = sum(bool(change.breaks) for change in changes)
    unknown = sum(bool(change.unknown) for change in changes)
    doubt = f", {unknown} unknown" if unknown else ""
    meaning = f"{breaking} breaking{doubt}" if breaking or unknown else "no change of meaning"
    say(f"{plural(len(changes), 'change')}, {meaning}" if changes else "no change")


def _told(change: Change) -> Iterator[str]:
    if change.only_old:
        yield f"breaks writers: the new schema refuses {_short(change.only_old)}"
    if change.only_new:
        yield f"breaks readers: the old schema refuses {_short(change.only_new)}"
    if change.difference.annotation:
        yield "judges no document"
    elif change.breaks and change.unknown:
        yield f"unknown: no document was found that shows whether it breaks {change.unknown[0]} too"
    elif len(change.unknown) == 1:
        yield f"unknown: it can only break {change.unknown[0]}, and no document was found that shows it"
    elif change.unknown:
        yield "unknown: no document was found that the two schemas judge otherwise because of it"
    if change.difference.hint:
        yield f"hint: {change.difference.hint}"


def _short(witness: Witness) -> str:
    text = json.dumps(witness.document)
    subject = f" as {witness.definition}" if witness.definition else ""
    return f"{shortened(text)}{subject}"


def _json(changes: Sequence[Change]) -> None:
    print(json.dumps([_as_json(change) for change in changes], indent=2))


def _as_json(change: Change) -> dict[str, Any]:
    witnesses = {"only_old": change.only_old, "only_new": change.only_new}
    found = {name: it for name, it in witnesses.items() if it is not None}
    definition = next((it.definition for it in found.values() if it.definition), None)
    return {
        "place": change.difference.place,
        "what": change.difference.what,
        "annotation": change.difference.annotation,
        "breaks": list(change.breaks),
        "unknown": list(change.unknown),
        **({"definition": definition} if definition else {}),
        **({"hint": change.difference.hint} if change.difference.hint else {}),
        **{name: it.document for name, it in found.items()},
    }


def _markdown(changes: Sequence[Change]) -> None:
    if not changes:
        print("No change.")
        return
    print("| place | change | breaks | witness |\n|---|---|---|---|")
    for change in changes:
        breaks = _breaks(change)
        shown = [_short(it) for it in (change.only_old, change.only_new) if it]
        cells = [
            f"`#{change.difference.place}`",
            change.difference.what,
            breaks,
            " ".join(f"`{it}`" for it in shown),
        ]
        print(f"| {' | '.join(_cell(cell) for cell in cells)} |")


def _breaks(change: Change) -> str:
    sides = " and ".join(change.breaks)
    if sides and change.unknown:
        return f"{sides}; {change.unknown[0]} unknown"
    return sides or ("unknown" if change.unknown else "nothing")


def _cell(text: str) -> str:
    from nemcon.errors import printable

    return printable(text).replace("|", "\\|").replace("<", "&lt;")
