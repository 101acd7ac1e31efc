"""Whatever signs: a private key here, or one that an agent or a security key holds."""

import re
from binascii import Error, a2b_base64
from typing import TYPE_CHECKING, NamedTuple, Protocol

from alvara.signatures.keys import PLAIN, SECURITY_KEY, TAKEN, BadKey, PublicKey, read_public_key
from alvara.signatures.wire import Malformed, Reader, string

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

LARGEST = 65_536
"""Bytes of a private key's file; they have some hundred."""

_MOST_ROUNDS = 5_000
"""Work that a passphrase may be worth, about a minute of it; what asks for more would seem to hang."""

_START, _END = b"-----BEGIN OPENSSH PRIVATE KEY-----", b"-----END OPENSSH PRIVATE KEY-----"
_MAGIC = b"openssh-key-v1\0"
_HEADER = re.compile(rb"-----BEGIN ([A-Z0-9 ]{0,40}?) ?PRIVATE KEY-----")
_CONVERT = "`ssh-keygen -t ed25519` makes one that can be used"


class NeedsPassphrase(Exception):
    """The private key opens with a passphrase, and none was given."""


class WrongPassphrase(BadKey):
    """The private key does not open with the passphrase that was given."""


class Signer(Protocol):
    """Whoever can sign under a public key."""

    @property
    def public(self) -> PublicKey:
        """The key that its signatures are checked with."""

    def sign(self, data: bytes) -> bytes:
        """Sign bytes. Gives SSH's form: the algorithm and the signature; flags and a counter from a security key."""


class PrivateKey:
    """A private key of this process. It is not shown where it is printed."""

    def __init__(self, secret: "Ed25519PrivateKey") -> None:
        self._secret = secret
        self.public = PublicKey(PLAIN, secret.public_key().public_bytes_raw())

    def sign(self, data: bytes) -> bytes:
        """Sign bytes."""
        return string(PLAIN.encode()) + string(self._secret.sign(data))


class _Lock(NamedTuple):
    """What the front of a private key's file tells before it is opened."""

    cipher: bytes
    derivation: bytes
    options: bytes
    public: bytes


def private_key(data: bytes, passphrase: bytes | None = None) -> PrivateKey:
    """Open a private key that OpenSSH wrote. Raises `BadKey`, or `NeedsPassphrase` where none was given."""
    from cryptography.exceptions import InvalidTag, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    lock = _lock_of(_dearmor(data))
    _check_kind(lock.public)
    locked = (lock.cipher, lock.derivation) != (b"none", b"none")
    if locked:
        _check_rounds(lock)
        if passphrase is None:
            raise NeedsPassphrase
        if not passphrase:
            raise WrongPassphrase("the passphrase does not open the key")
    try:
        secret = load_ssh_private_key(data, passphrase if locked else None)
    except UnsupportedAlgorithm:
        raise BadKey("it is locked in a way that is not known here; `ssh-keygen -p -f FILE` locks it anew") from None
    except (ValueError, TypeError, InvalidTag):
        if locked:
            raise WrongPassphrase("the passphrase does not open the key") from None
        raise BadKey("its bytes do not hold; the file is damaged") from None
    if not isinstance(secret, Ed25519PrivateKey):
        raise BadKey(f"it is of another kind; {TAKEN}, and {_CONVERT}")
    key = PrivateKey(secret)
    if lock.public != key.public.wire:
        raise BadKey("its two halves do not belong together; the file is damaged")
    return key


def public_half(data: bytes) -> PublicKey:
    """Tell whose a private key is, which its file says in front, without opening it. Raises `BadKey`."""
    lock = _lock_of(_dearmor(data))
    _check_kind(lock.public)
    return read_public_key(lock.public)


def _dearmor(data: bytes) -> bytes:
    """Take the bytes out of the file, or say what else it is."""
    if len(data) > LARGEST:
        raise BadKey("it is too large for a private key")
    start, end = data.find(_START), data.find(_END)
    if start >= 0 and end > start:
        try:
            return a2b_base64(data[start + len(_START) : end])
        except Error:
            raise BadKey("its Base64 does not hold; the file is damaged") from None
    found = _HEADER.search(data)
    if start < 0 and found is not None:
        kind = found.group(1).decode()
        what = {"": "PKCS#8", "ENCRYPTED": "PKCS#8", "RSA": "an RSA key", "EC": "an ECDSA key", "DSA": "a DSA key"}
        raise BadKey(f"it is {what.get(kind, 'of another form')}, not an Ed25519 key of OpenSSH's form; {_CONVERT}")
    if data.startswith(b"PuTTY-User-Key-File"):
        raise BadKey("it is a key of PuTTY's; `puttygen FILE -O private-openssh -o NEW` writes it in OpenSSH's form")
    if data.startswith((b"ssh-", b"sk-", b"ecdsa-")):
        raise BadKey("it is a public key; the private one is in the file of the same name without .pub")
    raise BadKey("it is not a private key of OpenSSH's form, or only a part of one")


def _lock_of(data: bytes) -> _Lock:
    if not data.startswith(_MAGIC):
        raise BadKey("its bytes do not hold; the file is damaged")
    reader = Reader(data[len(_MAGIC) :])
    try:
        cipher, derivation, options = reader.string(), reader.string(), reader.string()
        if reader.number() != 1:
            raise BadKey("it holds several keys, and which one is meant cannot be told")
        return _Lock(cipher, derivation, options, reader.string())
    except Malformed:
        raise BadKey("its bytes do not hold; the file is damaged") from None


def _check_kind(public: bytes) -> None:
    """Say what a key is that cannot sign here, before its passphrase is asked for."""
    try:
        algorithm = Reader(public).string()
    except Malformed:
        raise BadKey("its bytes do not hold; the file is damaged") from None
    if algorithm == SECURITY_KEY.encode():
        raise BadKey("its secret is in a security key, which the agent asks: `ssh-add FILE`, then sign with the agent")
    if algorithm != PLAIN.encode():
        raise BadKey(f"it is not an Ed25519 key; {TAKEN}, and {_CONVERT}")


def _check_rounds(lock: _Lock) -> None:
    reader = Reader(lock.options)
    try:
        reader.string()
        rounds = reader.number()
        reader.end()
    except Malformed:
        raise BadKey("its bytes do not hold; the file is damaged") from None
    if rounds > _MOST_ROUNDS:
        raise BadKey(
            f"its passphrase takes {rounds:,} rounds, and at most {_MOST_ROUNDS:,} are made; "
            "`ssh-keygen -p -a 100 -f FILE` locks it anew"
        )
