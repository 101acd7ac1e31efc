"""What a reference leads to, and what was probably meant where it leads nowhere."""

from alvara.identity.suggestions import did_you_mean
from alvara.model.reference import Reference
from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


def resolves(reference: Reference, view: View) -> bool:
    """Whether a reference leads to something."""
    if reference.kind == "guard":
        return bool(view.named("policy", reference.target) or view.named("resource", reference.target))
    if reference.kind == "page":
        return reference.target in view.config.external_pages or bool(view.pages(reference.target))
    return bool(view.named(reference.kind, reference.target))


def targets(reference: Reference, view: View) -> list[Entity]:
    """List the definitions that a reference may mean."""
    if reference.kind == "guard":
        return view.named("policy", reference.target) or view.named("resource", reference.target)
    if reference.kind == "page":
        return view.pages(reference.target)
    return [] if reference.kind == "source" else view.named(reference.kind, reference.target)


def known_names(reference: Reference, view: View) -> str:
    """The tip that names what was probably meant, or an empty text."""
    alike = [e for e in view.alike(reference.kind, reference.target) if not e.broken]
    if alike:
        return f"did you mean `{alike[0].id}`?"
    return did_you_mean(reference.target, {e.id for e in view.kin(reference.kind, reference.target)})


def successors(entity: Entity, view: View) -> list[Entity]:
    """List the definitions that `replacedBy` may mean; a version after `@` narrows them to its major."""
    id, _, version = entity.successor.partition("@")
    major = version.partition(".")[0]
    return [e for e in view.named(entity.kind, id) if not major or e.broken or e.version.partition(".")[0] == major]
