"""The library and a second evaluator come to the same, whatever the expression and whatever it reads."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.conditions.canonical import plain
from alvara.conditions.decoding import parse
from alvara.conditions.engine import NotCompiled, Program, Scope
from tests.conditions.reference import Failed, evaluate

VALUES = {
    "n": 7, "one": 1, "zero": 0, "neg": -3, "half": 2.5, "text": "ab", "empty": "", "odd": "ação😀", "yes": True,
    "no": False, "nothing": None, "list": [1, 2, 3], "none": [], "mixed": [1, "ab", None, True, 2.5, [1], {"k": 1}],
    "words": ["ab", "c"], "map": {"k": 1, "ab": True}, "items": [{"k": 1, "ok": True}, {"k": 2, "ok": False}, {"k": 3}],
}  # fmt: skip
GIVEN = {"input": VALUES, "x": {"k": 1, "ok": True}, "y": 2}
OWN = ("x", "y")
NAMES = [f"input.{name}" for name in VALUES]
LEAVES = [
    *NAMES, *NAMES, *NAMES, "x", "y", "x.k", "x.ok", "x.absent", "input.absent", "input.map.k", "input.map.absent",
    "input.text.k", "output.k", "true", "false", "null", "1", "0", "-2", "2.5", '"ab"', '""', '"k"', "[]", "{}",
    "has(input.map)", "has(input.absent)", "has(input.map.k)", "has(x.ok)", "has(input.absent.k)",
]  # fmt: skip
BINARY = ["==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/", "%", "in", "&&", "||", "&&", "||"]


def expressions() -> st.SearchStrategy[str]:
    def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        return st.one_of(
            st.builds("({} {} {})".format, inner, st.sampled_from(BINARY), inner),
            st.builds("({} {} {})".format, inner, st.sampled_from(BINARY), inner),
            st.builds("!{}".format, inner),
            st.builds("(-{})".format, inner),
            st.builds("({} ? {} : {})".format, inner, inner, inner),
            st.builds("{}[{}]".format, inner, inner),
            st.builds("size({})".format, inner),
            st.builds("double({})".format, inner),
            st.builds("{}.{}({})".format, inner, st.sampled_from(["contains", "startsWith", "endsWith"]), inner),
            st.builds("[{}, {}]".format, inner, inner),
            st.builds('{{"k": {}, {}: {}}}'.format, inner, st.sampled_from(['"ab"', "input.text", "1"]), inner),
            st.builds(
                "{}.{}({}, {})".format,
                st.sampled_from(["input.list", "input.items", "input.mixed", "input.none", "input.words", "[{}, {}]"]),
                st.sampled_from(["all", "exists", "exists_one", "filter", "map"]),
                st.sampled_from(["x", "y"]),
                inner,
            ),
            st.builds("{}.{}(x, {})".format, inner, st.sampled_from(["all", "exists"]), inner),
            st.builds("input.list.map(x, {}, {})".format, inner, inner),
        )

    return st.recursive(st.sampled_from(LEAVES), grown, max_leaves=7)


def by_the_library(program: Program, scope: Scope) -> Any:
    try:
        return program.value(scope)
    except ValueError:
        return Failed


def by_the_reference(source: str) -> Any:
    try:
        return plain(evaluate(parse(source), GIVEN))
    except (Failed, ValueError):
        return Failed


@settings(max_examples=1000, deadline=None)
@given(expressions())
def test_both_come_to_the_same(source: str) -> None:
    try:
        program = Program(source, OWN)
    except NotCompiled:
        return
    one, other = by_the_library(program, Scope(GIVEN, names=OWN)), by_the_reference(source)
    assert (one, type(one)) == (other, type(other))
