"""Who wrote a file between two commits, in real repositories with everything that commits may hold."""

from pathlib import Path

import pytest

from alvara.adapters.authors import HistoryMissing, authors
from alvara.approvals.authorship import Authored
from tests.adapters.commits import FILE, OTHER, change, commit_as, craft, emails, identity, merge, people_of, try_git
from tests.bundle.repository import git, write

NEW = "capabilities/new.yaml"


def test_author_committer_and_co_authors_of_the_commits_that_touch_the_file(root: Path) -> None:
    write(root, {FILE: "2\n"})
    message = "Change\n\nCo-authored-by: Carl <Carl@Example.COM>\nco-authored-by: Dora <dora@example.com>"
    name = commit_as(root, "Bob", message, committer="Eve")
    change(root, "other\n", "Zoe", path=OTHER)

    assert people_of(root) == [
        Authored(FILE, name, "Bob", "bob@example.com", "author"),
        Authored(FILE, name, "Eve", "eve@example.com", "committer"),
        Authored(FILE, name, "Carl", "carl@example.com", "co-author"),
        Authored(FILE, name, "Dora", "dora@example.com", "co-author"),
    ]


def test_the_newest_comes_first_and_files_stand_apart(root: Path) -> None:
    first = change(root, "2\n", "Bob")
    write(root, {FILE: "3\n", OTHER: "3\n"})
    second = commit_as(root, "Carl")

    found = [(one.path, one.commit) for one in people_of(root, paths=(OTHER, FILE)) if one.part == "author"]

    assert found == [(FILE, second), (OTHER, second), (FILE, first)]
    assert people_of(root, paths=()) == []
    assert people_of(root, "HEAD") == []
    assert people_of(root, "HEAD", "base") == []


def test_commits_of_the_base_alone_are_left_out(root: Path) -> None:
    git(root, "checkout", "-q", "-b", "work")
    change(root, "2\n", "Bob")
    git(root, "checkout", "-q", "main")
    change(root, "3\n", "Zoe")

    assert emails(root, "main", "work") == {"bob"}


def test_a_file_counts_under_each_name_that_is_asked_for(root: Path) -> None:
    git(root, "mv", FILE, NEW)
    commit_as(root, "Bob")
    write(root, {NEW: "2\n"})
    commit_as(root, "Carl")

    old, new = ([one.email[:3] for one in people_of(root, paths=(path,))] for path in (FILE, NEW))
    assert (old, new) == (["bob", "bob"], ["car", "car", "bob", "bob"])


def test_deleted_and_added_again_to_the_same_bytes_has_authors(root: Path) -> None:
    (root / FILE).unlink()
    commit_as(root, "Bob")
    change(root, "1\n2\n3\n4\n5\n", "Carl")

    assert emails(root) == {"bob", "carl"}


def test_names_are_taken_literally(root: Path) -> None:
    strange = ["capabilities/*.yaml", ":(top)x", "-x", "ünï\tcode\n.yaml", "a b"]
    for number, path in enumerate(strange):
        change(root, "x\n", f"P{number}", path=path)
    change(root, "x\n", "Zoe", path="capabilities/zz.yaml")

    for number, path in enumerate(strange):
        assert {(one.path, one.email) for one in people_of(root, paths=(path,))} == {(path, f"p{number}@example.com")}


def test_below_a_folder_of_the_repository_names_are_those_seen_from_there(root: Path) -> None:
    change(root, "x\n", "Bob", path=f"registry/{FILE}")
    change(root, "x\n", "Carl")

    assert [(one.path, one.name) for one in people_of(root / "registry")] == [(FILE, "Bob")] * 2


def test_a_file_that_became_a_folder_or_a_link_was_touched(root: Path) -> None:
    (root / FILE).unlink()
    change(root, "x\n", "Bob", path=f"{FILE}/inner.yaml")
    git(root, "rm", "-q", "-r", FILE)
    (root / FILE).symlink_to("b.yaml")
    commit_as(root, "Carl")

    assert {(one.path, one.name) for one in people_of(root)} == {(FILE, "Bob"), (FILE, "Carl")}


