"""What changed comes first, the gravest first, and so does what decides on a capability or is run by it."""

import re
from typing import Any

import pytest

from alvara.compare.change import Change
from alvara.review.approval_page import Former, Page, render
from tests.review.approval_page.pages import changed, present
from tests.review.approval_page.test_everything_is_shown import FULL, POLICY, in_changes

BREAKS = "- What worked before may fail, or mean something else:"
OPENS = "- More may be done, or more easily:"
TIGHTENS = "- Less may be done, or less easily:"
WORDS = "- Other words, or another way of carrying it out:"
ALLOW = {**POLICY, "id": "a.allow", "effect": "allow"}
ANOTHER = {**POLICY, "id": "a.another", "effect": "allow"}


def told(page: Page, locale: str = "en") -> list[str]:
    return in_changes(render(page, locale)).split("\n")[2:]


def with_policies(was: tuple[dict[str, Any], ...] | None, now: tuple[dict[str, Any], ...]) -> Page:
    return Page("capability", FULL, "critical", now, previous=Former(FULL, was, ()))


@pytest.mark.parametrize(
    ("was", "now", "weight"),
    [
        ((POLICY,), (), OPENS),
        ((), (POLICY,), TIGHTENS),
        ((), (ALLOW,), TIGHTENS),
        ((ALLOW,), (ALLOW, ANOTHER), OPENS),
        ((POLICY,), ({**POLICY, "effect": "require-confirmation"},), BREAKS),
        ((POLICY,), ({**POLICY, "expires": "2030-01-01"},), BREAKS),
        ((POLICY,), ({**POLICY, "owner": "another"},), WORDS),
    ],
    ids=["one gone", "one more", "the first that allows", "one more that allows", "effect", "end", "owner"],
)
def test_policies_are_weighed(was: Any, now: Any, weight: str) -> None:
    lines = told(with_policies(was, now))

    assert lines[0] == weight
    assert lines[1] == "    - Rules that decide on it:"


def test_policies_of_then_that_nobody_knows_are_not_taken_for_new() -> None:
    lines = told(with_policies(None, (POLICY,)))

    assert lines[0] == "- Nothing that this page tells has changed."
    assert lines[1].startswith("- Which rules decided on it then is not known here")


def test_gravest_comes_first() -> None:
    before = changed(
        "capabilities/work-permit/approve.yaml",
        ("ttlSeconds: 300", "ttlSeconds: 60"),
        ("any: [safetyEngineer]", "any: [safetyEngineer, supervisor]"),
        ("permissions: [workPermit.approve]", "permissions: [workPermit.approve, workPermit.read]"),
        ("target: {resource: workPermit, idFrom: input.workPermitId}", "target: {resource: workPermit}"),
    )

    weights = [line for line in told(present().page("workPermit.approve", before)) if line.startswith("- ")]

    assert weights == [BREAKS, OPENS, WORDS]


def test_what_is_not_said_on_the_page_is_told_in_the_words_of_the_comparison() -> None:
    change = Change("bindings", "widening", "minor", "a binding that is told nowhere else", "x.yaml", ())
    page = Page("capability", FULL, "critical", previous=Former(FULL, (), ()), changes=(change,))

    assert told(page)[:4] == [
        OPENS,
        "    - bindings:",
        "        - The comparison says of bindings:",
        "            | a binding that is told nowhere else",
    ]


@pytest.mark.parametrize(
    ("aspect", "impact", "words"),
    [
        ("inputSchema", "breaking", "this was accepted and no longer is"),
        ("inputSchema", "additive", "this was not accepted and now is"),
        ("outputSchema", "breaking", "this may come back now and could not before"),
    ],
)
def test_witness_is_shown(aspect: str, impact: Any, words: str) -> None:
    change = Change(aspect, impact, "major", "words", "x.yaml", (), witness={"days": 400, "why": ["x", None, True]})
    was = {**FULL, aspect: {"type": "integer"}}
    page = Page("capability", FULL, "critical", previous=Former(was, (), ()), changes=(change,))

    lines = "\n".join(told(page))

    assert re.search(rf'- For example, {words}:\n +\| \(days: 400, why: \["x", no value, yes\]\)', lines)


def test_other_order_is_a_change() -> None:
    was = {**FULL, "errors": FULL["errors"][::-1]}

    lines = told(Page("capability", FULL, "critical", previous=Former(was, (), ())))

    assert "        - The same, in another order:" in lines


def test_words_come_with_the_condition_that_they_explain() -> None:
    before = changed(
        "capabilities/work-permit/approve.yaml", ("resource.validityDays <= 30", "resource.validityDays <= 10")
    )

    lines = told(present().page("workPermit.approve", before), "pt-BR")

    assert lines.count("            | Trabalho de alto risco vale por 30 dias no máximo.") == 1


def test_text_that_changed_is_told_once() -> None:
    before = changed(
        "capabilities/work-permit/approve.yaml",
        ("pt-BR: Há um responsável designado.", "pt-BR: Alguém responde pelo trabalho."),
    )

    written = "\n".join(told(present().page("workPermit.approve", before), "pt-BR"))

    assert written.count("Alguém responde pelo trabalho.") == 1
    assert written.count("Há um responsável designado.") == 1
