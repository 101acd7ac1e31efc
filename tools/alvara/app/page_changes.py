"""Which pages of knowledge changed, against a bundle: it has what they explain and their words, and not their files."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote

from alvara.app.survey import Survey
from alvara.bundle.pages import knowledge_of
from alvara.bundle.unpacking import Unpacked
from alvara.compare.definition import Definition
from alvara.diagnostics.site import Revision
from alvara.model.capability import Capability
from alvara.model.filekind import kind_of
from alvara.model.page import Page
from alvara.model.resource import Resource
from alvara.review.review import Fate, Point, Thing
from alvara.workspace.definitions import Definitions

_FOLDER = "public/pages/"

PageKey = tuple[str, str]
"""The ID of a page and its locale, which is empty for the original."""


class Told(NamedTuple):
    """One page in one language: what the page explains, its words, and the file to look at."""

    explains: Mapping[str, Any]
    text: str
    path: str


def pages_of_bundle(bundle: Unpacked) -> dict[PageKey, Told]:
    """Give the pages of a bundle."""
    texts = {path: data.decode("utf-8", "replace") for path, data in bundle.files.items() if path.startswith(_FOLDER)}
    return _told(bundle.knowledge, texts, lambda path: f"{bundle.folder}/{path}")


def pages_of_tree(found: Survey, definitions: Iterable[Definition]) -> dict[PageKey, Told]:
    """Give the pages of a tree as a bundle would have them."""
    config, models = found.workspace.config, [d.model for d in definitions]
    paths = [path for path in sorted(found.workspace.contributions) if kind_of(path, config) == "page"]
    pages = [m for path in paths for m in found.extractor.definitions(path)[0] if isinstance(m, Page)]
    knowledge, texts = knowledge_of(
        Definitions(
            config, tuple(m for m in models if isinstance(m, Capability)),
            tuple(m for m in models if isinstance(m, Resource)), pages=tuple(pages),
        )
    )  # fmt: skip
    return _told(knowledge, texts, lambda path: unquote(path.removeprefix(_FOLDER)))


def compare_pages(
    before: Mapping[PageKey, Told], after: Mapping[PageKey, Told]
) -> Iterator[tuple[PageKey, Thing]]:  # fmt: skip
    """Tell of each page that came, went, explains other things or has other words."""
    for key in sorted(before.keys() | after.keys()):
        was, now = before.get(key), after.get(key)
        if was != now and (told := _changed(key[0], was, now)) is not None:
            yield key, told


def _changed(id: str, was: Told | None, now: Told | None) -> Thing | None:
    shown = now or was
    assert shown is not None, "a page is on one side at least"
    fate: Fate = "changed" if was and now else "new" if now else "gone"
    revision: Revision = "current" if now else "base"
    if was is None or now is None:
        words = "the page is new" if now else "the page is gone"
        point = Point("page", id, "definition", "text", words, shown.path, 1, revision, was and id, now and id)
    elif was.explains != now.explains:
        point = Point("page", id, "bindings", "text", "the page explains other things", shown.path, 1)
    elif was.text != now.text:
        point = Point("page", id, "text", "text", "the page is written differently", shown.path, 1)
    else:
        return None
    return Thing("page", id, fate, (point,))


def _told(knowledge: Iterable[Mapping[str, Any]], texts: Mapping[str, str], place: Any) -> dict[PageKey, Told]:
    found = {}
    for entry in knowledge:
        explains = {key: value for key, value in entry.items() if key != "texts"}
        for text in entry["texts"]:
            key = entry["id"], text["locale"] or ""
            found[key] = Told(explains, texts.get(text["path"], ""), place(text["path"]))
    return found
