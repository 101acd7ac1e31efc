"""What `--help` lists, and in which order."""

import re

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("verb", "commands"),
    [
        ("store", ["publish", "activate", "rollback", "status", "pin", "unpin", "gc", "deny", "undeny"]),
        ("bundle", ["build", "verify", "inspect"]),
        ("root", ["show", "prepare", "sign"]),
    ],
)
def test_commands_are_listed_in_the_order_in_which_people_come_to_need_them(
    run: Run, verb: str, commands: list[str]
) -> None:
    listed = run(verb, "--help").out.partition("Commands:\n")[2]

    assert re.findall(r"^  (\w+)", listed, re.MULTILINE) == commands
