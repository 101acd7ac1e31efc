"""A store in a real registry: published, activated, rolled back and read, and each refusal with its reason."""

import threading
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from alvara.adapters.bundles import pack_tar, write_folder, write_tar
from alvara.adapters.oci.artifacts import BUNDLE, POINTER, read_artifact, write_artifact
from alvara.adapters.oci.client import Client
from alvara.adapters.oci.credentials import Credentials
from alvara.adapters.oci.references import parse_repository
from alvara.adapters.oci.series import Series
from alvara.runtime.oci_store import OciStore, lend_bundle
from alvara.runtime.registry import DamagedBundle, Registry
from alvara.store.refusing import BadStore, NotInStore, Refused, Unrooted
from tests.oci.bundles import about, first, second, unpacked
from tests.oci.conftest import QUICK
from tests.oci.registry_server import RegistryServer
from tests.release.world import NOW, READ, Files, bundle_of, pin, prepared, world

ROOT = pin(dict(world()))
LONG_AFTER = "2028-01-01T00:00:00Z"


@pytest.fixture
def store(repository: str) -> OciStore:
    """An empty store."""
    return OciStore.open(repository)


@pytest.fixture
def bundles(tmp_path: Path) -> tuple[str, str]:
    """Version 1 as a folder and version 2 as an archive."""
    write_folder(first(), str(tmp_path / "one"))
    write_tar(second(), str(tmp_path / "two.tar"))
    return str(tmp_path / "one"), str(tmp_path / "two.tar")


@pytest.fixture
def filled(store: OciStore, bundles: tuple[str, str]) -> OciStore:
    """A store with both, of which nothing is active."""
    for bundle in bundles:
        store.publish(bundle)
    return store


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for what is pulled, which is empty afterwards."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    yield folder

    assert list(folder.iterdir()) == []


def sentence(registry: Registry) -> str:
    found = registry.get_capability("order.read")
    assert found is not None
    return str(found.description)


def test_nothing_is_active_before_somebody_activates_it(filled: OciStore) -> None:
    status = filled.status()

    assert status.active is None
    assert [(one.version, one.digest) for one in status.versions] == [
        ("1", about(first()).digest), ("2", about(second()).digest),
    ]  # fmt: skip
    assert status.held == {one.digest for one in status.versions}
    with pytest.raises(NotInStore, match="nothing is active"):
        filled.read()


def test_what_is_active_is_what_a_program_gets(filled: OciStore, repository: str) -> None:
    activation = filled.activate("1", now=NOW, root=ROOT)
    registry = Registry.from_store(repository)

    assert activation.changed
    assert (registry.version, registry.digest) == ("1", about(first()).digest)
    assert sentence(registry) == "Reads one order."


def test_a_program_stays_on_the_digest_that_it_names(filled: OciStore, repository: str) -> None:
    filled.activate("1", now=NOW, root=ROOT)
    digest = Registry.from_store(repository).digest
    filled.activate(about(second()).digest, now=NOW, root=ROOT)

    assert sentence(Registry.from_store(repository, digest)) == "Reads one order."
    assert sentence(Registry.from_store(repository)) == "Reads one order, once."
    assert sentence(Registry.from_store(repository, "1")) == "Reads one order."


def test_what_is_active_already_may_be_activated_again(
    filled: OciStore, client: Client, server: RegistryServer
) -> None:
    filled.activate("2", now=NOW, root=ROOT)
    before = server.tags(client.repository.name)
    again = filled.activate("2", now=NOW, root=ROOT)

    assert not again.changed
    assert server.tags(client.repository.name) == before


def test_a_bundle_that_another_tool_copied_is_activated_as_any_other(
    filled: OciStore, client: Client, repository: str
) -> None:
    manifest = client.tagged("1")
    assert manifest is not None
    copy = Client(parse_repository(f"{repository}/copy"), Credentials(), QUICK)
    for data in (pack_tar(first()), client.words(read_artifact(manifest, BUNDLE, 1 << 30))):
        copy.put_blob(data)
    copy.put_manifest(manifest, "1")
    OciStore.open(f"{repository}/copy").activate("1", now=NOW, root=ROOT)

    assert Registry.from_store(f"{repository}/copy").digest == about(first()).digest


def test_an_older_release_is_gone_back_to_on_purpose_only(filled: OciStore) -> None:
    filled.activate("1", now=NOW, root=ROOT)
    filled.activate("2", now=NOW, root=ROOT)
    with pytest.raises(Refused, match="store rollback 1"):
        filled.activate("1", now=NOW, root=ROOT)
    back = filled.rollback(now=NOW, root=ROOT)
    active = filled.status().active

    assert active == back.pointer
    assert back.pointer.version == "1"


def test_there_is_nothing_to_go_back_to_before_the_second(filled: OciStore) -> None:
    filled.activate("1", now=NOW, root=ROOT)

    with pytest.raises(NotInStore, match="name the version"):
        filled.rollback(now=NOW, root=ROOT)


def test_a_governed_bundle_takes_a_root(filled: OciStore) -> None:
    with pytest.raises(Unrooted, match="--root"):
        filled.activate("1", now=NOW)
    with pytest.raises(Refused):
        filled.activate("1", now=NOW, root="0" * 64)

    assert filled.status().active is None


def test_what_nobody_agrees_on_any_more_is_not_activated(filled: OciStore) -> None:
    with pytest.raises(Refused, match="does not hold any more"):
        filled.activate("1", now=LONG_AFTER, root=ROOT)

    assert filled.status().active is None


