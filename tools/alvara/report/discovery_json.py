"""What can be done here, for programs: `alvara.discovery/1`, described by `schemas/output/discovery-1.schema.json`."""

from typing import Any

from alvara.bundle.wire import camel, thaw
from alvara.registry.discovering import Discovery
from alvara.report.document_json import render as render_document


def render(found: Discovery) -> str:
    """Write what applies, the nearest first."""
    return render_document(document(found))


def document(found: Discovery) -> dict[str, Any]:
    """Give what applies as JSON."""
    offered = [{camel(key): thaw(value) for key, value in each._asdict().items()} for each in found.capabilities]
    return {"format": "alvara.discovery/1", "total": found.total, "capabilities": offered}
