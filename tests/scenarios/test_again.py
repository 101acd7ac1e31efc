"""Runs of `check` that remember the last one: whatever changes round a suite, they say what a first run would."""

from collections.abc import Mapping
from itertools import permutations

import pytest

from alvara.app.check import examine
from alvara.app.settings import read_settings
from alvara.diagnostics.finding import Diagnostic
from alvara.files.tree import DictTree
from alvara.workspace.snapshot import Snapshot
from tests.case import NOW, VALIDATORS, extract_all, reopened
from tests.scenarios.conftest import CAPABILITY, FILES, POLICY, SUITE

Files = Mapping[str, str]

RECORD, CONTEXT, SHARED, MORE = (
    "semantic-ids/order.yaml", "schemas/context.json", "scenarios/order/fixtures.yaml", "scenarios/order/more.yaml"
)  # fmt: skip
BASE: Files = {
    **FILES,
    SHARED: "resources:\n  late: {id: o1, tenant: t1, status: OPEN}\n",
    MORE: """\
capability: order.postpone
fixturesFrom: [fixtures.yaml]
scenarios:
  - id: nobody
    principal: {id: u1, tenant: t1, permissions: []}
    resource: late
    context: {channel: chat}
    input: {orderId: o1, days: 3}
    expect: {decision: deny, reasons: [authz.permission_missing]}
""",
}


def _with(path: str, old: str, new: str) -> Files:
    assert old in BASE[path]
    return {**BASE, path: BASE[path].replace(old, new)}


def _without(*paths: str) -> Files:
    return {path: text for path, text in BASE.items() if path not in paths}


STATES: Mapping[str, Files] = {
    "base": BASE,
    "another code": _with(POLICY, "ORDER_CLOSED", "ORDER_SHUT"),
    "another policy": _with(POLICY, "id: order.closed", "id: order.shut"),
    "a policy that reads now": _with(POLICY, '== "CLOSED"', '== "CLOSED" && now > timestamp("2020-01-01T00:00:00Z")'),
    "a policy that is broken": _with(POLICY, "effect: deny", "effect: [deny"),
    "no capability": _without(CAPABILITY),
    "another record": _with(RECORD, "enum: [OPEN, CLOSED]", "enum: [OPEN, SHUT]"),
    "another context": _with(CONTEXT, '"chat"', '"talk"'),
    "another postcondition": _with(CAPABILITY, "id: moved", "id: was-moved"),
    "no fixtures": _without(SHARED),
    "other fixtures": _with(SHARED, "late:", "later:"),
    "fixtures that are broken": _with(SHARED, "OPEN}", "OPEN"),
    "nobody lists the fixtures": _without(MORE),
    "a suite that is broken": _with(SUITE, "fixtures:", "fixtures"),
}


def _run(files: Files, known: Snapshot | None = None) -> tuple[tuple[Diagnostic, ...], Snapshot | None]:
    tree = DictTree(files)
    outcome = examine(tree, read_settings(tree, VALIDATORS), VALIDATORS, NOW[:10], extract_all, known)
    return outcome.diagnostics, reopened(outcome.memory)


FRESH = {name: _run(files) for name, files in STATES.items()}
SAID = {
    "base": set(),
    "another code": {"undeclared-code"},
    "another policy": set(),
    "a policy that reads now": {"scenario-without-now"},
    "a policy that is broken": set(),
    "no capability": {"unknown-scenario-name"},
    "another record": {"fixture-not-valid"},
    "another context": {"fixture-not-valid"},
    "another postcondition": {"unknown-scenario-name"},
    "no fixtures": {"unknown-scenario-name"},
    "other fixtures": {"unknown-scenario-name"},
    "fixtures that are broken": set(),
    "nobody lists the fixtures": {"unused-fixture"},
    "a suite that is broken": set(),
}


@pytest.mark.parametrize("name", STATES)
def test_the_states_differ(name: str) -> None:
    said = {one.rule for one in FRESH[name][0] if one.file.startswith("scenarios/")}

    assert {rule for rule in said if rule not in ("yaml-syntax", "wrong-shape")} == SAID[name]


@pytest.mark.parametrize(("before", "after"), list(permutations(STATES, 2)))
def test_a_run_that_remembers_says_what_a_first_one_would(before: str, after: str) -> None:
    again, _ = _run(STATES[after], FRESH[before][1])

    assert again == FRESH[after][0]
