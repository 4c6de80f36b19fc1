"""Prints the lowest version that pyproject.toml allows of each dependency, as constraints for pip."""

from __future__ import annotations

import re
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
LOWEST = re.compile(r'"([A-Za-z0-9_.-]+)>=([0-9.]+)')


def lowest() -> list[str]:
    """A line for each requirement in `dependencies`. Runs before anything is installed."""
    text = PYPROJECT.read_text(encoding="utf-8")
    start, end = text.index("\ndependencies = ["), text.index("\n[dependency-groups]")
    return [f"{name}=={version}" for name, version in LOWEST.findall(text[start:end])]


if __name__ == "__main__":
    print("\n".join(lowest()))
