"""Where things are: the checkout, and the corpus of real data that may lie beside it.

The corpus is the folder that NEMCON_CORPUS names, else `../shared/corpus` beside the checkout; nothing of it is in the
project, and tests that need it are skipped where it is absent.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CORPUS = Path(os.environ.get("NEMCON_CORPUS") or ROOT.parent / "shared" / "corpus")
SCHEMA = ROOT / "schema" / "streaming_choice_response.schema.json"
GENERATED = ROOT / "generated" / "streaming_choice_response"

needs_corpus = pytest.mark.skipif(
    not CORPUS.is_dir(),
    reason=f"the corpus is not in {CORPUS}: set NEMCON_CORPUS to where it is",
)
