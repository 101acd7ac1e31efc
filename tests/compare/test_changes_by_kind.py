"""Every change that a kind of thing can undergo, and which rule speaks of it; where none does, why not."""

import json
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, NamedTuple

import pytest

from alvara.adapters.published import read_schema
from alvara.compare.bases import BaseKind
from alvara.compare.comparison import Comparison
from alvara.model.lifecycle import way_of
from alvara.rules import rules_on
from tests.compare.definitions import AROUND, DEPRECATION, ID, of_kind, path_of, placed, tombstone
from tests.compare.revisions import TODAY, Files, brought, written

KINDS = ("capability", "resource", "policy")
NEW = "workPermit.area"
OTHER = "workPermit.site"


class Quiet(str):
    """Why no rule speaks."""

    __slots__ = ()


class Row(NamedTuple):
    """A change: the change that undoes it or goes the other way, both sides, and what is said for each kind."""

    mirror: str
    sides: Callable[[str], tuple[Files, Files]]
    capability: str
    resource: str
    policy: str


NO_VERSION = Quiet("a resource has no version")
NO_ALIASES = Quiet("a policy has no aliases: nobody asks for one by its name")
NO_MAJORS = Quiet("a resource has no version, so that there is one of it")
ALLOWED = Quiet("it is how this is done")
DRAFT = Quiet("nobody relies on a draft")


def _changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> Callable[[str], tuple[Files, Files]]:
    return lambda kind: (placed(kind, of_kind(kind, **before)), placed(kind, of_kind(kind, **after)))


def _versions(before: str, after: str, **more: Any) -> Callable[[str], tuple[Files, Files]]:
    """Give another version to what has one, and say more of it."""

    def sides(kind: str) -> tuple[Files, Files]:
        old, new = ({} if kind == "resource" else {"version": version} for version in (before, after))
        return _changed(old, new | more)(kind)

    return sides


def _added(**keys: Any) -> Callable[[str], tuple[Files, Files]]:
    return lambda kind: ({}, placed(kind, of_kind(kind, **keys)))


def _removed(*, stone: bool = True, **keys: Any) -> Callable[[str], tuple[Files, Files]]:
    return lambda kind: (placed(kind, of_kind(kind, **keys)), tombstone(kind) if stone else {})


def _renamed(before: Mapping[str, Any], after: Mapping[str, Any], *, recorded: bool) -> Callable[..., Any]:
    """Give another ID; an alias records it, or for a policy the ledger."""

    def sides(kind: str) -> tuple[Files, Files]:
        old, new = of_kind(kind, **before), of_kind(kind, **after)
        files = placed(kind, new)
        if recorded and kind == "policy":
            move = {"from": old["id"], "to": new["id"], "since": TODAY}
            files |= {f"ledger/migrations/{kind}/{old['id']}.yaml": written(move)}
        elif recorded:
            files = placed(kind, new | {"aliases": [old["id"]]})
        return placed(kind, old), files

    return sides


def _alias_moves(kind: str) -> tuple[Files, Files]:
    bearer, other = of_kind(kind, aliases=["workPermit.old"]), of_kind(kind, id=OTHER)
    bumped = {} if kind == "resource" else {"version": "1.5.0"}
    after = (of_kind(kind), other | {"aliases": ["workPermit.old"]} | bumped)
    return placed(kind, bearer, other), placed(kind, *after)


def _alias_becomes_an_id(kind: str) -> tuple[Files, Files]:
    new = of_kind(kind, id="workPermit.old", status="draft", description="Something else.")
    return placed(kind, of_kind(kind, aliases=["workPermit.old"])), placed(kind, of_kind(kind), new)


def _reused_by(kind_of_heir: Callable[[str], str], **keys: Any) -> Callable[[str], tuple[Files, Files]]:
    def sides(kind: str) -> tuple[Files, Files]:
        heir = of_kind(kind_of_heir(kind), status="draft", **keys)
        return tombstone(kind), tombstone(kind) | placed(kind_of_heir(kind), heir)

    return sides


