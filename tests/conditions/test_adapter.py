"""The rules of the adapter: closed results, canonical values, no clock, nothing of the library's kept anywhere."""

import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest

from alvara.conditions.engine import NotCompiled, Program, Scope, library
from alvara.conditions.group import Group
from alvara.conditions.library import environment, types
from alvara.conditions.truth import ERROR, FALSE, JOINTS, TRUE, Result, Truth, all_of, any_of, none_of, opposite

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)


class Answer:
    """What the library might give back."""

    def __init__(self, value: Any, type: Any) -> None:
        self._value, self._type = value, type

    def value(self) -> Any:
        return self._value

    def plain_value(self) -> Any:
        return self._value

    def type(self) -> Any:
        return self._type


def program(answer: Any) -> Program:
    """Make a program that evaluates to an answer, or that raises it."""

    def evaluate(_: Any) -> Any:
        if isinstance(answer, BaseException):
            raise answer
        return answer

    made = Program("true")
    made._evaluate = evaluate
    return made


def test_an_error_that_comes_as_a_value_is_never_taken_for_a_yes() -> None:
    raw = environment(()).compile("input.x").eval(environment(()).Activation({"input": {}}))
    assert bool(raw.value()), "the library gives an error as a text, which is truthy: the reason for all of this"
    assert Program("input.x").judge(Scope({"input": {}})).truth is ERROR


@pytest.mark.parametrize(
    "error",
    [RuntimeError("boom"), TypeError(), ValueError("x"), OverflowError(), RecursionError(), MemoryError(), KeyError(1)],
)
def test_whatever_the_library_raises_is_an_error(error: Exception) -> None:
    assert program(error).judge(Scope({})) == Result(ERROR, "evaluation_error", "it cannot be evaluated")
    with pytest.raises(ValueError, match="it cannot be evaluated"):
        program(error).value(Scope({}))


@pytest.mark.parametrize("value", [1, "true", "x", None, [True], {}, 1.0])
def test_only_a_boolean_is_an_answer(value: Any) -> None:
    kinds = types()
    assert program(Answer(value, kinds.DYN)).judge(Scope({})).truth is ERROR
    assert program(Answer(value, kinds.ERROR)).judge(Scope({})).truth is ERROR


def test_a_truth_cannot_be_used_as_a_boolean() -> None:
    for truth in Truth:
        with pytest.raises(TypeError):
            bool(truth)
        with pytest.raises(TypeError):
            _ = not truth


def test_now_is_what_is_given_and_an_error_to_read_where_it_is_not() -> None:
    reads = Program("now < timestamp('2026-05-01T09:00:01Z')")
    assert reads.judge(Scope({}, NOW)).truth is TRUE
    assert reads.judge(Scope({}, NOW + timedelta(seconds=1))).truth is FALSE
    assert reads.judge(Scope({})) == Result(ERROR, "not_given", "`now` is not given here")
    with pytest.raises(ValueError, match="`now` has no time zone"):
        Scope({}, datetime(2026, 5, 1))
    with pytest.raises(ValueError, match="`now` is no root"):
        Scope({"now": "2026-05-01T09:00:00Z"}, NOW)


def test_a_root_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="`principle` is no root"):
        Scope({"principle": {}})
    assert Program("part.id == 1", ("part",)).judge(Scope({"part": {"id": 1}}, names=("part",))).truth is TRUE


def test_values_are_those_of_the_moment_when_they_were_laid_out() -> None:
    record = {"status": "PENDING"}
    scope = Scope({"resource": record})
    record["status"] = "APPROVED"
    assert Program('resource.status == "PENDING"').judge(scope).truth is TRUE


TRUTHS = [TRUE, FALSE, ERROR]
EXPRESSIONS = {TRUE: "true", FALSE: "false", ERROR: "input.absent"}


@pytest.mark.parametrize("size", range(5))
def test_atoms_are_joined_as_cel_joins_them_in_every_order(size: int) -> None:
    scope = Scope({"input": {}})
    for truths in product(TRUTHS, repeat=size):
        every = FALSE if FALSE in truths else ERROR if ERROR in truths else TRUE
        some = TRUE if TRUE in truths else ERROR if ERROR in truths else FALSE
        assert all_of(truths) is every
        assert any_of(truths) is some
        assert none_of(truths) is opposite(some)
        if size:
            exprs = [EXPRESSIONS[truth] for truth in truths]
            assert Program(" && ".join(exprs)).judge(scope).truth is every
            assert Program(" || ".join(exprs)).judge(scope).truth is some
            assert Program(f"!({' || '.join(exprs)})").judge(scope).truth is opposite(some)
            for joint, expected in (("all", every), ("any", some), ("not", opposite(some))):
                truth, atoms = Group.of({joint: [{"expr": expr} for expr in exprs]}).judge(scope)
                assert truth is expected
                assert tuple([result.truth for _, _, result in atoms]) == truths


def test_groups_within_groups_are_joined_like_one_expression() -> None:
    scope = Scope({"input": {}})
    for outer, inner in product(JOINTS, repeat=2):
        for one, two, three in product(TRUTHS, repeat=3):
            condition = {
                outer: [{"expr": EXPRESSIONS[one]}, {inner: [{"expr": EXPRESSIONS[two]}, {"expr": EXPRESSIONS[three]}]}]
            }
            truth, _ = Group.of(condition).judge(scope)
            assert truth is JOINTS[outer]([one, JOINTS[inner]([two, three])])


