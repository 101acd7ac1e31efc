"""What was understood against what is expected: what counts, and what does not."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.decode.utterances import utterances
from alvara.model.utterance import Understanding
from alvara.scenarios.understanding import differences


class Match(NamedTuple):
    id: str


class Answer(NamedTuple):
    outcome: str = "resolved"
    intent: str = "command"
    matches: Sequence[Match] = (Match("order"), Match("order.deadline"), Match("order.items"))
    capabilities: Sequence[str] = ("order.postpone", "order.list")


def expecting(outcome: str = "resolved", **others: Any) -> Understanding:
    return Understanding((), outcome, **others)


def told(expected: Understanding, answer: Answer) -> list[tuple[str, Any, Any]]:
    return [tuple(difference) for difference in differences(expected, answer)]


@pytest.mark.parametrize(
    "expected",
    [
        expecting(),
        expecting(intent="command"),
        expecting(matches=()),
        expecting(matches=("order",)),
        expecting(matches=("order.deadline", "order")),
        expecting(capabilities=("order.list", "order.postpone")),
        expecting(capabilities=("order.list", "order.postpone", "order.list")),
    ],
)
def test_what_is_as_expected_is_no_difference(expected: Understanding) -> None:
    assert told(expected, Answer()) == []


@pytest.mark.parametrize(
    ("expected", "difference"),
    [
        (expecting("ambiguous"), ("outcome", "ambiguous", "resolved")),
        (expecting(intent="question"), ("intent", "question", "command")),
        (expecting(matches=("order.deadline",)), ("matches", ("order.deadline",), ("order",))),
        (
            expecting(matches=("order", "order.items")),
            ("matches", ("order", "order.items"), ("order", "order.deadline")),
        ),
        (expecting(capabilities=()), ("capabilities", (), ("order.list", "order.postpone"))),
        (expecting(capabilities=("order.list",)), ("capabilities", ("order.list",), ("order.list", "order.postpone"))),
    ],
)
def test_what_is_not_as_expected_is_told(expected: Understanding, difference: tuple[str, Any, Any]) -> None:
    assert told(expected, Answer()) == [difference]


def test_everything_that_differs_is_told() -> None:
    expected = expecting("unknown", intent="unclear", matches=("x",), capabilities=("y",))

    assert [aspect for aspect, _, _ in told(expected, Answer())] == ["outcome", "intent", "matches", "capabilities"]


IDS = st.lists(st.sampled_from("abcdef"), unique=True, max_size=5)


@given(matches=IDS, capabilities=IDS, many=st.integers(0, 5))
def test_an_answer_is_what_it_is(matches: list[str], capabilities: list[str], many: int) -> None:
    answer = Answer(matches=[Match(id) for id in matches], capabilities=capabilities)
    expected = expecting(
        intent="command", matches=tuple(reversed(matches[:many])), capabilities=tuple(sorted(capabilities))
    )

    assert told(expected, answer) == []


@given(matches=IDS.filter(len), other=st.sampled_from("xyz"))
def test_a_match_that_did_not_come_is_always_missed(matches: list[str], other: str) -> None:
    answer = Answer(matches=[Match(id) for id in matches])

    assert [aspect for aspect, _, _ in told(expecting(matches=(*matches, other)), answer)] == ["matches"]


def test_a_file_is_read_with_what_it_leaves_out() -> None:
    one = {"id": "a", "say": "Move it.", "page": "order", "expect": {"outcome": "ambiguous", "capabilities": []}}
    (read,) = utterances({"utterances": [one]})

    assert (read.say, read.page, read.tab, read.locale) == ("Move it.", "order", None, None)
    assert read.expected == Understanding(("utterances", 0, "expect"), "ambiguous", None, None, ())