# What a commit may say


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("x\n\nCo-authored-by: A <a@x>\n\nA sentence after it.", [("A", "a@x")]),
        ("x\n\nCo-authored-by: A <a@x>\nCO-AUTHORED-BY: B <b@x>\nSigned-off-by: S <s@x>", [("A", "a@x"), ("B", "b@x")]),
        ("* one\n\nCo-authored-by: A <a@x>\n\n* two\n\nCo-authored-by: B <b@x>", [("A", "a@x"), ("B", "b@x")]),
        ("Co-authored-by: A <a@x>", [("A", "a@x")]),
        ("x\n\n  Co-authored-by :A<a@x>", [("A", "a@x")]),
        ("x\n\nCo-authored-by: A <a@x>, B <b@x>", [("A", "a@x"), ("B", "b@x")]),
        ("x\n\nCo-authored-by: A\n <a@x>\n <b@x>", [("A", "a@x")]),
        ("x\n\nCo-authored-by: a@x", [("", "a@x")]),
        ("x\n\nCo-authored-by: A <<A@X >>", [("A", "a@x")]),
        ("x\n\nCo-authored-by: A <>", [("A", "")]),
        ("x\n\nCo-authored-by: Somebody", [("Somebody", "")]),
        ("x\n\nCo-authored-by:", [("", "")]),
        ("x\rCo-authored-by: A <a@x>\ry", [("A", "a@x")]),
        ("x\n\nThat it is Co-authored-by: A <a@x> is only said", []),
        ("x\n\nNot-co-authored-by: A <a@x>", []),
        ("commit - 0123\n:100644 100644 a b M\nCo-authored-by: A <a@x>", [("A", "a@x")]),
    ],
)
def test_co_authors_are_read_wherever_they_stand(root: Path, text: str, people: list[tuple[str, str]]) -> None:
    change(root, "2\n", "Bob", text)

    assert [(one.name, one.email) for one in people_of(root) if one.part == "co-author"] == people


@pytest.mark.parametrize(
    ("head", "author", "committer"),
    [
        (b"author A <A@X> 1 +0000\ncommitter B <b@x> 1 +0000\n", [("A", "a@x")], [("B", "b@x")]),
        (b"author  <> 1 +0000\ncommitter B <b@x> 1 +0000\n", [("", "")], [("B", "b@x")]),
        (b"author A <b@x> <a@x> 1 +0000\ncommitter B <b@x> 1 +0\n", [("A", "b@x"), ("", "a@x")], [("B", "b@x")]),
        (b"author A\nB <b@x> 1 +0000\ncommitter B <b@x> 1 +0000\n", [("A", "")], [("B", "b@x")]),
        (b"author Jos\xe9 <j\xe9@x> 1 +0\ncommitter B <b@x> 1 +0\n", [("Jos\\xe9", "j\\xe9@x")], [("B", "b@x")]),
        ("author José <j@x> 1 +0\ncommitter B <b@x> 1 +0\n".encode(), [("José", "j@x")], [("B", "b@x")]),
        (b"author A <a@x>\ncommitter B <b@x> 99999999999999999999999 +9999\n", [("A", "a@x")], [("B", "b@x")]),
        (b"author A <a@x> -7 nonsense\ncommitter B <b@x> 0 -1200\n", [("A", "a@x")], [("B", "b@x")]),
        (b"author A <a@x>\nauthor C <c@x>\ncommitter B <b@x>\n", [("A", "a@x"), ("C", "c@x")], [("B", "b@x")]),
        (b"author A <a@x> 1 +0\ncommitter B <b@x> 1 +0\nencoding UTF-7\n", [("A", "a@x")], [("B", "b@x")]),
        (b"author A <a@x>\ncommitter B <b@x> 1 +0\ngpgsig x\n author C <c@x> 1 +0\n", [("A", "a@x")], [("B", "b@x")]),
        (b"author A <a@x> 1 +0\n", [("A", "a@x")], [("", "")]),
        (b"author A <a@x> 1 +0\ncommitter B <b@x> 1 +0\nparent " + b"0" * 40 + b"\n", [("A", "a@x")], [("B", "b@x")]),
    ],
)  # fmt: skip
def test_heads_that_git_would_not_write_name_everybody_they_may_mean(
    root: Path, head: bytes, author: list[tuple[str, str]], committer: list[tuple[str, str]]
) -> None:
    craft(root, head)

    found = people_of(root)
    assert [(one.name, one.email) for one in found if one.part == "author"] == author
    assert [(one.name, one.email) for one in found if one.part == "committer"] == committer


