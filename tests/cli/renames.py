"""What tests of renames look at."""

from pathlib import Path

from tests.fieldcases.surroundings import git


def tree(root: Path) -> dict[str, bytes]:
    """Every file of a folder, git's own left out."""
    files = (path for path in root.rglob("*") if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def commit(root: Path) -> None:
    """Commit all there is."""
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"]):
        git(root, *arguments)
