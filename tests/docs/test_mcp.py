"""The page on serving agents: its settings start a command, its table has every tool."""

import json
import re

from alvara.mcp.tools import TOOLS
from tests.docs.commands import accept
from tests.docs.page import read_page

PAGE = read_page("mcp")


def test_the_settings_of_a_client_start_a_command_that_is_one() -> None:
    (server,) = (json.loads(block)["mcpServers"]["alvara"] for block in PAGE.blocks("json"))
    accept(server["args"])

    assert server["command"] == "alvara"


def test_the_table_has_every_tool_in_its_order() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE.text, re.MULTILINE) == [tool.name for tool in TOOLS]
