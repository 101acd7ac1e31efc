"""F08: whatever names a commit to git names a base, and no branch is needed here for it."""

import json
from pathlib import Path

import pytest

from tests.fieldcases.surroundings import alvara, commit_seed, git

_CAPABILITY = "capabilities/work-permit/update-validity.yaml"
_POLICY = "policies/work-permit/high.yaml"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with a detached HEAD two commits beyond `origin/main`, and no branch of its own."""
    (tmp_path / "origin").mkdir()
    origin = commit_seed(tmp_path / "origin")
    git(origin, "tag", "light")
    git(origin, "tag", "-a", "-m", "annotated", "heavy")
    git(tmp_path, "clone", "-q", str(origin), "clone")
    root = tmp_path / "clone"
    git(root, "checkout", "-q", "--detach")
    git(root, "branch", "-q", "-D", "main")
    git(root, "rm", "-q", _POLICY)
    git(root, "commit", "-q", "-m", "work")
    return root


def _base(root: Path, *arguments: str) -> tuple[int, list[str], list[str]]:
    """Give the exit code, the commits of the bases and the rules that speak."""
    done = alvara(root, "check", "--format", "json", *arguments)
    assert done.stderr == "", done.stderr
    report = json.loads(done.stdout)
    found = [finding["rule"] for finding in report["findings"] if finding["severity"] == "error"]
    return done.returncode, [base["commit"] for base in report["bases"]], found


NAMES = (
    "origin/main", "main", "refs/remotes/origin/main", "origin/HEAD", "light", "heavy", "refs/tags/heavy", "HEAD~1",
    "HEAD^", "@~1", "main...HEAD", "origin/main...", "...origin/main", "main~0", "heavy^{commit}",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_every_name_of_a_commit_is_a_base(clone: Path, name: str) -> None:
    commit = git(clone, "rev-parse", "HEAD~1").strip()

    assert _base(clone, "--base", name) == (1, [commit], ["removed-without-tombstone"])


@pytest.mark.parametrize("length", [40, 12, 7])
def test_hash_is_a_base_long_or_short(clone: Path, length: int) -> None:
    commit = git(clone, "rev-parse", "HEAD~1").strip()

    assert _base(clone, "--base", commit[:length]) == (1, [commit], ["removed-without-tombstone"])


def test_detached_head_without_a_branch_is_compared_with_the_remote(clone: Path) -> None:
    commit = git(clone, "rev-parse", "origin/main").strip()

    assert _base(clone) == (1, [commit], ["removed-without-tombstone"])


def test_grafts_give_a_commit_no_other_parents(clone: Path) -> None:
    head, commit = (git(clone, "rev-parse", name).strip() for name in ("HEAD", "HEAD~1"))
    (clone / ".git/info").mkdir(exist_ok=True)
    (clone / ".git/info/grafts").write_text(f"{head}\n", encoding="ascii")

    assert _base(clone, "--base", "HEAD~1") == _base(clone) == (1, [commit], ["removed-without-tombstone"])


def test_name_that_is_only_on_a_remote_is_said_to_be_taken_from_there(clone: Path) -> None:
    done = alvara(clone, "check", "--base", "main")

    assert "note: there is no `main` here: `origin/main` is taken for it\n" in done.stdout
    assert "compared with origin/main" in done.stdout


def test_branch_with_a_slash_on_a_remote_of_another_name_is_found(clone: Path) -> None:
    git(clone, "remote", "rename", "origin", "upstream")
    git(clone, "update-ref", "refs/remotes/upstream/release/1", "HEAD~1")

    assert _base(clone, "--base", "release/1")[:2] == (1, [git(clone, "rev-parse", "HEAD~1").strip()])
    assert _base(clone)[:2] == (1, [git(clone, "rev-parse", "HEAD~1").strip()])


def test_upstream_of_a_branch_is_a_base(clone: Path) -> None:
    git(clone, "checkout", "-q", "-b", "work")
    git(clone, "branch", "-q", "--set-upstream-to", "origin/main")

    for name in ("@{upstream}", "@{u}", "work@{upstream}"):
        assert _base(clone, "--base", name)[1] == [git(clone, "rev-parse", "origin/main").strip()]


def test_branch_without_upstream_says_so(clone: Path) -> None:
    git(clone, "checkout", "-q", "-b", "work")

    done = alvara(clone, "check", "--base", "@{upstream}")

    assert (done.returncode, "compared with" in done.stdout, done.stderr.count("\n")) == (2, False, 1)
    assert "no upstream configured for branch 'work'" in done.stderr


@pytest.mark.parametrize("silent", [False, True], ids=["", "with the warning turned off"])
@pytest.mark.parametrize("suffix", ["", "~0"])
def test_name_of_a_tag_and_a_branch_is_exit_2_and_both_are_named(clone: Path, suffix: str, silent: bool) -> None:
    git(clone, "branch", "light")
    if silent:
        git(clone, "config", "core.warnAmbiguousRefs", "false")

    done = alvara(clone, "check", "--base", f"light{suffix}")

    assert (done.returncode, "compared with" in done.stdout, done.stderr.count("\n")) == (2, False, 1)
    assert f"`refs/tags/light{suffix}` or `refs/heads/light{suffix}` in full" in done.stderr
    assert _base(clone, "--base", "refs/tags/light")[0] == 1
    assert _base(clone, "--base", "refs/heads/light")[0] == 0


def test_branch_that_is_called_like_one_of_a_remote_is_ambiguous_too(clone: Path) -> None:
    git(clone, "branch", "origin/main")

    done = alvara(clone, "check", "--base", "origin/main")

    assert done.returncode == 2
    assert "`refs/heads/origin/main` or `refs/remotes/origin/main` in full" in done.stderr


@pytest.mark.parametrize(
    "name", ["nowhere", "origin/nowhere", "main~99", "feedfeed", "HEAD:alvara.yaml", "-x", "", "a b"]
)
def test_name_of_nothing_is_exit_2_in_one_line_that_names_it(clone: Path, name: str) -> None:
    done = alvara(clone, "check", f"--base={name}")

    assert (done.returncode, "compared with" in done.stdout, done.stderr.count("\n")) == (2, False, 1)
    assert f"`{name}`" in done.stderr


def test_range_is_exit_2_and_the_notation_that_is_meant_is_named(clone: Path) -> None:
    done = alvara(clone, "check", "--base", "main..HEAD")

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "`main...HEAD`" in done.stderr


@pytest.mark.parametrize("zeros", ["0" * 40, "0" * 64])
def test_zeros_are_no_base_and_no_failure(clone: Path, zeros: str) -> None:
    done = alvara(clone, "check", "--base", zeros)

    assert (done.returncode, done.stderr) == (0, "")
    assert "note: nothing is compared: the base is no commit (all zeros)\n" in done.stdout


def test_origin_comes_first_then_the_first_remote_by_name_then_the_branch_here(clone: Path) -> None:
    here, there = git(clone, "rev-parse", "HEAD").strip(), git(clone, "rev-parse", "HEAD~1").strip()
    git(clone, "branch", "main", "HEAD")
    git(clone, "update-ref", "refs/remotes/aaa/main", here)
    assert _base(clone)[1] == [there]
    git(clone, "update-ref", "-d", "refs/remotes/origin/main")
    git(clone, "update-ref", "refs/remotes/bbb/main", there)
    assert _base(clone)[1] == [here]
    git(clone, "update-ref", "-d", "refs/remotes/aaa/main")
    assert _base(clone)[1] == [there]
    git(clone, "update-ref", "-d", "refs/remotes/bbb/main")
    assert _base(clone)[1] == [here]


def test_default_branch_may_have_another_name(clone: Path) -> None:
    (clone / "alvara.yaml").write_text((clone / "alvara.yaml").read_text() + "defaultBranch: trunk/eu\n")
    assert _base(clone)[1] == []
    git(clone, "update-ref", "refs/remotes/origin/trunk/eu", "HEAD~1")

    assert _base(clone)[:2] == (1, [git(clone, "rev-parse", "HEAD~1").strip()])


def test_branch_without_a_commit_compares_with_nothing(clone: Path) -> None:
    git(clone, "checkout", "-q", "--orphan", "fresh")

    done = alvara(clone, "check")

    assert (done.returncode, done.stderr) == (0, "")
    assert "note: nothing is compared: there is no commit yet\n" in done.stdout


def test_branch_without_a_commit_can_still_be_compared_with_another(clone: Path) -> None:
    git(clone, "checkout", "-q", "--orphan", "fresh")

    assert _base(clone, "--base", "origin/main")[2] == ["removed-without-tombstone"]
    assert alvara(clone, "check", "--base", "HEAD").returncode == 2


def test_branch_with_nothing_in_common_is_exit_2_and_says_how_to_go_on(clone: Path) -> None:
    git(clone, "checkout", "-q", "--orphan", "fresh")
    git(clone, "commit", "-q", "-m", "fresh")

    done = alvara(clone, "check")

    assert (done.returncode, "compared with" in done.stdout, done.stderr.count("\n")) == (2, False, 1)
    assert "`origin/main` have no commit in common" in done.stderr
    assert alvara(clone, "check", "--base", "none").returncode == 0


def test_worktree_is_compared_like_any_other(clone: Path, tmp_path: Path) -> None:
    git(clone, "worktree", "add", "-q", "--detach", str(tmp_path / "beside"), "HEAD")

    assert _base(tmp_path / "beside") == _base(clone)


def test_variables_of_a_hook_change_nothing(clone: Path, tmp_path: Path) -> None:
    variables = {"GIT_DIR": str(tmp_path / "origin/.git"), "GIT_INDEX_FILE": "/nowhere", "GIT_WORK_TREE": "/"}
    done = alvara(clone, "check", "--format", "json", **variables)

    assert done.stdout == alvara(clone, "check", "--format", "json").stdout
    assert json.loads(done.stdout)["bases"][0]["ref"] == "origin/main"


def test_registry_in_a_folder_of_the_repository_is_compared_with_that_folder(tmp_path: Path) -> None:
    root = tmp_path / "whole/apps/registry"
    root.mkdir(parents=True)
    git(tmp_path / "whole", "init", "-q")
    (tmp_path / "whole/capabilities").mkdir()
    (tmp_path / "whole/capabilities/not-ours.yaml").write_text("id: other.thing\n")
    commit_seed(root)
    git(root, "rm", "-q", _POLICY)

    for base in ((), ("--base", "HEAD"), ("--base", "main")):
        code, commits, found = _base(root, *base)
        assert (code, found) == (1, ["removed-without-tombstone"])
        assert commits == [git(root, "rev-parse", "HEAD").strip()]


def test_base_without_settings_has_nothing_to_compare_with(tmp_path: Path) -> None:
    root = tmp_path / "late"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "commit", "-q", "--allow-empty", "-m", "nothing yet")
    git(root, "checkout", "-q", "-b", "work")
    commit_seed(root)

    done = alvara(root, "check")

    assert (done.returncode, done.stderr) == (0, "")
    assert "note: there is no alvara.yaml in `main`: everything is new\n" in done.stdout


@pytest.mark.parametrize("settings", ["name: seed\n", "registry: [\n", "", "registry: x\nname: y\nsurplus: 1\n"])
def test_base_whose_settings_do_not_hold_is_read_by_those_of_now(clone: Path, settings: str) -> None:
    whole = (clone / "alvara.yaml").read_text()
    git(clone, "checkout", "-q", "-b", "broken", "HEAD~1")
    (clone / "alvara.yaml").write_text(settings)
    git(clone, "commit", "-q", "-a", "-m", "broken")
    (clone / "alvara.yaml").write_text(whole)
    git(clone, "rm", "-q", _POLICY)

    done = alvara(clone, "check", "--base", "broken")

    assert done.returncode == 1
    assert "removed-without-tombstone" in done.stdout
    assert (
        "note: the alvara.yaml in `broken` does not hold: what is there is read by the settings of now\n" in done.stdout
    )


def test_knowledge_roots_may_differ_between_the_sides(clone: Path) -> None:
    git(clone, "checkout", "-q", "origin/main")
    page = "---\nsemanticId: workPermit\n---\n# Permits\n\nWhere work is done.\n"
    for folder in ("docs", "wiki"):
        (clone / folder).mkdir()
        (clone / folder / "permit.md").write_text(page)
    git(clone, "add", "-A")
    git(clone, "commit", "-q", "-m", "pages")
    with (clone / "alvara.yaml").open("a") as settings:
        settings.write("knowledge: {roots: [wiki]}\n")

    assert _base(clone, "--base", "HEAD") == (0, [git(clone, "rev-parse", "HEAD").strip()], [])
