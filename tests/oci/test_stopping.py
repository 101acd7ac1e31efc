"""What is stopped in a registry: a signed list under tags that are never moved, judged by the active bundle."""

from collections.abc import Callable
from pathlib import Path

import pytest

from alvara.adapters.oci.artifacts import STOPS
from alvara.adapters.oci.client import Client
from alvara.adapters.oci.series import Series
from alvara.cli.main import main
from alvara.runtime.oci_store import OciStore
from alvara.store.denials import BadDenyList
from alvara.store.refusing import Refused
from tests.oci.registry_server import RegistryServer
from tests.oci.test_store_command import run as run
from tests.ran import Ran
from tests.release.world import NOW, pin, world, write_key

ROOT = pin(dict(world()))
Say = Callable[..., Ran]


@pytest.fixture
def say(run: Callable[..., Ran], repository: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Say:
    """Run a verb of a store that has both versions, the first active, with the key of somebody."""
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    for bundle in ("one", "two"):
        run("store", "publish", bundle, "--store", repository)
    run("store", "activate", "1", "--store", repository, "--root", ROOT, "--now", NOW)
    (tmp_path / "keys").mkdir()

    def command(verb: str, who: str, *arguments: str) -> Ran:
        key = write_key(tmp_path / "keys", who)
        return run("store", verb, *arguments, "--store", repository, "--as", who, "--key", str(key), "--now", NOW)

    return command


def deny(say: Say, who: str = "tom") -> Ran:
    return say("deny", who, "order.cancel", "--reason", "It cancels the wrong one.")


def test_one_person_stops_and_all_who_agree_give_back(say: Say, repository: str) -> None:
    store = OciStore.open(repository)
    before = store.denied()
    stopped = deny(say), store.denied()
    first = say("undeny", "tom", "order.cancel", "--reason", "Mended."), store.denied()
    last = say("undeny", "bia", "order.cancel"), store.denied()

    assert before == frozenset()
    assert (stopped[0].code, first[0].code, last[0].code) == (0, 0, 0)
    assert "order.cancel" in stopped[1]
    assert "order.cancel" in first[1]
    assert last[1] == frozenset()


def test_who_may_not_agree_stops_nothing(say: Say, repository: str, server: RegistryServer, client: Client) -> None:
    before = server.tags(client.repository.name)
    ran = deny(say, "ana")

    assert ran.code == 1
    assert server.tags(client.repository.name) == before
    assert OciStore.open(repository).denied() == frozenset()


def test_what_is_stopped_stays_so_whatever_becomes_active(say: Say, repository: str) -> None:
    deny(say)
    store = OciStore.open(repository)
    store.activate("2", now=NOW, root=ROOT)

    assert "order.cancel" in store.denied()


def test_status_tells_what_is_stopped(say: Say, run: Callable[..., Ran], repository: str) -> None:
    deny(say)
    ran = run("store", "status", "--store", repository, "--now", NOW, "--format", "json")

    assert ran.code == 0
    assert "order.cancel" in ran.out
    assert ran.json["stops"] is not None


@pytest.mark.parametrize("data", [b"{}", b"", b'{"format":"alvara.deny/1","entries":[]}'])
def test_a_list_that_does_not_hold_stops_everything(say: Say, repository: str, client: Client, data: bytes) -> None:
    deny(say)
    Series(client, "deny", STOPS).append(data, 1)
    store = OciStore.open(repository)

    with pytest.raises(BadDenyList):
        store.denied()
    with pytest.raises(Refused, match="the list of what is stopped would not hold"):
        store.activate("2", now=NOW, root=ROOT)


def test_a_list_that_somebody_else_wrote_meanwhile_is_not_written_over(say: Say, repository: str) -> None:
    store = OciStore.open(repository)
    seen = store.stops()
    deny(say)

    assert not store.write_stops(seen, seen.listed)
    assert "order.cancel" in store.denied()


def test_a_list_is_folded_once_and_looked_for_each_time(
    say: Say, repository: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    deny(say)
    store = OciStore.open(repository)
    store.denied()
    fetched: list[object] = []
    with monkeypatch.context() as patched:
        patched.setattr(Client, "fetch", lambda *given: fetched.append(given))
        again = store.denied()
    for who in ("tom", "bia"):
        say("undeny", who, "order.cancel", "--reason", "Mended.")

    assert (fetched, "order.cancel" in again) == ([], True)
    assert store.denied() == frozenset()


def test_a_store_without_stops_asks_for_no_bundle(repository: str) -> None:
    assert OciStore.open(repository).denied() == frozenset()
    assert main(["store", "status", "--store", repository]) == 0
