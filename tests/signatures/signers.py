"""Keys whose secret is known, and signatures with any part exchanged."""

from base64 import b64encode
from hashlib import sha256, sha512
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from alvara.signatures.keys import PLAIN, SECURITY_KEY, PublicKey
from alvara.signatures.signing import PrivateKey
from alvara.signatures.wire import string

HEAD, FOOT = "-----BEGIN SSH SIGNATURE-----\n", "\n-----END SSH SIGNATURE-----"


def plain_key(seed: int = 1) -> PrivateKey:
    """A key in software, the same for the same number."""
    return PrivateKey(Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32))


class SoftSecurityKey:
    """What a security key does, in software: it signs a hash, its flags and a counter (PROTOCOL.u2f of OpenSSH)."""

    def __init__(self, seed: int = 9, flags: int = 1, counter: int = 7, application: str = "ssh:") -> None:
        self._secret = Ed25519PrivateKey.from_private_bytes(bytes([seed]) * 32)
        self.public = PublicKey(SECURITY_KEY, self._secret.public_key().public_bytes_raw(), application)
        self._tail = bytes([flags]) + counter.to_bytes(4, "big")

    def sign(self, data: bytes) -> bytes:
        signed = sha256(self.public.application.encode()).digest() + self._tail + sha256(data).digest()
        return string(SECURITY_KEY.encode()) + string(self._secret.sign(signed)) + self._tail


class Parts(NamedTuple):
    """The parts of a signature, each to be exchanged with `_replace`."""

    public: bytes
    signature: bytes
    namespace: bytes = b"purpose@v1"
    magic: bytes = b"SSHSIG"
    version: int = 1
    reserved: bytes = b""
    hash: bytes = b"sha512"
    tail: bytes = b""

    @property
    def blob(self) -> bytes:
        return (
            self.magic + self.version.to_bytes(4, "big") + string(self.public) + string(self.namespace)
            + string(self.reserved) + string(self.hash) + string(self.signature) + self.tail
        )  # fmt: skip

    @property
    def armor(self) -> str:
        return armored(self.blob)


def armored(blob: bytes, width: int = 70) -> str:
    """Write bytes between the lines of an SSH signature."""
    encoded = b64encode(blob).decode()
    return HEAD + "\n".join(encoded[at : at + width] for at in range(0, len(encoded), width)) + FOOT + "\n"


def signed_bytes(
    digest: bytes, namespace: bytes = b"purpose@v1", reserved: bytes = b"", hash: bytes = b"sha512"
) -> bytes:
    """What is signed in the end."""
    return b"SSHSIG" + string(namespace) + string(reserved) + string(hash) + string(digest)


def parts(key: PrivateKey | SoftSecurityKey, message: bytes) -> Parts:
    """A signature that holds, in its parts."""
    return Parts(key.public.wire, key.sign(signed_bytes(sha512(message).digest())))


def plain_blob(raw: bytes) -> bytes:
    """The signature of a key in software, around some bytes."""
    return string(PLAIN.encode()) + string(raw)
