"""Patches: what git takes, and what a terminal is shown of it."""

from alvara.documents.edit import Edit
from alvara.report.patch import as_seen, render

HOSTILE = "a\t\x1b[2Jb\u202e\n"


def test_a_patch_holds_the_bytes_as_they_are_and_a_terminal_obeys_none_of_them() -> None:
    patch = render("x.md", "x.md", HOSTILE, [Edit(0, 1, "c")])

    assert f"-{HOSTILE}" in patch
    assert "-a\t\\x1b[2Jb\\u202e\n+c\t\\x1b[2Jb\\u202e\n" in as_seen(patch)
