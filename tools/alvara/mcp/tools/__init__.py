"""The tools, one file each; none of them changes anything."""

from alvara.mcp.tool import Tool
from alvara.mcp.tools.discover import DISCOVER
from alvara.mcp.tools.explain import EXPLAIN
from alvara.mcp.tools.get import GET
from alvara.mcp.tools.graph import GRAPH
from alvara.mcp.tools.resolve import RESOLVE
from alvara.mcp.tools.search import SEARCH

TOOLS: tuple[Tool, ...] = (RESOLVE, DISCOVER, SEARCH, GET, EXPLAIN, GRAPH)
"""In the order in which a turn of an agent uses them, which is the order on the wire."""
