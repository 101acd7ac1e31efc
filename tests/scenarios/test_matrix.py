"""Combinations: all of them, each in its place, and none where a path leads nowhere."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.decode.scenario import suite
from alvara.model.scenario import Expectation, Scenario
from alvara.scenarios.guesses import Guesses
from alvara.scenarios.matrix import adds, combinations, covered, objection, put, size
from alvara.scenarios.rehearsal import expected_of, lay_out, same

VALUES: Any = {"resource": {"status": "OPEN", "buyer": {"vip": True}, "items": [{"n": 1}, {"n": 2}]}, "input": {}}


def test_all_combinations_come_the_last_path_turning_fastest() -> None:
    matrix = {"resource.status": ("OPEN", "CLOSED"), "input.days": (1, 2)}

    assert size(matrix) == 4
    assert [tuple(one.values()) for one in combinations(matrix)] == [
        ("OPEN", 1), ("OPEN", 2), ("CLOSED", 1), ("CLOSED", 2)
    ]  # fmt: skip
    assert list(combinations({})) == [{}]


@pytest.mark.parametrize(
    ("path", "fits"),
    [
        ("resource.status", True), ("resource.buyer.vip", True), ("resource.buyer.name", True), ("input.days", True),
        ("resource.items.1.n", True), ("resource.items.1", True), ("resource.items.2", False),
        ("resource.items.-1", False), ("resource.items.x", False), ("resource.items.2.n", False),
        ("resource.status.code", False), ("resource.seller.name", False), ("context.channel", False),
        ("resource.items.٣", False),
    ],
)  # fmt: skip
def test_a_path_leads_to_what_is_there_or_could_be(path: str, fits: bool) -> None:
    assert (objection(path, VALUES, Guesses()) is None) == fits
    if fits:
        before = repr(VALUES)
        changed = put(VALUES, {path: "new"})
        held: Any = changed
        for step in path.split("."):
            held = held[int(step)] if isinstance(held, list) else held[step]

        assert held == "new"
        assert repr(VALUES) == before


def test_what_is_not_there_yet_is_noticed() -> None:
    assert adds("resource.note", VALUES)
    assert not adds("resource.status", VALUES)


def test_a_path_within_another_of_the_matrix_is_refused() -> None:
    matrix: Any = {"resource.buyer": (1,), "resource.buyer.vip": (True,), "resource.buyers": (1,)}

    assert covered("resource.buyer.vip", matrix) is not None
    assert covered("resource.buyers", matrix) is None
    assert covered("resource.buyer", matrix) is None


JSON = st.sampled_from([None, True, False, 0, 1, 1.0, "1", "", [], {}, [1], [True], {"a": 1}, {"a": True}])


@given(JSON, JSON)
def test_values_are_the_same_only_as_json(one: Any, other: Any) -> None:
    def kind(value: Any) -> Any:
        if isinstance(value, list):
            return ["list", *map(kind, value)]
        if isinstance(value, dict):
            return ["map", *((key, kind(inner)) for key, inner in sorted(value.items()))]
        return ["bool" if isinstance(value, bool) else "number" if isinstance(value, (int, float)) else "", value]

    assert same(one, other) == (kind(one) == kind(other))


def _expectation(decision: str, **when: Any) -> Expectation:
    return Expectation(("x",), decision, when={f"input.{key}": value for key, value in when.items()})


def test_the_first_row_that_is_like_a_combination_counts() -> None:
    rows = (_expectation("deny", a=1, b=1), _expectation("blocked", a=1), _expectation("confirm", b=True))
    otherwise = _expectation("allow")
    scenario = Scenario("x", (), {}, "", {"input.a": (1, 2), "input.b": (1, True)}, False, rows, otherwise)
    decided = [expected_of(scenario, one) for one in combinations(scenario.matrix)]

    assert [one.decision for one in decided if one is not None] == ["deny", "blocked", "allow", "confirm"]


def test_a_suite_with_too_many_combinations_runs_up_to_them() -> None:
    big = {
        "id": "x",
        "principal": {},
        "input": {"a": 0},
        "matrix": {"input.a": list(range(4000))},
        "expect": {"decision": "deny"},
    }
    rehearsal = lay_out(suite({"capability": "a.b", "scenarios": [big] * 7}, "scenarios/x.yaml"), [])

    assert [trouble.rule for trouble in rehearsal.troubles] == ["scenario-too-large"]
    assert rehearsal.troubles[0].finding.at.pointer == ("scenarios", 5, "matrix")
    assert len(rehearsal.acts) == 5
