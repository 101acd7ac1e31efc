"""Private keys as OpenSSH writes them: opened, or refused with a reason that leads on."""

import re
from base64 import b64decode, b64encode
from contextlib import suppress
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat
from hypothesis import given
from hypothesis import strategies as st

from alvara.signatures.keys import BadKey, parse_public_key
from alvara.signatures.signing import NeedsPassphrase, PrivateKey, WrongPassphrase, private_key, public_half
from alvara.signatures.sshsig import verify, write_armor
from alvara.signatures.wire import string
from tests.signatures.signers import SoftSecurityKey, plain_key
from tests.signatures.ssh_keygen import make_key, needs_ssh_keygen

START, END = b"-----BEGIN OPENSSH PRIVATE KEY-----\n", b"\n-----END OPENSSH PRIVATE KEY-----\n"
OPENSSH = (Encoding.PEM, PrivateFormat.OpenSSH)


def written() -> bytes:
    return ed25519.Ed25519PrivateKey.from_private_bytes(b"\1" * 32).private_bytes(*OPENSSH, NoEncryption())


def content(data: bytes) -> bytes:
    return b64decode(data.removeprefix(START).removesuffix(END))


def wrapped(blob: bytes) -> bytes:
    return START + re.sub(rb"(.{70})", rb"\1\n", b64encode(blob)) + END


def reason(data: bytes, passphrase: bytes | None = None) -> str:
    with pytest.raises(BadKey) as caught:
        private_key(data, passphrase)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@needs_ssh_keygen
@pytest.mark.parametrize("cipher", ["aes256-ctr", "aes256-gcm@openssh.com", "aes256-cbc"])
def test_locked_key_opens_with_its_passphrase_alone(cipher: str, tmp_path: Path) -> None:
    path = make_key(tmp_path, "-a", "1", "-Z", cipher, passphrase="ação 1")
    data, public = path.read_bytes(), parse_public_key(path.with_suffix(".pub").read_text())

    key = private_key(data, "ação 1".encode())
    assert key.public == public
    verify(write_armor(key, b"message", "purpose@v1"), b"message", "purpose@v1", public)
    with pytest.raises(NeedsPassphrase):
        private_key(data, None)
    for wrong in (b"", b"acao 1", "ação 1 ".encode(), b"x" * 100, b"\0"):
        with pytest.raises(WrongPassphrase, match="does not open"):
            private_key(data, wrong)


@needs_ssh_keygen
def test_open_key_needs_no_passphrase_and_minds_none(tmp_path: Path) -> None:
    path = make_key(tmp_path)
    public = parse_public_key(path.with_suffix(".pub").read_text())

    assert private_key(path.read_bytes(), None).public == public
    assert private_key(path.read_bytes(), b"not needed").public == public


@needs_ssh_keygen
@pytest.mark.parametrize("kind", ["rsa", "ecdsa", "dsa"])
@pytest.mark.parametrize("passphrase", ["", "secret"])
def test_other_kinds_are_refused_before_a_passphrase_is_asked_for(kind: str, passphrase: str, tmp_path: Path) -> None:
    said = reason(make_key(tmp_path, kind=kind, passphrase=passphrase).read_bytes())

    assert "not an Ed25519 key" in said
    assert "`ssh-keygen -t ed25519` makes one" in said


@needs_ssh_keygen
def test_unknown_cipher_is_refused_with_what_to_do(tmp_path: Path) -> None:
    path = make_key(tmp_path, "-a", "1", "-Z", "aes128-ctr", passphrase="secret")

    assert "`ssh-keygen -p -f FILE` locks it anew" in reason(path.read_bytes(), b"secret")


