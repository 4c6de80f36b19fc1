"""Writes render/generated: the templates as Python modules, and what the targets declare.

Run by hand when templates change: `python -m nemcon.commands.make_templates`. Until then they are compiled in every run.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from nemcon.render import environment
from nemcon.render.compiler import compiled
from nemcon.render.targets import declarations, parsed

FOLDER = Path(environment.__file__).parent / "generated"


def texts() -> dict[str, str]:
    """The text of each module by its file."""
    templates = environment.templates_folder()
    made = {"__init__.py": '"""The templates, compiled: see `nemcon.render.compiler`."""\n'}
    for path in sorted(templates.rglob("*.jinja")):
        name = path.relative_to(templates).as_posix()
        made[f"{environment.module_name(name)}.py"] = compiled(name, path.read_text("utf-8"))
    declared = declarations()
    made["targets.py"] = (
        '"""What the targets declare: see `nemcon.render.targets`."""\n\n'
        f"TEXTS = {_table(declared)}\nSAID: dict[str, dict[str, object]] = {_table(parsed(declared))}\n"
    )
    return made


def _table(values: Mapping[str, object]) -> str:
    lines = [f"    {name!r}: {value!r}," for name, value in values.items()]
    return "\n".join(["{", *lines, "}"])


def main() -> None:
    made = texts()
    for path in FOLDER.glob("*.py"):
        if path.name not in made:
            path.unlink()
    for name, text in made.items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
