"""The index is a tree like any other: what is staged counts, what is on disk does not."""

from pathlib import Path

import pytest

from alvara.adapters.index import index_tree
from alvara.adapters.revision import NoRevision
from tests.fieldcases.surroundings import FILES, commit_seed, git, write_seed

CAPABILITY = "capabilities/work-permit/update-validity.yaml"
FOLDERS = ("capabilities", "semantic-ids", "policies", "docs")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    return commit_seed(tmp_path)


def test_staged_text_is_read_and_the_text_on_disk_is_not(repository: Path) -> None:
    (repository / CAPABILITY).write_text("id: staged\n")
    git(repository, "add", CAPABILITY)
    (repository / CAPABILITY).write_text("id: on-disk\n")

    assert b"id: staged\n" == index_tree(str(repository), FOLDERS).read(CAPABILITY)


def test_what_is_not_staged_is_not_there(repository: Path) -> None:
    (repository / "capabilities/new.yaml").write_text("id: new\n")
    git(repository, "rm", "-q", "--cached", "policies/work-permit/high.yaml")
    paths = {entry.path for entry in index_tree(str(repository), FOLDERS).entries()}

    assert {CAPABILITY, "semantic-ids/work-permit.yaml"} == paths


def test_every_file_has_the_bytes_that_were_committed(repository: Path) -> None:
    tree = index_tree(str(repository), FOLDERS)

    assert {p: t.encode() for p, t in FILES.items()} == {path: tree.read(path) for path in FILES}


def test_link_is_listed_and_not_followed(repository: Path) -> None:
    (repository / "capabilities/link.yaml").symlink_to("/etc/passwd")
    git(repository, "add", "-A")
    kinds = {entry.path: entry.kind for entry in index_tree(str(repository), FOLDERS).entries()}

    assert "symlink" == kinds["capabilities/link.yaml"]


def test_file_that_is_not_merged_is_said(repository: Path) -> None:
    git(repository, "checkout", "-q", "-b", "other")
    (repository / CAPABILITY).write_text("id: other\n")
    git(repository, "commit", "-q", "-a", "-m", "other")
    git(repository, "checkout", "-q", "main")
    (repository / CAPABILITY).write_text("id: main\n")
    git(repository, "commit", "-q", "-a", "-m", "main")
    with pytest.raises(Exception, match="merge"):
        git(repository, "merge", "-q", "other")

    with pytest.raises(NoRevision, match=f"{CAPABILITY} is not merged yet"):
        index_tree(str(repository), FOLDERS)


def test_folder_without_a_repository_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoRevision, match="not a git repository"):
        index_tree(str(write_seed(tmp_path)), FOLDERS)
