"""A request that is found is one that there is: the rows of an exhaustive search have it too."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.conditions.engine import Program, Scope
from alvara.decisions.expression import compiles
from alvara.decisions.sampling import FAILS, HOLDS, MAY_FAIL, MAY_HOLD, Goal, Samples, can_meet
from alvara.decisions.space import TooMany, lay_out
from alvara.decisions.truth_table import join
from alvara.model.schemas import Shape
from alvara.workspace.conditions import Tree, expressions_of
from tests.decisions.test_space import EXPRESSIONS, FIELDS, VALUES, listed, record, whole

ROOTS = {"resource": record("o", **FIELDS)}


def atom(expr: str) -> Tree:
    return expr, ()


def group(joint: str, *items: Tree) -> Tree:
    return joint, items, ()


TREES = st.recursive(
    EXPRESSIONS.filter(compiles).map(atom),
    lambda inner: st.builds(
        lambda joint, items: group(joint, *items), st.sampled_from(["all", "any", "not"]), st.lists(inner, max_size=3)
    ),
    max_leaves=4,
)
GOALS = st.lists(st.tuples(TREES, st.sampled_from([HOLDS, FAILS, MAY_HOLD, MAY_FAIL])), min_size=1, max_size=3)


def are_met_somewhere(goals: list[Goal], roots: dict[str, Shape]) -> bool:
    space = lay_out([expr for tree, _ in goals for expr in expressions_of(tree)], roots)
    rows = space.all_rows
    for tree, wanted in goals:
        table = join(tree, space.tables, space.all_rows)
        there = 0
        for truth in wanted:
            there |= table.where(truth, space.all_rows)
        rows &= there
    return rows != 0


@settings(max_examples=200, deadline=None)
@given(GOALS)
def test_what_is_found_is_in_some_row(goals: list[Goal]) -> None:
    try:
        there_is = are_met_somewhere(goals, ROOTS)
    except TooMany:
        return
    assert there_is or not can_meet(goals, Samples(ROOTS))


P, R = "principal.permissions", "principal.roles"
WORDS = Shape(("array",), items=Shape(("string",)))
REAL = {
    "resource": record("until", status=listed("DRAFT", "OPEN", "CLOSED"), days=whole(1, 365), until=Shape(("string",)),
                       site=record("zone", zone=whole(1, 9), open=Shape(("boolean",))), tenant=Shape(("string",))),
    "principal": record(permissions=WORDS, roles=WORDS, tenant=Shape(("string",))),
}  # fmt: skip


@pytest.mark.parametrize(
    "goals",
    [
        [(atom(f'"p" in {P}'), HOLDS), (atom(f'"q" in {P}'), HOLDS), (atom(f'"r" in {P}'), FAILS)],
        [(atom(f'"p" in {P}'), HOLDS), (atom(f"size({P}) > 3"), HOLDS)],
        [(atom("principal.tenant == resource.tenant"), HOLDS), (atom('resource.tenant == "t"'), FAILS)],
        [(atom("resource.days > 5"), HOLDS), (atom("resource.days > 9"), HOLDS), (atom("resource.days < 90"), HOLDS)],
        [(atom("resource.site.open"), HOLDS), (atom("resource.site.zone > 3"), HOLDS)],
        [(atom("has(resource.site.zone)"), FAILS), (atom("resource.site.zone > 3"), MAY_HOLD)],
        [(group("all", atom('resource.status == "OPEN"'), atom("resource.days > 9")), FAILS),
         (atom('resource.status == "OPEN"'), HOLDS)],
        [(group("not", atom("has(resource.until)"), atom("resource.days < 3")), HOLDS)],
        [(atom("resource.until > string(now)"), HOLDS), (atom("resource.days == 3"), HOLDS)],
    ],
    ids=str,
)  # fmt: skip
def test_what_is_common_is_found(goals: list[Goal]) -> None:
    assert can_meet(goals, Samples(REAL))


@pytest.mark.parametrize(
    "goals",
    [
        [(atom("resource.days > 5"), HOLDS), (atom("resource.days < 3"), HOLDS)],
        [(atom("has(resource.days)"), HOLDS), (atom("resource.days < 1"), HOLDS)],
        [(atom("resource.until > string(now)"), HOLDS), (atom("resource.until > string(now)"), FAILS)],
        [(group("any"), HOLDS)],
        [(group("all"), FAILS)],
    ],
    ids=str,
)
def test_what_there_is_not_is_not_found(goals: list[Goal]) -> None:
    assert not can_meet(goals, Samples(REAL))


def test_what_is_unsure_may_come_to_anything() -> None:
    goals: list[Goal] = [(atom("resource.days > 5"), HOLDS), (atom("resource.days < 3"), HOLDS)]

    assert can_meet(goals, Samples(REAL), {"resource.days < 3"})


def test_many_conditions_end_the_search() -> None:
    assert not can_meet([(atom(f"resource.days != {n}"), HOLDS) for n in range(2_000)], Samples(REAL))


@settings(max_examples=150, deadline=None)
@given(EXPRESSIONS.filter(compiles), st.fixed_dictionaries({name: st.sampled_from(v) for name, v in VALUES.items()}))
def test_what_compiles_comes_to_the_same_unchecked(expr: str, values: dict[str, Any]) -> None:
    scope = Scope.of_plain({"resource": {name: value for name, value in values.items() if name != "o"}})

    assert Program(expr, checked=False).judge(scope) == Program(expr).judge(scope)
