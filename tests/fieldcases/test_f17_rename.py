"""F17: a rename touches the lines that carry the ID, its aliases or a reference, and not one other byte."""

from difflib import SequenceMatcher
from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, PAGE, RESOURCES, change, check, run, sow, write
from tests.fieldcases.surroundings import git

LABEL = "Válida até: " + "o dia em que a permissão deixa de valer, contado a partir da emissão, " * 2 + "🚧"
ODD = f"""\
# The end of a permit. 🚧 keep this comment

id:   "workPermit.validUntil"   # the ID, oddly spaced

type:  field
name:    Valid until 🚧 ã
description: >
  A folded text that names workPermit.validUntil
  and goes on for a while,   with   spaces.

labels:
    pt-BR:
    - '{LABEL}'
    -   Validade
    en:
        -   "Valid\\tuntil"

synonyms: {{ pt-BR: [ prazo , vencimento ],   en: [expiry] }}
aliases:
-   workPermit.expiryDate   # since ever
metadata:
   note: |-
      id: workPermit.validUntil
      not a reference"""
FILE, NEW_FILE = "semantic-ids/work-permit/valid-until.yaml", "semantic-ids/work-permit/end-date.yaml"
RENAME = ("rename", "workPermit.validUntil", "workPermit.endDate")


@pytest.fixture
def seed(tmp_path: Path) -> Path:
    root = sow(tmp_path / "seed")
    at = (root / RESOURCES).read_text().index("  - id: workPermit.validUntil")
    write(root, RESOURCES, (root / RESOURCES).read_text()[:at])
    write(root, FILE, ODD)
    change(
        root,
        PAGE,
        "# Work",
        "# [[ workPermit.validUntil|until ]] workPermit.validUntil `[[workPermit.validUntil]]` Work",
    )
    return root


def differing(before: bytes, after: bytes) -> list[tuple[str, str]]:
    """The lines that differ, before and after."""
    old, new = before.decode().splitlines(keepends=True), after.decode().splitlines(keepends=True)
    codes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [("".join(old[a:b]), "".join(new[c:d])) for tag, a, b, c, d in codes if tag != "equal"]


def test_only_the_lines_that_carry_the_id_differ(seed: Path) -> None:
    capability, page = (seed / CAPABILITY).read_bytes(), (seed / PAGE).read_bytes()

    done = run(seed, *RENAME)

    assert (done.code, done.errors) == (0, "")
    assert not (seed / FILE).exists()
    assert differing(ODD.encode(), (seed / NEW_FILE).read_bytes()) == [
        (
            'id:   "workPermit.validUntil"   # the ID, oddly spaced\n',
            'id:   "workPermit.endDate"   # the ID, oddly spaced\n',
        ),
        ("", "-   workPermit.validUntil\n"),
    ]
    assert differing(capability, (seed / CAPABILITY).read_bytes()) == [
        ("semanticIds: [workPermit.validUntil]\n", "semanticIds: [workPermit.endDate]\n")
    ]
    assert differing(page, (seed / PAGE).read_bytes()) == [
        (
            "# [[ workPermit.validUntil|until ]] workPermit.validUntil `[[workPermit.validUntil]]` Work permit\n",
            "# [[ workPermit.endDate|until ]] workPermit.validUntil `[[workPermit.validUntil]]` Work permit\n",
        )
    ]
    assert check(seed).findings == []


