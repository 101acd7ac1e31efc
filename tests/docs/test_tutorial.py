"""The tutorial is true: who does what it says sees what it shows."""

from pathlib import Path

import pytest

from tests.docs.generate import TUTORIAL
from tests.docs.walkthrough import Misled, blocks_of, walk


def test_who_follows_the_tutorial_sees_what_it_shows(tmp_path: Path) -> None:
    page = TUTORIAL.read_text(encoding="utf-8")

    assert walk(page, tmp_path) == page, "run `make docs`"


def test_the_tutorial_walks_a_proof_a_rename_a_breaking_change_a_removal_and_what_agents_ask() -> None:
    blocks = list(blocks_of(TUTORIAL.read_text(encoding="utf-8")))
    typed = "".join(block.text for block in blocks if block.language == "sh")
    shown = "".join(block.text for block in blocks if block.language != "sh")

    for command in (
        "init",
        "new",
        "check",
        "test",
        "decide",
        "rename",
        "migrate",
        "bump",
        "promote",
        "diff",
        "release prepare",
        "resolve",
        "discover",
        "store publish",
        "store activate",
        "store pin",
    ):
        assert f"alvara {command} " in typed or f"alvara {command}\n" in typed
    for rule in (
        "unknown-field", "rename-without-alias", "breaking-change-without-major", "removed-without-tombstone",
        "retired-id-reused",
    ):  # fmt: skip
        assert f"error[{rule}]" in shown


PAGE = """\
Write `a/b.txt`:

```text
one
two
```

Then, in `a/b.txt`:

```diff
 one
-two
+three
```

```sh
cat a/b.txt
test -e nothing  # exits 1
```

```text
one
three
```
"""


def test_a_page_that_is_true_stays_as_it_is(tmp_path: Path) -> None:
    assert walk(PAGE, tmp_path) == PAGE


def test_what_is_printed_takes_the_place_of_what_is_shown(tmp_path: Path) -> None:
    shown = PAGE[PAGE.rindex("```text") :]

    assert walk(PAGE.replace(shown, "```text\nfour\n```\n"), tmp_path) == PAGE


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cat a/b.txt", "cat b.txt"),
        ("exits 1", "exits 2"),
        ("-two\n", "-four\n"),
        ("Then, in `a/b.txt`", "Then"),
    ],
    ids=["a command fails", "another exit code", "a line that is not there", "a block that nobody uses"],
)
def test_a_page_that_misleads_is_told(tmp_path: Path, old: str, new: str) -> None:
    with pytest.raises(Misled):
        walk(PAGE.replace(old, new), tmp_path)


def test_names_of_commits_are_made_up_and_stay_apart(tmp_path: Path) -> None:
    names = ["0123456789ab", "0123456789abcdef0123456789abcdef01234567", "ba9876543210"]
    commands = "".join(f"echo {name}\n" for name in names)

    told = walk(f"```sh\n{commands}```\n\n```text\n```\n", tmp_path).splitlines()[-4:-1]

    assert len(told[0]) == 12
    assert len(told[1]) == 40
    assert told[1].startswith(told[0])
    assert told[2] not in (told[0], *names)
