"""Everything nemcon says when it refuses: one line, with the place, the cause and what to do."""

from __future__ import annotations

from nemcon.records import dataclass


def printable(text: str) -> str:
    """`text` with every character escaped that could change how a terminal shows the line."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "surrogatepass").decode()
        for char in text
    )


class NemconError(Exception):
    """A refusal with a message for the user; `exit_code` is what the command line ends with."""

    exit_code = 2


class UsageError(NemconError):
    """Wrong arguments or configuration, or a place that cannot be read or written (exit code 2)."""


@dataclass(frozen=True)
class Position:
    """A place in a schema text: `file` as the user named it, 1-based `line` and `column`, JSON Pointer."""

    file: str
    line: int
    column: int
    pointer: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: #{self.pointer}"


class SchemaError(NemconError):
    """A schema that cannot be compiled (exit code 3)."""

    exit_code = 3

    def __init__(self, position: Position, problem: str) -> None:
        self.position = position
        self.problem = problem
        super().__init__(printable(f"{position}: {problem}"))


class GeneratorFault(NemconError):
    """A file that nemcon has made and will not give to anyone: a fault of its own (exit code 3)."""

    exit_code = 3

    def __init__(self, problem: str) -> None:
        super().__init__(f"#: a fault of nemcon's own: {printable(problem)}; nothing was written")
