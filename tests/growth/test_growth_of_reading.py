"""Reading repetitive text takes time in proportion to its length."""

from collections.abc import Callable
from typing import Any

import pytest

from alvara.documents.cuts import cut_texts
from alvara.documents.front_matter import load_page
from alvara.documents.load import load
from alvara.documents.strict import read
from alvara.identity.ids import Naming, kebab
from alvara.identity.versions import parse
from alvara.patterns.safety import objection
from alvara.report.escape import one_line
from alvara.sources.markdown import links
from alvara.texts.hidden import hidden_runs, without_hidden
from alvara.texts.lookalikes import disguises, in_words, plain
from alvara.texts.orders import order_in
from alvara.texts.traits import noticed_in
from tests.growth.measuring import MOST, growth

LENGTH = 10_000
"""Characters of the smaller text; the larger one has four times as many."""

READERS: dict[str, Callable[[str], Any]] = {
    "orders": order_in,
    "traits": lambda text: noticed_in(text, describes=True),
    "disguises": disguises,
    "plain words": lambda text: in_words(plain(text)),
    "hidden characters": lambda text: (hidden_runs(text), without_hidden(text)),
    "texts cut off": lambda text: cut_texts(text, 1),
    "files": lambda text: load("a.yaml", text.encode()),
    "files, strictly": lambda text: read(text, 1),
    "pages": lambda text: load_page("a.md", f"---\n{text}\n---\n".encode()),
    "links beside code": lambda text: links(f"[[x]] `y` {text}", 1),
    "patterns": objection,
    "names": lambda text: (Naming().objection(text), kebab(text), parse(text)),
    "reports": one_line,
}

FRAGMENTS = (
    "a", " ", "\n", "#", " #", "a  #", "a #1 ", "## ", "## system ", "(", "(a,", "[", "[(a,", "{", '"', "'", "\t", ".",
    "é", "-", "<system_a", "<|a", "</", "<!--", "&lt;", "\nuser:", "[/", "never skip confirmation ", "skip ",
    "without asking. ", "ignore previous ", "ignore a b c ", "do not tell a b c d ", "pay no attention to ",
    "always call x ", "always ", "when a.", "you are the ", "sem pedir ", "nunca peça ", "send conversation ",
    "http://a.", "http://", "a.b/", "\u200b", "\U0001f600\u200d", "\U0001f3f4", "\ufe0f", "\u0430b ",
    "\u03b1\u03b1\u03b1 ",
    "A1b", "e\u0301",
)  # fmt: skip


@pytest.mark.parametrize("reader", READERS.values(), ids=READERS)
@pytest.mark.parametrize("fragment", FRAGMENTS)
def test_time_grows_with_the_length_of_a_repetitive_text(fragment: str, reader: Callable[[str], Any]) -> None:
    assert growth(lambda length: fragment * (length // len(fragment)), reader, LENGTH) < MOST


@pytest.mark.parametrize("before", ["a: ", "a: [", "- (", "a: 'x' "])
@pytest.mark.parametrize("fragment", [" #", "(a,", "x(y,", "[],", "a, ", "a,\t"])
def test_time_grows_with_the_length_of_a_line_that_may_be_cut(before: str, fragment: str) -> None:
    ends = "] # )" if before.endswith("[") else " # )"

    def make(length: int) -> str:
        return before + fragment * (length // len(fragment)) + ends

    assert growth(make, lambda text: cut_texts(text, 1), LENGTH) < MOST
