"""`make check` looks at this registry in whatever checkout a stranger has."""

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.cli.main import main
from tests.bundle.repository import commit, git
from tests.this_registry import LATER, ROOT, copy_registry

RECIPE = re.search(r"(?m)^check:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(encoding="utf-8"))
COMMANDS = [shlex.split(line)[1:] for line in (RECIPE[1] if RECIPE else "").splitlines() if "/alvara " in line]


def _clone(origin: Path, to: Path, *options: str) -> Path:
    git(origin.parent, "clone", "-q", *options, f"file://{origin}", str(to))
    return to


def _only_files(origin: Path, to: Path) -> Path:
    shutil.rmtree(_clone(origin, to) / ".git")
    return to


def _without_branches(origin: Path, to: Path) -> Path:
    git(_clone(origin, to), "checkout", "-q", "--detach")
    git(to, "remote", "remove", "origin")
    git(to, "branch", "-q", "-D", "main")
    return to


CHECKOUTS: dict[str, tuple[Callable[[Path, Path], Path], str]] = {
    "a clone": (_clone, "compared with origin/main at"),
    "a clone of depth 1": (lambda origin, to: _clone(origin, to, "--depth", "1"), "compared with origin/main at"),
    "a detached HEAD without remote or branch": (_without_branches, "there is no branch `main`"),
    "files only": (_only_files, "nothing is compared"),
}


@pytest.mark.parametrize("kind", CHECKOUTS)
def test_make_check_passes_in(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    origin = copy_registry(tmp_path / "origin")
    commit(origin, at=LATER)
    commit(origin, at=LATER)
    make, said = CHECKOUTS[kind]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    monkeypatch.chdir(make(origin, tmp_path / "checkout"))

    assert [verb for verb, *_ in COMMANDS] == ["check", "test", "bundle", "bundle", "bundle"]
    assert [main(command) for command in COMMANDS] == [0, 0, 0, 0, 0]
    assert said in capfd.readouterr().out
