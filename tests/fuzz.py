"""Fuzzes nemcon: `python tests/fuzz.py reader|validator|decoders --seconds N --findings FOLDER [--engine hypothesis]`.

Guided by coverage (needs atheris), or drawn by hypothesis. Every kind of failure is kept once in the folder: what was asked,
and beside it what happened. Exit code 1 when there was one.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import TYPE_CHECKING

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

if TYPE_CHECKING:
    from fuzzing import Source

SLOW = 20
"""Seconds of CPU time that one answer may take."""


class Slow(BaseException):
    pass


class Watch:
    """Asks until the time is up, and keeps what fails."""

    def __init__(self, part: str, seconds: int, findings: Path) -> None:
        from fuzzing import ASKED

        self.part = part
        self.asked = ASKED[part]
        self.findings = findings
        self.until = time.monotonic() + seconds
        self.count = 0
        self.seen: set[str] = set()

    def ask(self, source: Source, said: Callable[[], bytes]) -> None:
        if time.monotonic() > self.until:
            print(
                f"{self.part}: {self.count} inputs, {len(self.seen)} kinds of failure", flush=True
            )
            os._exit(1 if self.seen else 0)
        self.count += 1
        signal.setitimer(signal.ITIMER_PROF, SLOW)
        try:
            self.asked(source)
        except (Exception, Slow) as error:
            self._keep(said(), error)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _keep(self, said: bytes, error: BaseException) -> None:
        frames = traceback.extract_tb(error.__traceback__)
        last = frames[-1] if frames else None
        place = f"{Path(last.filename).stem}-{last.lineno}" if last else "nowhere"
        if isinstance(error, (Slow, RecursionError)):
            place = "anywhere"
        kind = f"{self.part}-{type(error).__name__}-{place}"
        kind = kind.replace("<", "").replace(">", "").replace("/", "_")
        if isinstance(error, AssertionError):
            kind += f"-{hash(str(error)[:40]) & 0xFFFF:x}"
        if kind not in self.seen and len(self.seen) < 200:
            self.seen.add(kind)
            (self.findings / f"{kind}.bytes").write_bytes(said)
            text = "".join(traceback.format_exception(error))[-6_000:]
            (self.findings / f"{kind}.txt").write_text(
                text, encoding="utf-8", errors="backslashreplace"
            )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=("reader", "validator", "decoders"))
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    parser.add_argument("--engine", choices=("atheris", "hypothesis"), default="atheris")
    found = parser.parse_args()
    found.findings.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGPROF, _too_slow)
    signal.signal(
        signal.SIGALRM, signal.SIG_IGN
    )  # atheris would end everything when a second is over
    run = _guided if found.engine == "atheris" else _drawn
    run(found.part, found.seconds, found.findings)


def _guided(part: str, seconds: int, findings: Path) -> None:
    import atheris

    # noqa below: what is imported here is not used here (F401), importing it inside of this block is what instruments it.
    with atheris.instrument_imports(include=["nemcon", "jinja2"]):
        import fuzzing
        import nemcon.fixtures
        import nemcon.model
        import nemcon.package
        import nemcon.render  # noqa: F401
        from nemcon.read import read_schema  # noqa: F401
    watch = Watch(part, seconds, findings)
    if part != "reader":
        for package in fuzzing.packages():
            for name in ("validator", "models", "structs", "typed_dicts"):
                _instrument(getattr(package, name), atheris.instrument_func)
    corpus = findings / f"corpus-{part}"
    corpus.mkdir(exist_ok=True)
    options = ("-max_len=4096", "-rss_limit_mb=0", "-timeout=0", "-verbosity=0", "-seed=1")
    atheris.Setup(
        [sys.argv[0], str(corpus), *options],
        lambda data: watch.ask(fuzzing.Source(data), lambda: data),
    )
    atheris.Fuzz()


def _instrument(module: ModuleType, instrument: Callable[[FunctionType], object]) -> None:
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            instrument(value)


def _drawn(part: str, seconds: int, findings: Path) -> None:
    from fuzzing import Drawn

    watch = Watch(part, seconds, findings)
    round_ = 0
    while True:
        round_ += 1

        @seed(round_)
        @settings(
            max_examples=1_000,
            deadline=None,
            database=None,
            suppress_health_check=[*HealthCheck],
        )
        @given(st.data())
        def ask(data: st.DataObject) -> None:
            drawn = Drawn(data.draw)
            watch.ask(drawn, lambda: repr(drawn.said).encode())

        ask()


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise Slow


if __name__ == "__main__":
    main()
