"""F34: a revision or a path that looks like an option reaches git as a revision or a path, or not at all."""

from pathlib import Path

import pytest

from tests.fieldcases.surroundings import alvara, commit_seed

REVISIONS = (
    "--output=pwned",
    "-Ox",
    "--upload-pack=touch pwned",
    "main; touch pwned",
    "",
    "main:../../x",
    "main\n--exec",
    "-",
    "--",
    "$(touch pwned)",
    "`touch pwned`",
    "main^{/x",
    "..",
    "main..",
    "@{-99}",
    "main:alvara.yaml",
    "\x1b[2J",
    "a b",
    "refs/heads/",
)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return commit_seed(tmp_path)


@pytest.mark.parametrize("revision", REVISIONS, ids=ascii)
@pytest.mark.parametrize("verb", [["check", "--base"], ["bundle", "build", "--rev"]], ids=" ".join)
def test_bad_revision_is_refused_in_one_line_and_nothing_happens(
    repository: Path, verb: list[str], revision: str
) -> None:
    before = sorted(repository.rglob("*"))
    *words, option = verb

    done = alvara(repository, *words, f"{option}={revision}")

    assert done.returncode == 2
    assert done.stderr.rstrip("\n").count("\n") + 1 == 1
    assert "\x1b" not in done.stderr
    assert before == sorted(repository.rglob("*"))


@pytest.mark.parametrize("path", ["--output=x", "-rf", "--"])
def test_path_like_an_option_is_a_usage_error(repository: Path, path: str) -> None:
    assert alvara(repository, "check", "--", f"./{path}").returncode == 2
