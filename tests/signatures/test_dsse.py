"""DSSE envelopes: what is signed, who signed it, and what is no envelope."""

import json
from base64 import b64decode, b64encode, urlsafe_b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.signatures.dsse import LARGEST, BadEnvelope, Envelope, as_json, pae, parse_envelope, sign, signed_by
from alvara.signatures.keys import PublicKey
from alvara.signatures.sshsig import BadSignature, write_armor
from tests.signatures.signers import SoftSecurityKey, parts, plain_key
from tests.signatures.ssh_keygen import accepts, needs_ssh_keygen

TYPE, PAYLOAD, PURPOSE = "application/vnd.in-toto+json", b'{"a":1}', "purpose@v1"
ANA, BO, CY = plain_key(1), plain_key(2), SoftSecurityKey(3)
KEYS = {"ana": ANA.public, "bo": BO.public, "cy": CY.public}


def by(**signers: Any) -> Envelope:
    return sign(TYPE, PAYLOAD, signers, PURPOSE)


def read(**changes: Any) -> Envelope:
    """Read a right envelope with some keys exchanged, or taken out with None."""
    value = json.loads(as_json(by(ana=ANA))) | changes
    return parse_envelope(json.dumps({name: each for name, each in value.items() if each is not None}).encode())


def refused(**changes: Any) -> str:
    with pytest.raises(BadEnvelope) as caught:
        read(**changes)
    return str(caught.value)


def test_bytes_that_are_signed_are_those_of_the_specification() -> None:
    assert pae("http://example.com/HelloWorld", b"hello world") == (
        b"DSSEv1 29 http://example.com/HelloWorld 11 hello world"
    )
    assert pae("", b"") == b"DSSEv1 0  0 "
    assert pae("é", b"\0\n") == b"DSSEv1 2 \xc3\xa9 2 \0\n"
    assert pae("a", b"1 b") != pae("a 1", b"b")


@needs_ssh_keygen
def test_signature_within_is_one_that_ssh_keygen_accepts(tmp_path: Path) -> None:
    ((id, encoded),) = by(ana=ANA).signatures

    assert id == "ana"
    assert accepts(b64decode(encoded).decode(), pae(TYPE, PAYLOAD), PURPOSE, ANA.public, tmp_path)


def test_envelope_comes_back_as_it_was_written() -> None:
    envelope = by(cy=CY, ana=ANA)
    written = as_json(envelope)

    assert parse_envelope(written) == envelope
    assert [id for id, _ in envelope.signatures] == ["ana", "cy"]
    assert written == json.dumps(json.loads(written), sort_keys=True, separators=(",", ":")).encode()
    assert json.loads(written)["payload"] == b64encode(PAYLOAD).decode()
    assert parse_envelope(json.dumps(json.loads(written), indent=2).encode()) == envelope


def test_those_who_signed_are_told() -> None:
    assert signed_by(by(ana=ANA), KEYS, PURPOSE) == ("ana",)
    assert signed_by(by(cy=CY, bo=BO, ana=ANA), KEYS, PURPOSE) == ("ana", "bo", "cy")
    assert signed_by(by(ana=ANA, other=plain_key(7)), KEYS, PURPOSE) == ("ana",)
    assert signed_by(by(ana=plain_key(7)), KEYS, PURPOSE) == ()
    assert signed_by(by(ana=ANA), {}, PURPOSE) == ()


def test_what_the_envelope_calls_a_key_does_not_matter() -> None:
    assert signed_by(by(bo=ANA), KEYS, PURPOSE) == ("ana",)
    assert signed_by(by(ana=BO, bo=ANA), KEYS, PURPOSE) == ("ana", "bo")


def test_one_key_counts_once() -> None:
    assert signed_by(by(x=ANA, y=ANA), KEYS, PURPOSE) == ("ana",)
    assert signed_by(by(ana=ANA), KEYS | {"anita": ANA.public, "an": ANA.public}, PURPOSE) == ("an",)
    twin = SoftSecurityKey(1)
    assert twin.public.raw == ANA.public.raw
    for order in ({"a": ANA, "z": twin}, {"a": twin, "z": ANA}):
        assert signed_by(by(**order), {"one": ANA.public, "two": twin.public}, PURPOSE) == ("one",)


def test_key_counts_only_as_the_kind_that_is_given() -> None:
    twin = SoftSecurityKey(1)

    assert signed_by(by(ana=ANA), {"twin": twin.public}, PURPOSE) == ()
    assert signed_by(by(ana=twin), {"ana": ANA.public}, PURPOSE) == ()


@pytest.mark.parametrize("changed", [{"payload_type": "text/plain"}, {"payload": b'{"a":2}'}, {"payload": b""}])
def test_other_payload_or_type_is_signed_by_nobody(changed: dict[str, Any]) -> None:
    assert signed_by(by(ana=ANA)._replace(**changed), KEYS, PURPOSE) == ()


def test_other_purpose_is_signed_by_nobody() -> None:
    assert signed_by(by(ana=ANA), KEYS, "other@v1") == ()
    assert signed_by(sign(TYPE, PAYLOAD, {"ana": ANA}, "git"), KEYS, PURPOSE) == ()


def test_bare_signature_of_the_payload_is_none_of_the_envelope() -> None:
    bare = b64encode(write_armor(ANA, PAYLOAD, PURPOSE).encode()).decode()

    assert signed_by(Envelope(TYPE, PAYLOAD, (("ana", bare),)), KEYS, PURPOSE) == ()


