"""A whole condition, compiled: atoms in groups, each evaluated, all joined by the three-valued rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from alvara.conditions.batch import Evaluable, Unfit
from alvara.conditions.engine import NotCompiled, Program, Scope
from alvara.conditions.truth import ERROR, JOINTS, Result, Truth

MOST_GROUPS = 4
"""Groups within each other. What is deeper reads like a riddle, and is always in error."""

Atom = tuple[str, str, Result]
"""What one atom came to: its ID, its expression, its result."""

_Node = int | tuple[Callable[[Iterable[Truth]], Truth], tuple[Any, ...]]
"""The position of an atom, or how some nodes are joined."""


class Group:
    """A condition that was compiled once. It can be judged often, and by several threads.

    Who knows its atoms can evaluate `evaluables`, one an atom, and `join` what each came to.
    """

    __slots__ = ("_atoms", "evaluables", "join")

    def __init__(self, atoms: tuple[tuple[str, str, Evaluable], ...], root: _Node | None) -> None:
        """Hold atoms in the order of the text and how they are joined. Use `of` or `single`."""
        self._atoms, self.join = atoms, _joining(root, len(atoms))
        self.evaluables = tuple([evaluable for _, _, evaluable in atoms])

    @classmethod
    def of(cls, condition: Mapping[str, Any], names: tuple[str, ...] = ()) -> Self:
        """Compile `{all | any | not: [...]}`. What is no condition is in error whenever it is judged."""
        atoms: list[tuple[str, str, Evaluable]] = []
        return cls(root=_node(condition, names, atoms, 1), atoms=tuple(atoms))

    @classmethod
    def single(cls, expr: str, id: str = "0", names: tuple[str, ...] = ()) -> Self:
        """Compile one expression that stands alone, such as a precondition."""
        return cls(((id, expr, _compiled(expr, names)),), 0)

    def judge(self, scope: Scope) -> tuple[Truth, tuple[Atom, ...]]:
        """Evaluate every atom, though one may settle it, so that traces and coverage are complete."""
        results = [each.judge(scope) for each in self.evaluables]
        found = [(id, expr, result) for (id, expr, _), result in zip(self._atoms, results, strict=True)]
        return self.join([result.truth for result in results]), tuple(found)


_Truths = Sequence[Truth]


def _joining(node: _Node | None, count: int) -> Callable[[_Truths], Truth]:
    """Make the function that joins what all atoms of a condition, so many, came to, for the node that leads to them."""
    if node is None:
        return lambda truths: ERROR
    if isinstance(node, int):
        return lambda truths: truths[node]
    join, nodes = node
    if nodes == tuple(range(count)):  # most conditions are one group, and every decision joins them all
        return join
    inner = [_joining(each, count) for each in nodes]
    return lambda truths: join([each(truths) for each in inner])


def _node(
    condition: Mapping[str, Any], names: tuple[str, ...], atoms: list[tuple[str, str, Evaluable]], depth: int
) -> _Node | None:
    if len(condition) != 1:
        return None
    ((joint, items),) = condition.items()
    if joint not in JOINTS or not items:
        return None
    nodes: list[_Node] = []
    for item in items:
        if "expr" not in item:
            node = _node(item, names, atoms, depth + 1)
            if node is None:
                return None
            nodes.append(node)
            continue
        nodes.append(len(atoms))
        expr = item["expr"]
        evaluable = _compiled(expr, names) if depth <= MOST_GROUPS else Unfit(Result(ERROR, "too_deep", _TOO_DEEP))
        atoms.append((str(item.get("id", len(atoms))), expr, evaluable))
    return JOINTS[joint], tuple(nodes)


def _compiled(expr: str, names: tuple[str, ...]) -> Evaluable:
    try:
        return Program(expr, names)
    except NotCompiled as error:
        return Unfit(Result(ERROR, "not_compiled", error.message))


_TOO_DEEP = f"it stands in more than {MOST_GROUPS} groups within each other"
