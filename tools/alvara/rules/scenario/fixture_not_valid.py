"""fixture-not-valid."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.model.scenario import PARTS
from alvara.scenarios.rehearsal import Act, Rehearsal, rehearse, told
from alvara.scenarios.standards import Breach, standards_of
from alvara.scenarios.tested import tested
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("fixture-not-valid", on=Entity, kinds=("scenario",))
def fixture_not_valid(entity: Entity, view: View) -> Iterator[Finding]:
    """A principal, a record or a context of a scenario does not satisfy its schema.

    ## Why is this bad?
    A request that does not hold its shape is denied before any policy is asked. A scenario that expects a denial then
    passes for the wrong reason, and the policy that it was written for is never tried.

    ## How to fix
    Correct the value, or the schema where the value is right. Where a value that breaks its schema is what is tested,
    write `allowInvalid: true` in the scenario.
    """
    capability = view.once(tested, entity)
    if capability is None:
        return
    rehearsal = view.once(rehearse, entity)
    for act in rehearsal.acts:
        if not act.scenario.allow_invalid:
            if capability.record and "resource" not in act.values:
                at = Site(entity.path, act.scenario.pointer)
                message = f"there is no `resource` here, and `{capability.id}` reads a record"
                yield Finding(at, message, "name one, or write `allowInvalid: true` where that is what is tested")
            for breach in view.once(standards_of, capability).breaches(act):
                yield _finding(act, breach, rehearsal)


def _finding(act: Act, breach: Breach, rehearsal: Rehearsal) -> Finding:
    path, part = rehearsal.suite.path, breach.part
    if breach.combination:
        last, value = tuple(breach.combination.items())[-1]
        place = act.scenario.matrix[last].index(value)
        at = Site(path, (*act.scenario.pointer, "matrix", last, place))
        return Finding(at, f"the {part} is not valid with {told(breach.combination)}: {breach.words}")
    at = Site(path, (*act.scenario.pointer, part))
    written = act.scenario.values[part]
    if not isinstance(written, str):
        return Finding(at, f"the {part} is not valid: {breach.words}")
    message = f"the {part} `{written}` is not valid: {breach.words}"
    fixture = rehearsal.places[PARTS[part], written]
    return Finding(at, message, cause=Cause(fixture, message, fixture.path, "scenarios name it"))
