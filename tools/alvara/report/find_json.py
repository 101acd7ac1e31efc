"""What was found, for programs: `alvara.find/1`, described by `schemas/output/find-1.schema.json`."""

from collections.abc import Sequence
from dataclasses import asdict

from alvara.registry.finding import Match
from alvara.report.document_json import render as render_document


def render(matches: Sequence[Match]) -> str:
    """Write what was found, the best first."""
    return render_document({"format": "alvara.find/1", "total": len(matches), "matches": [asdict(m) for m in matches]})
