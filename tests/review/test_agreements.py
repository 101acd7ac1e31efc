"""What a review says of people's agreement: whose counts no longer and why, whose is new, and who is to sign."""

import json
from collections.abc import Callable, Iterable

import pytest

from alvara.app.agreement_reach import reached
from alvara.app.agreement_turns import People
from alvara.app.diffing import diff
from alvara.approvals.authorship import Authored
from alvara.compare.bases import Base
from alvara.review import json_v1
from alvara.review.review import Point, Review, Thing
from tests.approvals.registry import CANCEL, CANCEL_FILE, COPY_FILE, COPY_TEXT, READ_FILE, RULE_FILE, SCHEMA_FILE
from tests.approvals.world import VALIDATORS, World, key, person, role
from tests.review.comparing import points_of, shown
from tests.review.test_hostile_review import VALIDATOR

BOTH = "the agreement of `bruno` (business) and `tina` (technical) counts no longer, since "
SIGN_AGAIN = "; it has to be signed again as technical by `tina` or `tom` and as business by `bruno` or `tom`"
TINA = "the agreement of `tina` (technical) counts no longer, since "


def review_of(world: World, *, is_one_work: bool = True) -> Review:
    """Review what the change of a world does."""

    def authored(paths: Iterable[str]) -> list[Authored]:
        wanted = set(paths)
        return [Authored(path, "c0ffee" * 6, "Somebody", email) for email, path in world.authors if path in wanted]

    people = People(VALIDATORS, is_one_work, lambda: world.moment, authored if is_one_work else lambda paths: ())
    before, after = shown("before", world.base or {}, world.moment), shown("after", world.now, world.moment)
    return diff(Base("explicit", "before", "0" * 40), before, after, world.moment, people)


def told(world: World) -> list[Point]:
    """List what is told of agreements."""
    return [point for point in points_of(review_of(world)) if point.aspect == "approvals"]


def _content_changes(world: World) -> None:
    world.edit(CANCEL_FILE, "for good.", "for ever.")


def _schema_changes(world: World) -> None:
    world.edit(SCHEMA_FILE, '"maxLength": 20', '"maxLength": 30')


def _guard_changes(world: World) -> None:
    world.edit(RULE_FILE, 'SETTLED"\n', 'CANCELLED"\n')


def _guard_goes(world: World) -> None:
    world.edit(RULE_FILE, "[payment.cancel]", "[payment.read]")


def _another_allows(world: World) -> None:
    text = str(world.now[RULE_FILE]).replace("payment.settled", "payment.open").replace("effect: deny", "effect: allow")
    world.now["policies/payment/open.yaml"] = text


def _somebody_rejects(world: World) -> None:
    world.sign("tom", "technical", decision="reject")


def _record_goes(world: World) -> None:
    del world.now[next(path for path in world.now if path.endswith("technical-tina.yaml"))]


def _record_is_edited(world: World) -> None:
    path = next(path for path in world.now if path.endswith("technical-tina.yaml"))
    world.edit(path, '"risk": "high"', '"risk": "critical"')


def _id_changes(world: World) -> None:
    text = str(world.now.pop(CANCEL_FILE))
    renamed = text.replace("id: payment.cancel", "id: payment.undo\naliases: [payment.cancel]")
    world.now["capabilities/payment/undo.yaml"] = renamed


