"""What was stopped is given back by all who would have to agree to it; doubt keeps it shut."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alvara.app.stop_judge import Judge
from alvara.store.denials import BadDenyList, Listed
from alvara.store.stopping import names_in, stops_in
from tests.release.world import CANCEL as CANCEL_FILE
from tests.release.world import POLICY, person, world
from tests.store.stop_lists import CANCEL, LATER, READ, STOPPED, added, judge_of, names, people, signed_by, stops, usual

DENIED = added((), "deny", CANCEL, "tom")
CRITICAL = POLICY.replace("high:", "critical: {slots: [technical, technical, business], maxAgeDays: 9}, high:")


def lift(*who: str, listed: Listed = DENIED, at: str = LATER, capability: str = CANCEL) -> Listed:
    return added(listed, "undeny", capability, *who, at=at)


def test_the_whole_quorum_gives_it_back() -> None:
    assert names(lift("tom", "bia")) == frozenset()
    assert names(lift("bia", "tom")) == frozenset()


@pytest.mark.parametrize(
    ("who", "missing"),
    [
        (("tom",), ("business",)), (("bia",), ("technical",)), (("rex",), ("technical", "business")),
        (("ana",), ("technical", "business")), (("ana", "bia"), ("technical",)), (("rex", "tom"), ("business",)),
    ],
)  # fmt: skip
def test_less_gives_nothing_back_and_it_is_told_what_is_missing(who: tuple[str, ...], missing: tuple[str, ...]) -> None:
    (stop,) = stops(lift(*who))

    assert stop.names == {CANCEL}
    assert stop.proposed is not None
    assert stop.proposed.missing == missing


def test_one_person_may_stop_and_not_give_back_as_two() -> None:
    both = people(tom=person("tom", ("technical", "business")))

    assert names(lift("tom"), both) == {CANCEL}


def test_one_key_of_two_people_counts_once() -> None:
    shared = people(bia=person("tom", ("business",)))
    listed = (*DENIED, signed_by(lift("tom")[-1].entry, "tom"))

    assert names(listed, shared) == {CANCEL}


def test_nobody_gives_back_what_they_proposed() -> None:
    """Ana proposed it, and holds the role of Tom here."""
    judge = people(ana=person("ana", ("technical",)))

    assert names(lift("ana", "bia"), judge) == {CANCEL}
    assert names(lift("tom", "bia"), judge) == frozenset()


def test_a_seat_that_is_lent_counts_once() -> None:
    lent = 'delegations: [{to: bia, role: technical, scope: ["*"], from: "2026-09-01", until: "2026-09-10"}]\n'
    judge = people(tom=person("tom", ("technical", "business"), more=lent))

    assert names(lift("bia"), judge) == {CANCEL}
    assert names(lift("tom", "bia"), judge) == frozenset()


def test_where_a_level_asks_for_nobody_one_person_with_a_role_gives_back() -> None:
    denied = added((), "deny", READ, "bia")

    assert names(lift("rex", listed=denied, capability=READ)) == frozenset()
    assert names(lift("ana", listed=denied, capability=READ)) == {READ}


@pytest.mark.parametrize("who", [("tom", "bia"), ("tom",)])
def test_what_no_bundle_knows_any_more_takes_what_is_gravest(who: tuple[str, ...]) -> None:
    judge = people(policy=CRITICAL)
    denied = added((), "deny", "order.gone", "tom")

    assert names(lift(*who, listed=denied, capability="order.gone"), judge) == {"order.gone"}


def test_a_floor_of_the_policy_raises_the_level() -> None:
    judge = people(policy=CRITICAL + "riskFloors: {cancel: critical}\n")

    assert names(lift("tom", "bia"), judge) == {CANCEL}


def test_a_risk_that_a_later_bundle_raises_is_asked_for_again() -> None:
    files = {**dict(world()), "governance/policy.yaml": CRITICAL.encode()}
    files[CANCEL_FILE] = files[CANCEL_FILE].replace(b"risk: high", b"risk: critical")

    assert names(lift("tom", "bia"), judge_of(files)) == {CANCEL}


def test_a_key_that_is_revoked_gives_nothing_back() -> None:
    assert names(lift("tom", "bia"), people(revoked="bia")) == {CANCEL}


def test_nothing_is_given_back_before_it_was_stopped() -> None:
    assert names(lift("tom", "bia", at="2026-09-02T07:59:59Z")) == {CANCEL}
    assert names(lift("tom", "bia", at=STOPPED)) == frozenset()


def test_to_stop_again_ends_a_proposal() -> None:
    proposed = lift("tom")
    again = added(proposed, "deny", CANCEL, "bia", at=LATER)

    (stop,) = stops(again)
    completed = (*again[:1], signed_by(again[1].entry, "tom", "bia"), again[2])

    assert (stop.entry.sequence, stop.proposed) == (1, None)
    assert names(completed) == {CANCEL}


def test_a_later_proposal_takes_the_place_of_an_earlier_one() -> None:
    (stop,) = stops(lift("bia", listed=lift("tom"), at="2026-09-04T08:00:00Z"))

    assert stop.proposed is not None
    assert stop.proposed.people == ("bia",)


def test_the_signatures_of_two_proposals_are_not_counted_together() -> None:
    assert names(lift("bia", listed=lift("tom"))) == {CANCEL}


def test_a_signature_under_one_proposal_is_none_under_another() -> None:
    first, second = lift("tom")[-1], lift("bia", listed=lift("tom"))[-1]
    borrowed = second._replace(signatures=(*second.signatures, *first.signatures))

    with pytest.raises(BadDenyList, match="does not belong"):
        stops((*lift("tom"), borrowed))


def test_what_gives_back_one_thing_gives_back_no_other() -> None:
    both = added(added((), "deny", CANCEL, "tom"), "deny", READ, "tom")

    assert names(lift("tom", listed=both, capability=READ)) == {CANCEL}


def test_a_small_matter_does_not_take_a_grave_one_along() -> None:
    """`order.read` takes one person; an entry that claims that `order.cancel` is called so, too, takes all."""
    claimed = added(DENIED, "undeny", READ, "tom", also=[CANCEL], at=LATER)

    assert names(claimed) == {CANCEL}


def test_a_name_that_belongs_to_something_else_is_stopped_only_by_whom_that_concerns() -> None:
    judge = people(tom=person("tom", ("technical",), READ))
    listed = added((), "deny", READ, "tom", also=[CANCEL, "order.look"])

    assert names(listed, judge) == {READ, "order.look"}


RENAMED = {
    **dict(world()),
    "capabilities/order/abort.yaml": dict(world())[CANCEL_FILE].replace(
        b"id: order.cancel", b"id: order.abort\naliases: [order.quit]"
    ),
    "ledger/migrations/capability/order.cancel.yaml":
        b'from: order.cancel\nto: order.abort\nsince: "2026-09-01"\nreason: Clearer.\n',
}  # fmt: skip
del RENAMED[CANCEL_FILE]


def test_what_was_renamed_since_is_stopped_under_both_names_and_given_back_under_either() -> None:
    judge = judge_of(RENAMED)

    assert names(DENIED, judge) == {CANCEL, "order.abort"}
    assert names(lift("tom", "bia", capability="order.abort"), judge) == frozenset()
    assert names(lift("tom", "bia", capability=CANCEL), judge) == frozenset()
    assert names(lift("tom", capability="order.abort"), judge) == {CANCEL, "order.abort"}


def test_a_stop_that_names_what_it_was_called_before_holds_after_a_rollback() -> None:
    also = judge_of(RENAMED).also("order.abort")
    denied = added((), "deny", "order.abort", "tom", also=also)

    assert also == (CANCEL, "order.quit")
    assert names(denied, usual()) == {CANCEL, "order.abort", "order.quit"}
    assert names(lift("tom", "bia", listed=denied, capability=CANCEL), usual()) == frozenset()


def test_what_has_ended_can_be_stopped_for_executions_that_still_run_it() -> None:
    stone = b'id: order.old\nkind: capability\nsince: "2026-08-01"\nlastVersion: "1.0.0"\nreason: Nobody used it.\n'
    judge = judge_of({**dict(world()), "ledger/tombstones/capability/order.old.yaml": stone})

    assert judge.meant("order.old") == "order.old"
    assert judge.meant("order.older") is None
    assert names(added((), "deny", "order.old", "tom"), judge) == {"order.old"}


UNGOVERNED = judge_of({path: data for path, data in dict(world()).items() if path.endswith("read.yaml")
                         or path.startswith(("alvara", "semantic", "docs"))})  # fmt: skip


def test_without_a_governance_entries_are_not_signed() -> None:
    denied = added((), "deny", READ)

    assert names(denied, UNGOVERNED) == {READ}
    assert names(added(denied, "undeny", READ), UNGOVERNED) == frozenset()


def test_what_nobody_signed_stays_stopped_once_somebody_governs() -> None:
    denied = added((), "deny", READ)
    back = added(denied, "undeny", READ)

    assert names(denied) == {READ}
    assert names(back) == {READ}
    assert names(added(back, "undeny", READ, "tom", at=LATER)) == frozenset()


def test_what_nobody_signed_does_not_come_after_what_somebody_did() -> None:
    with pytest.raises(BadDenyList, match="entry 2 is not signed, and comes after one that is"):
        stops(added(DENIED, "undeny", CANCEL))


def test_what_is_signed_is_not_believed_where_nobody_is_known() -> None:
    with pytest.raises(BadDenyList, match="does not say who that is"):
        stops(added((), "deny", READ, "tom"), UNGOVERNED)


steps = st.lists(
    st.tuples(
        st.sampled_from(("deny", "undeny")), st.sampled_from((CANCEL, READ)),
        st.lists(st.sampled_from(("tom", "bia", "rex")), min_size=1, max_size=3, unique=True),
    ),
    max_size=6,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(steps)
def test_a_list_comes_to_what_its_story_says(story: Sequence[Any]) -> None:
    listed: Listed = ()
    expected: set[str] = set()
    for decision, capability, who in story:
        listed = added(listed, decision, capability, *who, at=LATER)
        if decision == "deny":
            expected.add(capability)
        elif capability == READ or {"tom", "bia"} <= set(who):
            expected.discard(capability)

    assert names(listed) == expected


@settings(max_examples=60, deadline=None)
@given(steps, st.sampled_from(("tom", "bia", "rex")))
def test_a_revocation_never_gives_anything_back(story: Sequence[Any], revoked: str) -> None:
    listed: Listed = ()
    for decision, capability, who in story:
        listed = added(listed, decision, capability, *who, at=LATER)
    judge = _revoked(revoked)

    assert names(listed) <= names_in(stops_in(listed, judge.bench), judge.bench)


@cache
def _revoked(name: str) -> Judge:
    return people(revoked=name)
