"""From a schema that was written out back to where each part of it was written."""

from alvara.diagnostics.site import Pointer, Site
from alvara.subschemas.keywords import ANNOTATIONS, FORMS
from alvara.subschemas.merging import below, target_of
from alvara.subschemas.references import References, Subschema
from alvara.subschemas.whole import origins_of_kept

_MOST_HOPS = 100
"""References that lead to references, one after the other."""


def origin_of(schema: Subschema, steps: Pointer, references: References) -> Site:
    """Give the place of what some steps lead to in a schema once it is written out, as `whole` does that.

    Where that has no place of its own, the closest thing around it answers.
    """
    left, hops = steps, 0
    if steps[:1] == ("$defs",) and len(steps) > 1:
        schema, left = origins_of_kept(schema, references)[str(steps[1])], steps[2:]
    while left and isinstance(schema.value, dict):
        target = target_of(schema, references)
        if target is not None and hops < _MOST_HOPS and (rest := _beyond(schema, left)) is not None:
            schema, left, hops = target, rest, hops + 1
            continue
        taken = 1 if FORMS.get(str(left[0])) == "one" else 2
        if FORMS.get(str(left[0])) in (None, "spare") or len(left) < taken:
            break
        try:
            schema, left = below(schema, left[:taken], references), left[taken:]
        except (KeyError, IndexError, TypeError):
            break
    return schema.site(*left)


def _beyond(schema: Subschema, steps: Pointer) -> Pointer | None:
    """Give the steps that are left where a reference is followed; None where they lead to what stands beside it."""
    beside = {keyword: held for keyword, held in schema.value.items() if keyword != "$ref"}
    if beside.keys() <= ANNOTATIONS:
        return None if steps[0] in beside else steps
    written = beside.get("allOf")
    position = len(written) if isinstance(written, list) else 0
    return steps[2:] if steps[:2] == ("allOf", position) else None
