"""The examples that the business gave, on the registry of this repository, decided by its files and by its bundle."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.decisions.conftest import PERMIT, SUPERVISOR, THIRTY, Decide
from tests.ran import Ran

EVERYWHERE = ((), ("--bundle", "dist/bundle.tar"))


def codes(ran: Ran) -> list[str]:
    return [reason["code"] for reason in ran.json["reasons"]]


def asked(decide: Decide, *where: str, **changed: Any) -> Ran:
    given = {"capability": "workPermit.updateValidity", "input": THIRTY, "principal": SUPERVISOR, "resource": PERMIT}
    return decide(*{**given, **changed}.values(), *where, "--format", "json")


@pytest.mark.parametrize("where", EVERYWHERE)
def test_the_examples_of_the_seeds(pilot: Path, decide: Decide, where: tuple[str, ...]) -> None:
    approved = asked(decide, *where, resource={**PERMIT, "status": "APPROVED"})
    assert (approved.code, approved.json["decision"]) == (1, "deny")
    reason = approved.json["reasons"][0]
    assert (reason["code"], reason["policy"]) == ("WORK_PERMIT_ALREADY_APPROVED", "workPermit.validity.update")
    assert reason["message"]["pt-BR"].startswith("Não posso alterar a validade porque esta permissão já foi")

    undocumented = {**PERMIT, "allRequiredDocuments": False}
    blocked = asked(
        decide, *where, capability="workPermit.approve", input={"workPermitId": "WP-1"}, resource=undocumented
    )
    assert (blocked.code, blocked.json["decision"]) == (1, "blocked")
    assert codes(blocked) == ["WORK_PERMIT_DOCUMENTS_MISSING"]
    assert blocked.json["reasons"][0]["atom"] == "documents-complete"

    confirm = asked(decide, *where)
    assert (confirm.code, confirm.json["decision"]) == (0, "confirm")
    assert confirm.json["confirmation"]["message"] == {
        "pt-BR": "Alterar a validade da permissão WP-1, de 20 para 30 dias?",
        "en": "Change the validity of permit WP-1 from 20 to 30 days?",
    }

    thirty = asked(decide, *where, input={**THIRTY, "validityDays": "thirty"})
    assert (thirty.code, codes(thirty)) == (1, ["input.invalid"])
    assert "`/validityDays` is not of the type `integer`" in thirty.json["reasons"][0]["message"]


def test_a_yes_lets_it_run_once_and_only_as_it_was_asked(pilot: Path, tmp_path: Path, decide: Decide) -> None:
    answer, spent = tmp_path / "answer.json", tmp_path / "spent.txt"
    answer.write_text(asked(decide).out, encoding="utf-8")
    digest = json.loads(answer.read_text())["confirmation"]["digest"]
    spent.write_text(f"sha256:{'0' * 64}\n{digest}\n", encoding="utf-8")

    def state(*more: str, **changed: Any) -> tuple[str, str]:
        ran = asked(decide, "--confirmed", str(answer), *more, **changed)
        return ran.json["decision"], ran.json["trace"]["confirmation"]["state"]

    assert state() == ("allow", "accepted")
    assert state("--spent", str(spent)) == ("confirm", "spent")
    assert state(input={**THIRTY, "validityDays": 31}) == ("confirm", "mismatch")
    assert state(resource={**PERMIT, "revision": 4}) == ("confirm", "mismatch")
    assert state(resource={**PERMIT, "status": "CLOSED"}) == ("deny", "not_needed")
    assert state("--now", "2026-05-01T09:10:00Z") == ("confirm", "expired")


def test_a_yes_is_for_the_definitions_that_were_asked_by(changed_pilot: Path, tmp_path: Path, decide: Decide) -> None:
    answer = tmp_path / "answer.json"
    answer.write_text(asked(decide).out, encoding="utf-8")
    yes = ("--confirmed", str(answer))
    assert asked(decide, *yes).json["decision"] == "allow"
    policy = changed_pilot / "policies/work-permit/voice/read-back.yaml"
    policy.write_text(policy.read_text().replace('"voice"', '"chat"'))
    assert asked(decide, *yes).json["trace"]["confirmation"]["state"] == "mismatch"


@pytest.mark.parametrize("channel", ["voice", "automation"])
def test_the_context_decides_too(pilot: Path, tmp_path: Path, decide: Decide, channel: str) -> None:
    documented = asked(decide, capability="workPermit.approve", input={"workPermitId": "WP-1"})
    assert codes(documented) == ["confirmation.required"]
    context = tmp_path / "context.json"
    context.write_text(json.dumps({"channel": channel}))
    ran = asked(
        decide, "--context", str(context), capability="workPermit.approve", input={"workPermitId": "WP-1"}
    )  # fmt: skip
    first = {"voice": "WORK_PERMIT_ASKED_BY_VOICE", "automation": "WORK_PERMIT_NEEDS_A_PERSON"}[channel]
    assert codes(ran)[0] == first
