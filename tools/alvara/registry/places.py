"""The names of pages, tabs and resources as callers give them, and what they stand for."""

from collections.abc import Iterable, Sequence

from alvara.identity.suggestions import did_you_mean
from alvara.registry.atlas import SCREENS, Atlas, Thing

_LONGEST = 200
"""Characters of a name that are repeated to whoever gave it. No ID is as long."""


class UnknownName(LookupError):
    """There is nothing of that name that the caller may know of. The message says what was probably meant."""

    def __init__(self, said: str, name: str, known: Iterable[str], rather: str = "") -> None:
        """Take what is to be said of the name; `rather` is the way out where no known name is like it."""
        tip = (did_you_mean(name, known) if len(name) <= _LONGEST else "") or rather
        super().__init__(f"{said} `{_legible(name)}`{'; ' + tip if tip else ''}")


def _legible(name: str) -> str:
    """Write a name as whoever reads the message can see it, be it a terminal, a log or a model."""
    shown = name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…"
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in shown)


def find_page(atlas: Atlas, name: str) -> Thing:
    """Find a page: `x` is the resource `ui.x`; the ID itself, an alias or an old ID will do. Raises `UnknownName`."""
    found = _screen(atlas, f"ui.{name}") or _screen(atlas, name)
    if found is None:
        pages = [thing.id for thing in atlas.things.values() if thing.type == "page"]
        short = sorted(id.removeprefix("ui.") for id in pages)
        raise UnknownName("there is no page", name, [*pages, *short], there_are(short))
    return found


def find_tab(atlas: Atlas, page: Thing | None, name: str) -> Thing:
    """Find a tab: `y` on the page `ui.x` is the resource `ui.x.y`, or any part of the page by its ID.

    Without a page the ID tells which one is meant. Raises `UnknownName`.
    """
    if page is None:
        found = _screen(atlas, name) or _screen(atlas, f"ui.{name}")
        if found is None:
            raise UnknownName("there is no tab", name, (), "say on which page, or its whole ID")
        return found
    found = _screen(atlas, f"{page.id}.{name}") or _screen(atlas, name)
    if found is None or page.id not in (above.id for above in atlas.above(found.id)):
        parts = [id for id in atlas.below(page.id) if id != page.id and atlas.things[id].type in SCREENS]
        known = [*parts, *(id.removeprefix(f"{page.id}.") for id in parts)]
        direct = sorted(id for id in known if "." not in id)
        raise UnknownName(f"the page `{page.id}` has no tab", name, known, there_are(direct))
    return found


def find_resource(atlas: Atlas, name: str, around: Iterable[str] = ()) -> Thing:
    """Find a resource by its ID, an alias or an old ID, or by the rest of one that begins with what is around it.

    Raises `UnknownName`.
    """
    names = (name, *(f"{outer}.{name}" for outer in around))
    found = next(filter(None, map(atlas.named, names)), None)
    if found is None:
        raise UnknownName("there is no resource", name, atlas.things, "`alvara find` looks for words")
    return found


def there_are(names: Sequence[str]) -> str:
    """Name the first few that there are."""
    if not names:
        return "there are none"
    more = f" and {len(names) - _FEW} more" if len(names) > _FEW else ""
    return f"there {'are' if len(names) > 1 else 'is'} {', '.join(f'`{name}`' for name in names[:_FEW])}{more}"


_FEW = 20


def _screen(atlas: Atlas, name: str) -> Thing | None:
    found = atlas.named(name)
    return found if found is not None and found.type in SCREENS else None