def test_a_bundle_that_does_not_hold_is_not_published(store: OciStore, tmp_path: Path) -> None:
    broken = {**first(), "registry.json": first()["registry.json"].replace(b'"shop"', b'"shed"')}
    write_tar(broken, str(tmp_path / "broken.tar"))
    with pytest.raises(Refused, match="does not hold"):
        store.publish(str(tmp_path / "broken.tar"))

    assert store.status().versions == ()


def test_other_content_under_a_version_is_refused(filled: OciStore, tmp_path: Path) -> None:
    other = _released_otherwise()
    write_tar(other, str(tmp_path / "other.tar"))
    with pytest.raises(Refused, match="version `1` with other content"):
        filled.publish(str(tmp_path / "other.tar"))

    assert filled.status().versions[0].digest == about(first()).digest


def _released_otherwise() -> Files:
    files = dict(world())
    content = {path: data for path, data in files.items() if not path.startswith("ledger/")}
    changed = files[READ].replace(b"Reads one order.", b"Reads an order.")
    return bundle_of(prepared({**content, READ: changed}))


def test_a_registry_that_changes_bytes_is_caught_and_what_is_active_stays(
    filled: OciStore, repository: str, server: RegistryServer, client: Client
) -> None:
    filled.activate("1", now=NOW, root=ROOT)
    layer = server.blob(sha256(pack_tar(second())).hexdigest())
    kept = layer.read_bytes()
    layer.write_bytes(kept.replace(b"Reads one order, once.", b"Reads all orders, now."))
    try:
        with pytest.raises(Refused, match="other bytes"):
            filled.activate("2", now=NOW, root=ROOT)
        with pytest.raises(DamagedBundle, match="other bytes"):
            Registry.from_store(repository, "2")
        with pytest.raises(Refused, match="other bytes"), lend_bundle(f"{repository}:2"):
            pass
    finally:
        layer.write_bytes(kept)

    assert Registry.from_store(repository).version == "1"


def test_a_layer_that_is_well_named_and_no_bundle_is_caught(repository: str, client: Client) -> None:
    client.put_blob(b"{}")
    for tag, data in (
        ("1", b"no archive"),
        ("2", pack_tar({"a": b"b"})),
        ("3", pack_tar(first() | {"index.json": b"x"})),
    ):
        client.put_manifest(write_artifact(BUNDLE, b"{}", client.put_blob(data)), tag)

    for which in ("1", "2", "3"):
        with pytest.raises(DamagedBundle):
            Registry.from_store(repository, which)
        with pytest.raises(Refused):
            OciStore.open(repository).activate(which, now=NOW, root=ROOT)


def test_a_pointer_that_is_none_is_told(filled: OciStore, client: Client, repository: str) -> None:
    Series(client, "active", POINTER).append(b'{"format":"alvara.store-pointer/1"}', 0)

    with pytest.raises(BadStore, match="`alvara-active-1`"):
        filled.status()
    with pytest.raises(BadStore, match="`alvara-active-1`"):
        Registry.from_store(repository)


def test_of_two_who_activate_at_once_one_wins_and_the_other_is_told(repository: str, filled: OciStore) -> None:
    told: dict[str, str] = {}
    start = threading.Barrier(2)

    def activate(which: str) -> None:
        mine = OciStore.open(repository)
        start.wait()
        try:
            told[which] = mine.activate(which, now=NOW, root=ROOT).pointer.version
        except Refused as error:
            told[which] = str(error)

    threads = [threading.Thread(target=activate, args=(which,)) for which in ("1", "2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    active = filled.status().active

    assert active is not None
    (loser,) = {"1", "2"} - {active.version}
    assert told[active.version] == active.version
    assert "was made active by somebody else meanwhile" in told[loser] or "store rollback" in told[loser]


def test_two_who_activate_the_same_at_once_both_succeed(repository: str, filled: OciStore) -> None:
    told: list[str] = []
    start = threading.Barrier(2)

    def activate() -> None:
        mine = OciStore.open(repository)
        start.wait()
        told.append(mine.activate("2", now=NOW, root=ROOT).pointer.version)

    threads = [threading.Thread(target=activate) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)

    assert told == ["2", "2"]


def test_what_is_of_the_machine_that_runs_is_refused_with_the_way_out(store: OciStore) -> None:
    for call in (lambda: store.pin("run-1"), lambda: store.unpin("run-1"), lambda: store.gc()):
        with pytest.raises(BadStore, match=r"alvara store publish oci://.*:VERSION --store DIR"):
            call()


def test_a_bundle_is_lent_from_a_registry_to_another_store(filled: OciStore, repository: str) -> None:
    with lend_bundle(f"{repository}:1") as archive:
        files = unpacked(Path(archive).read_bytes())
    with lend_bundle(f"{repository}@{about(second()).digest}") as archive:
        others = unpacked(Path(archive).read_bytes())

    assert (files, others) == (first(), second())


@pytest.mark.parametrize(
    ("source", "error", "why"),
    [("oci://localhost/shop", BadStore, "does not say which bundle"), ("oci://localhost", BadStore, "is not `oci://HOST"),
     ("oci://127.0.0.1:1/shop:1", OSError, "Connection refused")],
)  # fmt: skip
def test_what_cannot_be_lent_is_told(source: str, error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why), lend_bundle(source):
        pass


def test_a_program_asks_nobody_for_an_address_that_is_none() -> None:
    with pytest.raises(BadStore, match="is not `oci://HOST"):
        Registry.from_store("oci://localhost")
