"""Suites as their users run them: what passes, what fails and how that is told."""

from tests.scenarios.conftest import CAPABILITY, POLICY, SUITE, Shop


def test_what_is_expected_passes(shop: Shop) -> None:
    ran = shop.test()

    assert (ran.code, ran.rules) == (0, [])
    assert set(ran.outcomes.values()) == {"passed"}
    assert [one["requests"] for one in ran.json["scenarios"]] == [1, 1, 3, 1, 1]


def test_every_atom_and_denial_is_covered(shop: Shop) -> None:
    coverage = shop.test().json["coverage"]

    assert coverage == {
        "partial": False,
        "atoms": {"covered": 4, "total": 4, "missing": []},
        "denies": {"covered": 1, "total": 1, "missing": []},
    }


def test_two_runs_print_the_same(shop: Shop) -> None:
    assert shop.test().out == shop.test().out


def test_another_decision_fails_and_says_which_atom_decided(shop: Shop) -> None:
    shop.change(SUITE, "expect: {decision: allow, reasons: []}", "expect: {decision: deny, reasons: [ORDER_CLOSED]}")
    ran = shop.run()

    assert ran.code == 1
    assert f"{SUITE}:12:13: failed `happy`\n    decision: expected deny, got allow\n" in ran.out
    assert "    reasons: - ORDER_CLOSED\n" in ran.out
    assert f"{POLICY}:8:" in ran.out
    assert "the policy `order.closed` came to FALSE: `closed` is FALSE" in ran.out


def test_the_combination_that_fails_is_named_with_its_own_row(shop: Shop) -> None:
    shop.change(SUITE, "when: {input.days: 30}, decision: allow", "when: {input.days: 30}, decision: confirm")
    (failure,) = shop.test().failures

    assert failure["combination"] == {"input.days": 30}
    assert failure["line"] == 26
    assert failure["differences"] == [{"aspect": "decision", "expected": "confirm", "got": "allow"}]


def test_reasons_are_compared_as_sets_and_exactly(shop: Shop) -> None:
    shop.change(SUITE, "reasons: [ORDER_CLOSED], decidedBy", "reasons: [ORDER_CLOSED, ORDER_CLOSED], decidedBy")
    assert shop.test().code == 0

    shop.change(SUITE, "reasons: [ORDER_CLOSED, ORDER_CLOSED]", "reasons: []")
    (failure,) = shop.test().failures
    assert failure["differences"] == [
        {"aspect": "reasons", "expected": [], "got": ["ORDER_CLOSED"], "missing": [], "unexpected": ["ORDER_CLOSED"]}
    ]


def test_who_decided_is_compared_even_where_the_code_is_the_same(shop: Shop) -> None:
    text = (shop.root / POLICY).read_text()
    shop.write("policies/order/shut.yaml", text.replace("order.closed", "order.shut"))
    differences = [d for failure in shop.test().failures for d in failure["differences"]]

    assert [(d["aspect"], d["unexpected"]) for d in differences] == [("decidedBy", ["order.shut"])]


def test_the_words_of_a_confirmation_are_compared(shop: Shop) -> None:
    shop.change(SUITE, "Postpone by 31 days?", "Postpone by 30 days?")
    (failure,) = shop.test().failures

    assert [d["aspect"] for d in failure["differences"]] == ["message"]


def test_a_postcondition_that_fails_unexpectedly_is_told(shop: Shop) -> None:
    shop.change(SUITE, "failed: [moved]", "failed: []")
    ran = shop.run()

    assert ran.code == 1
    assert "failed: + moved" in ran.out
    assert f"{CAPABILITY}:" in ran.out


def test_a_missing_value_in_an_output_has_failed(shop: Shop) -> None:
    shop.change(SUITE, "output: {days: 4}", "output: {}")

    assert shop.test().code == 0


def test_drafts_are_judged_as_if_they_were_active(shop: Shop) -> None:
    shop.change(POLICY, "status: draft", "status: active")
    shop.change(CAPABILITY, "status: draft", "status: deprecated\ndeprecation: {since: \"2026-01-01\", "
                            "removeAfter: \"2026-06-01\", replacedBy: order.postpone, reason: Old.}")  # fmt: skip

    assert shop.test().outcomes == dict.fromkeys(["happy", "closed", "long-or-none", "moved", "not-moved"], "passed")


def test_one_of_several_versions_is_named_by_its_major(shop: Shop) -> None:
    text = (shop.root / CAPABILITY).read_text()
    shop.write("capabilities/order/postpone.v2.yaml", text.replace('"1.0.0"', '"2.0.0"').replace("> 30", "> 20"))
    shop.change(SUITE, "capability: order.postpone", "capability: order.postpone@2")
    (failure,) = shop.test().failures

    assert failure["combination"] == {"input.days": 30}


def test_a_rule_that_no_scenario_needs_is_seen(shop: Shop) -> None:
    shop.write("policies/order/never.yaml", (shop.root / POLICY).read_text()
               .replace("order.closed", "order.never").replace("ORDER_CLOSED", "ORDER_NEVER")
               .replace('== "CLOSED"', '== "LOST"'))  # fmt: skip
    ran = shop.test()

    assert ran.code == 0
    assert ran.json["coverage"]["atoms"]["missing"] == [
        {"kind": "policy", "subject": "order.never", "atom": "closed", "lacks": ["TRUE"],
         "file": "policies/order/never.yaml", "line": 8}
    ]  # fmt: skip
    assert ran.json["coverage"]["denies"]["missing"] == [
        {"policy": "order.never", "file": "policies/order/never.yaml", "line": 1}
    ]


def test_a_denial_that_another_always_covers_is_not_proven(shop: Shop) -> None:
    shop.write("policies/order/shut.yaml", (shop.root / POLICY).read_text()
               .replace("order.closed", "order.shut").replace("ORDER_CLOSED", "ORDER_SHUT"))  # fmt: skip
    shop.change(SUITE, "reasons: [ORDER_CLOSED], decidedBy: [order.closed]", "reasons: [ORDER_CLOSED, ORDER_SHUT]")
    denies = shop.test().json["coverage"]["denies"]

    assert (denies["covered"], denies["total"], len(denies["missing"])) == (0, 2, 2)
