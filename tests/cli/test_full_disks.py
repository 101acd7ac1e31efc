"""A disk that takes no more: a verb that writes says so, and leaves nothing half-written behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from alvara.adapters import writing
from tests.cli.releases import make_repository

_FULL = """\
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
from alvara.cli.main import main
sys.exit(main(sys.argv[1:]))
"""
NOTE = """\
id: note
type:   entity
name: Note
status: deprecated
knowledgeRefs: [docs/order]
deprecation: {since: "2020-01-01", removeAfter: "2020-06-01", reason: Nobody writes any.}
"""
VERBS = [
    ("rename", "order.deadline", "order.end"),
    ("rename", "order.read", "order.fetch"),
    ("promote", "order.read", "deprecated", "--reason", "x"),
    ("promote", "note", "removed"),
    ("release", "prepare", "1"),
    ("new", "resource", "order.line.note"),
    ("fmt",),
    ("bundle", "build"),
]


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "semantic-ids").mkdir()
    (tmp_path / "semantic-ids/note.yaml").write_text(NOTE)
    return make_repository(tmp_path, monkeypatch)


def _everything(root: Path) -> dict[str, bytes | None]:
    found = (path for path in root.rglob("*") if ".git" not in path.parts)
    return {str(path.relative_to(root)): path.read_bytes() if path.is_file() else None for path in found}


@pytest.mark.parametrize("arguments", VERBS, ids=" ".join)
def test_nothing_half_written_is_left(
    registry: Path, tmp_path_factory: pytest.TempPathFactory, arguments: tuple[str, ...]
) -> None:
    before = _everything(registry)

    surroundings = os.environ | {"XDG_CACHE_HOME": str(tmp_path_factory.mktemp("memory"))}
    done = subprocess.run(
        [sys.executable, "-c", _FULL, *arguments], cwd=registry, env=surroundings,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip

    assert done.returncode == 2, done
    assert "File too large" in done.stderr
    assert _everything(registry) == before


def test_folders_that_were_made_for_a_file_that_cannot_move_there_go_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/file").write_text("here")

    def refuse(*names: object, **folders: object) -> None:
        raise OSError(18, "Invalid cross-device link")

    monkeypatch.setattr("alvara.adapters.writing.os.rename", refuse)
    with pytest.raises(OSError, match="cross-device"):
        writing.move(tmp_path, "a/file", "b/c/file")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["a"]