def _beside(kind: str) -> tuple[Files, Files]:
    old = placed(kind, of_kind(kind))
    new = written(of_kind(kind, version="2.0.0", status="draft"))
    return old, old | {path_of(kind).replace(".yaml", ".v2.yaml"): new}


def _one_major_removed(day: str) -> Callable[[str], tuple[Files, Files]]:
    def sides(kind: str) -> tuple[Files, Files]:
        new = placed(kind, of_kind(kind, version="2.0.0"))
        old = of_kind(kind, status="deprecated", deprecation=DEPRECATION | {"removeAfter": day})
        return new | {path_of(kind).replace(".yaml", ".v1.yaml"): written(old)}, new

    return sides


_ASKS = {
    "capability": {"authorization": {"permissions": ["workPermit.read", "workPermit.zones"]}},
    "resource": {"valueSchema": {"type": ["string", "null"]}},
    "policy": {"appliesTo": {"capabilities": ["workPermit.list", "workPermit"]}},
}


def _asked(*, more: bool) -> Callable[[str], tuple[Files, Files]]:
    def sides(kind: str) -> tuple[Files, Files]:
        loose = of_kind(kind)
        strict = of_kind(kind, **_ASKS[kind]) if kind != "policy" else of_kind(kind, effect="deny")
        if kind == "policy":
            loose = of_kind(kind, effect="require-confirmation")
        both = placed(kind, loose), placed(kind, strict)
        return both if more else both[::-1]

    return sides


_ENDING = {"status": "deprecated", "deprecation": DEPRECATION | {"removeAfter": "2026-12-01"}}
_ENDED = {"status": "deprecated", "deprecation": DEPRECATION}
_SHORTER = {"status": "deprecated", "deprecation": DEPRECATION | {"removeAfter": "2026-11-01"}}
_PAST = {"status": "deprecated", "deprecation": DEPRECATION | {"since": "2026-01-01", "removeAfter": "2026-08-31"}}
_UNDATED = {"status": "deprecated", "deprecation": {"since": "2026-05-01", "reason": "Nobody asks for it."}}
_VAGUE = {"status": "deprecated", "deprecation": {"since": "2026-05-01", "removeAfter": "soon", "reason": "So."}}


def _succeeded(before: str, after: str) -> Callable[[str], tuple[Files, Files]]:
    def sides(kind: str) -> tuple[Files, Files]:
        others = placed(kind, of_kind(kind, id=NEW), of_kind(kind, id=OTHER))
        ends = [{k: v for k, v in _ENDING["deprecation"].items() if k != "reason"} | {"replacedBy": by}  # type: ignore[attr-defined]
                for by in (before, after)]  # fmt: skip
        old, new = (placed(kind, of_kind(kind, status="deprecated", deprecation=end)) for end in ends)
        return others | old, others | new

    return sides


