"""A semantic resource: the name of a thing that people and screens talk about."""

from collections.abc import KeysView, Mapping
from typing import Any, Literal, NamedTuple

from alvara.diagnostics.site import Pointer
from alvara.model.lifecycle import Deprecation
from alvara.model.reference import Reference


class Resource(NamedTuple):
    """A resource as its file says; `definition` is the whole mapping with defaults resolved."""

    id: str
    path: str
    pointer: Pointer
    status: str
    type: str
    definition: Mapping[str, Any]
    written: Mapping[str, Any]
    references: tuple[Reference, ...] = ()
    aliases: tuple[str, ...] = ()
    deprecation: Deprecation | None = None

    @property
    def kind(self) -> Literal["resource"]:
        """The kind's name."""
        return "resource"

    @property
    def keys(self) -> KeysView[str]:
        """The keys that its author wrote."""
        return self.written.keys()
