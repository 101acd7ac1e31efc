"""The hooks that are shipped, run by pre-commit itself on real commits."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.fieldcases.surroundings import ROOT, git, write_seed

SUITE = "scenarios/work-permit/update-validity.yaml"
SCENARIOS = """\
capability: workPermit.updateValidity
scenarios:
  - id: asks
    principal: {id: u1, tenant: t1, roles: [], permissions: [workPermit.update]}
    input: {workPermitId: WP-1}
    expect: {decision: confirm, reasons: [WORK_PERMIT_HIGH_RISK, confirmation.risk]}
  - id: may-not
    principal: {id: u2, tenant: t1, roles: [], permissions: []}
    input: {workPermitId: WP-1}
    expect: {decision: deny, reasons: [authz.permission_missing]}
"""
FIELD = "semantic-ids/work-permit.yaml"
CAPABILITY = "capabilities/work-permit/update-validity.yaml"


def shipped() -> list[dict[str, Any]]:
    """The hooks as they are offered, run with the interpreter at hand instead of one that is installed for them."""
    hooks: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    return [run_from_here(hook) for hook in hooks]


def run_from_here(hook: dict[str, Any]) -> dict[str, Any]:
    verb = hook["entry"].removeprefix("alvara ")
    return hook | {"entry": f"{sys.executable} -m alvara {verb}", "language": "system"}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A seed with the hooks installed; what it holds is published, so that it may not simply go."""
    root = write_tested_seed(tmp_path / "seed")
    subprocess.run([sys.executable, "-m", "alvara", "fmt"], cwd=root, check=True, env=surroundings(root))
    return with_hooks(root, shipped())


def write_tested_seed(root: Path) -> Path:
    """Write the seed registry with a suite."""
    suite = write_seed(root) / SUITE
    suite.parent.mkdir(parents=True)
    suite.write_text(SCENARIOS)
    return root


