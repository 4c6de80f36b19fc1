"""Variables of generated functions: named after the properties they hold."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Iterable

from nemcon.model.names import attribute_names, digest

TAKEN = frozenset(dir(builtins)) | frozenset(
    "value item name index errors at found count seen place closest re".split()
)
"""What the functions call, and their own variables."""


def local_names(keys: Iterable[str]) -> dict[str, str]:
    """The variable for each property: its name in Python, an underscore behind it where that is taken."""
    wanted = {
        key: f"{name}_" if name in TAKEN else name for key, name in attribute_names(keys).items()
    }
    uses = Counter(wanted.values())
    return {
        key: f"{name.rstrip('_')}_{digest(key)}" if uses[name] > 1 else name
        for key, name in wanted.items()
    }
