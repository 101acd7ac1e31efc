"""Which pages of knowledge changed, moved, came or went: told by what they explain, by their words and their place."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import unquote

from alvara.app.survey import Survey
from alvara.bundle.pages import knowledge_of
from alvara.compare.definition import Definition
from alvara.compare.present_names import PresentNames
from alvara.compare.sides import spelled
from alvara.diagnostics.site import Revision
from alvara.model.capability import Capability
from alvara.model.filekind import kind_of
from alvara.model.page import BINDING_KEYS, Page
from alvara.model.resource import Resource
from alvara.review.review import Fate, Point, Thing
from alvara.workspace.definitions import Definitions

if TYPE_CHECKING:
    from alvara.bundle.unpacking import Unpacked

_FOLDER = "public/pages/"
_KINDS = {"semanticId": "resource", "entity": "resource", "capabilities": "capability", "policies": "policy"}
"""What the keys name that a bundle has of a page."""

PageKey = tuple[str, str]
"""The ID of a page and its locale, which is empty for the original."""


class Told(NamedTuple):
    """One page in one language: what it explains, by the names of the present, its words, and the file to look at.

    `known` tells whether it is knowledge.
    """

    explains: frozenset[tuple[str, str]]
    text: str
    path: str
    known: bool = True


def pages_of_bundle(bundle: "Unpacked", names: PresentNames) -> dict[PageKey, Told]:
    """Give the pages of a bundle."""
    texts = {path: data.decode("utf-8", "replace") for path, data in bundle.files.items() if path.startswith(_FOLDER)}
    return _told(bundle.knowledge, texts, lambda path: f"{bundle.folder}/{path}", names)


def pages_as_bundled(found: Survey, definitions: Iterable[Definition], names: PresentNames) -> dict[PageKey, Told]:
    """Give the pages of a tree as a bundle would have them."""
    models = [d.model for d in definitions]
    knowledge, texts = knowledge_of(
        Definitions(
            found.workspace.config, tuple(m for m in models if isinstance(m, Capability)),
            tuple(m for m in models if isinstance(m, Resource)),
            pages=tuple(_pages(found, sorted(found.workspace.contributions))),
        )
    )  # fmt: skip
    return _told(knowledge, texts, lambda path: unquote(path.removeprefix(_FOLDER)), names)


def pages_of_tree(found: Survey, paths: Iterable[str], names: PresentNames) -> dict[PageKey, Told]:
    """Give the pages among some files, with all that they say."""
    pages = {}
    for page in _pages(found, paths):
        bound = {(str(r.pointer[0]), names.called(r.kind, r.target)) for r in page.references if r.role != "link"}
        bound |= {("type", str(page.front_matter["type"]))} if page.known and "type" in page.front_matter else set()
        rest = {key: value for key, value in page.front_matter.items() if key not in BINDING_KEYS}
        pages[page.id, page.locale] = Told(frozenset(bound), f"{spelled(rest)}\n{page.body}", page.path, page.known)
    return pages


def compare_pages(
    before: Mapping[PageKey, Told], after: Mapping[PageKey, Told]
) -> Iterator[tuple[PageKey, Thing]]:  # fmt: skip
    """Tell of each page that came, went, moved, explains other things or has other words."""
    moved = _moves(before, after)
    for key in sorted((before.keys() | after.keys()) - set(moved.values())):
        old = moved.get(key, key)
        was, now = before.get(old), after.get(key)
        if any(page is not None and page.known for page in (was, now)):
            told = _changed(key[0], old[0], was, now)
            if told is not None:
                yield key, told


def _moves(before: Mapping[PageKey, Told], after: Mapping[PageKey, Told]) -> dict[PageKey, PageKey]:
    """Lead from a page that is new to the one that it was elsewhere: said the same, or at least of the same things.

    Where several could be meant, none is.
    """
    gone, come = before.keys() - after.keys(), after.keys() - before.keys()
    moved: dict[PageKey, PageKey] = {}
    for likeness in (_all_of_it, _what_is_explained):
        left = _by_likeness({key: before[key] for key in gone - set(moved.values())}, likeness)
        right = _by_likeness({key: after[key] for key in come - moved.keys()}, likeness)
        moved |= {
            right[sign][0]: left[sign][0]
            for sign in left.keys() & right.keys() if len(left[sign]) == len(right[sign]) == 1
        }  # fmt: skip
    return moved


def _all_of_it(page: Told) -> Hashable:
    return (page.explains, page.text) if page.explains or page.text.strip() else None


def _what_is_explained(page: Told) -> Hashable:
    return page.explains if any(key != "type" for key, _ in page.explains) else None


def _by_likeness(
    pages: Mapping[PageKey, Told], likeness: Callable[[Told], Hashable]
) -> dict[Hashable, list[PageKey]]:  # fmt: skip
    found: dict[Hashable, list[PageKey]] = {}
    for key, page in pages.items():
        sign = likeness(page)
        if sign is not None:
            found.setdefault((key[1], sign), []).append(key)
    return found


def _changed(id: str, old: str, was: Told | None, now: Told | None) -> Thing | None:
    shown = now or was
    assert shown is not None, "a page is on one side at least"
    revision: Revision = "current" if now else "base"

    def point(aspect: str, words: str, before: str | None = None, after: str | None = None) -> Point:
        return Point("page", id, aspect, "text", words, shown.path, 1, revision, before, after)

    if was is None or now is None:
        fate: Fate = "new" if now else "gone"
        words = "the page is new" if now else "the page is gone"
        return Thing("page", id, fate, (point("definition", words, was and id, now and id),))
    points = [point("id", f"the page was called `{old}`", old, id)] if old != id else []
    if was.explains != now.explains:
        points.append(point("bindings", "the page explains other things"))
    elif was.text != now.text:
        points.append(point("text", "the page is written differently"))
    if not points:
        return None
    return Thing("page", id, "renamed" if old != id else "changed", tuple(points), other=old if old != id else "")


def _pages(found: Survey, paths: Iterable[str]) -> Iterator[Page]:
    """Yield the pages among some files."""
    held, config = found.workspace.contributions, found.workspace.config
    for path in paths:
        if path in held and kind_of(path, config) == "page":
            yield from (model for model in found.extractor.definitions(path)[0] if isinstance(model, Page))


def _told(
    knowledge: Iterable[Mapping[str, Any]], texts: Mapping[str, str], place: Callable[[str], str], names: PresentNames
) -> dict[PageKey, Told]:  # fmt: skip
    found = {}
    for entry in knowledge:
        bound = {
            (key, names.called(kind, name))
            for key, kind in _KINDS.items() for name in _listed(entry.get(key, []))
        }  # fmt: skip
        bound |= {("type", str(entry["type"]))} if "type" in entry else set()
        for text in entry["texts"]:
            key = entry["id"], text["locale"] or ""
            found[key] = Told(frozenset(bound), texts.get(text["path"], ""), place(text["path"]))
    return found


def _listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else [str(value)]