MATRIX: Mapping[str, Row] = {
    "added as a draft": Row("removed as a draft", _added(status="draft"), DRAFT, DRAFT, DRAFT),
    "removed as a draft": Row("added as a draft", _removed(status="draft", stone=False), DRAFT, DRAFT, DRAFT),
    "added as active": Row(
        "removed without tombstone", _added(),
        "lifecycle-step-skipped", Quiet("a resource may begin as active"), Quiet("a policy may begin as active"),
    ),
    "removed without tombstone": Row("added as active", _removed(stone=False), *["removed-without-tombstone"] * 3),
    "removed after it was deprecated, without tombstone": Row(
        "removed on the day", _removed(stone=False, **_ENDED), *["removed-without-tombstone"] * 3
    ),
    "removed with the tombstone of another kind": Row(
        "removed on the day", lambda kind: (_removed(**_ENDED)(kind)[0], tombstone(_next_kind(kind))),
        *["removed-without-tombstone"] * 3,
    ),
    "removed on the day": Row("a tombstone is deleted", _removed(**_ENDED), ALLOWED, ALLOWED, ALLOWED),
    "removed before the day": Row("removed on the day", _removed(**_ENDING), *["removed-before-window"] * 3),
    "removed without a day": Row("removed on the day", _removed(**_UNDATED), *["removed-before-window"] * 3),
    "removed with a day that is none": Row("removed on the day", _removed(**_VAGUE), *["removed-before-window"] * 3),
    "removed while active": Row("added as active", _removed(), *["lifecycle-step-skipped"] * 3),
    "a tombstone is deleted": Row(
        "removed on the day", lambda kind: (tombstone(kind), {}), *["ledger-rewritten"] * 3
    ),
    "renamed with its old name": Row(
        "renamed back", _renamed({}, {"id": NEW}, recorded=True), ALLOWED, ALLOWED, ALLOWED
    ),
    "renamed back": Row(
        "renamed with its old name", _renamed({"id": NEW}, {}, recorded=True), ALLOWED, ALLOWED, ALLOWED
    ),
    "renamed without its old name": Row(
        "renamed with its old name", _renamed({}, {"id": NEW}, recorded=False), *["rename-without-alias"] * 3
    ),
    "a draft is renamed without its old name": Row(
        "renamed with its old name", _renamed({"status": "draft"}, {"id": NEW, "status": "draft"}, recorded=False),
        DRAFT, DRAFT, DRAFT,
    ),
    "alias added": Row(
        "alias removed", _changed({}, {"aliases": ["workPermit.old"]}), "version-not-bumped", NO_VERSION, NO_ALIASES
    ),
    "alias removed": Row(
        "alias added", _changed({"aliases": ["workPermit.old"]}, {}), "alias-removed", "alias-removed", NO_ALIASES
    ),
    "alias retargeted": Row("alias retargeted", _alias_moves, "alias-retargeted", "alias-retargeted", NO_ALIASES),
    "alias becomes an ID": Row(
        "renamed with its old name", _alias_becomes_an_id, "alias-retargeted", "alias-retargeted", NO_ALIASES
    ),
    "deprecated with an end that is past": Row("end put off", _changed({}, _PAST), *["deprecation-backdated"] * 3),
    "end brought forward": Row("end put off", _changed(_ENDING, _SHORTER), *["deprecation-shortened"] * 3),
    "end put off": Row("end brought forward", _changed(_SHORTER, _ENDING), ALLOWED, ALLOWED, ALLOWED),
    "another successor": Row("another successor", _succeeded(NEW, OTHER), *["successor-retargeted"] * 3),
    "reused by the same kind": Row("removed on the day", _reused_by(lambda kind: kind), *["retired-id-reused"] * 3),
    "reused by another kind": Row(
        "removed on the day", _reused_by(lambda kind: _next_kind(kind)), *["retired-id-reused"] * 3
    ),
    "reused as an alias": Row(
        "removed on the day", _reused_by(lambda kind: kind, id=NEW, aliases=[ID]),
        "retired-id-reused", "retired-id-reused", NO_ALIASES,
    ),
    "version raised and nothing else": Row(
        "version lowered", _versions("1.4.0", "1.5.0"), Quiet("a version may be raised"), NO_VERSION,
        Quiet("a version may be raised"),
    ),
    "version lowered": Row(
        "version raised and nothing else", _versions("1.10.0", "1.9.0"), "version-went-back", NO_VERSION,
        "version-went-back",
    ),
    "release to pre-release": Row(
        "pre-release to release", _versions("1.4.0", "1.4.0-rc.1"), "version-went-back", NO_VERSION,
        "version-went-back",
    ),
    "pre-release to release": Row(
        "release to pre-release", _versions("1.4.0-rc.1", "1.4.0", owner="others"), ALLOWED, NO_VERSION, ALLOWED
    ),
    "pre-release raised": Row(
        "pre-release lowered", _versions("1.4.0-rc.9", "1.4.0-rc.10", owner="others"), ALLOWED, NO_VERSION, ALLOWED
    ),
    "pre-release lowered": Row(
        "pre-release raised", _versions("1.4.0-rc.10", "1.4.0-rc.9"), "version-went-back", NO_VERSION,
        "version-went-back",
    ),
    "said differently, version equal": Row(
        "said differently, version equal", _versions("1.4.0", "1.4.0", owner="others"), "version-not-bumped",
        NO_VERSION, "version-not-bumped",
    ),
    "said differently, build metadata added": Row(
        "said differently, version equal", _versions("1.4.0", "1.4.0+b2", owner="others"), "version-not-bumped",
        NO_VERSION, "version-not-bumped",
    ),
    "asks or promises more": Row(
        "asks or promises less", _asked(more=True), "breaking-change-without-major", "meaning-changed",
        "breaking-change-without-major",
    ),
    "asks or promises less": Row(
        "asks or promises more", _asked(more=False), "version-not-bumped",
        Quiet("who reads values of the wider schema reads those of the narrower one"), "version-not-bumped",
    ),
    "another sort of thing": Row(
        "another sort of thing", lambda kind: _changed({}, _OTHER_SORT[kind])(kind), "breaking-change-without-major",
        "meaning-changed", "version-not-bumped",
    ),
    "a major more": Row("a major less, on the day", _beside, ALLOWED, NO_MAJORS, ALLOWED),
    "a major less, on the day": Row("a major more", _one_major_removed(TODAY), ALLOWED, NO_MAJORS, ALLOWED),
    "a major less, before the day": Row(
        "a major more", _one_major_removed("2026-12-01"), "removed-before-window", NO_MAJORS, "removed-before-window"
    ),
    "a major in place": Row(
        "version lowered",
        lambda kind: _changed({}, {"version": "2.0.0"} | _OTHER_SORT[kind])(kind), ALLOWED, NO_MAJORS, ALLOWED,
    ),
}  # fmt: skip
_OTHER_SORT: Mapping[str, Mapping[str, Any]] = {
    "capability": {"action": "list"}, "resource": {"type": "component"}, "policy": {"effect": "require-confirmation"},
}  # fmt: skip


