"""The coverage of a registry for programs: `alvara.coverage/1`, as `schemas/output/coverage-1.schema.json` says."""

from alvara.registry.coverage import Coverage
from alvara.report.document_json import render as render_document


def render(coverage: Coverage) -> str:
    """Write the six figures of PRD-009, section 42."""
    return render_document(
        {
            "format": "alvara.coverage/1",
            "entities": coverage.entities,
            "documented": coverage.documented,
            "capabilities": coverage.capabilities,
            "bound": coverage.bound,
            "missingBindings": len(coverage.unbound),
            "brokenReferences": len(coverage.broken),
        }
    )
