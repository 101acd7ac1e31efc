"""DSSE envelopes: a payload, its type, and signatures over both (github.com/secure-systems-lab/dsse, version 1.0).

The envelope leaves the form of a signature open; here it is that of `ssh-keygen -Y`, armor and all. Of the two
alphabets of Base64 that the envelope knows, only the standard one is read, so that an envelope has one spelling.
"""

import json
import re
from base64 import b64encode
from binascii import a2b_base64
from collections.abc import Mapping
from typing import Any, NamedTuple

from alvara.signatures.keys import PublicKey
from alvara.signatures.signing import Signer
from alvara.signatures.sshsig import BadSignature, signer_of, verify, write_armor

LARGEST = 8_000_000
"""Bytes of an envelope."""

_MOST_SIGNATURES = 64
_LONGEST_SIGNATURE = 8_192
_NAME = re.compile(r"[\x21-\x7e]{1,256}")


class BadEnvelope(ValueError):
    """Bytes that are no envelope; the text is the reason, in plain words."""


class Envelope(NamedTuple):
    """A payload under its type; each signature is an ID, which nobody has checked, and the Base64 of an armor."""

    payload_type: str
    payload: bytes
    signatures: tuple[tuple[str, str], ...]


def pae(payload_type: str, payload: bytes) -> bytes:
    """Give the bytes that are signed: the type and the payload, each with its length in front."""
    named = payload_type.encode()
    return b"DSSEv1 %d %b %d %b" % (len(named), named, len(payload), payload)


def sign(payload_type: str, payload: bytes, signers: Mapping[str, Signer], namespace: str) -> Envelope:
    """Sign a payload as each of some signers, who are named by the IDs of their keys."""
    if not _NAME.fullmatch(payload_type) or not signers or not all(map(_NAME.fullmatch, signers)):
        raise ValueError("a payload has a type, and a signer with an ID")
    signed = pae(payload_type, payload)
    armors = ((id, write_armor(signers[id], signed, namespace)) for id in sorted(signers))
    return Envelope(payload_type, payload, tuple((id, b64encode(armor.encode()).decode()) for id, armor in armors))


def signed_by(envelope: Envelope, keys: Mapping[str, PublicKey], namespace: str) -> tuple[str, ...]:
    """Give the IDs of those keys that signed an envelope, in their order; one key under two IDs counts under the first.

    What the envelope calls a key is no evidence and is not looked at. What is signed by no given key is passed over.
    Whether the type of the payload is the one that was hoped for is for the caller to ask.
    """
    signed = pae(envelope.payload_type, envelope.payload)
    given = set(keys.values())
    found: set[PublicKey] = set()
    for _, encoded in envelope.signatures:
        try:
            armor = _decoded(encoded).decode("ascii")
            key = signer_of(armor)
            if key in given and key not in found:
                verify(armor, signed, namespace, key)
                found.add(key)
        except (BadEnvelope, BadSignature, UnicodeDecodeError):
            continue
    first = {keys[id].raw: id for id in sorted(keys, reverse=True) if keys[id] in found}
    return tuple(sorted(first.values()))


def as_value(envelope: Envelope) -> dict[str, Any]:
    """Write an envelope as a JSON value."""
    return {
        "payload": b64encode(envelope.payload).decode(),
        "payloadType": envelope.payload_type,
        "signatures": [{"keyid": id, "sig": signature} for id, signature in envelope.signatures],
    }


def as_json(envelope: Envelope) -> bytes:
    """Write an envelope as canonical JSON."""
    return json.dumps(as_value(envelope), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def parse_envelope(data: bytes) -> Envelope:
    """Read an envelope. Raises `BadEnvelope` for whatever has other keys, other Base64 or no signature."""
    if len(data) > LARGEST:
        raise BadEnvelope(f"its {len(data):,} bytes are more than the {LARGEST:,} that are read")
    try:
        value = json.loads(data.decode(), object_pairs_hook=_once)
    except BadEnvelope:
        raise
    except (ValueError, RecursionError):
        raise BadEnvelope("it is not JSON") from None
    return envelope_of(value)


def envelope_of(value: Any, *, unsigned: bool = False) -> Envelope:
    """Take an envelope out of a JSON value, also one that nobody signed where that may be. Raises `BadEnvelope`."""
    payload, payload_type, signatures = _fields(value, "payload", "payloadType", "signatures")
    if not isinstance(payload_type, str) or not _NAME.fullmatch(payload_type):
        raise BadEnvelope("its payloadType is not a short text of visible characters")
    least = 0 if unsigned else 1
    if not isinstance(signatures, list) or not least <= len(signatures) <= _MOST_SIGNATURES:
        raise BadEnvelope(f"its signatures are not a list of {least} to {_MOST_SIGNATURES}")
    return Envelope(payload_type, _decoded(payload), tuple(map(_signature, signatures)))


def _signature(value: Any) -> tuple[str, str]:
    id, signature = _fields(value, "keyid", "sig")
    if not isinstance(id, str) or not _NAME.fullmatch(id):
        raise BadEnvelope("the keyid of a signature is not a short text of visible characters")
    if not _decoded(signature) or len(signature) > _LONGEST_SIGNATURE:
        raise BadEnvelope("a signature is empty, or too long for one")
    return id, signature


def _fields(value: Any, *names: str) -> list[Any]:
    """Give the values of an object that has just some names."""
    if not isinstance(value, dict) or value.keys() != set(names):
        raise BadEnvelope(f"it does not hold just the keys {', '.join(names)}, where it should")
    return [value[name] for name in names]


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise BadEnvelope("it names a key twice")
    return value


def _decoded(encoded: Any) -> bytes:
    """Decode Base64, which has one spelling."""
    try:
        data = a2b_base64(encoded, strict_mode=True) if isinstance(encoded, str) else None
    except ValueError:
        data = None
    if data is None or b64encode(data).decode() != encoded:
        raise BadEnvelope("its Base64 is not in the one form that is read")
    return data
