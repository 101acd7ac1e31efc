"""The list of stops is read strictly: one chain of one registry, in one spelling, signed by who may."""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.identity.digests import canonical
from alvara.signatures.sshsig import write_armor
from alvara.store import denials
from alvara.store.denials import BadDenyList, Listed, parse_list, write_list
from alvara.store.stopping import stops_in
from tests.release.world import REGISTRY, key, person
from tests.store.stop_lists import CANCEL, LATER, READ, STOPPED, added, names, people, signed_by, stops, usual

THREE = added(added(added((), "deny", CANCEL, "tom"), "deny", READ, "bia"), "undeny", CANCEL, "tom", "bia")
DATA = write_list(REGISTRY, THREE)


def read(data: bytes) -> Listed:
    listed = parse_list(data, REGISTRY)
    stops_in(listed, usual().bench)
    return listed


def changed(change: Callable[[dict[str, Any]], object], data: bytes = DATA) -> bytes:
    document = json.loads(data)
    change(document)
    return canonical(document)


def respelled(entry: dict[str, Any], change: Callable[[bytes], bytes]) -> None:
    entry["payload"] = b64encode(change(b64decode(entry["payload"]))).decode()


def test_what_was_written_is_read_again() -> None:
    assert read(DATA) == THREE
    assert write_list(REGISTRY, read(DATA)) == DATA
    assert names(THREE) == {READ}


def test_an_entry_says_what_it_is_about_and_what_came_before_it() -> None:
    said = json.loads(b64decode(json.loads(DATA)["entries"][1]["payload"]))

    assert said == {
        "decision": "deny", "registry": REGISTRY, "capability": READ, "alsoCalled": [], "sequence": 2,
        "previous": THREE[0].entry.digest, "reason": "It went wrong.", "by": "bia", "issuedAt": STOPPED,
    }  # fmt: skip


TAMPERED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "an entry of the middle is taken out": (lambda d: d["entries"].pop(1), "entry 2 does not follow"),
    "the first entry is taken out": (lambda d: d["entries"].pop(0), "entry 1 does not follow"),
    "entries are reordered": (lambda d: d["entries"].reverse(), "entry 1 does not follow"),
    "two entries change places": (lambda d: d["entries"].insert(0, d["entries"].pop(1)), "does not follow"),
    "an old entry is replayed": (lambda d: d["entries"].append(d["entries"][0]), "entry 4 does not follow"),
    "a signature is taken off": (lambda d: d["entries"][0].update(signatures=[]), "by `tom` and not signed"),
    "a signature of another entry is put under it": (
        lambda d: d["entries"][0].update(signatures=d["entries"][2]["signatures"][:1]), "entry 1",
    ),
    "a signature has another name": (lambda d: d["entries"][0]["signatures"][0].update(keyid="tom"),
                                     "is not called by its key"),
    "a signature is there twice": (lambda d: d["entries"][0]["signatures"].append(d["entries"][0]["signatures"][0]),
                                   "signed twice with one key"),
    "the reason is changed": (lambda d: respelled(d["entries"][2], lambda p: p.replace(b"went", b"goes")),
                              "does not belong to what it is said to sign"),
    "it is about something else": (lambda d: respelled(d["entries"][2], lambda p: p.replace(b"cancel", b"delete")),
                                   "does not belong to what it is said to sign"),
    "a payload has another spelling": (lambda d: respelled(d["entries"][0], lambda p: p.replace(b":", b": ", 1)),
                                       "is not canonical JSON"),
    "a payload has a key more": (lambda d: respelled(d["entries"][0], lambda p: p[:-1] + b',"zero":0}'),
                                 "just the keys"),
    "a payload is no JSON": (lambda d: respelled(d["entries"][0], lambda p: p[:-1]), "is not JSON"),
    "a payload has another type": (lambda d: d["entries"][0].update(payloadType="application/json"), "does not hold"),
    "an envelope has a key more": (lambda d: d["entries"][0].update(note=""), "is no envelope"),
    "an entry is none": (lambda d: d["entries"].append(7), "entry 4 is no envelope"),
    "it names another registry": (lambda d: d.update(registry="0" * 8 + REGISTRY[8:]), "another registry"),
    "it has another format": (lambda d: d.update(format="alvara.deny/2"), "does not have the format"),
    "it has a key more": (lambda d: d.update(more=1), "just the keys"),
    "it has no entries": (lambda d: d.update(entries={}), "just the keys"),
}  # fmt: skip


