"""A mapping to a `Policy`."""

from collections.abc import Mapping
from typing import Any

from alvara.decode.deprecation import deprecation, successor
from alvara.diagnostics.site import Pointer
from alvara.model.policy import Policy
from alvara.model.reference import Reference


def policy(value: Mapping[str, Any], path: str, pointer: Pointer = ()) -> Policy:
    """Read one policy."""
    references: list[Reference] = []
    scopes: list[tuple[str, Pointer]] = []
    applies = value["appliesTo"]
    for i, target in enumerate(applies.get("capabilities", ())):
        place = (*pointer, "appliesTo", "capabilities", i)
        if target.endswith(".*"):
            scopes.append((target, place))
        else:
            references.append(Reference("appliesTo", "capability", target, place))
    for i, target in enumerate(applies.get("resources", ())):
        references.append(Reference("appliesTo", "resource", target, (*pointer, "appliesTo", "resources", i)))
    references += successor(value, "policy", pointer)
    return Policy(
        id=value["id"], path=path, pointer=pointer, version=value["version"], status=value["status"],
        effect=value["effect"], owner=value.get("owner", ""), definition=value, written=value,
        references=tuple(references), scopes=tuple(scopes), deprecation=deprecation(value),
    )  # fmt: skip
