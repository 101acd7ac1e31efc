"""Public keys: one line of a kind that is taken, with a point under which a signature proves something."""

from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from alvara.signatures.curve import objection
from alvara.signatures.keys import BadKey, PublicKey, parse_public_key, read_public_key
from alvara.signatures.wire import string
from tests.signatures.edwards import NEUTRAL, D, L, P, Point, add, encoded, point_at, spellings, times
from tests.signatures.signers import SoftSecurityKey, plain_key
from tests.signatures.ssh_keygen import fingerprint, make_key, needs_ssh_keygen

KEY = plain_key().public
Given = TypeVar("Given", str, bytes)


def line(*strings: bytes, algorithm: str = "ssh-ed25519") -> str:
    return f"{algorithm} {b64encode(b''.join(map(string, strings))).decode()}"


def reason(text: str) -> str:
    with pytest.raises(BadKey) as caught:
        parse_public_key(text)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def taken(read: Callable[[Given], PublicKey], given: Given) -> PublicKey | None:
    try:
        return read(given)
    except BadKey:
        return None


@needs_ssh_keygen
def test_key_and_fingerprint_are_those_of_ssh_keygen(tmp_path: Path) -> None:
    public = make_key(tmp_path).with_suffix(".pub")
    key = parse_public_key(public.read_text())

    assert key.algorithm == "ssh-ed25519"
    assert public.read_text() == f"{key.text} somebody\n"
    assert key.fingerprint == fingerprint(public)


@needs_ssh_keygen
def test_fingerprint_of_a_security_key_is_that_of_ssh_keygen(tmp_path: Path) -> None:
    key = SoftSecurityKey(application="ssh:permits").public
    (tmp_path / "key.pub").write_text(key.text + "\n")

    assert parse_public_key(key.text) == key
    assert key.fingerprint == fingerprint(tmp_path / "key.pub")


def test_comment_and_one_newline_do_not_matter() -> None:
    for text in (KEY.text, KEY.text + "\n", KEY.text + " ana@example.com", KEY.text + "  a longer one\n"):
        assert parse_public_key(text) == KEY


@pytest.mark.parametrize(
    "text",
    [
        "", "\n", " ", "ssh-ed25519", "AAAA", KEY.text + "\n\n", KEY.text + "\n" + KEY.text, "\n" + KEY.text,
        " " + KEY.text, KEY.text[12:], "ssh-ed25519 é",
        KEY.text + "\r\n", "no-pty " + KEY.text, 'from="*" ' + KEY.text, KEY.text[:-1], KEY.text + "=", KEY.text + "A",
        KEY.text.replace("ssh-", "SSH-"), KEY.text.replace(" ", "\0"), KEY.text + "A" * 3_000,
    ],
)  # fmt: skip
def test_anything_but_one_line_of_a_key_is_refused(text: str) -> None:
    assert reason(text)


@pytest.mark.parametrize("kind", ["rsa", "ecdsa", "dsa"])
@needs_ssh_keygen
def test_other_kinds_are_refused_with_those_that_are_taken(kind: str, tmp_path: Path) -> None:
    text = make_key(tmp_path, kind=kind).with_suffix(".pub").read_text()

    assert "only ssh-ed25519 and sk-ssh-ed25519@openssh.com are taken" in reason(text)
    assert "`ssh-keygen -t ed25519` makes one" in reason(text)


def test_certificates_and_unknown_kinds_are_refused_with_those_that_are_taken() -> None:
    certificate = line(b"ssh-ed25519-cert-v01@openssh.com", bytes(32), algorithm="ssh-ed25519-cert-v01@openssh.com")

    assert "it is a certificate; only ssh-ed25519" in reason(certificate)
    assert "it is a certificate; only ssh-ed25519" in reason(line(b"ssh-ed25519-cert-v01@openssh.com", bytes(32)))
    assert "of no known kind; only ssh-ed25519" in reason(KEY.text.replace("ssh-ed25519", "rot13"))
    assert "webauthn-sk-ecdsa" in reason(line(b"", algorithm="webauthn-sk-ecdsa-sha2-nistp256@openssh.com"))


def test_private_key_in_the_place_of_a_public_one_is_told_apart() -> None:
    assert "private" in reason("-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n")


def test_bytes_within_are_exact() -> None:
    touched = SoftSecurityKey().public
    sk = "sk-ssh-ed25519@openssh.com"

    assert "in front" in reason(line(sk.encode(), touched.raw, b"ssh:"))
    assert "in front" in reason(line(b"ssh-ed25519", KEY.raw, algorithm=sk))
    assert "follows" in reason(line(b"ssh-ed25519", KEY.raw, b""))
    assert "follows" in reason(line(sk.encode(), touched.raw, b"ssh:", b"", algorithm=sk))
    assert "too early" in reason(line(sk.encode(), touched.raw, algorithm=sk))
    assert "31 bytes" in reason(line(b"ssh-ed25519", KEY.raw[:-1]))
    assert "33 bytes" in reason(line(b"ssh-ed25519", KEY.raw + b"\0"))
    for application in (
        b"",
        b"https://bank.example",
        b"ssh",
        b"SSH:",
        b"ssh:\n",
        b"ssh:\xc3\xa9",
        b"ssh:" + b"x" * 256,
    ):
        assert "not made for SSH" in reason(line(sk.encode(), touched.raw, application, algorithm=sk))


