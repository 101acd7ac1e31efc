"""What went wrong with the test suites of neighbours, each as a test of its kind."""

import json
from xml.etree import ElementTree

import pytest

from tests.scenarios.conftest import CAPABILITY, POLICY, SUITE, Shop

HAPPY = "expect: {decision: allow, reasons: []}"


def test_a_registry_without_scenarios_has_not_been_tested(shop: Shop) -> None:
    (shop.root / SUITE).unlink()
    ran = shop.run()

    assert (ran.code, ran.out) == (2, "")
    assert "there are no scenarios in `scenarios/`; `alvara new policy` writes the first" in ran.err


def test_a_suite_of_no_scenarios_is_a_finding(shop: Shop) -> None:
    text = (shop.root / SUITE).read_text()
    shop.write(SUITE, text.partition("scenarios:\n")[0] + "scenarios: []\n")
    ran = shop.test()

    assert (ran.code, ran.rules, ran.json["notes"]) == (1, ["wrong-shape"], [])
    assert ran.err == ""  # the finding is there; nobody has to be told that the file was left out


def test_a_folder_of_fixtures_alone_has_not_been_tested(shop: Shop) -> None:
    shop.write("scenarios/shared/fixtures.yaml", "inputs: {small: {orderId: o1}}\n")
    ran = shop.run("scenarios/shared")

    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize("path", ["policies", "capabilities/order"])
def test_a_path_that_selects_no_suite_is_not_a_success(shop: Shop, path: str) -> None:
    ran = shop.run(path)

    assert (ran.code, ran.out) == (2, "")
    assert "no suite of scenarios lies there" in ran.err


def test_a_path_that_is_not_there_is_not_a_success(shop: Shop) -> None:
    ran = shop.run("scenarios/order/pospone.yaml")

    assert (ran.code, ran.out) == (2, "")
    assert "there is no such file or folder" in ran.err


def test_a_path_selects_its_suites_only_and_says_that_coverage_is_partial(shop: Shop) -> None:
    shop.write("scenarios/other/again.yaml", (shop.root / SUITE).read_text().replace(HAPPY, "expect: {decision: deny}"))

    assert shop.test().code == 1
    ran = shop.test("scenarios/order")
    assert ran.code == 0
    assert ran.json["coverage"]["partial"]
    assert {one["suite"] for one in ran.json["scenarios"]} == {SUITE}


def test_what_nobody_tests_does_not_stay_green_in_silence(shop: Shop) -> None:
    text = (shop.root / CAPABILITY).read_text()
    shop.write("capabilities/order/ship.yaml", text.replace("order.postpone", "order.ship"))
    ran = shop.test()

    assert ran.code == 0
    assert ran.json["notes"] == ["no suite is about `order.ship`; the first would be scenarios/order/ship.yaml"]
    assert {one["subject"] for one in ran.json["coverage"]["atoms"]["missing"]} == {"order.ship@1.0.0"}
    assert {tuple(one["lacks"]) for one in ran.json["coverage"]["atoms"]["missing"]} == {("TRUE", "FALSE")}


def test_a_scenario_that_expects_nothing_is_a_finding(shop: Shop) -> None:
    shop.change(SUITE, f"    {HAPPY}\n", "")
    ran = shop.test()

    assert (ran.code, ran.rules) == (1, ["wrong-shape"])


def test_a_combination_that_no_row_is_about_is_no_implied_denial(shop: Shop) -> None:
    text = (shop.root / SUITE).read_text()
    head, _, tail = text.partition("      otherwise:\n")
    shop.write(SUITE, head + tail[tail.index("  - id: moved") :])
    ran = shop.test()

    assert (ran.code, ran.rules) == (1, ["uncovered-combination"])
    assert ran.outcomes["long-or-none"] == "not-run"
    assert ran.outcomes["happy"] == "passed"


def test_without_a_moment_nothing_that_reads_one_is_run(shop: Shop) -> None:
    shop.change(
        POLICY, 'resource.status == "CLOSED"', 'resource.status == "CLOSED" && now > timestamp("2020-01-01T00:00:00Z")'
    )
    ran = shop.test()

    assert (ran.code, ran.rules) == (1, ["scenario-without-now"])
    assert set(ran.outcomes.values()) == {"not-run"}
    shop.change(SUITE, "capability: order.postpone\n", 'capability: order.postpone\nnow: "2026-05-01T09:00:00Z"\n')
    assert shop.test().code == 0


