"""Values laid over fixtures: what they come to, and what is said where they come to nothing."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.diagnostics.site import Site
from alvara.model.scenario import FROM, UNSET
from alvara.scenarios.overlay import MOST_STEPS, Overlays, Unlaid, begun_as, shelved

AT = Site("scenarios/x.yaml", ("scenarios", 0, "resource"))


def _overlays(resources: Mapping[str, Any]) -> Overlays:
    return Overlays(shelved([("scenarios/x.yaml", ("fixtures",), {"resources": resources})], lambda *_: None))


def _value(value: Any, **resources: Any) -> Any:
    return _overlays(resources).value("resources", value, AT)


def _trouble(value: Any, **resources: Any) -> tuple[str, str, str]:
    overlays = _overlays(resources)
    with pytest.raises(Unlaid):
        overlays.value("resources", value, AT)
    (trouble,) = overlays.troubles
    return trouble.rule, trouble.finding.message, trouble.finding.tip


OPEN = {"id": "o1", "status": "OPEN", "buyer": {"name": "Ana", "vip": True}, "items": [{"n": 1}, {"n": 2}]}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("open", OPEN),
        ({FROM: "open"}, OPEN),
        ({FROM: "open", "status": "CLOSED"}, {**OPEN, "status": "CLOSED"}),
        ({FROM: "open", "buyer": {"vip": False}}, {**OPEN, "buyer": {"name": "Ana", "vip": False}}),
        ({FROM: "open", UNSET: ["buyer"], "buyer": {"vip": False}}, {**OPEN, "buyer": {"vip": False}}),
        ({FROM: "open", UNSET: ["buyer.vip", "items"]}, {"id": "o1", "status": "OPEN", "buyer": {"name": "Ana"}}),
        ({FROM: "open", "buyer": {UNSET: ["vip"]}}, {**OPEN, "buyer": {"name": "Ana"}}),
        ({FROM: "open", "items": [{"n": 3}]}, {**OPEN, "items": [{"n": 3}]}),
        ({FROM: "open", "buyer": None}, {**OPEN, "buyer": None}),
        ({FROM: "open", "status": {"code": 1}}, {**OPEN, "status": {"code": 1}}),
        ({"within": [{FROM: "open", UNSET: ["items", "buyer"]}]}, {"within": [{"id": "o1", "status": "OPEN"}]}),
        ({"id": "o2"}, {"id": "o2"}),
    ],
)
def test_what_a_value_comes_to(value: Any, expected: Any) -> None:
    before = deepcopy(OPEN)

    assert _value(value, open=OPEN) == expected
    assert before == OPEN


def test_a_fixture_may_begin_as_one_that_begins_as_another() -> None:
    fixtures = {"late": {FROM: "closed", "late": True}, "closed": {FROM: "open", "status": "CLOSED"}, "open": OPEN}

    assert _value({FROM: "late", "id": "o9"}, **fixtures) == {**OPEN, "status": "CLOSED", "late": True, "id": "o9"}


def test_troubles() -> None:
    assert _trouble("opne", open=OPEN) == (
        "unknown-scenario-name", "`opne` is not among the `resources`", "did you mean `open`?"
    )  # fmt: skip
    assert _trouble({FROM: 3}, open=OPEN)[2] == "`$from` takes the name of a fixture"
    assert _trouble({FROM: ["open"]}, open=OPEN)[0] == "unknown-scenario-name"
    assert _trouble({FROM: "open", UNSET: "items"}, open=OPEN)[1] == "`$unset` takes a list of paths"
    assert _trouble({FROM: "open", UNSET: [1]}, open=OPEN)[1] == "`$unset` takes paths"
    assert _trouble({FROM: "open", UNSET: ["items.0"]}, open=OPEN)[1] == "there is no `items.0` to leave out"
    assert _trouble({FROM: "open", UNSET: ["buyer.nmae"]}, open=OPEN)[2] == "did you mean `name`?"
    assert _trouble({FROM: "open", UNSET: [""]}, open=OPEN)[0] == "unknown-scenario-path"
    assert _trouble({FROM: "open", UNSET: ["id"] * 201}, open=OPEN)[0] == "scenario-too-large"
    assert _trouble({"$ref": "open"}, open=OPEN)[1] == "`$ref` says nothing about a fixture"
    assert _trouble({FROM: "a"}, a={FROM: "b"}, b={FROM: "c"}, c={FROM: "b"})[:2] == (
        "fixture-ring", "the fixture begins as itself: `b` > `c` > `b`"
    )  # fmt: skip
    assert _trouble("a", a={"inner": [{FROM: "a"}]})[0] == "fixture-ring"


def test_one_trouble_is_told_once_however_many_begin_there() -> None:
    overlays = _overlays({"bad": {FROM: "gone"}, "one": {FROM: "bad"}, "two": {FROM: "bad"}})
    for value in ("one", "two", "bad", {FROM: "one"}):
        with pytest.raises(Unlaid):
            overlays.value("resources", value, AT)

    assert [trouble.finding.at.pointer for trouble in overlays.troubles] == [("fixtures", "resources", "bad", FROM)]


def test_a_long_way_back_is_refused_and_does_not_overflow() -> None:
    chain: dict[str, Any] = {f"f{i}": {FROM: f"f{i + 1}"} for i in range(5000)} | {"f5000": OPEN}

    assert _value("f4990", **chain) == OPEN
    assert _trouble("f0", **chain)[0] == "fixture-ring"
    assert MOST_STEPS < 100


def test_fixtures_that_double_are_refused_before_they_fill_the_memory() -> None:
    doubling: dict[str, Any] = {f"f{i}": {"a": {FROM: f"f{i + 1}"}, "b": {FROM: f"f{i + 1}"}} for i in range(30)}
    rule, message, _ = _trouble("f0", **doubling, f30=OPEN)

    assert (rule, "more than 50,000 values" in message) == ("scenario-too-large", True)


def test_many_that_begin_as_something_large_are_refused_together() -> None:
    large = {"items": list(range(40_000))}
    overlays = _overlays({"large": large, **{f"f{i}": {FROM: "large"} for i in range(100)}})
    for i in range(100):
        try:
            overlays.value("resources", f"f{i}", AT)
        except Unlaid:
            break

    assert overlays.troubles[0].rule == "scenario-too-large"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3) | st.lists(inner, max_size=2),
    max_leaves=8,
)
MAPS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)


@given(MAPS, MAPS, MAPS)
def test_laying_over_is_merging_maps_into_maps(base: Any, middle: Any, top: Any) -> None:
    laid = _value({FROM: "middle", **top}, base=base, middle={FROM: "base", **middle})

    assert laid == _merged(_merged(base, middle), top)


def _merged(below: Any, above: Any) -> Any:
    if not (isinstance(below, dict) and isinstance(above, dict)):
        return above
    return {**below, **{key: _merged(below.get(key), value) for key, value in above.items()}}


def test_what_a_value_begins_as_is_found_at_any_depth() -> None:
    value = {FROM: "a", "x": [{FROM: "b"}, {"y": {FROM: "c"}}], "z": "d", "$from2": "e"}

    assert [name for _, name in begun_as("resources", value)] == ["a", "b", "c"]
