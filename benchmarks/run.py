"""Measures the toolkit on generated registries and says which promises about time and memory it keeps."""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from pathlib import Path

from jobs import (
    Demand,
    compare_peers,
    comparison_jobs,
    find_tool,
    growth_jobs,
    layout_jobs,
    prime,
    prove_comparison,
    prove_cross_references,
    startup_jobs,
    summarise,
)
from measure import Job, RunError, interleave, peak_of_all
from peers import PATIENCE, peer_jobs
from table import missed, place, render
from trees import KINDS, Editor, copy, make

ROUNDS, QUICK_ROUNDS = 5, 3
PEER_ROUNDS = 3
PEER_ROUNDS_TEXT = f"{PEER_ROUNDS} times, or once where a run takes longer than {PATIENCE:.0f} s"


def main() -> int:
    """Read the arguments and measure; 1 when a run failed or, with --strict, when a demand is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help=f"{QUICK_ROUNDS} rounds, peers once")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the table between the marks of this page")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the trees here, and use those kept before")
    parser.add_argument("--strict", action="store_true", help="exit 1 when something asked is not reached")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory(prefix="alvara-benchmark-") as temporary:
            work = Path(temporary)
            kept = options.keep or work
            kept.mkdir(parents=True, exist_ok=True)
            section, failed = measure(kept.resolve(), work, options.quick)
    except RunError as failure:
        print(failure, file=sys.stderr)
        return 1
    print(section)
    if options.write:
        place(options.write, section)
    return 1 if failed and options.strict else 0


def measure(kept: Path, work: Path, quick: bool) -> tuple[str, list[str]]:
    """Generate, prime, measure in turns, and render."""
    rounds = QUICK_ROUNDS if quick else ROUNDS
    tool, caches = find_tool(), work / "caches"
    say("generating the registries")
    trees = {kind: make(kept, kind) for kind in KINDS}
    say("checking what the toolkit sees")
    seen = summarise(tool, trees["domain1"], caches / "summary")
    jobs, demands = startup_jobs(tool, trees["domain1"])
    proofs: list[tuple[Job, Editor]] = []
    comparisons: list[tuple[Job, Editor]] = []
    for layout in ("domain", "resource"):
        tree = trees[f"{layout}1"]
        editor = Editor(copy(tree, work / f"{layout}-edited"))
        more, asked = layout_jobs(tool, layout, tree, editor, caches)
        jobs += more
        demands += asked
        for warm in more[3:5]:
            prime(warm)
        proofs.append((more[4], editor))
        changed = Editor(copy(tree, work / f"{layout}-compared"))
        changed.edit()
        changed.commit()
        more, asked = comparison_jobs(tool, layout, changed.tree, caches)
        jobs += more
        demands += asked
        for warm in more:
            prime(warm)
        comparisons.append((more[1], changed))
    more, asked = growth_jobs(tool, trees["domain10"], caches)
    peers, skipped = peer_jobs(trees["domain1"], work, 1 if quick else PEER_ROUNDS)
    jobs += [*more, *peers]
    demands += [*asked, *compare_peers(peers)]
    samples = interleave(jobs, rounds, say)
    say("asking for a broken reference")
    for job, editor in proofs:
        prove_cross_references(job, editor)
    for job, editor in comparisons:
        prove_comparison(job, editor)
    say("adding up memory")
    memory = {job.name: peak_of_all(job) for job in jobs if limits_memory(job, demands)}
    own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    notes = [*explain(seen, rounds, peers, quick), *skipped]
    return render(samples, demands, memory, own_peak, notes), missed(samples, demands, memory)


def limits_memory(job: Job, demands: list[Demand]) -> bool:
    """True when something is asked about the memory of the job."""
    return any(demand.job == job.name and demand.figure == "memory" for demand in demands)


def explain(seen: str, rounds: int, peers: list[Job], quick: bool) -> list[str]:
    """What the reader of the table has to know."""
    notes = [
        f"The registry: {seen}.",
        f"Medians of {rounds} rounds; in each round every job ran once, one after the other.",
        "Every measured check had every rule on, ended with exit code 0, and noticed a reference broken by a "
        "changed file afterwards.",
        "A base is the commit before, in which one file is another; before each of these runs, and of the run that "
        "compares nothing, the answer that was kept was taken away, so that all of them looked.",
        "Peak memory is the largest process; where a limit is asked, all processes of the job together. The system "
        "reports no peak below that of the process that measures.",
    ]
    if peers:
        notes.append(
            f"The neighbouring tools ran on the tree with one file a domain, {'once' if quick else PEER_ROUNDS_TEXT}; "
            "they do the part of the work that is named, and no references between files."
        )
    return notes


def say(text: str) -> None:
    """Progress, beside the table."""
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
