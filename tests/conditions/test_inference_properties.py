"""Whatever is written, inference says something or nothing; and what nothing is said against does not go wrong."""

from datetime import UTC, datetime
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st

from alvara.conditions.decoding import parse
from alvara.conditions.engine import NotCompiled, Program, Scope
from alvara.conditions.inference import Surroundings, judge
from alvara.conditions.truth import ERROR
from alvara.model.schemas import Shape

TEXT, WHOLE = Shape(("string",)), Shape(("integer",), least=0, greatest=9)
PART = Shape(("object",), properties=(("name", TEXT, True), ("size", WHOLE, False)))
RECORD = Shape(
    ("object",),
    properties=(
        ("at", Shape(("string",), format="date-time"), True),
        ("fee", Shape(("number",)), False),
        ("mood", Shape(("string", "null"), ("A", "B", None)), True),
        ("nest", Shape(("object",), properties=(("deep", WHOLE, False), ("ok", Shape(("boolean",)), True))), False),
        ("ok", Shape(("boolean",)), True),
        ("parts", Shape(("array",), most=2, items=PART), True),
        ("tags", Shape(("array",), most=2, items=TEXT), True),
        ("whole", WHOLE, True),
    ),
)
SURROUNDINGS = Surroundings({"resource": RECORD})
NOW = datetime(2026, 6, 1, tzinfo=UTC)
HARMLESS = ("index_out_of_range", "division_by_zero", "overflow", "bad_timestamp", "evaluation_error")
"""Errors that depend on a value, and not on its type: inference does not promise that they stay away."""

WAYS = ["at", "fee", "mood", "nest", "nest.deep", "nest.ok", "ok", "parts", "tags", "whole", "nope", "parts[0].size"]
leaves = st.one_of(
    st.sampled_from([f"resource.{way}" for way in WAYS]),
    st.sampled_from([f"has(resource.{way})" for way in WAYS if "[" not in way]),
    st.sampled_from(
        ["now", "x", "x.name", "x.size", "has(x.size)", "1", "2.5", '"A"', '"C"', "true", "null", "[]", "nobody"]
    ),
)


def grown(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["&&", "||", "==", "!=", "<", ">=", "in", "+", "-", "*", "&&", "||"])
    functions = st.sampled_from(["size", "timestamp", "string", "int", "double", "!", "-", ""])
    macros = st.sampled_from(["all", "exists", "exists_one", "filter", "map"])
    return st.one_of(
        st.builds("({}) {} ({})".format, inner, signs, inner),
        st.builds("({}) {} ({})".format, inner, signs, inner),
        st.builds("{}({})".format, functions, inner),
        st.builds("({}) ? ({}) : ({})".format, inner, inner, inner),
        st.builds("({}).{}(x, {})".format, inner, macros, inner),
        st.builds("[{}, {}]".format, inner, inner),
        st.builds("({})[{}]".format, inner, inner),
        st.builds("({}).contains({})".format, inner, inner),
    )


expressions = st.recursive(leaves, grown, max_leaves=7)


def records() -> list[dict[str, Any]]:
    """Make records with each optional value there and not there, and with what makes a difference in the others."""
    full, some = {"name": "A", "size": 0}, {"name": "C"}
    found: list[dict[str, Any]] = []
    nests: list[dict[str, Any]] = [{}, {"nest": {"ok": True}}, {"nest": {"ok": False, "deep": 4}}]
    fees: list[dict[str, Any]] = [{}, {"fee": 2}, {"fee": 2.5}]
    for i, parts in enumerate(([], [some], [full, {"name": "", "size": 9}], [full, some])):
        for j, nest in enumerate(nests):
            for k, fee in enumerate(fees):
                rest = {"mood": ("A", "B", None)[(i + j + k) % 3], "ok": (i + j) % 2 == 0, "tags": ["A"][k % 2 :]}
                found.append({"at": "2026-05-31T00:00:00Z", "parts": parts, "whole": i + j, **rest, **nest, **fee})
    return found[::2]


SCOPES = [Scope({"resource": record}, NOW) for record in records()]


@settings(max_examples=150, deadline=None)
@given(expressions)
@example("has(resource.fee) && resource.fee > 2.5")
def test_what_nothing_is_said_against_does_not_go_wrong(source: str) -> None:
    try:
        tree = parse(source)
    except NotCompiled:
        return
    if judge(tree, source, SURROUNDINGS):
        return
    program = Program(source)  # what could not be compiled would have been said
    for scope in SCOPES:
        result = program.judge(scope)
        assert result.truth is not ERROR or result.code in HARMLESS, (source, result)


atoms = st.sampled_from([
    "has(resource.fee)", "resource.fee > 1.5", "!has(resource.fee)", "has(resource.nest)", "resource.nest.ok",
    "has(resource.nest.deep)", "resource.nest.deep > 3", "resource.ok", "resource.mood != null",
    "size(resource.mood) > 0", "resource.parts.exists(x, has(x.size) && x.size > 1)",
    "resource.parts.all(x, x.size > 1)",
    "resource.parts.filter(x, has(x.size)).all(y, y.size > 1)", 'resource.mood == "A"',
])  # fmt: skip


def joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("({}) {} ({})".format, inner, st.sampled_from(["&&", "||"]), inner),
        st.builds("!({})".format, inner),
        st.builds("({}) ? ({}) : ({})".format, inner, inner, inner),
    )


@settings(max_examples=250, deadline=None)
@given(st.recursive(atoms, joined, max_leaves=6))
@example("has(resource.nest.deep) && has(resource.nest.deep)")
@example("has(resource.nest.deep) ? true : resource.nest.deep > 3")
def test_what_is_asked_for_is_enough(source: str) -> None:
    """Guards in any arrangement: where no lack of one is found, none is missing."""
    if judge(parse(source), source, SURROUNDINGS):
        return
    program = Program(source)
    for scope in SCOPES:
        result = program.judge(scope)
        assert result.truth is not ERROR, (source, result)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="abx.()[]{}&|!=<>?:,'\"+-*/%123 \n\\😀é", max_size=40))
def test_no_text_is_too_much(source: str) -> None:
    try:
        tree = parse(source)
    except NotCompiled:
        return
    for objection in judge(tree, source, SURROUNDINGS):
        assert 0 <= objection.start < objection.end <= len(source)
