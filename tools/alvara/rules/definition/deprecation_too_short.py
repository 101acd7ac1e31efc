"""deprecation-too-short."""

from collections.abc import Iterator
from datetime import date

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import Capability
from alvara.model.policy import Policy
from alvara.model.resource import Resource
from alvara.workspace.setting import Setting


@rule("deprecation-too-short", on=(Capability, Resource, Policy), where=("deprecation",))
def deprecation_too_short(definition: Capability | Resource | Policy, setting: Setting) -> Iterator[Finding]:
    """A deprecation ends before those concerned have had time to move.

    ## Why is this bad?
    Screens, documents and other teams' code refer to the ID. The registry promises them a number of days
    (`deprecation.minimumDays` in `alvara.yaml`, 90 where it says nothing) between the announcement and the end.

    ## How to fix
    Move `removeAfter` to a later day.
    """
    end = definition.deprecation
    if definition.status != "deprecated" or end is None:
        return
    days = _days(end.since, end.remove_after)
    least = setting.config.minimum_days
    if days is None or days >= least:
        return
    if days < 0:
        message = f"`{end.remove_after}` is before the deprecation begins, on {end.since}"
    else:
        message = f"`{end.remove_after}` is {days} days after {end.since}, and at least {least} are promised"
    yield Finding(Site(definition.path, (*definition.pointer, "deprecation", "removeAfter")), message)


def _days(since: str, until: str) -> int | None:
    """Count the days between two dates, or give None where one is missing or beyond the calendar."""
    try:
        return (date.fromisoformat(until) - date.fromisoformat(since)).days
    except ValueError:
        return None
