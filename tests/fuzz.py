"""Fuzzes nemcon, guided by coverage: `python tests/fuzz.py reader|validator|decoders --seconds N --findings FOLDER`.

Every kind of failure is kept once in the folder: the bytes, and beside them what happened. Exit code 1 when there was
one. Needs atheris.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from types import FrameType, FunctionType, ModuleType

import atheris

SLOW = 20
"""Seconds that one answer may take."""


class Slow(BaseException):
    pass


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=("reader", "validator", "decoders"))
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--findings", type=Path, default=Path("fuzz-findings"))
    found = parser.parse_args()
    # noqa below: what is imported here is not used here (F401), importing it inside of this block is what instruments it.
    with atheris.instrument_imports(include=["nemcon", "jinja2"]):
        import fuzzing
        import nemcon.fixtures
        import nemcon.model
        import nemcon.package
        import nemcon.render  # noqa: F401
        from nemcon.read import read_schema  # noqa: F401
    ask = fuzzing.ASKED[found.part]
    if found.part != "reader":
        for package in fuzzing.packages():
            for name in ("validator", "models", "structs", "typed_dicts"):
                _instrument(getattr(package, name))
    corpus = found.findings / f"corpus-{found.part}"
    corpus.mkdir(parents=True, exist_ok=True)
    seen: set[str] = set()
    until = time.monotonic() + found.seconds
    count = 0

    def one(data: bytes) -> None:
        nonlocal count
        count += 1
        if time.monotonic() > until:
            print(f"{found.part}: {count} inputs, {len(seen)} kinds of failure", flush=True)
            os._exit(1 if seen else 0)
        signal.alarm(SLOW)
        try:
            ask(data)
        except (Exception, Slow) as error:
            _keep(found.findings, found.part, data, error, seen)
        finally:
            signal.alarm(0)

    signal.signal(signal.SIGALRM, _too_slow)
    atheris.Setup(
        [
            sys.argv[0],
            str(corpus),
            "-max_len=4096",
            "-rss_limit_mb=0",
            "-timeout=0",
            "-verbosity=0",
            "-seed=1",
        ],
        one,
    )
    atheris.Fuzz()


def _instrument(module: ModuleType) -> None:
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            atheris.instrument_func(value)


def _too_slow(number: int, frame: FrameType | None) -> None:
    raise Slow


def _keep(folder: Path, part: str, data: bytes, error: BaseException, seen: set[str]) -> None:
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    place = f"{Path(last.filename).stem}-{last.lineno}" if last else "nowhere"
    if isinstance(error, (Slow, RecursionError)):
        place = "anywhere"
    kind = (
        f"{part}-{type(error).__name__}-{place}".replace("<", "").replace(">", "").replace("/", "_")
    )
    if isinstance(error, AssertionError):
        kind += f"-{hash(str(error)[:40]) & 0xFFFF:x}"
    if kind not in seen and len(seen) < 200:
        seen.add(kind)
        (folder / f"{kind}.bytes").write_bytes(data)
        text = "".join(traceback.format_exception(error))[-6_000:]
        (folder / f"{kind}.txt").write_text(text, encoding="utf-8", errors="backslashreplace")


if __name__ == "__main__":
    main()
