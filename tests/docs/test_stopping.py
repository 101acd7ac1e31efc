"""The page on stopping: its entry is one, and its program compiles."""

import json

from alvara.store.denials import PAYLOAD_TYPE, Entry, Signed, parse_list, write_list
from tests.docs.page import read_page

PAGE = read_page("stopping")


def test_the_payload_is_that_of_an_entry() -> None:
    (said,) = map(json.loads, PAGE.blocks("json"))
    entry = Entry(
        said["decision"], said["registry"], said["capability"], tuple(said["alsoCalled"]), said["sequence"],
        said["previous"], said["reason"], said["by"], said["issuedAt"],
    )  # fmt: skip
    listed = parse_list(write_list(entry.registry, [Signed(entry, (("x", "eA=="),))]), entry.registry)

    assert json.loads(listed[0].envelope.payload) == said
    assert PAYLOAD_TYPE == listed[0].envelope.payload_type


def test_the_program_compiles() -> None:
    (program,) = PAGE.blocks("python")

    assert compile(program, "docs/stopping.md", "exec")
