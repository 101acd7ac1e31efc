"""Whatever authors write, a review stays what it is in each format, and nothing in it acts on who reads it."""

import json
import re
import unicodedata
from itertools import pairwise
from pathlib import Path

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from alvara.compare.change import NO_WITNESS
from alvara.review import json_v1, markdown, text
from alvara.review.markup import code, sentence
from alvara.review.review import FATES, Point, Review, Thing, in_order

SCHEMA = Path(__file__).parents[2] / "schemas/output/diff-1.schema.json"
VALIDATOR = jsonschema_rs.validator_for(json.loads(SCHEMA.read_text(encoding="utf-8")))
HOSTILE = {
    "a mention": "ping @everyone and @org/team",
    "an image": "![x](https://evil.example/x.png)",
    "a link": "[approve](javascript:alert(1)) <https://evil.example> https://evil.example www.evil.example",
    "raw HTML": "<script>alert(1)</script><details><summary>ok</summary>",
    "an HTML comment": "<!-- hidden -->",
    "one backtick": "a ` b <b>x</b> @me",
    "backticks": "``` @me ````` <b>",
    "a fence": "\n```\n# Approved\n@me\n```\n",
    "a heading on a new line": "x\n\n## Approved by the owner\n\n- [x] done",
    "a table": "| a | b |\n|---|---|\n| c | d |",
    "pipes and backslashes": r"a\|b \` \\ |",
    "an issue and a commit": "fixes #1, GH-2, org/repo#3, !4 and 0123456789abcdef0123456789abcdef01234567",
    "an entity": "&lt;b&gt; &#64;me",
    "emphasis": "**bold** _it_ ~~gone~~ :tada: $x$",
    "a quick action": "/close\n/approve",
    "a list": "- [x] approved",
    "a numbered list": "1. approved",
    "a ruler": "---",
    "an indented block": "        approved",
    "a command after a blank": " ::error::x",
    "terminal escapes": "\x1b]0;owned\a\x1b[2J\x9b2J",
    "bidirectional controls": "\u202eevil\u2066x",
    "a command to the log": "::error::x ##[add-mask]y",
    "line separators": "a\u2028b\u2029c\x85d",
    "a lone surrogate": "\ud800",
    "a very long text": "y@" * 20_000,
    "a very long run of backticks": "`" * 20_000,
    "blanks": "   ",
    "nothing": "",
}
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=60) | st.sampled_from(list(HOSTILE.values()))


def hostile_review(hostile: str) -> Review:
    """Put a text wherever an author's words can stand."""
    point = Point("capability", hostile, hostile, "breaking", f"`{hostile}` is {hostile}", hostile, 1)
    points = (
        point._replace(before=hostile, after={hostile: [hostile, {hostile: hostile}]}),
        point._replace(witness={hostile: hostile}, impact="additive", aspect="inputSchema"),
        point._replace(subject="other", aspect="guards", before={"policy": hostile, "effect": "deny"}),
        point._replace(revision="base", before=None, after=None, witness=NO_WITNESS),
    )
    things = [
        Thing("capability", hostile, fate, points, (hostile,), (hostile, f"{hostile}x"), hostile, hostile)
        for fate in FATES
    ]
    return Review("2026-09-01T12:00:00Z", f"`{hostile}`", hostile, in_order(things), 2, (hostile,))


def lines_of(rendered: str) -> list[str]:
    """Split at line feeds alone, so that every other separator is seen as part of a line."""
    assert rendered.endswith("\n")

    return rendered[:-1].split("\n")


def assert_nothing_hidden(rendered: str) -> None:
    hidden = {
        c for line in lines_of(rendered) for c in line if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Zl", "Zp"}
    }

    assert hidden == set()
    rendered.encode("utf-8")


def leaves(tokens: list[Token]) -> list[Token]:
    return [leaf for token in tokens for leaf in (leaves(token.children) if token.children else [token])]


def assert_plain_markdown(rendered: str) -> None:
    """Hold a comment to our own markup: headings, lists, emphasis, code, and text in which nothing refers."""
    tokens = leaves(MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(rendered))
    kinds = {re.sub("_(open|close)$", "", token.type) for token in tokens}

    assert kinds <= {"heading", "paragraph", "bullet_list", "list_item", "em", "strong", "code_inline", "fence", "text",
                     "softbreak"}  # fmt: skip
    for token in tokens:
        if token.type == "text":
            assert not re.search(r"[@#<>&\\|$~]|://|www\.|GH-?\d|\b[0-9a-f]{7,}\b|:\w+:", token.content), token.content


def headings(rendered: str) -> list[str]:
    tokens = MarkdownIt("commonmark").parse(rendered)
    return [inline.content for opening, inline in pairwise(tokens) if opening.type == "heading_open"]


@pytest.mark.parametrize("name", HOSTILE)
def test_text_is_safe_for_a_terminal_and_a_log(name: str) -> None:
    rendered = text.render(hostile_review(HOSTILE[name]))

    assert_nothing_hidden(rendered)
    assert not [line for line in lines_of(rendered) if line.lstrip().startswith("::") or re.search(r"##\w*\[", line)]


@pytest.mark.parametrize("name", HOSTILE)
def test_markdown_holds_nothing_but_our_own_markup(name: str) -> None:
    rendered = markdown.render(hostile_review(HOSTILE[name]))

    assert_nothing_hidden(rendered)
    assert_plain_markdown(rendered)
    assert headings(rendered) == headings(markdown.render(hostile_review("harmless")))
    assert len(rendered) <= markdown.LONGEST


@pytest.mark.parametrize("name", HOSTILE)
def test_json_keeps_its_schema_and_its_values(name: str) -> None:
    rendered = json_v1.render(hostile_review(HOSTILE[name]))
    document = json.loads(rendered)

    assert_nothing_hidden(rendered)
    assert VALIDATOR.is_valid(document)
    if name != "a lone surrogate":
        assert HOSTILE[name] in [change["before"] for change in document["changes"]]


@given(ANY_TEXT)
def test_any_text_is_harmless_in_markdown(hostile: str) -> None:
    for rendered in (code(hostile), sentence(hostile), sentence(f"`{hostile}` is {hostile}: `{hostile}`")):
        assert_plain_markdown(f"- *breaks*: {rendered}\n")


@given(ANY_TEXT)
def test_code_says_what_the_text_said(hostile: str) -> None:
    from alvara.report.escape import one_line

    (token,) = [t for t in leaves(MarkdownIt("commonmark").parse(f"x{code(hostile)}")) if t.type != "text"][1:-1] or [
        None
    ]

    assert (token.content if token else "(empty)") == (one_line(hostile) if one_line(hostile).strip() else "(empty)")
