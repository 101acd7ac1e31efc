"""lifecycle-step-skipped."""

from collections.abc import Iterator

from alvara.compare.comparison import Comparison, is_retired, lives_on
from alvara.compare.definition import Definition
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.capability import WEIGHTY
from alvara.model.lifecycle import FIRST_STATUSES, steps_between, way_of
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import approval_of
from alvara.workspace.workspace import View


@rule("lifecycle-step-skipped", on=Comparison, waivable=False)
def lifecycle_step_skipped(comparison: Comparison, view: View) -> Iterator[Finding]:
    """Something went more than one step in one change, or appeared beyond the first.

    ## Why is this bad?
    Every step is where somebody looks: a review, an approval, the announcement that an end is near. Whatever skips one
    was not looked at, and what others rely on may end without their having been told. Only the records of those who
    agreed, which come in the same change, take a capability from review through approved into use at once.

    ## How to fix
    Go one step in this change, as `alvara promote ID STATUS` does, and the next one in another. A capability may go
    from review to active at once where the records of its approval come with it, or have come.
    """
    if comparison.base.kind == "published":
        return
    for before, after in comparison.succession():
        if after.facts.broken or before.facts.broken:
            continue
        skipped = steps_between(after.facts.kind, before.facts.status, after.facts.status)
        if skipped > 1 and not _is_agreed_on(before.facts, after.facts, view):
            words = f"`{after.facts.id}` was {before.facts.status} and is {after.facts.status}"
            yield _finding(after, words, _step_after(before.facts, after.facts.status))
    for new in comparison.new:
        facts = new.facts
        alike = view.definitions(facts.kind, facts.id)
        if facts.broken or view.definitions("tombstone", facts.id) or _is_a_copy(facts, alike):
            continue
        if facts.status not in FIRST_STATUSES[facts.kind]:
            first = " or ".join(FIRST_STATUSES[facts.kind])
            version = f" {facts.version}" if len(alike) > 1 else ""
            words = f"`{facts.id}`{version} is new and {facts.status} already; it begins as {first}"
            yield _finding(new, words, f"write `status: {FIRST_STATUSES[facts.kind][0]}`")
    for gone in comparison.gone:
        facts = gone.facts
        if facts.status in ("approved", "active") and (is_retired(gone, view) or lives_on(gone, view)):
            yield Finding(
                Site(facts.path, (*facts.pointer, "status"), revision="base"),
                f"`{facts.id}` was {facts.status} and is removed, with no announcement between",
                f"bring it back and announce its end: alvara promote {facts.id} deprecated --reason TEXT",
                subject=facts.id,
            )


def _is_agreed_on(before: Entity, after: Entity, view: View) -> bool:
    """Whether people have signed what went from review to active; whether enough of them have is told elsewhere."""
    return (before.kind, before.status, after.status) == ("capability", "review", "active") and any(
        (record.kind, record.version) == (after.kind, after.version)
        for record in map(approval_of, view.definitions("approval", after.id))
    )


def _is_a_copy(facts: Entity, alike: list[Entity]) -> bool:
    """Whether one version is there twice, which is said elsewhere: then it is a copy, and nothing new."""
    return sum(other.version == facts.version for other in alike) > 1


def _step_after(before: Entity, now: str) -> str:
    """Say how to take the one step that is open to what was there."""
    following = way_of(before.kind)[way_of(before.kind).index(before.status) + 1]
    if (before.kind, before.status, now) == ("capability", "review", "active") and before.risk in WEIGHTY:
        return f"bring the approvals in the same change (`alvara approve {before.id}`), or write `status: {following}`"
    if following == "deprecated":
        announce = f"alvara promote {before.id} deprecated --reason TEXT"
        return f"write `status: {before.status}` and announce its end: {announce}"
    return f"write `status: {following}`"


def _finding(definition: Definition, words: str, tip: str) -> Finding:
    facts = definition.facts
    way = " > ".join(way_of(facts.kind))
    place = Site(facts.path, (*facts.pointer, "status"))
    return Finding(place, words, f"{tip}; the way is {way}, one step in each change", subject=facts.id)