def test_forms_of_other_programs_are_refused_with_what_they_are() -> None:
    ours = ed25519.Ed25519PrivateKey.generate()
    theirs = rsa.generate_private_key(public_exponent=65537, key_size=1024)
    curve = ec.generate_private_key(ec.SECP256R1())
    traditional = PrivateFormat.TraditionalOpenSSL

    assert "PKCS#8" in reason(ours.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    assert "PKCS#8" in reason(ours.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"x")))
    assert "an RSA key" in reason(theirs.private_bytes(Encoding.PEM, traditional, NoEncryption()))
    assert "an ECDSA key" in reason(curve.private_bytes(Encoding.PEM, traditional, NoEncryption()))
    assert "not a private key" in reason(ours.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption()))
    assert "puttygen" in reason(b"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\n")
    assert "it is a public key" in reason(plain_key().public.text.encode())
    assert "not a private key" in reason(b"")
    assert "only a part" in reason(written().removesuffix(END))
    assert "too large" in reason(b"x" * 100_000)


def test_key_whose_secret_a_security_key_holds_leads_to_the_agent() -> None:
    public = SoftSecurityKey().public.wire
    blob = (
        b"openssh-key-v1\0"
        + string(b"none")
        + string(b"none")
        + string(b"")
        + b"\0\0\0\1"
        + string(public)
        + string(b"x" * 8)
    )

    assert "ssh-add FILE" in reason(wrapped(blob))


def test_public_half_that_is_not_of_this_secret_is_refused() -> None:
    other = plain_key(2).public.raw
    mixed = content(written()).replace(plain_key().public.raw, other)

    assert "two halves" in reason(wrapped(mixed))


def test_two_keys_in_a_file_are_refused() -> None:
    blob = content(written())
    at = len(b"openssh-key-v1\0") + 8 + 8 + 4

    assert blob[at : at + 4] == b"\0\0\0\1"
    assert "several keys" in reason(wrapped(blob[:at] + b"\0\0\0\2" + blob[at + 4 :]))


def test_passphrase_that_would_take_for_ever_is_not_tried() -> None:
    options = string(b"s" * 16) + (2**31).to_bytes(4, "big")
    public = plain_key().public.wire
    front = b"openssh-key-v1\0" + string(b"aes256-ctr") + string(b"bcrypt") + string(options) + b"\0\0\0\1"

    assert "2,147,483,648 rounds" in reason(wrapped(front + string(public) + string(b"x" * 32)), b"secret")
    for options in (b"", string(b"salt"), string(b"salt") + bytes(5)):
        front = b"openssh-key-v1\0" + string(b"aes256-ctr") + string(b"bcrypt") + string(options) + b"\0\0\0\1"
        assert "damaged" in reason(wrapped(front + string(public) + string(b"x" * 32)), b"secret")


def test_every_truncation_is_refused() -> None:
    blob = content(written())
    for size in range(len(blob)):
        assert reason(wrapped(blob[:size]))


def test_secret_is_not_shown() -> None:
    key = private_key(written())

    assert isinstance(key, PrivateKey)
    assert "010101" not in repr(key) + str(key) + repr(vars(key))


@given(st.binary(max_size=200))
def test_any_bytes_are_refused_and_nothing_else_happens(data: bytes) -> None:
    for each in (data, START + data + END, wrapped(data), wrapped(b"openssh-key-v1\0" + data)):
        assert reason(each, b"secret")


@given(st.integers(0, 250), st.integers(0, 255))
def test_damaged_key_is_refused_or_still_the_same(at: int, value: int) -> None:
    blob = bytearray(content(written()))
    blob[at % len(blob)] = value
    key = None
    with suppress(BadKey, NeedsPassphrase):
        key = private_key(wrapped(bytes(blob)))

    assert key is None or key.public == plain_key().public


@needs_ssh_keygen
@pytest.mark.parametrize("passphrase", ["", "open sesame"])
def test_whose_a_key_is_can_be_told_without_opening_it(tmp_path: Path, passphrase: str) -> None:
    key = make_key(tmp_path, passphrase=passphrase)

    assert public_half(key.read_bytes()).raw == parse_public_key(Path(f"{key}.pub").read_text()).raw


@needs_ssh_keygen
def test_of_a_key_that_cannot_sign_here_nothing_is_told(tmp_path: Path) -> None:
    key = make_key(tmp_path, kind="rsa")

    with pytest.raises(BadKey, match="not an Ed25519 key"):
        public_half(key.read_bytes())
