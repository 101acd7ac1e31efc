"""Real processes that are ended at any moment, or get in each other's way: what they leave is old or new, and whole."""

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from alvara import Registry, Store
from alvara.adapters.durable import locked
from alvara.adapters.store_changes import StoreChanges
from alvara.adapters.store_folder import StoreFolder
from alvara.cli.main import main
from tests.runtime.bundles import on_disk
from tests.store.disk import RecordedFileSystem, quick_store
from tests.store.releases import NOW, digest_of, release

ENDED, LONG = 77, 60.0


@pytest.fixture
def place(tmp_path: Path) -> str:
    """A store with release 1, which is active, and the bundles of 1, 2 and 3 beside it."""
    for number in (1, 2, 3):
        on_disk(release(number), tmp_path / f"bundle-{number}")
    store = Store.open(str(tmp_path / "store"))
    store.publish(str(tmp_path / "bundle-1"))
    store.activate("1", now=NOW)
    return str(tmp_path / "store")


def begin(do: Callable[[], object]) -> int:
    """Do something in a process of its own; gives its number."""
    child = os.fork()
    if child:
        return child
    code = 1
    try:
        code = int(do() or 0)
    finally:
        os._exit(code)


def end_of(child: int) -> int:
    """Wait for a process, not for ever."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.005)
    os.kill(child, 9)
    os.waitpid(child, 0)
    raise TimeoutError


def says_of_itself(place: str) -> str:
    """Open what is active, and give its version, which everything in it has to be of."""
    registry = Registry.from_store(place)
    order = registry.get_resource("order")
    assert order is not None
    assert order.name == f"Order {registry.version}"
    assert Store.open(place).status().active.digest == registry.digest  # type: ignore[union-attr]
    return registry.version


def test_a_process_that_ends_at_any_call_leaves_old_or_new_and_the_next_run_works(tmp_path: Path, place: str) -> None:
    bundle, seen, end = str(tmp_path / "bundle-2"), set[str](), 0

    def ends_at(number: int) -> Callable[[int], None]:
        return lambda step: os._exit(ENDED) if step == number else None

    while True:
        copy = str(tmp_path / f"store-{end}")
        subprocess.run(["cp", "-r", place, copy], check=True)
        system = RecordedFileSystem(ends_at(end))

        def run(copy: str = copy, system: RecordedFileSystem = system) -> None:
            store = Store(StoreFolder(copy), system)
            store.publish(bundle)
            store.pin("E1", now=NOW)
            store.activate("2", now=NOW)
            store.unpin("E1")
            store.gc(NOW)

        code = end_of(begin(run))
        seen.add(says_of_itself(copy))
        for published in Store.open(copy).status().versions:
            assert Registry.from_store(copy, published.version).version == published.version
        again = quick_store(copy)
        again.publish(bundle)
        again.activate("2", now=NOW)
        again.gc("2026-12-31T00:00:00Z")
        assert says_of_itself(copy) == "2"
        assert list((Path(copy) / "incoming").iterdir()) == []
        if code == 0:
            break
        assert code == ENDED
        end += 1

    assert end > 60
    assert seen == {"1", "2"}


def test_processes_killed_at_random_leave_old_or_new(tmp_path: Path, place: str) -> None:
    chance = random.Random(41)
    script = (
        "import sys\nfrom alvara import Store\nstore = Store.open(sys.argv[1])\nprint('ready', flush=True)\n"
        "while True:\n"
        "    for number in '23':\n"
        "        store.publish(f'{sys.argv[2]}/bundle-{number}')\n"
        "        store.rollback(number, now='2026-09-02T08:00:00Z')\n"
        "        store.gc('2026-12-31T00:00:00Z')\n"
        "        print('done', flush=True)\n"
    )  # fmt: skip
    seen = set()
    for _ in range(12):
        process = subprocess.Popen([sys.executable, "-c", script, place, str(tmp_path)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        with process, process.stdout:
            for _ in range(1 + chance.randrange(3)):
                process.stdout.readline()
            time.sleep(chance.uniform(0, 0.05))
            process.kill()
            process.wait(LONG)
        seen.add(says_of_itself(place))

    assert seen <= {"1", "2", "3"}
    assert len(seen) > 1


def test_of_two_who_activate_at_once_one_wins_and_the_other_is_told(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    store, (ready, told) = Store.open(place), os.pipe()
    for number in (2, 3):
        store.publish(str(tmp_path / f"bundle-{number}"))
    alone = StoreChanges.alone

    @contextmanager
    def announced(changes: StoreChanges) -> Iterator[None]:
        os.write(told, b".")
        with alone(changes):
            yield

    monkeypatch.setattr(StoreChanges, "alone", announced)
    with locked(f"{place}/lock", 0):  # until both have looked, and judged, and wait to write
        children = [begin(lambda n=n: main(["store", "activate", n, "--store", place, "--now", NOW])) for n in "23"]  # type: ignore[misc]
        for _ in children:
            os.read(ready, 1)
    codes = [end_of(child) for child in children]
    winner = says_of_itself(place)
    said = capfd.readouterr().err

    assert sorted(codes) == [0, 1]
    assert winner == "23"[codes.index(0)]
    assert f"`{winner}` was made active by somebody else meanwhile" in said


def test_many_who_publish_one_bundle_at_once_all_succeed(tmp_path: Path) -> None:
    bundle, place = on_disk(release(1), tmp_path / "bundle"), str(tmp_path / "store")

    children = [begin(lambda: main(["store", "publish", bundle, "--store", place])) for _ in range(6)]
    codes = [end_of(child) for child in children]

    assert codes == [0] * 6
    assert [one.version for one in Store.open(place).status().versions] == ["1"]
    assert list((Path(place) / "incoming").iterdir()) == []


def test_of_two_who_publish_one_version_with_two_contents_one_is_refused(tmp_path: Path) -> None:
    place = str(tmp_path / "store")
    other = release(1, "0b9f5d0e-9c4e-4f5a-8f0e-1d2c3b4a5968")
    bundles = [on_disk(release(1), tmp_path / "one"), on_disk(other, tmp_path / "other")]

    children = [begin(lambda b=b: main(["store", "publish", b, "--store", place])) for b in bundles]  # type: ignore[misc]
    codes = [end_of(child) for child in children]

    assert sorted(codes) == [0, 1]
    assert Store.open(place).status().held == {digest_of((release(1), other)[codes.index(0)])}


def test_who_reads_while_others_activate_and_clean_up_sees_one_version_as_a_whole(tmp_path: Path, place: str) -> None:
    def flip() -> None:
        store = quick_store(place)
        for turn in range(40):
            number = "123"[turn % 3]
            store.publish(str(tmp_path / f"bundle-{number}"))
            store.rollback(number, now=NOW)
            store.gc(NOW)

    def read(until: Path) -> int:
        seen = set()
        while not until.exists():
            registry = Registry.from_store(place)
            order = registry.get_resource("order")
            assert order is not None
            assert order.name == f"Order {registry.version}"
            seen.add(registry.version)
        return 0 if len(seen) > 1 else 9

    over = tmp_path / "over"
    readers = [begin(lambda: read(over)) for _ in range(3)]
    writer = end_of(begin(flip))
    over.touch()

    assert writer == 0
    assert [end_of(reader) for reader in readers] == [0, 0, 0]


def test_who_waits_too_long_for_another_is_told(place: str, run_once: Callable[..., tuple[int, str]]) -> None:
    with locked(f"{place}/lock", 0):
        code, said = run_once("store", "pin", "E1", "--store", place)

    assert code == 2
    assert "somebody else is changing it" in said


@pytest.fixture
def run_once(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    monkeypatch.setattr("alvara.adapters.store_changes._PATIENCE", 0.1)

    def run(*arguments: str) -> tuple[int, str]:
        code = main([*arguments])
        return code, capfd.readouterr().err

    return run
