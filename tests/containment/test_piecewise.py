"""A value tried piece by piece says what the validator says of the whole, and more where the validator says nothing."""

import random
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, RegexOptions

from alvara.containment.budget import Budget
from alvara.containment.demands import Demand
from alvara.containment.judging import Judge
from alvara.containment.piecewise import Piecewise
from alvara.containment.shapes import Shape, Side
from tests.containment.edits import value_for, write_whole
from tests.containment.pairs import refutes, verdict
from tests.subschemas.files import references, schema

AHEAD = {"type": "string", "pattern": "(?=a)a"}
_SINGLE = frozenset(
    {
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength"),
        *("format", "content", "uniqueItems", "minItems", "maxItems", "required", "dependentRequired"),
        *("minProperties", "maxProperties", "unevaluatedItems", "unevaluatedProperties"),
    }
)
"""Demands with nothing in them that could be asked apart, or that cannot be."""


class _Shortsighted(Judge):
    """Says something of single demands only, so that all else has to be put together."""

    def accepts(self, judged: Shape | Demand, value: Any) -> bool | None:
        if isinstance(judged, Demand) and judged.keyword in _SINGLE:
            return super().accepts(judged, value)
        return None


def _piecewise(written: Any, value: Any, judge: type[Judge]) -> bool | None:
    budget = Budget(1_000_000)
    return Piecewise(judge(budget), budget).accepts(Side(references({})).shape(schema(written)), value)


@pytest.mark.parametrize("start", range(0, 2000, 500))
def test_pieces_together_say_what_the_validator_says(start: int) -> None:
    told = {True: 0, False: 0, None: 0}
    for seed in range(start, start + 500):
        choose = random.Random(seed).choice
        written = write_whole(choose)
        if "(?=a)a" in repr(written) or "madeup" in repr(written):
            continue
        validator = Draft202012Validator(written, validate_formats=True, pattern_options=RegexOptions())
        for value in [value_for(choose, written, written) for _ in range(6)]:
            said = _piecewise(written, value, _Shortsighted)
            assert said in (None, validator.is_valid(value)), (written, value)
            told[said] += 1

    assert told[None] * 100 < told[True] + told[False]
    assert min(told[True], told[False]) > 200


