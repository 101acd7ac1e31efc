"""What is meant, for programs: `alvara.resolution/1`, described by `schemas/output/resolution-1.schema.json`."""

from alvara.registry.language.resolution import Resolution
from alvara.report.document_json import render as render_document


def render(found: Resolution) -> str:
    """Write what a sentence is about, the best match first."""
    matches = [match._asdict() for match in found.matches]
    return render_document({"format": "alvara.resolution/1", **found._asdict(), "matches": matches})
