"""The rows of an analysis against brute force: what is said never to be must never be."""

import math
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.conditions.decoding import parse
from alvara.conditions.engine import Program, Scope
from alvara.conditions.footprint import Look, footprint
from alvara.conditions.truth import ERROR, FALSE, TRUE, Truth
from alvara.conditions.truth import all_of as all_truths
from alvara.conditions.truth import any_of as any_truths
from alvara.conditions.truth import none_of as no_truths
from alvara.decisions import truth_table
from alvara.decisions.domains import ABSENT
from alvara.decisions.expression import compiles
from alvara.decisions.space import Space, TooMany, lay_out
from alvara.decisions.truth_table import TruthTable
from alvara.model.schemas import ANYTHING, Shape

TEXT, FLAG = Shape(("string",)), Shape(("boolean",))


def listed(*values: Any) -> Shape:
    return Shape(("string",), enum=values)


def whole(least: float | None = None, greatest: float | None = None) -> Shape:
    return Shape(("integer",), least=least, greatest=greatest)


def record(optional: str = "", **properties: Shape) -> Shape:
    return Shape(("object",), properties=tuple((k, v, k not in optional.split()) for k, v in properties.items()))


def truths(space: Space) -> set[tuple[Truth, ...]]:
    """List what the expressions of a space come to together."""
    rows = range(space.all_rows.bit_length())
    return {tuple(_truth(table, row) for table in space.tables.values()) for row in rows}


def _truth(table: TruthTable, row: int) -> Truth:
    return TRUE if table.holds >> row & 1 else FALSE if table.fails >> row & 1 else ERROR


@pytest.mark.parametrize(
    ("expr", "sights"),
    [
        ('resource.s == "A"', {("s", Look.EQUAL)}),
        ('resource["s"] in ["A", "B"]', {("s", Look.EQUAL)}),
        ("has(resource.s.t) && resource.s.t < 3", {("s.t", Look.TESTED), ("s.t", Look.ORDERED)}),
        ('"a" in resource.list', {("list", Look.MEMBER)}),
        ("size(resource.list) > 0 && resource.list.size() < 9", {("list", Look.SIZED)}),
        ("size(resource.list) > resource.n", {("list", Look.CLOSE), ("n", Look.CLOSE)}),
        ("resource.n + 1 > 3", {("n", Look.CLOSE)}),
        ("resource.n > 1 + 2", {("n", Look.CLOSE)}),
        ("(resource.b ? resource.n : 5) > 3", {("b", Look.EQUAL), ("n", Look.ORDERED)}),
        ("(resource.n > 3) == resource.b", {("n", Look.ORDERED), ("b", Look.EQUAL)}),
        ("resource.list.all(c, c.ok || resource.n == c.n)", {("list", Look.CLOSE), ("n", Look.CLOSE)}),
        ("resource.a == [resource.b]", {("a", Look.CLOSE), ("b", Look.CLOSE)}),
        ('resource.a.startsWith("x")', {("a", Look.CLOSE)}),
        ("[1, 2].exists(n, n + 1 == resource.n)", {("n", Look.CLOSE)}),
    ],
)
def test_an_expression_tells_how_closely_it_looks(expr: str, sights: set[tuple[str, Look]]) -> None:
    found = footprint(parse(expr))

    assert {(".".join(sight.path[1:]), sight.look) for sight in found.sights} == sights


@pytest.mark.parametrize("expr", ["now > timestamp(resource.x)", "unknown.x == 1", "resource.x == other"])
def test_what_is_no_field_of_a_request_is_beyond(expr: str) -> None:
    assert footprint(parse(expr)).beyond


