"""What can be done here, for people: one line a capability."""

from alvara.registry.discovering import Discovery
from alvara.report.escape import one_line
from alvara.report.table import render as render_table


def render(found: Discovery) -> str:
    """Write a table of what applies, the nearest first."""
    rows = [(each.id, each.risk, one_line(each.name), one_line(each.why)) for each in found.capabilities]
    return render_table(("ID", "RISK", "NAME", "WHY"), rows) if rows else ""
