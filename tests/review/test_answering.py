"""How many requests are answered differently is told with whatever change brings that about."""

from functools import cache
from pathlib import Path

import pytest

from alvara.review.review import Point, Review
from tests.cli.conftest import FILES
from tests.review.comparing import points_of, review_of
from tests.this_registry import ROOT

EXTEND, APPROVE = "capabilities/work-permit/update-validity.yaml", "capabilities/work-permit/approve.yaml"
VALIDITY, ENDED = "policies/work-permit/validity/update.yaml", "policies/work-permit/ended/immutable.yaml"
HAZARD = "policies/work-permit/hazard/confirm.yaml"
SHUT = '["CANCELLED", "CLOSED"]'
Edits = tuple[tuple[str, str, str], ...]


@cache
def registry() -> dict[str, str]:
    """Read this repository's registry, as far as it decides."""
    files = {"alvara.yaml": (ROOT / "alvara.yaml").read_text(encoding="utf-8")}
    files |= {"docs/page.md": "# A page\n", "docs/en/page.md": "# A page\n"}
    for folder in ("capabilities", "policies", "schemas/records"):
        for path in sorted(Path(ROOT, folder).rglob("*.*")):
            files[path.relative_to(ROOT).as_posix()] = path.read_text(encoding="utf-8")
    permit = "semantic-ids/work-permit.yaml"
    return {**files, permit: (ROOT / permit).read_text(encoding="utf-8")}


def changed(*edits: tuple[str, str, str]) -> Review:
    files = dict(registry())
    for path, old, new in edits:
        assert old in files[path]
        files[path] = files[path].replace(old, new)
    return review_of(registry(), files)


def answers(review: Review) -> list[Point]:
    return [point for point in points_of(review) if point.aspect == "outcome"]


CHANGES: dict[str, tuple[Edits, list[tuple[str, str, str]]]] = {
    "a status is no longer denied": (
        ((VALIDITY, SHUT, '["CLOSED"]'),),
        [
            ("workPermit.updateValidity", "widening",
             "1 combination of `resource.status` goes from `deny` to `confirm`"),
            ("workPermit.updateValidity", "widening",
             "1 combination of `resource.status` goes from `deny` to `blocked`"),
        ],
    ),
    "a condition is turned round in other words": (
        ((VALIDITY, f"resource.status in {SHUT}", 'resource.status != "DRAFT" && resource.status != "PENDING"'),), [],
    ),
    "a confirmation asks less": (
        ((EXTEND, "riskThreshold: medium", "riskThreshold: high"),),
        [("workPermit.updateValidity", "widening", "every request that is left goes from `confirm` to `allow`")],
    ),
    "a precondition lets more through": (
        ((APPROVE, "resource.validityDays <= 30", "resource.validityDays <= 60"),),
        [("workPermit.approve", "widening",
          "1 combination of `resource.validityDays` and `resource.workType` goes from `blocked` to `confirm`")],
    ),
    "a role is added": (
        ((APPROVE, "roles: {any: [safetyEngineer]}", "roles: {any: [safetyEngineer, supervisor]}"),),
        [
            ("workPermit.approve", "widening", "1 combination of `principal.roles` goes from `deny` to `confirm`"),
            ("workPermit.approve", "widening", "1 combination of `principal.roles` goes from `deny` to `blocked`"),
        ],
    ),
    "a moment is compared in another way": (
        ((APPROVE, "timestamp(resource.validUntil) > now", "timestamp(resource.validUntil) >= now"),),
        [("workPermit.approve", "text",
          "which further requests are answered differently cannot be told: that is for "
          "`has(resource.validUntil) && timestamp(resource.validUntil) > now`, "
          "`has(resource.validUntil) && timestamp(resource.validUntil) >= now` to say")],
    ),
    "words alone": (((VALIDITY, "The permit is approved.", "It is approved."),), []),
    "a policy has another name": (((VALIDITY, "workPermit.validity.update", "workPermit.validity.change"),), []),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_answered_differently_is_counted(name: str) -> None:
    edits, told = CHANGES[name]
    review = changed(*edits)

    assert sorted((p.subject, p.impact, p.words) for p in answers(review)) == sorted(told)
    assert review.notes == ()


def test_what_one_policy_does_to_several_capabilities_is_told_with_the_policy() -> None:
    review = changed((HAZARD, 'resource.workType != "GENERAL"', 'resource.workType == "HOT_WORK"'))
    (thing,) = review.things

    assert (thing.kind, thing.id) == ("policy", "workPermit.hazard.confirm")
    assert {(p.subject, p.words) for p in answers(review)} == {
        (capability, "5 combinations of `resource.workType` go from `confirm` to `allow`")
        for capability in ("workPermit.update", "workPermit.components.update")
    }
    assert {(p.file, p.before, p.after, p.bump) for p in answers(review)} == {(HAZARD, "confirm", "allow", "none")}
    assert all(p.witness == {"resource": {"workType": "HEIGHT"}} for p in answers(review))


def test_a_policy_that_is_gone_is_told_where_it_stood() -> None:
    files = {path: text for path, text in registry().items() if path != VALIDITY}
    points = answers(review_of(registry(), files))

    assert {(p.before, p.after, p.file, p.revision) for p in points} == {
        ("deny", "confirm", VALIDITY, "base"), ("deny", "blocked", VALIDITY, "base"),
    }  # fmt: skip
    assert all(p.words.startswith("3 combinations of `resource.status` go") for p in points)


def test_a_policy_that_cannot_be_read_leaves_it_untold_and_says_so() -> None:
    files = {**registry(), ENDED: "id: [\n", VALIDITY: registry()[VALIDITY].replace(SHUT, '["CLOSED"]')}
    review = review_of(registry(), files)

    assert answers(review) == []
    assert any(
        note.startswith("which requests are answered differently is not told:") and ENDED in note
        for note in review.notes
    )


def test_what_decides_nothing_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    from alvara.app import outcome_changes

    monkeypatch.setattr(outcome_changes, "moves", lambda *_: pytest.fail("nothing that decides has changed"))

    changed((EXTEND, "Change the validity of permit", "Set the validity of permit"))
    review_of(FILES, {**FILES, "docs/order.md": FILES["docs/order.md"] + "\nMore.\n"})
