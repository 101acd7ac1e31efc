"""The results of `test` in every format: what they hold, and that no author's text acts on anything."""

import json
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from hypothesis import given

from alvara.diagnostics.finding import Diagnostic
from alvara.scenarios.results import (
    Because,
    Failure,
    Measure,
    Missing,
    Results,
    ScenarioResult,
    Unproven,
    UtteranceResult,
)
from alvara.scenarios.running import Difference
from tests.report.conftest import BROKEN
from tests.report.test_hostile_content import ANY_TEXT, HOSTILE, assert_no_command, assert_nothing_hidden, lines_of

FORMATS = ("text", "json", "junit", "sarif", "github")
SCHEMAS = {
    "json": jsonschema.Draft202012Validator(
        json.loads((Path(__file__).parents[2] / "schemas/output/test-1.schema.json").read_text(encoding="utf-8"))
    ),
    "sarif": jsonschema.Draft4Validator(
        json.loads((Path(__file__).parent / "data/sarif-schema-2.1.0.json").read_text(encoding="utf-8"))
    ),
}
SUITE = "scenarios/order/postpone.yaml"
FAILURE = Failure(
    {"input.days": 30}, 26, 9,
    (Difference("decision", "confirm", "allow"), Difference("reasons", ("A", "B"), ("B", "C"))),
    (Because("the policy `order.closed` came to FALSE: `closed` is FALSE", "policies/order/closed.yaml", 8),),
)  # fmt: skip
RESULTS = Results(
    (
        ScenarioResult(SUITE, "order.postpone", "happy", 8, 9, "passed", 1),
        ScenarioResult(SUITE, "order.postpone", "long", 18, 9, "failed", 3, (FAILURE,)),
        ScenarioResult(SUITE, "order.postpone", "odd", 30, 9, "not-run", 0),
    ),
    (BROKEN,),
    Measure(
        4, 3, (Missing("policy", "order.closed", "closed", ("TRUE",), "policies/order/closed.yaml", 8),), 1, 0,
        (Unproven("order.closed", "policies/order/closed.yaml", 1),),
    ),
    ("no suite is about `order.ship`; the first would be scenarios/order/ship.yaml",),
)  # fmt: skip


LANGUAGE = "scenarios/order/language.yaml"
MISSED = (Difference("outcome", "resolved", "ambiguous"), Difference("matches", ("order", "order.days"), ("order",)))
SPOKEN = RESULTS._replace(
    findings=(),
    utterances=(
        UtteranceResult(LANGUAGE, "later", "Move it to Friday.", 3, 10, "passed"),
        UtteranceResult(
            LANGUAGE,
            "this",
            "Change this.",
            7,
            10,
            "failed",
            MISSED,
            (Because("It is a draft.", "capabilities/a.yaml", 5),),
        ),
        UtteranceResult(LANGUAGE, "lost", "Ship it.", 11, 10, "not-run"),
    ),
)


def _render(name: str) -> Callable[[Results], str]:
    render: Callable[[Results], str] = import_module(f"alvara.report.test_{name}").render
    return render


def test_the_text_tells_what_failed_what_is_missing_and_the_counts() -> None:
    told = _render("text")(RESULTS)

    assert told.endswith("""\
scenarios/order/postpone.yaml:26:9: failed `long` with `input.days: 30`
    decision: expected confirm, got allow
    reasons: - A  + C  (and 1 as expected)
  = because: policies/order/closed.yaml:8: the policy `order.closed` came to FALSE: `closed` is FALSE

note: no suite is about `order.ship`; the first would be scenarios/order/ship.yaml
note: what no scenario tries is listed once all of them can be run
coverage: 3 of 4 conditions seen TRUE and FALSE; 0 of 1 denying policy seen to deny alone
3 scenarios in 1 suite (4 requests): 1 passed, 1 failed, 1 not run, 1 finding
""")
    assert told.startswith("semantic-ids/work-permit/validity.yaml:12:24: error[broken-binding]")


def test_what_nothing_tries_is_listed_where_all_could_be_run() -> None:
    told = _render("text")(RESULTS._replace(scenarios=RESULTS.scenarios[:2], findings=()))

    assert told.endswith("""
not tried by any scenario:
  policies/order/closed.yaml:1: the policy `order.closed` was never the only reason to deny
  policies/order/closed.yaml:8: `closed`, of the policy `order.closed`, was never TRUE

note: no suite is about `order.ship`; the first would be scenarios/order/ship.yaml
coverage: 3 of 4 conditions seen TRUE and FALSE; 0 of 1 denying policy seen to deny alone
2 scenarios in 1 suite (4 requests): 1 passed, 1 failed
""")


def test_what_comes_after_a_call_says_how_it_is_tried() -> None:
    missing = (Missing("verification", "order.ship@1.0.0", "stored", ("TRUE", "FALSE"), "capabilities/a.yaml", 8),)
    told = _render("text")(Results((), (), Measure(1, 0, missing, 0, 0, ())))

    assert "was neither TRUE nor FALSE; it is judged where a scenario has an `output` (or `after`)" in told


def test_colour_marks_the_word_and_nothing_else() -> None:
    plain, coloured = (import_module("alvara.report.test_text").render(RESULTS, colour=c) for c in (False, True))

    assert "\x1b" not in plain
    assert "\x1b[1;31mfailed\x1b[0m `long`" in coloured


