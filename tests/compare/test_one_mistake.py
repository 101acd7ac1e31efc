"""One mistake is one finding: neither the rules on one revision nor a second base say again what a comparison says."""

import json
from collections.abc import Mapping

import pytest

from tests.compare.definitions import AROUND, DEPRECATION, ID, of_kind, path_of, placed
from tests.compare.revisions import Files, brought, written

NEW, OTHER = "workPermit.area", "workPermit.site"
KINDS = ("capability", "resource")
ALL_KINDS = (*KINDS, "policy")


def _record(kind: str) -> Files:
    move = {"from": ID, "to": NEW, "since": "2026-08-01"}
    return {f"ledger/migrations/{kind}/{ID}.yaml": written(move)}


def _around(kind: str) -> Files:
    """Refer to an old name from everywhere: a capability, a policy, a page and a link in it."""
    key = {"capability": "capabilities", "resource": "resources"}[kind]
    bound = {"capability": f"capabilities: [{ID}]", "resource": f"semanticId: {ID}"}[kind]
    users = placed("policy", of_kind("policy", id="workPermit.user", appliesTo={key: [ID]}))
    if kind == "resource":
        users |= placed("capability", of_kind("capability", id="workPermit.user", semanticIds=["workPermit", ID]))
    return {**AROUND, **users, "docs/use.md": f"---\n{bound}\n---\n# Use\n\nSee [[{ID}]].\n", **_record(kind)}


def _told(before: Files, after: Files) -> list[tuple[str, str]]:
    return [(found.rule, found.subject) for found in brought(before, after)]


@pytest.mark.parametrize("kind", KINDS)
def test_alias_that_is_dropped_is_not_told_again_of_all_who_use_it(kind: str) -> None:
    before = {**_around(kind), **placed(kind, of_kind(kind, id=NEW, aliases=[ID]))}
    after = {**_around(kind), **placed(kind, of_kind(kind, id=NEW))}

    assert _told(before, after) == [("alias-removed", NEW)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("taker", ["known", "new", "its ID", "both"])
def test_name_that_another_thing_takes_is_told_once_with_both_places(kind: str, taker: str) -> None:
    bearer, other = of_kind(kind, id=NEW, aliases=[ID]), of_kind(kind, id=OTHER, status="draft")
    taking = of_kind(kind, id=ID, status="draft") if taker == "its ID" else other | {"aliases": [ID]}
    more = {"aliases": [ID, "workPermit.own"]} | ({} if kind == "resource" else {"version": "1.5.0"})
    kept = bearer | more if taker == "both" else of_kind(kind, id=NEW)
    before = {**_around(kind), **placed(kind, bearer, *([other] if taker in ("known", "both") else []))}
    after = {**_around(kind), **placed(kind, kept, taking)}

    (found,) = brought(before, after)

    assert (found.rule, found.subject) == ("alias-retargeted", taking["id"])
    assert [related.file for related in found.related] == [path_of(kind, NEW)]
    assert found.file == path_of(kind, taking["id"])


@pytest.mark.parametrize("kind", KINDS)
def test_published_thing_that_takes_a_name_is_not_asked_for_a_version(kind: str) -> None:
    bearer, other = of_kind(kind, aliases=["workPermit.old"]), of_kind(kind, id=OTHER)
    before = AROUND | placed(kind, bearer, other)
    taking, more = (
        AROUND | placed(kind, of_kind(kind), other | {"aliases": aliases})
        for aliases in (["workPermit.old"], ["workPermit.old", "workPermit.own"])
    )
    expected = ["alias-retargeted", "version-not-bumped"] if kind == "capability" else ["alias-retargeted"]

    assert _told(before, taking) == [("alias-retargeted", OTHER)]
    assert sorted(rule for rule, _ in _told(before, more)) == expected


def _ending(day: str) -> Mapping[str, object]:
    return {"status": "deprecated", "deprecation": {**DEPRECATION, "removeAfter": day}}


@pytest.mark.parametrize("kind", ALL_KINDS)
def test_end_that_is_brought_forward_too_far_is_brought_forward(kind: str) -> None:
    before, after = (placed(kind, of_kind(kind, **_ending(day))) for day in ("2026-12-01", "2026-06-01"))

    assert _told(before, after) == [("deprecation-shortened", ID)]


@pytest.mark.parametrize("kind", ALL_KINDS)
@pytest.mark.parametrize(
    ("was", "rule"),
    [
        ({"status": "active"}, "lifecycle-step-skipped"),
        (_ending("2026-12-01"), "removed-before-window"),
        (_ending("2026-09-01"), "status-removed-in-file"),
    ],
)
def test_definition_that_is_marked_as_removed_by_hand(kind: str, was: Mapping[str, object], rule: str) -> None:
    before, after = placed(kind, of_kind(kind, **was)), placed(kind, of_kind(kind, **{**was, "status": "removed"}))

    assert _told(before, after) == [(rule, ID)]


@pytest.mark.parametrize("kind", ["capability", "policy"])
@pytest.mark.parametrize("said", [{}, {"description": "Says something else."}])
@pytest.mark.parametrize("name", ["zone.v2.yaml", "zone.v1.yaml", "zone-copy.yaml", "a-zone.yaml"])
def test_copy_under_the_same_version_is_a_copy_wherever_it_stands(
    kind: str, said: Mapping[str, str], name: str
) -> None:
    before = placed(kind, of_kind(kind))
    copy = path_of(kind).replace("zone.yaml", name)

    (found,) = brought({**AROUND, **before}, {**AROUND, **before, copy: written(of_kind(kind, **said))})

    assert found.rule == "duplicate-id"
    assert {found.file, *(related.file for related in found.related)} == {copy, path_of(kind)}
    assert (found.file == copy) == (name != "zone.v1.yaml")


def _release(number: int, **keys: object) -> Files:
    version = f"{number}.0.0"
    previous = f"{number - 1}.0.0" if number > 1 else None
    said = {"sequence": number, "version": version, "previous": previous, "components": {}, "ids": {}}
    return {f"ledger/releases/{number}-{version}.yaml": written({**said, **keys})}


LEDGER = {**_release(1), **_release(2), **_release(3)}
SECOND = "ledger/releases/2-2.0.0.yaml"
REWRITTEN: Mapping[str, Files] = {
    "gone": {path: text for path, text in LEDGER.items() if path != SECOND},
    "after none that is known": {**LEDGER, **_release(2, previous="0.9.0")},
    "after the same as another": {**LEDGER, **_release(2, previous="2.0.0")},
    "another number": {**LEDGER, **_release(2, sequence=3)},
    "another version": {**LEDGER, **_release(2, version="3.0.0")},
    "no record any more": {**LEDGER, SECOND: json.dumps({"sequence": "two"})},
}


@pytest.mark.parametrize("after", REWRITTEN.values(), ids=REWRITTEN)
def test_release_that_is_rewritten_is_restored_and_that_is_all(after: Files) -> None:
    assert _told(LEDGER, after) == [("ledger-rewritten", SECOND)]


def test_ledger_that_forks_without_being_rewritten_is_told() -> None:
    assert [rule for rule, _ in _told(LEDGER, {**LEDGER, **_release(5)})] == ["ledger-forked"]
