"""Pages and what they are translations of."""

from alvara.workspace.entity import Entity
from alvara.workspace.workspace import View


def original_of(page: Entity, view: View) -> Entity | None:
    """Give the page that another translates, None where it is no translation or its original is not there.

    Where every version carries a locale in its name, the one in the registry's first locale is the original.
    """
    if not page.locale:
        return None
    pages = view.pages(page.id)
    plain = next((other for other in pages if not other.locale), None)
    first = next((other for other in pages if other.locale == view.config.locales[0]), None)
    found = plain or first
    return None if found == page else found


def is_knowledge(page: Entity, view: View) -> bool:
    """Whether a page explains something: it says so, or the page it translates does."""
    return page.known or (bool(page.locale) and any(other.known for other in view.pages(page.id)))


def is_public(page: Entity, view: View) -> bool:
    """Whether models read a page: a version of it has binding keys, or a definition refers to it."""
    return any(other.known for other in view.pages(page.id)) or any(True for _ in view.pointing_at("page", page.id))