def _next_kind(kind: str) -> str:
    return KINDS[(KINDS.index(kind) + 1) % len(KINDS)]


CELLS = [(change, kind) for change, kind in product(MATRIX, KINDS)]
LOUD = [(change, kind) for change, kind in CELLS if not isinstance(getattr(MATRIX[change], kind), Quiet)]


def _said(before: Files, after: Files, base: BaseKind = "pull-request") -> list[str]:
    """Name the rule of every finding that a change brings, of those on one revision too, as often as it speaks."""
    return sorted(found.rule for found in brought(AROUND | dict(before), AROUND | dict(after), kind=base))


@pytest.mark.parametrize(("change", "kind"), CELLS, ids=lambda value: value)
def test_one_rule_speaks_of_a_change_or_there_is_a_reason_why_not(change: str, kind: str) -> None:
    cell = getattr(MATRIX[change], kind)
    if cell in _LACKING:
        assert _LACKING[cell] not in _properties(kind)
        return
    assert cell, "a cell without a rule has a reason"
    assert _said(*MATRIX[change].sides(kind)) == ([] if isinstance(cell, Quiet) else [cell])


def _users(kind: str) -> Files:
    """Refer to the one that is changed from a policy, a capability that nobody relies on, a page and its text."""
    draft = of_kind("capability", id="workPermit.user", status="draft", semanticIds=["workPermit"])
    other = {"all": [{"id": "other", "expr": "input.workPermitId == 'b'", "text": "That one is closed."}]}
    policy = of_kind("policy", id="workPermit.guard", when=other)
    bound = ""
    if kind == "resource":
        draft, policy = draft | {"semanticIds": ["workPermit", ID]}, policy | {"appliesTo": {"resources": [ID]}}
        bound = f"resources: [{ID}]\n"
    elif kind == "capability":
        policy, bound = policy | {"appliesTo": {"capabilities": [ID]}}, f"capabilities: [{ID}]\n"
    page = f"---\nsemanticId: workPermit\n{bound}---\n# Use\n\nSee [[{ID}]].\n"
    return placed("capability", draft) | placed("policy", policy) | {"docs/use.md": page}