VOIDED: dict[str, tuple[Callable[[World], None], str]] = {
    "its content": (_content_changes, f"{BOTH}its content changed{SIGN_AGAIN}"),
    "a schema that it refers to": (_schema_changes, f"{BOTH}its content changed{SIGN_AGAIN}"),
    "a policy that decides on it": (
        _guard_changes, f"{BOTH}the policy `payment.settled` decides otherwise than when it was signed{SIGN_AGAIN}",
    ),
    "a policy that decides on it no longer": (
        _guard_goes,
        f"{BOTH}the policy `payment.settled` decided when it was signed and does not any longer{SIGN_AGAIN}",
    ),
    "another policy allows": (
        _another_allows, f"{BOTH}the policy `payment.open` allows since, and did not when it was signed{SIGN_AGAIN}",
    ),
    "a refusal": (
        _somebody_rejects,
        f"{BOTH}tom, speaking as technical, has rejected it; nobody can agree to it before it changes",
    ),
    "a record is gone": (
        _record_goes, f"{TINA}the record of it is gone; it has to be signed again as technical by `tina` or `tom`",
    ),
    "a record is edited": (
        _record_is_edited,
        f"{TINA}its signature does not hold: it does not belong to what it is said to sign; "
        "it has to be signed again as technical by `tina` or `tom`",
    ),
    "its ID": (_id_changes, f"{BOTH}its ID is another one now{SIGN_AGAIN}"),
}  # fmt: skip


@pytest.mark.parametrize("name", VOIDED)
def test_what_voids_is_told_in_one_line_with_who_is_to_sign(name: str) -> None:
    change, words = VOIDED[name]
    world = World()
    world.stand()
    change(world)

    (point,) = told(world)

    assert (point.words, point.impact, point.bump) == (words, "narrowing", "none")
    assert point.file == next(path for path in world.now if path.endswith(("undo.yaml", "cancel.yaml")))
    assert [one["person"] for one in point.before["agreed"]] == ["bruno", "tina"]


def _thing(review: Review, id: str = CANCEL) -> Thing:
    return next(thing for thing in review.things if thing.id == id)


def test_it_stands_at_the_top_even_where_something_breaks() -> None:
    world = World()
    world.stand()
    world.edit(CANCEL_FILE, "required: [paymentId]", "required: [paymentId, other]")

    points = _thing(review_of(world)).points

    assert points[0].aspect == "approvals"
    assert "breaking" in {point.impact for point in points}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (CANCEL_FILE, "id: payment.cancel", "# why\nid: payment.cancel"),
        (CANCEL_FILE, "status: active", "status: approved"),
        (READ_FILE, "Reads one payment.", "Reads a payment."),
        (RULE_FILE, "What is settled", "Whatever is settled"),
        (RULE_FILE, "effect: deny", "effect: require-confirmation"),
    ],
)
def test_only_what_voids_is_told(path: str, old: str, new: str) -> None:
    world = World()
    world.stand()
    world.edit(path, old, new)

    assert bool(told(world)) == ("effect" in old)


def test_a_comment_by_who_agreed_before_voids_nothing() -> None:
    world = World()
    world.stand()
    world.edit(CANCEL_FILE, "id: payment.cancel", "# as agreed\nid: payment.cancel")
    world.authors.append(("tina@example.org", CANCEL_FILE))

    assert told(world) == []


def test_what_is_renewed_is_brought_and_nothing_is_voided() -> None:
    world = World()
    world.stand()
    world.moment = "2026-12-20T12:00:00Z"
    first = next(path for path in world.now if path.endswith("technical-tina.yaml"))
    world.sign("tina", "technical", path=first.replace(".yaml", "-2.yaml"), expiresAt="2027-05-01T00:00:00Z")

    (point,) = told(world)

    assert point.words == "it is agreed on by `tina` (technical, until 2027-05-01)"
    assert [one["until"][:10] for one in point.after["agreed"]] == ["2027-01-01", "2027-05-01"]
    world.merge()
    assert told(world) == []
    world.edit(CANCEL_FILE, "for good.", "for ever.")
    assert [point.words for point in told(world)] == [f"{BOTH}its content changed{SIGN_AGAIN}"]


def test_what_has_expired_is_not_the_doing_of_a_change() -> None:
    world = World()
    world.sign_both(expiresAt="2026-10-01T00:00:00Z")
    world.merge()
    world.moment = "2026-11-01T00:00:00Z"
    world.edit(CANCEL_FILE, "for good.", "for ever.")

    assert told(world) == []


