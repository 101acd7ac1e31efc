"""`Store` and `Registry.from_store`, as a runtime uses them."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import alvara
from alvara import BadStore, DamagedBundle, NotInStore, Refused, Registry, Store, Unrooted
from tests.release.world import resealed
from tests.runtime.bundles import on_disk
from tests.store.conftest import Put
from tests.store.releases import NOW, digest_of, governed_pin, governed_release, release

HOUR, DAY = "2026-09-02T09:00:00Z", "2026-09-03T08:00:00Z"


def order_of(registry: Registry) -> str:
    order = registry.get_resource("order")
    assert order is not None
    return str(order.name)


def test_an_execution_goes_on_with_its_version_across_activation_gc_and_restart(
    store: Store, place: str, bundle: Put
) -> None:
    """AC-09: executions that exist stay bound to the version of their creation."""
    pin = store.pin("E123", now=NOW)
    first = order_of(Registry.from_store(place, pin.digest))
    for number in "23":
        store.activate(number, now=NOW)
        store.gc(NOW)
    script = (
        "import sys\nfrom alvara import Registry, Store\npin = Store.open(sys.argv[1]).pin('E123')\n"
        "print(Registry.from_store(sys.argv[1], version=pin.digest).get_resource('order').name)\n"
        "print(Registry.from_store(sys.argv[1]).get_resource('order').name)\n"
    )  # fmt: skip

    done = subprocess.run([sys.executable, "-c", script, place], capture_output=True, text=True, timeout=60, check=True)

    assert first == "Order 1"
    assert done.stdout == "Order 1\nOrder 3\n"


def test_what_an_execution_let_go_of_is_taken_away(store: Store, place: str) -> None:
    store.pin("E1", now=NOW)
    for number in "23":
        store.activate(number, now=NOW)
    kept = store.gc(NOW)

    let_go, again = store.unpin("E1"), store.unpin("E1")
    gone = store.gc(NOW)

    assert kept.bundles == ()
    assert let_go is not None
    assert (let_go.version, again) == ("1", None)
    assert gone.bundles == (digest_of(release(1)),)
    with pytest.raises(NotInStore):
        Registry.from_store(place, "1")


def test_a_lease_ends_by_itself_and_is_lengthened_by_a_later_end(store: Store) -> None:
    first = store.pin("E1", until=HOUR, now=NOW)
    shorter = store.pin("E1", until="2026-09-02T08:30:00Z", now=NOW)
    longer = store.pin("E1", until=DAY, now=NOW)
    assert store.pin("E1", now=NOW) == longer
    for number in "23":
        store.activate(number, now=NOW)

    during, after = store.gc(HOUR), store.gc(DAY)

    assert (first.until, shorter.until, longer.until) == (HOUR, HOUR, DAY)
    assert longer.since == NOW
    assert during.bundles == ()
    assert after.bundles == (digest_of(release(1)),)
    assert store.status().pins == ()


@pytest.mark.parametrize("until", [NOW, "2026-09-01T00:00:00Z"])
def test_a_lease_that_has_ended_already_is_none(store: Store, until: str) -> None:
    with pytest.raises(BadStore, match="the lease would have ended"):
        store.pin("E1", until=until, now=NOW)


def test_an_execution_starts_again_though_something_else_of_the_store_is_damaged(store: Store, place: str) -> None:
    first = store.pin("E1", now=NOW)
    (Path(place) / "versions/2.json").write_text("{")
    (Path(place) / "active.json").write_text("{")

    again = store.pin("E1", now=NOW)

    assert again == first
    assert order_of(Registry.from_store(place, again.digest)) == "Order 1"


def test_pins_of_many_versions_may_be_named(store: Store) -> None:
    pins = [store.pin(f"E{number}", which, now=NOW) for number, which in enumerate(["1", "2", digest_of(release(3))])]

    assert [pin.version for pin in pins] == ["1", "2", "3"]
    assert list(store.status().pins) == pins


def test_what_was_published_and_not_activated_yet_stays(store: Store) -> None:
    store.activate("2", now=NOW)

    found = store.gc(NOW)

    assert found.bundles == ()
    assert {kept.reason for kept in found.kept} == {"active", "active before", "newer than what is active"}


def test_two_who_activate_the_same_at_once_both_succeed(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = _activate_with(store, "2", lambda: Store.open(place).activate("2", now=NOW), monkeypatch)

    assert done.pointer.version == "2"
    assert not done.changed


def test_who_is_slower_than_another_is_refused(store: Store, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Refused, match="`3` was made active by somebody else meanwhile"):
        _activate_with(store, "2", lambda: Store.open(place).activate("3", now=NOW), monkeypatch)

    assert Registry.from_store(place).version == "3"


def test_a_rollback_from_what_is_not_active_any_more_is_refused(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.activate("2", now=NOW)
    find = store._folder.find

    def wait(which: str) -> object:
        monkeypatch.undo()
        Store.open(place).activate("3", now=NOW)
        return find(which)

    monkeypatch.setattr(store._folder, "find", wait)
    with pytest.raises(Refused, match="`3` was made active by somebody else meanwhile"):
        store.rollback(now=NOW)

    assert Registry.from_store(place).version == "3"


def test_what_was_taken_away_while_it_was_verified_does_not_become_active(
    store: Store, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(place) / "bundles" / digest_of(release(2)).removeprefix("sha256:")

    with pytest.raises(NotInStore):
        _activate_with(store, "2", lambda: folder.rename(Path(place).parent / "away"), monkeypatch)

    assert Registry.from_store(place).version == "1"


def _activate_with(
    store: Store, which: str, meanwhile: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> alvara.store.status.Activation:
    """Activate a version, and do something after it was verified and before anything is written."""
    alone = store._changes.alone

    def wait() -> object:
        monkeypatch.undo()
        meanwhile()
        return alone()

    monkeypatch.setattr(store._changes, "alone", wait)
    return store.activate(which, now=NOW)


def test_nothing_is_active_at_first(place: str, bundle: Put) -> None:
    store = Store.open(place)
    store.publish(bundle(1))

    with pytest.raises(NotInStore, match="nothing is active"):
        Registry.from_store(place)
    with pytest.raises(NotInStore, match="nothing is active"):
        store.pin("E1")
    assert store.status().active is None


def test_a_newer_format_is_kept_and_not_activated(tmp_path: Path, store: Store, place: str) -> None:
    files = release(3)
    registry = files["registry.json"].replace(b'"version":"3"', b'"version":"9"')
    newer = resealed({**files, "registry.json": registry}, format="alvara.bundle/1.99", version="9", sequence=9)

    published = store.publish(on_disk(newer, tmp_path / "newer"))

    assert published.new
    with pytest.raises(Refused, match=r"has a newer format, `alvara.bundle/1.99`, and cannot be verified in full"):
        store.activate("9", now=NOW)


def test_a_root_comes_from_the_caller(tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALVARA_ROOT", governed_pin())
    store = Store.open(place)
    store.publish(on_disk(governed_release(1), tmp_path / "governed"))

    with pytest.raises(Unrooted):
        store.activate("1", now=NOW)
    with pytest.raises(Refused, match="does not hold"):
        store.activate("1", now=NOW, root="nothing")
    assert store.activate("1", now=NOW, root=f"sha256:{governed_pin().upper()}").pointer.root is not None


def test_a_release_of_what_is_governed_follows_another(tmp_path: Path, place: str) -> None:
    store = Store.open(place)
    for number in (1, 2):
        store.publish(on_disk(governed_release(number), tmp_path / f"governed-{number}"))
        store.activate(str(number), now=NOW, root=governed_pin())

    back = store.rollback(now=NOW, root=governed_pin())

    assert back.pointer.version == "1"
    with pytest.raises(Unrooted):
        store.rollback("2", now=NOW)


def test_a_file_is_no_store(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with pytest.raises(BadStore, match="is no folder"):
        Store.open(str(tmp_path / "file"))


def test_where_a_bundle_lies_is_told(store: Store, place: str) -> None:
    digest = digest_of(release(1))

    assert store.path_of() == store.path_of("1") == store.path_of(digest)
    assert Registry.open(store.path_of()).digest == digest
    with pytest.raises(NotInStore):
        store.path_of("7")


def test_a_damaged_active_bundle_is_said_and_does_not_wait(store: Store, place: str) -> None:
    path = next((Path(store.path_of()) / "private/capabilities").iterdir())
    path.write_bytes(path.read_bytes() + b" ")

    with pytest.raises(DamagedBundle, match="has other bytes than the manifest says"):
        Registry.from_store(place)
