"""`alvara check --fix --staged`: files on disk are mended where all of what they hold is staged."""

from pathlib import Path

import pytest

from tests.bundle.repository import git
from tests.cli.conftest import Run
from tests.cli.releases import READ, change, make_repository

DOC = Path("docs/order.md")
MARK = b"\xef\xbb\xbf"


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return make_repository(tmp_path, monkeypatch)


def _everything(registry: Path) -> dict[str, bytes]:
    paths = [path for path in sorted(registry.rglob("*")) if path.is_file() and ".git" not in path.parts]
    return {str(path): path.read_bytes() for path in paths}


def _with_mark(path: Path) -> bytes:
    """Put a byte order mark before a file, and give what the file was."""
    before = path.read_bytes()
    path.write_bytes(MARK + before)
    return before


@pytest.mark.parametrize("where", ["there", "elsewhere"])
def test_what_is_staged_is_mended_on_disk(registry: Path, run: Run, where: str) -> None:
    before = _with_mark(READ)
    git(registry, "add", ".")
    if where == "elsewhere":
        _with_mark(DOC)

    done = run("check", "--fix", "--staged")

    assert (done.code, "byte-order-mark" in done.out) == (0, True)
    assert done.err.splitlines() == [
        f"alvara: fixed {READ}: byte-order-mark",
        "alvara: what is staged is as it was: stage these files again",
    ]
    assert READ.read_bytes() == before
    assert DOC.read_bytes().startswith(MARK) == (where == "elsewhere")
    git(registry, "add", str(READ))
    again = run("check", "--fix", "--staged")
    assert (again.code, again.err, "no findings" in again.out) == (0, "", True)


@pytest.mark.parametrize("disk", ["changed", "gone", "a link"])
def test_what_is_staged_in_part_stops_all(registry: Path, run: Run, disk: str) -> None:
    _with_mark(READ)
    _with_mark(DOC)
    git(registry, "add", ".")
    if disk == "changed":
        change(READ, ("Reads an", "Gives an"))
    else:
        READ.rename(registry.parent / "moved.yaml")
    if disk == "a link":
        READ.symlink_to(registry.parent / "moved.yaml")
    before = _everything(registry)

    done = run("check", "--fix", "--staged")

    assert (done.code, done.out) == (2, "")
    assert f"alvara: {READ}: on disk is not what is staged, so nothing was changed; stage all of it" in done.err
    assert _everything(registry) == before


def test_a_file_that_is_staged_in_part_and_needs_nothing_stops_nothing(registry: Path, run: Run) -> None:
    before = _with_mark(DOC)
    git(registry, "add", ".")
    change(READ, ("Reads an", "Gives an"))

    assert run("check", "--fix", "--staged").code == 0
    assert DOC.read_bytes() == before


def test_line_ends_that_git_writes_are_no_difference(registry: Path, run: Run) -> None:
    before = _with_mark(READ).replace(b"\n", b"\r\n")
    git(registry, "add", ".")
    READ.write_bytes(READ.read_bytes().replace(b"\n", b"\r\n"))

    assert run("check", "--fix", "--staged").code == 0
    assert READ.read_bytes() == before
