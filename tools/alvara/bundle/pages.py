"""Knowledge pages in a bundle: for each page what it explains, and its Markdown in every language it has."""

import re
from collections.abc import Iterable
from itertools import groupby
from typing import Any
from urllib.parse import quote

from alvara.identity.composition import compose
from alvara.model.page import Page
from alvara.workspace.definitions import Definitions

_HEADING = re.compile(r"^#[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_TEXTS = ("semanticId", "entity", "type")
_LISTS = {"capabilities": ("capabilities", "relatedCapabilities"), "policies": ("policies", "relatedPolicies")}
"""The binding keys that hold lists, each with its other spelling."""


def knowledge_pages(definitions: Definitions) -> list[Page]:
    """List the pages that are knowledge, the original before its translations.

    A page is knowledge when it, or a translation of it, has binding keys, or when a definition refers to it.
    """
    wanted = _referred(definitions) | {page.id for page in definitions.pages if page.known}
    return sorted((p for p in definitions.pages if p.id in wanted), key=lambda p: (p.id, p.locale, p.path))


def knowledge_of(definitions: Definitions) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Describe the pages that are knowledge, and give their texts by path in the bundle."""
    pages = knowledge_pages(definitions)
    knowledge = [_entry(id, list(versions)) for id, versions in groupby(pages, key=lambda page: page.id)]
    return knowledge, {path_in_bundle(page): _text(page) for page in pages}


def path_in_bundle(page: Page) -> str:
    """Say where the Markdown of a page stands in a bundle."""
    return f"public/pages/{quote(compose(page.path))}"


def _referred(definitions: Definitions) -> set[str]:
    references = [model.references for model in definitions.capabilities]
    references += [model.references for model in definitions.resources]
    return {reference.target for held in references for reference in held if reference.kind == "page"}


def _entry(id: str, versions: list[Page]) -> dict[str, Any]:
    """Describe one page. The original, whose locale is none, comes first and says what the page is bound to."""
    entry: dict[str, Any] = {"id": id}
    for key in _TEXTS:
        found = next((page.front_matter[key] for page in versions if key in page.front_matter), None)
        if found is not None:
            entry[key] = found
    for key, spellings in _LISTS.items():
        found = _distinct(v for s in spellings for page in versions for v in page.front_matter.get(s, ()))
        if found:
            entry[key] = found
    entry["texts"] = [
        {"locale": page.locale or None, "title": _title(page), "path": path_in_bundle(page)} for page in versions
    ]
    composed: dict[str, Any] = compose(entry)
    return composed


def _text(page: Page) -> str:
    text: str = compose(page.body)
    return text


def _title(page: Page) -> str:
    written = page.front_matter.get("title")
    if isinstance(written, str) and written:
        return written
    heading = _HEADING.search(_text(page))
    return heading.group(1) if heading else page.id


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))
