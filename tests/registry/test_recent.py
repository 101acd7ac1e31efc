"""Of very many values those that were asked for lately are kept."""

from hypothesis import given
from hypothesis import strategies as st

from alvara.registry.recent import Recent


@given(st.integers(1, 6), st.lists(st.integers(0, 20), max_size=80))
def test_the_last_that_were_asked_for_are_kept_and_at_most_twice_as_many(most: int, asked: list[int]) -> None:
    recent: Recent[int, str] = Recent(most)

    for key in asked:
        known = recent[key]
        assert known in (None, str(key))
        if known is None:
            recent.keep(key, str(key))

    assert len(recent) + len(recent._older) <= 2 * most
    last = list(dict.fromkeys(reversed(asked)))[:most]
    assert [recent[key] for key in last] == [str(key) for key in last]
