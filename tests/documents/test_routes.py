"""A route that the schema library gives leads to where the mistake is."""

from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from alvara.documents.routes import route

DEEP_DOWN = Draft202012Validator(
    {"additionalProperties": {"$ref": "#"}, "items": {"$ref": "#"}, "type": ["object", "array"]}
)


@pytest.mark.parametrize(
    "expected",
    [("a",), ("0",), ("007",), ("+1",), ("7", 0), (0, "0"), ("9" * 30,), ("a/b", "~", "é"), ("1", "01", "1")],
    ids=str,
)
def test_keys_that_read_as_numbers_stay_texts(expected: tuple[str | int, ...]) -> None:
    value: Any = None
    for step in reversed(expected):
        value = [value] if isinstance(step, int) else {step: value}

    [error] = DEEP_DOWN.iter_errors(value)

    assert expected == route(value, error.instance_path)
