"""What a model may see. Each type lists what it has; what it does not list can not get in.

`public/` holds active and deprecated definitions only. Drafts, reviews and approved ones stand in `private/`, so that
they can be judged before their time, and in the index, with their status.
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass, fields
from typing import Any, Self

from alvara.bundle.wire import camel, freeze, thaw
from alvara.identity.ids import prefixes, wire_name

STATUSES = frozenset({"active", "deprecated"})

Text = str | Mapping[str, str]
"""One text, or one a locale."""

Words = tuple[str, ...] | Mapping[str, str | tuple[str, ...]]
"""Texts, or for each locale a text or several."""

_CONFIRMATION = ("required", "messageTemplate")
_PRIVATE_RELATIONS = frozenset({"EXPOSED_BY", "IMPLEMENTED_BY"})


@dataclass(frozen=True, slots=True)
class Projection:
    """What the public types share: reading from JSON, and writing it."""

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Self:
        """Take from a JSON object what the type has, and nothing else."""
        names = {field.name: camel(field.name) for field in fields(cls)}
        return cls(**{name: freeze(value[key]) for name, key in names.items() if key in value})

    def as_json(self) -> dict[str, Any]:
        """Give a JSON object of what there is."""
        items = ((camel(field.name), getattr(self, field.name)) for field in fields(self))
        return {key: thaw(item) for key, item in items if item is not None}


@dataclass(frozen=True, slots=True)
class PublicCapability(Projection):
    """An operation that may be asked for. How it is carried out and who may do so are told elsewhere."""

    id: str
    version: str
    name: Text
    description: Text
    domain: str
    action: str
    type: str
    status: str
    risk: str
    input_schema: Any
    wire_name: str
    output_schema: Any = None
    labels: Words | None = None
    synonyms: Words | None = None
    examples: Words | None = None
    semantic_ids: tuple[str, ...] | None = None
    knowledge_references: tuple[str, ...] | None = None
    confirmation: Mapping[str, Any] | None = None
    errors: tuple[Mapping[str, Any], ...] | None = None
    navigation: Mapping[str, Any] | None = None
    deprecation: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PublicResource(Projection):
    """A thing that people and screens talk about. Where it is in code and services is told elsewhere."""

    id: str
    type: str
    name: Text
    status: str
    confidence: str
    description: Text | None = None
    owner: str | None = None
    labels: Words | None = None
    parent_id: str | None = None
    aliases: tuple[str, ...] | None = None
    synonyms: Words | None = None
    examples: Words | None = None
    knowledge_refs: tuple[str, ...] | None = None
    capability_refs: tuple[str | Mapping[str, str], ...] | None = None
    policy_refs: tuple[str, ...] | None = None
    ui_refs: tuple[str, ...] | None = None
    relations: tuple[Mapping[str, str], ...] | None = None
    record_version: str | None = None
    value_schema: Any = None
    values: Mapping[str, Text] | None = None
    deprecation: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class PublicPolicy(Projection):
    """What a policy says to those it concerns. When it holds is told elsewhere."""

    id: str
    effect: str
    reason: Mapping[str, Any]
    description: Text | None = None


def public_capability(body: Mapping[str, Any]) -> PublicCapability | None:
    """Project a capability in full; None where models do not see it at all."""
    if body["status"] not in STATUSES:
        return None
    shown = {**body, "wireName": wire_name(body["id"])}
    if "confirmation" in body:
        shown["confirmation"] = {key: body["confirmation"][key] for key in _CONFIRMATION if key in body["confirmation"]}
    return PublicCapability.read(shown)


def public_resource(body: Mapping[str, Any], known: Set[str]) -> PublicResource | None:
    """Project a resource in full. `known` are the IDs of all resources: the longest above it is its parent."""
    if body["status"] not in STATUSES or body["type"] == "api":
        return None
    shown = dict(body)
    if "relations" in body:
        shown["relations"] = [r for r in body["relations"] if r["type"] not in _PRIVATE_RELATIONS]
    if "parentId" not in body and (above := [id for id in prefixes(body["id"]) if id in known]):
        shown["parentId"] = above[-1]
    return PublicResource.read(shown)


def public_policy(body: Mapping[str, Any]) -> PublicPolicy | None:
    """Project a policy in full."""
    return PublicPolicy.read(body) if body["status"] in STATUSES else None
