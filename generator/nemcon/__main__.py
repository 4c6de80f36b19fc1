"""The process of the command line: the script `nemcon`, and `python -m nemcon`."""

import os
import sys


def run() -> int:
    """Runs the command in a process of its own, which Ctrl-C ends without fuss; returns the exit code."""
    import signal

    signal.signal(signal.SIGINT, _interrupted)
    from nemcon.commands.main import main

    return main()


def _interrupted(number: int, frame: object) -> None:
    """Nothing has to be put in order: what is written is written, what has no name yet is gone."""
    os.write(2, b"nemcon: interrupted\n")
    os._exit(130)


if __name__ == "__main__":
    if sys.path and sys.path[0] in ("", os.getcwd()):
        del sys.path[0]
    sys.exit(run())
