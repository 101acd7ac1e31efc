"""`alvara store undeny`: proposed by one, signed by all it takes, and what is not signed."""

from pathlib import Path

import pytest

from tests.cli.conftest import run as run
from tests.store.stop_commands import Verb, denied
from tests.store.stop_commands import deny as deny
from tests.store.stop_commands import keys as keys
from tests.store.stop_commands import made as made
from tests.store.stop_commands import store as store
from tests.store.stop_commands import undeny as undeny
from tests.store.stop_lists import CANCEL, LATER


def test_it_is_given_back_once_the_last_has_signed(deny: Verb, undeny: Verb, store: Path) -> None:
    deny()
    proposed = undeny("bia", "--reason", "Mended.")
    between = denied(store)
    completed = undeny("tom")

    assert (proposed.code, completed.code) == (0, 0)
    assert "still missing: technical" in proposed.out
    assert "given back: order.cancel" in completed.out
    assert (between, denied(store)) == ({CANCEL}, frozenset())


def test_the_json_says_where_that_leaves_it(deny: Verb, undeny: Verb) -> None:
    first = deny(CANCEL, "tom", "--format", "json").json
    second = undeny("bia", "--reason", "Mended.", "--format", "json").json
    third = undeny("tom", "--format", "json").json

    assert [first["sequence"], second["sequence"], third["sequence"]] == [1, 2, 2]
    assert [first["stopped"], second["stopped"], third["stopped"]] == [True, True, False]
    assert second["proposed"]["signed"] == ["bia"]
    assert second["proposed"]["missing"] == ["technical"]
    assert second["digest"] == third["digest"] != first["digest"]


def test_to_stop_again_ends_what_was_proposed(deny: Verb, undeny: Verb, store: Path) -> None:
    deny()
    undeny("bia", "--reason", "Mended.")
    again = deny(CANCEL, "tom", "--reason", "It is not.", now=LATER)
    after = undeny("tom")

    assert again.code == 0
    assert after.code == 2
    assert "--reason" in after.err
    assert denied(store) == {CANCEL}


@pytest.mark.parametrize(
    ("who", "options", "code", "words"),
    [
        ("ana", ("--reason", "x"), 1, "`ana` proposed `order.cancel`, and nobody gives back their own work"),
        ("rex", ("--reason", "x"), 1, "the word of `rex` would not count here: it takes technical and business"),
        ("tom", (), 2, "--reason"),
        ("tom", ("--reason", "x", "--as", "bia"), 1, "is no key of `bia`"),
        ("tom", ("--reason", "x", "--as", "zoe"), 1, "nobody is known as `zoe`"),
        ("tom", ("--reason", "   "), 2, "a reason is"),
        ("tom", ("--reason", "x" * 1001), 2, "a reason is"),
    ],
)
def test_what_would_not_count_is_not_signed(
    deny: Verb, undeny: Verb, store: Path, who: str, options: tuple[str, ...], code: int, words: str
) -> None:
    deny()
    before = (store / "deny.json").read_bytes()
    ran = undeny(who, *options)

    assert ran.code == code
    assert words in ran.err
    assert (store / "deny.json").read_bytes() == before


def test_nobody_signs_twice(deny: Verb, undeny: Verb, store: Path) -> None:
    deny()
    undeny("bia", "--reason", "Mended.")
    again = undeny("bia")

    assert again.code == 0
    assert "`bia` has signed it already; still missing: technical" in again.err


def test_who_signs_a_proposal_does_not_give_it_another_reason(deny: Verb, undeny: Verb) -> None:
    deny()
    undeny("bia", "--reason", "Mended.")
    ran = undeny("tom", "--reason", "Another.")

    assert ran.code == 2
    assert "`bia` proposed it for another reason: Mended." in ran.err


def test_an_old_proposal_is_made_anew(deny: Verb, undeny: Verb, store: Path) -> None:
    deny()
    undeny("bia", "--reason", "Mended.")
    late = undeny("tom", "--reason", "Still mended.", now="2026-09-20T08:00:00Z")

    assert "still missing: business" in late.out
    assert denied(store) == {CANCEL}


def test_what_is_not_stopped_is_not_given_back(undeny: Verb, store: Path) -> None:
    ran = undeny("tom", "--reason", "x")

    assert (ran.code, "`order.cancel` is not stopped" in ran.err) == (0, True)
    assert not (store / "deny.json").exists()
