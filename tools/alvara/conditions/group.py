"""A whole condition, compiled: atoms in groups, each evaluated, all joined by the three-valued rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

from alvara.conditions.engine import NotCompiled, Program, Scope
from alvara.conditions.truth import ERROR, JOINTS, Result, Truth

MOST_GROUPS = 4
"""Groups within each other. What is deeper reads like a riddle, and is always in error."""

Atom = tuple[str, str, Result]
"""What one atom came to: its ID, its expression, its result."""

_Judge = Callable[[Scope], Result]
_Node = int | tuple[Callable[[Iterable[Truth]], Truth], tuple[Any, ...]]
"""The position of an atom, or how some nodes are joined."""


class Group:
    """A condition that was compiled once. It can be judged often, and by several threads."""

    __slots__ = ("_atoms", "_join", "_judges")

    def __init__(self, atoms: tuple[tuple[str, str, _Judge], ...], root: _Node | None) -> None:
        """Hold atoms in the order of the text and how they are joined. Use `of` or `single`."""
        self._atoms, self._join = atoms, _joining(root)
        self._judges = tuple([judge for _, _, judge in atoms])

    @classmethod
    def of(cls, condition: Mapping[str, Any], names: tuple[str, ...] = ()) -> Self:
        """Compile `{all | any | not: [...]}`. What is no condition is in error whenever it is judged."""
        atoms: list[tuple[str, str, _Judge]] = []
        return cls(root=_node(condition, names, atoms, 1), atoms=tuple(atoms))

    @classmethod
    def single(cls, expr: str, id: str = "0", names: tuple[str, ...] = ()) -> Self:
        """Compile one expression that stands alone, such as a precondition."""
        return cls(((id, expr, _judge(expr, names)),), 0)

    def judge(self, scope: Scope) -> tuple[Truth, tuple[Atom, ...]]:
        """Evaluate every atom, though one may settle it, so that traces and coverage are complete."""
        truth, results = self.evaluate(scope)
        return truth, tuple([(id, expr, result) for (id, expr, _), result in zip(self._atoms, results, strict=True)])

    def evaluate(self, scope: Scope) -> tuple[Truth, list[Result]]:
        """Do the same for who knows the atoms, and wants only what each came to."""
        results = [judge(scope) for judge in self._judges]
        return self._join(results), results


_Results = Sequence[Result]


def _joining(node: _Node | None) -> Callable[[_Results], Truth]:
    """Make the function that joins what all atoms of a condition came to, for the node that leads to them."""
    if node is None:
        return lambda results: ERROR
    if isinstance(node, int):
        return lambda results: results[node].truth
    join, nodes = node
    if nodes == tuple(range(len(nodes))):  # most conditions are one group, and every decision joins them all
        return lambda results: join([result.truth for result in results[: len(nodes)]])
    inner = [_joining(each) for each in nodes]
    return lambda results: join([each(results) for each in inner])


def _node(
    condition: Mapping[str, Any], names: tuple[str, ...], atoms: list[tuple[str, str, _Judge]], depth: int
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
        judge = _judge(expr, names) if depth <= MOST_GROUPS else _always("too_deep", _TOO_DEEP)
        atoms.append((str(item.get("id", len(atoms))), expr, judge))
    return JOINTS[joint], tuple(nodes)


def _judge(expr: str, names: tuple[str, ...]) -> _Judge:
    try:
        return Program(expr, names).judge
    except NotCompiled as error:
        return _always("not_compiled", error.message)


def _always(code: str, message: str) -> _Judge:
    result = Result(ERROR, code, message)
    return lambda _: result


_TOO_DEEP = f"it stands in more than {MOST_GROUPS} groups within each other"
