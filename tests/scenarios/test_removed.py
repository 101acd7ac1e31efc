"""Suites outlive what they are about: what is gone is told once, and not again by each line that names it."""

import json

import pytest

from tests.fieldcases.surroundings import git
from tests.scenarios.conftest import CAPABILITY, POLICY, SUITE, Shop

ABOUT_SUITES = {"undeclared-code", "undeclared-error-code", "unknown-scenario-name"}
COMPARED = {"removed-without-tombstone", "rename-without-alias"}


@pytest.fixture
def used(shop: Shop) -> Shop:
    """The shop in use, its policy named by two scenarios and its code by a precondition, committed."""
    for path in (CAPABILITY, POLICY):
        shop.change(path, "status: draft", "status: active")
    shop.change(CAPABILITY, "postconditions:", "  - {expr: input.days < 99, error: ORDER_CLOSED}\npostconditions:")
    text = (shop.root / SUITE).read_text(encoding="utf-8")
    start, end = text.index("  - id: closed"), text.index("  - id: long-or-none")
    shop.write(SUITE, text[:end] + text[start:end].replace("id: closed", "id: closed-again") + text[end:])
    git(shop.root, "init", "-q", "-b", "main")
    git(shop.root, "add", "-A")
    git(shop.root, "commit", "-q", "-m", "used")
    return shop


def rules_of(shop: Shop) -> list[str]:
    found = json.loads(shop.run("--format", "json", verb="check").out)["findings"]
    return [f["rule"] for f in found if f["rule"] in ABOUT_SUITES | COMPARED]


@pytest.mark.parametrize("path", [CAPABILITY, POLICY])
def test_what_is_gone_is_told_where_it_stood_alone(used: Shop, path: str) -> None:
    assert rules_of(used) == []
    (used.root / path).unlink()

    assert rules_of(used) == ["removed-without-tombstone"]


def test_another_name_is_told_at_the_name_alone(used: Shop) -> None:
    text = (used.root / POLICY).read_text(encoding="utf-8")
    (used.root / POLICY).unlink()
    used.write("policies/order/shut.yaml", text.replace("order.closed", "order.shut"))

    assert rules_of(used) == ["rename-without-alias"]


def test_a_slip_beside_it_is_told_all_the_same(used: Shop) -> None:
    (used.root / POLICY).unlink()
    used.change(SUITE, "reasons: [ORDER_UNCHANGED]", "reasons: [ORDER_UNCHANGD]")

    assert sorted(rules_of(used)) == ["removed-without-tombstone", "undeclared-code"]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (CAPABILITY, "`order.postpone` is not a known capability"),
        (POLICY, "`order.closed` is not a known policy, and 2 places name it"),
    ],
)
def test_a_test_run_says_once_what_is_not_there(used: Shop, path: str, message: str) -> None:
    (used.root / path).unlink()
    ran = used.test()

    assert ran.code == 1
    assert [(f["rule"], f["message"]) for f in ran.json["findings"]] == [("unknown-scenario-name", message)]


def test_a_code_that_is_declared_no_more_is_told_once(used: Shop) -> None:
    used.change(POLICY, "ORDER_CLOSED", "ORDER_SHUT")
    (found,) = used.test().json["findings"]

    assert (found["rule"], found["message"]) == (
        "undeclared-code", "`ORDER_CLOSED` is declared nowhere, and 2 scenarios expect it",
    )  # fmt: skip
