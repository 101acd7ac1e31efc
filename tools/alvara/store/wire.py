"""The small files of a store, read strictly: canonical JSON, the right keys and no others, each of its shape."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from alvara.bundle.wire import Malformed, parse_json
from alvara.identity.digests import canonical

LARGEST = 64 << 10
"""Bytes of such a file. What is longer is none."""

MOST = 2**53 - 1

Check = Callable[[Any], bool]


class BadRecord(ValueError):
    """A file of a store is not what belongs there. The message says in what."""


def matches(pattern: str) -> Check:
    """Accept a text that has a form from its first to its last character."""
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def or_null(check: Check) -> Check:
    """Accept null too."""
    return lambda value: value is None or check(value)


def is_count(value: Any) -> bool:
    """Whether a value is a whole number that JSON can carry."""
    return type(value) is int and 0 <= value <= MOST


is_version = matches(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,79}")
"""Whether a text may be the version of a bundle in a store, where it names a file: a release's, or `0.0.0+` and hex."""

is_digest = matches(r"sha256:[0-9a-f]{64}")
is_moment = matches(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")
is_registry = matches(r".{1,1000}")


def read_record(data: bytes, format: str, checks: Mapping[str, Check]) -> dict[str, Any]:
    """Read a file that names its format, and has just these keys. Raises `BadRecord`."""
    if len(data) > LARGEST:
        raise BadRecord(f"has more than the {LARGEST:,} bytes that such a file may have")
    try:
        value = parse_json(data)
    except Malformed as error:
        raise BadRecord(str(error)) from None
    if not isinstance(value, dict):
        raise BadRecord("is not a map")
    if value.get("format") != format:
        raise BadRecord(f"does not have the format `{format}`, which this alvara reads")
    known = {"format", *checks}
    if value.keys() != known:
        odd = min(value.keys() ^ known)
        raise BadRecord(f"has a key that is not known here, `{odd}`" if odd in value else f"has no `{odd}`")
    for key, check in checks.items():
        if not check(value[key]):
            raise BadRecord(f"has a `{key}` that is none")
    return value


def write_record(format: str, values: Mapping[str, Any]) -> bytes:
    """Write such a file."""
    return canonical({"format": format, **values})