@pytest.mark.parametrize(
    ("expr", "shape"),
    [
        ("now > timestamp(resource.x)", TEXT),
        ("resource.x > 'a'", TEXT),
        ("resource.x * 2 > 10", whole()),
        ('resource.x.matches("^a+$")', TEXT),
        ("size(resource.x) > 3", TEXT),
        ("resource.x.all(c, c.ok)", Shape(("array",))),
        ("size(resource.x) > 5000", Shape(("array",))),
        ("size(resource.x) > 1 && 'a' in resource.x", Shape(("array",))),
        ("resource.x == 1", ANYTHING),
        ("resource.x.y == 1", Shape(("object", "string"), properties=(("y", whole(), True),))),
        ("resource.y == 1", whole()),
        ("resource == input", whole()),
        ("resource.x ==", whole()),
        ("resource.x == 'a'", Shape(("string", "object"))),
    ],
)
def test_what_few_values_do_not_stand_for_may_come_to_anything(expr: str, shape: Shape) -> None:
    space = lay_out([expr], {"resource": record(x=shape), "input": record()})

    assert truths(space) == {(TRUE,), (FALSE,), (ERROR,)}
    assert space.parts[0].opaque


@pytest.mark.parametrize(
    ("expr", "shape", "possible"),
    [
        ("resource.x > 10", whole(1, 10), {FALSE}),
        ("resource.x > 9", whole(1, 10), {FALSE, TRUE}),
        ("resource.x > 9 && resource.x < 10", whole(), {FALSE}),
        ("resource.x > 9 && resource.x < 10", Shape(("number",)), {FALSE, TRUE}),
        ("resource.x >= 1", whole(1, None), {TRUE}),
        ('resource.x == "C"', listed("A", "B"), {FALSE}),
        ('resource.x.startsWith("A")', listed("A", "AB"), {TRUE}),
        ('resource.x == "C"', TEXT, {FALSE, TRUE}),
        ('resource.x != "C" || resource.x != "D"', TEXT, {TRUE}),
        ("resource.x == null", TEXT, {FALSE}),
        ("resource.x == null", Shape(("string", "null")), {FALSE, TRUE}),
        ("resource.x", FLAG, {FALSE, TRUE}),
        ("size(resource.x) > 3", Shape(("array",), most=3), {FALSE}),
        ("size(resource.x) > 2", Shape(("array",), most=3), {FALSE, TRUE}),
        ("size(resource.x) >= 0", Shape(("array",)), {TRUE}),
        ('"z" in resource.x', Shape(("array",), items=listed("a", "b")), {FALSE}),
        ('"a" in resource.x && "b" in resource.x', Shape(("array",), most=1), {FALSE}),
        ("has(resource.x)", TEXT, {TRUE}),
        ("resource.x > 3", Shape(("integer", "null")), {FALSE, TRUE, ERROR}),
        ("[1, 2].exists(n, n == resource.x)", Shape(("integer",), enum=(3, 4)), {FALSE}),
        ("true", TEXT, {TRUE}),
    ],
)
def test_what_an_expression_can_come_to(expr: str, shape: Shape, possible: set[Truth]) -> None:
    assert truths(lay_out([expr], {"resource": record(x=shape)})) == {(truth,) for truth in possible}


def test_two_fields_come_in_every_order() -> None:
    exprs = ["resource.a < resource.b", "resource.a == resource.b", "resource.b > 5", "resource.a > 5"]
    space = lay_out(exprs, {"resource": record(a=whole(1, 9), b=whole(4, 9))})
    every = {
        (TRUE if a < b else FALSE, TRUE if a == b else FALSE, TRUE if b > 5 else FALSE, TRUE if a > 5 else FALSE)
        for a, b in product(range(1, 10), range(4, 10))
    }

    assert truths(space) == every


@pytest.mark.parametrize("kind", ["integer", "number"])
def test_two_numbers_without_bounds_come_in_every_order_on_each_side_of_a_constant(kind: str) -> None:
    roots = {"resource": record(a=Shape((kind,)), b=Shape((kind,)))}
    exprs = ["resource.a < resource.b", "resource.b < resource.a"]
    exprs += [f"resource.{name} {operator} 5" for name in "ab" for operator in "<>"]
    space = lay_out(exprs, roots)
    every = {tuple(TRUE if held else FALSE for held in (a < b, b < a, a < 5, a > 5, b < 5, b > 5))
             for a, b in product(range(2, 9), repeat=2)}  # fmt: skip

    assert truths(space) == every


