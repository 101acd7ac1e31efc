"""What a reference leads to, and what was probably meant where it leads nowhere."""

from alvara.decode.page import identify
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


def suspended(reference: Reference, view: View) -> bool:
    """Whether the target may be missing only because the file that ought to hold it could not be read."""
    kinds = ("policy", "resource") if reference.kind == "guard" else (reference.kind,)
    return any(view.suspended(kind, reference.target) for kind in kinds)


def known_names(reference: Reference, view: View) -> str:
    """The tip that names what was probably meant, or an empty text."""
    if reference.kind == "page":
        return _known_pages(reference.target, view)
    kinds = ("policy", "resource") if reference.kind == "guard" else (reference.kind,)
    alike = [e for kind in kinds for e in view.alike(kind, reference.target) if not e.broken]
    if alike:
        return f"did you mean `{alike[0].id}`?"
    match = view.closest(reference.target, lambda: {e.id for kind in kinds for e in view.kin(kind, reference.target)})
    return _tip(match or _known_below_another_head(reference.target, kinds, view))


def _tip(match: str | None) -> str:
    return f"did you mean `{match}`?" if match else ""


def _known_below_another_head(target: str, kinds: tuple[str, ...], view: View) -> str | None:
    """What was meant where the mistake is in the first segment, by which IDs are found."""
    written, dot, rest = target.partition(".")
    head = view.closest(written, lambda: {e.id for e in view.heads()})
    if not head:
        return None
    return view.closest(f"{head}{dot}{rest}", lambda: {e.id for kind in kinds for e in view.kin(kind, head)})


def _known_pages(target: str, view: View) -> str:
    """The same for a page, which may be named by its file, by a translation's path or from a folder on."""
    written = target.removesuffix(".md").removeprefix("./").removeprefix("/")
    paths = (written, *(f"{root}/{written}" for root in view.config.knowledge_roots))
    for id in dict.fromkeys(identify(path, view.config)[0] for path in paths):
        if view.pages(id):
            return f"did you mean `{id}`?"
    if alike := view.alike("page", written):
        return f"did you mean `{alike[0].id}`?"
    folder, _, name = written.rpartition("/")
    match = view.closest(name, lambda: {e.id.rpartition("/")[2] for e in view.kin("page", written)}) if folder else None
    return _tip(f"{folder}/{match}" if match else view.closest(written, lambda: view.config.external_pages))


def successors(entity: Entity, view: View) -> list[Entity]:
    """List the definitions that `replacedBy` may mean; a version after `@` narrows them to its major."""
    id, _, version = entity.successor.partition("@")
    major = version.partition(".")[0]
    return [e for e in view.named(entity.kind, id) if not major or e.broken or e.major == major]
