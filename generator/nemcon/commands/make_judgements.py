"""Writes render/generated/judged: what the wall says of the statements that the packages of this repository consist of.

Run by hand when templates or the wall changed: `python -m nemcon.commands.make_judgements`. Until then the wall reads every
statement that it does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from nemcon.commands.make_templates import FOLDER
from nemcon.read.formats import folder
from nemcon.render.judgements import sources
from nemcon.render.shapes import Shapes
from nemcon.render.statements import Statement
from nemcon.render.wall import judged, names

FILE = FOLDER / "judged" / "__init__.py"
_TYPE = "dict[tuple[str, bool, bool, bool, bool], tuple[str, ...]]"
_LONGEST = 120
"""Longer shapes are not likely to come again."""


def text(packages: Iterable[Iterable[str]]) -> str:
    """The text of the module, from the modules of packages: what stands in several of them, and the shapes of all."""
    each = [judged(modules) for modules in packages]
    packages_with = Counter(statement for found in each for statement in found)
    shapes = Shapes(names())
    kept: dict[Statement, set[str]] = {}
    for statement, judgement in [it for found in each for it in found.items()]:
        shape = shapes.of(statement)
        if judgement is not None and packages_with[statement] > 1:
            kept.setdefault(judgement, set()).add(statement)
        if judgement is not None and len(shape) <= _LONGEST:
            kept.setdefault(judgement, set()).add(shape)
    lines = ['"""What the wall says of statements: see `nemcon.render.judgements`."""', ""]
    lines += [f"SOURCES = {sources()!r}", f"STATEMENTS: {_TYPE} = {{"]
    for said, statements in sorted((values(it), found) for it, found in kept.items()):
        lines += [f"    {said}: ("]
        lines += [f"        {ascii(it)}," for it in sorted(statements)]
        lines += ["    ),"]
    return "\n".join([*lines, "}", ""])


def values(it: Statement) -> tuple[str, bool, bool, bool, bool]:
    """What a judgement is made of."""
    return it.word, it.opens, it.in_functions, it.in_classes, it.in_modules


def packages() -> list[list[str]]:
    """The modules of the packages that are kept in the repository."""
    root = folder().parent
    folders = [*root.glob("tests/golden/*/expected"), *root.glob("generated/*")]
    return [[it.read_text("utf-8") for it in sorted(one.glob("*.py"))] for one in sorted(folders)]


def main() -> None:
    FILE.write_text(text(packages()), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
