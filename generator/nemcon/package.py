"""A generated package in memory: its files, and its modules without touching the disk."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Package:
    """The files of a package by their paths inside it, and what they define."""

    def __init__(self, name: str, files: Mapping[str, str]) -> None:
        self.name = name
        self.files = dict(files)

    def load(self) -> Any:
        """The package as a module whose attributes are its modules (`validator`, `models`, ...), imported on demand.

        Each call imports afresh, under a private name. The modules stay importable as long as the result is held.
        """
        from nemcon.loading import loaded

        return loaded(self.name, self.files)