def test_again_changes_nothing(seed: Path) -> None:
    run(seed, *RENAME)
    before = {path: path.read_bytes() for path in seed.rglob("*") if path.is_file()}

    assert run(seed, *RENAME).code == 0
    assert {path: path.read_bytes() for path in seed.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize("end", ["\r\n", "\r"], ids=["CRLF", "CR"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "marked"])
def test_line_ends_and_byte_order_mark_stay(seed: Path, end: str, mark: bytes) -> None:
    for path in (FILE, CAPABILITY, PAGE):
        text = (seed / path).read_text()
        write(seed, path, mark + text.replace("\n", end).encode())
    as_it_was = {path: (seed / path).read_bytes() for path in (FILE, CAPABILITY, PAGE)}

    assert run(seed, *RENAME).code == 0

    for path, data in as_it_was.items():
        now = (seed / (NEW_FILE if path == FILE else path)).read_bytes()
        expected = data.decode().replace('id:   "workPermit.validUntil"', 'id:   "workPermit.endDate"', 1)
        if path == FILE:
            expected = expected.replace("since ever", f"since ever{end}-   workPermit.validUntil")
        expected = expected.replace("[workPermit.validUntil]\r", "[workPermit.endDate]\r")
        expected = expected.replace("[[ workPermit.validUntil|", "[[ workPermit.endDate|")
        assert now == expected.encode()


ALIASES = {
    "none, at the end of the file": ("id: a.b\ntype: field\nname: B", "id: a.c\ntype: field\nname: B\naliases: [a.b]"),
    "none, the ID last": ("type: field\nname: B\nid: a.b", "type: field\nname: B\naliases: [a.b]\nid: a.c"),
    "none, all in braces": ("{id: a.b, type: field, name: B}", "{id: a.c, type: field, name: B, aliases: [a.b]}"),
    "none, before what is a block": (
        "id: a.b\ntype: field\nname: B\nlabels:\n  pt-BR: >-\n    X\n\n# more\nsynonyms: {en: [y]}\n",
        "id: a.c\ntype: field\nname: B\nlabels:\n  pt-BR: >-\n    X\naliases: [a.b]\n\n# more\nsynonyms: {en: [y]}\n",
    ),
    "empty": ("id: a.b\ntype: field\nname: B\naliases: [ ]\n", "id: a.c\ntype: field\nname: B\naliases: [a.b]\n"),
    "in brackets": (
        "id: a.b\ntype: field\nname: B\naliases: [ x.y ]",
        "id: a.c\ntype: field\nname: B\naliases: [ x.y, a.b ]",
    ),
    "several in brackets": (
        "id: a.b\ntype: field\nname: B\naliases: [x.y ,z]  # two",
        "id: a.c\ntype: field\nname: B\naliases: [x.y ,z ,a.b]  # two",
    ),
    "one a line in brackets": (
        "id: a.b\ntype: field\nname: B\naliases: [\n  x.y,\n  z,\n]\n",
        "id: a.c\ntype: field\nname: B\naliases: [\n  x.y,\n  z,\n  a.b,\n]\n",
    ),
    "quoted, in lines": (
        "id: 'a.b'\ntype: field\nname: B\naliases:\n  - \"x.y\"\n  - z  # z\nmetadata: {}\n",
        "id: 'a.c'\ntype: field\nname: B\naliases:\n  - \"x.y\"\n  - z  # z\n  - a.b\nmetadata: {}\n",
    ),
    "in lines, at the end": (
        "id: a.b\ntype: field\nname: B\naliases:\n- x.y",
        "id: a.c\ntype: field\nname: B\naliases:\n- x.y\n- a.b",
    ),
    "a block among them": (
        "id: a.b\ntype: field\nname: B\naliases:\n  - x.y\n  - |-\n    z\n# end\n",
        "id: a.c\ntype: field\nname: B\naliases:\n  - x.y\n  - |-\n    z\n  - a.b\n# end\n",
    ),
    "below a dash": (
        "id: a.b\ntype: field\nname: B\naliases:\n  - # a-b\n    z\n",
        "id: a.c\ntype: field\nname: B\naliases:\n  - # a-b\n    z\n  - a.b\n",
    ),
    "the ID as a block": (
        "id: >-\n  a.b\ntype: field\nname: B\n",
        "id: >-\n  a.c\ntype: field\nname: B\naliases: [a.b]\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), ALIASES.values(), ids=ALIASES)
def test_alias_is_added_in_the_style_of_the_file(seed: Path, before: str, after: str) -> None:
    write(seed, "semantic-ids/a/b.yaml", before)

    assert run(seed, "rename", "a.b", "a.c").code == 0
    assert (seed / "semantic-ids/a/c.yaml").read_text() == after


REFERENCES = {
    "plain": ("parentId: a.b # x\n", "parentId: a.c # x\n"),
    "quotes": ("parentId: 'a.b'\nuiRefs: [\"a.b\" ]\n", "parentId: 'a.c'\nuiRefs: [\"a.c\" ]\n"),
    "block": ("parentId: |-\n  a.b\nuiRefs:\n  - >-\n    a.b\n", "parentId: |-\n  a.c\nuiRefs:\n  - >-\n    a.c\n"),
    "relation": (
        "relations:\n  - {type: USES, target: a.b}\n  - target: a.b\n    type: BELONGS_TO\n",
        "relations:\n  - {type: USES, target: a.c}\n  - target: a.c\n    type: BELONGS_TO\n",
    ),
    "successor with a version": (
        "deprecation: {since: '2026-01-01', removeAfter: '2027-01-01', replacedBy: a.b@2}\n",
        "deprecation: {since: '2026-01-01', removeAfter: '2027-01-01', replacedBy: a.c@2}\n",
    ),
    "longer and shorter names": (
        "parentId: a.bb\nuiRefs: [a.b.c, a, x.a.b]\n",
        "parentId: a.bb\nuiRefs: [a.b.c, a, x.a.b]\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), REFERENCES.values(), ids=REFERENCES)
def test_reference_keeps_its_style(seed: Path, before: str, after: str) -> None:
    write(seed, "semantic-ids/a/b.yaml", "id: a.b\ntype: page\nname: B\n")
    head = "id: other\ntype: section\nname: O\n"
    write(seed, "semantic-ids/other.yaml", head + before)

    assert run(seed, "rename", "a.b", "a.c").code == 0
    assert (seed / "semantic-ids/other.yaml").read_text() == head + after


def test_check_with_the_base_finds_nothing_either_and_git_sees_a_rename(seed: Path) -> None:
    change(seed, CAPABILITY, "status: draft", "status: active")
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "seed"]):
        git(seed, *arguments)
    names = {
        "workPermit.validUntil": "workPermit.endDate",
        "workPermit.updateValidity": "workPermit.setEndDate",
        "workPermit.high": "workPermit.highRisk",
    }
    before = [rule for rule, _ in check(seed, "--base", "HEAD").briefly]
    for old, new in names.items():
        assert run(seed, "rename", old, new).code == 0, old
    assert run(seed, "rename", "workPermit.endDate", "workPermit.expiryDate").code == 0

    assert [rule for rule, _ in check(seed, "--base", "HEAD").briefly] == before == ["approval-missing"]
    git(seed, "add", "-A")
    moved = [
        line.split("\t")[1:]
        for line in git(seed, "diff", "--cached", "-M", "--name-status").splitlines()
        if line[0] == "R"
    ]
    assert sorted(moved) == [
        [CAPABILITY, "capabilities/work-permit/set-end-date.yaml"],
        ["policies/work-permit/high.yaml", "policies/work-permit/high-risk.yaml"],
        [FILE, "semantic-ids/work-permit/expiry-date.yaml"],
    ]
