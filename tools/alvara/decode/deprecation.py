"""The `deprecation` block, which every kind writes alike."""

from collections.abc import Mapping
from typing import Any, cast

from alvara.diagnostics.site import Pointer
from alvara.model.lifecycle import Deprecation
from alvara.model.reference import Reference, TargetKind


def deprecation(value: Mapping[str, Any]) -> Deprecation | None:
    """Read the announced end of a thing."""
    block = value.get("deprecation")
    if block is None:
        return None
    return Deprecation(
        block.get("since", ""), block.get("removeAfter", ""), block.get("replacedBy", ""), block.get("reason", "")
    )


def successor(value: Mapping[str, Any], kind: str, pointer: Pointer) -> list[Reference]:
    """List the reference to what replaces a thing; a sentence in its place is no reference."""
    block = deprecation(value)
    if block is None or block.successor is None:
        return []
    place = (*pointer, "deprecation", "replacedBy")
    return [Reference("replacedBy", cast(TargetKind, kind), block.successor[0], place)]
