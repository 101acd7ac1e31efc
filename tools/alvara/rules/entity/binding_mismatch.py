"""binding-mismatch."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site
from alvara.workspace.ancestry import entity_of
from alvara.workspace.entity import Entity
from alvara.workspace.originals import original_of
from alvara.workspace.workspace import View

_SAME = {"relatedCapabilities": "capabilities", "relatedPolicies": "policies"}


@rule("binding-mismatch", on=Entity, kinds=("page",))
def binding_mismatch(entity: Entity, view: View) -> Iterator[Finding]:
    """The front matter of a page contradicts what it is bound to.

    ## Why is this bad?
    A page says what kind of thing it explains and which entity that belongs to. Where the resource says otherwise, one
    of the two is out of date, and an agent answers out of the wrong page. The same holds of a translation that is bound
    to other things than the page it translates.

    ## How to fix
    Make `type` and `entity` say what the resource says, or leave them out. In a translation repeat the original's keys,
    or leave them out.
    """
    original = original_of(entity, view)
    if original is not None:
        yield from _translated(entity, original)
        return
    for reference in entity.references:
        if reference.role == "subject" and (resource := view.definition("resource", reference.target)):
            yield from _described(entity, resource, view)


def _described(page: Entity, resource: Entity, view: View) -> Iterator[Finding]:
    if resource.broken:
        return
    there = ((Site(resource.path, (*resource.pointer, "type")), "the resource"),)
    if page.type and page.type != resource.type:
        message = f"`{resource.id}` is of type {resource.type}, not `{page.type}`"
        yield Finding(Site(page.path, ("type",)), message, f"write `type: {resource.type}`", there)
    for reference in page.references:
        if reference.role == "entity" and (claimed := view.definition("resource", reference.target)):
            owner = entity_of(resource, view)
            if owner is not None and owner.id != claimed.id:
                message = f"`{resource.id}` belongs to `{owner.id}`, not to `{reference.target}`"
                tip = f"write `entity: {owner.id}`"
                yield Finding(Site(page.path, reference.pointer), message, tip, there)


def _translated(page: Entity, original: Entity) -> Iterator[Finding]:
    said = _normal(original)
    for key, value in page.binding_keys:
        name = _SAME.get(key, key)
        if name not in said:
            message = f"the original has no `{key}`"
        elif said[name] != _comparable(value):
            message = f"`{key}` is not the same as in the original"
        else:
            continue
        tip = "leave it out: a translation is bound as its original is"
        yield Finding(Site(page.path, (key,), part="key"), message, tip, ((Site(original.path), "the original"),))


def _normal(page: Entity) -> dict[str, object]:
    return {_SAME.get(key, key): _comparable(value) for key, value in page.binding_keys}


def _comparable(value: object) -> object:
    """The order of a list says nothing."""
    return frozenset(value) if isinstance(value, tuple) else value
