"""What one change of a schema would mend in all the conditions that suffer from it."""

from collections.abc import Mapping
from typing import NamedTuple

from alvara.conditions.objections import Objection
from alvara.diagnostics.finding import Cause
from alvara.diagnostics.site import NOWHERE, Site
from alvara.diagnostics.wording import listed
from alvara.model.schemas import ANYTHING, Shape

_NAMED = 3
"""Properties of a schema that are named before the rest is counted."""


class Place(NamedTuple):
    """Where something that conditions read is described, what that is, and whom a finding there is about.

    `shared` tells that the conditions of several definitions read it.
    """

    site: Site
    words: str
    subject: str
    shared: bool = False

    @property
    def related(self) -> tuple[Site, str]:
        """The place as one that takes part in a finding."""
        return self.site, self.words


def cause_of(objection: Objection, place: Place | None, roots: Mapping[str, Shape]) -> Cause | None:
    """Give what is wrong where a value is described; None where the mistake is most likely the condition's own."""
    return _of_schema(objection, roots) or (None if place is None else _of_value(objection, place))


def _of_schema(objection: Objection, roots: Mapping[str, Shape]) -> Cause | None:
    """Say of a schema that it requires or describes nothing at all.

    Several definitions may share such a schema by `$ref`, each under another name: it has the same properties in all.
    """
    held = _holder(objection.about, roots)
    if "object" not in held.types:
        return None
    if objection.category == "unguarded-optional" and not objection.null:
        if len(held.properties) > 1 and not any(always for _, _, always in held.properties):
            return Cause(NOWHERE, f"nothing requires {_named(held)}", "", "definitions read them without asking")
    elif objection.category == "unknown-field" and all(shape == ANYTHING for _, shape, _ in held.properties):
        required = f" and requires {_named(held)}" if held.properties else ""
        return Cause(NOWHERE, f"the schema describes no property{required}", "", "definitions read others by name")
    return None


def _holder(about: tuple[str, ...], roots: Mapping[str, Shape]) -> Shape:
    """Give the shape of what a value is a property of."""
    shape = roots.get(about[0], ANYTHING) if about else ANYTHING
    for step in about[1:-1]:
        inner = shape.items if step == "*" else next((s for name, s, _ in shape.properties if name == step), None)
        shape = inner or ANYTHING
    return shape


def _named(shape: Shape) -> str:
    names = [f"`{name}`" for name, _, _ in shape.properties]
    more = [f"{len(names) - _NAMED} more"] if len(names) > _NAMED + 1 else []
    return listed([*names[:_NAMED], *more] if more else names)


def _of_value(objection: Objection, place: Place) -> Cause | None:
    name = ".".join(objection.about[1:]).replace(".*", "[]")
    if not name:
        return None
    if objection.category == "unbounded-list":
        words = f"nothing limits how long `{name}` is in {place.words}"
        return Cause(place.site, words, place.subject, "definitions go through it")
    if objection.category == "unchecked-field":
        return Cause(place.site, f"{place.words} does not tell what `{name}` is", place.subject, _READ)
    if objection.category == "unknown-field" and place.shared:
        return Cause(place.site, f"{place.words} has no `{name}`", place.subject, _READ)
    if objection.category == "unguarded-optional" and place.shared:
        lack = "be null in its" if objection.null else "be without its"
        return Cause(place.site, f"{place.words} may {lack} `{name}`", place.subject, f"{_READ} without asking")
    return None


_READ = "definitions read it"
