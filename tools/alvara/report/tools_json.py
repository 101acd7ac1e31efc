"""Tools for tool APIs with what may keep them from being taken: `alvara.tools/1`."""

from collections.abc import Sequence
from typing import Any

from alvara.exports.portability import Obstacle
from alvara.report.document_json import render as render_document


def render(api: str, total: int, tools: Sequence[Any], warnings: Sequence[Obstacle]) -> str:
    """Write the tools of an API; `total` is how many capabilities apply, of which these are some."""
    told = [{"code": each.code, "message": each.message, "tools": list(each.tools)} for each in warnings]
    return render_document(
        {"format": "alvara.tools/1", "api": api, "total": total, "tools": tools, "warnings": told}
    )  # fmt: skip
