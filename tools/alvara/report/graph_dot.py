"""A graph in DOT, the language of Graphviz."""

from alvara.registry.graph import Graph, Node
from alvara.report.escape import visible

_SHAPES = {"resource": "box", "capability": "ellipse", "policy": "hexagon", "page": "note", "source": "component"}


def render(graph: Graph) -> str:
    """Write the nodes, each under a number of its own, then the edges."""
    numbers = {node.name: f"n{i}" for i, node in enumerate(graph.nodes)}
    lines = ["digraph registry {", "  rankdir=LR;"]
    lines += [f"  {numbers[node.name]} [{_attributes(node)}];" for node in graph.nodes]
    lines += [f"  {numbers[e.source]} -> {numbers[e.target]} [label={_text(e.type)}];" for e in graph.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _attributes(node: Node) -> str:
    return f"label={_text(node.name.id)}, shape={_SHAPES.get(node.name.kind, 'box')}"


def _text(text: str) -> str:
    """Quote a text: nothing in it ends the quotes, and nothing is read as an escape or an entity."""
    plain = visible(text).replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
