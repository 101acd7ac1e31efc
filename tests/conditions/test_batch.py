"""Evaluated together, expressions come to what each comes to by itself."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.conditions.batch import MOST, Batch, Evaluable, Unfit
from alvara.conditions.engine import Program, Scope, together
from alvara.conditions.truth import ERROR, FAILS, HOLDS, Result

UNFIT = Unfit(Result(ERROR, "not_compiled", "it is none"))
EXPRS = (
    "true", "false", "input.n > 1", "input.n > 9", "input.n == 'a' // of another type", "input.missing", "input.n",
    "1 / 0 == 1", "[true, false] == [true, false]", "input.list.all(x, x > 0)", "resource.id == 'a'", "1 == 1",
    "input.n in [1, 5] ? true : input.missing", "'], [' == input.text", "input.text.matches('a+')",
    "now > timestamp('2026-01-01T00:00:00Z')", "input", "null", "[true]", "has(input.missing)",
    "true || input.missing", "!input.text.startsWith('b')", '"""a""" == input.text', "r'\\d' == input.text",
)  # fmt: skip
PROGRAMS: list[Evaluable] = [UNFIT, *[Program(expr) for expr in EXPRS]]
SCOPE = Scope({"input": {"n": 5, "list": [1, 2], "text": "aa"}}, datetime(2026, 5, 1, tzinfo=UTC))


@given(st.lists(st.sampled_from(PROGRAMS), max_size=2 * MOST + 3))
def test_each_comes_to_the_same_as_by_itself(programs: list[Evaluable]) -> None:
    assert Batch(programs).judge(SCOPE) == [each.judge(SCOPE) for each in programs]


def test_all_of_a_lot_are_evaluated_in_one_call(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = Batch([Program("input.n > 1"), Program("input.n > 9 // a comment"), Program("now == now")])
    monkeypatch.setattr(Program, "judge", None)
    assert batch.judge(SCOPE) == [HOLDS, FAILS, HOLDS]


@pytest.mark.parametrize("expr", ["input.missing", "input.n", "1", "[true]", "1 / 0 == 1", "{'a': 1}.a == 2 ? 1 : 2"])
def test_one_that_cannot_be_told_sends_all_of_its_lot_to_be_asked_by_themselves(expr: str) -> None:
    joined = together([Program("true"), Program(expr), Program("false")])
    assert joined is not None
    assert joined(SCOPE) is None
    assert [result.truth for result in Batch([Program("true"), Program(expr)]).judge(SCOPE)] == [HOLDS.truth, ERROR]


def test_a_number_is_not_taken_for_true_or_false() -> None:
    programs = [Program("1"), Program("0"), Program("1.0"), Program("true")]
    assert [result.code for result in Batch(programs).judge(SCOPE)] == ["not_a_boolean"] * 3 + [""]


def test_loops_count_their_own_steps_only() -> None:
    loop = Program("input.all(x, input.all(y, x + y > 0))")
    scope = Scope({"input": list(range(1, 71))})
    assert loop.judge(scope) == HOLDS
    assert Batch([loop] * 4).judge(scope) == [HOLDS] * 4


def test_nothing_has_no_answer() -> None:
    assert Batch([]).judge(SCOPE) == []
