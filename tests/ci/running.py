"""The steps of a recipe, run in bash as a forge would run them; installing is only written down."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tests.fieldcases.surroundings import ROOT

MOMENT = "2026-09-02T10:00:00Z"
GITHUB: dict[str, Any] = yaml.safe_load((ROOT / "ci/github.yml").read_text(encoding="utf-8"))
GITLAB: dict[str, Any] = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text(encoding="utf-8"))
_EXPRESSION = re.compile(r"\$\{\{ *(.*?) *\}\}")


class Step(NamedTuple):
    """A step that ran: its name, its exit code, and everything that it said."""

    name: str
    code: int
    said: str


def machine(folder: Path, moment: str = MOMENT) -> dict[str, str]:
    """Make a machine with this alvara, a clock that stands still, and a Python that installs nothing."""
    programs = folder / "programs"
    programs.mkdir(exist_ok=True)
    scripts = {
        "alvara": f'PYTHONPATH="{ROOT / "tools"}" exec "{sys.executable}" -m alvara "$@"',
        "date": f"echo {moment}",
        "python": f'for word; do last=$word; done; printf "%s\\n" "$*" >> "{folder}/asked"; '
        f'cat "$last" >> "{folder}/installed"',
    }
    for name, script in scripts.items():
        (programs / name).write_text(f"#!/bin/bash\n{script}\n")
        (programs / name).chmod(0o755)
    return {
        "PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder), "XDG_CACHE_HOME": str(folder / "cache"),
        "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
    }  # fmt: skip


def on_github(job: str, runner: Path, event: Mapping[str, str], moment: str = MOMENT) -> list[Step]:
    """Run the steps of a job of the workflow until one fails; `event` gives what its expressions stand for."""
    scratch = runner.parent
    environment = machine(scratch, moment) | _filled(GITHUB["env"], event)
    file = scratch / "environment"
    done: list[Step] = []
    for step in GITHUB["jobs"][job]["steps"]:
        if "run" not in step:
            continue
        file.write_text("")
        here = {"RUNNER_TEMP": str(scratch), "GITHUB_ENV": str(file), **_filled(step.get("env", {}), event)}
        done.append(_run(step["name"], step["run"], runner, environment | here))
        if done[-1].code:
            break
        environment |= dict(line.split("=", 1) for line in file.read_text().splitlines())
    return done


def on_gitlab(job: str, runner: Path, variables: Mapping[str, str], moment: str = MOMENT) -> Step:
    """Run the script of a job, its lines in one shell."""
    return _run(job, "\n".join(GITLAB[job]["script"]), runner, machine(runner.parent, moment) | dict(variables))


def _filled(values: Mapping[str, str], event: Mapping[str, str]) -> dict[str, str]:
    return {name: _EXPRESSION.sub(lambda found: event[found[1]], value) for name, value in values.items()}


def _run(name: str, script: str, folder: Path, environment: Mapping[str, str]) -> Step:
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder, env=dict(environment),
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    return Step(name, done.returncode, done.stdout + done.stderr)
