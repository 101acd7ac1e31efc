"""A store on a full disk, or that this user may only read: what was there stays, and what can be asked is answered."""

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import alvara
from alvara import Registry, Store
from alvara.adapters.store_folder import StoreFolder
from alvara.cli.main import main
from tests.cli.conftest import Run
from tests.release.world import AS_OF
from tests.runtime.bundles import on_disk
from tests.store.conftest import Put
from tests.store.disk import RecordedFileSystem, quick_store
from tests.store.releases import NOW, release

NOBODY = 65534


def everything(root: Path) -> dict[str, bytes | None]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes() if path.is_file() else None for path in root.rglob("*")
    }


class FullFileSystem(RecordedFileSystem):
    """Takes so many steps, and then nothing that takes room. What takes away goes on."""

    def __init__(self, room: int) -> None:
        super().__init__()
        self.left = room

    def make_folder(self, path: str) -> None:
        self._take()
        super().make_folder(path)

    def create(self, path: str) -> int:
        self._take()
        return super().create(path)

    def write(self, handle: int, data: bytes) -> None:
        self._take()
        super().write(handle, data)

    def sync(self, handle: int) -> None:
        self._take()
        super().sync(handle)

    def rename(self, source: str, target: str) -> None:
        self._take()
        super().rename(source, target)

    def _take(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_what_was_there(tmp_path: Path, place: str, bundle: Put) -> None:
    first, second, end = quick_store(place), bundle(2), 0
    first.publish(bundle(1))
    first.activate("1", now=NOW)
    for end in range(1000):
        copy = tmp_path / f"store-{end}"
        shutil.copytree(place, copy)
        before = everything(copy)
        store = Store(StoreFolder(str(copy)), FullFileSystem(end))
        try:
            store.publish(second)
            break
        except OSError:
            pass

        after = everything(copy)
        assert Registry.from_store(str(copy)).version == "1"
        assert before.items() <= after.items()
        assert [path for path in after if path.startswith("incoming/")] == []
        assert quick_store(str(copy)).publish(second).version.version == "2"
        shutil.rmtree(copy)

    assert end > 20


def test_a_full_disk_is_said(run: Run, store: Store, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    before = everything(Path(place))
    monkeypatch.setattr("alvara.adapters.durable.LocalFileSystem.write", full)

    done = run("store", "activate", "2", "--store", place)

    assert (done.code, done.out) == (2, "")
    assert "No space left on device" in done.err
    assert everything(Path(place)) == before


@pytest.fixture
def shared() -> Iterator[Path]:
    """A folder that everybody can reach: pytest's own are for one user."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def read_only(shared: Path) -> Path:
    """A store that only its owner may write, and a bundle that is not in it."""
    for number in (1, 2):
        on_disk(release(number), shared / f"bundle-{number}")
    store = Store.open(str(shared / "store"))
    store.publish(str(shared / "bundle-1"))
    store.activate("1", now=AS_OF)
    return shared


ONLY_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
IN_REACH = pytest.mark.skipif(
    any(not folder.stat().st_mode & 0o001 for folder in Path(alvara.__file__).resolve().parents),
    reason="this checkout is kept from everybody else",
)


def as_somebody_else(do: Callable[[], int]) -> int:
    """Do something as a user who owns nothing, in a process of its own."""
    child = os.fork()
    if not child:
        code = 99
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            code = do()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@ONLY_ROOT
@IN_REACH
def test_who_may_only_read_can_ask_everything(read_only: Path) -> None:
    place = str(read_only / "store")

    def ask() -> int:
        registry = Registry.from_store(place)
        assert registry.version == "1"
        assert Registry.from_store(place, registry.digest).version == "1"
        return main(["store", "status", "--store", place])

    assert as_somebody_else(ask) == 0


@ONLY_ROOT
@IN_REACH
@pytest.mark.parametrize("verb", ["publish {}/bundle-2", "rollback 1", "pin E1", "unpin E1", "gc"])
def test_who_may_only_read_changes_nothing(read_only: Path, verb: str, capfd: pytest.CaptureFixture[str]) -> None:
    place, before = str(read_only / "store"), everything(read_only)
    arguments = ["store", *verb.format(read_only).split(), "--store", place]

    code = as_somebody_else(lambda: main(arguments))

    assert everything(read_only) == before
    if verb in ("rollback 1", "unpin E1", "gc"):  # nothing had to be changed
        assert code == 0
    else:
        assert code == 2
        assert "Permission denied" in capfd.readouterr().err