def test_nothing_of_the_library_is_kept() -> None:
    """Compiled bytes differ from process to process: what decides is the text, and that is all a program tells."""
    assert Program.__slots__ == ("_evaluate", "_names", "_walks", "costly", "source")
    script = "from alvara.conditions.engine import parsed; print(parsed('input.a == 1 && [1, 2].all(x, x > 0)').hex())"
    texts = {subprocess.check_output([sys.executable, "-c", script], text=True) for _ in range(4)}
    assert len(texts) > 1, "the bytes are stable now: the reason for this rule is gone"


def test_the_library_is_named_for_traces() -> None:
    name, version = library()
    assert name == "cel-expr-python"
    assert version.startswith("0.1.")


def test_the_library_is_loaded_by_the_first_program_and_not_before() -> None:
    script = (
        "import sys; import alvara.conditions.engine, alvara.conditions.group, alvara.conditions.canonical;"
        "assert not any(name.startswith('cel_expr') for name in sys.modules);"
        "assert 'alvara.conditions.complaints' not in sys.modules;"
        "alvara.conditions.engine.Program('true');"
        "assert any(name.startswith('cel_expr') for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_threads_may_share_programs_and_scopes() -> None:
    group = Group.of({"all": [{"expr": "input.n > 1"}, {"expr": "input.list.all(x, x < input.n)"}]})
    shared = Scope({"input": {"n": 9, "list": list(range(9))}})
    wrong: list[Truth] = []

    def judge(n: int) -> None:
        for _ in range(200):
            own = Scope({"input": {"n": n, "list": list(range(9))}})
            wrong.extend(
                truth
                for truth, right in ((group.judge(shared)[0], TRUE), (group.judge(own)[0], TRUE if n > 8 else FALSE))
                if truth is not right
            )

    threads = [threading.Thread(target=judge, args=(n,)) for n in range(5, 13)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


VALUES = [
    ("input.id", "p1"),
    ("input.n + 1", 8),
    ("input.half", 2.5),
    ("input.half * 2.0", 5),
    ("input.list.map(x, x * 2)", [2, 4]),
    ('{"a": input.id, "b": [null, true]}', {"a": "p1", "b": [None, True]}),
    ("now", "2026-05-01T09:00:00Z"),
    ("[now - duration('1h')]", ["2026-05-01T08:00:00Z"]),
    ("timestamp('2026-05-01T09:00:00.25-03:00')", "2026-05-01T12:00:00.250000Z"),
    ("string(duration('90m'))", "5400s"),
    ("input", {"id": "p1", "n": 7, "half": 2.5, "list": [1, 2]}),
]


@pytest.mark.parametrize(("expr", "expected"), VALUES)
def test_a_value_is_json(expr: str, expected: Any) -> None:
    scope = Scope({"input": {"id": "p1", "n": 7, "half": 2.5, "list": [1, 2]}}, NOW)
    found = Program(expr).value(scope)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        ("input.absent", "`absent` is missing"),
        ("output.id", "`output` is not given here"),
        ("duration('1h')", "it comes to what is no JSON value"),
        ("[duration('1h')]", "it comes to what is no JSON value"),
        ('b"abc"', "it comes to what is no JSON value"),
        ("type(1)", "it comes to what is no JSON value"),
        ("{1: 2}", "a key is no text"),
        ("1.0 / 0.0", "a number is not finite"),
        ("9223372036854775807", "a whole number is beyond"),
    ],
)
def test_what_is_no_json_has_no_value(expr: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Program(expr).value(Scope({"input": {}}, NOW))


def test_what_does_not_compile_is_in_error_and_hides_no_other_atom() -> None:
    group = Group.of({"any": [{"id": "bad", "expr": "input.a = 1"}, {"expr": "input.a == 1"}]})
    truth, atoms = group.judge(Scope({"input": {"a": 1}}))
    assert truth is TRUE
    assert atoms == (
        ("bad", "input.a = 1", Result(ERROR, "not_compiled", "`=` does not compare; write `==`")),
        ("1", "input.a == 1", Result(TRUE)),
    )
    assert group.judge(Scope({"input": {"a": 2}}))[0] is ERROR


def test_atoms_are_named_by_their_position_in_the_whole_text() -> None:
    condition = {"all": [{"expr": "true"}, {"any": [{"expr": "true", "id": "x"}, {"expr": "true"}]}, {"expr": "true"}]}
    _, atoms = Group.of(condition).judge(Scope({}))
    assert [id for id, _, _ in atoms] == ["0", "x", "2", "3"]


@pytest.mark.parametrize("condition", [{}, {"every": []}, {"all": []}, {"all": [{}]}, {"all": [{"any": []}]}])
def test_what_is_no_condition_never_holds(condition: Any) -> None:
    for wrapped in (condition, {"not": [condition]}, {"any": [{"expr": "true"}, condition]}):
        assert Group.of(wrapped).judge(Scope({}))[0] is ERROR


def test_a_single_expression_is_a_group_of_one() -> None:
    assert Group.single("true", "own").judge(Scope({})) == (TRUE, (("own", "true", Result(TRUE)),))
    assert Group.single("part == 1", names=("part",)).judge(Scope({"part": 1}, names=("part",)))[0] is TRUE


def test_a_program_says_what_it_was_made_of() -> None:
    assert Program("true").source == "true"
    assert issubclass(NotCompiled, ValueError)
