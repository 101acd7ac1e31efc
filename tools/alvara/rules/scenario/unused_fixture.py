"""unused-fixture."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Pointer, Site
from alvara.scenarios.overlay import Name
from alvara.scenarios.rehearsal import begun_in, fixtures_of, rehearse
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import code_of_fixtures
from alvara.workspace.workspace import View


@rule("unused-fixture", on=Entity, kinds=("scenario", "fixtures"))
def unused_fixture(entity: Entity, view: View) -> Iterator[Finding]:
    """A fixture that no scenario names, nor any fixture that begins as it.

    ## Why is this bad?
    It was written for a case, and the case is not tested: the scenario is missing, or names another one by mistake.
    Nobody notices, since nothing fails.

    ## How to fix
    Write the scenario that it was meant for, or delete it.
    """
    outer: Pointer = ("fixtures",) if entity.kind == "scenario" else ()
    if entity.kind == "scenario":
        rehearsal = view.once(rehearse, entity)
        held, named = rehearsal.suite.fixtures, rehearsal.named
    else:
        held = fixtures_of(entity)
        suites = view.look(f"code:{code_of_fixtures(entity.path)}")
        if not suites:
            message = "no suite lists this file under `fixturesFrom`"
            yield Finding(Site(entity.path, span=START), message, "list it where it is wanted, or delete it")
            return
        named = begun_in(held).union(*(view.once(_named_by, suite) for suite in suites))
    for kind, values in held.items():
        for name in values:
            if (kind, name) not in named:
                at = Site(entity.path, (*outer, kind, name), part="key")
                yield Finding(at, f"nothing names `{name}` of the `{kind}`")


def _named_by(view: View, suite: Entity) -> frozenset[Name]:
    return rehearse(view, suite).named
