"""Whatever an expression or a value asks of the engine, it ends soon, and closed."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest

from alvara.conditions.engine import MOST_ITEMS, MOST_NESTING, MOST_SOURCE, MOST_WALKED, NotCompiled, Program, Scope
from alvara.conditions.group import MOST_GROUPS, Group
from alvara.conditions.truth import ERROR, FALSE, TRUE, Result

PATIENCE = 3.0
"""Seconds of work; nearly all of them take milliseconds."""


@pytest.fixture(autouse=True)
def in_time() -> Iterator[None]:
    begin = time.process_time()
    yield
    assert time.process_time() - begin < PATIENCE


def padded(size: int) -> str:
    return "true" + " " * (size - 4)


def test_an_expression_has_a_size_in_bytes() -> None:
    assert Program(padded(MOST_SOURCE)).judge(Scope({})).truth is TRUE
    for source in (padded(MOST_SOURCE + 1), f'input.a == "{"é" * (MOST_SOURCE // 2)}"', "x" * 3000, "(" * 10_000_000):
        with pytest.raises(NotCompiled, match="longer than 2048 bytes"):
            Program(source)


DEEP = {
    "brackets": "(" * 1000 + "true" + ")" * 1000,
    "lists": "[" * 500 + "]" * 500 + " == []",
    "properties": "input" + ".a" * 500 + " == 1",
    "sums": "1" + " + 1" * 500 + " == 1",
    "choices": "true ? true : " * 100 + "true",
    "calls": "size(" * 300 + "input" + ")" * 300 + " == 1",
    "indexes": "input" + "[0]" * 300 + " == 1",
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP)
def test_what_is_nested_deeply_is_refused(source: str) -> None:
    with pytest.raises(NotCompiled) as caught:
        Program(source)
    assert caught.value.message == "the expression is nested too deeply; write it as several conditions"
    assert Group.single(source).judge(Scope({"input": {}}))[0] is ERROR


def test_negations_and_long_chains_are_flat() -> None:
    assert Program("!" * 1000 + "true").judge(Scope({})).truth is TRUE
    assert Program(" && ".join(["true"] * 250)).judge(Scope({})).truth is TRUE


TWICE = "input.l.all(a, input.l.exists(b, b == a))"
THRICE = "input.l.all(a, input.l.all(b, input.l.all(c, true)))"


def test_macros_are_nested_twice_at_most() -> None:
    assert MOST_NESTING == 2
    assert Program(TWICE).judge(Scope({"input": {"l": [1, 2]}})).truth is TRUE
    with pytest.raises(NotCompiled) as caught:
        Program(THRICE)
    assert caught.value.message == "`all` loops within 2 loops, and no more than 2 stand within one another"
    assert THRICE[caught.value.offset :].startswith("all(c")


@pytest.mark.parametrize(
    "source",
    [
        "input.l.filter(a, a > 0).map(b, b + 1).all(c, c > 1)",
        "input.l.all(a, a > 0) && input.l.all(b, b > 0) && input.l.all(c, c > 0)",
        "input.l.all(a, ((((a)))) > 0)",
        'input.l.all(a, "x.all(y.all(z.all(" != "")',
        "input.l.all(a, a > 0) // .all(b, .all(c, .all(d,",
    ],
)
def test_macros_beside_each_other_are_not_nested(source: str) -> None:
    assert Program(source).judge(Scope({"input": {"l": [1, 2]}})).truth is TRUE


BOMBS: dict[str, tuple[str, Any]] = {
    "two loops over forty items and more": (TWICE, list(range(150))),
    "a list of ten thousand items": ("input.l.all(a, a >= 0)", list(range(10_000))),
    "copies of a list of ten thousand items": ("input.l.map(a, a) == input.l", list(range(10_000))),
    "a list that is looked through for each of its items": ("input.l.all(a, a in input.l)", list(range(10_000))),
    "lists that are joined": ("(input.l + input.l).map(a, input.l.all(b, b == a)) == []", [1] * 999),
    "a long list deep within": ("input.l[0].a.all(a, true)", [{"a": [1] * 1001}]),
    "an object with many keys": ("input.l[0].all(a, true)", [{str(i): i for i in range(1001)}]),
    "a long text in a loop": ('input.l.all(a, input.l[0].matches("(a|aa)+b"))', ["a" * MOST_WALKED, 1]),
}  # fmt: skip


@pytest.mark.parametrize(("source", "value"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_ends_as_an_error(source: str, value: Any) -> None:
    result = Program(source).judge(Scope({"input": {"l": value}}))
    assert (result.truth, result.code) == (ERROR, "too_many_steps")
    with pytest.raises(ValueError, match=r"steps|loops go over"):
        Program(source).value(Scope({"input": {"l": value}}))


GROWING = "size(['aaaaaaaaaa'].map(x, x + x + x + x + x + x + x + x)" + ".map(x, x + x + x + x + x)" * 9 + "[0]) > 0"
COPIES = "[1]" + ".map(x, [x, x, x, x, x, x, x, x, x, x])" * 8
HARD: dict[str, tuple[str, Any]] = {
    "a text that grows in each loop": (GROWING, {}),
    "lists that hold a list ten times": (f"{COPIES} == {COPIES}", {}),
    "a text that is searched in each round": (
        "input.l.all(x, input.l.all(y, !input.t.contains('ab')))", {"l": [1] * 100, "t": "a" * 200_000}
    ),
    "a text that is copied in each round": (
        "size(input.l.map(x, input.t + 'x')) > 0", {"l": [1] * 900, "t": "a" * 200_000}
    ),
    "records that are compared in each round": (
        "input.l.all(x, input.r == input.s)",
        {"l": [1] * 900, "r": [{"i": "x" * 60}] * 900, "s": [{"i": "x" * 60}] * 900},
    ),
    "a text that is searched for in another": (
        "input.t.contains(input.u)", {"t": "a" * 500_000, "u": "a" * 250_000 + "b"}
    ),
    "a pattern of many states": ('input.t.matches("(a?){500}a{400}b")', {"t": "a" * 1_000_000}),
    "a pattern in a loop": ('input.l.all(x, !input.t.matches("(a?){90}b"))', {"l": [1] * 900, "t": "a" * 9_000}),
}  # fmt: skip


@pytest.mark.parametrize(("source", "value"), HARD.values(), ids=HARD)
def test_what_searches_and_copies_too_much_is_not_begun(source: str, value: Any) -> None:
    began = time.process_time()
    result = Program(source).judge(Scope({"input": value}))
    assert (result.truth, result.code) == (ERROR, "too_many_steps")
    with pytest.raises(ValueError, match="steps"):
        Program(source).value(Scope({"input": value}))
    assert time.process_time() - began < 1


def test_what_records_have_is_searched() -> None:
    parts = [{"code": f"ABC-{i}", "name": "x" * 100, "tags": ["a", "b"]} for i in range(500)]
    scope = Scope({"input": {"l": parts, "t": "x" * 1000}, "principal": {"id": "u1", "roles": ["a", "b"]}})
    for source in (
        'input.l.all(x, x.code.matches("^[A-Z]{3}-[0-9]+$"))',
        "input.l.exists(x, x.tags.exists(t, t in principal.roles) && x.name.contains('xx'))",
        'input.l.filter(x, x.code == "ABC-7").map(x, x.code + "/" + x.name).size() == 1',
        'input.l.all(x, x.code != principal.id && x.code in ["A", "B", "C", "D", "E"] == false)',
        "input.t.contains('x') && input.t.matches('^x+$')",
    ):
        assert Program(source).judge(scope).truth is TRUE, source


ZONES = [
    "input.z", '"UTC" + input.z', '"/etc/localtime"', '"../../../etc/passwd"', '"file:/dev/zero"', '"libc:UTC"',
    '"localtime"', '""', '"99:99"',
]  # fmt: skip


@pytest.mark.parametrize("zone", ZONES)
@pytest.mark.parametrize("getter", ["getHours", "getDayOfWeek"])
def test_no_data_names_a_file_that_is_opened_as_a_time_zone(zone: str, getter: str) -> None:
    with pytest.raises(NotCompiled, match="time zone"):
        Program(f"timestamp(input.t).{getter}({zone}) == 1")
    scope = Scope({"input": {"t": "2026-05-01T09:00:00Z"}})
    for good in ('"America/Argentina/Buenos_Aires"', '"UTC"', "'Etc/GMT+5'", '"-03:00"', '"05:30"', 'r"UTC"', ""):
        assert Program(f"timestamp(input.t).{getter}({good}) < 24").judge(scope).truth is TRUE


def test_what_a_macro_may_walk_is_walked_to_the_end() -> None:
    items = list(range(MOST_ITEMS))
    scope = Scope({"input": {"l": items}})
    assert Program("input.l.all(a, a < 1000)").judge(scope).truth is TRUE
    assert Program("input.l.map(a, a).filter(b, b > 998) == [999]").judge(scope).truth is TRUE
    assert Program("input.l.exists(a, a == 1000)").judge(scope).truth is FALSE


def test_without_a_macro_much_may_be_given() -> None:
    scope = Scope({"input": {"l": list(range(100_000)), "t": "a" * 300_000}})
    assert Program("99999 in input.l").judge(scope).truth is TRUE
    assert Program("size(input.l) == 100000").judge(scope).truth is TRUE
    assert Program('input.t.matches("^(a|aa)+$")').judge(scope).truth is TRUE
    assert Program('input.t.matches("(a*)*b")').judge(scope).truth is FALSE


def test_much_in_several_roots_is_much() -> None:
    half = ["x" * 1000] * 200
    values = {"input": half, "resource": half, "principal": half, "context": half, "output": half, "before": half}
    for scope in (Scope(values), Scope.of_plain(values, datetime(2026, 5, 1, tzinfo=UTC))):
        assert Program("size(input) == 200").judge(scope).truth is TRUE
        assert Program("input.all(a, true)").judge(scope).code == "too_many_steps"
        with pytest.raises(ValueError, match="loops go over 256 KiB"):
            Program("input.map(a, a)").value(scope)
    assert Program("input.all(a, size(a) == 1000)").judge(Scope({"input": half})).truth is TRUE


def test_groups_are_nested_four_deep_at_most() -> None:
    assert MOST_GROUPS == 4
    condition: Any = {"all": [{"expr": "true"}]}
    for _ in range(MOST_GROUPS - 1):
        condition = {"all": [condition, {"expr": "true"}]}
    assert Group.of(condition).judge(Scope({}))[0] is TRUE
    truth, atoms = Group.of({"all": [condition]}).judge(Scope({}))
    assert truth is ERROR
    assert [result for _, _, result in atoms if result.truth is not TRUE] == [
        Result(ERROR, "too_deep", "it stands in more than 4 groups within each other")
    ]
    assert Group.of({"not": [condition]}).judge(Scope({}))[0] is ERROR
