"""The page on stopping: its commands are ones, its entry is one, its programs compile, its links lead somewhere."""

import json
import re

from alvara.store.denials import PAYLOAD_TYPE, Entry, Signed, parse_list, write_list
from tests.docs.commands import accept, commands_in
from tests.docs.generate import ROOT

PAGE = (ROOT / "docs/stopping.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)


def test_every_command_is_one() -> None:
    commands = [words for language, block in BLOCKS if language == "sh" for words in commands_in(block)]
    for words in commands:
        accept(words)

    assert {tuple(words[:2]) for words in commands} == {("store", "deny"), ("store", "undeny"), ("store", "status")}


def test_the_payload_is_that_of_an_entry() -> None:
    (said,) = (json.loads(block) for language, block in BLOCKS if language == "json")
    entry = Entry(
        said["decision"], said["registry"], said["capability"], tuple(said["alsoCalled"]), said["sequence"],
        said["previous"], said["reason"], said["by"], said["issuedAt"],
    )  # fmt: skip
    listed = parse_list(write_list(entry.registry, [Signed(entry, (("x", "eA=="),))]), entry.registry)

    assert json.loads(listed[0].envelope.payload) == said
    assert PAYLOAD_TYPE == listed[0].envelope.payload_type


def test_the_program_compiles() -> None:
    (program,) = (block for language, block in BLOCKS if language == "python")

    assert compile(program, "docs/stopping.md", "exec")


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
