"""The question to a user says what was approved, whatever the values try to say."""

from typing import Any

import pytest

from alvara.decisions.deciding import decide
from alvara.decisions.rendering import render
from alvara.report.decision_text import explain
from tests.decisions.permits import charter, policy, request


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("plain", "plain"),
        ("{resource.secret}", "{resource.secret}"),
        ("a\nb\tc\r", "a\\u000ab\\u0009c\\u000d"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("zero\u200bwidth\U000e0041", "zero\\u200bwidth\\U000e0041"),
        ("\x1b[31mred", "\\u001b[31mred"),
        ("x" * 500, f"{'x' * 200}…"),
        ("São Paulo 🙂", "São Paulo 🙂"),
        (30, "30"),
        (2.5, "2.5"),
        (True, "true"),
        (None, "null"),
        (["b", 1], '["b", 1]'),
        ({"b": 1, "a": "\u2028"}, '{"a": "\\u2028", "b": 1}'),
    ],
)
def test_a_value_is_put_in_as_plain_text(value: Any, shown: str) -> None:
    values = {"input": {"x": {"y-z": value}}, "resource": {"secret": "canary"}}
    assert render("{input.x.y-z}?", values) == f"{shown}?"
    assert render({"en": "{input.x.y-z}", "pt-BR": "«{input.x.y-z}»"}, values) == {"en": shown, "pt-BR": f"«{shown}»"}


def test_what_is_no_place_stays_and_what_is_missing_is_seen_to_be() -> None:
    values = {"input": {"x": 1}}
    assert (
        render("{input.y} {input.x.z} {resource.a} {output.a} {input} {} {", values) == "— — — {output.a} {input} {} {"
    )


def test_without_a_template_the_name_is_the_question() -> None:
    body = charter(confirmation={"required": True}, name={"en": "Extend", "pt-BR": "Estender"})
    decision = decide(body, request())
    assert decision.question is not None
    assert decision.question.message == {"en": "Extend", "pt-BR": "Estender"}
    assert decision.question.expires_at == "2026-05-01T09:10:00Z"


def test_a_yes_is_good_for_as_long_as_the_capability_says_and_no_longer_than_time_lasts() -> None:
    body = charter(confirmation={"required": True, "ttlSeconds": 90})
    for now, end in (
        ("2026-05-01T09:00:00.5Z", "2026-05-01T09:01:30Z"),
        ("2026-05-01T11:00:00+02:00", "2026-05-01T09:01:30Z"),
        ("9999-12-31T23:59:30Z", "9999-12-31T23:59:59Z"),
    ):
        decision = decide(body, request(now=now))
        assert decision.question is not None
        assert decision.question.expires_at == end


def test_what_always_asks_stands_under_the_confirmation_also_where_nothing_else_does() -> None:
    denying = policy("p.days", "deny", "input.days > 100")
    lines = explain(decide(charter(denying, confirmation={"required": True}), request())).split("\n")
    assert lines[lines.index("confirmation:") :][:2] == ["confirmation:", "  always: confirmation.required"]
    assert "confirmation:" not in explain(decide(charter(denying), request())).split("\n")


def test_a_request_that_cannot_be_taken_is_not_said_to_be_authorized_or_not() -> None:
    lines = explain(decide(charter(), request(principal={"id": 1}))).split("\n")
    assert "authorization: not judged" in lines
