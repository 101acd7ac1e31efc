"""The workflow that `init` writes, step by step, in the checkout that a pull request gets."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.bundle.repository import commit, git, write
from tests.fieldcases.surroundings import ROOT

ORDER = "semantic-ids/order.yaml"
FILES = {
    ORDER: "id: order\ntype: entity\nname: Order\nknowledgeRefs: [docs/order]\n",
    "docs/order.md": "---\nsemanticId: order\n---\n\n# Orders\n",
}


@pytest.fixture
def upstream(tmp_path: Path) -> Path:
    """A registry as `init` makes it, with one thing in it, and a change of it on a branch."""
    root = tmp_path / "upstream"
    alvara(tmp_path, "init", "upstream")
    commit(write(root, FILES))
    git(root, "checkout", "-q", "-b", "change")
    return root


def alvara(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "alvara", *arguments], cwd=folder, capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(ROOT / "tools"), "XDG_CACHE_HOME": str(folder.parent / "cache")},
    )  # fmt: skip


def workflow(root: Path) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((root / ".github/workflows/alvara.yml").read_text())
    return found


def pulled(upstream: Path) -> Path:
    """Check out a pull request as actions/checkout does: the merge, detached, with as much history as is asked for."""
    git(upstream, "checkout", "-q", "-b", "merged", "main")
    git(upstream, "merge", "-q", "--no-ff", "-m", "Merge", "change")
    merge = git(upstream, "rev-parse", "HEAD")
    git(upstream, "checkout", "-q", "main")
    git(upstream, "branch", "-q", "-D", "merged")
    git(upstream, "update-ref", "refs/pull/1/merge", merge)
    checkout = next(s for s in workflow(upstream)["jobs"]["check"]["steps"] if "actions/checkout" in s.get("uses", ""))
    depth = checkout.get("with", {}).get("fetch-depth", 1)
    root = upstream.parent / "runner"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "remote", "add", "origin", f"file://{upstream}")
    branches = ["+refs/heads/*:refs/remotes/origin/*", "--tags"] if depth == 0 else [f"--depth={depth}"]
    git(root, "fetch", "-q", "origin", *branches, "+refs/pull/1/merge:refs/remotes/pull/1/merge")
    git(root, "checkout", "-q", "--detach", "refs/remotes/pull/1/merge")
    return root


def steps(root: Path) -> list[tuple[str, int, str]]:
    """Run what the workflow calls alvara with, as far as it is to be run here."""
    listed = [step for step in workflow(root)["jobs"]["check"]["steps"] if "run" in step]
    commands = [step["run"] for step in listed if "if" not in step or holds(root, step["if"])]
    called = [command for command in commands if command.startswith("alvara ")]
    done = [(command, alvara(root, *command.split()[1:])) for command in called]
    return [(command, one.returncode, one.stdout + one.stderr) for command, one in done]


def holds(root: Path, condition: str) -> bool:
    """Tell whether a condition of a step holds; there is one form of it, which asks for files."""
    asked = re.fullmatch(r"hashFiles\('([^']+)'\) != ''", condition)
    assert asked is not None
    return any(root.glob(asked[1]))


def test_sound_change_passes_and_is_compared_with_the_main_branch(upstream: Path) -> None:
    commit(write(upstream, {ORDER: FILES[ORDER].replace("name: Order", "name: Purchase order")}))

    runner = pulled(upstream)
    checked, formatted = steps(runner)

    assert (checked[0], checked[1]) == ("alvara check --format github", 0)
    assert "compared with origin/main at" in alvara(runner, "check").stdout
    assert (formatted[0], formatted[1]) == ("alvara fmt --check", 0)


def test_what_is_gone_is_found_and_annotated(upstream: Path) -> None:
    (upstream / ORDER).unlink()
    (upstream / "docs/order.md").unlink()
    commit(upstream)

    checked, _ = steps(pulled(upstream))

    assert checked[1] == 1
    assert f"::error file={ORDER}" in checked[2]
    assert "the resource `order` was active and is gone" in checked[2]


def test_it_may_read_and_nothing_else(upstream: Path) -> None:
    found = workflow(upstream)

    assert found["permissions"] == {"contents": "read"}
    assert all("permissions" not in job for job in found["jobs"].values())


def test_suites_are_run_once_there_is_one(upstream: Path) -> None:
    """A draft that nobody may call yet: the suite says so, then it says something else."""
    alvara(upstream, "new", "capability", "order.postpone")
    alvara(upstream, "new", "policy", "order.closed")
    suite = upstream / "scenarios/order/postpone.yaml"
    commit(upstream)

    sound = steps(pulled(upstream))
    shutil.rmtree(upstream.parent / "runner")
    git(upstream, "checkout", "-q", "change")
    suite.write_text(suite.read_text().replace("decision: deny, reasons: [authz.no_grant]", "decision: allow"))
    commit(upstream)
    unsound = steps(pulled(upstream))

    assert [(command, code) for command, code, _ in sound] == [
        ("alvara check --format github", 0), ("alvara test --format github", 0), ("alvara fmt --check", 0)
    ]  # fmt: skip
    assert [code for _, code, _ in unsound] == [0, 1, 0]
    assert "::error file=scenarios/order/postpone.yaml" in unsound[1][2]
