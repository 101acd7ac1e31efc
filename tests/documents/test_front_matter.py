"""The head of a Markdown page, and what is not one."""

from typing import Any

import pytest

from alvara.documents.front_matter import load_page

HEADS: dict[str, tuple[str, Any, str, int]] = {
    "a head": ("---\nsemanticId: workPermit\n---\n# Title\n", {"semanticId": "workPermit"}, "# Title\n", 4),
    "no head": ("# Title\n", {}, "# Title\n", 1),
    "an empty page": ("", {}, "", 1),
    "an empty head": ("---\n---\ntext", {}, "text", 3),
    "a blank head": ("---\n\n---\ntext", {}, "text", 4),
    "a head of comments": ("---\n# nothing yet\n---\ntext", {}, "text", 4),
    "a head and nothing else": ("---\na: 1\n---", {"a": 1}, "", 3),
    "blanks behind the dashes": ("--- \na: 1\n---\t\ntext", {"a": 1}, "text", 4),
    "line ends of Windows": ("---\r\na: 1\r\n---\r\ntext\r\n", {"a": 1}, "text\r\n", 4),
    "line ends of the first Macs": ("---\ra: 1\r---\rtext", {"a": 1}, "text", 4),
    "dashes inside a value": ("---\na: x --- y\n---\ntext", {"a": "x --- y"}, "text", 4),
    "a rule further down": ("---\na: 1\n---\ntext\n\n---\n\nmore\n", {"a": 1}, "text\n\n---\n\nmore\n", 4),
    "a page that starts with a rule": ("---\n\n# Title\n", {}, "---\n\n# Title\n", 1),
    "four dashes": ("----\na: 1\n---\n", {}, "----\na: 1\n---\n", 1),
    "a blank line before the dashes": ("\n---\na: 1\n---\n", {}, "\n---\na: 1\n---\n", 1),
}


@pytest.mark.parametrize(("text", "head", "body", "first_line"), HEADS.values(), ids=HEADS)
def test_page_is_taken_apart(text: str, head: Any, body: str, first_line: int) -> None:
    page = load_page("docs/page.md", text.encode())

    assert page.head.problems == ()
    assert (head, body, first_line) == (page.head.value, page.body, page.body_first_line)


PROBLEMS: dict[str, tuple[str, str, tuple[int, int]]] = {
    "a head that is not closed": ("---\nsemanticId: workPermit\n# Title\n", "yaml-syntax", (1, 1)),
    "a head that does not parse": ("---\na: 1\nb: c: d\n---\n", "yaml-syntax", (3, 5)),
    "a list": ("---\n- a\n---\n", "wrong-shape", (1, 1)),
    "keys without a space": ("---\na:1\n---\n", "wrong-shape", (1, 1)),
    "a key twice": ("---\na: 1\na: 2\n---\n", "duplicate-key", (3, 1)),
    "a conflict in the text": ("---\na: 1\n---\n\n<<<<<<< HEAD\n", "merge-marker", (5, 1)),
    "a text that is cut": ("---\na: see (issue #5)\n---\n", "cut-by-comment", (2, 4)),
}


@pytest.mark.parametrize(("text", "rule", "place"), PROBLEMS.values(), ids=PROBLEMS)
def test_problem_stands_on_its_line_of_the_file(text: str, rule: str, place: tuple[int, int]) -> None:
    page = load_page("docs/page.md", text.encode())
    (problem,) = page.head.problems

    assert (rule, place) == (problem.rule, (problem.span.line, problem.span.column))
    assert text == page.head.whole


def test_byte_order_mark_does_not_hide_the_head() -> None:
    page = load_page("docs/page.md", b"\xef\xbb\xbf---\na: 1\n---\n")

    assert page.head.value == {"a": 1}
    assert [problem.rule for problem in page.head.problems] == ["byte-order-mark"]


def test_page_that_is_not_text_has_neither_head_nor_body() -> None:
    page = load_page("docs/page.md", b"---\na: \xe3\n---\n")

    assert (page.head.value, page.body) == (None, "")
