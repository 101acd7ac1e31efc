"""What is meant, for programs: `alvara.resolution/1`, described by `schemas/output/resolution-1.schema.json`."""

from typing import Any

from alvara.registry.language.resolution import Resolution
from alvara.report.document_json import render as render_document


def render(found: Resolution) -> str:
    """Write what a sentence is about, the best match first."""
    return render_document(document(found))


def document(found: Resolution) -> dict[str, Any]:
    """Give what a sentence is about as JSON."""
    matches = [match._asdict() for match in found.matches]
    said = {**found._asdict(), "matches": matches, "capabilities": list(found.capabilities)}
    return {"format": "alvara.resolution/1", **said}
