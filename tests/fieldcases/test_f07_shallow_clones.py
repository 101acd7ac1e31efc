"""F07: in a clone that lacks the base the run says so in one line, with the command that fetches it."""

from pathlib import Path

import pytest

from tests.fieldcases.surroundings import alvara, commit_seed, git

_CAPABILITY = "capabilities/work-permit/update-validity.yaml"


@pytest.fixture
def origin(tmp_path: Path) -> Path:
    """A repository with seven commits on main, a tag on the second, and a branch with one commit more."""
    (tmp_path / "origin").mkdir()
    root = commit_seed(tmp_path / "origin")
    for number in range(6):
        path = root / _CAPABILITY
        path.write_text(path.read_text() + f"# {number}\n")
        git(root, "commit", "-q", "-a", "-m", str(number))
        if number == 0:
            git(root, "tag", "-a", "-m", "release", "v1.0.0")
    git(root, "checkout", "-q", "-b", "work")
    (root / _CAPABILITY).write_text((root / _CAPABILITY).read_text().replace("days one", "weeks one"))
    git(root, "commit", "-q", "-a", "-m", "work")
    git(root, "checkout", "-q", "main")
    return root


def _clone(origin: Path, tmp_path: Path, *options: str) -> Path:
    git(tmp_path, "clone", "-q", *options, f"file://{origin}", "clone")
    return tmp_path / "clone"


@pytest.mark.parametrize("base", ["origin/main~5", "v1.0.0", "main~3", "origin/main~5...HEAD"])
def test_base_that_a_shallow_clone_lacks_is_exit_2_in_one_line_with_the_command(
    origin: Path, tmp_path: Path, base: str
) -> None:
    done = alvara(_clone(origin, tmp_path, "--depth", "1", "--no-tags"), "check", "--base", base)

    assert (done.returncode, "compared with" in done.stdout) == (2, False)
    assert "note: nothing is compared: the base is missing\n" in done.stdout
    assert done.stderr.count("\n") == 1
    assert f"`{base.removesuffix('...HEAD')}`" in done.stderr
    assert "shallow" in done.stderr
    assert done.stderr.endswith("git fetch --unshallow --tags\n")


def test_command_that_is_named_helps(origin: Path, tmp_path: Path) -> None:
    clone = _clone(origin, tmp_path, "--depth", "1", "--no-tags")
    git(clone, "fetch", "-q", "--unshallow", "--tags")

    for base in ("origin/main~5", "v1.0.0"):
        assert alvara(clone, "check", "--base", base).returncode == 0


def test_tag_that_was_not_fetched_names_the_command_that_fetches_tags(origin: Path, tmp_path: Path) -> None:
    clone = _clone(origin, tmp_path, "--no-tags")

    done = alvara(clone, "check", "--base", "v1.0.0")

    assert (done.returncode, "compared with" in done.stdout, done.stderr.count("\n")) == (2, False, 1)
    assert "`v1.0.0`" in done.stderr
    assert done.stderr.endswith("git fetch --tags\n")
    git(clone, "fetch", "-q", "--tags")
    assert alvara(clone, "check", "--base", "v1.0.0").returncode == 0


def test_fork_point_that_a_shallow_clone_lacks_is_exit_2_with_the_command(origin: Path, tmp_path: Path) -> None:
    clone = _clone(origin, tmp_path, "--depth", "1", "--branch", "work", "--no-single-branch")

    done = alvara(clone, "check")

    assert (done.returncode, "compared with" in done.stdout, done.stderr.count("\n")) == (2, False, 1)
    assert "`origin/main`" in done.stderr
    assert "git fetch --unshallow" in done.stderr
    git(clone, "fetch", "-q", "--unshallow")
    assert alvara(clone, "check").returncode == 0


def test_shallow_clone_of_the_main_branch_is_its_own_base(origin: Path, tmp_path: Path) -> None:
    done = alvara(_clone(origin, tmp_path, "--depth", "1"), "check")

    assert (done.returncode, done.stderr) == (0, "")
    assert "compared with origin/main" in done.stdout


def test_shallow_clone_of_one_branch_has_nothing_to_compare_with_and_says_so(origin: Path, tmp_path: Path) -> None:
    done = alvara(_clone(origin, tmp_path, "--depth", "1", "--branch", "work"), "check")

    assert (done.returncode, done.stderr) == (0, "")
    assert "note: nothing is compared: there is no branch `main` here or on a remote; " in done.stdout


def test_nothing_is_fetched_by_the_run_itself(origin: Path, tmp_path: Path) -> None:
    clone = _clone(origin, tmp_path, "--depth", "1", "--no-tags")
    before = {path: path.read_bytes() for path in (clone / ".git").rglob("*") if path.is_file()}

    alvara(clone, "check", "--base", "origin/main~5")

    assert before == {path: path.read_bytes() for path in (clone / ".git").rglob("*") if path.is_file()}


def test_file_that_a_partial_clone_left_out_names_the_command(origin: Path, tmp_path: Path) -> None:
    git(origin, "config", "uploadpack.allowFilter", "true")
    clone = _clone(origin, tmp_path, "--filter=blob:none")

    done = alvara(clone, "check", "--base", "v1.0.0")

    assert (done.returncode, "compared with" in done.stdout, done.stderr.count("\n")) == (2, False, 1)
    assert done.stderr.endswith("git fetch --refetch --no-filter\n")
    git(clone, "fetch", "-q", "--refetch", "--no-filter")
    assert alvara(clone, "check", "--base", "v1.0.0").returncode == 0


@pytest.mark.parametrize("kept", ["blob:none", "tree:0"])
@pytest.mark.parametrize(
    "arguments", [("check", "--base", "v1.0.0"), ("diff", "v1.0.0"), ("bundle", "build", "--rev", "v1.0.0")],
    ids=" ".join,
)  # fmt: skip
def test_a_verb_that_needs_what_was_left_out_says_so_once_and_names_the_command(
    origin: Path, tmp_path: Path, kept: str, arguments: tuple[str, ...]
) -> None:
    git(origin, "config", "uploadpack.allowFilter", "true")
    clone = _clone(origin, tmp_path, f"--filter={kept}")
    git(clone, "remote", "set-url", "origin", str(tmp_path / "gone"))  # an older git would fetch by itself

    done = alvara(clone, *arguments)

    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.endswith("git fetch --refetch --no-filter\n")
