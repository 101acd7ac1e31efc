"""From a focus to what it has to do with: capabilities, policies, rules and pages, the nearest first."""

from collections.abc import Sequence

from alvara.identity.ids import Name
from alvara.registry.clearance import Clearance
from alvara.registry.edges import UNSURE, order_of
from alvara.registry.graph import Graph, Node

MOST_NODES = 200
"""How many nodes an expansion has. Once so many are found, nothing farther away is looked for."""

KINDS = ("resource", "capability", "policy", "page")
"""What an expansion may begin with and lead to."""

_ORDER = ("capability", "policy", "resource", "page")
"""What is told first of things that are equally near."""


def expand(seen: Clearance, id: str, hops: int = 2, kind: str | None = None) -> Graph:
    """Gather what is at most `hops` steps from what a name stands for, whichever way its edges point.

    Nodes are the nearest first; of those equally near, what somebody is sure of, then what was reached through things
    that have to do with few others. What is only inferred, an edge or a resource, is shown; nothing is followed beyond
    it, and it is no short cut. Edges are all those between the nodes. Nothing leads through what the caller may not
    know of; where they may know of nothing of that name, the graph is empty. Raises `ValueError` for a kind that there
    is not, and for fewer than no hops.
    """
    if hops < 0:
        raise ValueError(f"an expansion cannot go {hops} steps")
    if kind not in (None, *KINDS):
        raise ValueError(f"there is no kind `{kind}`; there are {', '.join(KINDS)}")
    roots = tuple(filter(None, (seen.meant(each, id) for each in (KINDS if kind is None else (kind,)))))
    ranked = _reach(seen, roots, hops)
    kept = dict(ranked[:MOST_NODES])
    nodes = tuple(Node(name, *seen.ground.ways.describe(name), distance) for name, distance in kept.items())
    edges = {edge for name in kept for edge in seen.at(name) if edge.source in kept and edge.target in kept}
    return Graph(roots, nodes, tuple(sorted(edges, key=order_of)), len(ranked) - len(kept))


def _reach(seen: Clearance, roots: Sequence[Name], hops: int) -> list[tuple[Name, int]]:
    """List what is within reach with its distance, ranked."""
    sure: dict[Name, int] = dict.fromkeys(roots, 0)
    guessed: dict[Name, int] = {}
    crowd: dict[Name, int] = dict.fromkeys(roots, 0)
    level = list(sure)
    for distance in range(1, hops + 1):
        following: list[Name] = []
        for here in level:
            edges = seen.at(here)
            for edge in edges:
                other = edge.target if edge.source == here else edge.source
                if edge.confidence in UNSURE or not seen.ground.ways.is_sure(other):
                    guessed.setdefault(other, distance)
                elif other not in sure:
                    sure[other] = distance
                    following.append(other)
                if distance == sure.get(other, guessed.get(other)):
                    crowd[other] = min(crowd.get(other, len(edges)), len(edges))
        level = following
        if not level or len(sure) + len(guessed.keys() - sure.keys()) > MOST_NODES:
            break
    reached = {**guessed, **sure}

    def rank(name: Name) -> tuple[int, bool, int, int, bool, str]:
        order = _ORDER.index(name.kind)
        return reached[name], name not in sure, crowd[name], order, not seen.ground.ways.is_guidance(name), name.id

    others = sorted(reached.keys() - set(roots), key=rank)
    return [(name, reached[name]) for name in (*roots, *others)]
