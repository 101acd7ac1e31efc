"""What a model is told of a scope, for programs: `alvara.context/1` (`schemas/output/context-1.schema.json`)."""

from alvara.registry.context import Context
from alvara.report.document_json import render as render_document


def render(context: Context) -> str:
    """Write the text with what it is made of, and what was left out."""
    entries = [
        {"kind": entry.kind, "id": entry.id, "distance": entry.distance, "tokens": entry.tokens}
        for entry in context.entries
    ]
    return render_document({
        "format": "alvara.context/1", "scope": context.scope, "type": context.type, "locale": context.locale,
        "budget": context.budget, "tokens": context.tokens, "text": context.text, "entries": entries,
        "leftOut": dict(context.left_out),
    })  # fmt: skip
