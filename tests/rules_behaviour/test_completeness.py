"""What a capability still lacks is information while it is a draft, and an error from review on."""

from pathlib import Path

import pytest

from tests.case import judge

SEVERITY = {"draft": "info", "review": "error", "approved": "error", "active": "error", "deprecated": "error"}

HEAD = """\
id: workPermit.close
version: "1.0.0"
description: Closes one work permit.
status: {status}
inputSchema: {{type: object, additionalProperties: false}}
authorization: {{permissions: [workPermit.close]}}
"""
LACKING = {
    "atomic": "action: submit\nrisk: high\n",
    "navigate": "action: navigate\nrisk: low\n",
    "composite": "type: composite\naction: create\nrisk: medium\n",
}
RULES = {
    "atomic": {
        "missing-implementation", "missing-verification", "missing-output-schema", "missing-owner",
        "write-without-idempotency", "confirmation-below-risk",
    },
    "navigate": {"missing-navigation", "missing-output-schema", "missing-owner"},
    "composite": {
        "missing-steps", "missing-verification", "missing-output-schema", "missing-owner",
        "write-without-idempotency", "confirmation-below-risk",
    },
}  # fmt: skip

FOUNDING_EXAMPLE = """\
id: workPermit.updateValidity
version: 1.0.0

description: Atualiza a validade de uma permissão de trabalho.

risk: medium

confirmation:
  required: true

authorization:
  permissions:
    - workPermit.update
  tenantScoped: true
  resourceScoped: true

endpoint:
  service: sst-api
  method: PATCH
  path: /work-permits/{workPermitId}/validity

inputSchema:
  type: object
  additionalProperties: false
  required: [workPermitId, validityDays]
  properties:
    workPermitId: {type: string}
    validityDays: {type: integer, minimum: 1, maximum: 365}

verification:
  method: read-after-write
"""
"""Section 32 of PRD-004, with its input schema filled in from section 10."""


def judge_capability(root: Path, name: str, text: str) -> dict[str, str]:
    """Judge a registry of one capability, and give the severity of each rule that has something to say."""
    file = root / "capabilities" / "work-permit" / name
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    findings, _ = judge(root)
    return {finding.rule: finding.severity for finding in findings}


@pytest.mark.parametrize("kind", LACKING)
@pytest.mark.parametrize("status", SEVERITY)
def test_what_is_lacking_weighs_by_status(tmp_path: Path, kind: str, status: str) -> None:
    said = judge_capability(tmp_path, "close.yaml", HEAD.format(status=status) + LACKING[kind])

    assert dict.fromkeys(RULES[kind], SEVERITY[status]) == {r: said.get(r) for r in RULES[kind]}


@pytest.mark.parametrize("kind", LACKING)
def test_the_other_kinds_rules_are_silent(tmp_path: Path, kind: str) -> None:
    said = judge_capability(tmp_path, "close.yaml", HEAD.format(status="active") + LACKING[kind])

    assert not said.keys() & (set().union(*RULES.values()) - RULES[kind])


def test_the_founding_example_is_a_valid_draft(tmp_path: Path) -> None:
    said = judge_capability(tmp_path, "update-validity.yaml", FOUNDING_EXAMPLE)

    assert {rule: severity for rule, severity in said.items() if severity == "error"} == {}
    assert said["missing-implementation"] == "info"