def test_what_is_signed_anew_takes_nothing_back() -> None:
    world = World()
    world.stand()
    world.edit(CANCEL_FILE, "for good.", "for ever.")
    world.edit(CANCEL_FILE, "1.0.0", "1.0.1")
    world.sign_both()

    (point,) = told(world)

    anew = "it is agreed on anew by `bruno` (business, until 2027-01-01) and `tina` (technical, until 2027-01-01)"
    assert (point.words, point.impact) == (f"{BOTH}its content changed; {anew}", "text")
    assert review_of(world).untold == 0


def test_what_is_signed_anew_by_some_lacks_the_others() -> None:
    world = World()
    world.stand()
    world.edit(CANCEL_FILE, "for good.", "for ever.")
    world.sign("tina", "technical")

    (point,) = told(world)

    anew = "it is agreed on anew by `tina` (technical, until 2027-01-01)"
    again = "it has to be signed again as business by `bruno` or `tom`"
    assert (point.words, point.impact) == (f"{BOTH}its content changed; {anew}; {again}", "narrowing")


def test_what_a_change_brings_is_told() -> None:
    world = World()
    world.sign("tina", "technical")

    (point,) = told(world)

    assert (point.words, point.impact) == (
        "it is agreed on by `tina` (technical, until 2027-01-01)", "additive",
    )  # fmt: skip
    assert point.before is None
    assert point.after["missing"] == [{"role": "business", "people": ["bruno", "tom"]}]
    assert review_of(world).untold == 0


def test_who_signs_in_the_place_of_another_is_told_so() -> None:
    world = World()
    leave = {"role": "technical", "scope": ["*"], "to": "tom", "from": "2026-08-25", "until": "2026-09-10"}
    world.govern("people/tina.yaml", person("tina", role("technical"), delegations=[leave]))
    world.sign("tom", "technical", onBehalfOf="tina")

    (point,) = told(world)

    assert point.words == "it is agreed on by `tom` (technical, in place of `tina`, until 2027-01-01)"


def test_a_refusal_of_what_nobody_agreed_on_is_told() -> None:
    world = World()
    world.sign("tom", "business", decision="reject")

    (point,) = told(world)

    assert point.words == "tom, speaking as business, has rejected it; nobody can agree to it before it changes"
    assert (point.impact, [one["person"] for one in point.after["refused"]]) == ("narrowing", ["tom"])


def test_nobody_is_left() -> None:
    world = World()
    world.govern("people/tom.yaml", person("tom"))
    world.stand()
    world.edit(CANCEL_FILE, "for good.", "for ever.")
    world.edit(CANCEL_FILE, "proposedBy: [ana]", "proposedBy: [ana, tina]")

    (point,) = told(world)

    again = "it has to be signed again as business by `bruno`; nobody is left who may sign as technical"
    assert point.words == f"{BOTH}its content changed; {again}"


def test_a_step_that_changes_voids_what_was_agreed_on_the_whole() -> None:
    world = World()
    world.now[COPY_FILE] = COPY_TEXT
    world.sign_both(about=world.subject("payment.copy"))
    world.merge()
    world.edit(READ_FILE, "Reads one payment.", "Reads a payment.")

    (point,) = told(world)

    with_ana = SIGN_AGAIN.replace("by ", "by `ana`, ")
    assert (point.subject, point.words) == ("payment.copy", f"{BOTH}what it runs changed{with_ana}")


def test_a_governance_that_comes_is_told_by_what_it_will_void() -> None:
    world = World()
    world.stand()
    lost = {"key": key("tina").public.fingerprint, "since": "always", "reason": "lost"}
    world.now["governance/revocations.yaml"] = json.dumps({"revocations": [lost]})

    (point,) = told(world)

    assert point.words == (
        "once the governance that comes with this judges, the agreement of `tina` (technical) counts no longer, since "
        "the key `laptop` of `tina` is revoked; it has to be signed again as technical by `tom`"
    )
    assert point.impact == "narrowing"