def test_the_clock_decides_nothing(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    before = shop.test().out
    monkeypatch.setattr("alvara.cli.moments.system_moment", lambda: "2039-01-01T00:00:00Z")

    assert shop.test().out == before


def test_a_tab_is_told_and_the_file_is_not_passed_over(shop: Shop) -> None:
    shop.change(SUITE, "  - id: happy\n    principal", "  - id: happy\n\tprincipal")
    ran = shop.test()

    assert (ran.code, ran.rules) == (1, ["yaml-syntax"])
    assert ran.json["findings"][0]["line"] == 9


def test_a_suite_with_another_ending_is_told(shop: Shop) -> None:
    shop.write("scenarios/order/more.yml", (shop.root / SUITE).read_text())
    ran = shop.run("--base", "none", "--format", "json", verb="check")

    assert "unread-file" in [finding["rule"] for finding in json.loads(ran.out)["findings"]]


@pytest.mark.parametrize(
    ("old", "new", "tip"),
    [
        ("  - id: happy\n", "  - id: happy\n    principals: [clerk]\n", "did you mean `principal`?"),
        ("    resource: open\n", "    resourse: open\n", "did you mean `resource`?"),
        ("decidedBy: [", "decided_by: [", "did you mean `decidedBy`?"),
        ("      otherwise:\n", "      otherwhise:\n", "did you mean `otherwise`?"),
        ("fixtures:\n", "fixture:\n", "did you mean `fixtures`?"),
    ],
)  # fmt: skip
def test_an_unknown_key_is_never_ignored(shop: Shop, old: str, new: str, tip: str) -> None:
    shop.change(SUITE, old, new)
    ran = shop.test()
    found = [one["help"] for one in ran.json["findings"] if one["rule"] == "unknown-key"]

    assert ran.code == 1
    assert set(found) == {tip}


def test_two_fixtures_of_one_name_are_told(shop: Shop) -> None:
    shop.change(SUITE, "    open: {", "    open: {id: o2, status: OPEN}\n    open: {")
    ran = shop.test()

    assert (ran.code, ran.rules) == (1, ["duplicate-key"])


def test_an_unused_fixture_and_an_undeclared_code_fail(shop: Shop) -> None:
    shop.change(SUITE, "    open: {", "    spare: {id: o2, status: OPEN}\n    open: {")
    assert (shop.test().code, shop.test().rules) == (1, ["unused-fixture"])
    assert set(shop.test().outcomes.values()) == {"passed"}

    shop.change(SUITE, "    spare: {id: o2, status: OPEN}\n", "")
    shop.change(SUITE, "[ORDER_CLOSED], decidedBy", "[ORDER_SHUT], decidedBy")
    assert (shop.test().code, shop.test().rules) == (1, ["undeclared-code"])
    assert shop.test().outcomes["closed"] == "not-run"


def test_one_failure_is_not_buried_among_what_passes(shop: Shop) -> None:
    shop.change(SUITE, HAPPY, "expect: {decision: confirm}")
    out = shop.run().out

    assert "failed `happy`" in out
    assert "passed" not in out.rpartition("\n\n")[0]
    assert out.endswith("5 scenarios in 1 suite (7 requests): 4 passed, 1 failed\n")


def test_a_report_that_ci_services_show(shop: Shop) -> None:
    shop.change(SUITE, HAPPY, "expect: {decision: confirm}")
    suites = ElementTree.fromstring(shop.run("--format", "junit").out)
    cases = {case.attrib["name"]: case for case in suites.iter("testcase")}

    assert suites.attrib == {"tests": "5", "failures": "1", "errors": "0", "skipped": "0"}
    assert [name for name, case in cases.items() if case.find("failure") is not None] == ["happy"]
    assert cases["happy"].attrib["file"] == SUITE


def test_a_broken_policy_is_not_left_out_of_the_decision(shop: Shop) -> None:
    shop.change(POLICY, "effect: deny", "effect: [deny")
    ran = shop.run()

    assert (ran.code, ran.out) == (2, "")
    assert POLICY in ran.err


def test_a_scenario_is_answered_as_decide_answers(shop: Shop) -> None:
    """Two ways to one answer may not differ, above all where a condition cannot be told."""
    shop.change(POLICY, "status: draft", "status: active")
    shop.change(CAPABILITY, "status: draft", "status: active")
    shop.change(POLICY, 'resource.status == "CLOSED"', "resource.buyer.blocked == true")
    shop.change(SUITE, HAPPY, "expect: {decision: deny, reasons: [policy.evaluation_error], decidedBy: [order.closed]}")
    for name, value in (
        ("input", {"orderId": "o1", "days": 3}),
        ("principal", {"id": "u1", "tenant": "t1", "permissions": ["order.update"]}),
        ("resource", {"id": "o1", "tenant": "t1", "status": "OPEN", "days": 3, "buyer": {"name": "Ana", "vip": True}}),
    ):
        shop.write(f"{name}.json", json.dumps(value))
    asked = [
        word for name in ("input", "principal", "resource") for word in (f"--{name}", str(shop.root / f"{name}.json"))
    ]
    decided = json.loads(shop.run("order.postpone", *asked, "--format", "json", verb="decide").out)

    assert shop.test().outcomes["happy"] == "passed"
    assert [decided["decision"], *(r["code"] for r in decided["reasons"])] == ["deny", "policy.evaluation_error"]


def test_what_is_not_run_for_a_reason_elsewhere_says_so(shop: Shop) -> None:
    shop.change(CAPABILITY, "id: order.postpone", "id: order.postpon")
    ran = shop.test()

    assert ran.code == 1
    assert set(ran.outcomes.values()) == {"not-run"}
    assert ran.json["notes"] == [
        "not run is what is about `order.postpone`: its file has a finding, which `alvara check` shows",
        "no suite is about `order.postpon`; the first would be scenarios/order/postpone.yaml",
    ]
