"""What inference objects to is what the library's own checker objects to, apart from what is listed here."""

import pytest

from alvara.conditions.decoding import parse
from alvara.conditions.engine import NotCompiled
from alvara.conditions.inference import Surroundings, judge
from alvara.model.schemas import Shape
from tests.conditions.checker import Checker

TEXT, WHOLE = Shape(("string",)), Shape(("integer",))
RECORD = Shape(
    ("object",),
    properties=(
        ("at", Shape(("string",), format="date-time"), True),
        ("fee", Shape(("number",)), True),
        ("free", Shape(("object",), open=True), True),
        ("lists", Shape(("array",), most=9, items=TEXT), True),
        ("nest", Shape(("object",), properties=(("a", TEXT, True),)), True),
        ("note", Shape(("string", "null")), True),
        ("ok", Shape(("boolean",)), True),
        ("parts", Shape(("array",), most=9, items=Shape(("object",), properties=(("a", TEXT, True),))), True),
        ("whole", WHOLE, True),
        ("wholes", Shape(("array",), most=9, items=WHOLE), True),
    ),
)
FIELDS = [f"resource.{name}" for name, _, _ in RECORD.properties]
VALUES = [
    *FIELDS, "resource.nope", "resource.nest.a", "resource.nest.nope", "resource.wholes[0]", "resource.parts[0].a",
    "resource.free.x", "now", "1", "1.5", '"a"', "true", "null", "[1, 2]", '["a"]', "duration('1h')",
    "timestamp(resource.at)", "size(resource.lists)", "int(resource.fee)", "nope",
]  # fmt: skip
FUNCTIONS = ("size", "timestamp", "duration", "int", "double", "bool", "string", "bytes", "type", "matches", "nope")
CALLS = (
    "size()", "contains('a')", "contains(1)", "endsWith()", "matches('a')", "getHours()", "getFullYear('UTC')",
    "timestamp()", "nope()",
)  # fmt: skip
MACROS = ("all(x, x == 1)", "exists(x, x == 'a')", "filter(x, x > 1) == []", "map(x, x + 1) == [1]", "all(x, x)")
PAIRS = [
    *[f"{one} {sign} {other}" for sign in ("==", "<", "in", "&&") for one in FIELDS for other in VALUES],
    *[f"dyn({one} {sign} {other}) == 1" for sign in "+-*%" for one in FIELDS for other in VALUES],
]
ALONE = [
    *VALUES,
    *[f"!{one}" for one in VALUES],
    *[f"dyn(-{one}) == 1" for one in VALUES],
    *[f"{one} ? true : false" for one in VALUES],
    *[f"{one}.{field} == 'x'" for one in VALUES for field in ("a", "nope")],
    *[f"has({one}.a)" for one in VALUES],
    *[f"dyn({function}({one})) == 1" for one in VALUES for function in FUNCTIONS],
    *[f"dyn({one}.{call}) == 1" for one in VALUES for call in CALLS],
    *[f"{one}.{macro}" for one in VALUES for macro in MACROS],
]
TYPES = {"condition-type", "unknown-field", "condition-syntax", "integer-beside-number", "date-compared-as-text"}

WE_SAY_MORE = {
    "moments are compared letter by letter": "both are texts to it; nothing in CEL knows of a date's format",
    "may be either": "a `number` may come as 3, and 3 + 1.5 is an error when it does",
    "null": "it lets null stand for a message or a wrapper; no value of ours is null unless its schema says so",
    "cannot read": "it does not look into texts",
    "no regular expression": "nor into patterns",
}
"""What only we object to, by words of the message."""

THEY_SAY_MORE = {
    "t.resource.nest_": "what we read as a map is a message there, which has no size and no names to go through",
    "list(t.resource.parts_)": "a list of messages",
    "'_+_' applied to '(list(": "lists of different things can be joined",
    "wrapper(": "that it may be null is said first",
}
"""What only the library objects to, by its words."""


def our_objection(source: str, surroundings: Surroundings) -> str:
    try:
        found = judge(parse(source), source, surroundings)
    except NotCompiled as error:
        return error.message
    return next((objection.message for objection in found if objection.category in TYPES), "")


@pytest.mark.parametrize("sources", [PAIRS, ALONE], ids=["pairs", "alone"])
def test_inference_is_of_one_mind_with_the_checker(sources: list[str]) -> None:
    checker, surroundings = Checker({"resource": RECORD}), Surroundings({"resource": RECORD})
    agreed, used = 0, set()
    for source in sources:
        ours, theirs = our_objection(source, surroundings), checker.objection(source)
        if bool(ours) == bool(theirs):
            agreed += 1
            continue
        reasons = WE_SAY_MORE if ours else THEY_SAY_MORE
        reason = next((words for words in reasons if words in (ours or theirs)), None)
        assert reason is not None, (source, ours, theirs)
        used.add(reason)
    assert agreed > 0.97 * len(sources)
    assert used


def test_every_difference_is_one_that_there_is() -> None:
    checker, surroundings = Checker({"resource": RECORD}), Surroundings({"resource": RECORD})
    for source, words in {
        'resource.at == "2026-01-01T00:00:00Z"': "letter by letter",
        "resource.fee + 1.5 > 1.0": "may be either",
        "now == null": "null",
        "duration('a') == duration('1h')": "cannot read",
        "resource.at.matches('(')": "no regular expression",
    }.items():
        assert words in our_objection(source, surroundings)
        assert checker.objection(source) == ""
