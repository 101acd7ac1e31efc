"""Runs that remember the last one: whatever changes in what governs, they say what a first run would."""

from collections.abc import Mapping
from itertools import permutations

import pytest

from alvara.app.check import examine
from alvara.app.governing import governance_values
from alvara.app.settings import read_settings
from alvara.approvals.roots import governance_digests
from alvara.diagnostics.finding import Diagnostic
from alvara.files.tree import DictTree
from alvara.workspace.snapshot import Snapshot
from tests.case import DEFAULT_CONFIG, NOW, VALIDATORS, extract_all, reopened
from tests.governance.chains import SIGNERS, root, signed

CAPABILITY = """\
id: workPermit.close
version: 1.0.0
description: Closes one work permit.
risk: read
action: get
status: draft
proposedBy: [dora]
inputSchema: {type: object, additionalProperties: false}
authorization: {permissions: [workPermit.close]}
"""
Files = Mapping[str, bytes | str]


def _person(name: str, key: str, more: str = "") -> str:
    text = SIGNERS[key].public.text
    return f"name: {name}\nkind: human\nkeys: [{{id: laptop, type: ssh-ed25519, publicKey: {text}}}]\n{more}"


PEOPLE = {f"governance/people/{one}.yaml": _person(one, one) for one in ("ana", "bea", "caio", "dora")}
BASE: Files = {
    "alvara.yaml": DEFAULT_CONFIG, "capabilities/work-permit/close.yaml": CAPABILITY, **PEOPLE,
    "governance/policy.yaml": "levels: {high: {slots: [technical]}}\n",
    "governance/teams.yaml": "permits-team: {members: [ana, dora]}\n",
}  # fmt: skip
HOLDERS = ("ana", "bea", "caio")


def _with_root(files: Files) -> Files:
    digests = governance_digests(governance_values(DictTree(files)))
    return {**files, "governance/root/1.json": root(signed(1, HOLDERS, digests=digests), HOLDERS)}


def _without(files: Files, *paths: str) -> Files:
    return {path: text for path, text in files.items() if path not in paths}


ROOTED = _with_root(BASE)
STATES: Mapping[str, Files] = {
    "base": BASE,
    "rooted": ROOTED,
    "nobody": _without(BASE, *PEOPLE),
    "nothing": _without(BASE, *(path for path in BASE if path.startswith("governance/"))),
    "without dora": _without(ROOTED, "governance/people/dora.yaml"),
    "dora in doubt": {**ROOTED, "governance/people/dora.yaml": "name: [\n"},
    "dora is bea": {**ROOTED, "governance/people/dora.yaml": _person("Dora", "bea")},
    "without a policy": _without(ROOTED, "governance/policy.yaml"),
    "without the first root": {
        **_without(ROOTED, "governance/root/1.json"), "governance/root/2.json": root(signed(2, HOLDERS), HOLDERS),
    },
    "revoked": _with_root({
        **BASE,
        "governance/revocations.yaml":
            f"revocations: [{{key: '{SIGNERS['bea'].public.fingerprint}', since: always, reason: lost}}]\n",
    }),
    "marked": {**ROOTED, "governance/policy.yaml": b"\xef\xbb\xbflevels: {high: {slots: [technical]}}\n"},
    "dora is a bot": {**ROOTED, "governance/people/dora.yaml": "name: Dora\nkind: bot\n"},
    "ana lends to dora": {
        **ROOTED,
        "governance/people/ana.yaml": _person("ana", "ana", """\
roles: [{role: technical, scope: [workPermit]}]
delegations:
  - {role: technical, scope: [workPermit], to: dora, from: "2026-07-01", until: "2026-07-14"}
"""),
    },
}  # fmt: skip


def _run(files: Files, known: Snapshot | None = None) -> tuple[tuple[Diagnostic, ...], Snapshot | None]:
    tree = DictTree(files)
    outcome = examine(tree, read_settings(tree, VALIDATORS), VALIDATORS, NOW[:10], extract_all, known)
    return outcome.diagnostics, reopened(outcome.memory)


FRESH = {name: _run(files) for name, files in STATES.items()}


def test_the_states_differ() -> None:
    said = {name: sorted({one.rule for one in diagnostics}) for name, (diagnostics, _) in FRESH.items()}

    assert said["rooted"] == said["base"] == said["nothing"]
    assert {"unknown-person", "root-broken"} <= set(said["without dora"])
    assert {"yaml-syntax"} <= set(said["dora in doubt"])
    assert not {"unknown-person", "root-broken"} & set(said["dora in doubt"])
    assert {"shared-identity", "root-broken"} <= set(said["dora is bea"])
    assert {"governance-incomplete", "root-broken"} <= set(said["without a policy"])
    assert {"root-broken"} <= set(said["revoked"]) & set(said["without the first root"])
    assert {"byte-order-mark-in-record"} <= set(said["marked"])


@pytest.mark.parametrize(("before", "after"), list(permutations(STATES, 2)))
def test_a_run_that_remembers_says_what_a_first_one_would(before: str, after: str) -> None:
    again, _ = _run(STATES[after], FRESH[before][1])

    assert again == FRESH[after][0]
