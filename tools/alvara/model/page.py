"""A knowledge page: Markdown whose front matter says what it explains."""

from collections.abc import KeysView, Mapping
from typing import Any, Literal, NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.model.reference import Reference

BINDING_KEYS = (
    "semanticId", "entity", "type", "capabilities", "policies", "relatedCapabilities", "relatedPolicies",
)  # fmt: skip
"""The keys of the front matter that say what a page explains."""


class Page(NamedTuple):
    """A page. `id` is its path without `.md`, the translation root taken out; `locale` is empty for the original.

    `known` tells a page with binding keys (knowledge) from any other Markdown file. `body` is the text below the front
    matter, which begins on line `body_first_line` of the file; its lines end in LF.
    """

    id: str
    path: str
    locale: str
    known: bool
    front_matter: Mapping[str, Any]
    references: tuple[Reference, ...] = ()
    pointer: Pointer = ()
    body: str = ""
    body_first_line: int = 1

    @property
    def kind(self) -> Literal["page"]:
        """The kind's name."""
        return "page"

    @property
    def keys(self) -> KeysView[str]:
        """The keys of its front matter."""
        return self.front_matter.keys()
