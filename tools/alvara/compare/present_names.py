"""What a definition refers to, by the IDs that things have now: an old name and the new one mean the same thing."""

from collections.abc import Mapping
from typing import Any

from alvara.compare.definition import Model
from alvara.diagnostics.site import Pointer
from alvara.model.reference import Reference
from alvara.workspace.renamed import present_id
from alvara.workspace.workspace import View

_UI = "ui."
"""What the ID of a page begins with, and `navigation` leaves out."""


def with_present_names(model: Model, view: View) -> Mapping[str, Any]:
    """Give a definition, defaults filled in, in which every reference by another name is one by the ID."""
    definition: Mapping[str, Any] = model.definition
    for reference in model.references:
        if reference.kind == "page" or reference.role == "replacedBy":
            continue
        name = _present_name(reference, view)
        if name is None or name == reference.target:
            continue
        place = reference.pointer[len(model.pointer) :]
        if place[0] == "navigation":
            definition = _renavigated(definition, str(place[-1]), name)
        elif _stands(definition, place, reference.target):
            definition = _put(definition, place, name)
    return definition


def _present_name(reference: Reference, view: View) -> str | None:
    """Give the ID that a reference leads to now; None where it leads nowhere."""
    kinds = ("policy", "resource") if reference.kind == "guard" else (reference.kind,)
    return next((id for kind in kinds if (id := present_id(view, kind, reference.target)) is not None), None)


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
