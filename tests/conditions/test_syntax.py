"""The syntax of expressions: read back as it was written, and each part found at its place."""

import pytest

from alvara.conditions.decoding import parse
from alvara.conditions.engine import NotCompiled
from alvara.conditions.extents import Text
from alvara.conditions.syntax import Constant, Macro, Select, path_of, spelled, walk

PARTS = {
    'resource.status == "A" && input.x > -1': ["resource.status", '"A"', 'resource.status == "A"', "input.x", "-1"],
    "(input.a + input.b) * 2 < 10": ["input.a + input.b", "(input.a + input.b) * 2", "(input.a + input.b) * 2 < 10"],
    "has( input . a.b )||!has(input.c)": ["has( input . a.b )", "input . a", "has(input.c)", "!has(input.c)"],
    "input.l.all( x , x.a.exists(y, y > 1))": ["input.l.all( x , x.a.exists(y, y > 1))", "x.a.exists(y, y > 1)"],
    "size(input.l[ 0 ].a) in [1, (2), 3]": ["size(input.l[ 0 ].a)", "input.l[ 0 ]", "[1, (2), 3]", "2"],
    "'😀' == input.a // 'ü\n && r'\\d' in {'k': \"\"\"a\"b\"\"\"}": ["'😀'", "input.a", "r'\\d'", '"""a"b"""'],
    "(((input.a))).b ? ((1.5e3)) : .5": ["(((input.a))).b", "1.5e3", ".5", "(((input.a))).b ? ((1.5e3)) : .5"],
    "timestamp(input.t).getHours('UTC') - 0x1F": ["timestamp(input.t)", "timestamp(input.t).getHours('UTC')", "0x1F"],
    "input.`a-b` == - 1": ["input.`a-b`", "- 1"],
}


@pytest.mark.parametrize("source", PARTS)
def test_each_part_stands_where_its_text_is(source: str) -> None:
    text, tree = Text(source), parse(source)
    found = [source[slice(*text.extent(node))] for node in walk(tree)]
    assert not set(PARTS[source]) - set(found)
    for node, part in zip(walk(tree), found, strict=True):  # so the text of each part is that very part
        if not isinstance(node, Constant) or node.sort != "int":
            assert spelled(parse(part)) == spelled(node)


def test_a_field_is_found_by_its_name() -> None:
    source = "has( input.first ) && input . second > 0"
    text = Text(source)
    found = [source[slice(*text.field(node))] for node in walk(parse(source)) if isinstance(node, Select)]
    assert found == ["first", "second"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a&&b&&c", "a && (b && c)"),
        ("( a )+b", "a + b"),
        ("!(a)", "! a"),
        ("a['b']", 'a["b"]'),
        ("l.filter(x, x > 1)", "l.map(x, x > 1, x)"),
        ("a.b // why", "a .b"),
        (".a", "a"),
    ],
)
def test_how_it_is_written_does_not_matter(one: str, other: str) -> None:
    assert spelled(parse(one)) == spelled(parse(other))


@pytest.mark.parametrize(("one", "other"), [("a - (b - c)", "a - b - c"), ("1", "1.0"), ("1", "1u"), ("a", "'a'")])
def test_what_says_something_else_is_something_else(one: str, other: str) -> None:
    assert spelled(parse(one)) != spelled(parse(other))


@pytest.mark.parametrize(
    "source",
    ["l.all(x, x)", "l.exists(x, !x)", "l.exists_one(x, x == 1)", "l.filter(x, x > 1)", "l.map(x, x + 1)",
     "l.map(x, x > 1, [x])", "l.all(x, m.exists(y, y == x))", "l.map(x, x ? 1 : 2)", "l.map(x, [x])"],
)  # fmt: skip
def test_a_loop_is_the_macro_again(source: str) -> None:
    tree = parse(source)
    assert isinstance(tree, Macro)
    assert spelled(tree) == source


def test_literals_have_their_values() -> None:
    source = "[1, -1, 0x10, 1.5, 2u, true, false, null, '\\n', r'\\n', b'a', 9223372036854775807, -9223372036854775808]"
    values = [node.value for node in walk(parse(source)) if isinstance(node, Constant)]
    assert values == [1, -1, 16, 1.5, 2, True, False, None, "\n", "\\n", b"a", 2**63 - 1, -(2**63)]


def test_a_way_of_names() -> None:
    assert path_of(parse("input.a['b c'].d")) == ("input", "a", "b c", "d")
    assert path_of(parse("has(input.a)")) == ("input", "a")
    assert path_of(parse("input.a[0].b")) == path_of(parse("f(input).a")) == ()


@pytest.mark.parametrize("source", ["", "a b", "a.?b", "m{a: 1}", "1 +", "'a", "(" * 40 + "a" + ")" * 40])
def test_what_is_no_condition_is_refused(source: str) -> None:
    with pytest.raises(NotCompiled):
        parse(source)


def test_as_long_as_an_expression_may_be() -> None:
    assert sum(1 for _ in walk(parse("&&".join(["a"] * 600)))) == 1199
