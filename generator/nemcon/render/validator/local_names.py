"""Names inside the module: variables after the properties they hold, functions and constants after their schema."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Iterable

from nemcon.model.names import attribute_names, digest, snake

LONGEST = 48

TAKEN = frozenset(dir(builtins)) | frozenset(
    "value item name index errors at found count seen place closest re accepts evaluated known outer partial limit expected member".split()
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


def private_name(name: str) -> str:
    """What the functions of the schema `name` are called behind their prefix; long names end in a digest."""
    text = snake(name)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 7].rstrip('_')}_{digest(name)}"
