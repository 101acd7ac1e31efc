"""The neighbourhood of a thing: the nodes within some steps of it and the edges that lead there."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from alvara.identity.ids import Name
from alvara.registry.edges import Edge, edges_of, order_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@dataclass(frozen=True, slots=True)
class Node:
    """A thing in a graph. `status` is `missing` where nothing defines it, `external` for a page kept elsewhere.

    `distance` counts the steps from the nearest root, where they were counted.
    """

    name: Name
    type: str
    status: str
    distance: int = 0


@dataclass(frozen=True, slots=True)
class Graph:
    """`roots` are what was asked for: one name may stand for a thing of each kind. Nodes and edges are sorted.

    `left_out` counts the nodes that were within reach and for which there was no room.
    """

    roots: tuple[Name, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    left_out: int = 0


def neighbourhood(roots: Sequence[Entity], entities: Iterable[Entity], view: View, depth: int) -> Graph:
    """Gather what is at most `depth` steps away.

    Edges are followed in their own direction: what a thing leads to belongs to its story. Who leads to it is shown, but
    not what else that leads to, which would soon be the whole registry.
    """
    outgoing: dict[Name, list[Edge]] = {}
    incoming: dict[Name, list[Edge]] = {}
    for edge in edges_of(entities, view):
        outgoing.setdefault(edge.source, []).append(edge)
        incoming.setdefault(edge.target, []).append(edge)
    names = [Name(root.kind, root.id) for root in roots]
    edges = {edge for name in names for edge in incoming.get(name, ())}
    seen, reached = {*names, *(edge.source for edge in edges)}, names
    for _ in range(depth):
        found = [edge for name in reached for edge in outgoing.get(name, ())]
        edges.update(found)
        reached = sorted({edge.target for edge in found} - seen)
        seen.update(reached)
    nodes = tuple(_node(name, view) for name in sorted(seen))
    return Graph(tuple(names), nodes, tuple(sorted(edges, key=order_of)))


def _node(name: Name, view: View) -> Node:
    if name.kind == "source":
        return Node(name, "", "")
    if name.kind == "page":
        pages = view.pages(name.id)
        external = "external" if name.id in view.config.external_pages else "missing"
        return Node(name, next((page.type for page in pages if page.type), ""), "" if pages else external)
    entity = view.definition(name.kind, name.id)
    if entity is None:
        return Node(name, "", "missing")
    type = entity.effect if entity.kind == "policy" else entity.type
    return Node(name, type, "broken" if entity.broken else entity.status)
