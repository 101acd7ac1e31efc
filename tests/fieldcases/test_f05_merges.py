"""F05: two branches that are each fine can be wrong together, and markers of a merge are told as what they are."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY
from tests.fieldcases.revisions import ZONE, ZONE_TEXT, commit, judged, sow_contracts
from tests.fieldcases.surroundings import git

OTHER = "semantic-ids/work-permit/start.yaml"
OTHER_TEXT = "id: workPermit.start\ntype: field\nname: Start\nlabels: {pt-BR: Início, en: Start}\n"
ALIAS = "aliases: [workPermit.dueDate]\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = sow_contracts(tmp_path)
    (root / OTHER).write_text(OTHER_TEXT)
    commit(root)
    return root


def test_alias_that_two_branches_add_is_told_once_with_both_places(root: Path) -> None:
    for branch, path, text in (("left", ZONE, ZONE_TEXT), ("right", OTHER, OTHER_TEXT)):
        git(root, "checkout", "-q", "-b", branch, "main")
        (root / path).write_text(text + ALIAS)
        commit(root)
        assert [f for f in judged(root).findings if f["severity"] == "error"] == []

    git(root, "merge", "-q", "--no-edit", "left")

    for arguments in ((), ("--staged",)):
        (found,) = [f for f in judged(root, *arguments).findings if f["severity"] == "error"]
        assert found["rule"] == "alias-collision"
        assert {found["file"], *(place["file"] for place in found["related"])} == {ZONE, OTHER}


@pytest.mark.parametrize("marker", ["<<<<<<< HEAD", ">>>>>>> left"])
def test_marker_outside_a_merge_is_told_at_its_line(root: Path, marker: str) -> None:
    lines = (root / CAPABILITY).read_text().splitlines()
    lines.insert(4, marker)
    (root / CAPABILITY).write_text("\n".join(lines) + "\n")

    done = judged(root)

    (found,) = [f for f in done.findings if f["severity"] == "error"]
    assert (done.code, found["rule"], found["file"], found["line"]) == (1, "merge-marker", CAPABILITY, 5)
