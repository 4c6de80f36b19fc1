"""Writes read/generated: the generator checks schemas by validators that it made of their metaschemas.

Run by hand when templates or metaschemas change: `python -m nemcon.commands.make_metaschemas`. The templates that print
the validators are compiled anew with them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nemcon.commands import make_templates
from nemcon.pipeline import generate
from nemcon.read import metaschemas

FOLDER = Path(metaschemas.__file__).parent / "generated"


def texts() -> dict[str, str]:
    """The text of each module by its name."""
    made: dict[str, str] = {}
    for uri, name in metaschemas.VALIDATORS.items():
        schema: Any = metaschemas.contents(uri)
        made[f"{name}.py"] = generate(schema, name=name, targets=("validator",)).files[
            "validator.py"
        ]
    return made


def main() -> None:
    make_templates.main()
    for name, text in texts().items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
