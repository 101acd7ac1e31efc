"""F19: names that differ only in case collide, in IDs, aliases and paths, and a reference in other case is unknown."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, RESOURCES, SEED, Checked, change, check, sow, write


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    return sow(tmp_path / "seed")


def places(found: Checked) -> list[str]:
    """The place of the only finding, and those it names besides."""
    finding = found.only
    return [f"{at['file']}:{at['line']}" for at in (finding, *finding["related"])]


def field(id: str, extra: str = "") -> str:
    return f"  - id: {id}\n    type: field\n    name: Valid until\n{extra}"


def test_capabilities_that_differ_only_in_case_are_told_once_with_both_places(seed: Path) -> None:
    twin = "capabilities/workpermit/update-validity.yaml"
    write(seed, twin, SEED[CAPABILITY].replace("id: workPermit.", "id: workpermit."))
    found = check(seed)

    assert (found.code, found.only["rule"], found.only["severity"]) == (1, "id-collision", "error")
    assert [f"{twin}:1", f"{CAPABILITY}:1"] == places(found)


@pytest.mark.parametrize(
    "id", ["workPermit.validuntil", "workpermit.validUntil", "WorkPermit.ValidUntil", "WORKPERMIT.VALIDUNTIL"]
)
def test_resources_that_differ_only_in_case_are_told_once(seed: Path, id: str) -> None:
    write(seed, RESOURCES, SEED[RESOURCES] + field(id))
    collisions = [f for f in check(seed).findings if f["rule"] == "id-collision"]

    assert [(f"{RESOURCES}", 13)] == [(f["file"], f["line"]) for f in collisions]
    assert [related["line"] for related in collisions[0]["related"]] == [7]


def test_ids_of_two_kinds_may_differ_only_in_case(seed: Path) -> None:
    write(seed, RESOURCES, SEED[RESOURCES] + field("workPermit.updatevalidity"))

    assert check(seed).findings == []


def test_ids_that_differ_only_in_dots_are_an_info(seed: Path) -> None:
    write(seed, RESOURCES, SEED[RESOURCES] + field("workPermit.valid.until"))
    found = check(seed)

    assert (found.code, found.findings) == (0, [])
    assert [info["rule"] for info in found.infos] == ["ids-differ-only-in-dots"]


OWNED = {
    "the ID of another in other case": ("workPermit.validuntil", 7),
    "the ID of another": ("workPermit.validUntil", 7),
    "an alias of another in other case": ("workPermit.expirydate", 11),
    "an alias of another": ("workPermit.expiryDate", 11),
}


@pytest.mark.parametrize(("alias", "owner"), OWNED.values(), ids=OWNED)
def test_alias_that_is_taken_is_told_once_with_both_places(seed: Path, alias: str, owner: int) -> None:
    write(seed, RESOURCES, SEED[RESOURCES] + field("workPermit.zone", f"    aliases: [{alias}]\n"))
    found = check(seed)

    assert (found.code, found.only["rule"]) == (1, "alias-collision")
    assert f"`{alias}`" in found.only["message"]
    assert [f"{RESOURCES}:16", f"{RESOURCES}:{owner}"] == places(found)


def test_alias_added_on_two_branches_is_told_with_both_places(seed: Path) -> None:
    for name in ("zone", "area"):
        text = f"id: workPermit.{name}\ntype: field\nname: N\naliases: [workPermit.dueDate]\n"
        write(seed, f"semantic-ids/work-permit/{name}.yaml", text)
    found = check(seed)

    assert found.only["rule"] == "alias-collision"
    assert places(found) == ["semantic-ids/work-permit/zone.yaml:4", "semantic-ids/work-permit/area.yaml:4"]


def test_aliases_in_a_ring_are_told_once(seed: Path) -> None:
    text = SEED[RESOURCES].replace("aliases: [workPermit.expiryDate]", "aliases: [workPermit.zone]")
    write(seed, RESOURCES, text + field("workPermit.zone", "    aliases: [workPermit.validUntil]\n"))
    found = check(seed)

    assert (found.code, found.only["rule"]) == (1, "alias-ring")


TWINS = [
    ("capabilities/WorkPermit.md", "capabilities/workpermit.md"),
    ("semantic-ids/Work-Permit/README.md", "semantic-ids/work-permit/README.md"),
    ("docs/Notes.md", "docs/notes.md"),
    ("semantic-ids/work-permit/autorização.md", "semantic-ids/work-permit/autorizac\u0327a\u0303o.md"),
    ("policies/STRASSE.md", "policies/straße.md"),
]


@pytest.mark.parametrize(("first", "second"), TWINS, ids=[first for first, _ in TWINS])
def test_paths_that_one_disk_takes_for_one_are_told_once(seed: Path, first: str, second: str) -> None:
    write(seed, first, "# Notes\n")
    write(seed, second, "# Notes\n")
    found = check(seed)

    assert (found.code, found.only["rule"]) == (1, "path-case-twins")
    assert {first, second} == {found.only["file"], found.only["related"][0]["file"]}


def test_definitions_whose_paths_differ_only_in_case_are_both_judged(seed: Path) -> None:
    write(seed, "capabilities/WorkPermit.yaml", SEED[CAPABILITY].replace("updateValidity", "close"))
    write(seed, "capabilities/workpermit.yaml", SEED[CAPABILITY].replace("updateValidity", "open"))
    rules = [rule for rule, _ in check(seed).briefly]

    assert rules.count("path-case-twins") == 1
    assert rules.count("path-differs-from-id") == 2


@pytest.mark.parametrize(
    "id", ["WorkPermit.validUntil", "workpermit.validuntil", "work-permit.validUntil", "workPermit.validUntill"]
)
def test_reference_in_another_spelling_is_unknown_and_the_right_one_is_named(seed: Path, id: str) -> None:
    change(seed, CAPABILITY, "semanticIds: [workPermit.validUntil]", f"semanticIds: [{id}]")
    found = check(seed)

    assert [("broken-binding", f"{CAPABILITY}:10:15")] == found.briefly
    assert found.only["help"] == "did you mean `workPermit.validUntil`?"
