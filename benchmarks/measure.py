"""Measuring: functions in alternating rounds, ratios within a round, medians over the rounds."""

from __future__ import annotations

import gc
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from timeit import Timer
from typing import Any

ROUNDS = 9
SECONDS = 0.02
"""How long one function runs in one round."""

Call = tuple[Callable[[Any], object], Any]
"""A function and what it is called with."""


@dataclass(frozen=True)
class Times:
    """The seconds of one call by name, one for each round; what is compared was measured in the same round."""

    rounds: Mapping[str, Sequence[float]]

    def __getitem__(self, name: str) -> float:
        return median(self.rounds[name])

    def ratio(self, name: str, base: str) -> float:
        return median(one / other for one, other in zip(self.rounds[name], self.rounds[base]))


def in_process(calls: Mapping[str, Call], rounds: int = ROUNDS, seconds: float = SECONDS) -> Times:
    """CPU time of each call; the order turns from round to round."""
    timers = {
        name: Timer("f(x)", timer=time.process_time, globals={"f": function, "x": argument})
        for name, (function, argument) in calls.items()
    }
    numbers = {name: _number(timer, seconds) for name, timer in timers.items()}
    names = list(calls)
    found: dict[str, list[float]] = {name: [] for name in names}
    gc.collect()
    for turn in range(rounds):
        for place in range(len(names)):
            name = names[(turn + place) % len(names)]
            found[name].append(timers[name].timeit(numbers[name]) / numbers[name])
    return Times(found)


def _number(timer: Timer, seconds: float) -> int:
    number = 1
    while True:
        taken = timer.timeit(number)
        if taken >= seconds / 4:
            return max(1, round(number * seconds / taken))
        number *= 4


@dataclass(frozen=True)
class Run:
    """What a process took: CPU seconds with its children, and the most memory at once in megabytes."""

    seconds: float
    megabytes: float


def process(command: Sequence[str]) -> Run:
    """Runs a command to its end, with bytecode kept as Python does by itself. Raises CalledProcessError when it fails."""
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    child = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return Run(
        used.ru_utime + used.ru_stime, used.ru_maxrss / (1 if sys.platform == "darwin" else 1024)
    )


def processes(
    commands: Mapping[str, Sequence[str]], rounds: int = 7
) -> tuple[Times, dict[str, float]]:
    """CPU seconds of each command in alternating rounds after one to warm up, and the median of its memory."""
    found: dict[str, list[Run]] = {name: [] for name in commands}
    names = list(commands)
    for command in commands.values():
        process(command)
    for turn in range(rounds):
        for place in range(len(names)):
            name = names[(turn + place) % len(names)]
            found[name].append(process(commands[name]))
    times = Times({name: [run.seconds for run in runs] for name, runs in found.items()})
    return times, {name: median(run.megabytes for run in runs) for name, runs in found.items()}


def geometric(values: Iterable[float]) -> float:
    """The geometric mean."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms))
