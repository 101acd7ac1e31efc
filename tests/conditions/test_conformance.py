"""Every expression of `conformance.yaml` comes to what is written there."""

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from alvara.conditions.engine import Scope
from alvara.conditions.failures import CODES
from alvara.conditions.group import Group
from alvara.documents.load import load

FILE = Path(__file__).with_name("conformance.yaml")


@cache
def _written() -> Any:
    document = load("tests/conditions/conformance.yaml", FILE.read_bytes())
    assert document.problems == ()
    return document.value


@cache
def _scope() -> Scope:
    return Scope(_written()["values"], datetime.fromisoformat(_written()["now"]))


def _cases() -> list[Any]:
    return [
        pytest.param(case["expr"], case["expect"], id=f"{section}: {case['name']}")
        for section, cases in _written()["cases"].items()
        for case in cases
    ]


@pytest.mark.parametrize(("expr", "expected"), _cases())
def test_conformance(expr: str, expected: bool | str) -> None:
    truth, ((_, _, result),) = Group.single(expr).judge(_scope())
    assert truth is result.truth
    assert (result.code or {"TRUE": True, "FALSE": False}[result.truth.value]) == expected
    assert (result.truth.value == "ERROR") == bool(result.code) == bool(result.message)


def test_every_case_has_a_name_of_its_own_and_a_known_expectation() -> None:
    cases = [case for section in _written()["cases"].values() for case in section]
    assert len(cases) >= 220
    for section, listed in _written()["cases"].items():
        names = [case["name"] for case in listed]
        assert len(names) == len(set(names)), section
    assert len({case["expr"] for case in cases}) == len(cases)
    assert {case["expect"] for case in cases} <= {True, False} | CODES


def test_every_code_that_a_value_can_cause_has_a_case() -> None:
    seen = {case["expect"] for section in _written()["cases"].values() for case in section}
    elsewhere = {"evaluation_error", "too_deep", "too_many_steps"}  # `test_limits.py`, `test_failures.py`
    assert seen - {True, False} == CODES - elsewhere