@pytest.mark.parametrize(
    ("written", "value", "said"),
    [
        (AHEAD, "a", None),
        (AHEAD, 1, False),
        ({"not": AHEAD}, "a", None),
        ({"not": AHEAD}, 1, True),
        ({"anyOf": [AHEAD, {"const": "a"}]}, "a", True),
        ({"anyOf": [AHEAD, {"const": "b"}]}, "a", None),
        ({"anyOf": [AHEAD, {"const": "b"}]}, 1, False),
        ({"allOf": [AHEAD, {"const": "b"}]}, "a", False),
        ({"oneOf": [AHEAD, True, True]}, "a", False),
        ({"oneOf": [AHEAD, True]}, "a", None),
        ({"oneOf": [AHEAD, True]}, 1, True),
        ({"oneOf": [AHEAD, False]}, 1, False),
        ({"if": AHEAD, "then": True, "else": {"maxLength": 3}}, "a", True),
        ({"if": AHEAD, "then": {"minLength": 2}, "else": True}, "a", None),
        ({"if": AHEAD, "then": True, "else": {"minimum": 3}}, 1, False),
        ({"if": {"const": 1}, "then": {"minimum": 3}, "else": AHEAD}, 1, False),
        ({"properties": {"a": AHEAD}}, {"b": 1}, True),
        ({"properties": {"a": AHEAD}}, {"a": "a"}, None),
        ({"properties": {"a": AHEAD}}, {"a": 1}, False),
        ({"properties": {"a": AHEAD}, "required": ["b"]}, {"a": "a"}, False),
        ({"patternProperties": {"(?=a)a": False}}, {}, True),
        ({"patternProperties": {"(?=a)a": False}}, {"a": 1}, None),
        ({"patternProperties": {"(?=a)a": {"type": "integer"}}}, {"a": 1}, True),
        ({"patternProperties": {"(?=a)a": True}, "additionalProperties": False}, {"a": 1}, None),
        ({"patternProperties": {"(?=a)a": True}, "additionalProperties": {"minimum": 1}}, {"a": 1}, True),
        ({"patternProperties": {"(?=a)a": True, "^a": True}, "additionalProperties": False}, {"a": 1}, True),
        ({"properties": {"a": AHEAD}, "additionalProperties": False}, {"b": 1}, False),
        ({"propertyNames": AHEAD}, {}, True),
        ({"propertyNames": AHEAD}, {"a": 1}, None),
        ({"propertyNames": {"maxLength": 0, "anyOf": [AHEAD]}}, {"a": 1}, False),
        ({"prefixItems": [True, AHEAD]}, ["a"], True),
        ({"prefixItems": [True, AHEAD]}, ["a", 1], False),
        ({"items": AHEAD}, ["a"], None),
        ({"prefixItems": [True], "items": AHEAD}, [1], True),
        ({"contains": AHEAD}, [], False),
        ({"contains": AHEAD}, [1, "a"], None),
        ({"contains": AHEAD, "minContains": 2}, [1, "a"], False),
        ({"contains": AHEAD, "minContains": 0, "maxContains": 1}, [1, "a"], True),
        ({"contains": {"anyOf": [AHEAD, {"const": "a"}]}, "maxContains": 1}, ["a", "a"], False),
        ({"dependentSchemas": {"a": AHEAD}}, {"b": 1}, True),
        ({"dependentSchemas": {"a": AHEAD}}, {"a": 1}, False),
        ({"enum": ["a", "b"], "anyOf": [AHEAD]}, "c", False),
    ],
)
def test_what_cannot_be_told_counts_only_where_the_answer_hangs_on_it(
    written: Any, value: Any, said: bool | None
) -> None:
    assert _piecewise(written, value, Judge) is said


WITH_AHEAD: dict[str, tuple[Any, Any]] = {
    "a value of another type": ({"const": None}, {"anyOf": [AHEAD, {"const": None}]}),
    "one type or the other": ({"const": 1}, {"anyOf": [AHEAD, {"type": "integer"}]}),
    "a property that is not there": ({"const": {"b": 1}}, {"properties": {"a": AHEAD}}),
    "a branch that says the same": (
        {"pattern": "(?=a)a", "const": "a"},
        {"anyOf": [{"type": "string", "pattern": "(?=b)b"}, {"pattern": "(?=a)a", "const": "a"}]},
    ),
    "a branch of several that says the same": (
        {"enum": ["a", "b"], "anyOf": [AHEAD, {"pattern": "(?=b)b"}]},
        {"anyOf": [{"pattern": "(?=c)c"}, {"pattern": "(?=b)b"}, AHEAD]},
    ),
}


@pytest.mark.parametrize("name", WITH_AHEAD)
def test_pattern_that_is_not_understood_spoils_no_proof_that_does_not_need_it(name: str) -> None:
    assert "proved" == verdict(*WITH_AHEAD[name])


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"const": "a"}, AHEAD),
        ({"const": "a"}, {"anyOf": [AHEAD, {"type": "integer"}]}),
        ({"const": {"a": "a"}}, {"properties": {"a": AHEAD}}),
        ({"enum": ["a", 1]}, {"anyOf": [AHEAD, {"const": 1}]}),
    ],
)
def test_pattern_that_is_not_understood_stays_open_where_it_decides(first: Any, second: Any) -> None:
    assert "unknown" == verdict(first, second)


def test_value_is_claimed_only_where_the_validator_takes_the_whole_schema() -> None:
    second = {"properties": {"a": AHEAD}, "required": ["b"]}

    assert "unknown" == verdict({"const": {"c": 1}}, second)
    assert not refutes({"c": 1}, {"const": {"c": 1}}, second)
