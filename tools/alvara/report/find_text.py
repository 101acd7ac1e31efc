"""What was found, for people: one line a definition."""

from collections.abc import Sequence

from alvara.registry.finding import Match
from alvara.report.escape import one_line
from alvara.report.table import render as render_table


def render(matches: Sequence[Match]) -> str:
    """Write a table of names, and count them."""
    rows = [(m.id, m.kind, m.type, m.status, one_line(m.name)) for m in matches]
    return render_table(("ID", "KIND", "TYPE", "STATUS", "NAME"), rows) if rows else ""
