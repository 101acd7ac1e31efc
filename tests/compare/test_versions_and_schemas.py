"""F29: versions in the order of semver; schemas compared for what they let through, each with its place and bump."""

from typing import Any

import pytest

from alvara.diagnostics.finding import Diagnostic
from tests.compare.definitions import AROUND, of_kind, path_of, placed
from tests.compare.revisions import compared, judged

_PATH = path_of("capability")
_RULES = ("breaking-change-without-major", "version-not-bumped", "version-went-back", "version-not-semver")


def _sides(before: dict[str, Any], after: dict[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    sides = (AROUND | placed("capability", of_kind("capability", **keys)) for keys in (before, after))
    return next(sides), next(sides)


def _said(before: dict[str, Any], after: dict[str, Any]) -> list[Diagnostic]:
    return [finding for finding in judged(*_sides(before, after)) if finding.rule in _RULES]


@pytest.mark.parametrize(
    ("was", "now", "unchanged", "changed"),
    [
        ("1.4.0-rc.9", "1.4.0-rc.10", [], []),
        ("1.4.0-rc.1", "1.4.0", [], []),
        ("1.4.0-alpha", "1.4.0-alpha.1", [], []),
        ("1.4.0-beta.11", "1.4.0-beta.2", ["version-went-back"], ["version-went-back"]),
        ("1.4.0", "1.4.0-rc.1", ["version-went-back"], ["version-went-back"]),
        ("1.4.0", "1.4.0", [], ["version-not-bumped"]),
        ("1.4.0", "1.4.0+b2", [], ["version-not-bumped"]),
        ("1.4.0+b2", "1.4.0+b1", [], ["version-not-bumped"]),
        ("1.10.0", "1.9.0", ["version-went-back"], ["version-went-back"]),
        ("1.9.0", "1.10.0", [], []),
        ("1.4.0", "01.4.0", ["version-not-semver"], ["version-not-semver"]),
        ("1.4.0", "1.4", ["version-not-semver"], ["version-not-semver"]),
        ("9.0.0", "10.0.0", [], []),
    ],
)
def test_versions_stand_in_the_order_of_semver(was: str, now: str, unchanged: list[str], changed: list[str]) -> None:
    assert [f.rule for f in _said({"version": was}, {"version": now})] == unchanged
    assert [f.rule for f in _said({"version": was}, {"version": now, "owner": "others"})] == changed


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": properties}


_STATES = {"enum": ["queued", "done"]}
_FEWER = {"enum": ["done"]}
_A = {"type": "string"}
CHANGES: dict[str, tuple[str, Any, Any, str, str]] = {
    # which schema, before, after, the bump, the pointer below the schema
    "value dropped from an output": ("outputSchema", _object(s=_STATES), _object(s=_FEWER), "minor", ""),
    "value added to an output": ("outputSchema", _object(s=_FEWER), _object(s=_STATES), "major", "/properties/s/enum"),
    "value dropped from an input": (
        "inputSchema", _object(s=_STATES), _object(s=_FEWER), "major", "/properties/s/enum",
    ),
    "value added to an input": ("inputSchema", _object(s=_FEWER), _object(s=_STATES), "minor", ""),
    "input demanded": ("inputSchema", _object(a=_A), _object(a=_A) | {"required": ["a"]}, "major", "/required"),
    "input demanded with a default": (
        "inputSchema", _object(a=_A), _object(a=_A | {"default": "x"}) | {"required": ["a"]}, "major", "/required",
    ),
    "new input that may be left out": ("inputSchema", _object(a=_A), _object(a=_A, b=_A), "minor", ""),
    "new input that is demanded": (
        "inputSchema", _object(a=_A), _object(a=_A, b=_A) | {"required": ["b"]}, "major", "/required",
    ),
    "integer to number in an input": (
        "inputSchema", _object(n={"type": "integer"}), _object(n={"type": "number"}), "minor", "",
    ),
    "integer to number in an output": (
        "outputSchema", _object(n={"type": "integer"}), _object(n={"type": "number"}), "major", "/properties/n/type",
    ),
    "keys in another order": (
        "inputSchema", {"type": "object", "properties": {"a": _A, "b": _A}, "additionalProperties": False},
        {"additionalProperties": False, "properties": {"b": _A, "a": _A}, "type": "object"}, "none", "",
    ),
    "values in another order": (
        "inputSchema", _object(s=_STATES), _object(s={"enum": ["done", "queued"]}), "none", "",
    ),
    "other words": (
        "inputSchema", _object(a=_A | {"description": "One."}), _object(a=_A | {"description": "Two."}), "patch", "",
    ),
    "property moved behind a reference": (
        "inputSchema", _object(a=_A), _object(a={"$ref": "#/$defs/a"}) | {"$defs": {"a": _A}}, "none", "",
    ),
    "explained property moved behind a reference": (
        "inputSchema", _object(a=_A | {"title": "A"}, b=_A | {"title": "A"}),
        _object(a={"$ref": "#/$defs/a"}, b={"$ref": "#/$defs/a"}) | {"$defs": {"a": _A | {"title": "A"}}}, "none", "",
    ),
    "values put inside oneOf": ("inputSchema", _object(s=_STATES), _object(s={"oneOf": [_STATES]}), "none", ""),
    "value dropped inside oneOf": (
        "inputSchema", _object(s={"oneOf": [_STATES]}), _object(s={"oneOf": [_FEWER]}), "major", "/properties/s/oneOf",
    ),
}  # fmt: skip
_SMALLEST = {"none": "1.4.0", "patch": "1.4.1", "minor": "1.5.0", "major": "2.0.0"}
_RULE = {"none": [], "patch": ["version-not-bumped"], "minor": ["version-not-bumped"],
         "major": ["breaking-change-without-major"]}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_change_of_a_schema_asks_for_its_bump_and_no_more(name: str) -> None:
    key, before, after, bump, pointer = CHANGES[name]
    found = _said({key: before}, {key: after})

    assert [f.rule for f in found] == _RULE[bump]
    assert [f.rule for f in _said({key: before}, {key: after, "version": _SMALLEST[bump]})] == []
    for finding in found:
        assert (finding.file, finding.line > 1, finding.subject) == (_PATH, True, "workPermit.zone")
        assert _SMALLEST[bump] in finding.message
        if bump == "major":
            assert finding.pointer.startswith(f"/{key}{pointer}")


def test_breaking_change_comes_with_a_value_that_breaks() -> None:
    (one,) = compared(*_sides({"inputSchema": _object(s=_STATES)}, {"inputSchema": _object(s=_FEWER)})).compared

    assert [change.witness for change in one.changes] == [{"s": "queued"}]
