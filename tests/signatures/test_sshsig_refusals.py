"""A signature has one form, and whatever differs from it in a single byte is refused with a reason."""

import hashlib

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from alvara.signatures.keys import PublicKey
from alvara.signatures.sshsig import BadSignature, signer_of, verify, write_armor
from alvara.signatures.wire import string
from tests.signatures.signers import (
    FOOT,
    HEAD,
    Parts,
    SoftSecurityKey,
    armored,
    parts,
    plain_blob,
    plain_key,
    signed_bytes,
)

KEYS = {"in software": plain_key(), "security key": SoftSecurityKey()}
MESSAGE, PURPOSE = b"message", "purpose@v1"
L = 2**252 + 27742317777372353535851937790883648493


def refused(armor: str, public: PublicKey, message: bytes = MESSAGE, namespace: str = PURPOSE) -> str:
    with pytest.raises(BadSignature) as caught:
        verify(armor, message, namespace, public)
    reason = str(caught.value)
    assert reason
    assert "\n" not in reason
    return reason


@pytest.mark.parametrize("name", KEYS)
def test_every_flip_of_a_bit_is_refused(name: str) -> None:
    right = parts(KEYS[name], MESSAGE)
    verify(right.armor, MESSAGE, PURPOSE, KEYS[name].public)
    for at in range(len(right.blob)):
        for bit in range(8):
            flipped = bytearray(right.blob)
            flipped[at] ^= 1 << bit

            refused(armored(bytes(flipped)), KEYS[name].public)


@pytest.mark.parametrize("name", KEYS)
def test_every_other_character_of_the_armor_is_refused(name: str) -> None:
    armor = parts(KEYS[name], MESSAGE).armor
    for at, right in enumerate(armor):
        for other in {"A", "b", "\n", " ", "=", "-", "é", "\0"} - {right}:
            refused(armor[:at] + other + armor[at + 1 :], KEYS[name].public)
            refused(armor[:at] + other + armor[at:], KEYS[name].public)


@pytest.mark.parametrize("name", KEYS)
def test_every_part_from_the_start_or_the_end_is_refused(name: str) -> None:
    right = parts(KEYS[name], MESSAGE)
    for size in range(len(right.armor) - 1):
        refused(right.armor[:size], KEYS[name].public)
    for start in range(1, len(right.armor)):
        refused(right.armor[start:], KEYS[name].public)
    for size in range(len(right.blob)):
        refused(armored(right.blob[:size]), KEYS[name].public)
        refused(armored(right.blob[len(right.blob) - size :]), KEYS[name].public)


@pytest.mark.parametrize("name", KEYS)
@pytest.mark.parametrize("junk", [b"\0", b"\n", b"SSHSIG", b"\0\0\0\0"])
def test_junk_around_any_part_is_refused(name: str, junk: bytes) -> None:
    key, right = KEYS[name].public, parts(KEYS[name], MESSAGE)
    refused(armored(junk + right.blob), key)
    refused(armored(right.blob + junk), key)
    for field in ("public", "signature", "namespace", "hash", "reserved"):
        value = getattr(right, field)
        refused(right._replace(**{field: value + junk}).armor, key)
        refused(right._replace(**{field: junk + value}).armor, key)


def test_message_purpose_and_key_are_part_of_what_is_signed() -> None:
    armor, key = parts(KEYS["in software"], MESSAGE).armor, KEYS["in software"].public

    assert refused(armor, key, message=b"massage") == "it does not belong to what it is said to sign"
    assert refused(armor, key, namespace="git") == "it was made for another purpose than `git`"
    assert refused(armor, plain_key(2).public).startswith("it was not made with the key SHA256:")
    for other in ("purpose@v", "purpose@v10", "Purpose@v1", "purpose@v1\0", ""):
        refused(armor, key, namespace=other)


def test_signature_for_no_purpose_is_neither_made_nor_accepted() -> None:
    key = plain_key()
    aimless = Parts(key.public.wire, key.sign(signed_bytes(hashlib.sha512(MESSAGE).digest(), b"")), namespace=b"")

    assert "purpose" in refused(aimless.armor, key.public, namespace="")
    with pytest.raises(ValueError, match="purpose"):
        write_armor(key, MESSAGE, "")


@pytest.mark.parametrize("weak", ["md5", "sha1", "sha224", "sha384", "sha3-512", "SHA512"])
def test_other_hash_is_refused_where_all_else_is_right(weak: str) -> None:
    key = plain_key()
    digest = hashlib.new(weak.lower().replace("sha3-", "sha3_"), MESSAGE).digest()
    signature = key.sign(signed_bytes(digest, hash=weak.encode()))

    assert "SHA-512" in refused(Parts(key.public.wire, signature, hash=weak.encode()).armor, key.public)


