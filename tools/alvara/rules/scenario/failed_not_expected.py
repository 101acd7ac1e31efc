"""failed-not-expected."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.scenarios.rehearsal import rehearse
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("failed-not-expected", on=Entity, kinds=("scenario",))
def failed_not_expected(entity: Entity, view: View) -> Iterator[Finding]:
    """A scenario says what came of a call and not which conditions fail then, or the other way round.

    ## Why is this bad?
    With `output` or `after`, the postconditions and the verification are judged. If nothing is expected of them, they
    may fail without anybody noticing; and without a result there is nothing that could fail.

    ## How to fix
    Write `failed` where `output` or `after` is given, `failed: []` where all conditions are to hold; else leave it out.
    """
    for scenario in view.once(rehearse, entity).suite.scenarios:
        came = [part for part in ("output", "after") if part in scenario.values]
        for expectation in scenario.expectations:
            if came and expectation.failed is None:
                message = f"`{came[0]}` is given, and nothing is said of what fails then"
                yield Finding(Site(entity.path, expectation.pointer), message, "add `failed: []` where nothing does")
            elif expectation.failed is not None and not came:
                at = Site(entity.path, (*expectation.pointer, "failed"), part="key")
                yield Finding(at, "there is no `output` and no `after` that could fail", "give one, or drop the line")
