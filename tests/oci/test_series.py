"""Numbered documents: the highest counts, none is moved, and of several writers at once one gets through."""

import threading

import pytest

from alvara.adapters.oci.artifacts import POINTER
from alvara.adapters.oci.client import Client
from alvara.adapters.oci.series import Numbered, Overtaken, Series, stand
from tests.oci.registry_server import RegistryServer


def series(client: Client) -> Series:
    return Series(client, "active", POINTER, settle=0.5)


def test_nothing_stands_in_a_repository_that_is_not_there(client: Client) -> None:
    assert series(client).last() is None


def test_the_highest_number_counts(client: Client) -> None:
    written = series(client)
    first = written.append(b"one", 0)
    second = written.append(b"two", first)

    assert written.last() == Numbered(second, b"two")
    assert written.read(first) == b"one"
    assert first < second


def test_what_was_judged_by_an_older_document_is_not_written(client: Client) -> None:
    written = series(client)
    written.append(b"one", 0)
    with pytest.raises(Overtaken):
        written.append(b"two", 0)

    assert written.last() == Numbered(1, b"one")


def test_a_document_that_is_listed_before_it_is_there_is_waited_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = series(client)
    written.append(b"one", 0)
    there, answers = client.tagged, iter((None, None))
    monkeypatch.setattr(client, "tagged", lambda tag: next(answers, there(tag)))

    assert written.last() == Numbered(1, b"one")


def test_of_many_writers_at_once_exactly_one_gets_through(client: Client, server: RegistryServer) -> None:
    told: list[str] = []
    start = threading.Barrier(4)

    def write(name: str) -> None:
        start.wait()
        try:
            series(client).append(name.encode(), 0)
        except Overtaken:
            told.append("overtaken")
        else:
            told.append(name)

    writers = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    last = series(client).last()

    assert last is not None
    assert sorted(told) == sorted([last.data.decode(), *["overtaken"] * 3])
    tags = server.tags(client.repository.name)
    assert len([tag for tag in tags if "claim" not in tag]) == 1


def test_a_claim_of_somebody_who_went_away_costs_its_number_only(client: Client) -> None:
    written = series(client)
    written.append(b"one", 0)
    manifest = client.tagged("alvara-active-1")
    assert manifest is not None
    client.put_manifest(manifest, "alvara-active-claim-2-0123456789ab")

    assert written.append(b"two", 1) == 3
    assert written.last() == Numbered(3, b"two")


def test_other_tags_are_none_of_the_series() -> None:
    tags = ["v1", "alvara-active-", "alvara-active-0", "alvara-active-07", "alvara-active-2", "xalvara-active-3",
            "alvara-active-claim-4-xyz", "alvara-deny-9", "alvara-active-3-x"]  # fmt: skip

    assert stand("active", tags).used == (2,)
    assert stand("active", tags).highest == 2
