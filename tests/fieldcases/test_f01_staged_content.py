"""F01: what is staged is judged as it is staged, whatever lies on disk; a plain check judges what lies on disk."""

from pathlib import Path

import pytest

from tests.fieldcases.surroundings import alvara, commit_seed, git, write_seed

CAPABILITY = "capabilities/work-permit/update-validity.yaml"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "repository").mkdir()
    return commit_seed(tmp_path / "repository")


def _stage(root: Path, staged: str, on_disk: str) -> None:
    path = root / CAPABILITY
    path.write_text(staged)
    git(root, "add", "-A")
    path.write_text(on_disk)


def test_bad_staged_file_is_found_though_the_disk_is_repaired(repository: Path) -> None:
    sound = (repository / CAPABILITY).read_text()
    _stage(repository, "# One line more.\n" + sound.replace("risk: high", "risk: hihg"), sound)

    staged, plain = alvara(repository, "check", "--staged"), alvara(repository, "check")

    assert (staged.returncode, plain.returncode) == (1, 0)
    assert f"{CAPABILITY}:7:7: error[wrong-shape] `hihg` is not one of" in staged.stdout


def test_good_staged_file_passes_though_the_disk_is_broken(repository: Path) -> None:
    sound = (repository / CAPABILITY).read_text()
    _stage(repository, sound + "# Staged.\n", sound.replace("risk: high", "risk: hihg"))

    staged, plain = alvara(repository, "check", "--staged"), alvara(repository, "check")

    assert (staged.returncode, plain.returncode) == (0, 1)


def test_file_that_is_not_staged_does_not_count(repository: Path) -> None:
    (repository / "policies/work-permit/low.yaml").write_text("id: [")

    assert alvara(repository, "check", "--staged").returncode == 0
    assert alvara(repository, "check").returncode == 1


def test_staged_settings_decide(repository: Path) -> None:
    config = repository / "alvara.yaml"
    sound = config.read_text()
    config.write_text(sound + "severity: {missing-documntation: off}\n")
    git(repository, "add", "-A")
    config.write_text(sound)

    assert alvara(repository, "check", "--staged").returncode == 2
    assert alvara(repository, "check").returncode == 0


def test_what_was_remembered_of_the_disk_is_not_taken_for_what_is_staged(repository: Path) -> None:
    sound = (repository / CAPABILITY).read_text()
    alvara(repository, "check")
    _stage(repository, sound.replace("risk: high", "risk: hihg"), sound)

    assert alvara(repository, "check", "--staged").returncode == 1
    assert alvara(repository, "check", "--staged").returncode == 1
    assert alvara(repository, "check").returncode == 0


def test_without_a_repository_nothing_is_staged(tmp_path: Path) -> None:
    done = alvara(write_seed(tmp_path / "plain"), "check", "--staged")

    assert done.returncode == 2
    assert done.stderr.count("\n") == 1


def test_paths_narrow_what_is_reported_of_what_is_staged(repository: Path) -> None:
    sound = (repository / CAPABILITY).read_text()
    _stage(repository, sound.replace("risk: high", "risk: hihg"), sound)

    assert alvara(repository, "check", "--staged", "policies").returncode == 0
    assert alvara(repository, "check", "--staged", "capabilities").returncode == 1
