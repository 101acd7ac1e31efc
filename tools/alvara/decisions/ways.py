"""Which values an expression reads: the ways that it follows into a request."""

from alvara.conditions.decoding import parse
from alvara.conditions.engine import ROOTS, NotCompiled
from alvara.conditions.syntax import children, path_of

Way = tuple[str, ...]
"""A root and the names that lead on from it."""


def ways_of(expr: str) -> tuple[tuple[str, Way], ...]:
    """List the ways of an expression, each as it is written and in steps, in the order of the text.

    What a macro looks at item by item is read as a list, and what is found by a computed key as the whole map. An
    expression that does not compile reads nothing.
    """
    try:
        pending = [parse(expr)]
    except NotCompiled:
        return ()
    found: dict[Way, None] = {}
    while pending:
        node = pending.pop()
        way = path_of(node)
        if not way:
            pending += reversed(children(node))
        elif way[0] in ROOTS:
            found[way] = None
    return tuple([(".".join(way), way) for way in found])