@pytest.mark.parametrize("text", [b"", b"\n", b"\n\n\n", b"\nx\0Co-authored-by: A <a@x>\n", b"\n:100644 100644 a b M"])
@pytest.mark.parametrize("line", [b"", b":100644 100644 aa bb M\n", b"commit - 0123456789\n"])
def test_no_commit_can_be_taken_for_another(root: Path, line: bytes, text: bytes) -> None:
    crafted = craft(root, b"author A <a@x> 1 +0\ncommitter B <b@x> 1 +0\n" + line, text)
    empty = craft(root, b"author C <c@x> 1 +0\ncommitter C <c@x> 1 +0\n" + line, text)
    last = change(root, "later\n", "Bob")

    assert [(one.commit, one.email) for one in people_of(root)] == [
        *[(last, "bob@example.com")] * 2,
        *[(crafted, "a@x"), (crafted, "b@x")],
    ]
    assert empty not in {one.commit for one in people_of(root)}


# What may be set up around it


def test_settings_and_substitutes_change_nothing(root: Path) -> None:
    change(root, "2\n", "Bob", "x\n\nCo-authored-by: Carl <carl@example.com>")
    git(root, "mv", FILE, NEW)
    commit_as(root, "Eve")
    git(root, "checkout", "-q", "--orphan", "alone")
    change(root, "alone\n", "Dora", path=NEW)
    git(root, "checkout", "-q", "main")
    try_git(root, "merge", "-q", "-s", "ours", "--allow-unrelated-histories", "--no-commit", "alone", **identity("Mia"))
    change(root, "merged\n", "Mia", path=NEW)
    expected = [people_of(root, paths=paths) for paths in ((FILE,), (NEW,), (FILE, NEW))]
    write(root, {".mailmap": "Nobody <nobody@example.com> <bob@example.com>\n", "order": "z\n"})
    settings = {
        "log.mailmap": "true", "log.showSignature": "true", "log.showRoot": "false", "log.decorate": "full",
        "log.follow": "true", "log.diffMerges": "first-parent", "log.abbrevCommit": "true", "log.date": "iso",
        "format.pretty": "oneline", "format.notes": "*", "diff.renames": "copies", "diff.relative": "false",
        "diff.orderFile": "order", "diff.noprefix": "true", "diff.external": "false", "color.ui": "always",
        "i18n.logOutputEncoding": "UTF-16", "core.quotePath": "true", "diff.mnemonicPrefix": "true",
        "notes.displayRef": "*", "core.abbrev": "4", "log.graphColors": "red", "core.commentChar": "C",
    }  # fmt: skip
    for name, value in settings.items():
        git(root, "config", name, value)
    git(root, "notes", "add", "-m", "Co-authored-by: N <n@x>", "HEAD")
    git(root, "replace", "HEAD", "base")
    (root / ".git/info").mkdir(exist_ok=True)
    (root / ".git/info/grafts").write_text(f"{git(root, 'rev-parse', 'HEAD')}\n")

    assert [people_of(root, paths=paths) for paths in ((FILE,), (NEW,), (FILE, NEW))] == expected
    assert [len(found) for found in expected] == [5, 6, 11]


def test_variables_of_a_hook_change_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(root, "2\n", "Bob")
    expected = people_of(root)
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_LITERAL_PATHSPECS", "GIT_EXTERNAL_DIFF"):
        monkeypatch.setenv(name, "1")
    base, head = expected[0].commit + "~1", expected[0].commit

    assert list(authors(str(root), base, head, (FILE,))) == expected


# What is not here


def _clone(root: Path, *options: str) -> Path:
    clone = root.parent / f"{root.name}-clone"
    git(root, "clone", "-q", *options, f"file://{root}", str(clone))
    return clone


def _asked(clone: Path, base: str, head: str = "HEAD") -> list[Authored]:
    return list(authors(str(clone), base, head, (FILE,)))


@pytest.fixture
def long(root: Path) -> Path:
    """A repository with five commits after the base."""
    for number in range(5):
        change(root, f"{number}\n", f"P{number}")
    return root


