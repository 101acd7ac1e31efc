"""Trees that are deep, shut, or changed by somebody else while they are read: never a crash, never half an answer."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from alvara.adapters.directory import DirectoryTree
from alvara.adapters.scan import scan
from tests.cli.conftest import Run

ALL = ("check", "check --format json", "coverage", "find", "get order --format json", "graph order", "fmt --check")


def _remove(folder: Path) -> None:
    """Remove a folder, however deep, without the functions that a test may have replaced."""
    subprocess.run(["rm", "-rf", str(folder)], check=True)


def _dig(folder: Path, name: str, depth: int, text: str) -> None:
    """Nest folders one by one: a path to the innermost may be longer than the system takes."""
    before = os.open(".", os.O_RDONLY)
    os.chdir(folder)
    for _ in range(depth):
        Path(name).mkdir()
        os.chdir(name)
    Path("x.yaml").write_text(text)
    os.fchdir(before)
    os.close(before)


@pytest.fixture
def deep(shop: Path) -> Iterator[Path]:
    yield shop
    _remove(shop / "policies")
    _remove(shop / "docs")


def test_deep_nesting_is_walked_to_the_end(deep: Path, run: Run) -> None:
    _dig(deep / "policies", "d", 1_100, "id: [")

    assert [run(*command.split()).code in (0, 1) for command in ALL] == [True] * len(ALL)
    assert "policies/d/d/d/" in run("check").out


def test_path_longer_than_the_system_takes_is_refused_and_named(deep: Path, run: Run) -> None:
    _dig(deep / "policies", "e" * 250, 20, "")

    for command in ALL:
        done = run(*command.split())

        assert done.code == 2
        assert done.err.startswith("alvara: could not open policies/eee")
        assert done.err.endswith(": File name too long\n")
        assert done.err.count("\n") == 1


def _refuse(monkeypatch: pytest.MonkeyPatch, call: str, part: str, number: int) -> None:
    """Let a call of the system fail for every path with a part."""
    real = getattr(os, call)

    def refuse(path: object, *rest: object, **options: object) -> object:
        if part in str(path):
            raise OSError(number, os.strerror(number), path)
        return real(path, *rest, **options)

    monkeypatch.setattr(os, call, refuse)


@pytest.mark.parametrize("call", ["lstat", "scandir"])
def test_folder_that_is_shut_is_refused_once_and_the_rest_is_judged(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    (shop / "semantic-ids/item.yaml").write_text("id: item\ntype: entity\nname: Item\nownr: x\n")
    for name in ("a", "b", "c"):
        (shop / "policies/shut" / name).mkdir(parents=True)
    _refuse(monkeypatch, call, "/policies/shut/" if call == "lstat" else "/policies/shut", 13)

    done = run("check")

    assert (done.code, done.err) == (2, "alvara: could not open policies/shut: Permission denied\n")
    assert "semantic-ids/item.yaml:4:1: error[unknown-key]" in done.out


def test_folder_that_may_be_listed_and_not_searched_is_refused_once(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Shut:
        def __init__(self, item: "os.DirEntry[str]") -> None:
            self.name, self._item = item.name, item

        def is_dir(self, *, follow_symlinks: bool) -> bool:
            return self._item.is_dir(follow_symlinks=follow_symlinks)

        def stat(self, *, follow_symlinks: bool) -> os.stat_result:
            raise PermissionError(13, "Permission denied")

    real = os.scandir
    monkeypatch.setattr(
        os, "scandir", lambda path: map(Shut, real(path)) if "/capabilities/order" in path else real(path)
    )

    done = run("check")

    assert (done.code, done.err) == (2, "alvara: could not open capabilities/order: Permission denied\n")


@pytest.mark.parametrize("number", [2, 20], ids=["gone", "gone, with a file in its place"])
@pytest.mark.parametrize(
    ("call", "part"),
    [("lstat", "/policies/order"), ("scandir", "/policies/order"), ("scandir", "/docs"), ("lstat", "/capabilities")],
)
def test_folder_that_vanishes_is_as_if_it_had_never_been_there(
    shop: Path, monkeypatch: pytest.MonkeyPatch, call: str, part: str, number: int
) -> None:
    whole, _ = scan(str(shop), ("capabilities", "policies", "docs"))
    _refuse(monkeypatch, call, part, number)
    found, seen = scan(str(shop), ("capabilities", "policies", "docs"))

    assert sorted(found) == sorted(entry for entry in whole if part[1:] not in entry[0])
    assert not any(part[1:] in path for path, *_ in seen)


def test_files_that_vanish_between_two_looks_are_not_there(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def late(path: str) -> list["os.DirEntry[str]"]:
        listing = list(real(path))
        for item in listing:
            if item.name == "postpone.yaml":
                Path(item.path).unlink()
            elif item.name == "ui":
                _remove(Path(item.path))
        return listing

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", late)
        found, _ = scan(str(shop), ("capabilities", "semantic-ids"))

    assert sorted(path for path, *_ in found) == [
        "capabilities/order/list.yaml", "semantic-ids/item.yaml", "semantic-ids/order.yaml",
    ]  # fmt: skip


def test_folder_that_becomes_a_link_while_we_look_is_not_entered(shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.scandir

    def late(path: str) -> list["os.DirEntry[str]"]:
        listing = list(real(path))
        if path.endswith("/policies"):
            _remove(shop / "policies/order")
            (shop / "policies/order").symlink_to("/etc")
        return listing

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", late)
        found, _ = scan(str(shop), ("policies",))

    assert found == [("policies/order", "symlink", ())]


def _unlink(path: Path) -> None:
    path.unlink()


def _make_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("/etc/passwd")


def _make_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _make_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _lose_the_folder(path: Path) -> None:
    _remove(path.parent)


CHANGES = (_unlink, _make_link, _make_folder, _make_pipe, _lose_the_folder)
PATHS = (
    "capabilities/order/postpone.yaml",
    "policies/order/closed.yaml",
    "semantic-ids/ui/order.yaml",
    "docs/order.md",
)


@pytest.mark.parametrize("moment", ["before it is looked at", "before it is opened"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
@pytest.mark.parametrize("path", PATHS)
def test_listed_file_that_is_not_there_any_more_is_refused_by_name(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, path: str, change: Callable[[Path], None], moment: str
) -> None:
    method = "entry" if moment == "before it is looked at" else "read"
    real = getattr(DirectoryTree, method)

    def late(tree: DirectoryTree, wanted: str) -> object:
        if wanted == path and (shop / path).is_file() and not (shop / path).is_symlink():
            change(shop / path)
        return real(tree, wanted)

    monkeypatch.setattr(DirectoryTree, method, late)

    done = run("check")

    assert done.code == 2
    assert done.err.startswith(f"alvara: could not open {path}: ")
    assert done.err.count("\n") == 1
    assert "empty-document" not in done.out


@pytest.mark.parametrize("command", ["get order --format json", "find deadline", "find --format json"])
@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__.strip("_"))
def test_definition_that_is_lost_before_it_is_shown_is_exit_2(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None], command: str
) -> None:
    real, reads = DirectoryTree.read, []

    def late(tree: DirectoryTree, wanted: str) -> bytes:
        if wanted == "semantic-ids/order.yaml":
            reads.append(wanted)
            if len(reads) == 2:
                change(shop / wanted)
        return real(tree, wanted)

    monkeypatch.setattr(DirectoryTree, "read", late)

    done = run(*command.split())

    assert len(reads) == 2
    assert done.code == 2
    assert "semantic-ids/order.yaml: " in done.err


def test_definition_that_is_another_when_it_is_shown_is_exit_2(
    shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, reads = DirectoryTree.read, []

    def late(tree: DirectoryTree, wanted: str) -> bytes:
        reads.append(wanted)
        return b"# deadline\nid: x\n" if reads.count("semantic-ids/order.yaml") == 2 else real(tree, wanted)

    monkeypatch.setattr(DirectoryTree, "read", late)

    for command in ("get order", "find deadline"):
        reads.clear()
        done = run(*command.split())

        assert (done.code, done.err) == (2, "alvara: semantic-ids/order.yaml: changed while it was read\n")


def test_refusal_is_not_forgotten_by_the_next_run(shop: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alvara.adapters.cache._SETTLED", -(10**19))
    with monkeypatch.context() as shut:
        shut.setattr("alvara.adapters.directory.os.open", _shut_for("docs/order.md"))
        assert 2 == run("check").code
        assert 2 == run("check").code
        (shop / "semantic-ids/item.yaml").write_text("id: item\ntype: entity\nname: Items\n")
        again = run("check")

    assert (again.code, again.err) == (2, "alvara: could not open docs/order.md: Permission denied\n")
    assert run("check").err == ""


def _shut_for(path: str) -> Callable[..., int]:
    real = os.open

    def refuse(wanted: str, *rest: int, **options: int) -> int:
        if str(wanted).endswith(path):
            raise PermissionError(13, "Permission denied")
        return real(wanted, *rest, **options)

    return refuse