def test_what_is_reserved_is_refused_where_all_else_is_right() -> None:
    key = plain_key()
    signature = key.sign(signed_bytes(hashlib.sha512(MESSAGE).digest(), reserved=b"x"))

    assert "reserved" in refused(Parts(key.public.wire, signature, reserved=b"x").armor, key.public)


def test_second_spelling_of_a_signature_is_refused() -> None:
    key = plain_key()
    raw = key.sign(signed_bytes(hashlib.sha512(MESSAGE).digest()))[-64:]
    scalar = int.from_bytes(raw[32:], "little")
    for more in range(1, 16):
        if scalar + more * L < 2**256:
            twin = raw[:32] + (scalar + more * L).to_bytes(32, "little")
            refused(Parts(key.public.wire, plain_blob(twin)).armor, key.public)


def test_signature_of_another_length_is_refused_before_the_arithmetic() -> None:
    key = plain_key()
    raw = key.sign(signed_bytes(hashlib.sha512(MESSAGE).digest()))[-64:]
    for wrong in (b"", raw[:63], raw + b"\0", raw + raw):
        said = refused(Parts(key.public.wire, plain_blob(wrong)).armor, key.public)

        assert said == f"it has {len(wrong)} bytes instead of 64"


def test_kind_of_the_signature_is_that_of_the_key() -> None:
    key, touched = plain_key(9), SoftSecurityKey(9)
    assert key.public.raw == touched.public.raw

    for one, other in ((key, touched), (touched, key)):
        mixed = parts(one, MESSAGE)._replace(public=other.public.wire)
        assert "another kind" in refused(mixed.armor, other.public)
        assert "not made with the key" in refused(parts(one, MESSAGE).armor, other.public)


def test_application_of_a_security_key_is_part_of_what_it_signs() -> None:
    here, there = SoftSecurityKey(application="ssh:here"), SoftSecurityKey(application="ssh:there")
    moved = parts(here, MESSAGE)._replace(public=there.public.wire)

    assert refused(moved.armor, there.public) == "it does not belong to what it is said to sign"


def test_what_is_very_long_is_refused_unread() -> None:
    key = plain_key()
    padded = parts(key, MESSAGE)._replace(namespace=b"n" * 4_000)

    assert "too long" in refused(padded.armor, key.public)
    assert "too long" in refused("-" * 10_000_000, key.public)


def test_length_beyond_the_end_is_refused() -> None:
    right = parts(plain_key(), MESSAGE)
    for size in (2**31, 2**32 - 1):
        assert "too early" in refused(
            armored(b"SSHSIG\0\0\0\1" + size.to_bytes(4, "big") + right.blob[14:]), plain_key().public
        )


def test_signer_that_gives_something_else_is_found_out() -> None:
    class Liar:
        public = plain_key().public

        def sign(self, data: bytes) -> bytes:
            return plain_key().sign(data + b".")

    with pytest.raises(BadSignature, match="does not belong"):
        write_armor(Liar(), MESSAGE, PURPOSE)


def test_signer_is_named_only_where_its_key_is_taken() -> None:
    small = string(b"ssh-ed25519") + string(b"\1" + bytes(31))
    foreign = string(b"ssh-rsa") + string(b"\1\0\1") + string(b"\0" + b"\xff" * 128)
    right = parts(plain_key(), MESSAGE)

    assert signer_of(right.armor) == plain_key().public
    for public in (small, foreign, b"", b"\0\0\0\0"):
        with pytest.raises(BadSignature, match="its key is not taken"):
            signer_of(right._replace(public=public).armor)


@given(st.binary(max_size=300))
@example(b"")
def test_any_bytes_in_armor_are_refused_and_nothing_else_happens(blob: bytes) -> None:
    refused(armored(blob), plain_key().public)
    refused(armored(b"SSHSIG\0\0\0\1" + blob), plain_key().public)


@given(st.text(max_size=300))
def test_any_text_is_refused_and_nothing_else_happens(text: str) -> None:
    for armor in (text, HEAD + text + FOOT, HEAD + text):
        refused(armor, plain_key().public)
        with pytest.raises(BadSignature):
            signer_of(armor)


@given(st.binary(max_size=120), st.binary(max_size=40))
def test_any_key_and_signature_within_are_refused_and_nothing_else_happens(signature: bytes, public: bytes) -> None:
    for key in KEYS.values():
        refused(Parts(key.public.wire, signature).armor, key.public)
        refused(Parts(public, signature).armor, key.public)
        refused(Parts(key.public.wire, string(key.public.algorithm.encode()) + signature).armor, key.public)
