"""What a plain (unquoted) scalar means: the YAML 1.2 core schema, nothing of YAML 1.1."""

import re
from functools import cache

LARGEST_INTEGER = 2**53 - 1
"""The largest integer that every JSON reader carries exactly (RFC 8259 section 6, RFC 8785 section 3.2.2.3)."""

_MAY_BE_TYPED = frozenset("0123456789+-.~nNtTfF")
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


class UnsafeNumber(ValueError):
    """A number that JSON cannot carry: not finite, or an integer that a double would round."""


def resolve(text: str) -> str | int | float | bool | None:
    """Give a plain scalar its type. Raises `UnsafeNumber`."""
    if text and text[0] not in _MAY_BE_TYPED:
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.fullmatch(text):
        if len(text) > 20:
            raise UnsafeNumber
        number = int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
        if abs(number) > LARGEST_INTEGER:
            raise UnsafeNumber
        return number
    if _FLOAT.fullmatch(text):
        value = float(text)
        if value in (float("inf"), float("-inf")):
            raise UnsafeNumber
        return value
    if _NOT_FINITE.fullmatch(text):
        raise UnsafeNumber
    return text


@cache
def is_text(key: str) -> bool:
    """Whether a plain scalar is text. Asked of keys, of which a registry has few and writes them often."""
    try:
        return isinstance(resolve(key), str)
    except UnsafeNumber:
        return False
