"""The pages in docs/rules are those that `make docs` writes."""

import re

import pytest

from alvara.diagnostics.rule import rule
from alvara.report.rule_page import Example, render
from tests.docs.generate import PAGES, rule_pages


def test_every_page_is_fresh() -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in PAGES.glob("*.md")}

    assert sorted(written) == sorted(rule_pages()), "run `make docs`"
    assert written == rule_pages(), "run `make docs`"


def test_no_page_hides_anything() -> None:
    hidden = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")

    assert [name for name, page in rule_pages().items() if hidden.search(page)] == []


def test_no_page_looks_like_an_unresolved_merge() -> None:
    marker = re.compile(r"^(?:<{7}|={7}|>{7})", re.MULTILINE)

    assert [name for name, page in rule_pages().items() if marker.search(page)] == []


@rule("example-rule", on=str, severity="warning", on_drafts="info", waivable=False)
def example_rule(subject: object, setting: object):  # type: ignore[no-untyped-def]
    """A rule for these tests.

    ## Why is this bad?
    It is not.

    ## How to fix
    Leave it.
    """
    yield from ()


BAD = Example(
    {"a.yaml": "id: b\n", "same.yaml": "x: 1\n", "gone.yaml": "y: 2\n"}, {"a.yaml": "id: a\n"}, "a.yaml: no\n"
)
GOOD = Example({"a.yaml": "id: a\n", "same.yaml": "x: 1\n"}, {"a.yaml": "id: a\n"})


def test_a_page_says_how_grave_the_rule_is() -> None:
    assert "Severity: warning (info on drafts); since 0.1; it cannot be waived." in render(example_rule)


def test_a_comparison_shows_before_and_now() -> None:
    page = render(example_rule, BAD, GOOD)

    assert "`a.yaml`, before:\n\n```yaml\nid: a\n```\n\n`a.yaml`, now:\n\n```yaml\nid: b\n```" in page


def test_the_good_example_shows_only_what_differs() -> None:
    good = render(example_rule, BAD, GOOD).partition("## Instead")[2]

    assert "`a.yaml`, now:" in good
    assert "same.yaml" not in good
    assert "`gone.yaml` is not there." in good


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a: ```\n", "````yaml\na: ```\n````"),
        ("a: \u202eb\n", "```yaml\na: \\u202eb\n```"),
        ("\ta: 1\r\n", "```yaml\n\\ta: 1\n```"),
        ("x" * 500, "```yaml\n" + "x" * 160 + "…\n```"),
        ("a\n" * 50, "```yaml\n" + "a\n" * 40 + "… and 10 more lines\n```"),
        ("<<<<<<< HEAD\n", "  ```yaml\n  <<<<<<< HEAD\n  ```"),
    ],
    ids=[
        "a fence in it",
        "a hidden character",
        "a tab and a carriage return",
        "a long line",
        "many lines",
        "a merge marker",
    ],
)
def test_an_example_is_shown_as_it_is_but_safe_and_short(text: str, shown: str) -> None:
    assert f"\n\n{shown}\n\n" in render(example_rule, Example({"a.yaml": text}))
