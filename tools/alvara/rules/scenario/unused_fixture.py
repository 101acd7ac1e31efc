"""unused-fixture."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import START, Pointer, Site
from alvara.identity.suggestions import closest
from alvara.scenarios.overlay import Name
from alvara.scenarios.rehearsal import begun_in, fixtures_of, rehearse
from alvara.workspace.entity import Entity
from alvara.workspace.recorded import code_of_fixtures
from alvara.workspace.workspace import View

_MOST_GUESSED = 20
"""Misspelt names of a suite for which the fixture that was meant is looked for."""


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
        held, named = view.once(rehearse, entity).suite.fixtures, view.once(_named_by, entity)
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
    """Give what a suite names, and what it meant by names that nothing has: those are told where they stand."""
    rehearsal = view.once(rehearse, suite)
    lost = sorted(rehearsal.named - rehearsal.places.keys())[:_MOST_GUESSED]
    meant = ((kind, closest(word, (name for of, name in rehearsal.places if of == kind))) for kind, word in lost)
    return rehearsal.named.union((kind, name) for kind, name in meant if name is not None)
