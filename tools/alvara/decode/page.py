"""Front matter and links to a `Page`."""

from collections.abc import Mapping
from typing import Any

from alvara.diagnostics.site import Pointer
from alvara.model.config import Config
from alvara.model.page import Page
from alvara.model.reference import Reference, Role, TargetKind

_LISTS: tuple[tuple[str, Role, TargetKind], ...] = (
    ("capabilities", "capabilityRefs", "capability"),
    ("relatedCapabilities", "capabilityRefs", "capability"),
    ("policies", "policyRefs", "policy"),
    ("relatedPolicies", "policyRefs", "policy"),
)
_KNOWN = frozenset({"semanticId", "capabilities", "policies", "relatedCapabilities", "relatedPolicies"})


def page(value: Mapping[str, Any], path: str, config: Config) -> Page:
    """Read one page's front matter (an empty mapping where it has none)."""
    id, locale = identify(path, config)
    references: list[Reference] = []
    known = not _KNOWN.isdisjoint(value)
    if "semanticId" in value:
        references.append(Reference("subject", "resource", value["semanticId"], ("semanticId",)))
    if known and "entity" in value:
        references.append(Reference("entity", "resource", value["entity"], ("entity",)))
    for key, role, kind in _LISTS:
        for i, target in enumerate(value.get(key, ())):
            place: Pointer = (key, i)
            references.append(Reference(role, kind, target, place))
    return Page(id, path, locale, known, value, tuple(references))


def identify(path: str, config: Config) -> tuple[str, str]:
    """Give a page's name and its locale: a translation has the name of its original."""
    stem = path.removesuffix(".md")
    for locale, root in config.translations.items():
        if stem.startswith(root + "/"):
            home = next((r for r in config.knowledge_roots if root.startswith(r + "/")), config.knowledge_roots[0])
            return f"{home}/{stem.removeprefix(root + '/')}", locale
    for locale in config.locales:
        if stem.endswith(f".{locale}"):
            return stem.removesuffix(f".{locale}"), locale
        marker = f"i18n/{locale}/docusaurus-plugin-content-docs/current/"
        if marker in stem:
            return f"{config.knowledge_roots[0]}/{stem.partition(marker)[2]}", locale
    return stem, ""