def test_a_whole_number_and_another_come_in_every_order() -> None:
    roots = {"resource": record(a=whole(), b=Shape(("number",)))}
    exprs = [
        "resource.a < resource.b",
        "resource.b < resource.a",
        "resource.b > 3",
        "resource.b < 5",
        "resource.a == 4",
    ]

    assert (FALSE, TRUE, TRUE, TRUE, TRUE) in truths(lay_out(exprs, roots))
    assert (TRUE, FALSE, TRUE, TRUE, TRUE) in truths(lay_out(exprs, roots))
    assert (FALSE, FALSE, TRUE, TRUE, TRUE) in truths(lay_out(exprs, roots))


def test_texts_may_differ_from_each_other_and_from_all_constants() -> None:
    roots = {"resource": record(a=TEXT, b=TEXT, c=TEXT)}
    exprs = ["resource.a == resource.b", "resource.b == resource.c", "resource.c == resource.a"]
    exprs += [f"resource.{name} == 'A'" for name in "abc"]

    assert (FALSE,) * 6 in truths(lay_out(exprs, roots))
    assert (TRUE, TRUE, TRUE, FALSE, FALSE, FALSE) in truths(lay_out(exprs, roots))


def test_an_optional_field_may_be_missing_and_then_an_expression_that_needs_it_errs() -> None:
    roots = {"resource": record("fee", fee=Shape(("number",)))}

    assert truths(lay_out(["resource.fee > 3.0"], roots)) == {(TRUE,), (FALSE,), (ERROR,)}
    assert truths(lay_out(["has(resource.fee) && resource.fee > 3.0"], roots)) == {(TRUE,), (FALSE,)}


def test_what_a_missing_block_holds_is_missing_too() -> None:
    roots = {"resource": record("owner", owner=record("age", age=whole(0, 9), ok=FLAG))}
    space = lay_out(["has(resource.owner)", "has(resource.owner.age)", "resource.owner.ok"], roots)

    assert truths(space) == {
        (FALSE, ERROR, ERROR), (TRUE, FALSE, TRUE), (TRUE, FALSE, FALSE), (TRUE, TRUE, TRUE), (TRUE, TRUE, FALSE),
    }  # fmt: skip
    assert [value for value in space.parts[0].domains[0].values if not isinstance(value, dict)] == [ABSENT]


def test_an_opaque_expression_is_the_same_unknown_wherever_it_stands() -> None:
    space = lay_out(["now > timestamp(resource.x)", "now > timestamp(resource.x)"], {"resource": record(x=TEXT)})

    assert len(space.parts) == 1


def test_what_is_given_leaves_out_the_values_that_break_it() -> None:
    roots = {"principal": record(roles=Shape(("array",), items=listed("a", "b", "c")))}
    one = ['"a" in principal.roles']

    assert truths(lay_out(one, roots, ['"a" in principal.roles && "b" in principal.roles'])) == {(TRUE,)}
    assert truths(lay_out(one, roots, ['"a" in principal.roles || "b" in principal.roles'])) == {(TRUE,), (FALSE,)}
    assert truths(lay_out(one, roots, ['"b" in principal.roles', "now > timestamp(principal.x)"])) == {
        (TRUE,), (FALSE,)
    }  # fmt: skip


def test_more_values_than_are_tried_make_what_reads_them_opaque() -> None:
    many = Shape(("string",), enum=tuple(f"v{n}" for n in range(300)))
    roots = {"resource": record(a=many, b=many)}

    assert lay_out(["resource.a == resource.b"], roots).parts[0].opaque
    assert len(lay_out(["resource.a == 'v1'"], roots).parts[0].domains[0].values) == 300


def test_what_reads_the_most_is_given_up_first() -> None:
    many = Shape(("string",), enum=tuple(f"v{n}" for n in range(150)))
    exprs = ["resource.a == 'v1'", "resource.a == resource.b", "resource.b == 'v2'"]
    space = lay_out(exprs, {"resource": record(a=many, b=many)})

    assert {part.exprs[0]: part.opaque for part in space.parts} == dict(zip(exprs, (False, True, False), strict=True))


def test_more_rows_than_are_looked_at_are_said_to_be_too_many() -> None:
    roots = {"resource": record(**{f"f{n}": FLAG for n in range(30)})}

    with pytest.raises(TooMany, match="combinations"):
        lay_out([f"resource.f{n}" for n in range(30)], roots)


