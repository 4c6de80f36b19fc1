"""The command line: finds the command, runs it, and turns every refusal into one line and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

from nemcon.commands import terminal
from nemcon.errors import NemconError, UsageError, printable

if TYPE_CHECKING:
    from argparse import ArgumentParser

COMMANDS = {
    "generate": "write the package of a schema",
    "check": "tell whether generated packages are up to date and unedited",
    "agree": "show that every target says the same as the schema",
    "validate": "check documents against a schema",
    "explain": "tell what nemcon makes of a schema, or of a place in it",
    "diff": "tell what a change of a schema means for documents",
    "vendor": "copy a package to where nemcon is not",
    "init": "write a first schema and configuration",
    "completion": "print what makes a shell complete nemcon's commands",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command. Returns 0 (fine), 1 (findings), 2 (wrong usage) or 3 (a schema that cannot be compiled)."""
    if arguments is None:
        _print_anything()
    try:
        own = arguments is None
        code = _run(list(sys.argv[1:] if arguments is None else arguments), own)
        sys.stdout.flush()
        return code
    except NemconError as error:
        return _refused(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _refused("interrupted", 130)
    except BrokenPipeError:
        _abandon_output()
        return 1
    except (RecursionError, MemoryError):
        return _refused("#: this is too large or nested too deep for this machine", 3)
    except OSError as error:
        _abandon_output()
        return _refused(f"{error.filename or 'output'}: {error.strerror or error}", 2)
    except Exception as error:
        if os.environ.get("NEMCON_DEBUG"):
            raise
        kind = type(error).__name__
        return _refused(
            f"#: a fault of nemcon's own ({kind}: {error}); NEMCON_DEBUG=1 shows where", 3
        )


def _print_anything() -> None:
    """What a stream cannot encode is printed escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _abandon_output() -> None:
    """Nothing more can be printed: what is left is not worth a complaint at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refused(message: str, code: int) -> int:
    print(f"nemcon: {printable(message)}", file=sys.stderr)
    return code


def parser_of(wanted: str | None) -> ArgumentParser:
    """The parser of the whole command line; only the command `wanted` knows its arguments (all when None)."""
    from argparse import ArgumentParser, HelpFormatter

    def help_of(prog: str) -> HelpFormatter:
        return HelpFormatter(prog, width=terminal.columns() - 2)

    class Parser(ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise UsageError(f"{message} (see {self.prog} --help)")

    parser = Parser(
        prog="nemcon",
        description="One JSON Schema in, Python code of several kinds out.",
        formatter_class=help_of,
    )
    parser.add_argument("--version", action="store_true", help="print the version and exit")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name,
            help=summary,
            description=f"{summary.capitalize()}.",
            formatter_class=help_of,
        )
        if wanted is None or name == wanted:
            import_module(f"nemcon.commands.{name}").arguments(command)
    return parser


def _run(arguments: list[str], own: bool) -> int:
    """Runs a command; `own` says whether the arguments are those of the process."""
    wanted = next((word for word in arguments if not word.startswith("-")), "")
    if wanted and wanted not in COMMANDS:
        raise UsageError(f"there is no command {wanted!r}{_meant(wanted, COMMANDS)}")
    parser = parser_of(wanted)
    found, unknown = parser.parse_known_args(arguments)
    if unknown:
        raise UsageError(_unknown(wanted, unknown[0]))
    if found.version:
        from importlib.metadata import version

        print(f"nemcon {version('nemcon')}")
        return 0
    if found.command is None:
        parser.print_help()
        return 2
    found.words = arguments if own else None
    code: int = import_module(f"nemcon.commands.{found.command}").run(found)
    return code


def _unknown(command: str, word: str) -> str:
    """What to say of a word that a command does not know."""
    from argparse import ArgumentParser

    if not word.startswith("-"):
        return f"unexpected argument {word!r} (see nemcon {command} --help)"
    parser = ArgumentParser()
    if command:
        import_module(f"nemcon.commands.{command}").arguments(parser)
    known = ["--version", *vars(parser)["_option_string_actions"]]
    return f"there is no option {word!r}{_meant(word, known) or f' (see nemcon {command} --help)'}"


def _meant(word: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word.partition("=")[0], list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""
