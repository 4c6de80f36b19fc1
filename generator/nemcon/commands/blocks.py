"""Files of documents cut into blocks, which are checked here or by other processes; memory does not grow with them."""

from __future__ import annotations

import json
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from time import perf_counter
from typing import Any, BinaryIO

from nemcon.commands.documents import STDIN
from nemcon.errors import UsageError
from nemcon.package import Package
from nemcon.records import dataclass, replace

BLOCK = 2 * 1024 * 1024
"""Bytes of a block of lines."""

LOOKED_AT = 20_000_000
"""Bytes that are read again at most to tell in which lines the faults of a document are."""

BATCH = 256
"""Lines that are checked together."""


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
    """One error of one document; `line` counts from the beginning of the block, or in a document that is one."""

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
        checker = Checker(package.load(), many=len(blocks) > 1)
        for block in blocks:
            yield block, _checked(checker, block)
        return
    from concurrent.futures import Future, ProcessPoolExecutor

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


_loaded: list[Checker] = []


def _load(name: str, files: dict[str, str]) -> None:
    _loaded.append(Checker(Package(name, files).load(), many=True))


def _in_process(block: Block) -> Checked:
    return _checked(_loaded[0], block)


class Checker:
    """Gives the errors of JSON texts.

    msgspec reads most texts exactly as JSON has them and refuses the rest; whatever it or the quick answer refuses is
    read and checked again, exactly. Where texts are many, those that come first tell whether decoding them into Structs
    is quicker still: it is for plain ones, and is not for those with unknown keys.
    """

    def __init__(self, modules: Any, *, many: bool) -> None:
        import msgspec

        self._modules = modules
        self._read: Callable[[bytes], Any] = msgspec.json.Decoder().decode
        self._is_valid: Callable[[Any], bool] = modules.validator.is_valid
        self._refusals = (msgspec.MsgspecError, ValueError, RecursionError)
        self._ways: list[Callable[[Sequence[bytes]], bool]] = [self._check]
        if many and "structs" in modules.__all__:
            self._ways.append(self._decode)

    def accepts(self, texts: Sequence[bytes]) -> bool:
        """Whether every text is a valid document, as far as the quick answer goes."""
        try:
            if len(self._ways) == 1 or len(texts) < BATCH:
                return self._ways[0](texts)
            took: dict[Callable[[Sequence[bytes]], bool], float] = {}
            for way in 2 * self._ways:
                start = perf_counter()
                if not way(texts):
                    return False
                took[way] = perf_counter() - start
            self._ways = [min(took, key=lambda way: took[way])]
            return True
        except self._refusals:
            return False

    def _check(self, texts: Sequence[bytes]) -> bool:
        return all(map(self._is_valid, map(self._read, texts)))

    def _decode(self, texts: Sequence[bytes]) -> bool:
        decode = self._modules.structs.decode
        for text in texts:
            decode(text)
        return True

    def errors(self, text: bytes) -> Sequence[Any]:
        """What is wrong with one text."""
        if self.accepts((text,)):
            return ()
        try:
            self._modules.typed_dicts.decode(text)
        except self._modules.validator.ValidationError as refused:
            errors: Sequence[Any] = refused.errors
            return errors
        return ()


def _checked(checker: Checker, block: Block) -> Checked:
    documents, lines, faults = 0, 0, list[Fault]()
    for texts in _texts(block):
        if checker.accepts(texts):
            documents += len(texts)
        else:
            for line, text in enumerate(texts, lines + 1):
                if not block.lines or text.strip():
                    documents += 1
                    if block.lines:
                        faults += _faults(checker, line, text.rstrip(b"\r\n"))
                    else:
                        faults += _placed(_faults(checker, line, text), text)
        lines += len(texts)
    return Checked(documents, lines, tuple(faults))


def _faults(checker: Checker, line: int, text: bytes) -> list[Fault]:
    return [
        Fault(line, it.instance_location, it.keyword_location, it.keyword, it.message)
        for it in checker.errors(text)
    ]


def _placed(faults: list[Fault], text: bytes) -> list[Fault]:
    """The faults of a document that has lines, each with its own; as many as can be looked for in a moment."""
    if b"\n" not in text.rstrip():
        return faults
    from nemcon.read.positions import find_json

    whole, known = text.decode("utf-8", "replace"), dict[str, int]()
    for fault in faults[: LOOKED_AT // len(text)]:
        if fault.keyword == "json":
            known[fault.instance_location] = _broken_line(whole) or fault.line
        elif fault.instance_location not in known:
            known[fault.instance_location] = find_json(whole, None, fault.instance_location)[0]
    return [replace(it, line=known.get(it.instance_location, it.line)) for it in faults]


def _broken_line(text: str) -> int | None:
    """The line in which a text stops being JSON, where that is its syntax; its last one where it is cut off."""
    try:
        json.loads(text.rstrip())
    except json.JSONDecodeError as error:
        return error.lineno
    except (ValueError, RecursionError):
        return None
    return None


def _texts(block: Block) -> Iterator[Sequence[bytes]]:
    """The document of a block, or its lines, a few hundred at a time."""
    try:
        with sys.stdin.buffer if block.file == STDIN else open(block.file, "rb") as stream:
            if not block.lines:
                yield (stream.read(),)
            elif block.end is None:
                yield from iter(lambda: list(islice(stream, BATCH)), [])
            else:
                yield from _lines(stream, block.start, block.end)
    except OSError as error:
        raise UsageError(f"{block.file}: cannot be read: {error.strerror or error}") from None


def _lines(stream: BinaryIO, at: int, end: int) -> Iterator[list[bytes]]:
    """The lines that begin from `at` to before `end`."""
    if at:
        stream.seek(at - 1)
        at += len(stream.readline()) - 1
    if at >= end:
        return
    data = stream.read(end - at)
    if not data.endswith(b"\n"):
        data += stream.readline()
    lines = data.removesuffix(b"\n").split(b"\n")
    for first in range(0, len(lines), BATCH):
        yield lines[first : first + BATCH]
