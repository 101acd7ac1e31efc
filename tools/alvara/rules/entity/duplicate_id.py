"""duplicate-id."""

import re
from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.identity.ids import path_of
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View

_MAJOR = re.compile(r"\.v(\d+)\.yaml$")


@rule("duplicate-id", on=Entity, kinds=("capability", "resource", "policy"), waivable=False)
def duplicate_id(entity: Entity, view: View) -> Iterator[Finding]:
    """Two definitions of one kind have the same ID.

    ## Why is this bad?
    Whoever refers to the ID gets one of the two, and nothing says which. Several majors of one capability or policy may
    stand side by side; two definitions of the same major may not.

    ## How to fix
    Rename one of them, or delete the copy. A new major of a capability goes to a file of its own, `<file>.v2.yaml`.
    """
    first = (
        entity
        if len(view.definitions(entity.kind, entity.id)) < 2
        else view.once(_first, entity.kind, entity.id, entity.major)
    )
    if (first.path, first.pointer) != (entity.path, entity.pointer):
        yield Finding(
            Site(entity.path, (*entity.pointer, "id")),
            f"the {entity.kind} `{entity.id}` is defined already in {first.path}",
            _way_out(entity),
            related=((Site(first.path, (*first.pointer, "id")), "first defined here"),),
        )


def _first(view: View, kind: str, id: str, major: str) -> Entity:
    """Give the one of several definitions of a major that the others are copies of."""
    twins = [e for e in view.definitions(kind, id) if e.major == major]
    return min(twins, key=_is_misplaced)


def _is_misplaced(entity: Entity) -> bool:
    """Whether a definition stands elsewhere than its ID and version say: the copy does, more often than not."""
    if entity.pointer:
        return False
    return _MAJOR.sub(".yaml", entity.path) != path_of(entity.kind, entity.id) or _other_major(entity) is not None


def _other_major(entity: Entity) -> str | None:
    """Give the major that the path of a capability or a policy names, where the version has another."""
    named = _MAJOR.search(entity.path) if entity.kind != "resource" else None
    return named[1] if named is not None and named[1] != entity.major else None


def _way_out(entity: Entity) -> str:
    major = _other_major(entity)
    if major is None:
        return ""
    return f'delete the copy; or, where it is to be a major of its own, write `version: "{major}.0.0"` here'
