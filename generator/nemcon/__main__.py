"""The process of the command line: the script `nemcon`, and `python -m nemcon`."""

import gc
import os
import sys


def run() -> int:
    """Runs the command in a process of its own, which Ctrl-C ends without fuss; returns the exit code, or ends at once."""
    import signal

    signal.signal(signal.SIGINT, _interrupted)
    gc.set_threshold(_GARBAGE)
    _open_closed()
    code = _run()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return code
    # What is in memory goes with the process: taking it apart takes as long as publishing.
    os._exit(code)


def _open_closed() -> None:
    """What is said where nobody listens goes nowhere; and no file gets the number of a stream that was closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nothing = open(os.devnull, mode, encoding="utf-8")  # noqa: SIM115 (open to the end)
            setattr(sys, name, nothing)


def _run() -> int:
    from nemcon.commands.memory import noted

    said = noted(sys.argv[1:]) if sys.argv[1:2] == ["generate"] else None
    if said is not None and _said(said):
        return 0
    from nemcon.commands.main import main

    return main()


def _said(text: str) -> bool:
    """Whether the text could be printed."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        return False
    return True


def _here() -> str:
    """The folder that the user stands in; nothing where it is gone."""
    try:
        return os.getcwd()
    except OSError:
        return ""


_GARBAGE = 100_000
"""So many new objects until Python looks for garbage: most of what a run makes is needed to its end."""


def _interrupted(number: int, frame: object) -> None:
    """Nothing has to be put in order: what is written is written, what has no name yet is gone."""
    os.write(2, b"nemcon: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    if sys.path and sys.path[0] in ("", _here()):
        del sys.path[0]
    sys.exit(run())
