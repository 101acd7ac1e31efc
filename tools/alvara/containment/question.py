"""Whether every value that one schema accepts is accepted by another: proved, refuted with a value, or not to be told.

A capability's input may change from `old` to `new` where `contains(old, new)` is proved, its output where
`contains(new, old)` is. The question is one of sets of values: annotations do not count. `format` and the keywords on
what a text holds compare like a pattern of which only the name is known.
"""

from typing import NamedTuple

from alvara.containment.answers import Answer, Difference
from alvara.containment.budget import Budget, ExhaustedError
from alvara.containment.explaining import Explanation
from alvara.containment.search import Search
from alvara.containment.shapes import Side
from alvara.subschemas.reach import reach
from alvara.subschemas.references import References, Subschema


class Compared(NamedTuple):
    """A schema that is compared, with what follows its references."""

    schema: Subschema
    references: References


def contains(first: Compared, second: Compared) -> Answer:
    """Answer whether every value that is valid under the first schema is valid under the second."""
    for compared, which in ((first, "first"), (second, "second")):
        objection = _objection(compared)
        if objection is not None:
            return _unknown(first, second, f"the {which} schema {objection}, so that what it accepts cannot be told")
    one = Side(first.references).shape(first.schema)
    other = Side(second.references).shape(second.schema)
    budget = Budget()
    search = Search(Side(References(lambda path: None)), budget)
    explanation = Explanation(search, one, other)
    try:
        if search.sameness.same(one, other):
            return Answer("proved")
        explanation.explain()
        if not explanation.broken:
            return Answer("proved")
    except (ExhaustedError, RecursionError):
        pass
    found = explanation.differences
    if not found:
        return _unknown(first, second, "the two schemas take too many steps to compare")
    return Answer("refuted" if found[0].certain else "unknown", tuple(found))


def _objection(compared: Compared) -> str | None:
    reached = reach(compared.schema, compared.references)
    if reached.cut:
        return "reaches too much"
    if "$dynamicRef" in reached.noted:
        return "holds a `$dynamicRef`, which depends on who refers to it"
    return None if reached.sound else "does not hold by itself"


def _unknown(first: Compared, second: Compared, words: str) -> Answer:
    return Answer("unknown", (Difference(False, first.schema.site(), second.schema.site(), words, words),))