def test_what_is_much_is_cut_and_counted() -> None:
    many = RESULTS._replace(
        scenarios=(RESULTS.scenarios[1]._replace(failures=(FAILURE,) * 30), *RESULTS.scenarios[1:2] * 40),
        findings=(),
        measure=RESULTS.measure._replace(missing=RESULTS.measure.missing * 30),
    )
    told = _render("text")(many)

    assert told.count("failed `long`") == 20
    assert "... and 50 more that failed; --format json lists every one" in told
    assert "  ... and 21 more; --format json lists every one" in told
    assert len(json.loads(_render("json")(many))["scenarios"][0]["failures"]) == 30


def test_a_scenario_that_was_not_run_is_no_success_for_a_ci_service() -> None:
    suites = ElementTree.fromstring(_render("junit")(RESULTS))
    cases = {case.attrib["name"]: case for case in suites.iter("testcase")}

    assert suites.attrib == {"tests": "4", "failures": "2", "errors": "1", "skipped": "0"}
    assert cases["odd"].find("error") is not None
    assert cases["happy"].find("failure") is None
    failure = cases["long"].find("failure")
    assert failure is not None
    assert failure.attrib["message"].startswith("decision: expected confirm, got allow; reasons: - A  + C")


def test_an_utterance_that_failed_is_told_with_its_sentence() -> None:
    told = _render("text")(SPOKEN)

    assert told.endswith("""\
scenarios/order/language.yaml:7:10: failed `this`, “Change this.”
    outcome: expected resolved, got ambiguous
    matches: - order.days  (and 1 as expected)
  = because: capabilities/a.yaml:5: It is a draft.

note: no suite is about `order.ship`; the first would be scenarios/order/ship.yaml
note: what no scenario tries is listed once all of them can be run
coverage: 3 of 4 conditions seen TRUE and FALSE; 0 of 1 denying policy seen to deny alone
3 scenarios in 1 suite (4 requests), 3 utterances: 2 passed, 2 failed, 2 not run
""")


def test_many_utterances_that_failed_are_cut_and_counted() -> None:
    many = SPOKEN._replace(scenarios=(), utterances=SPOKEN.utterances[1:2] * 30)
    told = _render("text")(many)

    assert told.count("failed `this`") == 20
    assert "... and 10 more that failed; --format json lists every one" in told


def test_an_utterance_is_a_case_of_its_own_file_for_a_ci_service() -> None:
    suites = ElementTree.fromstring(_render("junit")(SPOKEN))
    (suite,) = (suite for suite in suites.iter("testsuite") if suite.attrib["name"] == LANGUAGE)

    assert suites.attrib == {"tests": "6", "failures": "2", "errors": "2", "skipped": "0"}
    assert [(case.attrib["name"], [child.tag for child in case]) for case in suite] == [
        ("later", []), ("this", ["failure"]), ("lost", ["error"]),
    ]  # fmt: skip


@pytest.mark.parametrize("name", FORMATS)
def test_utterances_are_valid_in_every_format(name: str) -> None:
    _assert_harmless(name, SPOKEN)


def test_annotations_stand_at_the_expectation() -> None:
    lines = lines_of(_render("github")(RESULTS))

    place = "file=scenarios/order/postpone.yaml,line=26,endLine=26,col=9,endColumn=9"
    assert lines[0].startswith(f"::error {place},title=scenario-failed::`long` with")
    assert "also: policies/order/closed.yaml:8:1:" in lines[0]


def test_the_fingerprint_stays_when_another_decision_comes_out() -> None:
    def fingerprints(failure: Failure) -> list[str]:
        outcome = RESULTS.scenarios[1]._replace(failures=(failure,))
        run = json.loads(_render("sarif")(RESULTS._replace(scenarios=(outcome,), findings=())))["runs"][0]
        return [one["partialFingerprints"]["alvara/v1"] for one in run["results"]]

    other = FAILURE._replace(differences=FAILURE.differences[:1], line=99)
    assert fingerprints(FAILURE) == fingerprints(other)
    assert fingerprints(FAILURE) != fingerprints(FAILURE._replace(combination={"input.days": 31}))


def _hostile(text: str) -> Results:
    finding: Diagnostic = BROKEN._replace(message=text, file=text, subject=text, help=text, source=text, related=())
    failure = Failure(
        {text: text}, 1, 1, (Difference("message", text, {text: text}), Difference("reasons", (text,), ("",))),
        (Because(text, text, 1),),
    )  # fmt: skip
    outcome = ScenarioResult(text, text, text, 1, 1, "failed", 1, (failure,))
    measure = Measure(1, 0, (Missing("policy", text, text, ("TRUE",), text, 1),), 1, 0, (Unproven(text, text, 1),))
    spoken = UtteranceResult(
        text, text, text, 1, 1, "failed", (Difference("outcome", text, text), Difference("matches", (text,), ())),
        (Because(text, text, 1),),
    )  # fmt: skip
    scenarios = (outcome, outcome._replace(state="not-run", failures=()))
    return Results(scenarios, (finding,), measure, (text,), (spoken,))


def _assert_harmless(name: str, results: Results) -> None:
    rendered = _render(name)(results)
    lines = lines_of(rendered)
    rendered.encode("utf-8")
    assert_nothing_hidden(lines)
    assert_no_command(line for line in lines if not (name == "github" and line.startswith("::error file=")))
    document: Any = None
    if name in SCHEMAS:
        document = json.loads(rendered)
        SCHEMAS[name].validate(document)
    if name == "junit":
        ElementTree.fromstring(rendered.encode("utf-8"))


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_harmless(name: str, text: str) -> None:
    _assert_harmless(name, _hostile(text))


@pytest.mark.parametrize("name", FORMATS)
def test_what_is_usual_is_valid(name: str) -> None:
    _assert_harmless(name, RESULTS)


@given(ANY_TEXT)
def test_any_text_is_harmless(text: str) -> None:
    for name in FORMATS:
        _assert_harmless(name, _hostile(text))
