"""Commits by different people, and such as git itself would not make."""

import os
import subprocess
from pathlib import Path

from alvara.adapters.authors import Authored, authors
from tests.bundle.repository import SETTINGS, git, write

FILE = "capabilities/a.yaml"
OTHER = "capabilities/b.yaml"


def commit_as(root: Path, person: str, message: str = "change", committer: str | None = None) -> str:
    """Commit everything there is, as somebody."""
    names = {"AUTHOR": person, "COMMITTER": committer or person}
    environment = {f"GIT_{part}_NAME": name for part, name in names.items()}
    environment |= {f"GIT_{part}_EMAIL": f"{name.lower()}@example.com" for part, name in names.items()}
    for *_, done in (
        try_git(root, "add", "-A"),
        try_git(root, "commit", "-q", "--allow-empty", "-m", message, **environment),
    ):
        assert done == 0
    return git(root, "rev-parse", "HEAD")


def try_git(root: Path, *arguments: str, **environment: str) -> tuple[str, int]:
    """Run git, perhaps in vain; give what it printed and its exit code."""
    settings = {"GIT_CONFIG_GLOBAL": os.fspath(SETTINGS), "GIT_CONFIG_SYSTEM": "/dev/null"}
    done = subprocess.run(
        ["git", *arguments], cwd=root, env={**os.environ, **settings, **environment}, capture_output=True, text=True
    )
    return done.stdout.strip(), done.returncode


def identity(person: str) -> dict[str, str]:
    said = {"NAME": person, "EMAIL": f"{person.lower()}@example.com"}
    return {f"GIT_{part}_{key}": value for part in ("AUTHOR", "COMMITTER") for key, value in said.items()}


def change(root: Path, text: str, person: str, message: str = "change", path: str = FILE) -> str:
    write(root, {path: text})
    return commit_as(root, person, message)


def merge(root: Path, person: str, *others: str, **content: str) -> str:
    """Merge, whatever git would make of it, and commit the content that is given."""
    try_git(root, "merge", "-q", "--no-ff", "--no-commit", *others, **identity(person))
    if "text" in content:
        write(root, {FILE: content["text"]})
    return commit_as(root, person, "merge")


def craft(root: Path, head: bytes, text: bytes = b"\nchange\n", content: str = "crafted\n") -> str:
    """Commit a file with a head and a text that git itself would not write."""
    write(root, {FILE: content})
    git(root, "add", "-A")
    tree, parent = git(root, "write-tree"), git(root, "rev-parse", "HEAD")
    made = b"tree %s\nparent %s\n%s%s" % (tree.encode(), parent.encode(), head, text)
    arguments = ["git", "hash-object", "-t", "commit", "-w", "--stdin", "--literally"]
    done = subprocess.run(arguments, cwd=root, input=made, capture_output=True, check=True)
    git(root, "update-ref", "HEAD", done.stdout.decode().strip())
    return done.stdout.decode().strip()


def people_of(root: Path, base: str = "base", head: str = "HEAD", paths: tuple[str, ...] = (FILE,)) -> list[Authored]:
    return list(authors(str(root), git(root, "rev-parse", f"{base}^{{commit}}"), git(root, "rev-parse", head), paths))


def emails(root: Path, base: str = "base", head: str = "HEAD") -> set[str]:
    return {found.email.removesuffix("@example.com") for found in people_of(root, base, head)}
