"""Files of documents cut into blocks, which are checked here or by other processes; memory does not grow with them."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

from nemcon.commands.documents import STDIN, texts
from nemcon.errors import UsageError
from nemcon.package import Package

BLOCK = 2 * 1024 * 1024
"""Bytes of a block of lines."""


@dataclass(frozen=True)
class Block:
    """A part of a file: the lines that begin from `start` to before `end`, or one whole document (`lines` false)."""

    file: str
    lines: bool
    start: int
    end: int | None
    total: int

    @property
    def size(self) -> int:
        return 0 if self.end is None else self.end - self.start


@dataclass(frozen=True)
class Fault:
    """One error of one document; `line` counts from the beginning of the block."""

    line: int
    instance_location: str
    keyword_location: str
    keyword: str
    message: str


@dataclass(frozen=True)
class Checked:
    """What is known of a block."""

    documents: int
    lines: int
    faults: tuple[Fault, ...]


def blocks_of(file: str, lines: bool) -> Iterator[Block]:
    """The blocks of a file. Raises UsageError when it cannot be read."""
    try:
        size = 0 if file == STDIN or not os.path.isfile(file) else os.stat(file).st_size
        if file != STDIN:
            with open(file, "rb"):
                pass
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror or error}") from None
    if not lines or size <= BLOCK:
        yield Block(file, lines, 0, None, size)
        return
    for start in range(0, size, BLOCK):
        yield Block(file, lines, start, min(start + BLOCK, size), size)


def checked_blocks(
    package: Package, blocks: Sequence[Block], jobs: int
) -> Iterator[tuple[Block, Checked]]:
    """Every block with what is known of it, in order; with at most `jobs` processes."""
    jobs = min(jobs, len(blocks))
    if jobs <= 1:
        check = checker(package.load())
        for block in blocks:
            yield block, _checked(check, block)
        return
    with ProcessPoolExecutor(
        jobs, initializer=_load, initargs=(package.name, package.files)
    ) as pool:
        waiting: deque[tuple[Block, Future[Checked]]] = deque()
        for block in blocks:
            waiting.append((block, pool.submit(_in_process, block)))
            if len(waiting) > 2 * jobs:
                first, future = waiting.popleft()
                yield first, future.result()
        for first, future in waiting:
            yield first, future.result()


_Check = Callable[[bytes], Sequence[Any]]
_loaded: list[_Check] = []


def _load(name: str, files: dict[str, str]) -> None:
    _loaded.append(checker(Package(name, files).load()))


def _in_process(block: Block) -> Checked:
    return _checked(_loaded[0], block)


def checker(modules: Any) -> _Check:
    """What gives the errors of a JSON text.

    msgspec reads most texts exactly as JSON has them and refuses the rest; whatever it or the quick answer refuses is
    read and checked again, exactly.
    """
    import msgspec

    read, is_valid = msgspec.json.Decoder().decode, modules.validator.is_valid
    decode, refusal = modules.typed_dicts.decode, modules.validator.ValidationError

    def check(text: bytes) -> Sequence[Any]:
        try:
            if is_valid(read(text)):
                return ()
        except (msgspec.MsgspecError, ValueError, RecursionError):
            pass
        try:
            decode(text)
        except refusal as refused:
            errors: Sequence[Any] = refused.errors
            return errors
        return ()

    return check


def _checked(check: _Check, block: Block) -> Checked:
    documents, line, faults = 0, 0, list[Fault]()
    for line, text in _texts(block):
        if block.lines and text.isspace():
            continue
        documents += 1
        for error in check(text):
            faults.append(
                Fault(
                    line,
                    error.instance_location,
                    error.keyword_location,
                    error.keyword,
                    error.message,
                )
            )
    return Checked(documents, line, tuple(faults))


def _texts(block: Block) -> Iterator[tuple[int, bytes]]:
    """The document of a block, or its lines, with their numbers."""
    if block.end is None:
        yield from texts(block.file, block.lines)
        return
    try:
        with open(block.file, "rb") as stream:
            yield from _lines(stream, block.start, block.end)
    except OSError as error:
        raise UsageError(f"{block.file}: cannot be read: {error.strerror or error}") from None


def _lines(stream: Any, at: int, end: int) -> Iterator[tuple[int, bytes]]:
    number = 0
    if at:
        stream.seek(at - 1)
        at += len(stream.readline()) - 1
    while at < end:
        line = stream.readline()
        if not line:
            return
        at += len(line)
        number += 1
        yield number, line
