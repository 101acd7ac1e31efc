"""References that follow a rename say nothing new, those that lead elsewhere do; what is gone is shown where it was."""

import json
from typing import Any

import pytest

from alvara.compare.comparison import Comparison
from tests.compare.definitions import AROUND, of_kind, placed
from tests.compare.revisions import brought, compared, judged, rules_of, written

OLD, NEW = "workPermit.zone", "workPermit.area"
_STEPS = {"type": "composite", "endpoint": None, "implementation": None}
_NAVIGATES = {"action": "navigate", "risk": "low", "endpoint": None, "implementation": None}
_GIVEN = {"with": {"workPermitId": "input.workPermitId"}}
FOLLOWED: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "semanticIds": ("resource", OLD, NEW, {"semanticIds": ["workPermit", "{}"]}),
    "target": ("resource", OLD, NEW, {"target": {"resource": "{}", "idFrom": "input.workPermitId"}}),
    "steps": ("capability", OLD, NEW, _STEPS | {"steps": [{"id": "one", "capability": "{}"} | _GIVEN]}),
    "verification": (
        "capability", OLD, NEW,
        {"verification": {"enabled": True, "method": "read-after-write", "capability": "{}"} | _GIVEN},
    ),
    "navigation": ("resource", "ui.zone", "ui.area", _NAVIGATES | {"navigation": {"page": "{ui}"}}),
    "appliesTo.resources": ("resource", OLD, NEW, {"appliesTo": {"resources": ["{}"]}}),
    "appliesTo.capabilities": ("capability", OLD, NEW, {"appliesTo": {"capabilities": ["{}", "workPermit.list"]}}),
}  # fmt: skip


def _filled(value: Any, name: str) -> Any:
    if isinstance(value, dict):
        return {key: _filled(item, name) for key, item in value.items()}
    if isinstance(value, list):
        return [_filled(item, name) for item in value]
    return value.format(name, ui=name.removeprefix("ui.")) if isinstance(value, str) and "{" in value else value


def _sides(key: str, *, renamed: bool) -> tuple[dict[str, str], dict[str, str]]:
    kind, old, new, keys = FOLLOWED[key]
    user = "policy" if key.startswith("appliesTo") else "capability"
    sort = {"type": "page"} if old.startswith("ui.") else {}
    named, other = of_kind(kind, id=old, **sort), of_kind(kind, id=new, **sort)
    before, after = (of_kind(user, id="workPermit.user", **_filled(keys, name)) for name in (old, new))
    if renamed:
        sides = placed(kind, named), placed(kind, other | {"aliases": [old]})
    else:
        sides = (placed(kind, named, other),) * 2
    return AROUND | sides[0] | placed(user, before), AROUND | sides[1] | placed(user, after)


def _changes(comparison: Comparison) -> list[str]:
    return [c.words for one in comparison.compared if one.after.facts.id == "workPermit.user" for c in one.changes]


def test_reference_that_follows_a_rename_which_only_the_ledger_knows_is_no_change() -> None:
    other: dict[str, Any] = {
        "description": "Only inspectors may enter.", "effect": "require-confirmation", "owner": "inspectors",
        "appliesTo": {"risk": ["high"]}, "reason": {"code": "ENTRY", "message": "An inspector enters."},
    }  # fmt: skip
    before, after = (
        AROUND
        | placed("policy", of_kind("policy", id=id, **said))
        | placed("resource", of_kind("resource", id="workPermit.user", policyRefs=[id]))
        for id, said in ((OLD, {}), (NEW, other))
    )
    record = f'from: {OLD}\nto: {NEW}\nsince: "2026-09-01"\n'

    assert _changes(compared(before, after | {f"ledger/migrations/policy/{OLD}.yaml": record})) == []
    assert len(_changes(compared(before, after))) == 2


@pytest.mark.parametrize("key", FOLLOWED)
def test_reference_that_follows_a_rename_is_no_change(key: str) -> None:
    before, after = _sides(key, renamed=True)

    assert _changes(compared(before, after)) == []
    assert rules_of(judged(before, after)) & {"breaking-change-without-major", "version-not-bumped"} == set()


@pytest.mark.parametrize("key", FOLLOWED)
def test_reference_to_something_else_is_a_change(key: str) -> None:
    before, after = _sides(key, renamed=False)

    assert _changes(compared(before, after)) != []
    assert rules_of(judged(before, after)) & {"breaking-change-without-major", "version-not-bumped"} != set()


@pytest.mark.parametrize("key", FOLLOWED)
def test_what_follows_a_rename_by_hand_is_told_with_the_rename_alone(key: str) -> None:
    before, after = _sides(key, renamed=True)
    kind, old, new, _ = FOLLOWED[key]
    by_hand = {path: _without_aliases(text) for path, text in after.items()}

    assert _changes(compared(before, by_hand)) == []
    assert [(d.rule, d.subject) for d in brought(before, by_hand)] == [("rename-without-alias", old)]
    assert [g.after.name for g in compared(before, by_hand).guesses] == [(kind, new)]


def _without_aliases(text: str) -> str:
    return written({k: v for k, v in json.loads(text).items() if k != "aliases"}) if text.startswith("{") else text


GONE: dict[str, tuple[str, dict[str, Any], dict[str, Any], tuple[str | int, ...]]] = {
    "permission": (
        "capability", {"authorization": {"permissions": ["a", "b"]}}, {"authorization": {"permissions": ["b"]}},
        ("authorization", "permissions", 0),
    ),
    "binding": ("capability", {"semanticIds": ["a.b", "c.d"]}, {"semanticIds": ["c.d"]}, ("semanticIds", 0)),
    "alias": ("capability", {"aliases": ["a.b", "c.d"]}, {"aliases": ["c.d"]}, ("aliases", 0)),
    "alias of a resource": ("resource", {"aliases": ["a.b", "c.d"]}, {"aliases": ["c.d"]}, ("aliases", 0)),
    "precondition": (
        "capability", {"preconditions": [{"id": "a", "expr": "1 == 1"}, {"id": "b", "expr": "2 == 2"}]},
        {"preconditions": [{"id": "b", "expr": "2 == 2"}]}, ("preconditions", 0),
    ),
    "error": (
        "capability",
        {"errors": [{"code": c, "category": "system", "message": "No."} for c in ("A_A", "B_B")]},
        {"errors": [{"code": "B_B", "category": "system", "message": "No."}]}, ("errors", 0),
    ),
    "scope": (
        "policy", {"appliesTo": {"capabilities": ["a.b", "workPermit.list"]}},
        {"appliesTo": {"capabilities": ["workPermit.list"]}}, ("appliesTo", "capabilities", 0),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("kind", "before", "after", "pointer"), GONE.values(), ids=GONE)
def test_what_is_gone_from_a_list_is_shown_where_it_stood(
    kind: str, before: dict[str, Any], after: dict[str, Any], pointer: tuple[str | int, ...]
) -> None:
    (one,) = compared(placed(kind, of_kind(kind, **before)), placed(kind, of_kind(kind, **after))).compared
    (change,) = one.changes

    assert (change.revision, change.pointer) == ("base", pointer)


def test_change_in_a_list_of_resources_is_shown_at_the_place_in_the_list() -> None:
    path = "semantic-ids/work-permit.yaml"
    other = of_kind("resource", id="workPermit.other")
    before, after = (
        {path: written({"resources": [other, of_kind("resource", type=sort)]})} for sort in ("field", "component")
    )

    changes = [change for one in compared(before, after).compared for change in one.changes]

    assert [(change.path, change.pointer) for change in changes] == [(path, ("resources", 1, "type"))]
