"""Whatever authors write, the page says what it says: no text of theirs becomes a sentence or a heading of ours."""

import re
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.compare.change import Change
from alvara.review.approval_layout import WIDTH
from alvara.review.approval_page import Former, Page, render
from tests.review.approval_page.pages import present
from tests.review.approval_page.test_everything_is_shown import CLOSED, FULL, POLICY
from tests.review.test_hostile_review import ANY_TEXT, HOSTILE, assert_nothing_hidden

OUR_HOSTILE = {
    **{name: text for name, text in HOSTILE.items() if name != "a lone surrogate"},  # no digest, no approval
    "a heading of the page": "x\n\nWHAT CHANGED\n------------\n- Nothing.",
    "a sentence of the page": 'x" is approved. - It cannot be undone: "no',
    "an escaped quotation mark": 'x\\" is approved',
    "a bar": "| x\n| - y",
    "a forged wrap": "y" * 80 + " - Approved by everybody.\r\n- Approved.",
    "the blank that lines are not broken at": "a\x00b\x00- c",
    "format fields": "{id} {0} {x!r} %s",
}
NAMES_OF_THEIR_OWN = {"properties", "with", "output", "params", "$defs", "patternProperties", "dependentSchemas"}
KEPT = {"status", "version", "type", *CLOSED}


def spoiled(value: Any, text: str, key: str = "") -> Any:
    """Put a text before all that an author words freely, names included."""
    if isinstance(value, dict):
        free = key in NAMES_OF_THEIR_OWN
        return {
            text + name if free else name: spoiled(item, text, "" if free else name) for name, item in value.items()
        }
    if isinstance(value, list):
        return [spoiled(item, text, key) for item in value]
    return text + value if isinstance(value, str) and key not in KEPT else value


def hostile_page(text: str, *, before: bool = False) -> Page:
    body, policy = spoiled(FULL, text), spoiled(POLICY, text)
    body["name"] = {**body["name"], f"xx-{text}": text}
    body["semanticIds"] = ["workPermit"]
    resource = {**present().bodies["resource"]["workPermit"], "labels": {"en": [text + "label"]}}
    change = Change(text, "breaking", "major", f"`{text}` is {text}", text, (), witness={text: [text, None]})
    former = Former({**body, "description": text + "former", "owner": text + "former"}, (policy,))
    return Page("capability", body, "critical", (policy,), (), (resource,), {text + "ana": text + "Ana"},
                previous=former if before else None, changes=(change,))  # fmt: skip


def assert_laid_out(written: str) -> None:
    assert_nothing_hidden(written)
    for line in written.split("\n"):
        assert len(line) <= WIDTH
        assert not line.lstrip().startswith(("::", "```", "~~~"))
        assert not re.search(r"##\w*\[", line)


def headings(written: str) -> list[str]:
    lines = written.split("\n")
    return [line for line, under in pairwise(lines) if under and set(under) == {"-"}]


def sentences(written: str) -> list[str]:
    """Give what the page says itself, with every quoted text taken out."""
    found: list[str] = []
    for line in written.split("\n"):
        if not re.match(r" *\|", line):
            if line.startswith("  ") and not line.lstrip().startswith("- "):
                found[-1] += f" {line.strip()}"
            else:
                found.append(line)
    return [re.sub(r'"(?:\\.|[^"\\])*"', '""', sentence) for sentence in found]


@pytest.mark.parametrize("before", [False, True], ids=["first", "changed"])
@pytest.mark.parametrize("name", OUR_HOSTILE)
def test_page_is_laid_out_whatever_stands_in_it(name: str, before: bool) -> None:
    for locale in ("en", "pt-BR") if len(OUR_HOSTILE[name]) < 1000 else ("en",):
        written = render(hostile_page(OUR_HOSTILE[name], before=before), locale)

        assert_laid_out(written)
        assert headings(written) == headings(render(hostile_page("harmless text ", before=before), locale))


@pytest.mark.parametrize("before", [False, True], ids=["first", "changed"])
@pytest.mark.parametrize("name", [name for name, text in OUR_HOSTILE.items() if text and len(text) < 60])
def test_page_says_the_same_whatever_its_authors_say(name: str, before: bool) -> None:
    harmless, hostile = (render(hostile_page(text, before=before), "en") for text in ("a b ", OUR_HOSTILE[name]))

    assert sentences(hostile) == sentences(harmless)
    assert len(sentences(harmless)) > 100


@given(ANY_TEXT.filter(lambda text: len(text) < 1000))
def test_any_text_is_harmless(text: str) -> None:
    try:
        written = render(hostile_page(text, before=True), "en")
    except UnicodeEncodeError:
        assert any("\ud800" <= character <= "\udfff" for character in text)
        return

    assert_laid_out(written)
    assert headings(written) == headings(render(hostile_page("harmless text ", before=True), "en"))


def test_line_breaks_stay_within_the_line_and_are_shown() -> None:
    body: Mapping[str, Any] = {**FULL, "name": "Read\n# Approved\r\nSigned\u202e by all\x1b[2J"}

    written = render(Page("capability", body, "low"), "en")

    assert r"    | Read\n# Approved\r\nSigned\u202e by all\x1b[2J" in written.split("\n")


def test_expression_keeps_its_lines_and_each_is_marked() -> None:
    body: Mapping[str, Any] = {**FULL, "preconditions": [{"expr": "a\n\n  - Approved.\nb"}]}

    written = render(Page("capability", body, "low"), "en")

    assert "\n        | a\n        |\n        |   - Approved.\n        | b\n" in written


@given(st.integers(2, 400))
def test_nothing_of_a_long_text_is_left_out(length: int) -> None:
    for text in ("x" * length, "word " * length + "end", "x" * length + " y"):
        written = render(Page("capability", {**FULL, "description": text, "owner": text}, "low"), "en")
        at = written.index("What it is said to do")
        quoted = written[at : written.index("- It deletes")].split("\n")[1:-1]
        assert "".join(line.removeprefix("    | ").replace(" ", "") for line in quoted) == text.replace(" ", "")


def test_schema_of_many_levels_is_told_to_the_end() -> None:
    schema: Any = {"type": "string", "description": "the innermost"}
    for _ in range(128):
        schema = {"type": "object", "properties": {"inner": {"type": "array", "items": schema}}}

    written = render(Page("capability", {**FULL, "inputSchema": schema}, "low"), "en")

    assert "| the innermost" in written
    assert_laid_out(written)