def test_where_the_base_has_no_governance_that_of_the_change_judges() -> None:
    world = World()
    world.sign_both()
    world.base = {path: text for path, text in world.now.items() if not path.startswith("governance/")}
    world.edit(CANCEL_FILE, "for good.", "for ever.")

    (point,) = told(world)

    assert point.words == f"{BOTH}its content changed{SIGN_AGAIN}"


def test_a_governance_that_cannot_be_read_is_said_and_nothing_is_guessed() -> None:
    world = World()
    world.stand()
    world.edit(CANCEL_FILE, "for good.", "for ever.")
    world.govern("teams.yaml", "payments-team: [\n")

    review = review_of(world)

    assert [point for point in points_of(review) if point.aspect == "approvals"] == []
    assert [note for note in review.notes if note.startswith("what people agreed on is not compared: governance/teams")]


def test_a_governance_that_comes_and_cannot_be_read_leaves_the_other_to_judge() -> None:
    world = World()
    world.stand()
    world.edit(CANCEL_FILE, "for good.", "for ever.")
    world.now["governance/teams.yaml"] = "payments-team: [\n"

    review = review_of(world)

    assert [p.words for p in points_of(review) if p.aspect == "approvals"] == [f"{BOTH}its content changed{SIGN_AGAIN}"]
    assert [note for note in review.notes if "that comes with it cannot be told: governance/teams" in note]


def test_between_releases_nobody_is_left_out_as_an_author_and_old_records_are_taken() -> None:
    world = World()
    world.sign_both(issuedAt="2026-08-01T12:00:00Z")
    world.edit(CANCEL_FILE, "id: payment.cancel", "# as agreed\nid: payment.cancel")
    world.authors.append(("tina@example.org", CANCEL_FILE))
    long_ago = People(VALIDATORS, False, lambda: "2026-07-01T00:00:00Z")
    before, after = shown("before", world.base or {}, world.moment), shown("after", world.now, world.moment)

    review = diff(Base("explicit", "v1", "0" * 40), before, after, world.moment, long_ago)

    (point,) = [point for point in points_of(review) if point.aspect == "approvals"]
    assert [one["person"] for one in point.after["agreed"]] == ["bruno", "tina"]
    assert told(world) == []


@pytest.mark.parametrize("name", VOIDED)
def test_json_keeps_its_schema(name: str) -> None:
    world = World()
    world.stand()
    VOIDED[name][0](world)

    assert VALIDATOR.is_valid(json.loads(json_v1.render(review_of(world))))


def _ledger_grows(world: World) -> None:
    said = {"version": "v1", "sequence": 1, "previous": None, "components": {}, "ids": {}}
    world.now["ledger/releases/1-v1.yaml"] = json.dumps(said)
    world.edit(CANCEL_FILE, "for good.", "for ever.")


def _step_changes(world: World) -> None:
    world.edit(READ_FILE, "Reads one payment.", "Reads a payment.")


def _attached_by_another_name(world: World) -> None:
    world.edit(RULE_FILE, "{capabilities: [payment.cancel]}", "{resources: [payment]}")


TOUCHING = {
    **{name: change for name, (change, _) in VOIDED.items()},
    "the ledger": _ledger_grows, "a step": _step_changes, "what a policy names": _attached_by_another_name,
}  # fmt: skip


@pytest.mark.parametrize("name", TOUCHING)
def test_to_judge_only_what_a_change_reaches_tells_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.now[COPY_FILE] = COPY_TEXT
    world.sign_both(about=world.subject("payment.copy"))
    world.stand()
    TOUCHING[name](world)
    narrow = told(world)

    monkeypatch.setattr("alvara.app.agreement_turns.reached", lambda before, after: None)

    assert narrow
    assert told(world) == narrow


def test_what_no_change_reaches_is_not_judged() -> None:
    world = World()
    world.now[COPY_FILE] = COPY_TEXT
    world.stand()
    world.sign_both(about=world.subject("payment.copy"))
    before, after = (shown(name, files, world.moment) for name, files in (("a", world.base or {}), ("b", world.now)))

    assert reached(before, after) == {("capability", "payment.copy")}
    assert reached(before, before) == frozenset()
