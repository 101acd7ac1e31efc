"""Utterances as their users run them: they are put to the registry, and counted like scenarios."""

from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from alvara.runtime.registry import Registry
from tests.scenarios.conftest import CAPABILITY, SUITE, Shop
from tests.scenarios.test_understanding import Answer, Match

FILE = "scenarios/order/language.yaml"
SENTENCES = """\
utterances:
  - id: later
    say: Move it to Friday.
    locale: en
    page: order
    tab: items
    focus: order
    selection: o1
    expect: {outcome: resolved, intent: command, matches: [order], capabilities: [order.postpone]}
  - id: hello
    say: Hello.
    expect: {outcome: unknown}
"""
SCREEN = """\
resources:
  - {id: ui.order, type: page, name: Order page}
  - {id: ui.order.items, type: section, name: Items tab}
"""

Understood = Callable[..., Answer]


@pytest.fixture
def asked(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, str | None]]]:
    """The shop with two sentences, and what the registry is asked: it takes everything but a greeting for a command."""
    shop.write(FILE, SENTENCES)
    shop.write("semantic-ids/ui/order.yaml", SCREEN)
    shop.change(CAPABILITY, "status: draft", "status: active")
    calls: list[tuple[str, dict[str, str | None]]] = []

    def resolve(self: Registry, text: str, **where: str | None) -> Answer:
        calls.append((text, where))
        if text == "Hello.":
            return Answer("unknown", "unclear", (), ())
        offered = self.get_capability("order.postpone")
        found = [offered.id] if offered is not None and offered.status == "active" else []
        return Answer(matches=[Match("order")], capabilities=found)

    monkeypatch.setattr(Registry, "resolve", resolve)
    return calls


def test_they_are_run_and_counted_beside_the_scenarios(shop: Shop, asked: object) -> None:
    ran = shop.test()

    assert (ran.code, ran.rules) == (0, [])
    assert (ran.json["passed"], ran.json["failed"], ran.json["notRun"]) == (7, 0, 0)
    assert [(one["id"], one["file"], one["line"], one["outcome"]) for one in ran.json["utterances"]] == [
        ("later", FILE, 3, "passed"),
        ("hello", FILE, 11, "passed"),
    ]
    assert shop.run().out.endswith("5 scenarios in 1 suite (7 requests), 2 utterances: 7 passed, 0 failed\n")


def test_the_registry_is_asked_with_all_that_is_known(shop: Shop, asked: list[object]) -> None:
    assert shop.test().code == 0

    nothing = dict.fromkeys(("locale", "page", "tab", "focus", "selection"))
    where = {"locale": "en", "page": "order", "tab": "items", "focus": "order", "selection": "o1"}
    assert asked == [("Move it to Friday.", where), ("Hello.", nothing)]


def test_what_is_understood_otherwise_fails_at_the_sentence(shop: Shop, asked: object) -> None:
    shop.change(FILE, "expect: {outcome: unknown}", "expect: {outcome: resolved, matches: [order]}")
    ran = shop.run()

    assert ran.code == 1
    assert (
        f"{FILE}:11:10: failed `hello`, “Hello.”\n    outcome: expected resolved, got unknown\n    matches: - order\n"
    ) in ran.out
    assert ran.out.endswith("5 scenarios in 1 suite (7 requests), 2 utterances: 6 passed, 1 failed\n")


def test_a_capability_that_is_not_active_is_told_as_the_reason(shop: Shop, asked: object) -> None:
    shop.change(CAPABILITY, "status: active", "status: review")
    ran = shop.run(FILE)

    assert ran.code == 1
    assert "    capabilities: - order.postpone\n" in ran.out
    said = "`order.postpone` has the status `review`, and only what is active is offered"
    assert f"  = because: {CAPABILITY}:5: {said}\n" in ran.out


def test_a_file_alone_can_be_run_and_says_nothing_of_coverage(shop: Shop, asked: object) -> None:
    ran = shop.run(FILE)

    assert (ran.code, ran.out) == (0, "2 utterances: 2 passed, 0 failed\n")


