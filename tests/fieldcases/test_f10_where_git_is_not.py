"""F10: outside a repository, without git, in somebody else's checkout, the checks that need no git still run."""

import os
from pathlib import Path

import pytest

from alvara.cli.main import main
from tests.fieldcases.surroundings import alvara, commit_seed, git, write_seed


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    return write_seed(tmp_path / "plain")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "repository").mkdir()
    return commit_seed(tmp_path / "repository")


def _surroundings(name: str, root: Path, tmp_path: Path) -> dict[str, str]:
    if name == "without git on the path":
        (tmp_path / "empty").mkdir()
        return {"PATH": str(tmp_path / "empty")}
    if name == "in a checkout of somebody else":
        return {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    if name == "with an index that is no index":
        (root / ".git/index").write_bytes(b"rubbish")
    return {}


SURROUNDINGS = (
    "as it is", "without git on the path", "in a checkout of somebody else", "with an index that is no index",
)  # fmt: skip


@pytest.mark.parametrize("name", SURROUNDINGS)
def test_clean_registry_is_clean_whatever_becomes_of_git(repository: Path, tmp_path: Path, name: str) -> None:
    done = alvara(repository, "check", **_surroundings(name, repository, tmp_path))

    assert (done.returncode, done.stderr) == (0, "")
    assert "1 capability, 2 resources, 1 policy" in done.stdout


@pytest.mark.parametrize("name", SURROUNDINGS)
def test_finding_is_found_whatever_becomes_of_git(repository: Path, tmp_path: Path, name: str) -> None:
    path = repository / "policies/work-permit/high.yaml"
    path.write_text(path.read_text().replace("updateValidity", "updateValidty"))

    done = alvara(repository, "check", **_surroundings(name, repository, tmp_path))

    assert done.returncode == 1
    assert "policies/work-permit/high.yaml:5:28: error[broken-binding]" in done.stdout


def test_plain_folder_is_checked(plain: Path) -> None:
    done = alvara(plain, "check")

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("without git on the path", "git is not on the PATH"),
        ("in a checkout of somebody else", "to allow it: git config --global --add safe.directory "),
    ],
)
def test_comparison_that_cannot_be_made_is_one_note(repository: Path, tmp_path: Path, name: str, note: str) -> None:
    done = alvara(repository, "check", **_surroundings(name, repository, tmp_path))

    notes = [line for line in done.stdout.splitlines() if line.startswith("note: ")]
    assert len(notes) == 1
    assert notes[0].startswith("note: nothing is compared: ")
    assert note in notes[0]


def test_plain_folder_has_nothing_to_compare_with_and_says_so_once(plain: Path) -> None:
    done = alvara(plain, "check")

    assert done.stdout.count("note: nothing is compared: not a git repository") == 1


@pytest.mark.parametrize("base", ["none", "0" * 40])
def test_no_base_is_no_failure_wherever_git_is_not(plain: Path, base: str) -> None:
    done = alvara(plain, "check", "--base", base)

    assert (done.returncode, done.stderr) == (0, "")


def test_index_that_is_no_index_does_not_keep_from_comparing(repository: Path, tmp_path: Path) -> None:
    (repository / "policies/work-permit/high.yaml").unlink()

    done = alvara(repository, "check", **_surroundings("with an index that is no index", repository, tmp_path))

    assert done.returncode == 1
    assert "error[removed-without-tombstone]" in done.stdout


def test_bare_repository_holds_no_registry(repository: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", "--bare", str(repository), "bare.git")

    done = alvara(tmp_path / "bare.git", "check")

    assert done.returncode == 2
    assert "alvara.yaml" in done.stderr
    assert done.stderr.count("\n") == 1


def test_needed_base_outside_a_repository_says_why_it_cannot_be_had(plain: Path) -> None:
    done = alvara(plain, "check", "--base", "main")

    assert done.returncode == 2
    assert "not a git repository" in done.stderr
    assert done.stderr.count("\n") == 1


def test_needed_base_without_git_says_why_it_cannot_be_had(repository: Path, tmp_path: Path) -> None:
    done = alvara(repository, "check", "--base", "main", PATH=str(tmp_path / "nowhere"))

    assert done.returncode == 2
    assert "git is not on the PATH" in done.stderr


def test_needed_base_in_a_foreign_checkout_names_the_setting_that_helps(repository: Path) -> None:
    done = alvara(repository, "check", "--base", "main", GIT_TEST_ASSUME_DIFFERENT_OWNER="1")

    assert done.returncode == 2
    assert f"git config --global --add safe.directory {repository}" in done.stderr


def test_git_configuration_is_left_alone(repository: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    before = (repository / ".git/config").read_bytes()

    alvara(repository, "check", "--base", "main", GIT_TEST_ASSUME_DIFFERENT_OWNER="1", HOME=str(home))

    assert before == (repository / ".git/config").read_bytes()
    assert not (home / ".gitconfig").exists()


def test_file_that_the_system_keeps_shut_is_exit_2_and_the_rest_is_judged(
    repository: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    opened = os.open

    def refuse(path: str, *rest: int) -> int:
        if str(path).endswith("semantic-ids/work-permit.yaml"):
            raise PermissionError(13, "Permission denied")
        return opened(path, *rest)

    path = repository / "policies/work-permit/high.yaml"
    path.write_text(path.read_text().replace("effect: require-confirmation", "effect: maybe"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr("alvara.adapters.directory.os.open", refuse)

    code = main(["-C", str(repository), "check"])
    said = capfd.readouterr()

    assert code == 2
    assert said.err == "alvara: could not open semantic-ids/work-permit.yaml: Permission denied\n"
    assert "policies/work-permit/high.yaml:4:9: error[wrong-shape] `maybe` is not one of" in said.out
    assert "broken-binding" not in said.out
