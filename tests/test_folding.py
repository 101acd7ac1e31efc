"""Several texts folded in one go are folded as each alone would be."""

from hypothesis import given
from hypothesis import strategies as st

from alvara.identity.fold import fold, folded_words

SIGNS = st.sampled_from([*"aB \t\0\x1c\x85\u2028\u1680\u00a0ßΣςİıﬁ\u0301\u0327éＡ\u3000´\u1100\u1161\u0345ᾳ", "\ud800"])


@given(st.lists(st.text(SIGNS, max_size=5), max_size=4))
def test_texts_fold_together_as_alone(words: list[str]) -> None:
    assert folded_words(words) == tuple(fold(word) for word in words)
