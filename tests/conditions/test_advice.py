"""Whoever makes a usual mistake is told what to write, and what was told holds when it is followed to the letter."""

import pytest

from alvara.conditions.decoding import parse
from alvara.conditions.inference import Absence, Surroundings, judge
from alvara.conditions.objections import Objection
from alvara.model.schemas import Shape

TEXT = Shape(("string",))
RECORD = Shape(
    ("object",),
    properties=(
        ("amount", Shape(("number",)), True),
        ("at", Shape(("string",), format="date-time"), True),
        ("by", TEXT, True),
        ("flag", Shape(("boolean",)), True),
        ("items", Shape(("integer",)), True),
        ("parts", Shape(("array",), most=9, items=Shape(("object",), properties=(("name", TEXT, True),))), True),
        ("receipt", TEXT, False),
        ("status", Shape(("string",), ("DRAFT", "PAID")), True),
    ),
)
USER = Shape(
    ("object",), properties=(("id", TEXT, True), ("roles", Shape(("array",), most=9, items=TEXT), True))
)  # fmt: skip
SURROUNDINGS = Surroundings({"resource": RECORD, "principal": USER}, {"output": Absence("it comes later", "ask later")})

WRITE = [
    ('principal.roles.contains("a")', '"a" in principal.roles'),
    ('principal.roles.includes("a")', '"a" in principal.roles'),
    ('principal.roles == "a"', '"a" in principal.roles'),
    ('principal.roles != "a"', '!("a" in principal.roles)'),
    ('principal.roles in ["a"]', 'principal.roles.exists(x, x in ["a"])'),
    ('["a", "b"] in principal.roles', '["a", "b"].exists(x, x in principal.roles)'),
    ('principal.roles.exists("a")', 'principal.roles.exists(x, x == "a")'),
    ('resource.status in "PAID"', 'resource.status == "PAID"'),
    ('"x" in resource.by', 'resource.by.contains("x")'),
    ('resource.by.includes("x")', 'resource.by.contains("x")'),
    ('resource.items > "3"', "resource.items > 3"),
    ('resource.amount == "100"', "resource.amount == 100.0"),
    ('resource.flag == "true"', "resource.flag == true"),
    ("resource.by == 5", 'resource.by == "5"'),
    ("resource.by == principal", "resource.by == principal.id"),
    ('resource.status.equals("PAID")', 'resource.status == "PAID"'),
    ("resource.receipt == null", "!has(resource.receipt)"),
    ("resource.receipt != null", "has(resource.receipt)"),
    ("exists(resource.receipt)", "has(resource.receipt)"),
    ("resource.receipt.isPresent()", "has(resource.receipt)"),
    ("resource.by.isEmpty()", "size(resource.by) == 0"),
    ("not(resource.flag)", "!(resource.flag)"),
    ('resource.at > "2026-01-01"', 'timestamp(resource.at) > timestamp("2026-01-01T00:00:00Z")'),
    ('resource.at > "2026-01-01T09:00:00"', 'timestamp(resource.at) > timestamp("2026-01-01T09:00:00Z")'),
]
"""A whole condition, and the condition that is to be written for it."""

PART = [
    ("resource.by.length > 3", "size(resource.by)", "size(resource.by) > 3"),
    ("now.year > 2025", "now.getFullYear()", "now.getFullYear() > 2025"),
    ('now - timestamp(resource.at) > duration("30d")', '"720h"', 'now - timestamp(resource.at) > duration("720h")'),
    ('now - timestamp(resource.at) > duration("P2W")', '"336h"', 'now - timestamp(resource.at) > duration("336h")'),
    ('now > timestamp("2026-01-01")', '"2026-01-01T00:00:00Z"', 'now > timestamp("2026-01-01T00:00:00Z")'),
    ('now - resource.at > duration("1h")', "now - timestamp(resource.at)",
     'now - timestamp(resource.at) > duration("1h")'),
]  # fmt: skip
"""A condition, what is to be written for a part of it, and the condition with that."""

SAID = [
    ("resource.status == PAID", "nothing is called `PAID` here", 'a text is written in quotes: `"PAID"`'),
    ("resource.status in [PAID]", "nothing is called `PAID` here", 'a text is written in quotes: `"PAID"`'),
    ("resource.by == None", "nothing is called `None` here", "did you mean `null`?"),
    ('status == "PAID"', "nothing is called `status` here", "did you mean `resource.status`?"),
    ('user.id == "x"', "nothing is called `user` here", "did you mean `principal`?"),
    ("shop == resource.by && size(shop) > 0", "nothing is called `shop` here", 'a text is written in quotes: `"shop"`'),
    ("size(shop) > 0", "nothing is called `shop` here", "what can be read here: `now`, `principal`, `resource`"),
    (
        "output.ok", "`output` is not there: it comes later", "ask later",
    ),
    ("len(resource.by) > 3", "there is no function `len`", "did you mean `size`?"),
    ("date(resource.at) < now", "there is no function `date`", "did you mean `timestamp`?"),
    ('principal.roles.any(r, r == "a")', "there is no function `any`", "did you mean `exists`?"),
    ("now() > now", "`now` is a value", "write it without brackets"),
    ("resource.amount", "`resource.amount` is a number: a condition is true or false",
     "compare it with something: `resource.amount > 0.0`"),
    ("resource.receipt", "`resource.receipt` is a text: a condition is true or false",
     "write `has(resource.receipt)`, or compare it with something"),
    ("now - timestamp(resource.at) > 30", "`now - timestamp(resource.at)` is a duration, and `30` is a whole number",
     'a duration has a unit: `duration("30h")` or `duration("30m")`'),
    ('has(resource.receipt) && resource.receipt != null', "`resource.receipt` is never null",
     "leave this out: where it is there, it is not null"),
    ('resource.parts.name == "x"', "`resource.parts` is a list, and has no fields",
     "ask it of each item: `resource.parts.exists(x, x.name == …)`"),
]  # fmt: skip


def judged(expression: str) -> list[Objection]:
    return judge(parse(expression), expression, SURROUNDINGS)


@pytest.mark.parametrize(("wrong", "right"), WRITE)
def test_what_is_to_be_written_is_told_whole_and_holds(wrong: str, right: str) -> None:
    assert [objection.tip for objection in judged(wrong)] == [f"write `{right}`"]
    assert judged(right) == []


@pytest.mark.parametrize(("wrong", "told", "right"), PART)
def test_what_is_to_be_written_for_a_part_holds(wrong: str, told: str, right: str) -> None:
    assert [objection.tip for objection in judged(wrong)][:1] == [f"write `{told}`"]
    assert judged(right) == []


@pytest.mark.parametrize(("wrong", "message", "tip"), SAID)
def test_one_mistake_is_told_once_with_a_way_out(wrong: str, message: str, tip: str) -> None:
    assert [(objection.message, objection.tip) for objection in judged(wrong)] == [(message, tip)]
