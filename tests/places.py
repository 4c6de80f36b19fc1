"""Where things are: the checkout, and the corpus of real data that may lie beside it.

The corpus is the folder that NEMCON_CORPUS names, else `../shared/corpus` beside the checkout; nothing of it is in the
project, and tests that need it are skipped where it is absent.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(os.environ.get("NEMCON_CORPUS") or ROOT.parent / "shared" / "corpus")
SCHEMA = ROOT / "schema" / "streaming_choice_response.schema.json"
GENERATED = ROOT / "generated" / "streaming_choice_response"

# The project stands alone: real data that others made may lie beside it, and nothing of it is in it.
needs_corpus = pytest.mark.skipif(
    not CORPUS.is_dir(),
    reason=f"the corpus is not in {CORPUS}: set NEMCON_CORPUS to where it is",
)


def small_schemas() -> Iterator[Any]:
    """The schemas of the corpus that are small and lead nowhere else, as parameters of a test."""
    manifest = CORPUS / "manifest.json"
    for entry in json.loads(manifest.read_text("utf-8")) if manifest.is_file() else ():
        path = CORPUS / entry["schema"]
        if not {"refs", "root", "unresolved"} & entry.keys() and path.stat().st_size < 12_000:
            yield pytest.param(path, id=entry["name"])
