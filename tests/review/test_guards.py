"""Policies that start or cease to decide on a capability are told, whatever brought that about."""

import pytest

from alvara.review.review import Point
from tests.cli.conftest import FILES
from tests.review.comparing import points_of, review_of

POSTPONE, LIST, CLOSED = (
    "capabilities/order/postpone.yaml",
    "capabilities/order/list.yaml",
    "policies/order/closed.yaml",
)
ALLOWS = FILES[CLOSED].replace("order.closed", "order.mine").replace("deny", "allow").replace("ORDER_CLOSED", "MINE")
MINE = "policies/order/mine.yaml"
ALSO_MINE = {"policies/order/also.yaml": ALLOWS.replace("order.mine", "order.also")}
Files = dict[str, str]


def edited(path: str, *replacements: tuple[str, str]) -> Files:
    text = FILES[path]
    for old, new in replacements:
        assert old in text
        text = text.replace(old, new)
    return {**FILES, path: text}


def guards(before: Files, after: Files, now: str = "2026-09-01T12:00:00Z") -> list[Point]:
    return [point for point in points_of(review_of(before, after, now)) if point.aspect == "guards"]


def without(path: str) -> Files:
    return {other: text for other, text in FILES.items() if other != path}


BY_RESOURCE = edited(CLOSED, ('{capabilities: ["order.*"], risk: [medium]}', "{resources: [order]}"))

WAYS: dict[str, tuple[Files, Files]] = {
    "the policy comes": (without(CLOSED), FILES),
    "its status": (edited(CLOSED, ("active", "draft")), FILES),
    "the risks that it is narrowed to": (edited(CLOSED, ("[medium]", "[low]")), FILES),
    "the capabilities that it names": (edited(CLOSED, ("order.*", "item.*")), FILES),
    "the risk of the capability": (edited(POSTPONE, ("risk: medium", "risk: low")), FILES),
    "what the capability is about": (
        {**BY_RESOURCE, POSTPONE: FILES[POSTPONE].replace("semanticIds: [order]", "semanticIds: [item]")},
        BY_RESOURCE,
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_denial_that_comes_tightens_and_one_that_goes_opens(way: str) -> None:
    before, after = WAYS[way]
    held = {"policy": "order.closed", "effect": "deny"}

    (come,) = guards(before, after)
    (gone,) = guards(after, before)

    assert (come.kind, come.subject, come.impact) == ("capability", "order.postpone", "narrowing")
    assert (come.before, come.after) == (None, held)
    assert (gone.subject, gone.impact, gone.before, gone.after) == ("order.postpone", "widening", held, None)


def test_nothing_is_told_of_guards_that_stay() -> None:
    later = edited(CLOSED, ("The order is closed.", "It is closed."), ("active", "deprecated"))

    assert guards(FILES, later) == []


def test_an_effect_that_changes_is_one_change() -> None:
    (softer,) = guards(FILES, edited(CLOSED, ("deny", "require-confirmation")))

    assert softer.impact == "widening"
    assert [block["effect"] for block in (softer.before, softer.after)] == ["deny", "require-confirmation"]


def test_the_first_that_allows_shuts_out_and_each_further_opens() -> None:
    one = {**FILES, MINE: ALLOWS}
    two = {**one, **ALSO_MINE}

    assert [point.impact for point in guards(FILES, one)] == ["narrowing"]
    assert [point.impact for point in guards(one, two)] == ["widening"]
    assert [point.impact for point in guards(two, one)] == ["narrowing"]
    assert [point.impact for point in guards(one, FILES)] == ["widening"]


def test_what_has_ended_allows_nothing() -> None:
    lasting, ending = {**FILES, MINE: ALLOWS}, {**FILES, MINE: ALLOWS + 'expires: "2026-09-01"\n'}

    assert guards(lasting, ending, "2026-09-01T12:00:00Z") == []
    assert [point.subject for point in guards(lasting, ending, "2026-09-02T00:00:00Z")] == ["order.postpone"]


def test_a_denial_goes_on_after_its_end() -> None:
    ended = edited(CLOSED, ("effect: deny", 'effect: deny\nexpires: "2020-01-01"'))

    assert guards(FILES, ended) == []


def test_a_policy_that_cannot_be_read_has_neither_come_nor_gone() -> None:
    broken = edited(CLOSED, ("effect: deny", "effect: denies"))
    unreadable = {**FILES, CLOSED: "id: [\n"}

    assert guards(FILES, broken) == guards(broken, FILES) == []
    assert guards(FILES, unreadable) == guards(unreadable, FILES) == []


def test_a_renamed_capability_keeps_its_guards() -> None:
    moved = without(POSTPONE)
    moved["capabilities/order/delay.yaml"] = FILES[POSTPONE].replace(
        "id: order.postpone", "id: order.delay\naliases: [order.postpone]"
    )
    elsewhere = edited(CLOSED, ("order.*", "order.postpone"))

    assert guards(FILES, moved) == []
    assert guards(elsewhere, {**moved, CLOSED: elsewhere[CLOSED]}) == []
