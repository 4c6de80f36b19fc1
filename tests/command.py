"""The command line, called in this process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from nemcon.commands.main import main

SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Reading",
    "type": "object",
    "properties": {"level": {"type": "integer", "minimum": 0}, "unit": {"enum": ["m", "ft"]}},
    "required": ["level"],
}


@dataclass(frozen=True)
class Done:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


class Place:
    """A folder to work in, with `reading.json` in it."""

    def __init__(self, folder: Path, capture: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capture = capture
        self.schema(SCHEMA)

    def schema(self, schema: object, name: str = "reading.json") -> Path:
        return self.write(name, schema if isinstance(schema, str) else json.dumps(schema, indent=2))

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        return path

    def run(self, *words: str | Path) -> Done:
        """Runs a command in the folder."""
        self._capture.readouterr()
        try:
            code = main([str(word) for word in words])
        except SystemExit as ended:
            code = int(ended.code or 0)
        printed = self._capture.readouterr()
        return Done(code, printed.out, printed.err)

    def files(self, folder: str = "generated/reading") -> set[str]:
        return (
            {path.name for path in (self.folder / folder).iterdir()}
            if (self.folder / folder).is_dir()
            else set()
        )


@pytest.fixture
def place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Place:
    """An empty folder with a schema, where commands run."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    return Place(tmp_path, capsys)


def process(folder: Path, *words: str | Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Runs a command in a process of its own, as the shell would."""
    script = Path(sys.executable).with_name("nemcon")
    options.setdefault("capture_output", True)
    options.setdefault("stdin", subprocess.DEVNULL)
    cache = os.environ.get("XDG_CACHE_HOME", os.devnull)
    said = {"NO_COLOR": "1", "XDG_CACHE_HOME": cache, **options.pop("env", {})}
    environment = {**os.environ, **said}
    return subprocess.run(
        [str(script), *map(str, words)], cwd=folder, env=environment, check=False, **options
    )
