"""The page: well-formed, readable without sight, nothing runs in it or is fetched, and the same as the comment says."""

import json
import re
from base64 import b64encode
from collections import Counter
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alvara.review import html, markdown
from alvara.review.review import FATES, Point, Review, Thing, in_order
from tests.review.comparing import review_of
from tests.review.test_comparing import EDITS, edited
from tests.review.test_hostile_review import ANY_TEXT, HOSTILE, assert_nothing_hidden, hostile_review

VOID = {"meta"}
TAGS = {
    "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p", "strong", "table", "caption",
    "thead", "tbody", "tr", "th", "td", "section", "article", "ul", "li", "small", "code", "del", "ins",
}  # fmt: skip
ATTRIBUTES = {"lang", "charset", "http-equiv", "content", "name", "class", "scope", "id", "aria-labelledby"}


class Page(HTMLParser):
    """A page taken apart: its tags with their attributes, its texts, and what is wrong with its nesting."""

    def __init__(self, text: str) -> None:
        """Read a page."""
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.texts: list[tuple[str, str]] = []
        self.open: list[str] = []
        self.odd: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an opening tag."""
        self.tags.append((tag, tuple(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        """Take a closing tag, which closes what was opened last."""
        if not self.open or self.open.pop() != tag:
            self.odd.append(tag)

    def handle_data(self, data: str) -> None:
        """Take a text."""
        self.texts.append((self.open[-1] if self.open else "", data))

    def handle_comment(self, data: str) -> None:
        """Take a comment, of which a page has none."""
        self.odd.append(data)

    def handle_pi(self, data: str) -> None:
        """Take an instruction, of which a page has none."""
        self.odd.append(data)

    def unknown_decl(self, data: str) -> None:
        """Take a declaration, of which a page has none but its first line."""
        self.odd.append(data)

    @property
    def said(self) -> str:
        """All that a reader sees."""
        return " ".join("".join(text for tag, text in self.texts if tag not in ("style", "title")).split())


def page_of(review: Review) -> Page:
    """Write a review and read it back as a whole page."""
    rendered = html.render(review)
    assert_nothing_hidden(rendered)
    assert rendered.startswith('<!DOCTYPE html>\n<html lang="en">\n')
    page = Page(rendered)
    assert (page.open, page.odd) == ([], [])
    return page


def blocks(page: Page) -> list[tuple[str, tuple[tuple[str, str | None], ...]]]:
    """List the tags but those of code: a backtick of an author's is where some begins."""
    return [one for one in page.tags if one[0] != "code"]


def point(number: int = 0) -> Point:
    return Point("capability", "order.cancel", "risk", "breaking", f"number {number}", "a.yaml", 1)


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_that_an_author_writes_becomes_a_tag_or_an_attribute(name: str) -> None:
    page, harmless = page_of(hostile_review(HOSTILE[name])), page_of(hostile_review("harmless"))

    assert {tag for tag, _ in page.tags} <= TAGS
    assert {key for _, attributes in page.tags for key, _ in attributes} <= ATTRIBUTES
    if HOSTILE[name]:  # an empty version is none, and nothing is said of it
        assert blocks(page) == blocks(harmless)


@given(ANY_TEXT)
def test_any_text_stays_text(hostile: str) -> None:
    page = page_of(hostile_review(hostile))

    assert {tag for tag, _ in page.tags} <= TAGS
    assert {key for _, attributes in page.tags for key, _ in attributes} <= ATTRIBUTES


def test_what_an_author_wrote_can_be_read() -> None:
    written = "<b>x</b> & \"y\" 'z'"

    assert written in page_of(hostile_review(written)).said


def test_no_command_to_a_log_is_left_in_it() -> None:
    rendered = html.render(hostile_review(HOSTILE["a command to the log"]))

    assert not [line for line in rendered.splitlines() if line.lstrip().startswith("::") or re.search(r"##\w*\[", line)]


def test_a_browser_may_do_nothing_but_apply_the_style() -> None:
    rendered = html.render(hostile_review("x"))
    page = Page(rendered)

    (policy,) = [dict(attrs)["content"] for tag, attrs in page.tags if dict(attrs).get("http-equiv")]
    (style,) = [text for tag, text in page.texts if tag == "style"]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    assert policy == f"default-src 'none'; style-src 'sha256-{digest}'"
    assert "url(" not in style
    assert "@import" not in style
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style


