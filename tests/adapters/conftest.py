"""A repository to commit to."""

from pathlib import Path

import pytest

from tests.adapters.commits import FILE, OTHER, change, commit_as
from tests.bundle.repository import git, write


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with two files, committed by Ana."""
    git(tmp_path, "init", "-q", "-b", "main")
    write(tmp_path, {FILE: "1\n2\n3\n4\n5\n", OTHER: "b\n"})
    commit_as(tmp_path, "Ana")
    git(tmp_path, "tag", "base")
    return tmp_path


@pytest.fixture
def forked(root: Path) -> Path:
    """A branch `side` on which Bob changed the first line; `main` where Carl changed another file."""
    git(root, "checkout", "-q", "-b", "side")
    change(root, "one\n2\n3\n4\n5\n", "Bob")
    git(root, "checkout", "-q", "main")
    change(root, "c\n", "Carl", path=OTHER)
    return root
