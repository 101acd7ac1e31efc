"""Signatures as `ssh-keygen -Y` makes them, checked more strictly than it does."""

from binascii import a2b_base64, b2a_base64
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256, sha512
from typing import TYPE_CHECKING, NamedTuple

from alvara.signatures.keys import SECURITY_KEY, BadKey, PublicKey, read_public_key
from alvara.signatures.wire import Malformed, Reader, string

if TYPE_CHECKING:
    from alvara.signatures.signing import Signer

_HEAD, _FOOT = "-----BEGIN SSH SIGNATURE-----\n", "\n-----END SSH SIGNATURE-----"
_LONGEST = 4_096
_WIDTHS = (70, 76)
_MAGIC, _VERSION = b"SSHSIG", 1
_HASHES = {b"sha512": sha512, b"sha256": sha256}
_PRESENT = 0x01


class BadSignature(ValueError):
    """A signature that does not hold; its text is the reason, in plain words."""


class _Parts(NamedTuple):
    public: bytes
    namespace: bytes
    hash: bytes
    signature: bytes


def verify(armor: str, message: bytes, namespace: str, key: PublicKey) -> None:
    """Raise `BadSignature` unless this key signed this message, for this purpose."""
    parts = _read(armor)
    if parts.public != key.wire:
        raise BadSignature(f"it was not made with the key {key.fingerprint}")
    if not namespace or parts.namespace != namespace.encode():
        raise BadSignature(f"it was made for another purpose than `{namespace}`")
    signed = _signed_bytes(namespace.encode(), parts.hash, message)
    raw, signed = _opened(parts.signature, signed, key)
    if not _check_of(key.raw)(raw, signed):
        raise BadSignature("it does not belong to what it is said to sign")


def signer_of(armor: str) -> PublicKey:
    """Give the key that a signature names, which nobody has checked yet. Raises `BadSignature`."""
    try:
        return read_public_key(_read(armor).public)
    except BadKey as bad:
        raise BadSignature(f"its key is not taken: {bad}") from None


def write_armor(signer: "Signer", message: bytes, namespace: str) -> str:
    """Sign a message for a purpose. Raises `BadSignature` where the signer gave something else."""
    if not namespace:
        raise ValueError("a signature is made for a purpose")
    purpose = namespace.encode()
    signature = signer.sign(_signed_bytes(purpose, b"sha512", message))
    blob = b"".join(
        (
            _MAGIC,
            _VERSION.to_bytes(4, "big"),
            string(signer.public.wire),
            string(purpose),
            string(b""),
            string(b"sha512"),
            string(signature),
        )
    )
    armor = _armored(b2a_base64(blob, newline=False).decode(), _WIDTHS[0]) + "\n"
    verify(armor, message, namespace, signer.public)
    return armor


@lru_cache(maxsize=2)
def _read(armor: str) -> _Parts:
    """Take a signature apart; every byte of it is accounted for. Who asks whose it is asks next whether it holds."""
    reader = Reader(_dearmored(armor))
    try:
        if reader.take(len(_MAGIC)) != _MAGIC:
            raise BadSignature("its bytes are not those of an SSH signature")
        version = reader.number()
        if version != _VERSION:
            raise BadSignature(f"it is of version {version}, and only version {_VERSION} is known")
        public, namespace, reserved = reader.string(), reader.string(), reader.string()
        parts = _Parts(public, namespace, reader.string(), reader.string())
        reader.end()
    except Malformed as malformed:
        raise BadSignature(f"its bytes do not hold: {malformed}") from None
    if reserved:
        raise BadSignature("it has something in a place that is reserved")
    if parts.hash not in _HASHES:
        raise BadSignature("it hashes what it signs in another way than SHA-512 or SHA-256")
    return parts


def _dearmored(armor: str) -> bytes:
    """Decode the armor. It has one spelling for each width of line that ssh-keygen has ever written."""
    if len(armor) > _LONGEST:
        raise BadSignature("it is too long for a signature")
    text = armor.removesuffix("\n")
    if not text.startswith(_HEAD) or not text.endswith(_FOOT):
        raise BadSignature("it does not start and end with the lines of an SSH signature")
    encoded = text[len(_HEAD) : -len(_FOOT)].replace("\n", "")
    try:
        data = a2b_base64(encoded, strict_mode=True)
    except ValueError:
        raise BadSignature("its Base64 does not hold") from None
    again = b2a_base64(data, newline=False).decode()
    if not any(text == _armored(again, width) for width in _WIDTHS):
        raise BadSignature("its Base64 is not broken into lines as ssh-keygen does it")
    return data


def _armored(encoded: str, width: int) -> str:
    return _HEAD + "\n".join(encoded[at : at + width] for at in range(0, len(encoded), width)) + _FOOT


def _signed_bytes(purpose: bytes, hashed: bytes, message: bytes) -> bytes:
    digest = _HASHES[hashed](message).digest()
    return _MAGIC + string(purpose) + string(b"") + string(hashed) + string(digest)


def _opened(signature: bytes, signed: bytes, key: PublicKey) -> tuple[bytes, bytes]:
    """Give the 64 bytes of the signature, and the bytes that they are over."""
    reader = Reader(signature)
    try:
        if reader.string() != key.algorithm.encode():
            raise BadSignature("it is of another kind than the key that it names")
        raw = reader.string()
        if key.algorithm == SECURITY_KEY:
            tail = reader.take(5)
            if not tail[0] & _PRESENT:
                raise BadSignature("nobody touched the security key that made it")
            signed = sha256(key.application.encode()).digest() + tail + sha256(signed).digest()
        reader.end()
    except Malformed as malformed:
        raise BadSignature(f"its bytes do not hold: {malformed}") from None
    if len(raw) != 64:
        raise BadSignature(f"it has {len(raw)} bytes instead of 64")
    return raw, signed


@lru_cache(maxsize=1024)
def _check_of(raw: bytes) -> Callable[[bytes, bytes], bool]:
    """Give what says whether a signature is that of a key over some bytes. The library is loaded when it is needed."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = Ed25519PublicKey.from_public_bytes(raw)

    def holds(signature: bytes, signed: bytes) -> bool:
        try:
            key.verify(signature, signed)
        except InvalidSignature:
            return False
        return True

    return holds