def test_a_run_of_scenarios_alone_opens_no_registry(shop: Shop, asked: list[object]) -> None:
    ran = shop.run(SUITE)

    assert (ran.code, asked) == (0, [])
    assert "utterance" not in ran.out


def test_one_with_a_finding_is_not_run_and_never_passes(shop: Shop, asked: list[object]) -> None:
    shop.change(FILE, "matches: [order]", "matches: [ordr]")
    ran = shop.test(FILE)

    assert (ran.code, ran.rules) == (1, ["unknown-utterance-name"])
    assert (ran.json["passed"], ran.json["notRun"]) == (1, 1)
    assert len(asked) == 1


def test_a_file_that_is_broken_is_a_finding(shop: Shop, asked: list[object]) -> None:
    shop.change(FILE, "outcome: unknown", "outcome: unkown")
    ran = shop.test(FILE)

    assert (ran.code, ran.rules, asked) == (1, ["wrong-shape"], [])


def test_an_error_in_them_keeps_nothing_of_the_coverage_back(shop: Shop, asked: object) -> None:
    shop.change(FILE, "matches: [order]", "matches: [ordr]")
    shop.change(SUITE, "  - id: closed\n", "  - id: closed-one\n")
    shop.change(SUITE, "{$from: open, status: CLOSED}", "open")
    shop.change(SUITE, "{decision: deny, reasons: [ORDER_CLOSED], decidedBy: [order.closed]}", "{decision: allow}")

    assert "not tried by any scenario:\n" in shop.run().out


def test_ci_services_see_each_of_them(shop: Shop, asked: object) -> None:
    shop.change(FILE, "expect: {outcome: unknown}", "expect: {outcome: resolved}")
    (suite,) = (
        suite
        for suite in ElementTree.fromstring(shop.run("--format", "junit").out).iter("testsuite")
        if suite.attrib["name"] == FILE
    )
    cases = {case.attrib["name"]: case for case in suite.iter("testcase")}
    (annotation,) = (line for line in shop.run("--format", "github").out.splitlines() if line.startswith("::error"))

    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("2", "1")
    assert cases["later"].find("failure") is None
    failure = cases["hello"].find("failure")
    assert failure is not None
    assert failure.attrib["message"] == "outcome: expected resolved, got unknown"
    assert annotation.startswith(f"::error file={FILE},line=11,endLine=11,col=10,endColumn=10,title=utterance-failed::")


def test_two_runs_print_the_same(shop: Shop, asked: object) -> None:
    assert shop.test().out == shop.test().out


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("order.postpone", "order.delay", "capabilities: [order.delay]}"),
        ("ui.order.items", "ui.order.parts", "    tab: parts\n"),
    ],
)
def test_names_follow_a_rename(shop: Shop, asked: object, old: str, new: str, line: str) -> None:
    assert shop.run(old, new, verb="rename").code == 0

    assert line in (shop.root / FILE).read_text(encoding="utf-8")
    assert (
        shop.run(
            FILE,
            verb="check",
        ).out.count("unknown-utterance-name")
        == 0
    )


def test_a_draft_that_does_not_say_so_is_one(shop: Shop, asked: object) -> None:
    shop.change(CAPABILITY, "status: active\n", "")
    ran = shop.run(FILE)

    assert ran.code == 1
    assert f"  = because: {CAPABILITY}:1: `order.postpone` has the status `draft`" in ran.out


def test_a_finding_that_is_made_a_warning_keeps_nothing_from_being_run(shop: Shop, asked: list[object]) -> None:
    shop.change(FILE, "matches: [order]", "matches: [ordr]")
    shop.change("alvara.yaml", "name: shop\n", "name: shop\nseverity: {unknown-utterance-name: warning}\n")
    ran = shop.run(FILE)

    assert (ran.code, len(asked)) == (1, 2)
    assert "    matches: - ordr  + order\n" in ran.out


def test_two_with_one_name_are_told_apart_by_a_finding(shop: Shop, asked: list[object]) -> None:
    shop.change(FILE, "id: hello", "id: later")
    ran = shop.test(FILE)

    assert (ran.code, ran.rules, len(asked)) == (1, ["duplicate-scenario-id"], 1)
