"""Plain text to values: YAML 1.2, and numbers that JSON carries."""

from typing import Any

import pytest

from alvara.documents.scalars import LARGEST_INTEGER, UnsafeNumber, resolve

VALUES: dict[str, Any] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None, "nULL": "nULL", "none": "none",
    "true": True, "True": True, "TRUE": True, "tRUE": "tRUE", "yes": "yes", "on": "on", "y": "y",
    "false": False, "False": False, "FALSE": False, "no": "no", "off": "off", "n": "n", "N": "N",
    "0": 0, "7": 7, "-7": -7, "+7": 7, "007": 7, "0o17": 15, "0x1F": 31, "0b1": "0b1", "0x": "0x", "0o8": "0o8",
    "1_000": "1_000", "1e3": 1000.0, "1.": 1.0, ".5": 0.5, "-.5": -0.5, "1.10": 1.1, "1E-2": 0.01, ".": ".", "e3": "e3",
    "1.2.3": "1.2.3", "12:30": "12:30", "2026-09-01": "2026-09-01", "-": "-", "+": "+", "--1": "--1", "1-1": "1-1",
    "١٢": "١٢", "infinity": "infinity", "nan": "nan", "inf": "inf", "NaN": "NaN", "-x": "-x", ".x": ".x", "nil": "nil",
    str(LARGEST_INTEGER): LARGEST_INTEGER, str(-LARGEST_INTEGER): -LARGEST_INTEGER,
}  # fmt: skip


@pytest.mark.parametrize(("text", "value"), VALUES.items(), ids=[text or "(empty)" for text in VALUES])
def test_plain_text_is_typed(text: str, value: Any) -> None:
    found = resolve(text)

    assert (type(value), value) == (type(found), found)


UNSAFE = [
    ".inf", "-.INF", "+.Inf", ".nan", ".NaN", ".NAN", "1e999", "-1e999", str(LARGEST_INTEGER + 1),
    "-9007199254740992", "9" * 5000, "0x" + "f" * 30, "0o" + "7" * 30,
]  # fmt: skip


@pytest.mark.parametrize("text", UNSAFE, ids=lambda text: text[:20])
def test_number_that_json_cannot_carry_is_refused(text: str) -> None:
    with pytest.raises(UnsafeNumber):
        resolve(text)
