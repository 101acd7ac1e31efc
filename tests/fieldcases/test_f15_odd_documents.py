"""F15: two documents, no document, keys and tops that are none: one finding each, and the rest is judged."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, PAGE, POLICY, RESOURCES, SEED, check, sow, write


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    """A seed with a mistake in its policy, which must be found whatever is wrong in another file."""
    root = sow(tmp_path / "seed")
    write(root, POLICY, SEED[POLICY].replace("require-confirmation", "require-confirmaton"))
    return root


ELSEWHERE = ("wrong-shape", f"{POLICY}:5:9")
ZONE = "semantic-ids/work-permit/zone.yaml"
ODD: dict[str, tuple[str, str, str, str]] = {
    "a second document": (
        CAPABILITY, SEED[CAPABILITY] + "---\n" + SEED[CAPABILITY].replace("risk: high", "risk: hihg"),
        "several-documents", "24:1"),
    "a second document after comments": (
        CAPABILITY, SEED[CAPABILITY] + "# next\n\n--- # two\nrisk: hihg\n", "several-documents", "26:1"),
    "a second document that does not parse": (CAPABILITY, SEED[CAPABILITY] + "---\n[", "several-documents", "24:1"),
    "an empty second document": (CAPABILITY, SEED[CAPABILITY] + "---\n", "several-documents", "24:1"),
    "an empty file": (ZONE, "", "empty-document", "1:1"),
    "a file of blanks": (ZONE, "  \n\n \n", "empty-document", "1:1"),
    "a file of comments": (ZONE, "# id: workPermit.zone\n# type: field\n", "empty-document", "2:1"),
    "a document start alone": (ZONE, "---\n", "empty-document", "1:1"),
    "a document start after a comment": (ZONE, "# zone\n---\n", "empty-document", "2:1"),
    "a tilde": (ZONE, "~\n", "empty-document", "1:1"),
    "a list at the top": (ZONE, "- id: workPermit.zone\n  type: field\n", "wrong-shape", "1:1"),
    "an empty list at the top": (ZONE, "[]\n", "wrong-shape", "1:1"),
    "a word at the top": (ZONE, "zone\n", "wrong-shape", "1:1"),
    "a number at the top": (ZONE, "\n\n42\n", "wrong-shape", "3:1"),
    "false at the top": (ZONE, "false\n", "wrong-shape", "1:1"),
    "an empty text at the top": (ZONE, "''\n", "wrong-shape", "1:1"),
    "an empty map": (ZONE, "{}\n", "wrong-shape", "1:1"),
    "an empty item": (ZONE, "id: workPermit.zone\ntype: field\nname: Zone\naliases:\n  -\n", "wrong-shape", "5:4"),
    "an empty item among others": (
        ZONE, "id: workPermit.zone\ntype: field\nname: Zone\naliases:\n  - permit.zone\n  -\n  - permit.area\n",
        "wrong-shape", "6:4"),
    "null as an item": (ZONE, "id: workPermit.zone\ntype: field\nname: Zone\naliases: [null]\n", "wrong-shape", "4:11"),
    "null as a key": (ZONE, "id: workPermit.zone\ntype: field\nname: Zone\nnull: x\n", "key-not-text", "4:1"),
    "a list as a key": (ZONE, "id: workPermit.zone\n? [a, b]\n: c\n", "key-not-text", "2:3"),
    "a map as a key": (ZONE, "{id: workPermit.zone, {a: b}: c}\n", "key-not-text", "1:23"),
    "nothing as a key": (ZONE, "id: workPermit.zone\n?\n: c\n", "key-not-text", "2:2"),
    "nothing after an input schema": (
        CAPABILITY, SEED[CAPABILITY].replace("inputSchema:\n  type: object\n  additionalProperties: false\n  required: "
        "[workPermitId]\n  properties:\n    workPermitId: {type: string}\n", "inputSchema:\n"), "wrong-shape", "12:13"),
    "an input under another key": (
        CAPABILITY, SEED[CAPABILITY].replace("inputSchema:", "input:"), "unknown-key", "12:1"),
    "nothing after an ID": (ZONE, "id:\ntype: field\nname: Zone\n", "wrong-shape", "1:4"),
    "an empty item of a list of resources": (RESOURCES, SEED[RESOURCES] + "  -\n", "wrong-shape", "13:4"),
    "resources that are no list": (ZONE, "resources: {id: workPermit.zone}\n", "wrong-shape", "1:12"),
    "a key beside resources": (ZONE, "resources: []\nowner: permits-team\n", "unknown-key", "2:1"),
    "front matter that is a list": (PAGE, "---\n- workPermit\n---\n", "wrong-shape", "1:1"),
    "front matter that is not closed": (PAGE, "---\nsemanticId: workPermit\n", "yaml-syntax", "1:1"),
}  # fmt: skip


@pytest.mark.parametrize(("path", "text", "rule", "place"), ODD.values(), ids=ODD)
def test_odd_document_is_one_finding_and_the_others_are_judged(
    seed: Path, path: str, text: str, rule: str, place: str
) -> None:
    write(seed, path, text)
    found = check(seed)
    consequences = {"undocumented-entity"} if path == PAGE else set()

    assert {(rule, f"{path}:{place}"), ELSEWHERE} == {said for said in found.briefly if said[0] not in consequences}
    assert found.code == 1


def test_references_to_what_an_unreadable_file_defines_are_not_broken(seed: Path) -> None:
    write(seed, CAPABILITY, SEED[CAPABILITY] + "---\n")
    write(seed, RESOURCES, "")

    assert {"several-documents", "empty-document", "wrong-shape"} == {rule for rule, _ in check(seed).briefly}


@pytest.mark.parametrize("text", ["---\n{}...\n", "{}...\n", "\n# first\n---\n{}", "---\n{}# last\n"])
def test_one_document_between_marks_and_comments_is_one_document(seed: Path, text: str) -> None:
    write(seed, CAPABILITY, text.replace("{}", SEED[CAPABILITY]))

    assert check(seed).briefly == [ELSEWHERE]


def test_settings_are_read_behind_a_byte_order_mark(seed: Path) -> None:
    write(seed, "alvara.yaml", b"\xef\xbb\xbf" + SEED["alvara.yaml"].encode())

    assert check(seed).briefly == [ELSEWHERE]


SETTINGS = {
    "nothing": ("", "empty-document", "1:1"),
    "a list": ("- registry: x\n", "wrong-shape", "1:1"),
    "a second document": (SEED["alvara.yaml"] + "---\n", "several-documents", "4:1"),
    "a key twice": (SEED["alvara.yaml"] + "name: other\n", "duplicate-key", "4:1"),
    "a mistyped key": (SEED["alvara.yaml"] + "sevrity: {}\n", "unknown-key", "4:1"),
}


@pytest.mark.parametrize(("text", "rule", "place"), SETTINGS.values(), ids=SETTINGS)
def test_settings_that_do_not_hold_are_a_finding_and_nothing_else_is_looked_at(
    seed: Path, text: str, rule: str, place: str
) -> None:
    write(seed, "alvara.yaml", text)
    found = check(seed)

    assert (2, [(rule, f"alvara.yaml:{place}")]) == (found.code, found.briefly)
