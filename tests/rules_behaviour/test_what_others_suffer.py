"""What cannot be had is one finding, where it should be: those who refer to it, or rely on it, are not to blame."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.fieldcases.checking import CAPABILITY, PAGE, POLICY, RESOURCES, SEED, change, check, run, sow, write

EMPTY_HANDED = ("null", "3", "x", "[]", "{}", "true", "- 3", "name: A thing", "id: 3", "id: ''", "id: null", "id: []")
LISTS = ("null", "[]", "{}", "3", "[null]", "[3]", "[[]]", "[{}]", "[{type: field, name: A thing}]")


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    """A seed in which everything is referred to: the policy by a resource and the page, the capability by both."""
    root = sow(tmp_path / "seed")
    change(root, RESOURCES, "labels: {pt-BR: Val", "policyRefs: [workPermit.high]\n    labels: {pt-BR: Val")
    change(root, RESOURCES, "aliases:", "capabilityRefs: [workPermit.updateValidity]\n    aliases:")
    change(root, PAGE, "semanticId: workPermit\n", "semanticId: workPermit\npolicies: [workPermit.high]\n")
    assert not check(root).findings
    return root


@pytest.mark.parametrize("text", EMPTY_HANDED)
@pytest.mark.parametrize("path", [CAPABILITY, RESOURCES, POLICY])
def test_a_definition_without_a_name_is_found_in_its_own_file_only(seed: Path, path: str, text: str) -> None:
    write(seed, path, text + "\n")

    assert {f["file"] for f in check(seed).findings} == {path}


@pytest.mark.parametrize("held", LISTS)
def test_a_list_that_names_nothing_is_the_only_finding(seed: Path, held: str) -> None:
    write(seed, RESOURCES, f"resources: {held}\n")

    assert check(seed).only["file"] == RESOURCES


@pytest.mark.parametrize("id", ["workPermits", "work.permit", "WorkPermit", "work permit"])
def test_a_resource_of_a_list_with_another_name_is_the_only_finding(seed: Path, id: str) -> None:
    change(seed, RESOURCES, "id: workPermit\n", f"id: {id}\n")

    assert {f["file"] for f in check(seed).findings} == {RESOURCES}


def test_a_definition_that_does_not_hold_keeps_its_aliases_and_codes(seed: Path) -> None:
    write(seed, POLICY, SEED[POLICY].replace("workPermit.updateValidity", "workPermit.validityUpdate"))
    change(seed, CAPABILITY, "risk: high", "risk: hihg\naliases: [workPermit.validityUpdate]")
    change(
        seed, CAPABILITY, "status: draft", "status: draft\nerrors: [{code: TOO_LONG, category: business, message: No.}]"
    )
    other = SEED[CAPABILITY].replace("updateValidity", "shortenValidity").replace("/validity", "/shorter")
    write(
        seed,
        "capabilities/work-permit/shorten-validity.yaml",
        other + "preconditions: [{id: a, expr: input.workPermitId != '', error: TOO_LONG}]\n",
    )

    assert check(seed).only["rule"] == "wrong-shape"


def test_names_that_nobody_is_told_to_mend_excuse_no_broken_reference(seed: Path) -> None:
    change(seed, RESOURCES, "id: workPermit\n", "id: workPermits\n")
    write(seed, "alvara.yaml", SEED["alvara.yaml"] + "severity: {path-differs-from-id: 'off'}\n")

    assert "broken-binding" in {rule for rule, _ in check(seed).briefly}


DOMAIN = "capabilities/work-permit/domain.yaml"
SHARED = """\
owner: permits-team
errors: [{code: TOO_LONG, category: business, message: This is too long.}]
execution: {write: {idempotent: true, idempotencyStrategy: natural}}
"""
SHARING_MISTAKES = (
    "", "null", "3", "[]", "x", "owner: [", "{}x", SHARED.replace("owner: permits-team", "owner: 3"),
    SHARED.replace("owner", "ownr"), SHARED.replace("errors:", "erors:"), SHARED.replace("execution", "executor"),
    SHARED.replace("owner: permits-team", "owner:"), SHARED.replace("business", "busines"),
    SHARED.replace("[{code", "{code").replace("}]", "}"), SHARED.replace("natural", "natrual"),
    SHARED.replace("{write: {", "{write: [{").replace("}}", "}]}"), SHARED + "owner: web-team\n",
)  # fmt: skip


@pytest.fixture
def domain(seed: Path) -> Path:
    """The seed with two capabilities in use that leave to their domain what it may share."""
    write(seed, DOMAIN, SHARED)
    for name in ("update", "shorten"):
        text = SEED[CAPABILITY].replace("updateValidity", f"{name}Validity").replace("/validity", f"/{name}")
        for line in ("owner: permits-team\n", "execution: {idempotent: true, idempotencyStrategy: natural}\n"):
            text = text.replace(line, "")
        text = text.replace("status: draft", "status: active").replace("risk: high", "risk: medium")
        text += "preconditions: [{id: a, expr: input.workPermitId != '', error: TOO_LONG, text: It is.}]\n"
        write(seed, f"capabilities/work-permit/{name}-validity.yaml", text)
    change(seed, POLICY, ", risk: [high]", "")
    assert not check(seed).findings
    return seed


@pytest.mark.parametrize("text", SHARING_MISTAKES)
def test_a_mistake_in_what_a_domain_shares_is_the_only_finding(domain: Path, text: str) -> None:
    write(domain, DOMAIN, text)

    assert check(domain).only["file"] == DOMAIN


@pytest.mark.parametrize("text", SHARING_MISTAKES)
def test_capabilities_are_judged_whatever_is_wrong_with_what_their_domain_shares(domain: Path, text: str) -> None:
    write(domain, DOMAIN, text)
    change(domain, CAPABILITY, "risk: medium", "risk: low")

    assert {"risk-below-floor"} < {rule for rule, _ in check(domain).briefly}


def test_a_capability_in_the_file_for_what_a_domain_shares_is_one_finding(seed: Path) -> None:
    write(seed, DOMAIN, SEED[CAPABILITY].replace("updateValidity", "domain").replace("/validity", ""))

    assert check(seed).only["help"] == "move it to `domain.v1.yaml`"


def test_an_owner_that_a_domain_does_not_name_is_one_finding(domain: Path) -> None:
    write(domain, DOMAIN, SHARED.partition("\n")[2])
    found = check(domain).only

    assert (found["rule"], found["file"], found["subject"], len(found["related"])) == (
        "missing-owner",
        DOMAIN,
        DOMAIN,
        2,
    )


@pytest.mark.parametrize("key", ["errors", "execution"])
def test_what_a_domain_simply_does_not_share_is_missing_in_each_capability(domain: Path, key: str) -> None:
    write(domain, DOMAIN, "".join(line for line in SHARED.splitlines(keepends=True) if not line.startswith(key)))

    assert len(check(domain).findings) == 2


PERMIT = "schemas/permit.json"
SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["id", "title"],
    "properties": {"id": {"type": "string"}, "title": {"type": "string"}},
    "$defs": {"id": {"type": "string"}, "day": {"type": "string", "format": "date"}},
}
SCHEMA_MISTAKES: dict[str, str] = {
    "no value": "", "null": "null", "a number": "3", "a list": "[]", "a text": "x", "not closed": '{"a": [',
    "no $defs": json.dumps({key: value for key, value in SCHEMA.items() if key != "$defs"}),
    "another name": json.dumps({**SCHEMA, "$defs": {"ident": {"type": "string"}, "day": {"type": "string"}}}),
    **{f"$defs: {held}": json.dumps({**SCHEMA, "$defs": held}) for held in (None, 3, [], "x", {})},
    **{f"a definition {held}": json.dumps({**SCHEMA, "$defs": {**SCHEMA["$defs"], "id": held}})
       for held in (None, 3, [], "x")},
    **{f"properties: {held}": json.dumps({**SCHEMA, "properties": held}) for held in (None, 3, [], "x")},
    "an unknown type": json.dumps({**SCHEMA, "type": "objct"}),
}  # fmt: skip


@pytest.fixture
def sharing(seed: Path) -> Path:
    """The seed with an entity whose record, and two capabilities whose schemas, stand in one file."""
    write(seed, PERMIT, json.dumps(SCHEMA))
    record = "recordSchema: {$ref: ../schemas/permit.json}\n    labels: {pt-BR: Perm"
    change(seed, RESOURCES, "labels: {pt-BR: Perm", record)
    for name in ("update", "shorten"):
        text = SEED[CAPABILITY].replace("updateValidity", f"{name}Validity").replace("/validity", f"/{name}")
        text = text.replace("{type: string}", "{$ref: '../../schemas/permit.json#/$defs/id'}", 1)
        text = text.replace("{type: string}", "{$ref: '../../schemas/permit.json#/$defs/day'}")
        write(seed, f"capabilities/work-permit/{name}-validity.yaml", text)
    assert not check(seed).findings
    return seed


@pytest.mark.parametrize("text", SCHEMA_MISTAKES.values(), ids=SCHEMA_MISTAKES)
def test_a_mistake_in_a_shared_schema_is_the_only_finding_and_stands_there(sharing: Path, text: str) -> None:
    write(sharing, PERMIT, text)

    assert check(sharing).only["file"] == PERMIT


def test_a_shared_schema_that_is_gone_is_one_finding_where_it_is_first_referred_to(sharing: Path) -> None:
    (sharing / PERMIT).unlink()
    found = check(sharing).only

    assert found["message"] == f"`{PERMIT}` is no readable file of this registry, and 5 places refer to it"
    assert [found["file"], *(other["file"] for other in found["related"])][-1] == RESOURCES
    assert len(found["related"]) == 4


def test_a_single_wrong_reference_is_told_where_it_stands(sharing: Path) -> None:
    change(sharing, CAPABILITY, "#/$defs/day", "#/$defs/days")
    found = check(sharing).only

    assert (found["file"], found["help"]) == (CAPABILITY, "did you mean `../../schemas/permit.json#/$defs/day`?")


def test_references_to_one_missing_definition_can_be_waived_by_either_name(sharing: Path) -> None:
    write(sharing, PERMIT, SCHEMA_MISTAKES["another name"])
    waiver = '{{rule: dangling-reference, subject: "{}", reason: Soon., owner: permits-team, expires: "2999-01-01"}}'
    settings = SEED["alvara.yaml"] + "waivers: [{}]\n"
    write(sharing, "alvara.yaml", settings.format(waiver.format(PERMIT)))
    assert not check(sharing).findings

    write(sharing, "alvara.yaml", settings.format(waiver.format("workPermit.shortenValidity")))
    assert check(sharing).only["file"] == CAPABILITY


@pytest.mark.parametrize("again", [False, True], ids=["at once", "after a run that could read it"])
@pytest.mark.parametrize("path", [PERMIT, DOMAIN])
def test_a_file_that_is_kept_shut_is_exit_2_each_time_and_no_finding(
    sharing: Path, monkeypatch: pytest.MonkeyPatch, path: str, again: bool
) -> None:
    write(sharing, DOMAIN, "owner: permits-team\n")
    if again:
        assert run(sharing, "check").code == 0
        os.utime(sharing / path, ns=(1, 1))
    opened = os.open

    def refuse(name: str, *rest: int) -> int:
        if str(name).endswith(path):
            raise PermissionError(13, "Permission denied")
        return opened(name, *rest)

    with monkeypatch.context() as patch:
        patch.setattr("alvara.adapters.directory.os.open", refuse)
        for _ in range(2):
            done = run(sharing, "check")
            assert (done.code, done.errors) == (2, f"alvara: could not open {path}: Permission denied\n")
            assert "error[" not in done.output

    assert run(sharing, "check").code == 0


def test_capabilities_that_rely_on_one_that_does_not_run_are_one_finding(seed: Path) -> None:
    reading = SEED[CAPABILITY].replace("updateValidity", "read").replace("action: update", "action: get")
    reading = reading.replace("risk: high", "risk: read").replace("PATCH", "GET").replace("/validity", "")
    write(seed, "capabilities/work-permit/read.yaml", reading.partition("confirmation:")[0])
    verified = (
        "verification: {enabled: true, method: read-after-write, capability: workPermit.read, "
        "with: {workPermitId: input.workPermitId}, expect: [{id: a, expr: input.workPermitId != '', text: It is.}]}"
    )
    for name in ("update", "shorten"):
        text = SEED[CAPABILITY].replace("updateValidity", f"{name}Validity").replace("/validity", f"/{name}")
        text = text.replace("status: draft", "status: active").replace("risk: high", "risk: medium")
        text = text.replace("verification: {enabled: true, method: response}", verified)
        write(seed, f"capabilities/work-permit/{name}-validity.yaml", text)
    change(seed, POLICY, ", risk: [high]", "")
    found = check(seed).only

    assert found["message"] == "`workPermit.read` does not run: its status is `draft`, and 2 places run it"
    assert (found["subject"], found["pointer"], len(found["related"])) == ("workPermit.read", "/status", 2)


def test_a_policy_for_a_risk_that_a_capability_ought_to_have_is_not_blamed(seed: Path) -> None:
    change(seed, CAPABILITY, "risk: high", "risk: medium\neffects: [legal]")
    change(seed, POLICY, "risk: [high]", "risk: [critical]")

    assert [rule for rule, _ in check(seed).briefly] == ["risk-below-floor"]


def test_deprecated_without_an_announcement_is_not_told_to_those_who_refer_to_it(seed: Path) -> None:
    change(seed, POLICY, "status: active", "status: deprecated")

    assert [rule for rule, _ in check(seed).briefly] == ["deprecation-missing"]


def test_settings_that_lead_to_a_file_kept_shut_are_exit_2_and_name_it(
    seed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(seed, "schemas/principal.json", "{}")
    write(seed, "alvara.yaml", SEED["alvara.yaml"] + "principal: {schema: schemas/principal.json}\n")
    opened = os.open

    def refuse(name: str, *rest: int) -> int:
        if str(name).endswith("principal.json"):
            raise PermissionError(13, "Permission denied")
        return opened(name, *rest)

    monkeypatch.setattr("alvara.adapters.directory.os.open", refuse)
    done = run(seed, "check")

    assert done.code == 2
    assert "schemas/principal.json: Permission denied" in done.errors
