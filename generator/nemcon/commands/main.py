"""The command line: finds the command, runs it, and turns every refusal into one line and an exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from nemcon.errors import NemconError, printable

COMMANDS = {
    "generate": "write the package of a schema",
    "check": "tell whether generated packages are up to date and unedited",
    "agree": "show that every target says the same as the schema",
    "validate": "check documents against a schema",
    "explain": "tell what nemcon makes of a schema",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command. Returns 0 (fine), 1 (findings), 2 (wrong usage) or 3 (a schema that cannot be compiled)."""
    try:
        return _run(list(sys.argv[1:] if arguments is None else arguments))
    except NemconError as error:
        return _refused(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _refused("interrupted", 130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (RecursionError, MemoryError):
        return _refused("the schema is too large or nested too deep for this machine (at #)", 3)
    except OSError as error:
        return _refused(f"{error.filename or 'output'}: {error.strerror or error}", 2)


def _refused(message: str, code: int) -> int:
    print(f"nemcon: {printable(message)}", file=sys.stderr)
    return code


def _run(arguments: list[str]) -> int:
    parser = _Parser(prog="nemcon", description="One JSON Schema in, Python code of several kinds out.")
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=_Parser)
    wanted = next((word for word in arguments if word in COMMANDS), None)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(name, help=summary, description=summary.capitalize() + ".")
        if name == wanted:
            import_module(f"nemcon.commands.{name}").arguments(command)
    found = parser.parse_args(arguments)
    if found.version:
        from importlib.metadata import version

        print(f"nemcon {version('nemcon')}")
        return 0
    if found.command is None:
        parser.print_help()
        return 2
    code: int = import_module(f"nemcon.commands.{found.command}").run(found)
    return code


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> None:  # type: ignore[override]
        from nemcon.errors import UsageError

        raise UsageError(f"{message} ({self.prog} --help tells more)")


if __name__ == "__main__":
    sys.exit(main())
