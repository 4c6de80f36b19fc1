"""The hostile corpus, run as a black box. Every sixth entry here; all of them where NEMCON_HOSTILE is set."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from places import CORPUS

CHECKER = CORPUS.parent / "tools" / "check_hostile.py"
MANIFEST = CORPUS / "hostile" / "manifest.json"
IMPORTS = (
    "msgspec",
    "importlib",
    "pathlib",
    "unittest",
    "copy",
    "collections",
    "base64",
    "unicodedata",
)
CALLS = ("Encoder", "Decoder", "JSONDecoder", "_writer", "_scanner", "_decoder")
SNIPPET = """
import importlib, pathlib, sys
folder = next(pathlib.Path(outdir).rglob("validator.py")).parent
sys.path.insert(0, str(folder.parent))
checks = importlib.import_module(folder.name + ".validator")
decoders = [importlib.import_module(f"{folder.name}.{name}") for name in ("models", "structs", "typed_dicts")]

def validate(value):
    answer = checks.is_valid(value)
    assert answer is (not list(checks.iter_errors(value)))
    return answer

def accepts(module, data):
    try:
        module.decode(data)
    except checks.ValidationError:
        return False
    return True

def validate_text(data):
    answers = {accepts(module, data) for module in decoders}
    assert len(answers) == 1
    return answers.pop()
"""


def _entries() -> list[str]:
    if not MANIFEST.is_file():
        return []
    found = json.loads(MANIFEST.read_text("utf-8"))
    entries = found["entries"] if isinstance(found, dict) else found
    names = [entry["id"] for entry in entries]
    return names if os.environ.get("NEMCON_HOSTILE") else names[::6]


@pytest.mark.tools
@pytest.mark.skipif(not CHECKER.is_file(), reason=f"there is no {CHECKER}: set NEMCON_CORPUS")
def test_hostile_schemas_and_documents(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(SNIPPET, "utf-8")
    report = tmp_path / "report.json"
    command = [
        sys.executable,
        str(CHECKER),
        "--python",
        sys.executable,
        "--jobs",
        "2",
        "--timeout",
        "60",
    ]
    command += ["--generate", f"{sys.executable} -m nemcon generate {{schema}} --out {{outdir}}"]
    command += [
        "--validate",
        f"@{snippet}",
        "--only",
        f"^({'|'.join(_entries())})$",
        "--report",
        str(report),
    ]
    command += [word for name in IMPORTS for word in ("--allow-import", name)]
    command += [word for name in CALLS for word in ("--allow-call", name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6_000:] + done.stderr[-2_000:]
    assert f"TOTAL {len(_entries())} 0" in " ".join(done.stdout.split())
