"""unknown-scenario-name."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Cause, Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import NOWHERE, Pointer, Site
from alvara.identity.suggestions import did_you_mean
from alvara.model.reference import Reference
from alvara.scenarios.rehearsal import findings, rehearse
from alvara.scenarios.standards import value_in
from alvara.scenarios.tested import follow_ups, tested
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import ALL_FIXTURES
from alvara.workspace.references import known_names, suspended
from alvara.workspace.workspace import View


@rule("unknown-scenario-name", on=Entity, kinds=("scenario", "fixtures"))
def unknown_scenario_name(entity: Entity, view: View) -> Iterator[Finding]:
    """A scenario names something that does not exist: a capability, a policy, a condition, a fixture or its file.

    ## Why is this bad?
    The scenario cannot be run, or expects what can never be. Where a name is only misspelt, what it was meant for is
    untested while the suite looks complete.

    ## How to fix
    Correct the name. Fixtures stand under `fixtures` of the suite, or in a file that it lists under `fixturesFrom`, as
    seen from its own folder.
    """
    yield from findings(entity, view, "unknown-scenario-name")
    if entity.kind == "fixtures":
        return
    rehearsal = view.once(rehearse, entity)
    suite = rehearsal.suite
    for place in rehearsal.missing:
        path = suite.shared[place]
        if not view.definitions("fixtures", path) and not view.unread(path):
            known = [other.path for other in view.look(f"code:{ALL_FIXTURES}")]
            at = Site(entity.path, ("fixturesFrom", place))
            yield Finding(at, f"there is no file of fixtures at `{path}`", _file_like(path, known))
    if view.once(tested, entity) is None:
        yield from _unknown("capability", suite.capability, suite.major, ("capability",), entity, view)
    for scenario in suite.scenarios:
        for expectation in scenario.expectations:
            for i, policy in enumerate(expectation.decided_by or ()):
                yield from _unknown("policy", policy, "", (*expectation.pointer, "decidedBy", i), entity, view)
            if expectation.failed and view.once(tested, entity) is not None:
                conditions = view.once(_conditions, entity)
                for i, id in enumerate(expectation.failed):
                    if id not in conditions:
                        at = Site(entity.path, (*expectation.pointer, "failed", i))
                        tip = did_you_mean(id, conditions) or "name the `id` of a postcondition or of what is verified"
                        yield Finding(at, f"`{suite.capability}` has no postcondition or verification `{id}`", tip)


def _conditions(view: View, entity: Entity) -> frozenset[str]:
    capability = view.once(tested, entity)
    return frozenset() if capability is None else follow_ups(value_in(view.document(capability.path), capability))


def _unknown(kind: str, id: str, major: str, pointer: Pointer, entity: Entity, view: View) -> Iterator[Finding]:
    reference = Reference("appliesTo", kind, id, pointer)  # type: ignore[arg-type]
    found = view.named(kind, id)
    if any(each.broken for each in found) or (not found and suspended(reference, view)):
        return
    if found and major:
        majors = ", ".join(f"`{each.id}@{each.major}`" for each in found)
        yield Finding(Site(entity.path, pointer), f"`{id}` has no version {major}", f"there is {majors}")
    elif not found:
        message = f"`{id}` is not a known {kind}"
        cause = Cause(NOWHERE, message, id, "places name it")
        yield Finding(Site(entity.path, pointer), message, known_names(reference, view), cause=cause)


def _file_like(path: str, known: list[str]) -> str:
    if known:
        return did_you_mean(path, known) or f"fixtures are in {', '.join(f'`{other}`' for other in known[:3])}"
    return "write the path as seen from the folder of the suite"
