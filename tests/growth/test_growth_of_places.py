"""Showing where findings stand takes time in proportion to their number and to the length of the text."""

import pytest

from alvara.app.locating import Locator
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import Rule
from alvara.diagnostics.site import Site
from alvara.documents.document import Document
from alvara.documents.load import load
from alvara.documents.places import places_of
from alvara.rules import rule_named
from tests.growth.measuring import MOST, growth

RULE: Rule = rule_named("template-names-unknown-property")


def locate_each(document: Document) -> int:
    """Show a finding on every third character of one text."""
    locator = Locator(lambda path: document)
    text = document.value["a"]
    sites = [Site("a.yaml", ("a",), within=(start, start + 2)) for start in range(0, len(text), 3)]
    return len([locator.diagnose(RULE, Finding(site, "odd"), "error", "a") for site in sites])


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_many_findings_on_one_text(quote: str) -> None:
    def make(number: int) -> Document:
        return load("a.yaml", f"a: {quote}{'x.y' * number}{quote}\n".encode())

    assert growth(make, locate_each, 4_000) < MOST


@pytest.mark.parametrize("item", ["[], ", "{}, ", "x, ", "'x', ", "{a: b}, "])
@pytest.mark.parametrize("end", ["", " " * 200, " # comment" * 20])
def test_many_values_on_one_line(item: str, end: str) -> None:
    def make(number: int) -> Document:
        return Document("a.yaml", f"[{item * number}]{end * number}\n", [])

    assert growth(make, places_of, 1_500) < MOST


@pytest.mark.parametrize(
    ("text", "within", "line", "columns"),
    [
        ("a: plain text\n", (6, 10), 1, (10, 14)),
        ("a: 'quoted text'\n", (7, 11), 1, (12, 16)),
        ('a: "quoted text"\n', (7, 11), 1, (12, 16)),
        ("a: 'it''s text'\n", (0, 2), 1, (5, 7)),
        ("a: 'it''s text'\n", (3, 5), 1, (9, 11)),
        ('a: "tab\\ttext"\n', (0, 3), 1, (5, 8)),
        ('a: "tab\\ttext"\n', (4, 8), 1, (10, 14)),
        ("a: one\n  line more\n", (0, 3), 1, (4, 7)),
        ("a: one\n  line more\n", (4, 8), 2, (3, 7)),
        ("a: |\n  block\n", (0, 2), 2, (3, 5)),
    ],
)
def test_place_within_a_text_is_exact_behind_escapes_and_in_blocks_too(
    text: str, within: tuple[int, int], line: int, columns: tuple[int, int]
) -> None:
    places = places_of(load("a.yaml", text.encode()))
    for _ in range(2):  # the second time out of what was kept
        span = places.locate(Site("a.yaml", ("a",), within=within))
        assert (span.line, span.column, span.end_column) == (line, *columns)
