"""Which version every change of a capability or a policy asks for, and that the rules ask for no less and no more."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from alvara.adapters.published import read_schema
from alvara.compare.change import BUMPS, Bump, Impact, largest
from alvara.compare.versions import smallest_legal
from alvara.identity.versions import Version, parse
from tests.compare.definitions import AROUND, of_kind, placed
from tests.compare.revisions import Files, compared, judged, written


class Asked(NamedTuple):
    """A change of one key: both values (None where it is not written), and what comes of it each way.

    `rest` is what both sides say besides. An answer is the aspect, the impact and the bump; none where nothing changed.
    """

    key: str
    way: str
    one: Any
    other: Any
    there: tuple[str, Impact, Bump] | None
    back: tuple[str, Impact, Bump] | None
    rest: Mapping[str, Any] = MappingProxyType({})


def _more(aspect: str) -> tuple[tuple[str, Impact, Bump], tuple[str, Impact, Bump]]:
    """What stands more in the way: a major, and back a minor."""
    return (aspect, "narrowing", "major"), (aspect, "widening", "minor")


def _less(aspect: str) -> tuple[tuple[str, Impact, Bump], tuple[str, Impact, Bump]]:
    there, back = _more(aspect)
    return back, there


def _broken(aspect: str) -> tuple[tuple[str, Impact, Bump], tuple[str, Impact, Bump]]:
    return (aspect, "breaking", "major"), (aspect, "breaking", "major")


def _said(aspect: str) -> tuple[tuple[str, Impact, Bump], tuple[str, Impact, Bump]]:
    return (aspect, "text", "patch"), (aspect, "text", "patch")


NOTHING = (None, None)
_PLACE = {"type": "object", "additionalProperties": False, "properties": {"a": {"type": "string"}}}
_WIDER = {"type": "object", "additionalProperties": False, "properties": {"a": {"type": "string"}, "b": {}}}
_EXPLAINED = _PLACE | {"description": "Where it is."}
_LONG = {"id": "long", "expr": "input.a == 'x'", "text": "It is long."}
_SHORT = {"id": "short", "expr": "input.a == 'y'", "text": "It is short."}
_CODED = _LONG | {"error": "ZONE_CLOSED"}
_ERROR = {"code": "ZONE_CLOSED", "category": "business", "message": "It is closed."}
_STEP = {"id": "list", "capability": "workPermit.list"}
_COMPOSITE = {"type": "composite", "endpoint": None, "implementation": None, "steps": [_STEP]}
_NAVIGATE = {"action": "navigate", "risk": "low", "endpoint": None, "implementation": None}
_PERMITTED = {"permissions": ["workPermit.read"]}
_BLUE, _RED = "blue", "red"


def _roles(**roles: list[str]) -> dict[str, Any]:
    return _PERMITTED | {"roles": roles}


CAPABILITY = (
    Asked("id", "an ID is paired by itself, or a rename", None, None, *NOTHING),
    Asked("version", "raised alone", None, None, *NOTHING),
    Asked("status", "a step of the lifecycle", "active", "deprecated", *NOTHING),
    Asked("deprecation", "a step of the lifecycle", None, {"since": "2026-09-01", "reason": "So."}, *NOTHING),
    Asked("name", "written", None, "Zone", *_said("name")),
    Asked("name", "as the description says", None, "Reads the zone of one work permit.", *NOTHING),
    Asked("description", "other words", "Reads the zone.", "Reads a zone.", *_said("description")),
    Asked("domain", "another", None, "sites", *_said("domain")),
    Asked("domain", "the default", None, "workPermit", *NOTHING),
    Asked("type", "composite", {}, _COMPOSITE, *_broken("type")),
    Asked("action", "another", "get", "list", *_broken("action")),
    Asked("owner", "another", "permits-team", "others", *_said("owner")),
    Asked("proposedBy", "another", None, ["ana"], *_said("proposedBy")),
    Asked("labels", "another", {"en": ["Zone"]}, {"en": ["Area"]}, *_said("labels")),
    Asked("synonyms", "another", None, {"en": ["Area"]}, *_said("synonyms")),
    Asked("examples", "another", None, {"en": ["Which zone?"]}, *_said("examples")),
    Asked("aliases", "one more", None, ["workPermit.old"], ("aliases", "additive", "minor"),
          ("aliases", "breaking", "none")),
    Asked("semanticIds", "one more", None, ["workPermit"], *_less("semanticIds")),
    Asked("semanticIds", "another order", ["a.b", "workPermit"], ["workPermit", "a.b"], *NOTHING),
    Asked("knowledgeReferences", "one more", None, ["docs/zone"], *_said("knowledgeReferences")),
    Asked("knowledgeRefs", "the other spelling", {"knowledgeReferences": ["docs/zone"]},
          {"knowledgeRefs": ["docs/zone"], "knowledgeReferences": None}, *NOTHING),
    Asked("target", "given", None, {"resource": "workPermit"}, *_broken("target")),
    Asked("target", "the record is named", {"resource": "workPermit"},
          {"resource": "workPermit", "idFrom": "input.workPermitId"}, *_broken("target")),
    Asked("inputSchema", "takes more", _PLACE, _WIDER, ("inputSchema", "additive", "minor"),
          ("inputSchema", "breaking", "major")),
    Asked("inputSchema", "explained", _PLACE, _EXPLAINED, *_said("inputSchema")),
    Asked("outputSchema", "holds more", _PLACE, _WIDER, ("outputSchema", "breaking", "major"),
          ("outputSchema", "additive", "minor")),
    Asked("outputSchema", "promised", None, _PLACE, ("outputSchema", "additive", "minor"),
          ("outputSchema", "breaking", "major")),
    Asked("outputSchema", "explained", _PLACE, _EXPLAINED, *_said("outputSchema")),
    Asked("endpoint", "another", {"service": "a", "method": "GET", "path": "/x"},
          {"service": "b", "method": "GET", "path": "/x"}, *_said("endpoint")),
    Asked("implementation", "another", {"module": "a"}, {"module": "b"}, *_said("implementation")),
    Asked("authorization", "a permission more", _PERMITTED, {"permissions": ["workPermit.read", "zones.read"]},
          *_more("permissions")),
    Asked("authorization", "no permission", {}, _PERMITTED, *_more("permissions")),
    Asked("authorization", "roles", _PERMITTED, _roles(any=[_BLUE]), *_more("roles")),
    Asked("authorization", "all roles", _PERMITTED, _roles(all=[_BLUE]), *_more("roles")),
    Asked("authorization", "a role more is enough", _roles(any=[_BLUE]), _roles(any=[_BLUE, _RED]), *_less("roles")),
    Asked("authorization", "a role more is needed", _roles(all=[_BLUE]), _roles(all=[_BLUE, _RED]), *_more("roles")),
    Asked("authorization", "any to all", _roles(any=[_BLUE, _RED]), _roles(all=[_BLUE, _RED]), *_more("roles")),
    Asked("authorization", "any to one of them", _roles(any=[_BLUE, _RED]), _roles(all=[_BLUE]), *_more("roles")),
    Asked("authorization", "one of one", _roles(any=[_BLUE]), _roles(all=[_BLUE]), *NOTHING),
    Asked("authorization", "another role, any to all", _roles(any=[_BLUE]), _roles(all=[_RED]),
          ("roles", "narrowing", "major"), ("roles", "narrowing", "major")),
    Asked("authorization", "tenants apart", _PERMITTED, _PERMITTED | {"tenantScoped": True}, *_more("authorization")),
    Asked("authorization", "tenants together, said", _PERMITTED, _PERMITTED | {"tenantScoped": False}, *NOTHING),
    Asked("authorization", "records apart", _PERMITTED, _PERMITTED | {"resourceScoped": True},
          *_more("authorization")),
    Asked("risk", "raised", "low", "medium", *_more("risk")),
    Asked("effects", "one more", None, ["financial"], *_more("effects")),
    Asked("confirmation", "required", None, {"required": True}, *_more("confirmation")),
    Asked("confirmation", "not required, said", None, {"required": False}, *NOTHING),
    Asked("confirmation", "a threshold", None, {"riskThreshold": "high"}, *_more("confirmation")),
    Asked("confirmation", "a lower threshold", {"riskThreshold": "high"}, {"riskThreshold": "low"},
          *_more("confirmation")),
    Asked("confirmation", "a condition", None, {"when": {"any": [_LONG]}}, *_more("confirmation")),
    Asked("confirmation", "another condition", {"when": {"any": [_LONG]}}, {"when": {"any": [_SHORT]}},
          *_broken("confirmation")),
    Asked("confirmation", "any to all", {"when": {"any": [_LONG, _SHORT]}}, {"when": {"all": [_LONG, _SHORT]}},
          *_broken("confirmation")),
    Asked("confirmation", "another order", {"when": {"any": [_LONG, _SHORT]}}, {"when": {"any": [_SHORT, _LONG]}},
          *_said("confirmation")),
    Asked("confirmation", "other words for a condition", {"when": {"any": [_LONG]}},
          {"when": {"any": [_LONG | {"text": "Long."}]}}, *_said("confirmation")),
    Asked("confirmation", "other words", {"messageTemplate": "Sure?"}, {"messageTemplate": "Really?"},
          *_said("confirmation")),
    Asked("confirmation", "good for longer", {"ttlSeconds": 60}, {"ttlSeconds": 90}, *_said("confirmation")),
    Asked("preconditions", "one more", None, [_LONG], *_more("preconditions")),
    Asked("preconditions", "one more, without a name", None, [{"expr": "input.a == 'z'"}], *_more("preconditions")),
    Asked("preconditions", "one gets a name", [{"expr": _LONG["expr"], "text": _LONG["text"]}], [_LONG],
          *_said("preconditions")),
    Asked("preconditions", "another", [_LONG], [_LONG | {"expr": "input.a == 'z'"}], *_broken("preconditions")),
    Asked("preconditions", "another code", [_LONG], [_CODED], *_broken("preconditions"), {"errors": [_ERROR]}),
    Asked("preconditions", "other words", [_LONG], [_LONG | {"text": "Long."}], *_said("preconditions")),
    Asked("preconditions", "another order", [_LONG, _SHORT], [_SHORT, _LONG], *NOTHING),
    Asked("postconditions", "one more", None, [_LONG], *_said("postconditions")),
    Asked("execution", "longer", {"timeoutMs": 1000}, {"timeoutMs": 3000}, *_said("execution")),
    Asked("execution", "the default, said", None, {"timeoutMs": 2000}, *NOTHING),
    Asked("verification", "one more", None, {"enabled": True, "method": "response"}, *_said("verification")),
    Asked("errors", "one more", None, [_ERROR], ("errors", "additive", "minor"), ("errors", "breaking", "major")),
    Asked("errors", "another category", [_ERROR], [_ERROR | {"category": "conflict"}], *_broken("errors")),
    Asked("errors", "may be retried", [_ERROR], [_ERROR | {"retryable": True}], ("errors", "additive", "minor"),
          ("errors", "breaking", "major")),
    Asked("errors", "other words", [_ERROR], [_ERROR | {"message": "Closed."}], *_said("errors")),
    Asked("observability", "one more", None, {"redact": ["/input/a"]}, *_said("observability")),
    Asked("steps", "another", [_STEP], [_STEP | {"id": "listed"}], *_said("steps"), _COMPOSITE),
    Asked("output", "another", {"a": "steps.list.output.a"}, {"a": "steps.list.output.b"}, *_said("output"),
          _COMPOSITE),
    Asked("navigation", "another page", {"page": "zones"}, {"page": "sites"}, *_broken("navigation"), _NAVIGATE),
)  # fmt: skip
_ALLOW = {"effect": "allow"}
_ON = {"capabilities": ["workPermit.list"]}
POLICY = (
    Asked("id", "an ID is paired by itself, or a rename", None, None, *NOTHING),
    Asked("version", "raised alone", None, None, *NOTHING),
    Asked("status", "a step of the lifecycle", "active", "deprecated", *NOTHING),
    Asked("deprecation", "a step of the lifecycle", None, {"since": "2026-09-01", "reason": "So."}, *NOTHING),
    Asked("description", "other words", "Nobody does.", "No one does.", *_said("description")),
    Asked("effect", "from asking to denying", "require-confirmation", "deny", *_more("effect")),
    Asked("effect", "from allowing to asking", "allow", "require-confirmation", *_more("effect")),
    Asked("effect", "from allowing to denying", "allow", "deny", *_more("effect")),
    Asked("appliesTo", "more is denied", _ON, {"capabilities": ["workPermit.list", "workPermit.zones"]},
          *_more("appliesTo")),
    Asked("appliesTo", "more is allowed", _ON, {"capabilities": ["workPermit.list", "workPermit.zones"]},
          *_less("appliesTo"), _ALLOW),
    Asked("appliesTo", "resources are denied", _ON, _ON | {"resources": ["workPermit"]}, *_more("appliesTo")),
    Asked("appliesTo", "resources are allowed", _ON, _ON | {"resources": ["workPermit"]}, *_less("appliesTo"), _ALLOW),
    Asked("appliesTo", "all below is denied", _ON, {"capabilities": ["workPermit.*"]}, *_more("appliesTo")),
    Asked("appliesTo", "what is denied with all below", {"capabilities": ["workPermit.*"]},
          {"capabilities": ["workPermit.*", "workPermit.list"]}, *_said("appliesTo")),
    Asked("appliesTo", "fewer risks are denied", _ON, _ON | {"risk": ["high"]}, *_less("appliesTo")),
    Asked("appliesTo", "fewer risks are allowed", _ON, _ON | {"risk": ["high"]}, *_more("appliesTo"), _ALLOW),
    Asked("appliesTo", "other risks are denied", _ON | {"risk": ["low"]}, _ON | {"risk": ["high"]},
          ("appliesTo", "narrowing", "major"), ("appliesTo", "narrowing", "major")),
    Asked("when", "a denial is conditional", None, {"all": [_LONG]}, *_less("when")),
    Asked("when", "a grant is conditional", None, {"all": [_LONG]}, *_more("when"), _ALLOW),
    Asked("when", "another", {"all": [_LONG]}, {"all": [_SHORT]}, *_broken("when")),
    Asked("when", "other words", {"all": [_LONG]}, {"all": [_LONG | {"text": "Long."}]}, *_said("when")),
    Asked("reason", "another code", {"code": "A_B", "message": "No."}, {"code": "C_D", "message": "No."},
          *_broken("reason")),
    Asked("reason", "other words", {"code": "A_B", "message": "No."}, {"code": "A_B", "message": "Not."},
          *_said("reason")),
    Asked("owner", "another", "permits-team", "others", *_said("owner")),
    Asked("expires", "a denial that goes on", None, "2027-06-30", *_said("expires")),
    Asked("expires", "a grant that ends", None, "2027-06-30", *_more("expires"), _ALLOW),
    Asked("expires", "a grant that ends earlier", "2027-12-31", "2027-06-30", *_more("expires"), _ALLOW),
)  # fmt: skip
MATRIX = [(kind, asked) for kind, rows in (("capability", CAPABILITY), ("policy", POLICY)) for asked in rows]
DIRECTED = [
    pytest.param(kind, asked, back, id=f"{kind}-{asked.key}-{asked.way}-{'back' if back else 'there'}")
    for kind, asked in MATRIX for back in (False, True)
]  # fmt: skip


@pytest.mark.parametrize("kind", ["capability", "policy"])
def test_no_key_is_forgotten(kind: str) -> None:
    properties = json.loads(read_schema(kind))["properties"]

    assert {asked.key for name, asked in MATRIX if name == kind} == set(properties)


def _keys(asked: Asked, value: Any) -> dict[str, Any]:
    """The keys of a side: several where the value is a mapping from keys and not the value of one."""
    several = isinstance(value, dict) and (asked.key in ("type", "knowledgeRefs"))
    return dict(asked.rest) | (value if several else {asked.key: value} if value is not None else {asked.key: None})


def _sides(kind: str, asked: Asked, back: bool, version: str = "1.4.0") -> tuple[Files, Files]:
    if asked.key in ("id", "version"):
        return placed(kind, of_kind(kind)), placed(kind, of_kind(kind))
    sides = [_keys(asked, value) for value in (asked.one, asked.other)]
    if asked.key == "knowledgeReferences":
        sides = [{"knowledgeReferences": None}, {"knowledgeReferences": ["docs/zone"]}]
    old, new = reversed(sides) if back else sides
    return placed(kind, of_kind(kind, **old)), placed(kind, of_kind(kind, **new | {"version": version}))


@pytest.mark.parametrize(("kind", "asked", "back"), DIRECTED)
def test_change_is_told_for_what_it_is(kind: str, asked: Asked, back: bool) -> None:
    before, after = _sides(kind, asked, back)
    found = compared(AROUND | dict(before), AROUND | dict(after)).compared
    changes = [change for one in found for change in one.changes]
    told = [(change.aspect, change.impact, change.bump) for change in changes]
    expected = asked.back if back else asked.there

    assert not any(side.facts.broken for one in found for side in (one.before, one.after))
    assert max(told, key=lambda change: BUMPS.index(change[2]), default=None) == expected
    assert all(change.words for change in changes)


@pytest.mark.parametrize(("kind", "asked", "back"), DIRECTED)
def test_no_version_below_the_smallest_will_do_and_that_one_does(kind: str, asked: Asked, back: bool) -> None:
    expected = asked.back if back else asked.there
    bump = expected[2] if expected else "none"
    smallest = {"none": "1.4.0", "patch": "1.4.1", "minor": "1.5.0", "major": "2.0.0"}[bump]
    lower = {"none": None, "patch": "1.4.0", "minor": "1.4.9", "major": "1.99.0"}[bump]
    rule = "breaking-change-without-major" if bump == "major" else "version-not-bumped"

    assert _versions_asked(kind, asked, back, smallest) == set()
    if lower is not None:
        assert _versions_asked(kind, asked, back, lower) == {rule}


def _versions_asked(kind: str, asked: Asked, back: bool, version: str) -> set[str]:
    before, after = _sides(kind, asked, back, version)
    found = judged(AROUND | dict(before), AROUND | dict(after))
    asking = ("breaking-change-without-major", "version-not-bumped", "version-went-back")
    return {finding.rule for finding in found if finding.rule in asking}


@pytest.mark.parametrize(
    ("was", "bump", "smallest"),
    [
        ("1.4.2", "none", "1.4.2"), ("1.4.2", "patch", "1.4.3"), ("1.4.2", "minor", "1.5.0"),
        ("1.4.2", "major", "2.0.0"),
        ("0.4.2", "patch", "0.4.3"), ("0.4.2", "minor", "0.4.3"), ("0.4.2", "major", "0.5.0"),
        ("2.0.0-rc.1", "none", "2.0.0-rc.1"), ("2.0.0-rc.1", "major", "2.0.0"), ("2.0.0-rc.1", "patch", "2.0.0"),
        ("1.4.2+b7", "patch", "1.4.3"),
    ],
)  # fmt: skip
def test_smallest_version_for_a_bump(was: str, bump: Bump, smallest: str) -> None:
    version = parse(was)
    assert isinstance(version, Version)

    assert smallest_legal(version, bump) == smallest


def test_several_changes_ask_for_the_largest_bump_once() -> None:
    before = placed("capability", of_kind("capability"))
    after = placed("capability", of_kind("capability", owner="others", risk="low", aliases=["workPermit.old"]))
    (one,) = compared(AROUND | before, AROUND | after).compared
    found = judged(AROUND | before, AROUND | after)

    assert (len(one.changes), largest(one.changes), one.needed) == (3, "major", "major")
    assert [finding.rule for finding in found if finding.severity == "error"] == ["breaking-change-without-major"]


_DOMAIN = "capabilities/work-permit/domain.yaml"
_OWN = {"code": "ZONE_OWN", "category": "business", "message": "Its own."}


@pytest.mark.parametrize(
    ("before", "after", "place"),
    [
        ([_ERROR], [], ("base", _DOMAIN, ("errors", 0))),
        ([], [_ERROR], ("current", _DOMAIN, ("errors", 0))),
        ([_ERROR], [_ERROR | {"category": "conflict"}], ("current", _DOMAIN, ("errors", 0, "category"))),
    ],
    ids=["gone", "new", "another"],
)
def test_error_that_a_domain_shares_is_shown_in_the_file_of_the_domain(
    before: list[Any], after: list[Any], place: tuple[str, str, tuple[str | int, ...]]
) -> None:
    capability = placed("capability", of_kind("capability", errors=[_OWN]))
    old, new = (AROUND | capability | {_DOMAIN: written({"errors": errors})} for errors in (before, after))
    found = compared(old, new).compared

    assert {one.after.facts.id for one in found} == {"workPermit.zone", "workPermit.list"}
    for one in found:
        (change,) = one.changes
        assert (change.revision, change.path, change.pointer) == place
