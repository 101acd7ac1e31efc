"""Another reader of repositories as a witness: GitPython finds the commits, files and bytes that we do."""

from pathlib import Path

import pytest
from git import Blob, Repo

from alvara.adapters.bases import Found, Refs, explicit_base
from alvara.adapters.revision import Revision
from tests.bundle.repository import commit, git, write

FILES: dict[str, str | bytes] = {
    "a.yaml": "id: a\n", "b/c.yaml": b"\xff\x00", "b/\u00e9 \U0001f600.md": "", 'b/"\\.md': "x\n", "run": "#!/bin/sh\n",
}  # fmt: skip


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Two branches that have parted, a tag with a message, one without, a link and a program."""
    write(tmp_path, FILES)
    (tmp_path / "run").chmod(0o755)
    (tmp_path / "link").symlink_to("a.yaml")
    commit(tmp_path)
    git(tmp_path, "tag", "-a", "v1", "-m", "One")
    git(tmp_path, "checkout", "-q", "-b", "work")
    commit(write(tmp_path, {"a.yaml": "id: b\n"}))
    git(tmp_path, "tag", "light")
    git(tmp_path, "checkout", "-q", "main")
    commit(write(tmp_path, {"d.yaml": "id: d\n"}))
    git(tmp_path, "checkout", "-q", "work")
    return tmp_path


@pytest.mark.parametrize("name", ["HEAD", "HEAD~1", "main", "work", "v1", "light", "refs/tags/v1"])
def test_the_same_commit_and_files_under_every_name(repository: Path, name: str) -> None:
    with Repo(repository) as theirs:
        known = theirs.commit(name)
        listed = {blob.path: blob for blob in known.tree.traverse() if isinstance(blob, Blob)}
        ours = Revision(str(repository), name)

        assert ours.commit == known.hexsha
        assert explicit_base(str(repository), name) == Found(name, known.hexsha)
        assert {path: blob for path, (_, blob) in ours.blobs().items()} == {p: b.hexsha for p, b in listed.items()}
        tree = ours.tree(("",))
        read = {path: tree.read(path) for path, (kind, _) in ours.blobs().items() if kind == "file"}
        assert read == {p: b.data_stream.read() for p, b in listed.items() if b.mode != 0o120000}


def test_the_same_fork_point_and_tags(repository: Path) -> None:
    refs = Refs(str(repository), "main", "v")
    with Repo(repository) as theirs:
        (fork,) = theirs.merge_base("main", "HEAD")

        assert refs.fork_point() == Found("main", fork.hexsha)
        assert refs.tagged("1") == Found("v1", theirs.tags["v1"].commit.hexsha, sure=False)
        assert refs.tagged("2") is None
