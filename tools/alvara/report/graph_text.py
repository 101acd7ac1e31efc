"""A graph as a tree for people: each edge once, at the step at which it is first met."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from alvara.identity.ids import Name
from alvara.registry.edges import Edge
from alvara.registry.graph import Graph, Node
from alvara.report.escape import visible

_DOUBTFUL = ("INFERRED", "DRAFT", "DEPRECATED")


class _Branch(NamedTuple):
    """An edge, what it leads to, and whether the tree goes on from there."""

    edge: Edge
    other: Name
    grows: bool


def render(graph: Graph) -> str:
    """Write one tree for each root. `→` is an edge in its own direction, `←` one that leads here."""
    nodes = {node.name: node for node in graph.nodes}
    branches = _branches(graph)
    trees = ("\n".join([_label(nodes[root]), *_lines(root, branches, nodes, "")]) + "\n" for root in graph.roots)
    return "\n".join(trees)


def _branches(graph: Graph) -> dict[Name, list[_Branch]]:
    """Give each edge to the thing that it is first met from, and each thing its branches where it is first met."""
    touching: dict[Name, list[Edge]] = {}
    for edge in graph.edges:
        touching.setdefault(edge.source, []).append(edge)
        if edge.target in graph.roots:
            touching.setdefault(edge.target, []).append(edge)
    branches: dict[Name, list[_Branch]] = {}
    queue, met, shown = deque(graph.roots), set(graph.roots), set[Edge]()
    while queue:
        name = queue.popleft()
        mine = sorted((edge for edge in touching.get(name, ()) if edge not in shown), key=lambda e: e.source != name)
        shown.update(mine)
        branches[name] = []
        for edge in mine:
            other = edge.target if edge.source == name else edge.source
            branches[name].append(_Branch(edge, other, other not in met))
            if other not in met:
                met.add(other)
                queue.append(other)
    return branches


def _lines(name: Name, branches: dict[Name, list[_Branch]], nodes: dict[Name, Node], indent: str) -> Iterator[str]:
    mine = branches[name]
    for i, (edge, other, grows) in enumerate(mine):
        last = i == len(mine) - 1
        arrow = "→" if edge.source == name else "←"
        doubt = f", {edge.confidence.lower()}" if edge.confidence in _DOUBTFUL else ""
        yield f"{indent}{'└── ' if last else '├── '}{edge.type} {arrow} {_label(nodes[other])}{doubt}"
        if grows:
            yield from _lines(other, branches, nodes, indent + ("    " if last else "│   "))


def _label(node: Node) -> str:
    kind = node.type if node.name.kind == "resource" and node.type else node.name.kind
    status = "" if node.status in ("active", "") else f", {node.status}"
    return f"{visible(node.name.id)}  {visible(kind)}{visible(status)}"
