"""F21: identity is the ID and never the path: what moves, is split, joined or swapped is not removed."""

from pathlib import Path

import pytest

from tests.fieldcases.checking import CAPABILITY, POLICY, RESOURCES, change, write
from tests.fieldcases.revisions import ZONE, ZONE_TEXT, judged, sow_contracts
from tests.fieldcases.surroundings import git


@pytest.fixture
def registry(tmp_path: Path) -> Path:
    (tmp_path / "registry").mkdir()
    root = sow_contracts(tmp_path / "registry")
    assert judged(root).briefly == []
    return root


@pytest.mark.parametrize("path", [CAPABILITY, POLICY, ZONE])
def test_file_in_another_place_is_said_to_be_in_the_wrong_place_and_nothing_else(registry: Path, path: str) -> None:
    elsewhere = f"{path.split('/')[0]}/permits/elsewhere.yaml"
    (registry / elsewhere).parent.mkdir()
    git(registry, "mv", path, elsewhere)

    assert judged(registry).briefly == [("path-differs-from-id", f"{elsewhere}:1:5")]


def test_two_files_that_swap_their_contents_lose_nothing(registry: Path) -> None:
    other = "semantic-ids/work-permit/site.yaml"
    write(registry, other, ZONE_TEXT.replace("zone", "site").replace("Zone", "Site"))
    git(registry, "add", "-A")
    git(registry, "commit", "-q", "-m", "two")
    texts = [(registry / path).read_text() for path in (ZONE, other)]
    write(registry, ZONE, texts[1])
    write(registry, other, texts[0])

    assert {rule for rule, _ in judged(registry).briefly} == {"path-differs-from-id"}


def test_list_that_is_split_into_files_loses_nothing(registry: Path) -> None:
    text = (registry / RESOURCES).read_text()
    one, two = text.removeprefix("resources:\n").split("  - id: ")[1:]
    for path, item in (("semantic-ids/work-permit.yaml", one), ("semantic-ids/work-permit/valid-until.yaml", two)):
        write(registry, path, "id: " + item.replace("\n    ", "\n"))

    assert judged(registry).briefly == []


def test_files_that_are_joined_in_a_list_lose_nothing(registry: Path) -> None:
    (registry / ZONE).unlink()
    item = "  - " + ZONE_TEXT.replace("\n", "\n    ").rstrip() + "\n"
    write(registry, RESOURCES, (registry / RESOURCES).read_text() + item)

    assert judged(registry).briefly == []


def test_list_in_another_order_loses_nothing(registry: Path) -> None:
    text = (registry / RESOURCES).read_text()
    one, two = text.removeprefix("resources:\n").split("  - id: ")[1:]
    write(registry, RESOURCES, f"resources:\n  - id: {two}  - id: {one}")

    assert judged(registry).briefly == []


def test_whole_folder_that_moves_and_comes_back_loses_nothing(registry: Path) -> None:
    git(registry, "mv", "semantic-ids/work-permit", "semantic-ids/elsewhere")
    assert [rule for rule, _ in judged(registry).briefly] == ["path-differs-from-id"]
    git(registry, "mv", "semantic-ids/elsewhere", "semantic-ids/work-permit")

    assert judged(registry).briefly == []


def test_major_that_makes_room_for_the_next_loses_nothing(registry: Path) -> None:
    v1 = CAPABILITY.replace(".yaml", ".v1.yaml")
    git(registry, "mv", CAPABILITY, v1)
    text = (registry / v1).read_text().replace('"1.4.0"', '"2.0.0"').replace("active", "draft", 1)
    write(registry, CAPABILITY, text)

    assert judged(registry).briefly == []


def test_what_changes_while_it_moves_is_still_compared(registry: Path) -> None:
    v1 = CAPABILITY.replace(".yaml", ".v1.yaml")
    git(registry, "mv", CAPABILITY, v1)
    change(registry, v1, "[workPermit.update]", "[workPermit.update, workPermit.zones]")

    assert [rule for rule, _ in judged(registry).briefly] == ["breaking-change-without-major"]
