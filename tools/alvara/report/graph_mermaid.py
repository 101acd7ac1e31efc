"""A graph as a Mermaid flowchart, for Markdown pages and pull requests."""

import re

from alvara.registry.graph import Graph, Node
from alvara.report.escape import visible

_SHAPES = {
    "resource": ("[", "]"),
    "capability": ("([", "])"),
    "policy": ("{{", "}}"),
    "page": ("[/", "/]"),
    "source": ("[[", "]]"),
}
_MARKUP = re.compile(r"[^\w ./:@-]", re.ASCII)


def render(graph: Graph) -> str:
    """Write the nodes, each under a number of its own, then the edges. Capabilities are round, policies pointed."""
    numbers = {node.name: f"n{i}" for i, node in enumerate(graph.nodes)}
    lines = ["flowchart LR"]
    lines += [f"  {numbers[node.name]}{_shape(node)}" for node in graph.nodes]
    lines += [f"  {numbers[e.source]} -->|{_text(e.type)}| {numbers[e.target]}" for e in graph.edges]
    return "\n".join(lines) + "\n"


def _shape(node: Node) -> str:
    opening, closing = _SHAPES.get(node.name.kind, ("[", "]"))
    return f'{opening}"{_text(node.name.id)}"{closing}'


def _text(text: str) -> str:
    """Write what could be markup or code as a character number, which Mermaid turns back into the character."""
    return _MARKUP.sub(lambda found: f"#{ord(found.group())};", visible(text))
