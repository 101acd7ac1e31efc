"""A graph for programs: `alvara.graph/1`, described by `schemas/output/graph-1.schema.json`."""

from typing import Any

from alvara.registry.graph import Graph
from alvara.report.document_json import render as render_document


def render(graph: Graph) -> str:
    """Write the nodes and edges."""
    return render_document(document(graph))


def document(graph: Graph) -> dict[str, Any]:
    """Give the nodes and edges as JSON. An ID is unique only within its kind, so edges name both."""
    nodes = [{"id": n.name.id, "kind": n.name.kind, "type": n.type, "status": n.status} for n in graph.nodes]
    edges = [
        {
            "from": edge.source.id,
            "fromKind": edge.source.kind,
            "to": edge.target.id,
            "toKind": edge.target.kind,
            "type": edge.type,
            "confidence": edge.confidence,
        }
        for edge in graph.edges
    ]
    return {"format": "alvara.graph/1", "root": graph.roots[0].id, "nodes": nodes, "edges": edges}
