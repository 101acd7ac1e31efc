"""Values as JSON Schema tells them apart: 1 is 1.0 and an integer, and true is neither."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

NULL, BOOLEAN, INTEGER, FRACTION, TEXT, LIST, MAP = (1 << bit for bit in range(7))
ANYTHING = (1 << 7) - 1
NUMBER = INTEGER | FRACTION
"""Types as bits that share no value: a number is an integer or a fraction, that is, one that is not whole."""

TYPE_BITS = {
    "null": NULL, "boolean": BOOLEAN, "integer": INTEGER, "number": NUMBER, "string": TEXT, "array": LIST,
    "object": MAP,
}  # fmt: skip


def type_of(value: Any) -> int:
    """Give the type of a value (JSON Schema Core 2020-12, section 4.2.1; 1.0 is an integer)."""
    if value is None:
        return NULL
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, str):
        return TEXT
    if isinstance(value, int):
        return INTEGER
    if isinstance(value, float):
        return INTEGER if value.is_integer() else FRACTION
    return LIST if isinstance(value, list) else MAP


def identity(value: Any) -> Hashable:
    """Give what is the same for two values if and only if they are equal (section 4.2.2)."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "boolean", value
    if isinstance(value, (int, float)):
        return "number", value
    if isinstance(value, list):
        return "list", tuple(map(identity, value))
    return "map", frozenset((key, identity(item)) for key, item in value.items())


def exact(number: float) -> Fraction:
    """Give the number that was written, not the binary fraction nearest to it."""
    return Fraction(number) if isinstance(number, int) else Fraction(repr(number))


def written(number: Fraction) -> int | float | None:
    """Write a number so that it can be read back exactly, None where JSON's usual readers would round it."""
    if number.denominator == 1 and abs(number) < 1 << 1000:
        return int(number)
    try:
        shown = float(number)
    except OverflowError:
        return None
    return shown if exact(shown) == number else None
