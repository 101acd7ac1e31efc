"""scenario-without-now."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.scenarios.rehearsal import rehearse
from alvara.scenarios.tested import reads_now, tested
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("scenario-without-now", on=Entity, kinds=("scenario",))
def scenario_without_now(entity: Entity, view: View) -> Iterator[Finding]:
    """Something that decides reads `now`, and the suite does not say when it is.

    ## Why is this bad?
    With the clock of the machine a scenario passes today and fails in an hour, or passes for ever because it was
    written at a lucky moment. There is no clock in a scenario.

    ## How to fix
    Give the suite a `now`, such as `now: "2026-05-01T09:00:00Z"`, or the one scenario that is about time.
    """
    suite = view.once(rehearse, entity).suite
    lacking = [] if suite.now else [scenario for scenario in suite.scenarios if not scenario.now]
    capability = view.once(tested, entity) if lacking else None
    found = None if capability is None else reads_now(view, capability)
    if found is not None:
        reader, pointer = found
        at = Site(entity.path, ("capability",) if len(lacking) == len(suite.scenarios) else lacking[0].pointer)
        message = f"`{reader.id}` reads `now`, and nothing here says when it is"
        yield Finding(at, message, related=((Site(reader.path, pointer), "read here"),))
