"""Git repositories that are the same wherever and whenever they are made."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

MOMENT = "2026-09-01T12:00:00Z"
SETTINGS = Path(__file__).with_name("gitconfig")
"""What makes repositories small and quick: nothing tidies up in the background, and no sample hooks are laid out."""

_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.fspath(SETTINGS), "GIT_CONFIG_SYSTEM": "/dev/null",
    "GIT_AUTHOR_NAME": "Ana", "GIT_AUTHOR_EMAIL": "ana@example.com", "GIT_AUTHOR_DATE": MOMENT,
    "GIT_COMMITTER_NAME": "Ana", "GIT_COMMITTER_EMAIL": "ana@example.com", "GIT_COMMITTER_DATE": MOMENT,
}  # fmt: skip


def git(folder: Path, *arguments: str, at: str = MOMENT) -> str:
    """Run git in a folder, at a moment, and give what it printed."""
    environment = {**os.environ, **_ENVIRONMENT, "GIT_AUTHOR_DATE": at, "GIT_COMMITTER_DATE": at}
    done = subprocess.run(["git", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write files below a folder."""
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def commit(folder: Path, message: str = "change", at: str = MOMENT) -> str:
    """Commit everything there is, in a repository that is made when there is none, and name the commit."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message, at=at)
    return git(folder, "rev-parse", "HEAD")