@pytest.mark.parametrize("what", TAMPERED)
def test_a_list_that_was_tampered_with_is_refused(what: str) -> None:
    change, words = TAMPERED[what]

    with pytest.raises(BadDenyList, match=words):
        read(changed(change))


@pytest.mark.parametrize("data", [b"", b"{}", b"null", b"[]", b"\xff", DATA[:-1], DATA + b"\n", b" " + DATA, DATA * 2])
def test_what_is_no_list_is_refused(data: bytes) -> None:
    with pytest.raises(BadDenyList):
        read(data)


def test_a_list_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(denials, "MOST", 2)
    with pytest.raises(BadDenyList, match="more than 2 entries"):
        read(DATA)

    monkeypatch.setattr(denials, "LARGEST", len(DATA) - 1)
    with pytest.raises(BadDenyList, match="bytes"):
        read(DATA)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_no_byte_of_a_list_can_be_another(place: int, by: int) -> None:
    with pytest.raises(BadDenyList):
        read(DATA[:place] + bytes([DATA[place] ^ by]) + DATA[place + 1 :])


def test_entries_that_were_cut_off_at_the_end_are_not_missed() -> None:
    """This is said in docs/stopping.md: what the last entry was has to be known from elsewhere."""
    assert names(read(changed(lambda d: d["entries"].pop()))) == {CANCEL, READ}


def test_an_entry_of_another_registry_is_refused() -> None:
    other = added((), "deny", CANCEL, "tom", registry="0" * 8 + REGISTRY[8:])

    with pytest.raises(BadDenyList, match="entry 1 is of another registry"):
        read(write_list(REGISTRY, other))


def test_a_signature_for_another_purpose_is_none() -> None:
    entry = added((), "deny", CANCEL, "tom")[0].entry
    forged = signed_by(entry)
    for namespace in ("alvara-approval@v1", "alvara-bundle@v1"):
        armor = write_armor(key("tom"), entry.payload, namespace)
        with pytest.raises(BadDenyList, match="does not belong"):
            stops((forged.with_signature(key("tom").public.fingerprint, armor),))


@pytest.mark.parametrize(
    ("who", "words"),
    [
        (("mallory",), "a key of nobody who is known"),
        (("tom", "mallory"), "a key of nobody who is known"),
        (("ana",), "`ana` had no role for `order.cancel`"),
    ],
)
def test_a_stop_by_whom_it_does_not_concern_is_refused(who: tuple[str, ...], words: str) -> None:
    with pytest.raises(BadDenyList, match=words):
        stops(added((), "deny", CANCEL, *who))


def test_an_entry_is_signed_by_who_says_so() -> None:
    with pytest.raises(BadDenyList, match="is by `bia`, and not signed with a key that was theirs"):
        stops(added((), "deny", CANCEL, "tom", by="bia"))


def test_a_scope_ends_with_its_segment() -> None:
    judge = people(tom=person("tom", ("technical",), "ord"))

    with pytest.raises(BadDenyList, match="had no role"):
        stops(added((), "deny", CANCEL, "tom"), judge)


@pytest.mark.parametrize(("at", "holds"), [("2025-12-31T23:00:00Z", False), ("2026-01-01T00:00:00Z", True)])
def test_people_and_keys_are_judged_as_of_the_entry(at: str, holds: bool) -> None:
    listed = added((), "deny", CANCEL, "tom", at=at)

    if holds:
        assert names(listed) == {CANCEL}
    else:
        with pytest.raises(BadDenyList):
            stops(listed)


def test_a_key_that_ended_since_takes_no_stop_back() -> None:
    ended = person("tom", ("technical",)).replace('from: "2026-01-01"}]', 'from: "2026-01-01", until: "2026-09-02"}]')
    judge = people(tom=ended)

    assert names(added((), "deny", CANCEL, "tom"), judge) == {CANCEL}
    with pytest.raises(BadDenyList, match="not signed with a key that was theirs then"):
        stops(added((), "deny", CANCEL, "tom", at=LATER), judge)


def test_a_key_that_is_revoked_takes_no_stop_back() -> None:
    assert names(added((), "deny", CANCEL, "tom"), people(revoked="tom")) == {CANCEL}
