"""A number is found exactly where there is one, whatever bounds and multiples are asked for."""

from fractions import Fraction
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.containment.pairs import compare, refutes, verdict

BOUNDS = st.sampled_from([-3, -1, 0, 0.5, 1, 1.5, 2, 3.5])
STEPS = st.sampled_from([1, 2, 3, 0.5, 0.25, 1.5])
QUARTERS = [number / 4 for number in range(-80, 81)]
"""Enough to tell any two of these schemas apart: their bounds and multiples are quarters below twenty."""


@st.composite
def numbers(draw: st.DrawFn) -> dict[str, Any]:
    """A schema of numbers."""
    written: dict[str, Any] = {"type": draw(st.sampled_from(["integer", "number"]))}
    for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if draw(st.integers(0, 2)) == 0:
            written[keyword] = draw(BOUNDS)
    if draw(st.booleans()):
        written["multipleOf"] = draw(STEPS)
    return written


def _accepts(schema: dict[str, Any], number: float) -> bool:
    exact = Fraction(number)
    return (
        (schema["type"] == "number" or exact.denominator == 1)
        and exact >= schema.get("minimum", -100)
        and exact <= schema.get("maximum", 100)
        and exact > schema.get("exclusiveMinimum", -100)
        and exact < schema.get("exclusiveMaximum", 100)
        and (exact / Fraction(schema.get("multipleOf", exact or 1))).denominator == 1
    )


@settings(max_examples=500, deadline=None)
@given(numbers(), numbers())
def test_verdict_is_that_of_trying_every_number(first: dict[str, Any], second: dict[str, Any]) -> None:
    lost = [number for number in QUARTERS if _accepts(first, number) and not _accepts(second, number)]
    between = [number / 8 for number in range(-161, 162, 2)]
    lost += [number for number in between if _accepts(first, number) and not _accepts(second, number)]

    answer = compare(first, second)

    assert ("refuted" if lost else "proved") == answer.verdict
    assert answer.verdict == "proved" or refutes(answer.witness, first, second)


@settings(max_examples=200, deadline=None)
@given(numbers(), st.lists(numbers(), min_size=1, max_size=3))
def test_parts_say_the_same_together_as_apart(first: dict[str, Any], parts: list[dict[str, Any]]) -> None:
    each = [verdict(first, part) for part in parts]

    assert ("proved" if set(each) == {"proved"} else "refuted") == verdict(first, {"allOf": parts})
