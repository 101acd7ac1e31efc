"""How the time that some work takes grows when there is four times as much to do."""

from collections.abc import Callable, Iterator
from gc import collect, freeze
from time import process_time
from typing import Any, TypeVar

FOUR_TIMES, LEAST = 4, 0.04
"""How much more the second input is, and the seconds of the processor below which nobody asks how they came about."""

MOST = 8
"""Four times the work takes four times as long, or a little more; what grows with the square takes sixteen times."""

Input = TypeVar("Input")


def growth(make: Callable[[int], Input], work: Callable[[Input], Any], size: int) -> float:
    """Say how many times as long work takes on an input of four times the size; the calmest of three tries counts."""
    collect()
    freeze()  # whatever other tests left behind is not looked through again before every measurement
    small, large = make(size), make(size * FOUR_TIMES)
    _seconds(work, small)
    tries: list[float] = []
    for _ in range(3):
        longer = _seconds(work, large)
        if longer < LEAST:
            return 0.0
        tries.append(longer / _seconds(work, small))
        if tries[-1] < MOST:
            break
    return min(tries)


def _seconds(work: Callable[[Input], Any], given: Input) -> float:
    collect()
    start = process_time()
    done = work(given)
    if isinstance(done, Iterator):
        for _ in done:
            pass
    return max(process_time() - start, 1e-4)
