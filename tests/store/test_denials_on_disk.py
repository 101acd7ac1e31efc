"""A crash leaves the list of stops as it was or as it is to be, and takes back nothing that was told."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from alvara.adapters.store_folder import StoreFolder
from alvara.runtime.store import Store
from alvara.store.denials import Listed, write_list
from tests.release.world import REGISTRY
from tests.runtime.bundles import on_disk
from tests.store.disk import Disk, RecordedFileSystem, Step
from tests.store.releases import NOW, release
from tests.store.stop_lists import READ, added

LISTS: list[Listed] = [added((), "deny", READ), added(added((), "deny", READ), "undeny", READ)]
BYTES = [None, *(write_list(REGISTRY, listed) for listed in LISTS)]


@pytest.fixture
def acts(tmp_path: Path) -> list[list[Step]]:
    """The steps of making a store, of stopping something, and of giving it back."""
    (tmp_path / "disk").mkdir()
    folder, found = str(tmp_path / "disk/store"), list[list[Step]]()
    system = RecordedFileSystem()
    store = Store(StoreFolder(folder), system)
    store.publish(on_disk(release(1), tmp_path / "bundle"))
    store.activate("1", now=NOW)
    found.append(list(system.steps))
    for listed in LISTS:
        before = len(system.steps)
        assert store.write_stops(store.stops(), listed)
        found.append(system.steps[before:])
    return found


def states(root: str, acts: list[list[Step]], missed: int = -1) -> Iterator[str]:
    """Take every step, and say of all that a crash after it may leave what is wrong with the list, if anything."""
    disk, number = Disk(root), 0
    for step in acts[0]:
        disk.take(step)
    for act, steps in enumerate(acts[1:], 1):
        for step in (*steps, None):
            if step is not None and number != missed:
                disk.take(step)
            number += step is not None
            for state in disk.states(but="store/incoming"):
                held = state.get("store/deny.json")
                if held not in (BYTES[act - 1] if step else BYTES[act], BYTES[act]):
                    yield "lost" if held in BYTES else "broken"


def test_no_crash_leaves_a_list_that_is_neither_old_nor_new(tmp_path: Path, acts: list[list[Step]]) -> None:
    assert list(states(str(tmp_path / "disk"), acts)) == []


def test_each_sync_that_is_missed_is_noticed(tmp_path: Path, acts: list[list[Step]]) -> None:
    steps = [step for some in acts[1:] for step in some]
    syncs = [number for number, step in enumerate(steps) if step.call == "sync"]

    assert len(syncs) == 4
    assert [number for number in syncs if not any(states(str(tmp_path / "disk"), acts, number))] == []


def test_what_was_found_stopped_is_brought_to_the_disk(tmp_path: Path, acts: list[list[Step]]) -> None:
    """The run before may have ended after the rename."""
    system = RecordedFileSystem()
    Store(StoreFolder(str(tmp_path / "disk/store")), system).settle()

    assert [(step.call, step.path) for step in system.steps] == [("sync", str(tmp_path / "disk/store"))]
