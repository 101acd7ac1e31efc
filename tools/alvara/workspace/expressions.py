"""The expressions of one condition, each read once, with what the others beside it make sure of."""

from collections.abc import Iterator

from alvara.conditions.decoding import parse
from alvara.conditions.engine import MOST_SOURCE, NotCompiled
from alvara.conditions.group import MOST_GROUPS
from alvara.conditions.guards import Guards, Known
from alvara.conditions.objections import Objection
from alvara.conditions.syntax import Call, Name, Node, walk
from alvara.conditions.tokens import tokens
from alvara.diagnostics.site import Pointer
from alvara.workspace.conditions import Atom, Tree, atoms_of

_MOST_SIBLINGS = 100
"""Conditions of a group that are looked at for what they make sure of."""


class Expressions:
    """What one condition asks. An expression that cannot be read is judged no further: `broken` says so."""

    def __init__(self, tree: Tree) -> None:
        """Read all of it."""
        self.tree = tree
        self.parsed: dict[Pointer, Node] = {}
        self.broken: list[tuple[Objection, Pointer]] = []
        for expression, pointer in atoms_of(tree):
            if len(expression.encode("utf-8", "surrogatepass")) > MOST_SOURCE:
                message = f"this expression is longer than {MOST_SOURCE:,} bytes"
                self.broken.append((Objection("condition-too-large", 0, 0, message), pointer))
                continue
            try:
                self.parsed[pointer] = parse(expression)
            except NotCompiled as error:
                start = max(0, min(error.offset, len(expression) - 1))
                objection = Objection("condition-syntax", start, _end_of_word(expression, start), error.message)
                self.broken.append((objection, pointer))
        if deep := _deeper(tree, MOST_GROUPS):
            message = f"groups stand within one another more than {MOST_GROUPS} deep"
            self.broken.append((Objection("condition-too-large", 0, 0, message), deep))

    def atoms(self) -> Iterator[tuple[Atom, Node, Guards]]:
        """Yield what could be read, each with what the rest of its groups makes sure of."""
        return self._within(self.tree, ())

    def roots(self) -> frozenset[str]:
        """List the names that are read."""
        nodes = (node for tree in self.parsed.values() for node in walk(tree))
        return frozenset(node.name for node in nodes if isinstance(node, Name))

    def _within(self, tree: Tree, guards: Guards) -> Iterator[tuple[Atom, Node, Guards]]:
        if len(tree) == 2:
            expression, pointer = tree
            if pointer in self.parsed:
                yield (expression, pointer), self.parsed[pointer], guards
            return
        joint, items, _ = tree
        helping = [(i, node) for i, item in enumerate(items) if (node := self._asking(item)) is not None]
        for i, item in enumerate(items):
            beside = [Known(node, joint == "all") for j, node in helping[:_MOST_SIBLINGS] if j != i]
            yield from self._within(item, (*guards, *beside) if beside else guards)

    def _asking(self, tree: Tree) -> Node | None:
        """Give a condition as one expression, where it may make sure that something is there, or not null."""
        if len(tree) == 2:
            expression, pointer = tree
            asks = "has" in expression or "null" in expression or " in " in expression or "==" in expression
            return self.parsed.get(pointer) if asks else None
        parts = [self._asking(item) for item in tree[1]]
        found = tuple([part for part in parts if part is not None])
        if not found or (tree[0] == "any" and len(found) < len(parts)):
            return None  # of `any` every item has to make sure of it
        if tree[0] == "all":
            return Call("_&&_", None, found, 0)
        whole = Call("_||_", None, found, 0)
        return whole if tree[0] == "any" else Call("!_", None, (whole,), 0)


def _end_of_word(expression: str, start: int) -> int:
    """Tell where the name or number has ended that begins at a place; of anything else, one character is shown."""
    words = (word for word in tokens(expression) if word.offset == start and word.kind in ("name", "number"))
    return next((word.end for word in words), start + 1)


def _deeper(tree: Tree, left: int) -> Pointer:
    """Give the place of the first group that is too deep; none where all is well."""
    if len(tree) < 3:
        return ()
    return tree[2] if left == 0 else next(filter(None, (_deeper(item, left - 1) for item in tree[1])), ())
