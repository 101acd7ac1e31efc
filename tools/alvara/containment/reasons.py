"""A reason why a schema does not contain another, the parts it is looked for in, and the places it is shown at."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from alvara.containment.demands import Demand, demands_of
from alvara.containment.goals import Breakable
from alvara.containment.kinship import Closure
from alvara.containment.phrases import Phrase
from alvara.containment.shapes import Shape
from alvara.diagnostics.site import Site

_COMBINED = (("anyOf",), ("oneOf",), ("not",), ("if", "then", "else"))
_COMPOUND = frozenset({"properties", "patternProperties", "additionalProperties", "prefixItems", "items"})


class Reason(NamedTuple):
    """A difference of one value within the whole: `value` is the one that is refused, where `certain`.

    `detail` tells apart what has the same places: the values of one `enum`, the names that one keyword forbids.
    """

    certain: bool
    first: Site
    second: Site
    phrase: Phrase
    value: Any = None
    detail: str = ""


ECHO = Reason(True, Site(""), Site(""), Phrase("", ""))
"""In place of reasons that were given already, where the same two schemas met before."""


class Here(NamedTuple):
    """Where a comparison stands: what holds for the value, its path in words, and the place that speaks of it."""

    required: tuple[Shape, ...]
    path: str
    place: Site
    depth: int = 0
    splits: int = 0


def parts_of(shapes: Iterable[Shape]) -> list[Breakable]:
    """Cut schemas into what can be broken by itself: types and listed values first, since they silence the rest."""
    types: list[Breakable] = []
    listed: list[Breakable] = []
    rest: list[Breakable] = []
    for part in shapes:
        if part.schema.value is False:
            types.append(part)
        elif "type" in part.value:
            types.append(part.only(("type",)))
        for demand in demands_of(part):
            if demand.keyword != "dependentSchemas":
                (listed if demand.keyword == "listed" else rest).append(demand)
        if "dependentSchemas" in part.value:
            rest.append(part.only(("dependentSchemas",)))
        rest += [part.only(keywords) for keywords in _COMBINED if keywords[0] in part.value]
    return [*types, *listed, *rest]


def is_compound(part: Breakable) -> bool:
    """Whether a part judges what is inside a value, or leaves a choice."""
    return isinstance(part, Shape) or part.keyword in _COMPOUND


def written_site(part: Breakable) -> Site:
    """Give the place where a part is written."""
    if isinstance(part, Demand):
        return part.owner.schema.site(*part.steps, part="key" if part.keyword == "properties" else "value")
    keyword = next(iter(part.value), None)
    return part.schema.site() if part.is_whole or keyword is None else part.schema.site(keyword)


def first_site(around: Closure, place: Site, *routes: tuple[str | int, ...]) -> Site:
    """Give the place of the first of some routes that is written in what holds, else the place of what holds."""
    written = [shape for shape in around.shapes if shape.schema.path]
    for steps in routes:
        for shape in written:
            if _leads_somewhere(shape.schema.value, steps):
                return shape.schema.site(*steps)
    return written[0].schema.site() if written else place


def _leads_somewhere(value: Any, steps: tuple[str | int, ...]) -> bool:
    for step in steps:
        if isinstance(value, list):
            value = dict(enumerate(value))
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True
