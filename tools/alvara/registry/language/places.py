"""Where somebody is when they say something: the page, the tab, what is in focus, and which record."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from alvara.registry.atlas import Atlas
from alvara.registry.holdings import Holdings


class Place(NamedTuple):
    """What the screen is about, as IDs of resources: in focus, in the tab, on the page; `record` is what is selected.

    `entity` is what the page is of, and `screen` are the page and the tab themselves.
    """

    focus: str = ""
    tab: tuple[str, ...] = ()
    page: tuple[str, ...] = ()
    entity: str = ""
    screen: tuple[str, ...] = ()
    record: str = ""

    @property
    def referents(self) -> tuple[str, ...]:
        """What "this" may be, the nearest first."""
        selected = (self.entity,) if self.record else ()
        return tuple(dict.fromkeys(filter(None, (self.focus, *selected, *self.tab[:1], self.entity))))

    def near(self, atlas: Atlas, id: str) -> int:
        """Tell how near a resource is: 4 in focus, 3 a part of that, 2 in the tab, 1 on the page, 0 elsewhere."""
        chain = (id, *(thing.id for thing in atlas.above(id)))
        if id == self.focus:
            return 4
        for nearness, around in ((3, (self.focus,)), (2, self.tab), (1, (*self.page, *self.screen))):
            if any(one in around for one in chain if one):
                return nearness
        return 0


def locate(
    holdings: Holdings, atlas: Atlas, *, focus: str | None, page: str | None, tab: str | None, selection: str | None
) -> Place:
    """Find what the names of a page, a tab and a focus stand for; what is not known is as if it were not said.

    A page `x` is the resource `ui.x`, its tab `y` is `ui.x.y`; a focus may be named as it is on the page.
    """

    def meant(names: Iterable[str]) -> str:
        for name in names:
            id = holdings.meant("resource", name)
            if id in atlas.things:
                return id or ""
        return ""

    on = meant((f"ui.{page}", page)) if page else ""
    within = meant((f"ui.{page}.{tab}", f"{on}.{tab}", tab)) if tab else ""
    shown = tuple(_outermost(atlas, atlas.shows.get(on, ())))
    entity = next((id for id in shown if atlas.things[id].type == "entity"), next(iter(shown), ""))
    if not entity and page:
        entity = meant((page,))
    in_tab = tuple(_outermost(atlas, atlas.shows.get(within, ())))
    if not in_tab and tab:
        in_tab = tuple(filter(None, (meant((f"{entity}.{tab}", f"{page}.{tab}")),)))
    focused = (
        meant((focus, f"{entity}.{focus}", f"{page}.{focus}", f"{within}.{focus}", f"{on}.{focus}")) if focus else ""
    )
    if focused and atlas.shows.get(focused) and focused.startswith("ui."):
        focused = atlas.shows[focused][0]
    pages = tuple(dict.fromkeys(filter(None, (*shown, entity))))
    return Place(focused, in_tab, pages, entity, tuple(filter(None, (on, within))), selection or "")


def _outermost(atlas: Atlas, ids: Iterable[str]) -> Iterator[str]:
    """Yield what a screen shows without what is a part of something else that it shows, entities first."""
    listed = sorted(ids, key=lambda id: (atlas.things[id].type != "entity", id))
    for id in listed:
        if not any(thing.id in listed for thing in atlas.above(id)):
            yield id
