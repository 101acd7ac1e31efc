"""Whether two schemas say the same word for word, wherever their parts stand and in whatever order they are written.

Recursion is met coinductively: two schemas are the same unless some difference can be reached (Hopcroft and Karp,
1971).
"""

from alvara.containment.budget import Budget
from alvara.containment.shapes import SPEAKING, Shape
from alvara.containment.values import identity
from alvara.subschemas.keywords import FORMS

_DEEPEST = 150
_SETS = frozenset({"enum", "required"})
_UNORDERED = frozenset({"anyOf", "oneOf", "allOf"})


class Sameness:
    """Compares shapes, each pair once."""

    def __init__(self, budget: Budget) -> None:
        """Take the steps that it may spend."""
        self._budget = budget
        self._known: dict[tuple[Shape, Shape], bool] = {}
        self._assumed: list[tuple[Shape, Shape]] = []

    def same(self, one: Shape, other: Shape) -> bool:
        """Whether two schemas say the same."""
        return self._same(one, other, 0)

    def _same(self, one: Shape, other: Shape, depth: int) -> bool:
        if one is other:
            return True
        pair = one, other
        if pair in self._known:
            return self._known[pair]
        if one.types != other.types or depth == _DEEPEST:
            return False
        self._budget.spend()
        keywords = [keyword for keyword in one.value if keyword in SPEAKING]
        if len(keywords) != sum(keyword in SPEAKING for keyword in other.value):
            return False
        if any(keyword not in other.value for keyword in keywords):
            return False
        self._known[pair] = True
        before = len(self._assumed)
        self._assumed.append(pair)
        if all(self._same_keyword(one, other, keyword, depth + 1) for keyword in keywords):
            if depth == 0:
                self._assumed.clear()
            return True
        # What was found since then may rest on this pair.
        for rested in self._assumed[before:]:
            del self._known[rested]
        del self._assumed[before:]
        self._known[pair] = False
        return False

    def _same_keyword(self, one: Shape, other: Shape, keyword: str, depth: int) -> bool:
        mine, theirs = one.value[keyword], other.value[keyword]
        form = FORMS.get(keyword)
        if form == "one":
            return self._same(one.held(keyword), other.held(keyword), depth)
        if form == "many":
            return self._same_lists(one, other, keyword, depth)
        if form == "named":
            return mine.keys() == theirs.keys() and all(
                self._same(one.held(keyword, name), other.held(keyword, name), depth) for name in mine
            )
        if form == "reference":
            target, goal = one.side.target(one.schema), other.side.target(other.schema)
            return target is not None and goal is not None and self._same(target, goal, depth)
        if keyword == "type":
            return one.types == other.types
        if keyword in _SETS:
            return set(map(identity, mine)) == set(map(identity, theirs))
        return identity(mine) == identity(theirs)

    def _same_lists(self, one: Shape, other: Shape, keyword: str, depth: int) -> bool:
        mine, theirs = one.among(keyword), other.among(keyword)
        if len(mine) != len(theirs):
            return False
        if all(self._same(a, b, depth) for a, b in zip(mine, theirs, strict=True)):
            return True
        if keyword not in _UNORDERED:
            return False
        left = list(theirs)
        for a in mine:
            match = next((b for b in left if self._same(a, b, depth)), None)
            if match is None:
                return False
            left.remove(match)
        return True
