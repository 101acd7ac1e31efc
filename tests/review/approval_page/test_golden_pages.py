"""What approvers of this repository's capabilities read; `pytest --update` writes it anew."""

from pathlib import Path

import pytest

from alvara.review.approval_page import Page, render
from tests.review.approval_page.pages import changed, present

GOLDEN = Path(__file__).parent / "golden"
LOCALES = ("en", "pt-BR")
FIRST = {
    "approve": "workPermit.approve",
    "clone": "workPermit.clone",
    "delete": "workPermit.delete",
    "hazard-policy": "workPermit.hazard.confirm",
    "navigate": "navigation.navigate",
    "search": "workPermit.search",
    "update-validity": "workPermit.updateValidity",
}


def changed_approval() -> Page:
    """Put side by side what was approved and what has come since, from the gravest to a word."""
    before = changed(
        "capabilities/work-permit/approve.yaml",
        ('version: "1.0.0"', 'version: "0.9.0"'),
        ("any: [safetyEngineer]", "any: [safetyEngineer, supervisor]"),
        ("maxLength: 500", "maxLength: 200"),
        ("ttlSeconds: 300", "ttlSeconds: 60"),
        ("resource.validityDays <= 30", "resource.validityDays <= 10"),
        ("pt-BR: Há um responsável designado.", "pt-BR: Alguém responde pelo trabalho."),
        ("method: POST", "method: PUT"),
    )
    return present().page("workPermit.approve", before)


def changed_clone() -> Page:
    before = changed(
        "capabilities/work-permit/create.yaml",
        ('version: "1.0.0"', 'version: "0.9.0"'),
        ("method: POST", "method: PUT"),
    )
    return present().page("workPermit.clone", before)


def changed_policy() -> Page:
    before = changed(
        "policies/work-permit/hazard/confirm.yaml",
        ("effect: require-confirmation", "effect: deny"),
        ('expires: "2027-11-30"', 'expires: "2026-11-30"'),
        ("resource.workType !=", "resource.workType =="),
    )
    return present().page("workPermit.hazard.confirm", before)


CHANGED = {"approve-changed": changed_approval, "clone-changed": changed_clone, "policy-changed": changed_policy}


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("name", [*FIRST, *CHANGED])
def test_page_reads_as_ever(name: str, locale: str, request: pytest.FixtureRequest) -> None:
    page = present().page(FIRST[name]) if name in FIRST else CHANGED[name]()

    written = render(page, locale)

    expected = GOLDEN / f"{name}.{locale}.txt"
    if request.config.getoption("--update"):
        expected.write_text(written, encoding="utf-8", newline="\n")
    assert written == expected.read_text(encoding="utf-8")
    assert max(map(len, written.split("\n"))) <= 88
