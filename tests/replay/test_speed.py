"""Comparing with the release before costs no more than checking the tree once again."""

import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from statistics import median

from tests.replay.history import History

ROOT = Path(__file__).resolve().parents[2]
EVERY = 3
"""Which steps are measured; a person who wants to know them all writes 1."""


def test_the_median_step_takes_at_most_twice_as_long_as_a_warm_check(history: History, tmp_path: Path) -> None:
    steps = list(pairwise(history.trees))[::EVERY]
    for _, head in steps:
        _seconds(history.trees[head], tmp_path, "--base", "none")  # so that the next ones find what it remembers
    taken = {
        step: [
            min(pair)
            for pair in zip(*(_both(history.trees[step[1]], tmp_path, step[0]) for _ in range(3)), strict=True)
        ]
        for step in steps
    }
    alone, compared = (median(one[which] for one in taken.values()) for which in (0, 1))
    ratio = median(one[1] / one[0] for one in taken.values())
    print(f"{1000 * alone:.0f} ms alone, {1000 * compared:.0f} ms compared, {ratio:.2f} times")  # noqa: T201  pytest -s

    assert ratio <= 2


def _both(tree: Path, cache: Path, base: str) -> tuple[float, float]:
    compared = _seconds(tree, cache, "--base", base)
    return _seconds(tree, cache, "--base", "none"), compared


def _seconds(tree: Path, cache: Path, *options: str) -> float:
    """Give the seconds of the processor that a check takes, which others at work disturb less than those of the clock.

    An answer that was kept would only be printed again; it is taken away, and what else is remembered stays. Python's
    own compiling is left out of it: what is installed is compiled.
    """
    for answer in cache.glob("alvara/*.answer"):
        answer.unlink()
    known = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    surroundings = {**known, "PYTHONPATH": str(ROOT / "tools"), "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-m", "alvara", "check", *options]
    running = subprocess.Popen(command, cwd=tree, env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    _, status, used = os.wait4(running.pid, 0)
    running.returncode = os.waitstatus_to_exitcode(status)
    with running:
        assert running.stderr is not None
        assert (running.returncode in (0, 1), running.stderr.read()) == (True, b"")
    return used.ru_utime + used.ru_stime
