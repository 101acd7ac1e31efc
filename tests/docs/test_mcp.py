"""The page on serving agents: its commands are ones, its JSON is JSON, its table has every tool, its links lead on."""

import json
import re

from alvara.mcp.tools import TOOLS
from tests.docs.commands import accept, commands_in
from tests.docs.generate import ROOT

PAGE = (ROOT / "docs/mcp.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", PAGE, re.DOTALL)


def test_every_command_is_one() -> None:
    commands = [words for language, block in BLOCKS if language == "sh" for words in commands_in(block)]
    for words in commands:
        accept(words)

    assert {tuple(words[:2]) for words in commands} == {("serve", "mcp")}


def test_the_settings_of_a_client_start_a_command_that_is_one() -> None:
    (server,) = [
        json.loads(block)["mcpServers"]["alvara"] for language, block in BLOCKS if language == "json"
    ]  # fmt: skip
    accept(server["args"])

    assert server["command"] == "alvara"


def test_the_table_has_every_tool_in_its_order() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == [tool.name for tool in TOOLS]


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE)

    assert links
    assert [link for link in links if not (ROOT / "docs" / link).is_file()] == []
