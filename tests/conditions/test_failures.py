"""Why an expression could not be evaluated is told by kind, and no value of the data is repeated."""

import re
from datetime import UTC, datetime
from typing import Any

import pytest

from alvara.conditions.engine import NotCompiled, Program, Scope
from alvara.conditions.failures import CODES, failure
from alvara.conditions.truth import ERROR

SECRET = "hunter2"
ZONE = "a text is no time zone such as `America/Sao_Paulo` or `-03:00`"
MESSAGES = [
    ("input.absent", "missing_key", "`absent` is missing"),
    ('input["absent"]', "missing_key", "`absent` is missing"),
    ("input[input.secret]", "missing_key", "a key that is read is missing"),
    ("resource.id", "not_given", "`resource` is not given here"),
    ("input.secret < 1", "wrong_type", "`<` does not take a text and a whole number"),
    ("input.n + 1.5", "wrong_type", "`+` does not take a whole number and a number"),
    ("size(input.n) == 1", "wrong_type", "`size` does not take a whole number"),
    ('input.n.startsWith("a")', "wrong_type", "`startsWith` does not take a whole number and a text"),
    ("!input.secret", "wrong_type", "what stands after `!` is neither true nor false"),
    ("input.secret ? true : false", "wrong_type", "what stands before `?` is neither true nor false"),
    ("input.n in input.secret", "wrong_type", "what stands after `in` is no list or map"),
    ("input.secret.all(x, true)", "wrong_type", "a loop goes over what is no list or map"),
    ("input.secret.x", "wrong_type", "a field is read of what is no map"),
    ("input.list[9] == 1", "index_out_of_range", "a list has no item at the index that is read"),
    ("input.n / 0 == 1", "division_by_zero", "a whole number is divided by zero"),
    ("timestamp(input.secret) < now", "bad_timestamp", "a text is no timestamp such as `2026-05-01T09:00:00Z`"),
    ('now.getHours("Atlantis") == 1', "bad_timezone", ZONE),
    ("input.secret", "not_a_boolean", "it comes to a text, and not to true or false"),
    ("input.list", "not_a_boolean", "it comes to a list, and not to true or false"),
]  # fmt: skip


def scope() -> Scope:
    """Lay out values that nobody may see in a message."""
    values = {"secret": SECRET, "n": 7, "list": [1], "map": {SECRET: SECRET}, "when": f"2026-{SECRET}"}
    return Scope({"input": values}, datetime(2026, 5, 1, tzinfo=UTC))


@pytest.mark.parametrize(("expr", "code", "message"), MESSAGES)
def test_what_is_said(expr: str, code: str, message: str) -> None:
    assert Program(expr).judge(scope()) == (ERROR, code, message)


OPERATORS = ["==", "<", "&&", "+", "in"]
OPERANDS = [
    "input.secret", "input.n", "input.list", "input.map", "input.when", "input", "input.nothing", "null", "1.5", '"a"',
    "input[input.secret]", "input.map[input.when]", "input.list[input.secret]", "now", "int(input.secret)",
    "double(input.when)", "timestamp(input.when)", "duration(input.secret)", "input.secret.matches(input.when + '(')",
    "{input.secret: 1, input.secret: 2}", "{input.list: 1}", "string(input.map)",
    "input.map.all(k, k)", "input.list.map(x, x + input.secret)", "bool(input.secret)", "input.secret[0]",
]  # fmt: skip


@pytest.mark.parametrize("operator", OPERATORS)
def test_no_value_is_ever_repeated(operator: str) -> None:
    laid_out, judged = scope(), 0
    for one in OPERANDS:
        for other in OPERANDS:
            expr = f"{one} {operator} {other}"
            try:
                result = Program(expr).judge(laid_out)
            except NotCompiled:
                continue
            judged += 1
            assert SECRET not in result.message
            assert result.code in CODES | {""}
            assert result.code != "evaluation_error", expr
            assert not re.search(r"\n|_[a-z]|@|\[[A-Z]|[A-Z]{4}", result.message), result.message
    assert judged > 100


SAID: list[Any] = [
    f"INVALID_ARGUMENT: Integer value '{SECRET}' of something new",
    f"UNKNOWN: {SECRET}",
    SECRET,
    "",
    "NOT_FOUND: ",
]


@pytest.mark.parametrize("said", SAID)
def test_words_that_are_not_known_are_not_repeated(said: str) -> None:
    assert failure(said, "input.a") == (ERROR, "evaluation_error", "it cannot be evaluated")