@pytest.mark.parametrize("depth", [1, 2, 5])
def test_history_that_is_cut_off_after_the_base_is_said_with_the_command_that_helps(long: Path, depth: int) -> None:
    clone, base = _clone(long, "--depth", str(depth)), git(long, "rev-parse", "base")
    with pytest.raises(HistoryMissing, match=r"shallow.*: git fetch --unshallow$"):
        _asked(clone, base)

    git(clone, "fetch", "-q", "--unshallow")
    assert {one.name for one in _asked(clone, base)} == {f"P{number}" for number in range(5)}


def test_base_that_was_fetched_alone_is_not_enough(long: Path) -> None:
    clone, base = _clone(long, "--depth", "2"), git(long, "rev-parse", "base")
    git(long, "config", "uploadpack.allowAnySHA1InWant", "true")
    git(clone, "fetch", "-q", "--depth", "1", "origin", base)

    with pytest.raises(HistoryMissing, match=r"git fetch --unshallow$"):
        _asked(clone, base)


def test_shallow_history_that_reaches_the_base_is_enough(long: Path) -> None:
    clone = _clone(long, "--depth", "6")

    assert len(_asked(clone, git(long, "rev-parse", "base"))) == 10

    other = _clone(clone, "--depth", "3")
    assert len(_asked(other, git(long, "rev-parse", "HEAD~2"))) == 4
    assert git(other, "rev-parse", "--is-shallow-repository") == "true"


def test_name_that_a_shallow_clone_lacks_is_said_with_the_command_that_helps(long: Path) -> None:
    clone = _clone(long, "--depth", "1", "--no-tags")
    with pytest.raises(HistoryMissing, match=r"`base` cannot be found: .*shallow.*: git fetch --unshallow --tags$"):
        _asked(clone, "base")

    git(clone, "fetch", "-q", "--unshallow", "--tags")
    assert len(_asked(clone, "base")) == 10


def test_whole_history_beside_a_base_without_any_is_not_enough(forked: Path) -> None:
    """All commits of the branch are here, and nothing tells which of them the base has too."""
    clone = _clone(forked, "--single-branch", "--branch", "side")
    git(clone, "fetch", "-q", "--depth", "1", "origin", "main:main")

    with pytest.raises(HistoryMissing, match=r"git fetch --unshallow$"):
        _asked(clone, git(clone, "rev-parse", "main"))


def test_side_of_a_merge_that_is_cut_off_is_missed(forked: Path) -> None:
    """The base is reached by the other side."""
    change(forked, "z\n", "Zoe", path="elsewhere")
    merge(forked, "Mia", "side")
    clone = _clone(forked, "--depth", "2")

    assert git(clone, "rev-parse", "HEAD^1") == git(forked, "rev-parse", "HEAD^1")
    with pytest.raises(HistoryMissing, match=r"git fetch --unshallow$"):
        _asked(clone, git(forked, "rev-parse", "HEAD^1"))


def test_where_the_sides_of_a_merge_parted_is_not_guessed_in_a_shallow_clone(root: Path) -> None:
    change(root, "x\n", "Zoe", path="elsewhere")
    git(root, "tag", "fork")
    git(root, "checkout", "-q", "-b", "side")
    change(root, "2\n", "Bob")
    git(root, "checkout", "-q", "main")
    change(root, "y\n", "Zoe", path="elsewhere")
    merge(root, "Mia", "side")
    clone, fork = _clone(root, "--depth", "3"), git(root, "rev-parse", "fork")

    assert git(clone, "rev-parse", "--is-shallow-repository") == "true"
    with pytest.raises(HistoryMissing, match=r"sides parted may not be in this shallow clone.*git fetch --unshallow$"):
        _asked(clone, fork)
    git(clone, "fetch", "-q", "--unshallow")
    assert {one.name for one in _asked(clone, fork)} == {"Bob"}


def test_commit_that_is_not_here_is_said(root: Path) -> None:
    with pytest.raises(HistoryMissing, match=r"; what is missing may come with: git fetch origin 1{40}$"):
        _asked(root, "1" * 40)
    with pytest.raises(HistoryMissing, match=r"`nowhere` cannot be found: there is no such revision here"):
        _asked(root, git(root, "rev-parse", "HEAD"), "nowhere")
    with pytest.raises(HistoryMissing, match=r"`-x` cannot be found: that is not the name of a revision"):
        _asked(root, "-x")


def test_no_repository_is_said(tmp_path: Path) -> None:
    with pytest.raises(HistoryMissing, match="not a git repository"):
        _asked(tmp_path, "1" * 40, "2" * 40)
