"""Files that are there, whole, once a call has returned: in which order that is asked for, and by how many at once."""

import errno
import os
from pathlib import Path

import pytest

from alvara.adapters import durable
from alvara.adapters.durable import (
    LOCAL,
    Busy,
    locked,
    make_folders,
    passing_name,
    remove_tree,
    replace_file,
    write_folder,
)
from tests.store.disk import RecordedFileSystem

FILES = {f"{folder}/{number}.json": f"{folder}{number}".encode() for folder in ("a", "a/b", "c") for number in range(5)}


@pytest.mark.parametrize("together", [1, 4, 100])
def test_a_folder_has_all_of_its_files_whatever_their_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, together: int
) -> None:
    monkeypatch.setattr(durable, "_TOGETHER", together)
    handles = len(list(Path("/dev/fd").iterdir()))

    write_folder(LOCAL, str(tmp_path), FILES)

    found = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert found == FILES
    assert len(list(Path("/dev/fd").iterdir())) == handles


def test_files_are_on_the_disk_before_their_folders_and_inner_folders_before_outer(tmp_path: Path) -> None:
    system = RecordedFileSystem()

    write_folder(system, str(tmp_path), FILES)

    synced = [os.path.relpath(step.path, tmp_path) for step in system.steps if step.call == "sync"]
    assert synced == [*FILES, "c", "a/b", "a", "."]


def test_what_is_written_may_be_read_by_all(tmp_path: Path) -> None:
    mask = os.umask(0o077)
    try:
        write_folder(LOCAL, str(tmp_path), FILES)
        replace_file(LOCAL, str(tmp_path / "file"), b"x", passing_name(str(tmp_path)))
    finally:
        os.umask(mask)

    modes = {oct(path.stat().st_mode & 0o777) for path in tmp_path.rglob("*") if path.is_file()}
    assert modes == {"0o644"}
    assert (tmp_path / "a/b").stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("call", ["create", "write", "sync", "rename"])
def test_a_file_that_cannot_be_replaced_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    (tmp_path / "file").write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    system = RecordedFileSystem()
    monkeypatch.setattr(system, call, fail)
    with pytest.raises(OSError, match="Input/output error"):
        replace_file(system, str(tmp_path / "file"), b"new", passing_name(str(tmp_path)))

    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"file": b"old"}


def test_a_link_is_taken_away_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/letter").write_text("Dear Ana")
    (tmp_path / "tree/inner").mkdir(parents=True)
    (tmp_path / "tree/inner/link").symlink_to(tmp_path / "mine")
    (tmp_path / "tree/broken").symlink_to("nowhere")

    remove_tree(LOCAL, str(tmp_path / "tree"))

    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
    assert (tmp_path / "mine/letter").read_text() == "Dear Ana"


def test_folders_that_are_missing_are_made(tmp_path: Path) -> None:
    make_folders(LOCAL, str(tmp_path / "a/b/c"))
    make_folders(LOCAL, str(tmp_path / "a/b/c"))

    assert (tmp_path / "a/b/c").is_dir()


def test_no_two_passing_names_are_the_same() -> None:
    names = {passing_name("/x") for _ in range(1000)}

    assert len(names) == 1000


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_one_holds_a_lock_and_the_next_gets_it_afterwards(tmp_path: Path, kind: str) -> None:
    path = str(tmp_path if kind == "folder" else tmp_path / "lock")

    with locked(path, 0), pytest.raises(Busy), locked(path, 0.05):
        raise AssertionError
    with locked(path, 0):
        pass


def test_a_lock_is_let_go_of_though_a_child_was_made_meanwhile(tmp_path: Path) -> None:
    path, (ready, over) = str(tmp_path / "lock"), os.pipe()
    with locked(path, 0):
        child = os.fork()
        if not child:
            os.close(over)
            os.read(ready, 1)
            os._exit(0)
    try:
        with locked(path, 0):
            held = True
    finally:
        os.close(over)
        os.close(ready)
        os.waitpid(child, 0)

    assert held


def test_a_lock_ends_with_its_process(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    child = os.fork()
    if not child:
        with locked(path, 0):
            os._exit(0)
    os.waitpid(child, 0)

    with locked(path, 0):
        held = True

    assert held


def test_a_link_is_no_lock(tmp_path: Path) -> None:
    (tmp_path / "lock").symlink_to(tmp_path / "elsewhere")

    with pytest.raises(OSError, match="symbolic links"), locked(str(tmp_path / "lock"), 0):
        raise AssertionError

    assert not (tmp_path / "elsewhere").exists()