def test_headings_go_down_step_by_step_and_name_their_sections() -> None:
    page = page_of(hostile_review("x"))

    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    names = [dict(attrs)["id"] for tag, attrs in page.tags if "id" in dict(attrs)]
    labelled = [dict(attrs)["aria-labelledby"] for tag, attrs in page.tags if tag == "section"]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert names == labelled == [*FATES, "notes"]
    assert all(dict(attrs).get("scope") for tag, attrs in page.tags if tag == "th")


def test_the_table_counts_what_there_is_and_what_there_is_not() -> None:
    point_of = {"breaking": 3, "additive": 1}
    points = tuple(point(n)._replace(impact=impact) for impact, times in point_of.items() for n in range(times))
    page = page_of(Review("now", "a", "b", (Thing("capability", "order.cancel", "changed", points),)))

    cells = [text for tag, text in page.texts if tag == "td"]
    assert cells[1::2] == ["3", "0", "0", "1", "0"]
    assert [text for tag, text in page.texts if tag == "th"][3:] == ["breaks", "opens", "tightens", "adds", "changes"]


def test_where_nothing_changed_there_is_nothing_to_count() -> None:
    page = page_of(Review("2026-09-01T12:00:00Z", "a", "b", ()))

    assert "Nothing changed in what the registry says." in page.said
    assert not {"table", "section"} & {tag for tag, _ in page.tags}


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[`*]", "", text).split())


@given(st.lists(st.sampled_from(sorted(EDITS)), min_size=1, max_size=6, unique=True))
def test_it_tells_what_the_comment_tells_in_the_same_order(names: list[str]) -> None:
    from tests.cli.conftest import FILES

    files = dict(FILES)
    for path, old, new in (EDITS[name][0] for name in names):
        files[path] = files[path].replace(old, new, 1)
    review = review_of(FILES, files)
    told = [_plain(line.strip()[2:]) for line in markdown.render(review).split("\n") if line.startswith("  - ")]
    page = page_of(review)
    said, places = _plain(page.said), []

    for sentence in told:
        assert sentence in said
        places.append(said.index(sentence))
    assert places == sorted(places)
    assert html.render(review) == html.render(review)


def test_a_difference_says_in_words_which_side_is_which() -> None:
    page = page_of(review_of(edited(), edited(EDITS["description"][0])))

    assert re.search(r"was Moves the deadline of an order\., is Moves a deadline of an order\.", page.said)


def test_it_grows_no_longer_than_a_browser_can_take_and_counts_the_rest() -> None:
    many = tuple(point(n) for n in range(150))
    value = {str(n): n for n in range(50)}
    wide = point()._replace(before={}, after=value)
    things = [Thing("capability", f"order.n{n}", "changed", (point(),)) for n in range(1_001)]
    long = page_of(Review("now", "a", "b", (Thing("capability", "order.cancel", "changed", many),)))
    broad = page_of(Review("now", "a", "b", (Thing("capability", "order.cancel", "changed", (wide,)),)))
    crowd = page_of(Review("now", "a", "b", in_order(things), notes=tuple(map(str, range(60)))))

    everywhere = "alvara diff --format json lists every one"
    assert f"... and 50 more changes; {everywhere}" in long.said
    assert f"... and 30 more differences; {everywhere}" in broad.said
    assert f"... and 1 more thing; {everywhere}" in crowd.said
    assert "... and 10 more notes" in crowd.said
    assert Counter(tag for tag, _ in crowd.tags)["article"] == 1_000


def test_many_that_came_are_told_in_groups() -> None:
    things = [Thing("resource", f"item.n{n:02}", "new", (point(),)) for n in range(20)]
    page = page_of(Review("now", "a", "b", in_order(things)))

    assert "20 resources of item: item.n00, item.n01, item.n02, item.n03, item.n04 and 15 more" in page.said
    assert "article" not in {tag for tag, _ in page.tags}


def test_values_are_those_that_json_has() -> None:
    review = hostile_review("x")

    assert json.dumps({"x": "x"}) in page_of(review).said