def test_signatures_that_do_not_hold_do_not_hide_those_that_do() -> None:
    good = by(bo=BO).signatures
    junk = tuple((id, b64encode(data).decode()) for id, data in (("a", b"junk"), ("b", b"\xff\xfe"), ("c", b"")))
    stale = sign(TYPE, b"other", {"bo": BO}, PURPOSE).signatures
    broken = (("d", "not base64"), ("e", good[0][1][:-4]))

    assert signed_by(Envelope(TYPE, PAYLOAD, junk + stale + broken + good), KEYS, PURPOSE) == ("bo",)
    assert signed_by(Envelope(TYPE, PAYLOAD, junk + stale + broken), KEYS, PURPOSE) == ()


def test_untouched_security_key_has_not_signed() -> None:
    untouched = parts(SoftSecurityKey(3, flags=0), pae(TYPE, PAYLOAD)).armor
    touched = parts(CY, pae(TYPE, PAYLOAD)).armor
    envelopes = [
        Envelope(TYPE, PAYLOAD, (("cy", b64encode(armor.encode()).decode()),)) for armor in (untouched, touched)
    ]

    assert [signed_by(envelope, KEYS, PURPOSE) for envelope in envelopes] == [(), ("cy",)]
    with pytest.raises(BadSignature, match="nobody touched"):
        by(cy=SoftSecurityKey(3, flags=0))


def test_keys_of_the_json_are_exact() -> None:
    (right,) = json.loads(as_json(by(ana=ANA)))["signatures"]

    for changed in (
        {"extra": 1},
        {"payload": None},
        {"payloadType": None},
        {"signatures": None},
        {"PAYLOAD": "", "payload": None},
    ):
        assert "payload, payloadType, signatures" in refused(**changed)
    for wrong in ({**right, "cert": ""}, {"sig": right["sig"]}, {"keyid": "ana"}, [], "ana", None, 1):
        assert "keyid, sig" in refused(signatures=[wrong])
    assert read(signatures=[right]).signatures == by(ana=ANA).signatures


def test_kinds_of_values_are_exact() -> None:
    (right,) = json.loads(as_json(by(ana=ANA)))["signatures"]

    for payload_type in ("", " ", "a b", "é", "a\n", 1, [], "x" * 257):
        assert "payloadType" in refused(payloadType=payload_type)
    for payload in (1, [], {}, True):
        assert "Base64" in refused(payload=payload)
    for signatures in ([], {}, "", 1, [right] * 65):
        assert "list of 1 to 64" in refused(signatures=signatures)
    for keyid in ("", "a b", "é", 1, [], "x" * 257):
        assert "keyid" in refused(signatures=[right | {"keyid": keyid}])
    for signature in ("", "AAAA" * 3_000):
        assert "too long" in refused(signatures=[right | {"sig": signature}])
    assert len(read(signatures=[right] * 64).signatures) == 64


def test_base64_has_one_spelling() -> None:
    data = b"\xfb\xff\xfe?"
    right = b64encode(data).decode()
    assert read(payload=right).payload == data

    url_safe = urlsafe_b64encode(data).decode()
    assert url_safe != right
    for other in (url_safe, right.rstrip("="), right + "=", right + "\n", " " + right, "é" + right, right[:-3] + "x=="):
        assert "Base64" in refused(payload=other)


@pytest.mark.parametrize(
    "data",
    [
        b"", b"null", b"[]", b'"x"', b"{", b"\xff", b"\xef\xbb\xbf{}", b"[" * 100_000, b"1" * 5_000, b"{}", b"NaN",
        as_json(by(ana=ANA)) + b"x", as_json(by(ana=ANA))[:-1], as_json(by(ana=ANA)).decode().encode("utf-16"),
    ],
)  # fmt: skip
def test_what_is_no_envelope_is_refused(data: bytes) -> None:
    with pytest.raises(BadEnvelope):
        parse_envelope(data)


def test_key_that_is_named_twice_is_refused() -> None:
    written = as_json(by(ana=ANA))
    for once in (b'"payloadType":', b'"keyid":'):
        twice = written.replace(once, once + b'"other",' + once)

        with pytest.raises(BadEnvelope, match="twice"):
            parse_envelope(twice)


def test_size_is_limited() -> None:
    with pytest.raises(BadEnvelope, match="8,000,000"):
        parse_envelope(b" " * (LARGEST + 1))


def test_signing_asks_for_a_type_and_a_signer() -> None:
    for payload_type, signers in ((TYPE, {}), ("", {"ana": ANA}), ("a b", {"ana": ANA}), (TYPE, {"": ANA})):
        with pytest.raises(ValueError, match="a type, and a signer"):
            sign(payload_type, PAYLOAD, signers, PURPOSE)


@given(st.recursive(st.none() | st.integers() | st.text(), lambda each: st.lists(each) | st.dictionaries(
    st.sampled_from(["payload", "payloadType", "signatures", "keyid", "sig"]), each), max_leaves=8))  # fmt: skip
def test_any_json_is_refused_and_nothing_else_happens(value: Any) -> None:
    with pytest.raises(BadEnvelope):
        parse_envelope(json.dumps(value).encode())


@given(st.text(max_size=30), st.binary(max_size=30), st.lists(st.tuples(st.text(max_size=9), st.text(max_size=90))))
def test_any_envelope_is_signed_by_nobody(payload_type: str, payload: bytes, signatures: list[tuple[str, str]]) -> None:
    keys: dict[str, PublicKey] = KEYS

    assert signed_by(Envelope(payload_type, payload, tuple(signatures)), keys, PURPOSE) == ()
