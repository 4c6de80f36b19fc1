"""Checks this copy of the package: that nobody touched its files, and that its modules agree. Needs Python alone.

Run it with `python -m PACKAGE.verify`, or as a script.
"""

import json
import sys
import unittest
from hashlib import sha256
from pathlib import Path
from typing import Any

_TABLE: type[Any] = dict


def listed(folder: Path) -> Any:
    """What manifest.json says; None when it is not there or says nothing of files."""
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    known = isinstance(manifest, _TABLE) and isinstance(manifest.get("files"), _TABLE)
    return manifest if known else None


def touched(folder: Path) -> list[str]:
    """What is not as manifest.json says, in words."""
    manifest = listed(folder)
    if manifest is None:
        return ["manifest.json: missing, or no manifest"]
    found: list[str] = []
    for name, digest in manifest["files"].items():
        path = folder / name
        if not path.is_file():
            found.append(f"{name}: missing")
        elif sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest() != digest:
            found.append(f"{name}: edited")
        elif sha256(path.read_bytes()).hexdigest() != digest:
            found.append(f"{name}: other line ends (CRLF); see .gitattributes")
    for path in sorted(folder.iterdir()):
        known = path.name == "manifest.json" or path.name in manifest["files"]
        if not known and not path.name.startswith((".", "__pycache__")):
            found.append(f"{path.name}: stray")
    return found


def package() -> str:
    """The name under which this copy is imported."""
    if __package__:
        return __package__
    folder = Path(__file__).resolve().parent
    sys.path[:1] = [str(folder.parent)]
    return folder.name


def main() -> int:
    """Prints what is wrong, and what was not tried; 0 when nothing is wrong."""
    found = touched(Path(__file__).parent)
    for line in found:
        print(line)
    if any(line.endswith((".py: missing", ".json: missing")) for line in found):
        print("whether the modules agree was not tried: files are missing")
        return 1
    suite = unittest.defaultTestLoader.loadTestsFromName(f"{package()}.test_agreement")
    result = unittest.TextTestRunner(verbosity=0).run(suite)
    for _, why in result.skipped:
        print(why)
    return 1 if found or not result.wasSuccessful() else 0


if __name__ == "__main__":
    sys.exit(main())
