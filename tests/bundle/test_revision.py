"""A git revision read as a tree."""

import os
from pathlib import Path

import pytest

from alvara.adapters.revision import NoRevision, Revision, is_same
from alvara.files.tree import Unreadable
from alvara.identity.digests import blob_id
from tests.bundle.repository import MOMENT, commit, git, write

FILES = {
    "alvara.yaml": "name: x\n",
    "docs/a.md": "one\r\ntwo\r\n",
    "docs/ação.md": "utf-8\n",
    "docs/.hidden/b.md": "",
    "docs/node_modules/c.md": "",
    "docs/folder.yaml/d.md": "",
    "schemas/ids.json": "{}",
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = write(tmp_path / "repository", FILES)
    (folder / "docs/link.md").symlink_to("/etc/hostname")
    commit(folder)
    return folder


def test_it_lists_what_a_directory_would(repository: Path) -> None:
    entries = {e.path: e.kind for e in Revision(os.fspath(repository), "HEAD").tree(("docs",)).entries()}

    assert entries == {
        "docs/a.md": "file",
        "docs/ação.md": "file",
        "docs/folder.yaml/d.md": "file",
        "docs/folder.yaml": "directory",
        "docs/link.md": "symlink",
    }


def test_it_lists_the_same_as_the_directory_that_it_was_committed_from(repository: Path) -> None:
    from alvara.adapters.directory import DirectoryTree

    committed = Revision(os.fspath(repository), "HEAD").tree(("docs",)).entries()
    on_disk = DirectoryTree(os.fspath(repository), ("docs",)).entries()

    assert sorted(entry[:2] for entry in committed) == sorted(entry[:2] for entry in on_disk)


def test_it_gives_bytes_as_they_were_committed(repository: Path) -> None:
    tree = Revision(os.fspath(repository), "HEAD").tree(("docs",))

    assert tree.read("docs/a.md") == b"one\r\ntwo\r\n"
    assert tree.read("schemas/ids.json") == b"{}"
    assert tree.read("docs/.hidden/b.md") == b""


def test_it_never_reads_through_a_link(repository: Path) -> None:
    tree = Revision(os.fspath(repository), "HEAD").tree(("docs",))

    with pytest.raises(Unreadable):
        tree.read("docs/link.md")
    with pytest.raises(KeyError):
        tree.read("docs/missing.md")


def test_a_registry_below_the_top_of_the_repository_has_paths_of_its_own(repository: Path) -> None:
    tree = Revision(os.fspath(repository / "docs"), "HEAD").tree((".",))

    assert tree.entry("a.md") is not None
    assert tree.entry("alvara.yaml") is None


def test_the_moment_is_the_committers(repository: Path) -> None:
    assert Revision(os.fspath(repository), "HEAD").moment == MOMENT


def test_a_forked_child_reads_through_a_pipe_of_its_own(repository: Path) -> None:
    tree = Revision(os.fspath(repository), "HEAD").tree(("docs",))
    tree.read("docs/a.md")
    child = os.fork()
    if child == 0:
        os._exit(0 if tree.read("schemas/ids.json") == b"{}" else 1)
    _, status = os.waitpid(child, 0)

    assert status == 0
    assert tree.read("docs/a.md").startswith(b"one")


@pytest.mark.parametrize("name", ["HEAD", "main", "v1", "annotated", "HEAD~0", "main@{0}", "refs/heads/main"])
def test_every_name_of_a_commit_leads_to_it(repository: Path, name: str) -> None:
    git(repository, "tag", "v1")
    git(repository, "tag", "-a", "annotated", "-m", "release")

    assert Revision(os.fspath(repository), name).commit == git(repository, "rev-parse", "HEAD")


@pytest.mark.parametrize(
    "name",
    ["--output=pwned", "-Ox", "--upload-pack=touch pwned", "main; touch pwned", "", "main:../../x", "main\n--exec",
     "main:docs", "nothing", "HEAD~9", "main...HEAD", "\x00"],
)  # fmt: skip
def test_what_names_no_commit_is_refused_and_runs_nothing(repository: Path, name: str) -> None:
    before = sorted(repository.rglob("*"))

    with pytest.raises(NoRevision):
        Revision(os.fspath(repository), name)
    assert sorted(repository.rglob("*")) == before


def test_a_name_that_is_a_branch_and_a_tag_is_refused(repository: Path) -> None:
    git(repository, "tag", "main")

    with pytest.raises(NoRevision, match=r"write `refs/tags/main` or `refs/heads/main` in full"):
        Revision(os.fspath(repository), "main")


def test_a_hooks_variables_do_not_lead_it_elsewhere(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", "/nonexistent")
    monkeypatch.setenv("GIT_INDEX_FILE", "/nonexistent")

    assert Revision(os.fspath(repository), "HEAD").tree(("docs",)).read("docs/a.md")


def test_attributes_do_not_change_what_is_read(repository: Path) -> None:
    write(repository, {".gitattributes": "* text eol=crlf\ndocs/a.md export-ignore\n", "docs/lf.md": "one\ntwo\n"})
    commit(repository)

    assert Revision(os.fspath(repository), "HEAD").tree(("docs",)).read("docs/lf.md") == b"one\ntwo\n"


def test_no_repository_is_refused_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(NoRevision, match="not a git repository"):
        Revision(os.fspath(tmp_path), "HEAD")


def test_no_git_is_refused_with_the_reason(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")

    with pytest.raises(NoRevision, match="not on the PATH"):
        Revision(os.fspath(repository), "HEAD")


@pytest.mark.parametrize(
    ("data", "same"),
    [(b"a\nb\n", True), (b"a\r\nb\r\n", True), (b"a\nb", False), (b"a\rb\r", False)],
    ids=["the same", "a CRLF checkout", "a missing line end", "another line end"],
)
def test_a_file_on_disk_is_the_blob_but_for_its_line_ends(data: bytes, same: bool) -> None:
    assert is_same(data, blob_id(b"a\nb\n")) is same
