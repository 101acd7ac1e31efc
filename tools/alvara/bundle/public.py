"""What a model may see. Each type lists what it has; what it does not list can not get in.

`public/` holds active and deprecated definitions only. Drafts, reviews and approved ones stand in `private/`, so that
they can be judged before their time, and in the index, with their status.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import MISSING, dataclass, fields
from typing import Any, NamedTuple, Self

from alvara.bundle.wire import camel, freeze, thaw
from alvara.identity.ids import prefixes, wire_name

STATUSES = frozenset({"active", "deprecated"})

Text = str | Mapping[str, str]
"""One text, or one a locale."""

Words = tuple[str, ...] | Mapping[str, str | tuple[str, ...]]
"""Texts, or for each locale a text or several."""

_CONFIRMATION = ("required", "messageTemplate")

PRIVATE_RELATIONS = frozenset({"EXPOSED_BY", "IMPLEMENTED_BY"})
"""The relations that tell where a thing is in services and in code."""


@dataclass(frozen=True, slots=True)
class Projection:
    """What the public types share: reading from JSON, and writing it."""

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Self:
        """Take from a JSON object what the type has, and nothing else."""
        return cls(**{name: freeze(value[key]) for key, name in _keys(cls).names.items() if key in value})

    @classmethod
    def select(cls, value: Mapping[str, Any]) -> dict[str, Any]:
        """Give what `read(value).as_json()` gives, without making anything unchangeable in between."""
        keys = _keys(cls)
        if not keys.needed <= value.keys():
            raise TypeError(f"there is no {cls.__name__} without {', '.join(sorted(keys.needed - value.keys()))}")
        return {key: value[key] for key in keys.names if value.get(key) is not None}

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


class _Keys(NamedTuple):
    """The keys of a type on the wire, with the names of its attributes, and those that it cannot be without."""

    names: Mapping[str, str]
    needed: Set[str]


def _keys(type: Any) -> _Keys:
    if type not in _KNOWN:
        named = {camel(field.name): field.name for field in fields(type)}
        needed = {camel(field.name) for field in fields(type) if field.default is MISSING}
        _KNOWN[type] = _Keys(named, needed)
    return _KNOWN[type]


_KNOWN: dict[Any, _Keys] = {}


def public_capability(body: Mapping[str, Any]) -> PublicCapability | None:
    """Project a capability in full; None where models do not see it at all."""
    shown = _capability(body)
    return None if shown is None else PublicCapability.read(shown)


def public_resource(body: Mapping[str, Any], known: Mapping[str, str]) -> PublicResource | None:
    """Project a resource in full. `known` gives the ID of each name: the longest above it is its parent."""
    shown = _resource(body, known)
    return None if shown is None else PublicResource.read(shown)


def is_public_resource(body: Mapping[str, Any]) -> bool:
    """Whether models may know of a resource."""
    return body["status"] in STATUSES and body["type"] != "api"


def public_policy(body: Mapping[str, Any]) -> PublicPolicy | None:
    """Project a policy in full."""
    return PublicPolicy.read(body) if body["status"] in STATUSES else None


def project(kind: str, body: Mapping[str, Any], known: Mapping[str, str]) -> dict[str, Any] | None:
    """Project a definition of any kind, as a JSON value."""
    if kind == "policy":
        return PublicPolicy.select(body) if body["status"] in STATUSES else None
    shown = _capability(body) if kind == "capability" else _resource(body, known)
    if shown is None:
        return None
    return PublicCapability.select(shown) if kind == "capability" else PublicResource.select(shown)


def names_of(resources: Iterable[tuple[str, Iterable[str]]]) -> dict[str, str]:
    """Give the ID of each name, of resources with their aliases; an ID is nobody else's alias."""
    listed = [(id, tuple(aliases)) for id, aliases in resources]
    return {alias: id for id, aliases in listed for alias in aliases} | {id: id for id, _ in listed}


def shown_confirmation(body: Mapping[str, Any]) -> dict[str, Any] | None:
    """Give what models may know of how a capability is confirmed; None where nothing is said of it."""
    said = body.get("confirmation")
    return None if said is None else {key: said[key] for key in _CONFIRMATION if key in said}


def _capability(body: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Give a capability as models see it, with more keys than they see."""
    if body["status"] not in STATUSES:
        return None
    return {**body, "wireName": wire_name(body["id"]), "confirmation": shown_confirmation(body)}


def _resource(body: Mapping[str, Any], known: Mapping[str, str]) -> Mapping[str, Any] | None:
    if not is_public_resource(body):
        return None
    shown = dict(body)
    if "relations" in body:
        shown["relations"] = [r for r in body["relations"] if r["type"] not in PRIVATE_RELATIONS]
    above = [known[name] for name in prefixes(body["id"]) if known.get(name, body["id"]) != body["id"]]
    if "parentId" not in body and above:
        shown["parentId"] = above[-1]
    return shown
