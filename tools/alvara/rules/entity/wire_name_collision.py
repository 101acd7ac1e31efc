"""wire-name-collision."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import wire_name
from alvara.workspace.entity import Entity
from alvara.workspace.names import namesake
from alvara.workspace.workspace import View


@rule("wire-name-collision", on=Entity, kinds=("capability",), waivable=False)
def wire_name_collision(entity: Entity, view: View) -> Iterator[Finding]:
    """Two capabilities get the same name in tool APIs.

    ## Why is this bad?
    Tool APIs take no dots, so each `.` of an ID is written `_`. With underscores inside the segments `work_permit.read`
    and `work.permit_read` both become `work_permit_read`, and a call for one runs the other.

    ## How to fix
    Rename one of them. In camel case, the default under `naming` in `alvara.yaml`, it cannot happen.
    """
    other = namesake(entity, view, wire_name)
    if other is not None:
        yield Finding(
            Site(entity.path, (*entity.pointer, "id")),
            f"`{entity.id}` and `{other.id}` are both `{wire_name(entity.id)}` in tool APIs",
            related=((Site(other.path, (*other.pointer, "id")), "the other capability"),),
        )