@pytest.mark.parametrize(("change", "kind"), LOUD, ids=lambda value: value)
def test_who_refers_to_what_is_changed_says_nothing_more(change: str, kind: str) -> None:
    before, after = MATRIX[change].sides(kind)
    users = _users(kind)

    assert _said(users | dict(before), users | dict(after)) == [getattr(MATRIX[change], kind)]


_LACKING = {NO_ALIASES: "aliases", NO_MAJORS: "version"}
"""Reasons that are the lack of a key, so that there is nothing to try."""


def _properties(kind: str) -> set[str]:
    schema = json.loads(read_schema(kind))
    return set(schema["$defs"]["resource"]["properties"] if kind == "resource" else schema["properties"])


def test_every_change_has_its_mirror() -> None:
    assert {row.mirror for row in MATRIX.values()} <= set(MATRIX)
    alone = {name for name, row in MATRIX.items() if MATRIX[row.mirror].mirror not in (name, row.mirror)}
    assert {name for name in alone if MATRIX[name].mirror == name} == set()


def test_every_rule_on_two_revisions_is_met() -> None:
    met = {getattr(row, kind) for row in MATRIX.values() for kind in KINDS} | {"lifecycle-went-back"}

    assert {rule.name for rule in rules_on(Comparison)} - met == {"registry-renamed"}, "that one concerns no kind"


_GRIDS: Mapping[str, str] = {
    # . nothing is said, b lifecycle-went-back, s lifecycle-step-skipped, r status-removed-in-file; from row to column
    "capability": """
        draft review approved active deprecated removed
        draft       .  .  s  s  s  s
        review      .  .  .  s  s  s
        approved    b  b  .  .  s  s
        active      b  b  b  .  .  s
        deprecated  b  b  b  b  .  r
        removed     b  b  b  b  b  .
    """,
    "resource": """
        draft active deprecated removed
        draft       .  .  s  s
        active      b  .  .  s
        deprecated  b  b  .  r
        removed     b  b  b  .
    """,
    "policy": """
        draft active deprecated removed
        draft       .  .  s  s
        active      b  .  .  s
        deprecated  b  b  .  r
        removed     b  b  b  .
    """,
}
_LETTERS = {".": [], "b": ["lifecycle-went-back"], "s": ["lifecycle-step-skipped"], "r": ["status-removed-in-file"]}


def _grid(kind: str) -> dict[tuple[str, str], list[str]]:
    head, *rows = _GRIDS[kind].split("\n")[1:-1]
    return {
        (row.split()[0], after): _LETTERS[letter]
        for row in rows
        for after, letter in zip(head.split(), row.split()[1:], strict=True)
    }


STEPS = [(kind, before, after) for kind in KINDS for before, after in product(way_of(kind), repeat=2)]


def _with_status(kind: str, status: str) -> Files:
    return placed(kind, of_kind(kind, status=status, deprecation=DEPRECATION if status == "deprecated" else None))


@pytest.mark.parametrize(("kind", "before", "after"), STEPS, ids=lambda value: value)
def test_step_from_one_status_to_another(kind: str, before: str, after: str) -> None:
    assert _said(_with_status(kind, before), _with_status(kind, after)) == _grid(kind)[before, after]


@pytest.mark.parametrize(("kind", "before", "after"), STEPS, ids=lambda value: value)
def test_step_since_the_last_release_may_be_any_that_leads_forward(kind: str, before: str, after: str) -> None:
    expected = [rule for rule in _grid(kind)[before, after] if rule == "lifecycle-went-back"]
    if after == "removed" != before:
        expected = ["status-removed-in-file"]

    assert _said(_with_status(kind, before), _with_status(kind, after), "published") == expected
