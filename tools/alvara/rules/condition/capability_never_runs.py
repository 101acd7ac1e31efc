"""capability-never-runs."""

from collections.abc import Iterator

from alvara.decisions.outline import closed_for_all, named
from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("capability-never-runs", on=Entity, kinds=("capability",))
def capability_never_runs(entity: Entity, view: View) -> Iterator[Finding]:
    """Whatever a request brings, it is denied or blocked.

    The policies that decide on the capability and its preconditions are taken together, for somebody who has the
    permissions and roles that it asks for. One condition that can never hold by itself is `condition-never-decides`. A
    policy that denies without any `when` is a stop that somebody wants, and no finding.

    ## Why is this bad?
    Nobody can run the capability, and an agent that offers it will disappoint every user. Each condition looks
    sensible alone: one policy denies what is approved, another what is not.

    ## How to fix
    Narrow one of the policies or preconditions that are named, so that some request passes all of them. A capability
    that nobody is to run any longer is deprecated.
    """
    closed = None if entity.status == "removed" or entity.broken else closed_for_all(entity, view)
    if closed is not None:
        at = Site(entity.path, (*entity.pointer, "id"))
        related = tuple((place, "this takes part") for place in closed.places)
        reason = f"{named(closed)} {'leaves' if len(closed.by) == 1 else 'leave'} nothing open"
        shared = all(place.path != entity.path for place in closed.places)
        cause = Cause(closed.places[0], reason, closed.by[0], "capabilities can never run") if shared else None
        yield Finding(at, f"nobody can ever run this: {reason}", related=related, cause=cause)
