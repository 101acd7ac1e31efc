"""Runs whole processes and says what each one took: wall time, CPU time and peak memory."""

from __future__ import annotations

import math
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

MEBIBYTE = 1024 * 1024
PAUSE = 0.02


@dataclass(frozen=True, slots=True)
class Job:
    """A command to measure, and what to do before each run.

    `runs` limits how often it runs; one whose first run took longer than `patience` seconds is not repeated.
    """

    name: str
    command: tuple[str, ...]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    before: Callable[[], None] | None = None
    accepted: frozenset[int] = frozenset({0})
    runs: int | None = None
    patience: float = math.inf


@dataclass(frozen=True, slots=True)
class Sample:
    """What one run took; `peak` is the largest process, in MB."""

    wall: float
    cpu: float
    peak: float
    code: int


class RunError(Exception):
    """A measured command did not end as it must; the message shows its output."""


def run(job: Job) -> Sample:
    """Run a job once."""
    if job.before:
        job.before()
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            job.command,
            cwd=job.folder,
            env={**clean_environment(), **job.environment},
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in job.accepted:
            output.seek(0)
            raise RunError(describe(job, process.returncode, output.read()))
    return Sample(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode)


def describe(job: Job, code: int, output: bytes) -> str:
    """Why a run does not count, with the end of what it printed."""
    text = output.decode(errors="replace")
    shown = text if len(text) < 4000 else f"{text[:2000]}\n[...]\n{text[-2000:]}"
    return f"{job.name}: exit code {code} of `{' '.join(job.command)}` in {job.folder}\n{shown}"


def clean_environment() -> dict[str, str]:
    """The caller's environment without what would change how Python and git start."""
    return {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GIT_"))}


def interleave(jobs: Sequence[Job], rounds: int, report: Callable[[str], None]) -> dict[str, list[Sample]]:
    """Run every job once a round, so that a busy minute touches all of them alike."""
    samples: dict[str, list[Sample]] = {job.name: [] for job in jobs}
    for number in range(rounds):
        report(f"round {number + 1} of {rounds}")
        for job in jobs:
            if is_due(job, samples[job.name]):
                samples[job.name].append(run(job))
    return samples


def is_due(job: Job, done: Sequence[Sample]) -> bool:
    """True when the job wants another run."""
    enough = job.runs is not None and len(done) >= job.runs
    return not enough and not (done and done[0].wall > job.patience)


def middle(samples: Sequence[Sample]) -> Sample:
    """The median of each figure."""
    return Sample(
        median(sample.wall for sample in samples),
        median(sample.cpu for sample in samples),
        median(sample.peak for sample in samples),
        samples[-1].code,
    )


def peak_of_all(job: Job) -> float | None:
    """The most memory, in MB, that all processes of a job held together; None where the system does not tell.

    Proportional shares are added, so pages that a forked process shares with its parent count once. Sampling
    disturbs the job: it is run once more for this.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        return None
    if job.before:
        job.before()
    process = subprocess.Popen(
        job.command,
        cwd=job.folder,
        env={**clean_environment(), **job.environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    peak = 0
    while process.poll() is None:
        peak = max(peak, sum(map(proportional_bytes, members(process.pid))))
        time.sleep(PAUSE)
    return peak / MEBIBYTE


def members(session: int) -> list[Path]:
    """The processes of a session."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and os.getsid(int(entry.name)) == session:
                found.append(entry)
        except ProcessLookupError:
            continue
    return found


def proportional_bytes(process: Path) -> int:
    """The memory of one process, with its share of what others use too; 0 when it has ended."""
    try:
        for line in (process / "smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0
