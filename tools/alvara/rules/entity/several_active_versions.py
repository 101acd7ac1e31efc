"""several-active-versions."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.names import comes_first
from alvara.workspace.workspace import View


@rule("several-active-versions", on=Entity, kinds=("capability", "policy"), waivable=False)
def several_active_versions(entity: Entity, view: View) -> Iterator[Finding]:
    """Two versions of one ID are active.

    ## Why is this bad?
    References name no version: a call of the ID runs the active one. Where there are two, nothing says which rules,
    which risk and which approval apply.

    ## How to fix
    Deprecate the older one in the change that activates the newer. Several majors may stand side by side, one of them
    active.
    """
    if entity.status != "active":
        return
    for other in view.definitions(entity.kind, entity.id):
        if other.status == "active" and other.major != entity.major and comes_first(other, entity):
            yield Finding(
                Site(entity.path, (*entity.pointer, "status")),
                f"version `{entity.version}` is active while version `{other.version}` is active too",
                related=((Site(other.path, (*other.pointer, "status")), "the other active version"),),
            )
            return
