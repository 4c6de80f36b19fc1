"""Files and their URIs: which are paths below the lowest folder that holds what the references name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote, unquote

from nemcon.records import dataclass

MAX_LEVELS = 64
"""References may lead so many folders above that of the schema."""
_OUTSIDE = "_"
"""What a folder above the root is called: its name is nobody's business."""


@dataclass(frozen=True)
class Folders:
    """The folder of a schema, the root outside of which no file is read, and `levels`: how far above the folder URIs begin.

    `shown` is the folder as the user would name it.
    """

    folder: Path
    root: Path
    shown: str
    levels: int = 0

    @property
    def _inside(self) -> tuple[str, ...]:
        """The steps from the root to the folder."""
        return self.folder.relative_to(self.root).parts

    @property
    def _above(self) -> tuple[str, ...]:
        """What stands for the folders between where URIs begin and the root."""
        return (_OUTSIDE,) * max(0, self.levels - len(self._inside))

    def uri(self, file: str) -> str:
        """The URI of what is called `file` in the folder; it may be below it."""
        inside = self._inside
        steps = inside[max(0, len(inside) - self.levels) :]
        return "/".join([*self._above, *map(quote, steps), quote(file)])

    def find(self, uri: str) -> tuple[Path, str] | None:
        """The file that a relative URI names and how to call it before the user; None when it is not below the root."""
        steps = [unquote(step) for step in uri.split("/")]
        above, rest = self._above, steps[len(self._above) :]
        if ".." in steps or tuple(steps[: len(above)]) != above or not rest:
            return None
        start = self.folder
        for _ in range(self.levels - len(above)):
            start = start.parent
        return self._file(start, "/".join(rest))

    def beside(self, path: str, levels: int) -> tuple[Path, str] | None:
        """The same for a percent-encoded path from so many folders above the schema's."""
        if levels > len(self._inside):
            return None
        start = self.folder if not levels else self.folder.parents[levels - 1]
        return self._file(start, unquote(path))

    def out_of(self, uri: str) -> str | None:
        """The root, when a relative URI leads out of it."""
        above = self._above
        if not above or tuple(uri.split("/")[: len(above)]) == above:
            return None
        return str(self.root) if os.path.isabs(self.shown) else os.path.relpath(self.root)

    def _file(self, start: Path, name: str) -> tuple[Path, str] | None:
        """Links are followed before it is asked whether a file is below the root."""
        try:
            path = (start / name).resolve()
            if not path.is_relative_to(self.root) or not path.is_file():
                return None
        except (OSError, ValueError, RuntimeError):
            return None
        return path, os.path.normpath(
            os.path.join(self.shown, os.path.relpath(start, self.folder), name)
        )


def folders(files: Sequence[str], root: str | os.PathLike[str] | None, levels: int) -> Folders:
    """The folder that files share. It is the root too, unless it is below `root`."""
    each = [Path(file).resolve().parent for file in files]
    folder = Path(os.path.commonpath(each))
    given = folder if root is None else Path(root).resolve()
    alone = str(Path(files[0]).parent)
    shown = alone if len(files) == 1 or os.path.isabs(alone) else os.path.relpath(folder)
    return Folders(folder, given if folder.is_relative_to(given) else folder, shown, levels)
