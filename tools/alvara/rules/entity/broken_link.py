"""broken-link."""

from collections.abc import Iterator

from alvara.diagnostics.finding import Finding
from alvara.diagnostics.rule import rule
from alvara.diagnostics.site import Site, Span
from alvara.identity.ids import FOLDERS
from alvara.model.reference import Reference, TargetKind
from alvara.workspace.entity import Entity
from alvara.workspace.originals import is_knowledge
from alvara.workspace.references import known_names, resolves
from alvara.workspace.workspace import View


@rule("broken-link", on=Entity, kinds=("page",))
def broken_link(entity: Entity, view: View) -> Iterator[Finding]:
    """A `[[link]]` in a page names neither a page nor anything else that the registry has.

    ## Why is this bad?
    Links are how a reader, and an agent that looks for more, gets from one page to the next. This one leads nowhere.

    ## How to fix
    Write the page's path without `.md`, an external name, or the ID of a resource, a capability or a policy. Where it
    is no link, put it in backticks.
    """
    links = [reference for reference in entity.references if reference.role == "link"]
    if not links or not is_knowledge(entity, view):
        return
    tips: dict[str, str | None] = {}
    for link in links:
        if link.target not in tips:
            tips[link.target] = None if _leads_somewhere(link, view) else _meant(link, view)
        tip = tips[link.target]
        if tip is None:
            continue
        line, column, end_column = (int(part) for part in link.pointer)
        yield Finding(
            Site(entity.path, span=Span(line, column, line, end_column)),
            f"`{link.target}` is neither a page nor an ID that is known here",
            tip,
        )


def _leads_somewhere(link: Reference, view: View) -> bool:
    if resolves(link, view):
        return True
    return any(view.named(kind, link.target) or view.suspended(kind, link.target) for kind in FOLDERS)


def _meant(link: Reference, view: View) -> str:
    """The tip, for the kind of name that it looks like."""
    kinds: tuple[TargetKind, ...] = ("page",) if "/" in link.target else ("capability", "resource", "policy", "page")
    tips = (known_names(link._replace(kind=kind), view) for kind in kinds)
    return next((tip for tip in tips if tip), "")
