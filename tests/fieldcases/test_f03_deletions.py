"""F03: a commit that only deletes or moves is judged like any other; nothing has to name the files that are gone."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import POLICY
from tests.fieldcases.revisions import ZONE, judged, sow_contracts
from tests.fieldcases.surroundings import git


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return sow_contracts(tmp_path)


@pytest.mark.parametrize("arguments", [(), ("--staged",), ("--base", "HEAD")])
def test_deletion_is_told_where_it_stood_with_the_two_ways_out(root: Path, arguments: tuple[str, ...]) -> None:
    git(root, "rm", "-q", ZONE)

    done = judged(root, *arguments)

    (found,) = [finding for finding in done.findings if finding["severity"] == "error"]
    assert done.code == 1
    assert (found["rule"], found["subject"], found["revision"]) == (
        "removed-without-tombstone", "workPermit.zone", "base",
    )  # fmt: skip
    assert (found["file"], found["line"], found["column"]) == (ZONE, 1, 5)
    assert "alvara promote workPermit.zone deprecated" in found["help"]
    assert "alvara rename workPermit.zone" in found["help"]


def test_commit_that_only_deletes_is_told_from_the_branch_that_it_left(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "work")
    git(root, "rm", "-q", POLICY)
    git(root, "commit", "-q", "-m", "gone")

    assert [f["rule"] for f in judged(root).findings if f["severity"] == "error"] == ["removed-without-tombstone"]


@pytest.mark.parametrize("arguments", [(), ("--staged",)])
def test_move_to_another_folder_is_about_the_path_alone(root: Path, arguments: tuple[str, ...]) -> None:
    (root / "semantic-ids/elsewhere").mkdir()
    git(root, "mv", ZONE, "semantic-ids/elsewhere/zone.yaml")

    errors = [f for f in judged(root, *arguments).findings if f["severity"] == "error"]

    assert [f["rule"] for f in errors] == ["path-differs-from-id"]
