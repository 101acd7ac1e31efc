"""What surrounds a thing."""

from collections.abc import Mapping
from typing import Any

from alvara.mcp.arguments import ID, KIND
from alvara.mcp.tool import BadArguments, Tool
from alvara.mcp.window import Window
from alvara.report.graph_json import document

_HOPS: Mapping[str, Any] = {
    "type": "integer", "minimum": 1, "maximum": 4, "description": "How many steps to go; 2 where it is left out.",
}  # fmt: skip


def _answer(window: Window, arguments: Mapping[str, Any]) -> dict[str, Any]:
    hops, kind = arguments.get("hops", 2), arguments.get("kind")
    found = window.registry.expand(arguments["id"], hops, kind, **window.asking)
    if not found.roots:
        raise BadArguments("`id` names nothing here; `search` finds what there is by its words")
    return document(found)


GRAPH = Tool(
    "graph", "Show what surrounds a thing",
    "Gives what a thing is bound to within some steps: capabilities, policies, rules, pages, other things; each edge "
    "with its type and how sure somebody was of it. Changes nothing.",
    {"id": ID, "kind": KIND, "hops": _HOPS}, ("id",), "graph-1", _answer,
)  # fmt: skip
