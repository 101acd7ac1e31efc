"""Names for content: git's blob ID for files, SHA-256 over canonical JSON for values."""

import re
from hashlib import sha1, sha256
from json import JSONEncoder
from typing import Any

_WRITE = JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
_NUMBER = re.compile(rb'[:,\[](?<![^"]:)-?[0-9]+(?:[.e]|[0-9]{15})')
"""A fraction or a large number, which the standard library may write in another way."""

_DIGITS = re.compile(rb"[0-9](?:[.e]|[0-9]{14})")
"""The same within texts too, which is found several times faster."""

_HIGH = re.compile(rb"[\xee-\xf4]")
"""The start of a character that UTF-16, by which keys are sorted, orders in another way."""

_SHA256 = re.compile(r"(?:sha256:)?([0-9a-f]{64})")


def blob_id(data: bytes) -> str:
    """Name bytes as git would: SHA-1 over `blob <size>`, a zero byte, and the bytes."""
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def canonical(value: Any) -> bytes:
    """Write a JSON value in its one canonical form (RFC 8785). Raises `ValueError` where it has none."""
    if isinstance(value, (dict, list)):
        text = _WRITE.encode(value)
        written = text.encode()
        if (_is_western(text) or not _HIGH.search(written)) and not (
            _DIGITS.search(written) and _NUMBER.search(written)
        ):
            return written
    import rfc8785  # several times slower, and right about everything

    return rfc8785.dumps(value)


def _is_western(text: str) -> bool:
    """Whether a text keeps to the first 256 characters, which is found much faster than what goes beyond."""
    try:
        text.encode("latin-1")
    except UnicodeEncodeError:
        return False
    return True


def read_sha256(text: str) -> str | None:
    """Read a SHA-256 as people write it, `sha256:` before it or not: its 64 digits, None for what is none."""
    found = _SHA256.fullmatch(text.strip().lower())
    return None if found is None else found.group(1)


def digest(value: Any) -> str:
    """Name a JSON value: `sha256:` and the hexadecimal hash of its canonical form."""
    return "sha256:" + sha256(canonical(value)).hexdigest()
