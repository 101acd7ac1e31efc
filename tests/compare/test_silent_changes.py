"""What the strongest neighbour lets pass without a word, restated for this registry: each of them is found.

A required part of a contract that goes; a retired name that comes back; a rename that leads elsewhere; an end without a
word on what comes next; a member of a list of values that means something else, whatever the state of what is around.
"""

from typing import Any

import pytest

from tests.compare.definitions import AROUND, DEPRECATION, ID, of_kind, placed, tombstone
from tests.compare.revisions import Files, judged, rules_of, written

OTHER, THIRD = "workPermit.area", "workPermit.region"
MOVED = {f"ledger/migrations/resource/{ID}.yaml": written({"from": ID, "to": OTHER, "since": "2026-05-01"})}
LED_ON = {f"ledger/migrations/resource/{ID}.yaml": written({"from": ID, "to": THIRD, "since": "2026-05-01"})}
_SHARED = "capabilities/schemas/zone.json"


def _values(*members: str, **keys: Any) -> Any:
    return {"type": "string", "enum": list(members), **keys}


def _record(*required: str) -> Any:
    properties = {name: {"type": "string"} for name in ("id", "tenant", *required)}
    return {"type": "object", "required": ["id", "tenant", *required], "properties": properties}


def _output(*required: str) -> Any:
    return {"type": "object", "required": list(required), "properties": {name: {"type": "string"} for name in required}}


def _entity(**keys: Any) -> Files:
    return placed("resource", of_kind("resource", type="entity", knowledgeRefs=["docs/zone"], **keys))


def _under_draft(schema: Any) -> Files:
    draft = of_kind("resource", id=OTHER, type="entity", status="draft")
    return placed("resource", draft, of_kind("resource", parentId=OTHER, valueSchema=schema))


def _with_shared(*members: str) -> Files:
    output = {"type": "object", "properties": {"zone": {"$ref": "../schemas/zone.json"}}}
    return {**placed("capability", of_kind("capability", outputSchema=output)), _SHARED: written(_values(*members))}


def _resources(*ids: str, **aliases: list[str]) -> Files:
    known = [of_kind("resource", id=id, name=id, aliases=aliases.get(id.rpartition(".")[2])) for id in ids]
    labelled = [{**resource, "labels": {"en": resource["id"], "pt-BR": resource["id"]}} for resource in known]
    return placed("resource", *labelled)


ENDED = {"status": "deprecated", "deprecation": DEPRECATION}
SUCCEEDED = {"status": "deprecated", "deprecation": {**DEPRECATION, "replacedBy": OTHER}}
ELSEWHERE = {"status": "deprecated", "deprecation": {**DEPRECATION, "replacedBy": THIRD}}
_HEIRS = _resources(OTHER, THIRD)

SILENT: dict[str, tuple[Files, Files, str]] = {
    "required output goes": (
        placed("capability", of_kind("capability", outputSchema=_output("zone", "site"))),
        placed("capability", of_kind("capability", outputSchema=_output("zone"))),
        "breaking-change-without-major",
    ),
    "output is no longer sure to be there": (
        placed("capability", of_kind("capability", outputSchema=_output("zone"))),
        placed("capability", of_kind("capability", outputSchema={**_output("zone"), "required": []})),
        "breaking-change-without-major",
    ),
    "required part of a record goes": (
        _entity(recordSchema=_record("zone", "site")), _entity(recordSchema=_record("zone")), "meaning-changed",
    ),
    "retired name comes back": (
        tombstone("resource"), {**tombstone("resource"), **_resources(ID)}, "retired-id-reused",
    ),
    "retired name comes back, and its record goes": (tombstone("resource"), _resources(ID), "ledger-rewritten"),
    "retired name comes back as an alias": (
        {**tombstone("resource"), **_resources(OTHER)},
        {**tombstone("resource"), **_resources(OTHER, area=[ID])}, "retired-id-reused",
    ),
    "deprecated goes back to active": (
        placed("resource", of_kind("resource", **ENDED)), placed("resource", of_kind("resource")),
        "lifecycle-went-back",
    ),
    "approved goes back to draft": (
        placed("capability", of_kind("capability", status="approved")),
        placed("capability", of_kind("capability", status="draft")), "lifecycle-went-back",
    ),
    "rename leads elsewhere": (
        {**MOVED, **_resources(OTHER, THIRD, area=[ID])}, {**LED_ON, **_resources(OTHER, THIRD, region=[ID])},
        "ledger-rewritten",
    ),
    "alias leads elsewhere": (
        _resources(OTHER, THIRD, area=[ID]), _resources(OTHER, THIRD, region=[ID]), "alias-retargeted",
    ),
    "alias goes": (_resources(OTHER, area=[ID]), _resources(OTHER), "alias-removed"),
    "successor is another": (
        {**placed("resource", of_kind("resource", **SUCCEEDED)), **_HEIRS},
        {**placed("resource", of_kind("resource", **ELSEWHERE)), **_HEIRS}, "successor-retargeted",
    ),
    "ends without a word": (
        placed("resource", of_kind("resource")), placed("resource", of_kind("resource", status="deprecated")),
        "deprecation-missing",
    ),
    "ends with neither a successor nor a reason": (
        placed("resource", of_kind("resource")),
        placed("resource", of_kind("resource", status="deprecated",
                                   deprecation={k: v for k, v in DEPRECATION.items() if k != "reason"})),
        "deprecation-missing",
    ),
    "value changes below a draft": (
        _under_draft(_values("north", "south")), _under_draft(_values("north", "sur")), "meaning-changed",
    ),
    "value changes in a shared schema": (
        _with_shared("north", "south"), _with_shared("north", "sur"), "breaking-change-without-major",
    ),
    "value of an uncertain resource changes": (
        placed("resource", of_kind("resource", confidence="DRAFT", valueSchema=_values("north", "south"))),
        placed("resource", of_kind("resource", confidence="DRAFT", valueSchema=_values("north", "sur"))),
        "meaning-changed",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after", "rule"), SILENT.values(), ids=SILENT)
def test_silent_change_is_found(before: Files, after: Files, rule: str) -> None:
    unchanged, changed = (judged({**AROUND, **before}, {**AROUND, **files}) for files in (before, after))

    assert rule not in {finding.rule for finding in unchanged}
    assert rule in {finding.rule for finding in changed if finding.severity != "info"}


@pytest.mark.parametrize("level", ["off", "info", "warning", "error"])
def test_other_id_in_the_same_file_never_passes(level: str) -> None:
    settings = {"registry": "5f0d3d2e-7a11-4c9e-9b7a-0d6f3f1a2b3c", "name": "sst", "locales": ["pt-BR", "en"],
                "severity": {"path-differs-from-id": level}}  # fmt: skip
    around = {**AROUND, "alvara.yaml": written(settings)}
    path = "semantic-ids/work-permit/zone.yaml"
    before, after = ({**around, path: written(of_kind("resource", id=id))} for id in (ID, OTHER))

    found = rules_of(judged(before, after))

    assert len(found & {"path-differs-from-id", "rename-without-alias", "removed-without-tombstone"}) == 1
