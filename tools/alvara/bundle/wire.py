"""JSON and Python: the names on either side, canonical text, values that cannot be changed."""

from collections.abc import Mapping
from functools import cache
from json import loads
from types import MappingProxyType
from typing import Any

from alvara.identity.digests import canonical

LARGEST_INTEGER = 2**53 - 1
"""What a larger number looks like whole it was as a float (RFC 8785, section 3.2.2.3)."""


class Malformed(ValueError):
    """Bytes or a value that are not what a bundle holds there."""


class DamagedBundle(Malformed):
    """What was opened for questions is no bundle, or not what one holds. The message names the file."""


@cache
def camel(name: str) -> str:
    """Give the name on the wire of an attribute: `as_of` is `asOf`."""
    head, *tail = name.split("_")
    return head + "".join(word.capitalize() for word in tail)


def parse_json(data: bytes) -> Any:
    """Read canonical JSON. Raises `Malformed` for any other spelling of it."""
    try:
        value = loads(data, parse_int=_number)
        same = canonical(value) == data
    except (ValueError, RecursionError):
        raise Malformed("is not JSON") from None
    if not same:
        raise Malformed("is not canonical JSON")
    return value


def freeze(value: Any) -> Any:
    """Turn a JSON value into one that nobody can change."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: freeze(item) for key, item in value.items()})
    return tuple(map(freeze, value)) if isinstance(value, (list, tuple)) else value


def thaw(value: Any) -> Any:
    """Reverse `freeze`."""
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    return list(map(thaw, value)) if isinstance(value, (list, tuple)) else value


def _number(text: str) -> int | float:
    number = int(text) if len(text) < 20 else float(text)
    return number if abs(number) <= LARGEST_INTEGER else float(number)
