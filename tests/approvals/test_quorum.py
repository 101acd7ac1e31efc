"""Who fills which slot: against trying everything, and in bounded time."""

from itertools import product
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.approvals.quorum import Voice, fill

ROLES = ("technical", "business")
VOICES = st.builds(
    Voice,
    st.sampled_from(ROLES), st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from([b"1", b"2", b"3"]),
    st.sampled_from(["r1", "r2", "r3"]), st.sampled_from(["2026", "2027"]),
)  # fmt: skip
SLOTS = st.lists(st.sampled_from(ROLES), max_size=4)


def filled_by_trying_all(slots: list[str], voices: list[Voice]) -> int:
    """Count how many slots can be filled, by looking at every way to fill them."""
    choices = [[None, *(voice for voice in voices if voice.role == slot)] for slot in slots]
    return max(sum(voice is not None for voice in way) for way in product(*choices) if may_be(way))


def may_be(way: tuple[Voice | None, ...]) -> bool:
    """Whether nobody counts twice in a way to fill slots."""
    heard = [voice for voice in way if voice is not None]
    return all(
        len({getattr(voice, what) for voice in heard}) == len(heard) for what in ("person", "seat", "key")
    )  # fmt: skip


@settings(max_examples=300)
@given(SLOTS, st.lists(VOICES, max_size=7))
def test_as_many_are_filled_as_can_be(slots: list[str], voices: list[Voice]) -> None:
    found = fill(slots, voices)

    assert len(found) == len(slots)
    assert may_be(found)
    assert all(
        voice is None or (voice.role == slot and voice in voices) for slot, voice in zip(slots, found, strict=True)
    )
    assert sum(voice is not None for voice in found) == filled_by_trying_all(slots, voices)


@given(SLOTS, st.lists(VOICES, max_size=7), st.randoms(use_true_random=False))
def test_the_order_of_the_voices_does_not_matter(slots: list[str], voices: list[Voice], random: object) -> None:
    shuffled = list(voices)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    assert fill(slots, shuffled) == fill(slots, voices)


@given(SLOTS, st.lists(VOICES, max_size=6), VOICES)
def test_one_more_voice_never_empties_a_slot(slots: list[str], voices: list[Voice], more: Voice) -> None:
    def filled(heard: list[Voice]) -> int:
        return sum(voice is not None for voice in fill(slots, heard))

    assert filled(voices) <= filled([*voices, more]) <= filled(voices) + 1


def test_of_two_that_say_the_same_the_later_end_is_heard() -> None:
    old, new = Voice("technical", "a", "a", b"1", "r1", "2026-10-01"), Voice("technical", "a", "a", b"1", "r2", "2027")

    assert fill(["technical"], [old, new]) == (new,)


def test_the_later_end_is_heard_whatever_key_it_was_signed_with() -> None:
    old, new = Voice("technical", "a", "a", b"1", "r1", "2026-10-01"), Voice("technical", "a", "a", b"2", "r2", "2027")
    other = Voice("technical", "b", "b", b"2", "r3", "2026-11-01")

    assert fill(["technical"], [old, new]) == (new,)
    assert fill(["technical", "technical"], [old, new]) == (new, None)
    assert set(fill(["technical", "technical"], [old, new, other])) == {old, other}


def voices_of(number: int, people: int, seats: int, keys: int) -> list[Voice]:
    """Make many voices out of few people, seats and keys."""
    return [
        Voice(ROLES[n % 2], f"p{n * 17 % people}", f"s{n * 19 % seats}", bytes([n * 23 % keys]), f"r{n}")
        for n in range(number)
    ]


@pytest.mark.parametrize("people", [1, 3, 7, 8, 200])
@pytest.mark.parametrize("seats", [1, 7, 200])
@pytest.mark.parametrize("keys", [1, 3, 7, 8, 200])
def test_eight_slots_and_two_hundred_voices_take_no_time(people: int, seats: int, keys: int) -> None:
    slots = [ROLES[number % 2] for number in range(8)]
    voices = voices_of(200, people, seats, keys)
    began = process_time()

    found = fill(slots, voices)

    assert process_time() - began < 1
    assert may_be(found)
    assert sum(voice is not None for voice in found) >= min(people, seats, keys, 8) // 2


def test_eight_slots_out_of_seven_people_by_pairs() -> None:
    """Pairs of people who sit in each other's seats look as if they filled more slots than they can."""
    slots = ["technical"] * 8
    voices = [Voice("technical", f"p{a}", f"p{b}", bytes([a * b % 7]), f"{a}{b}") for a in range(14) for b in range(14)]
    began = process_time()

    found = fill(slots, voices)

    assert process_time() - began < 1
    assert sum(voice is not None for voice in found) == 7
