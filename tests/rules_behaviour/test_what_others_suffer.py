"""A definition that cannot be had is one finding, in its own file: those who refer to it are not to blame."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, PAGE, POLICY, RESOURCES, SEED, change, check, sow, write

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
        other + "preconditions: [{id: a, expr: 'true', error: TOO_LONG}]\n",
    )

    assert check(seed).only["rule"] == "wrong-shape"


def test_names_that_nobody_is_told_to_mend_excuse_no_broken_reference(seed: Path) -> None:
    change(seed, RESOURCES, "id: workPermit\n", "id: workPermits\n")
    write(seed, "alvara.yaml", SEED["alvara.yaml"] + "severity: {path-differs-from-id: 'off'}\n")

    assert "broken-binding" in {rule for rule, _ in check(seed).briefly}
