"""Names for content: git's blob ID for files, SHA-256 over canonical JSON for values."""

from hashlib import sha1, sha256
from typing import Any


def blob_id(data: bytes) -> str:
    """Name bytes as git would: SHA-1 over `blob <size>\\0` and the bytes."""
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def canonical(value: Any) -> bytes:
    """Write a JSON value in its one canonical form (RFC 8785)."""
    import rfc8785

    return rfc8785.dumps(value)


def digest(value: Any) -> str:
    """Name a JSON value: `sha256:` and the hexadecimal hash of its canonical form."""
    return "sha256:" + sha256(canonical(value)).hexdigest()
