"""A mapping to a `Resource`."""

from collections.abc import Mapping
from typing import Any

from alvara.decode.deprecation import deprecation, successor
from alvara.diagnostics.site import Pointer
from alvara.model.reference import Reference, Role, TargetKind
from alvara.model.resource import Resource

_LISTS: tuple[tuple[str, Role, TargetKind], ...] = (
    ("knowledgeRefs", "knowledge", "page"),
    ("knowledgeReferences", "knowledge", "page"),
    ("policyRefs", "policyRefs", "policy"),
    ("uiRefs", "uiRefs", "resource"),
    ("apiRefs", "apiRefs", "resource"),
)
_RELATION_TARGETS: Mapping[str, TargetKind] = {
    "UPDATED_BY": "capability", "ADD": "capability", "REMOVE": "capability",
    "PROTECTED_BY": "policy", "AUTHORIZED_BY": "policy", "DOCUMENTED_BY": "page",
    "IMPLEMENTED_BY": "source", "VALIDATED_BY": "guard",
}  # fmt: skip
"""What each type of relation points at; the types not named point at resources."""

DEFAULTS: Mapping[str, Any] = {"status": "active", "confidence": "MANUAL"}


def resource(value: Mapping[str, Any], path: str, pointer: Pointer) -> Resource:
    """Read one resource."""
    definition = {**DEFAULTS, **value}
    return Resource(
        id=value["id"], path=path, pointer=pointer, status=definition["status"], type=value["type"],
        definition=definition, written=value, references=tuple(references_of(value, pointer)),
        aliases=tuple(value.get("aliases", ())), deprecation=deprecation(value),
    )  # fmt: skip


def references_of(value: Mapping[str, Any], pointer: Pointer = ()) -> list[Reference]:
    """List whom a resource names."""
    references: list[Reference] = []
    if "parentId" in value:
        references.append(Reference("parentId", "resource", value["parentId"], (*pointer, "parentId")))
    for key, role, kind in _LISTS:
        if key in value:
            references += [Reference(role, kind, t, (*pointer, key, i)) for i, t in enumerate(value[key])]
    for i, item in enumerate(value.get("capabilityRefs", ())):
        references.append(_capability(item, (*pointer, "capabilityRefs", i)))
    for i, item in enumerate(value.get("sourceRefs", ())):
        references.append(Reference("sourceRefs", "source", item["path"], (*pointer, "sourceRefs", i, "path")))
    for i, item in enumerate(value.get("relations", ())):
        kind = _RELATION_TARGETS.get(item["type"], "resource")
        place = (*pointer, "relations", i, "target")
        references.append(
            Reference("relation", kind, item["target"], place, item.get("confidence", "MANUAL"), item["type"])
        )
    return references + successor(value, "resource", pointer)


def _capability(item: Any, pointer: Pointer) -> Reference:
    if isinstance(item, str):
        return Reference("capabilityRefs", "capability", item, pointer)
    confidence = item.get("confidence", "MANUAL")
    return Reference("capabilityRefs", "capability", item["ref"], (*pointer, "ref"), confidence)
