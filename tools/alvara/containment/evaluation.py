"""Which properties and items count as evaluated: what `unevaluatedProperties` and `unevaluatedItems` leave to judge.

JSON Schema Core 2020-12, sections 11.2 and 11.3. Where it depends on which branches hold, the search decides that
first; branches that are still undecided count where that makes more counterexamples possible, never fewer.
"""

from collections.abc import Iterator

from alvara.containment.goals import Case
from alvara.containment.shapes import Shape

MOST_BRANCHES = 8
_MAP_KEYWORDS = ("properties", "patternProperties", "additionalProperties", "unevaluatedProperties")
_LIST_KEYWORDS = ("prefixItems", "items", "contains", "unevaluatedItems")


class Evaluated:
    """What is evaluated: everything, or some names, those that patterns match, the first items, items like some."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.everything = False
        self.names: set[str] = set()
        self.patterns: set[str] = set()
        self.first = 0
        self.like: list[Shape] = []
        self.undecided = False


def evaluated(shape: Shape, keyword: str, case: Case, generous: bool) -> Evaluated:
    """Gather what a schema evaluates beside its own `keyword`; branches not decided count where it is generous."""
    found = Evaluated()
    _gather(shape, keyword, case, generous, found, set(), True)
    return found


def _gather(
    shape: Shape, keyword: str, case: Case, generous: bool, found: Evaluated, seen: set[Shape], is_top: bool = False
) -> None:
    if shape in seen:
        return
    seen.add(shape)
    value = shape.value
    if keyword == "unevaluatedProperties":
        found.names.update(value.get("properties", ()))
        found.patterns.update(value.get("patternProperties", ()))
        found.everything |= "additionalProperties" in value or (not is_top and "unevaluatedProperties" in value)
    else:
        found.everything |= "items" in value or (not is_top and "unevaluatedItems" in value)
        found.first = max(found.first, len(value.get("prefixItems", ())))
        if "contains" in value:
            found.like.append(shape.held("contains"))
    for inner in shape.conjuncts:
        _gather(inner, keyword, case, generous, found, seen)
    for branch in _branches(shape, case):
        if not _evaluates(branch, keyword, set()) or branch in case.failing:
            continue
        if branch not in case.holding:
            found.undecided = True
            if not generous:
                continue
        _gather(branch, keyword, case, generous, found, seen)


def _branches(shape: Shape, case: Case) -> Iterator[Shape]:
    """The schemas that judge the same value and may or may not hold."""
    yield from shape.among("anyOf")
    yield from shape.among("oneOf")
    for name in shape.value.get("dependentSchemas", ()):
        yield shape.held("dependentSchemas", name)
    if "if" in shape.value:
        test = shape.held("if")
        yield test
        if "then" in shape.value and test not in case.failing:
            yield shape.held("then")
        if "else" in shape.value and test not in case.holding:
            yield shape.held("else")


def _evaluates(shape: Shape, keyword: str, seen: set[Shape]) -> bool:
    if shape in seen:
        return False
    seen.add(shape)
    keywords = _MAP_KEYWORDS if keyword == "unevaluatedProperties" else _LIST_KEYWORDS
    if any(key in shape.value for key in keywords):
        return True
    inner = (*shape.conjuncts, *_branches(shape, Case()))
    return any(_evaluates(branch, keyword, seen) for branch in inner)


def deciding_branches(shape: Shape, keyword: str) -> list[Shape]:
    """List the branches of which it matters to `keyword` whether they hold, the outer before the inner."""
    found: list[Shape] = []
    seen: set[Shape] = set()
    pending = [shape]
    for here in pending:
        if here in seen:
            continue
        seen.add(here)
        pending += here.conjuncts
        for branch in _branches(here, Case()):
            if branch not in found and _evaluates(branch, keyword, set()):
                found.append(branch)
                pending.append(branch)
    return found[:MOST_BRANCHES]
