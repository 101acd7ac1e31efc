"""Mappings to suites of scenarios and to fixtures."""

from collections.abc import Mapping
from posixpath import dirname, normpath
from typing import Any, Literal

from alvara.diagnostics.site import Pointer
from alvara.model.scenario import FIXTURE_KINDS, PARTS, Expectation, Fixtures, Scenario, Suite

_SETS = {"reasons": "reasons", "decidedBy": "decided_by", "failed": "failed"}


def form_of(value: Any) -> Literal["scenario", "fixtures", "utterances"]:
    """Tell what a file in `scenarios/` is meant to be by the keys that only one form has."""
    keys = value.keys() if isinstance(value, dict) else frozenset()
    if "utterances" in keys:
        return "utterances"
    if keys.isdisjoint(("capability", "scenarios", "fixturesFrom")) and not keys.isdisjoint(FIXTURE_KINDS):
        return "fixtures"
    return "scenario"


def suite(value: Mapping[str, Any], path: str) -> Suite:
    """Read a suite, whose shape holds."""
    capability, _, major = value["capability"].partition("@")
    return Suite(
        path, capability, major, value.get("now", ""),
        tuple(located(path, file) for file in value.get("fixturesFrom", ())), fixtures(value.get("fixtures", {})),
        tuple(_scenario(one, ("scenarios", i)) for i, one in enumerate(value["scenarios"])),
    )  # fmt: skip


def fixtures(value: Mapping[str, Any]) -> Fixtures:
    """Read fixtures, whose shape holds."""
    return {kind: value[kind] for kind in FIXTURE_KINDS if kind in value}


def located(path: str, file: str) -> str:
    """Write a path in `fixturesFrom` of a file as seen from the root."""
    return normpath(f"{dirname(path)}/{file}")


def _scenario(value: Mapping[str, Any], pointer: Pointer) -> Scenario:
    expect, place = value["expect"], (*pointer, "expect")
    rows: tuple[Expectation, ...] = ()
    otherwise: Expectation | None = None
    if "rows" in expect:
        rows = tuple(_expectation(row, (*place, "rows", i)) for i, row in enumerate(expect["rows"]))
        if "otherwise" in expect:
            otherwise = _expectation(expect["otherwise"], (*place, "otherwise"))
    else:
        otherwise = _expectation(expect, place)
    return Scenario(
        value["id"], pointer, {part: value[part] for part in PARTS if part in value}, value.get("now", ""),
        {path: tuple(values) for path, values in value.get("matrix", {}).items()}, value.get("allowInvalid", False),
        rows, otherwise,
    )  # fmt: skip


def _expectation(value: Mapping[str, Any], pointer: Pointer) -> Expectation:
    sets = {name: tuple(value[key]) for key, name in _SETS.items() if key in value}
    return Expectation(pointer, value["decision"], message=value.get("message"), when=value.get("when"), **sets)
