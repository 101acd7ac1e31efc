"""What a definition refers to, by the IDs that things have now: an old name and the new one mean the same thing."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from alvara.compare.definition import Model, Name
from alvara.diagnostics.site import Pointer
from alvara.model.reference import Reference
from alvara.workspace.renamed import present_id
from alvara.workspace.workspace import View

_UI = "ui."
"""What the ID of a page begins with, and `navigation` leaves out."""


class PresentNames(NamedTuple):
    """What everything is called now: said by IDs, aliases and records, and where those say nothing, to be guessed.

    `guessed` leads from an old ID to the new one. The rename that it follows is told, and what follows it is not.
    """

    view: View
    guessed: Mapping[Name, str] = MappingProxyType({})

    def of(self, reference: Reference) -> str | None:
        """Give the ID that a reference leads to now; None where it leads nowhere."""
        kinds = ("policy", "resource") if reference.kind == "guard" else (reference.kind,)
        return self._among(kinds, reference.target)

    def called(self, kind: str, name: str) -> str:
        """Give the ID of what a name stands for now; the name itself where that is nothing."""
        return self._among((kind,), name) or name

    def _among(self, kinds: tuple[str, ...], name: str) -> str | None:
        known = (present_id(self.view, kind, name) for kind in kinds)
        likely = (self.guessed.get((kind, name)) for kind in kinds)
        return next((id for ids in (known, likely) for id in ids if id is not None), None)


def with_present_names(model: Model, names: PresentNames) -> Mapping[str, Any]:
    """Give a definition, defaults filled in, in which every reference by another name is one by the ID."""
    definition: Mapping[str, Any] = model.definition
    for reference in model.references:
        if reference.kind == "page" or reference.role == "replacedBy":
            continue
        name = names.of(reference)
        if name is None or name == reference.target:
            continue
        place = reference.pointer[len(model.pointer) :]
        if place[0] == "navigation":
            definition = _renavigated(definition, str(place[-1]), name)
        elif _stands(definition, place, reference.target):
            definition = _put(definition, place, name)
    return definition


def _renavigated(definition: Mapping[str, Any], key: str, name: str) -> Mapping[str, Any]:
    """Write a page or a tab as `navigation` does: without what is said of it already."""
    above = f"{_UI}{definition['navigation']['page']}." if key == "tab" else _UI
    return _put(definition, ("navigation", key), name[len(above) :]) if name.startswith(above) else definition


def _stands(block: Any, place: Pointer, text: str) -> bool:
    """Whether a reference is written there in full; one that follows from an ID is not."""
    for key in place:
        block = block[key]
    return bool(block == text)


def _put(block: Any, place: Pointer, name: str) -> Any:
    """Copy a block with another text at a place."""
    if not place:
        return name
    copied: Any = list(block) if isinstance(block, list) else dict(block)
    copied[place[0]] = _put(block[place[0]], place[1:], name)
    return copied
