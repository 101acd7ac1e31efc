"""The strongly connected components of a graph."""

from collections.abc import Callable, Iterable, Iterator


def components(count: int, following: Callable[[int], Iterable[int]]) -> Iterator[list[int]]:
    """Yield the strongly connected components of a graph, later ones first (Tarjan 1972, without recursion)."""
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_: list[int] = []
    is_open: set[int] = set()
    for root in range(count):
        if root in order:
            continue
        order[root] = lowest[root] = len(order)
        open_.append(root)
        is_open.add(root)
        work = [(root, iter(following(root)))]
        while work:
            node, rest = work[-1]
            for target in rest:
                if target not in order:
                    order[target] = lowest[target] = len(order)
                    open_.append(target)
                    is_open.add(target)
                    work.append((target, iter(following(target))))
                    break
                if target in is_open:
                    lowest[node] = min(lowest[node], order[target])
            else:
                work.pop()
                if work:
                    lowest[work[-1][0]] = min(lowest[work[-1][0]], lowest[node])
                if lowest[node] == order[node]:
                    component: list[int] = []
                    while not component or component[-1] != node:
                        component.append(open_.pop())
                        is_open.discard(component[-1])
                    yield component
