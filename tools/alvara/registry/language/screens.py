"""Where somebody is when they say something: the page, the tab, what is in focus, and which record."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from alvara.registry.atlas import Atlas
from alvara.registry.places import find_page, find_resource, find_tab


class Screen(NamedTuple):
    """What somebody sees, as IDs of resources: what is in focus, in the tab, on the page; `pieces` are these two.

    `entity` is what the page is of, `record` is what is selected of it.
    """

    focus: str = ""
    tab: tuple[str, ...] = ()
    page: tuple[str, ...] = ()
    entity: str = ""
    pieces: tuple[str, ...] = ()
    record: str = ""

    @property
    def referent(self) -> str:
        """What "this" is: what is in focus, else the record that is selected, else what the tab or the page shows."""
        selected = self.entity if self.record else ""
        return self.focus or selected or next(iter(self.tab), "") or self.entity

    @property
    def around(self) -> tuple[str, ...]:
        """The nearest part of the screen: what is in focus, else what the tab shows, else the page."""
        return (self.focus,) if self.focus else self.tab or self.page

    def nearness(self, id: str, above: Sequence[str]) -> int:
        """Tell how near a resource is: 4 in focus, 3 a part of that, 2 in the tab, 1 on the page, 0 elsewhere."""
        if id == self.focus:
            return 4
        if self.focus in above:
            return 3
        if id in self.tab or not set(self.tab).isdisjoint(above):
            return 2
        on_page = (*self.page, *self.pieces)
        return int(bool(on_page) and (id in on_page or not set(on_page).isdisjoint(above)))


def locate(atlas: Atlas, *, focus: str | None, page: str | None, tab: str | None, selection: str | None) -> Screen:
    """Find what a page, a tab and a focus stand for. A focus may be named as it is on the page: `components`.

    Raises `UnknownName`.
    """
    on = find_page(atlas, page) if page else None
    within = find_tab(atlas, on, tab) if tab else None
    shown = tuple(_outermost(atlas, atlas.shows.get(on.id, ()))) if on else ()
    in_tab = tuple(_outermost(atlas, atlas.shows.get(within.id, ()))) if within else ()
    pieces = tuple(piece.id for piece in (on, within) if piece)
    entity = next((id for id in shown if atlas.things[id].type == "entity"), next(iter(shown), ""))
    focused = _focus(atlas, focus, [entity, *pieces]) if focus else ""
    return Screen(focused, in_tab, shown, entity, pieces, selection or "")


def _focus(atlas: Atlas, name: str, around: Iterable[str]) -> str:
    """Find what is in focus; of a piece of the screen, what it shows."""
    found = find_resource(atlas, name, filter(None, around))
    return next(iter(_outermost(atlas, atlas.shows.get(found.id, ()))), found.id)


def _outermost(atlas: Atlas, ids: Iterable[str]) -> Iterator[str]:
    """Yield what a screen shows without what is a part of something else that it shows, entities first."""
    listed = sorted(ids, key=lambda one: (atlas.things[one].type != "entity", one))
    for id in listed:
        if not any(thing.id in listed for thing in atlas.above(id)):
            yield id
