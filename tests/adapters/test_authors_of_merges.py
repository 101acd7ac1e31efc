"""Who wrote a file by merging: whoever made something up, or dropped what somebody had changed."""

from pathlib import Path

import pytest

from alvara.adapters import authors as module
from alvara.adapters.authors import authors
from alvara.adapters.git import Process
from tests.adapters.commits import FILE, OTHER, change, emails, identity, merge, try_git
from tests.bundle.repository import git, write


def test_whoever_merges_the_only_side_that_changed_the_file_wrote_nothing(forked: Path) -> None:
    merge(forked, "Mia", "side")

    assert emails(forked) == {"bob"}
    assert emails(forked, "HEAD^1") == {"bob"}
    assert emails(forked, "HEAD^2") == set()


def test_whoever_changes_the_file_in_the_merge_wrote_it(forked: Path) -> None:
    merge(forked, "Mia", "side", text="evil\n")

    assert emails(forked) == {"bob", "mia"}
    assert emails(forked, "HEAD^1") == {"bob", "mia"}


def test_whoever_changes_a_file_that_neither_side_touched_in_the_merge_wrote_it(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "side")
    change(root, "x\n", "Bob", path=OTHER)
    git(root, "checkout", "-q", "main")
    merge(root, "Mia", "side", text="evil\n")

    assert emails(root) == {"mia"}


def test_whoever_puts_two_changes_together_wrote_the_file(forked: Path) -> None:
    change(forked, "1\n2\n3\n4\nfive\n", "Dora")
    merge(forked, "Mia", "side")

    assert (forked / FILE).read_text() == "one\n2\n3\n4\nfive\n"
    assert emails(forked) == {"bob", "dora", "mia"}


@pytest.mark.parametrize("kept", ["1\n2\n3\n4\nfive\n", "one\n2\n3\n4\n5\n"])
def test_whoever_drops_what_one_side_changed_wrote_the_file(forked: Path, kept: str) -> None:
    change(forked, "1\n2\n3\n4\nfive\n", "Dora")
    merge(forked, "Mia", "side", text=kept)

    assert emails(forked) == {"bob", "dora", "mia"}


@pytest.mark.parametrize("later", [0, 3])
def test_whoever_takes_a_change_of_the_base_back_by_a_merge_wrote_the_file(root: Path, later: int) -> None:
    git(root, "checkout", "-q", "-b", "work")
    change(root, "x\n", "Bob", path=OTHER)
    git(root, "checkout", "-q", "main")
    change(root, "stricter\n", "Ana")
    for number in range(later):  # the base may go on after what was merged
        change(root, f"{number}\n", "Ana", path="elsewhere")
    git(root, "checkout", "-q", "work")
    merge(root, "Mia", f"main~{later}", text="1\n2\n3\n4\n5\n")

    assert emails(root, "main") == {"mia"}


def test_change_of_the_base_taken_back_in_two_merges_has_an_author(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "work")
    change(root, "x\n", "Bob", path=OTHER)
    git(root, "checkout", "-q", "main")
    change(root, "stricter\n", "Ana")
    git(root, "checkout", "-q", "-b", "between", "work")
    merge(root, "Nina", "main")
    git(root, "checkout", "-q", "work")
    change(root, "y\n", "Bob", path="elsewhere")
    merge(root, "Mia", "between", text="1\n2\n3\n4\n5\n")

    assert emails(root, "main") == {"mia"}


def test_whoever_brings_a_branch_up_to_date_wrote_nothing(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "work")
    change(root, "x\n", "Bob", path=OTHER)
    git(root, "checkout", "-q", "main")
    change(root, "stricter\n", "Ana")
    git(root, "checkout", "-q", "work")
    merge(root, "Mia", "main")

    assert (root / FILE).read_text() == "stricter\n"
    assert emails(root, "main") == set()


def test_merge_of_a_history_of_its_own_has_an_author(root: Path) -> None:
    git(root, "checkout", "-q", "--orphan", "alone")
    change(root, "alone\n", "Bob")
    git(root, "checkout", "-q", "main")
    try_git(root, "merge", "-q", "--no-ff", "--allow-unrelated-histories", "--no-commit", "alone", **identity("Mia"))
    change(root, "1\n2\n3\n4\n5\n", "Mia")

    assert len(git(root, "rev-list", "--parents", "-1", "HEAD").split()) == 3
    assert emails(root) == {"bob", "mia"}


def test_octopus_has_written_only_what_it_made_up(root: Path) -> None:
    for person, path in (("Bob", FILE), ("Carl", OTHER), ("Dora", "elsewhere")):
        git(root, "checkout", "-q", "-b", person, "base")
        change(root, "x\n", person, path=path)
    git(root, "checkout", "-q", "main")
    merge(root, "Mia", "Bob", "Carl", "Dora")
    assert len(git(root, "rev-list", "--parents", "-1", "HEAD").split()) == 5  # itself, main and three
    assert emails(root) == {"bob"}

    write(root, {FILE: "evil\n"})
    assert try_git(root, "commit", "-q", "-a", "--amend", "--no-edit", **identity("Mia")) == ("", 0)
    assert emails(root) == {"bob", "mia"}


def test_octopus_that_drops_what_one_of_its_sides_changed_has_an_author(root: Path) -> None:
    """Seen from its first side nothing was dropped: that one had taken the change back already."""
    git(root, "checkout", "-q", "-b", "one")
    change(root, "stricter\n", "Dora")
    git(root, "branch", "two")
    change(root, "1\n2\n3\n4\n5\n", "Bob")
    git(root, "checkout", "-q", "two")
    change(root, "x\n", "Carl", path=OTHER)
    git(root, "checkout", "-q", "-b", "three", "base")
    change(root, "x\n", "Carl", path="elsewhere")
    parents = [f"-p{name}" for name in ("one", "three", "two")]
    made, _ = try_git(root, "commit-tree", "one^{tree}", *parents, "-m", "merge", **identity("Mia"))

    assert emails(root, "base", made) == {"bob", "dora", "mia"}


def test_criss_cross_that_hides_a_dropped_change_has_an_author(forked: Path) -> None:
    """Two merges in opposite directions leave two commits in which the sides parted, and they disagree."""
    git(forked, "branch", "one", "main")
    git(forked, "branch", "two", "side")
    git(forked, "checkout", "-q", "one")
    merge(forked, "Nina", "side")
    git(forked, "checkout", "-q", "two")
    merge(forked, "Nina", "main", text="1\n2\n3\n4\n5\n")
    merge(forked, "Mia", "one", text="1\n2\n3\n4\n5\n")

    assert "mia" in emails(forked)


def test_everyday_merge_takes_three_processes_and_commits_in_a_row_one(
    forked: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    merge(forked, "Mia", "side")
    base, head, started = git(forked, "rev-parse", "HEAD^1"), git(forked, "rev-parse", "HEAD"), []

    def counted(root: str, *arguments: str) -> Process:
        started.append(arguments)
        return Process(root, *arguments)

    monkeypatch.setattr(module, "Process", counted)
    authors(str(forked), base, git(forked, "rev-parse", "side"), (FILE,))
    assert len(started) == 1
    started.clear()
    authors(str(forked), base, head, (FILE,))
    assert len(started) == 3
