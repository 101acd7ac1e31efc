"""Knowledge pages in a bundle: for each page what it explains, and its Markdown in every language it has."""

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote

from alvara.identity.composition import compose
from alvara.model.page import Page
from alvara.workspace.definitions import Definitions

_HEADING = re.compile(r"^#[ \t]+(.+?)[ \t]*#*[ \t]*$", re.MULTILINE)
_TEXTS = ("semanticId", "entity", "type")
_LISTS = {"capabilities": ("capabilities", "relatedCapabilities"), "policies": ("policies", "relatedPolicies")}
"""The binding keys that hold lists, each with its other spelling."""


def knowledge_of(definitions: Definitions) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """List the pages that are knowledge, and their texts by path in the bundle.

    A page is knowledge when it, or a translation of it, has binding keys, or when a definition refers to it.
    """
    groups: dict[str, list[Page]] = {}
    for page in definitions.pages:
        groups.setdefault(page.id, []).append(page)
    wanted = _referred(definitions) | {page.id for page in definitions.pages if page.known}
    knowledge: list[dict[str, Any]] = []
    texts: dict[str, str] = {}
    for id in sorted(wanted & groups.keys()):
        versions = sorted(groups[id], key=lambda page: (page.locale, page.path))
        knowledge.append(_entry(id, versions, definitions.texts))
        for page in versions:
            texts[path_in_bundle(page)] = compose(definitions.texts[page.path])
    return knowledge, texts


def path_in_bundle(page: Page) -> str:
    """Say where the Markdown of a page stands in a bundle."""
    return f"public/pages/{quote(compose(page.path))}"


def _referred(definitions: Definitions) -> set[str]:
    references = [model.references for model in definitions.capabilities]
    references += [model.references for model in definitions.resources]
    return {reference.target for held in references for reference in held if reference.kind == "page"}


def _entry(id: str, versions: list[Page], texts: Mapping[str, str]) -> dict[str, Any]:
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
        {"locale": page.locale or None, "title": _title(page, texts[page.path]), "path": path_in_bundle(page)}
        for page in versions
    ]
    composed: dict[str, Any] = compose(entry)
    return composed


def _title(page: Page, text: str) -> str:
    written = page.front_matter.get("title")
    if isinstance(written, str) and written:
        return written
    heading = _HEADING.search(text)
    return heading.group(1) if heading else page.id


def _distinct(values: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(values))
