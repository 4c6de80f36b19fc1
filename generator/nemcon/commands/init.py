"""`nemcon init`: a first schema, and the table that has its package generated."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress
from pathlib import Path

from nemcon.commands.staging import put
from nemcon.commands.terminal import say
from nemcon.config import configuration
from nemcon.errors import UsageError
from nemcon.pipeline import checked_name

SCHEMA = """\
{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "title": "%s",
  "description": "What a gauge measured.",
  "type": "object",
  "properties": {
    "gauge": {"type": "string", "minLength": 1},
    "level": {"type": "number"},
    "unit": {"enum": ["m", "ft"], "default": "m"},
    "remark": {"type": ["string", "null"]}
  },
  "required": ["gauge", "level"]
}
"""
TABLE = """\
[tool.nemcon]
out = "generated"

[tool.nemcon.packages.%s]
source = "schema/%s.schema.json"
"""


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "name", nargs="?", default="reading", metavar="NAME", help="the first package (reading)"
    )


def run(found: Namespace) -> int:
    name = checked_name(found.name)
    known = configuration(Path.cwd()).path
    if known is not None:
        raise UsageError(f"{known}: has a [tool.nemcon] table already, so nothing was written")
    schema, project = Path("schema", f"{name}.schema.json"), Path("pyproject.toml")
    if schema.exists() or schema.is_symlink():
        raise UsageError(f"{schema}: is there already, so nothing was written")
    before = project.read_bytes().decode("utf-8") if project.exists() else ""
    table = f"{before.rstrip()}\n\n{TABLE % (name, name)}".lstrip("\n")
    if "\r\n" in before:
        table = table.replace("\r\n", "\n").replace("\n", "\r\n")
    title = "".join(word.capitalize() for word in name.split("_"))
    _write(schema, SCHEMA % title, project, table)
    say(f"wrote {schema} and [tool.nemcon] in {project}; now run: nemcon generate")
    return 0


def _write(schema: Path, text: str, project: Path, table: str) -> None:
    """Both files or none. Raises UsageError when they cannot be written."""
    new = not schema.parent.exists()
    try:
        schema.parent.mkdir(exist_ok=True)
        put(schema.parent, schema.name, text.encode())
        put(Path.cwd(), project.name, table.encode())
    except OSError as error:
        with suppress(OSError):
            schema.unlink(missing_ok=True)
            if new:
                schema.parent.rmdir()
        why = error.strerror or error
        raise UsageError(
            f"{schema} and {project}: cannot be written: {why}; nothing was written"
        ) from None
