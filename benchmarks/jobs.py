"""What is measured, and what is asked of it."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from blueprint import SEEDS
from measure import Job, RunError, clean_environment, describe
from trees import Editor

HERE = Path(__file__).resolve().parent
LAYOUTS = {"domain": "one file a domain", "resource": "one file a resource"}


@dataclass(frozen=True, slots=True)
class Demand:
    """A figure of a job over the same figure of another job, or in MB without one; a limit where one is asked."""

    job: str
    figure: str
    limit: float | None
    over: str | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """How the toolkit is started."""

    command: tuple[str, ...]
    environment: dict[str, str]

    def check(self, name: str, tree: Path, cache: Path) -> Job:
        """A job that checks a whole registry with every rule."""
        command = (*self.command, "check", "--base", "none")
        return Job(name, command, tree, self.environment | {"XDG_CACHE_HOME": str(cache)})


def find_tool() -> Tool:
    """The console script beside this Python, else the module, else the module in this repository."""
    script = Path(sys.executable).parent / "alvara"
    if script.exists():
        return Tool((str(script),), {})
    module = (sys.executable, "-m", "alvara")
    if importlib.util.find_spec("alvara"):
        return Tool(module, {})
    return Tool(module, {"PYTHONPATH": str(HERE.parent / "tools")})


def cold(tool: Tool, name: str, tree: Path, cache: Path) -> Job:
    """A check that starts from an empty cache, every time."""

    def empty() -> None:
        shutil.rmtree(cache, ignore_errors=True)
        cache.mkdir(parents=True)

    job = tool.check(name, tree, cache)
    return Job(job.name, job.command, job.folder, job.environment, before=empty)


def layout_jobs(tool: Tool, layout: str, tree: Path, editor: Editor, caches: Path) -> tuple[list[Job], list[Demand]]:
    """Everything that is measured on one layout of the seeds' registry."""
    where = LAYOUTS[layout]
    parse = f"yaml.load of every file, {where}"
    first, again, one = (f"check, {state}, {where}" for state in ("no cache", "nothing changed", "one file changed"))
    status, edited_status = f"git status, {where}", f"git status after the change, {where}"
    porcelain = ("git", "status", "--porcelain")
    edited = tool.check(one, editor.tree, caches / f"{layout}-edited")
    jobs = [
        Job(parse, (sys.executable, str(HERE / "floor.py"), str(tree)), tree),
        cold(tool, first, tree, caches / f"{layout}-cold"),
        Job(status, porcelain, tree),
        tool.check(again, tree, caches / f"{layout}-warm"),
        Job(edited.name, edited.command, edited.folder, edited.environment, before=editor.edit),
        Job(edited_status, porcelain, editor.tree),
    ]
    demands = [
        Demand(first, "wall", 0.40, parse),
        Demand(first, "cpu", 0.70, parse),
        Demand(first, "memory", 200),
        Demand(again, "wall", 3, status),
        Demand(one, "wall", 5, edited_status),
    ]
    return jobs, demands


def comparison_jobs(tool: Tool, layout: str, tree: Path, caches: Path) -> tuple[list[Job], list[Demand]]:
    """A comparison with a base in which one file is another, beside a check of the same tree that compares nothing.

    Both look: an answer that was kept is taken away before each run, and what else is remembered stays.
    """
    where, cache = LAYOUTS[layout], caches / f"{layout}-compared"

    def forget() -> None:
        for answer in cache.glob("alvara/*.answer"):
            answer.unlink()

    alone, compared = f"check, nothing to compare with, {where}", f"check, one file is another in the base, {where}"
    job = tool.check(alone, tree, cache)
    command = (*tool.command, "check", "--base", "HEAD~1")
    jobs = [
        Job(alone, job.command, tree, job.environment, before=forget),
        Job(compared, command, tree, job.environment, before=forget),
    ]
    return jobs, [Demand(compared, figure, 2, alone) for figure in ("wall", "cpu")]


def startup_jobs(tool: Tool, folder: Path) -> tuple[list[Job], list[Demand]]:
    """How long it takes to say a version, beside an interpreter that does nothing."""
    floor, version = "python -c pass", "--version"
    jobs = [
        Job(floor, (sys.executable, "-c", "pass"), folder),
        Job(version, (*tool.command, "--version"), folder, tool.environment),
    ]
    return jobs, [Demand(version, "wall", 1.5, floor)]


def compare_peers(peers: list[Job]) -> list[Demand]:
    """How long other tools take, over the check that starts from nothing."""
    return [Demand(peer.name, "wall", None, f"check, no cache, {LAYOUTS['domain']}") for peer in peers]


def growth_jobs(tool: Tool, tree: Path, caches: Path) -> tuple[list[Job], list[Demand]]:
    """The same check with ten times the domains."""
    large = f"check, no cache, ten times the domains, {LAYOUTS['domain']}"
    small = f"check, no cache, {LAYOUTS['domain']}"
    return [cold(tool, large, tree, caches / "tenfold-cold")], [Demand(large, "wall", 11, small)]


def prime(job: Job) -> None:
    """Fill a warm job's cache; a job whose runs change a file is not asked to change one for this."""
    answer(job, expect=0)


def prove_comparison(job: Job, editor: Editor) -> None:
    """Refuse a comparison that does not notice that a name which the base has is gone."""
    path, text = editor.break_reference()
    try:
        found = answer(job, expect=1)
    finally:
        path.write_text(text, encoding="utf-8", newline="\n")
    if "rename-without-alias" not in found and "removed-without-tombstone" not in found:
        raise RunError(f"{job.name}: the ID taken from {path} is not missed\n{found[:2000]}")
    answer(job, expect=0)


def summarise(tool: Tool, tree: Path, cache: Path) -> str:
    """What the check says it has seen; refused when it is not the whole registry."""
    job = tool.check("the summary", tree, cache)
    report = json.loads(answer(Job(job.name, (*job.command, "--format", "json"), job.folder, job.environment), 0))
    seen: dict[str, int] = report["summary"]
    for key in ("resources", "capabilities", "policies", "bindings"):
        if seen[key] != getattr(SEEDS, key):
            raise RunError(f"check counts {seen[key]} {key} where the registry has {getattr(SEEDS, key)}")
    return (
        f"{seen['resources']:,} resources, {seen['capabilities']} capabilities, {seen['policies']} policies and "
        f"{seen['bindings']:,} bindings; {seen['errors']} errors, {seen['warnings']} warnings, {seen['infos']} infos"
    )


def prove_cross_references(job: Job, editor: Editor) -> None:
    """Refuse a warm answer that does not notice a name which unchanged files still use, or its return."""
    path, text = editor.break_reference()
    try:
        found = answer(job, expect=1)
    finally:
        path.write_text(text, encoding="utf-8", newline="\n")
    if "broken-binding" not in found:
        raise RunError(f"{job.name}: the ID taken from {path} is not a broken-binding\n{found[:2000]}")
    answer(job, expect=0)


def answer(job: Job, expect: int) -> str:
    """What a job prints, when it ends with the expected code."""
    done = subprocess.run(
        job.command,
        cwd=job.folder,
        env={**clean_environment(), **job.environment},
        capture_output=True,
        check=False,
    )
    if done.returncode != expect:
        raise RunError(describe(job, done.returncode, done.stdout + done.stderr))
    return done.stdout.decode()
