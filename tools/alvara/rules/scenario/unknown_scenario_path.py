"""unknown-scenario-path."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.scenarios import matrix
from alvara.scenarios.rehearsal import Act, findings, rehearse
from alvara.scenarios.standards import standards_of
from alvara.scenarios.tested import tested
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("unknown-scenario-path", on=Entity, kinds=("scenario", "fixtures"))
def unknown_scenario_path(entity: Entity, view: View) -> Iterator[Finding]:
    """A path of a matrix, of `when` or of `$unset` leads to nothing.

    ## Why is this bad?
    A path that is misspelt changes nothing that is read: every combination is then the same request, and the scenario
    passes for all of them without having tried any.

    ## How to fix
    Correct the path. It is written with dots: in a matrix and in `when` from `principal`, `resource`, `input` or
    `context` on, in `$unset` from the value that it is left out of. What is not there yet has to be in the schema.
    """
    if entity.kind == "fixtures":
        yield from findings(entity, view, "unknown-scenario-path")
        return
    rehearsal = view.once(rehearse, entity)
    capability = view.once(tested, entity)
    strange: set[Pointer] = set()
    for act in rehearsal.acts if capability is not None else ():
        for path in view.once(standards_of, capability).strange(act):
            strange.add((*act.scenario.pointer, "expect"))
            site = Site(entity.path, (*act.scenario.pointer, "matrix", path), part="key")
            yield Finding(site, f"nothing stands at `{path}`, and no schema has it", _meant(path, act, view))
    for finding in findings(entity, view, "unknown-scenario-path"):
        if finding.at.pointer[:3] not in strange:  # its rows may well be right, and the matrix is not
            yield finding


def _meant(path: str, act: Act, view: View) -> str:
    before, dot, last = path.rpartition(".")
    match = view.closest(last, lambda: matrix.beside(path, act.values))
    return f"did you mean `{before}{dot}{match}`?" if match else ""