def with_hooks(root: Path, hooks: list[dict[str, Any]]) -> Path:
    """Make a folder a repository that runs some hooks, and commit what it holds."""
    config = {
        "default_install_hook_types": ["pre-commit", "pre-merge-commit"],
        "repos": [{"repo": "local", "hooks": hooks}],
    }
    (root / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Seed")
    subprocess.run(
        [sys.executable, "-m", "pre_commit", "install"], cwd=root, check=True, env=surroundings(root),
        capture_output=True,
    )  # fmt: skip
    return root


def surroundings(root: Path) -> dict[str, str]:
    beside = root.parent
    return os.environ | {
        "PYTHONPATH": str(ROOT / "tools"), "PRE_COMMIT_HOME": str(beside / "pre-commit"),
        "XDG_CACHE_HOME": str(beside / "cache"), "GIT_AUTHOR_NAME": "Ana", "GIT_AUTHOR_EMAIL": "ana@example.org",
        "GIT_COMMITTER_NAME": "Ana", "GIT_COMMITTER_EMAIL": "ana@example.org",
    }  # fmt: skip


def commit(root: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Commit as a person would, hooks and all."""
    return subprocess.run(
        ["git", *(arguments or ("commit", "-q", "-m", "Change"))], cwd=root, capture_output=True, text=True,
        env=surroundings(root), check=False,
    )  # fmt: skip


def test_sound_change_is_committed(repository: Path) -> None:
    path = repository / FIELD
    path.write_text(path.read_text().replace("Validade", "Vigência"))
    git(repository, "add", "-A")

    done = commit(repository)

    assert done.returncode == 0, done.stdout + done.stderr


def test_deletion_is_refused_and_says_what_is_gone(repository: Path) -> None:
    git(repository, "rm", "-q", FIELD)

    done = commit(repository)

    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert (
        f"base:{FIELD}:2:9: error[removed-without-tombstone] the resource `workPermit` was active and is gone" in said
    )
    assert "alvara promote workPermit deprecated" in said
    assert "alvara rename workPermit NEW" in said


def test_rule_that_does_not_decide_what_is_expected_is_refused(repository: Path) -> None:
    path = repository / "policies/work-permit/high.yaml"
    path.write_text(path.read_text().replace("effect: require-confirmation", "effect: deny"))
    git(repository, "add", "-A")

    done = commit(repository)

    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert "- hook id: alvara-test" in said
    assert f"{SUITE}:" in said


def test_move_is_committed(repository: Path) -> None:
    git(repository, "mv", "policies/work-permit/high.yaml", "policies/work-permit/high.v1.yaml")

    done = commit(repository)

    assert done.returncode == 0, done.stdout + done.stderr


def test_partly_staged_file_is_judged_as_staged_and_left_as_it_is(repository: Path) -> None:
    path = repository / CAPABILITY
    sound = path.read_text()
    path.write_text(sound.replace("risk: high", "risk: hihg"))
    git(repository, "add", "-A")
    path.write_text(sound + "# not staged\n")

    done = commit(repository)

    assert done.returncode == 1
    assert "`hihg` is not one of" in done.stdout + done.stderr
    assert path.read_text() == sound + "# not staged\n"


def test_merge_of_two_sound_branches_that_do_not_go_together_is_refused(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "left")
    field = repository / FIELD
    field.write_text(
        field.read_text().replace("[workPermit.expiryDate]", "[workPermit.expiryDate, workPermit.dueDate]")
    )
    git(repository, "commit", "-q", "-a", "--no-verify", "-m", "Left")
    git(repository, "checkout", "-q", "-b", "right", "main")
    (repository / "semantic-ids/work-permit").mkdir()
    (repository / "semantic-ids/work-permit/start.yaml").write_text(
        "id: workPermit.start\ntype: field\nname: Start\nlabels: {en: Start}\naliases: [workPermit.dueDate]\n"
    )
    git(repository, "add", "-A")
    git(repository, "commit", "-q", "--no-verify", "-m", "Right")

    done = commit(repository, "merge", "--no-edit", "left")

    assert done.returncode == 1
    assert "error[alias-collision]" in done.stdout + done.stderr


def test_registry_in_a_folder_is_named_as_the_readme_says(tmp_path: Path) -> None:
    root, readme = tmp_path / "shop", (ROOT / "README.md").read_text()
    registry = write_tested_seed(root / "permits")
    subprocess.run([sys.executable, "-m", "alvara", "fmt"], cwd=registry, check=True, env=surroundings(root))
    hooks: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    for hook in hooks:
        hook["entry"] = hook["entry"].replace("alvara ", "alvara -C permits ")
        assert f"entry: {hook['entry']}\n" in readme
    with_hooks(root, [run_from_here(hook) for hook in hooks])
    field = registry / FIELD
    field.write_text(field.read_text().replace("Validade", "Vigência"))
    git(root, "add", "-A")

    sound = commit(root)
    git(root, "rm", "-q", f"permits/{FIELD}")
    unsound = commit(root)

    assert sound.returncode == 0, sound.stdout + sound.stderr
    assert unsound.returncode == 1
    assert "removed-without-tombstone" in unsound.stdout + unsound.stderr


def test_run_over_a_range_of_commits_sees_the_deletion(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "work")
    git(repository, "rm", "-q", FIELD)
    git(repository, "commit", "-q", "--no-verify", "-m", "Gone")

    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--from-ref", "main", "--to-ref", "HEAD"],
        cwd=repository, capture_output=True, text=True, env=surroundings(repository), check=False,
    )  # fmt: skip

    assert done.returncode == 1
    assert "removed-without-tombstone" in done.stdout


@pytest.mark.parametrize("name", ["autorização de trabalho", "-rf", "${{ x }}", 'a"b'])
def test_odd_file_names_are_judged_and_formatted(repository: Path, name: str) -> None:
    path = repository / "policies" / f"{name}.yaml"
    path.write_text("effect: deny\nid: workPermit.odd\n")
    git(repository, "add", "-A")

    done = commit(repository)

    assert done.returncode == 1
    assert "missing" in done.stdout + done.stderr


def test_two_hooks_at_a_time_do_not_hinder_each_other(repository: Path) -> None:
    path = repository / FIELD
    path.write_text(path.read_text().replace("Validade", "Vigência"))
    git(repository, "add", "-A")
    command = [sys.executable, "-m", "alvara", "check", "--staged"]
    both = [
        subprocess.Popen(command, cwd=repository, env=surroundings(repository), stdout=subprocess.PIPE) for _ in "12"
    ]

    outputs = [process.communicate()[0] for process in both]

    assert [process.returncode for process in both] == [0, 0]
    assert outputs[0] == outputs[1]
