"""The page on language: its figures are those that are measured."""

import re

from tests.docs.page import read_page
from tests.resolution.measure import ask, figures
from tests.resolution.sentences import HELD_BACK, read


def test_the_figures_are_those_of_the_sentences_that_were_held_back() -> None:
    page = read_page("language")
    written = [(int(right), int(of)) for right, of in re.findall(r"\| (\d+) of (\d+) \|", page.text)]

    assert written == [(share.right, share.of) for share in figures(ask(read(HELD_BACK)))]
