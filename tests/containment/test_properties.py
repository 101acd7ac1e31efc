"""Whatever the schemas: what is called proved has no counterexample, and what is called a counterexample is one."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alvara.containment.question import Compared, contains
from alvara.documents.load import load
from alvara.subschemas.references import References, embedded
from tests.containment.edits import Choose, edit, value_for, write, write_whole
from tests.containment.pairs import MATRIX, compare, refutes

ROOT = Path(__file__).parents[2]
VALUES_A_PAIR = 40


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Any, Any, Choose]:
    """A schema, the same after up to three edits, and what chooses values for them."""

    def choose(options: Any) -> Any:
        return options[draw(st.integers(0, len(options) - 1))]

    first = second = write_whole(choose)
    for _ in range(choose([0, 1, 1, 2, 3])):
        second = edit(choose, second)
    dice = random.Random(draw(st.integers(0, 2**32)))
    return first, second, dice.choice


@settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(pairs())
def test_answers_hold(pair: tuple[Any, Any, Choose]) -> None:
    first, second, choose = pair
    for one, other in ((first, second), (second, first)):
        answer = compare(one, other)
        if answer.verdict == "proved":
            values = [value_for(choose, one, one) for _ in range(VALUES_A_PAIR)]
            assert [value for value in values if refutes(value, one, other)] == []
        assert all(refutes(d.value, one, other) for d in answer.differences if d.certain)
        assert (answer.verdict == "refuted") == any(d.certain for d in answer.differences)
        assert (answer.verdict == "proved") == (not answer.differences)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(pairs())
def test_every_schema_contains_itself(pair: tuple[Any, Any, Choose]) -> None:
    assert "proved" == compare(pair[0], json.loads(json.dumps(pair[0]))).verdict


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(pairs())
def test_together_is_contained_in_each_and_each_in_either(pair: tuple[Any, Any, Choose]) -> None:
    first, _, choose = pair
    definitions = first.pop("$defs", {}) if isinstance(first, dict) else {"d": {}, "e": {}}
    second = write(choose, 2)

    def whole(schema: Any) -> Any:
        return {"allOf": [schema], "$defs": definitions}

    assert "proved" == compare(whole({"allOf": [first, second]}), whole(second)).verdict
    assert "proved" == compare(whole(first), whole({"anyOf": [second, first]})).verdict
    assert "proved" == compare(whole({"not": {"anyOf": [first, second]}}), whole({"not": first})).verdict


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(pairs(), st.data())
def test_containment_carries_over(pair: tuple[Any, Any, Choose], data: st.DataObject) -> None:
    first, second, choose = pair
    third = edit(choose, second)

    if "proved" == compare(first, second).verdict == compare(second, third).verdict:
        assert compare(first, third).verdict != "refuted"


@pytest.mark.parametrize("pair", MATRIX, ids=lambda pair: pair["name"])
def test_no_value_made_for_one_schema_breaks_one_that_contains_it(pair: dict[str, Any]) -> None:
    dice = random.Random(pair["name"])
    for first, second in ((pair["old"], pair["new"]), (pair["new"], pair["old"])):
        if "proved" == compare(first, second).verdict:
            values = [value_for(dice.choice, first, first) for _ in range(300)]
            assert [value for value in values if refutes(value, first, second)] == []


def _published() -> list[Path]:
    return sorted((ROOT / "schemas").rglob("*.schema.json"))


@pytest.mark.parametrize("path", _published(), ids=lambda path: path.name)
def test_every_published_schema_contains_itself(path: Path) -> None:
    def read(name: str) -> Any:
        file = ROOT / name
        return load(name, file.read_bytes()) if file.is_file() else None

    sides = []
    for _ in range(2):
        value = json.loads(path.read_text())
        sides.append(Compared(embedded(path.relative_to(ROOT).as_posix(), (), value), References(read)))

    assert "proved" == contains(*sides).verdict


def _authored() -> list[tuple[str, str]]:
    found = []
    for folder in ("capabilities", "semantic-ids"):
        for path in sorted((ROOT / folder).rglob("*.yaml")):
            document = load(path.relative_to(ROOT).as_posix(), path.read_bytes())
            if isinstance(document.value, dict):
                keys = ("inputSchema", "outputSchema", "recordSchema", "valueSchema")
                found += [(document.path, key) for key in keys if key in document.value]
    return found


@pytest.mark.parametrize(("path", "key"), _authored())
def test_every_authored_schema_contains_itself(path: str, key: str) -> None:
    def read(name: str) -> Any:
        file = ROOT / name
        return load(name, file.read_bytes()) if file.is_file() else None

    sides = [
        Compared(embedded(path, (key,), load(path, (ROOT / path).read_bytes()).value[key]), References(read))
        for _ in range(2)
    ]

    assert "proved" == contains(*sides).verdict
