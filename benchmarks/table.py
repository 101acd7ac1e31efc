"""The measured figures as a Markdown table, and its place in a page."""

from __future__ import annotations

import os
import platform
import subprocess
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from jobs import Demand
from measure import Sample, middle

BEGIN, END = "<!-- benchmark:begin -->", "<!-- benchmark:end -->"
HEADINGS = ("job", "wall", "CPU", "peak MB", "reached", "asked", "verdict")
PAGE = f"""\
# Performance

`python benchmarks/run.py --write docs/performance.md` generates registries of the size that the seeds' manifest
states, measures whole processes and writes this table. Every ratio compares medians of runs that took turns in
one session, so a slower machine changes the seconds and hardly the ratios.

{BEGIN}
{END}
"""


def render(
    samples: Mapping[str, Sequence[Sample]],
    demands: Sequence[Demand],
    memory: Mapping[str, float | None],
    own_peak: float,
    notes: Sequence[str],
) -> str:
    """The whole section: machine, table, notes."""
    medians = {job: middle(runs) for job, runs in samples.items() if runs}
    rows = [HEADINGS, ("---", "--:", "--:", "--:", "--:", "--:", "---")]
    for job, figures in medians.items():
        peak = memory.get(job) or figures.peak
        shown = f"{peak:.0f}" if peak > own_peak * 1.1 else f"< {own_peak * 1.1:.0f}"
        asked = [demand for demand in demands if demand.job == job]
        cells = (job, seconds(figures.wall), seconds(figures.cpu), shown)
        rows += [(*cells, *judge(demand, medians, memory)) for demand in asked[:1]] or [(*cells, "", "", "")]
        rows += [("", "", "", "", *judge(demand, medians, memory)) for demand in asked[1:]]
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return "\n\n".join((machine(), table, "\n".join(f"- {note}" for note in notes)))


def seconds(value: float) -> str:
    """A time in the unit that people read most easily."""
    return f"{value * 1000:.0f} ms" if value < 1 else f"{value:.2f} s"


def reach(demand: Demand, medians: Mapping[str, Sample], memory: Mapping[str, float | None]) -> float:
    """The figure that a demand limits."""
    own = medians[demand.job]
    if demand.over is None:
        return max(memory.get(demand.job) or 0.0, own.peak)
    other = medians[demand.over]
    return own.wall / other.wall if demand.figure == "wall" else own.cpu / other.cpu


def judge(demand: Demand, medians: Mapping[str, Sample], memory: Mapping[str, float | None]) -> tuple[str, str, str]:
    """Reached, asked, verdict."""
    reached = reach(demand, medians, memory)
    unit = "x" if demand.over else " MB"
    asked, verdict = "", ""
    if demand.limit is not None:
        asked = f"at most {demand.limit:g}{unit}"
        verdict = "met" if reached <= demand.limit else "**missed**"
    if demand.over is None:
        return f"{reached:.0f}{unit}", asked, verdict
    what = demand.over.rpartition(",")[0] or demand.over
    return f"{reached:.2f}{unit} of {what}, {figure_name(demand)}", asked, verdict


def figure_name(demand: Demand) -> str:
    """The figure in words."""
    return "CPU time" if demand.figure == "cpu" else "wall time"


def missed(
    samples: Mapping[str, Sequence[Sample]], demands: Sequence[Demand], memory: Mapping[str, float | None]
) -> list[str]:
    """The jobs that do not reach what is asked."""
    medians = {job: middle(runs) for job, runs in samples.items() if runs}
    return [
        demand.job for demand in demands if demand.limit is not None and reach(demand, medians, memory) > demand.limit
    ]


def machine() -> str:
    """What the figures were taken on, without naming it."""
    git = subprocess.run(("git", "--version"), capture_output=True, text=True, check=True).stdout.split()[2]
    affinity = getattr(os, "sched_getaffinity", None)
    cores = len(affinity(0)) if affinity else os.cpu_count()
    return (
        f"{cores} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}, "
        f"PyYAML {version('PyYAML')}, git {git}."
    )


def place(path: Path, section: str) -> None:
    """Put the section between the marks of a page; a page that is missing is begun."""
    page = path.read_text(encoding="utf-8") if path.exists() else PAGE
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"`{path}` has no lines `{BEGIN}` and `{END}`")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{before}{BEGIN}\n\n{section}\n\n{END}{after}", encoding="utf-8", newline="\n")
