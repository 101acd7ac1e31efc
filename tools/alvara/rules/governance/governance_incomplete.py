"""governance-incomplete."""

from collections.abc import Iterator
from json import loads

from alvara.decode.governance import levels
from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.model.governance import Governance
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import GOVERNANCE, PEOPLE, View

_KINDS = ("person", "teams", "approval-policy", "revocations", "root")
_POLICY = "governance/policy.yaml"


@rule("governance-incomplete", on=Entity, kinds=_KINDS, waivable=False)
def governance_incomplete(entity: Entity, view: View) -> Iterator[Finding]:
    """There are people and nothing that they have to agree to, or the other way round.

    ## Why is this bad?
    What has to be approved, and by whom, stands in `governance/policy.yaml`. Without it, or where it asks nobody at
    high risk, whatever is in the registry counts as approved though nobody has looked at it. A policy without people
    can be met by nobody.

    ## How to fix
    Write `governance/policy.yaml` with the slots of each level of risk, and a file in `governance/people/` for each
    person who has to agree. At high risk that is at least one: `levels: {high: {slots: [technical, business]}}`.
    """
    if entity.kind != "approval-policy":
        if not view.definitions("approval-policy", "") and view.look(GOVERNANCE)[0].path == entity.path:
            message = f"there is no `{_POLICY}`, so nothing that is in `governance/` asks for an approval"
            yield Finding(Site(entity.path), message, f"write {_POLICY}")
        return
    value = loads(entity.released[0])
    if not view.look(PEOPLE):
        message = "there is nobody in `governance/people/`, so nothing that has to be approved can be"
        yield Finding(Site(entity.path), message, "write governance/people/<id>.yaml for each who has to agree")
    elif not Governance(levels=levels(value)).demand("high").slots:
        message = "nobody has to agree at high risk, so everything there counts as approved"
        yield Finding(Site(entity.path, _nearest(value)), message, "write high: {slots: [technical, business]}")


def _nearest(value: dict[str, dict[str, object]]) -> Pointer:
    """Give the place of what is said of high risk, as far as something is said."""
    if "levels" not in value:
        return ()
    return ("levels", "high") if "high" in value["levels"] else ("levels",)