TABLES = st.integers(1, 12).flatmap(
    lambda size: st.lists(st.lists(st.sampled_from(list(Truth)), min_size=size, max_size=size), max_size=4).map(
        lambda columns: (size, columns)
    )
)


@given(TABLES)
def test_tables_join_as_truths_do(drawn: tuple[int, list[list[Truth]]]) -> None:
    size, columns = drawn
    everywhere = (1 << size) - 1
    tables = [
        TruthTable(*(sum(1 << row for row, truth in enumerate(column) if truth is wanted) for wanted in (TRUE, FALSE)))
        for column in columns
    ]
    joins = ((truth_table.all_of, all_truths), (truth_table.any_of, any_truths), (truth_table.none_of, no_truths))
    for join, plain in joins:
        joined = join(tables, everywhere)
        assert [_truth(joined, row) for row in range(size)] == [
            plain([column[row] for column in columns]) for row in range(size)
        ]


FIELDS = {
    "e": listed("A", "B", "C"), "f": FLAG, "i": whole(0, 4), "j": whole(1, 3), "d": Shape(("number",), least=0.0),
    "t": TEXT, "o": listed("A", "B"), "l": Shape(("array",), items=listed("a", "b"), most=2),
    "n": Shape(("integer", "null"), least=2, greatest=3), "m": Shape(("array",), most=2),
}  # fmt: skip
VALUES: dict[str, list[Any]] = {
    "e": ["A", "B", "C"], "f": [True, False], "i": [0, 1, 2, 3, 4], "j": [1, 2, 3], "d": [0.0, 0.5, 1.0, 1.5, 2.0, 3.5],
    "t": ["A", "B", "x", ""], "o": ["A", "B", ABSENT], "l": [[], ["a"], ["b"], ["a", "b"]], "n": [None, 2, 3],
    "m": [[], [1], [1, 2]],
}  # fmt: skip
OPERATORS = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
NUMBERS = st.sampled_from(["resource.i", "resource.j", "resource.d", "resource.n", "1", "2", "1.5", "-1", "4"])
TEXTS = st.sampled_from(["resource.e", "resource.t", "resource.o", "'A'", "'B'", "'Q'"])
LEAVES = st.one_of(
    st.builds("{} {} {}".format, NUMBERS, OPERATORS, NUMBERS),
    st.builds("{} {} {}".format, TEXTS, st.sampled_from(["==", "!="]), TEXTS),
    st.sampled_from(["resource.f", "has(resource.o)", "resource.n == null", "resource.e in ['A', 'Z']", "true"]),
    st.builds("size(resource.m) {} {}".format, OPERATORS, st.integers(-1, 3)),
    st.builds("'{}' in resource.l".format, st.sampled_from("abz")),
    st.builds("(resource.f ? {} : {}) {} {}".format, NUMBERS, NUMBERS, OPERATORS, NUMBERS),
)
EXPRESSIONS = st.recursive(
    LEAVES,
    lambda inner: st.builds("({}) && ({})".format, inner, inner) | st.builds("({}) || ({})".format, inner, inner)
    | st.builds("!({})".format, inner),
    max_leaves=3,
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(st.lists(EXPRESSIONS, min_size=1, max_size=3, unique=True))
def test_whatever_values_do_the_rows_have(exprs: list[str]) -> None:
    """Every value of a small field, all together: what they do to the expressions is in some row."""
    exprs = [expr for expr in exprs if compiles(expr)]
    space = lay_out(exprs, {"resource": record("o", **FIELDS)})
    read = sorted({sight.path[1] for expr in exprs for sight in footprint(parse(expr)).sights})
    if math.prod(len(VALUES[name]) for name in read) > 2000 or any(part.opaque for part in space.parts):
        return
    programs = [Program(expr) for expr in exprs]
    found = set()
    for values in product(*(VALUES[name] for name in read)):
        chosen = {name: value for name, value in zip(read, values, strict=True) if value is not ABSENT}
        scope = Scope({"resource": chosen})
        found.add(tuple(program.judge(scope).truth for program in programs))
    order = [list(space.tables).index(expr) for expr in exprs]

    assert found <= {tuple(row[i] for i in order) for row in truths(space)}