def test_base64_has_one_spelling() -> None:
    data = b64decode(KEY.text.split()[1])
    assert not KEY.text.endswith("=")
    padded = b64encode(data + b"\0\0\0\0").decode()
    loose = padded.rstrip("=")[:-1] + "B" + "=="

    assert padded.endswith("==")
    assert b64decode(loose) == b64decode(padded)
    assert "Base64" in reason(f"ssh-ed25519 {loose}")
    assert "Base64" in reason(f"ssh-ed25519 {padded.rstrip('=')}")
    assert "follows" in reason(f"ssh-ed25519 {padded}")


@cache
def torsion() -> tuple[Point, ...]:
    """The eight points whose order divides eight."""
    for y in range(2, 1000):
        point = point_at(y)
        seed = times(L, point) if point else NEUTRAL
        if times(4, seed) != NEUTRAL:
            return tuple(times(factor, seed) for factor in range(8))
    raise AssertionError("no point of order eight")


def test_points_of_small_order_are_refused_however_they_are_written() -> None:
    assert len(set(torsion())) == 8
    assert all(times(8, point) == NEUTRAL for point in torsion())
    written = {spelling for point in torsion() for spelling in spellings(point)}
    assert len(written) == 14
    assert {bytes(32), b"\1" + bytes(31), b"\1" + bytes(30) + b"\x80"} <= written

    for encoding in written:
        canonical = int.from_bytes(encoding, "little") % 2**255 < P

        assert ("anybody can sign" if canonical else "one way") in reason(line(b"ssh-ed25519", encoding))


def test_such_a_point_is_a_key_under_which_anything_is_signed_as_far_as_the_library_is_asked() -> None:
    neutral = b"\1" + bytes(31)
    forged = neutral + bytes(32)

    Ed25519PublicKey.from_public_bytes(neutral).verify(forged, b"whatever")
    with pytest.raises(InvalidSignature):
        Ed25519PublicKey.from_public_bytes(KEY.raw).verify(forged, b"whatever")


def test_second_spelling_of_a_point_is_refused() -> None:
    twice = [y for y in range(19) if point_at(y)]
    assert len(twice) > 3

    for y in range(19):
        for sign in (0, 1):
            assert "one way" in reason(line(b"ssh-ed25519", (y + P | sign << 255).to_bytes(32, "little")))


def test_point_is_taken_where_it_is_on_the_curve_and_only_there() -> None:
    for y in range(2, 60):
        point = point_at(y)
        for sign in (0, 1):
            said = objection((y | sign << 255).to_bytes(32, "little"))

            assert said == ("" if point else "its point is not on the curve")


def test_the_base_point_its_multiples_and_neighbours_of_small_points_are_taken() -> None:
    start = point_at(4 * pow(5, P - 2, P) % P)
    assert start is not None
    assert times(L, start) == NEUTRAL
    assert (-(start[0] ** 2) + start[1] ** 2 - 1 - D * start[0] ** 2 * start[1] ** 2) % P == 0

    for factor in range(1, 12):
        assert objection(encoded(times(factor, start))) == ""
    for small in torsion():
        assert objection(encoded(add(start, small))) == ""


@given(st.binary(min_size=32, max_size=32))
def test_keys_that_the_library_makes_are_taken(seed: bytes) -> None:
    raw = Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()
    key = read_public_key(string(b"ssh-ed25519") + string(raw))

    assert key.raw == raw
    assert parse_public_key(key.text) == key


@given(st.one_of(st.text(max_size=200), st.binary(max_size=90).map(lambda data: line(b"ssh-ed25519", data))))
def test_any_text_is_a_key_or_refused_and_nothing_else_happens(text: str) -> None:
    key = taken(parse_public_key, text)

    assert key is None or key.text in text


@given(st.binary(max_size=120))
def test_any_bytes_are_a_key_or_refused_and_nothing_else_happens(data: bytes) -> None:
    key = taken(read_public_key, data)

    assert key is None or key.wire == data


def test_the_keys_of_thousands_are_worked_out_once() -> None:
    seeds = (number.to_bytes(32, "little") for number in range(2_000))
    points = [Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw() for seed in seeds]
    lines = [PublicKey("ssh-ed25519", point).text for point in points]
    read_public_key.cache_clear()

    for _ in range(2):
        for line in lines:
            parse_public_key(line)

    assert read_public_key.cache_info().misses == len(lines)
