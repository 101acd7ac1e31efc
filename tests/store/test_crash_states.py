"""What a crash leaves of a store, at whatever moment: what was there or what was to come, whole, and nothing lost."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from alvara.adapters.store_folder import StoreFolder
from alvara.bundle.layout import MANIFEST, SIGNATURE
from alvara.bundle.manifest import identity, parse_manifest
from alvara.bundle.wire import Malformed, parse_json
from alvara.runtime.store import Store
from alvara.store.pins import parse_pin
from alvara.store.pointer import parse_pointer
from alvara.store.published import parse_published
from alvara.store.wire import BadRecord
from tests.release.world import agreed, bundle_of, governed, prepared, rooted, signed
from tests.runtime.bundles import on_disk
from tests.store.disk import Disk, Killed, RecordedFileSystem, Step, Tree
from tests.store.releases import NOW, release

Fact = tuple[str, str]


class Broken(Exception):
    """A state that must not be."""


class Act(NamedTuple):
    """Something that is done to a store, and what is so afterwards."""

    do: Callable[[Store], object]
    facts: frozenset[Fact]


def facts_in(tree: Tree) -> frozenset[Fact]:
    """Read what a store says that was found after a crash. Raises `Broken` where a part of it is not whole."""
    files = {path.removeprefix("store/"): data for path, data in tree.items()}
    held = {path.split("/")[1] for path in files if path.startswith("bundles/")}
    facts: set[Fact] = set()
    for name in held:
        inside = {p.removeprefix(f"bundles/{name}/"): d for p, d in files.items() if p.startswith(f"bundles/{name}/")}
        facts |= _bundle(name, {path: data for path, data in inside.items() if data is not None})
    try:
        for path, data in files.items():
            if data is None:
                continue
            if path.startswith("versions/"):
                facts.add(("version", parse_published(data).version))
            elif path.startswith("pins/"):
                pin = parse_pin(data)
                facts.add(("pin", f"{pin.execution} on {pin.version}"))
                _check_held(pin.digest, held)
            elif path == "active.json":
                pointer = parse_pointer(data)
                facts.add(("active", pointer.version))
                _check_held(pointer.digest, held)
    except BadRecord as error:
        raise Broken(f"{path} {error}") from error
    return frozenset(facts)


def _check_held(digest: str, held: set[str]) -> None:
    if digest.removeprefix("sha256:") not in held:
        raise Broken(f"{digest} is not there")


def _bundle(name: str, inside: dict[str, bytes]) -> set[Fact]:
    try:
        manifest = parse_manifest(parse_json(inside.get(MANIFEST, b"")))
    except Malformed as error:
        raise Broken(f"bundles/{name} {error}") from error
    there = {path: (len(data), sha256(data).hexdigest()) for path, data in inside.items()}
    signature = there.pop(SIGNATURE, None)
    del there[MANIFEST]
    listed = {file.path: (file.size, file.sha256) for file in manifest.files}
    if there != listed or identity(manifest.files) != f"sha256:{name}":
        raise Broken(f"bundles/{name} is not whole")
    if signature is None:
        return {("bundle", manifest.version)}
    if not inside[SIGNATURE].endswith(b"}"):
        raise Broken(f"the signature of bundles/{name} is not whole")
    return {("bundle", manifest.version), ("signature", manifest.version)}


def facts(*words: str) -> frozenset[Fact]:
    return frozenset((kind, name) for kind, name in (word.split(":") for word in words))


@pytest.fixture
def acts(tmp_path: Path) -> list[Act]:
    """A day of a store: every change that there is, and what holds after each."""
    one, two, three = (on_disk(release(number), tmp_path / f"bundle-{number}") for number in (1, 2, 3))
    vouched = bundle_of(prepared(rooted(agreed(governed())), "9"))
    unsigned, signed_one = (
        on_disk(vouched, tmp_path / "unsigned"),
        on_disk(signed(vouched, tag="v9"), tmp_path / "signed"),
    )
    first = ("version:1", "bundle:1")
    second = (*first, "version:2", "bundle:2")
    governed_one = ("version:9", "bundle:9")
    return [
        Act(lambda store: store.publish(one), facts(*first)),
        Act(lambda store: store.activate("1", now=NOW), facts(*first, "active:1")),
        Act(lambda store: store.pin("E1", now=NOW), facts(*first, "active:1", "pin:E1 on 1")),
        Act(lambda store: store.publish(two), facts(*second, "active:1", "pin:E1 on 1")),
        Act(lambda store: store.activate("2", now=NOW), facts(*second, "active:2", "pin:E1 on 1")),
        Act(lambda store: store.pin("E2", now=NOW), facts(*second, "active:2", "pin:E1 on 1", "pin:E2 on 2")),
        Act(lambda store: store.unpin("E1"), facts(*second, "active:2", "pin:E2 on 2")),
        Act(lambda store: store.rollback(now=NOW), facts(*second, "active:1", "pin:E2 on 2")),
        Act(lambda store: store.activate("2", now=NOW), facts(*second, "active:2", "pin:E2 on 2")),
        Act(lambda store: store.publish(three), facts(*second, "version:3", "bundle:3", "active:2", "pin:E2 on 2")),
        Act(lambda store: store.activate("3", now=NOW),
            facts(*second, "version:3", "bundle:3", "active:3", "pin:E2 on 2")),
        Act(lambda store: store.gc(NOW),
            facts("version:1", "version:2", "bundle:2", "version:3", "bundle:3", "active:3", "pin:E2 on 2")),
        Act(lambda store: store.publish(unsigned),
            facts("version:1", "version:2", "bundle:2", "version:3", "bundle:3", "active:3", "pin:E2 on 2",
                  *governed_one)),
        Act(lambda store: store.publish(signed_one),
            facts("version:1", "version:2", "bundle:2", "version:3", "bundle:3", "active:3", "pin:E2 on 2",
                  *governed_one, "signature:9")),
    ]  # fmt: skip


class Recorded(NamedTuple):
    """The steps of every act, and what is so before and after it."""

    root: str
    acts: list[tuple[list[Step], frozenset[Fact], frozenset[Fact]]]


@pytest.fixture
def recorded(tmp_path: Path, acts: list[Act]) -> Recorded:
    (tmp_path / "disk").mkdir()
    found, before = [], frozenset[Fact]()
    for act in acts:
        found.append((_steps_of(act, str(tmp_path / "disk"))[0], before, act.facts))
        before = act.facts
    return Recorded(str(tmp_path / "disk"), found)


def states(recorded: Recorded, missed: int = -1) -> Iterator[str]:
    """Take every step, and say of all that a crash after it may leave what is wrong with it, if anything.

    One step may be missed; what comes before that is as ever, and not looked at again.
    """
    disk, number = Disk(recorded.root), 0
    for steps, before, after in recorded.acts:
        for step in (*steps, None):
            if step is not None and number != missed:
                disk.take(step)
            number += step is not None
            if number > missed:
                for state in disk.states(but="store/incoming"):
                    yield _judge(state, before if step else after, after)


def _judge(state: Tree, before: frozenset[Fact], after: frozenset[Fact]) -> str:
    """Say what is wrong with a state, or nothing: it has to hold what holds before and after, and nothing else."""
    try:
        found = facts_in(state)
    except Broken as error:
        return f"broken: {error}"
    if missing := (before & after) - found:
        return f"lost: {min(missing)}"
    if more := found - (before | after):
        return f"neither: {min(more)}"
    active = {name for kind, name in found if kind == "active"}
    if not active and any(kind == "active" for kind, _ in before):
        return "lost: what is active"
    return ""


def test_no_crash_leaves_a_bad_state(recorded: Recorded) -> None:
    found = list(states(recorded))

    assert len(found) > 300
    assert {wrong for wrong in found if wrong} == set()


def test_each_sync_that_is_missed_is_noticed(recorded: Recorded) -> None:
    steps = [step for some, _, _ in recorded.acts for step in some]
    again = len(steps) - len(recorded.acts[-1][0])
    syncs = [number for number, step in enumerate(steps) if step.call == "sync"]
    unnoticed = [number for number in syncs if not any(states(recorded, number))]

    assert len(syncs) > 60
    assert [] == [steps[number] for number in unnoticed if number < again]
    # A bundle that is published again was on the disk: this is for one that an ended run had put there (see below).
    assert ["bundles", "versions"] == [steps[number].path.rpartition("/")[2] for number in unnoticed]


@pytest.mark.parametrize(
    ("number", "needed"),
    [(0, {"store", "bundles", "versions"}), (1, {"store"}), (2, {"pins"}), (4, {"store"}), (6, {"pins"})],
)
def test_a_run_after_one_that_was_ended_has_all_of_it_on_the_disk(
    tmp_path: Path, acts: list[Act], number: int, needed: set[str]
) -> None:
    """What the ended run had done already, and not brought to the disk, the next one has to."""
    lost, noticed = list[tuple[int, str]](), set[str]()
    for end, (place, ended, again) in enumerate(_ended_and_repeated(tmp_path, acts, number)):
        lost += [(end, wrong) for wrong in _left_by([*ended, *again], place, acts[number]) if wrong]
        for missed in again:
            if missed.call == "sync" and missed.path.rpartition("/")[2] in needed - noticed:
                kept = [step for step in again if step is not missed]
                if any(_left_by([*ended, *kept], place, acts[number])):
                    noticed.add(missed.path.rpartition("/")[2])

    assert lost == []
    assert noticed == needed


def _ended_and_repeated(folder: Path, acts: list[Act], number: int) -> Iterator[tuple[str, list[Step], list[Step]]]:
    """Run an act after those before it, end it at each of its steps, and run it again: its place, and what was done."""
    for end in range(1000):
        place = str(folder / f"disk-{end}")
        Path(place).mkdir()
        done = [step for act in acts[:number] for step in _steps_of(act, place)[0]]
        ended, whole = _steps_of(acts[number], place, end)
        if whole:
            return
        yield place, [*done, *ended], _steps_of(acts[number], place)[0]


def _steps_of(act: Act, place: str, end: int | None = None) -> tuple[list[Step], bool]:
    """Run an act, to its end or up to one of its steps, and tell whether it came to its end."""

    def before(step: int) -> None:
        if step == end:
            raise Killed

    system = RecordedFileSystem(before)
    try:
        act.do(Store(StoreFolder(f"{place}/store"), system))
    except Killed:
        return system.steps, False
    return system.steps, True


def _left_by(steps: list[Step], place: str, act: Act) -> set[str]:
    disk = Disk(place)
    for step in steps:
        disk.take(step)
    return {_judge(state, act.facts, act.facts) for state in disk.states(but="store/incoming")}
