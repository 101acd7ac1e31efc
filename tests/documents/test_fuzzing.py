"""Whatever a file holds, reading it ends, and what is said of it points inside it."""

from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from alvara.diagnostics.site import Pointer, Span
from alvara.documents.document import Document
from alvara.documents.front_matter import load_page
from alvara.documents.load import load
from alvara.documents.places import places_of
from tests.documents.mutation import mutated, plausible


def data_of(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def spans(document: Document) -> Iterator[Span]:
    for problem in document.problems:
        yield problem.span
        yield from (span for span, _ in problem.related)


def is_inside(span: Span, lines: list[str]) -> bool:
    """Whether a span lies in a text; it may stand one character behind the end of its line."""
    if not 1 <= span.line <= span.end_line <= len(lines):
        return False
    length, end_length = len(lines[span.line - 1]), len(lines[span.end_line - 1])
    in_order = (span.line, span.column) <= (span.end_line, span.end_column)
    return in_order and 1 <= span.column <= length + 1 and span.end_column <= end_length + 2


def lines_of(text: str) -> list[str]:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")


@given(mutated() | st.text(st.characters(exclude_categories=()), max_size=60))
@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_reading_never_fails_and_points_inside_the_text(text: str) -> None:
    document = load("f.yaml", data_of(text))
    lines = lines_of(text)

    assert document.value is not None or document.problems or not document.text.strip()
    assert [span for span in spans(document) if not is_inside(span, lines)] == []
    assert [p for p in document.problems if not p.message or "\n" in p.message or p.message[0].isupper()] == []


@given(plausible())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
def test_every_place_of_a_readable_document_is_inside_the_text(text: str) -> None:
    document = load("f.yaml", data_of(text))
    assume(document.value is not None and all(p.rule != "duplicate-key" for p in document.problems))
    places = places_of(document)
    lines = lines_of(text)

    assert [span for span in (*places.keys.values(), *places.values.values()) if not is_inside(span, lines)] == []
    assert [pointer for pointer in places.values if not _leads_somewhere(pointer, document.value)] == []


def _leads_somewhere(pointer: Pointer, value: Any) -> bool:
    try:
        for step in pointer:
            value = value[step]
    except (KeyError, IndexError, TypeError):
        return False
    return True


@given(mutated(), mutated())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_pages_are_read_whatever_their_head_holds(head: str, body: str) -> None:
    text = f"---\n{head}\n---\n{body}"
    page = load_page("docs/page.md", data_of(text))
    lines = lines_of(text)

    assert [span for span in spans(page.head) if not is_inside(span, lines)] == []
    assert not page.body or text.replace("\r\n", "\n").replace("\r", "\n").endswith(
        page.body.replace("\r\n", "\n").replace("\r", "\n")
    )


def test_problems_of_one_text_are_the_same_each_time() -> None:
    text = "a: &x 1\nb: [*x, .nan]\nc: see (issue #5)\na: 2\n"

    assert load("f.yaml", text.encode()) == load("f.yaml", text.encode())
