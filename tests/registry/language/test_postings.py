"""BM25 against a plain reading of its formula, and phrases against a plain search."""

from math import log

from hypothesis import given
from hypothesis import strategies as st

from alvara.registry.language.phrases import Listing, Phrases
from alvara.registry.language.postings import Postings

_DOCUMENTS = st.lists(st.lists(st.integers(0, 9), max_size=8), min_size=1, max_size=12)


def _score(documents: list[list[int]], number: int, words: set[int]) -> float:
    average = sum(map(len, documents)) / len(documents)
    score = 0.0
    for word in words:
        having = sum(word in document for document in documents)
        count = documents[number].count(word)
        if count:
            weight = log(1 + (len(documents) - having + 0.5) / (having + 0.5))
            norm = 1 - 0.5 + 0.5 * len(documents[number]) / average
            score += weight * count * 2.2 / (count + 1.2 * norm)
    return score


@given(_DOCUMENTS, st.lists(st.integers(0, 9), min_size=1, max_size=4))
def test_scores_are_those_of_the_formula(documents: list[list[int]], words: list[int]) -> None:
    for hit in Postings(documents, 10).rank(words):
        assert abs(hit.score - _score(documents, hit.number, set(words))) < 1e-5


@given(_DOCUMENTS, st.lists(st.integers(0, 9), min_size=1, max_size=4))
def test_what_has_all_the_words_is_found_and_has_all_their_weight(documents: list[list[int]], words: list[int]) -> None:
    whole = {number for number, document in enumerate(documents) if set(words) <= set(document)}
    hits = Postings(documents, 10).rank(words)

    assert whole <= {hit.number for hit in hits}
    assert {hit.number for hit in hits if hit.share == 1} >= whole


def test_an_unknown_word_takes_from_the_share() -> None:
    postings = Postings([[0, 1], [2]], 3)

    assert postings.rank([0])[0].share == 1
    assert postings.rank([0], unknown=1)[0].share < 0.5


def test_of_very_many_those_that_are_near_are_scored_too() -> None:
    postings = Postings([[0] for _ in range(500)], 1)

    assert 499 not in {hit.number for hit in postings.rank([0])}
    assert 499 in {hit.number for hit in postings.rank([0], near=[499])}


@given(st.lists(st.tuples(st.lists(st.integers(0, 2), min_size=1, max_size=3), st.integers(0, 5)), max_size=30))
def test_a_phrase_stands_for_whatever_has_exactly_its_words(listed: list[tuple[list[int], int]]) -> None:
    listing = Listing()
    ordered = sorted(listed, key=lambda one: one[1])
    for words, number in ordered:
        listing.add(words, number, number % 3)
    phrases = Phrases(listing)

    for words, _ in ordered:
        expected = [(number, number % 3) for other, number in ordered if other == words]
        assert sorted(phrases.of(words, 100)) == sorted(expected)


def test_of_a_phrase_of_very_many_the_near_ones_are_given_too() -> None:
    listing = Listing()
    for number in range(200):
        listing.add([7], number, 0)

    assert [entry.number for entry in Phrases(listing).of([7], 3, near=[150])] == [0, 1, 2, 150]
