"""What one change of a schema would mend in all the conditions that suffer from it."""

from typing import NamedTuple

from alvara.conditions.objections import Objection
from alvara.diagnostics.finding import Cause
from alvara.diagnostics.site import Site


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


def cause_of(objection: Objection, place: Place) -> Cause | None:
    """Give what is wrong where a value is described; None where the mistake is most likely the condition's own."""
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
        lack = "be null in its" if objection.message.endswith("null") else "be without its"
        return Cause(place.site, f"{place.words} may {lack} `{name}`", place.subject, f"{_READ} without asking")
    return None


_READ = "definitions read it"
