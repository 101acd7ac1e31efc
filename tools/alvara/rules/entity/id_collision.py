"""id-collision."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.entity import Entity
from alvara.workspace.names import namesake
from alvara.workspace.workspace import View


@rule("id-collision", on=Entity, kinds=("capability", "resource", "policy"), waivable=False)
def id_collision(entity: Entity, view: View) -> Iterator[Finding]:
    """Two IDs of one kind differ only in case.

    ## Why is this bad?
    People and models mix the two up, some databases and file systems cannot tell them apart, and a reference in the
    wrong case silently names the other one.

    ## How to fix
    Rename one of them. Where both mean the same thing, keep one and make the other an alias with a name of its own.
    """
    other = namesake(entity, view, str.casefold)
    if other is not None:
        yield Finding(
            Site(entity.path, (*entity.pointer, "id")),
            f"`{entity.id}` differs from the {other.kind} `{other.id}` only in case",
            related=((Site(other.path, (*other.pointer, "id")), "the other ID"),),
        )
