"""input-not-given."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Pointer, Site
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


@rule("input-not-given", on=Entity, kinds=("capability",), on_drafts="info")
def input_not_given(entity: Entity, view: View) -> Iterator[Finding]:
    """A capability is called by another without an input that it requires.

    ## Why is this bad?
    The call is refused before anything is done. A step then leaves the work half done, and a write that is verified in
    this way counts as failed although it succeeded, or is done again (PRD-004, section 22).

    ## How to fix
    Add the input under `with`, as an expression. Or no longer list it under `required`, where the called capability can
    do without it.
    """
    calls = [r for r in entity.references if r.role in ("verification", "step")]
    given = _given(entity) if calls else {}
    for reference in calls:
        called = view.definition("capability", reference.target)
        if called is not None and not called.broken:
            lacking = _lacking(called, given.get(reference.pointer[:-1], set()), view)
            if lacking:
                words = ", ".join(f"`{name}`" for name in lacking)
                message = f"`{called.id}` requires {words}, which `with` does not give"
                place = Site(called.path, (*called.pointer, "inputSchema"), part="key")
                related = ((place, f"the input of `{called.id}`"),)
                yield Finding(Site(entity.path, reference.pointer), message, f"add {words} under `with`", related)


def _given(entity: Entity) -> dict[Pointer, set[str]]:
    """List what stands under each `with`, by the place of the call."""
    found: dict[Pointer, set[str]] = {}
    for role, tree, _, name in entity.conditions:
        if role in ("with", "step"):
            found.setdefault(tree[1][:-2], set()).add(name)
    return found


def _lacking(called: Entity, given: set[str], view: View) -> list[str]:
    """List what is required and not given; nothing where a name is misspelt, as another rule says."""
    from alvara.workspace.shapes import shape  # of little use to most registries

    known = shape(called, "inputSchema", view)
    if not known.open and not given.issubset(name for name, _, _ in known.properties):
        return []
    return [name for name, _, always in known.properties if always and name not in given]
