"""What a generated registry consists of: entities, resources, capabilities, policies and the pairs they state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from attributes import Attribute
from naming import kebab
from vocabulary import Noun


@dataclass(frozen=True, slots=True)
class Manifest:
    """How many of each thing a registry holds."""

    domains: int
    entities: int
    resources: int
    capabilities: int
    policies: int
    bindings: int

    def times(self, scale: int) -> Manifest:
        """The same registry with `scale` times the domains."""
        return Manifest(
            self.domains * scale,
            self.entities * scale,
            self.resources * scale,
            self.capabilities * scale,
            self.policies * scale,
            self.bindings * scale,
        )


SEEDS = Manifest(domains=210, entities=842, resources=12_640, capabilities=731, policies=514, bindings=28_391)


def share(total: int, index: int) -> int:
    """How much of a total of the seeds falls to one domain; the shares repeat when there are more domains."""
    index %= SEEDS.domains
    return (index + 1) * total // SEEDS.domains - index * total // SEEDS.domains


@dataclass(slots=True)
class Resource:
    """One semantic resource; the lists are filled while its domain is laid out."""

    id: str
    type: str
    pt: str
    en: str
    facts: tuple[tuple[str, str], ...]
    synonyms_pt: list[str] = field(default_factory=list)
    synonyms_en: list[str] = field(default_factory=list)
    parent: str | None = None
    aliases: list[str] = field(default_factory=list)
    knowledge: list[str] = field(default_factory=list)
    capabilities: list[str] = field(default_factory=list)
    policies: list[str] = field(default_factory=list)
    ui: list[str] = field(default_factory=list)
    api: list[str] = field(default_factory=list)
    source: tuple[str, str] | None = None
    relations: list[tuple[str, str]] = field(default_factory=list)
    record_path: str | None = None
    attribute: Attribute | None = None


@dataclass(slots=True)
class Entity:
    """One entity: `resources` holds the entity, its parts, its screens and its API, in this order."""

    id: str
    domain: str
    noun: Noun
    operable: bool
    attributes: list[Attribute]
    collection: Noun
    parts: list[Noun]
    resources: list[Resource] = field(default_factory=list)

    @property
    def described(self) -> list[Resource]:
        """The entity and its parts, without what shows and serves them."""
        return [resource for resource in self.resources if not resource.id.startswith(("ui.", "api."))]

    @property
    def record(self) -> str:
        """The file with the schema of one record."""
        return f"schemas/records/{kebab(self.id)}.json"

    @property
    def page(self) -> str:
        """The knowledge page about it."""
        return f"docs/{kebab(self.domain)}/{kebab(self.noun.key)}"

    @property
    def key(self) -> str:
        """The name of the property that holds the identifier of one record."""
        return f"{self.noun.key}Id"

    @property
    def prefix(self) -> str:
        """The letters that a record's number begins with."""
        return "".join(letter for letter in self.noun.key[0].upper() + self.noun.key[1:] if letter.isupper())

    def of_kind(self, *kinds: str) -> Attribute:
        """The first attribute of one of these kinds."""
        return next(attribute for attribute in self.attributes if attribute.kind in kinds)


@dataclass(slots=True)
class Capability:
    """One operation on an entity; the form decides everything that its file says."""

    id: str
    form: str
    entity: Entity
    attribute: Attribute | None
    semantic_ids: list[str]
    knowledge: list[str]


@dataclass(slots=True)
class Policy:
    """One policy on an entity's operations; the form decides its condition."""

    id: str
    form: str
    entity: Entity
    capabilities: list[str]
    resources: list[str]


@dataclass(slots=True)
class Domain:
    """One domain; its first entity is the one that capabilities operate on."""

    key: str
    pt: str
    en: str
    area: str
    entities: list[Entity]
    capabilities: list[Capability] = field(default_factory=list)
    policies: list[Policy] = field(default_factory=list)

    @property
    def resources(self) -> Iterator[Resource]:
        """Every resource of the domain."""
        return (resource for entity in self.entities for resource in entity.resources)

    def bindings(self) -> set[tuple[str, str]]:
        """The distinct pairs that the domain's files state, from whichever side."""
        pairs: set[tuple[str, str]] = set()
        for resource in self.resources:
            pairs.update((f"capability {ref}", f"resource {resource.id}") for ref in resource.capabilities)
            pairs.update((f"policy {ref}", f"resource {resource.id}") for ref in resource.policies)
            pairs.update((f"page {ref}", f"resource {resource.id}") for ref in resource.knowledge)
            pairs.update((f"ui {ref}", f"resource {resource.id}") for ref in resource.ui)
            pairs.update((f"api {ref}", f"resource {resource.id}") for ref in resource.api)
        for capability in self.capabilities:
            pairs.update((f"capability {capability.id}", f"resource {ref}") for ref in capability.semantic_ids)
            pairs.update((f"capability {capability.id}", f"page {ref}") for ref in capability.knowledge)
        for policy in self.policies:
            pairs.update((f"capability {ref}", f"policy {policy.id}") for ref in policy.capabilities)
            pairs.update((f"policy {policy.id}", f"resource {ref}") for ref in policy.resources)
        for entity in self.entities:
            pairs.add((f"page {entity.page}", f"resource {entity.id}"))
            pairs.update((f"capability {one.id}", f"page {entity.page}") for one in self.listed_on(entity))
            pairs.update((f"page {entity.page}", f"policy {one.id}") for one in self.guards_of(entity))
        return pairs

    def listed_on(self, entity: Entity) -> list[Capability]:
        """The capabilities that the entity's page names."""
        return [capability for capability in self.capabilities if entity.page in capability.knowledge]

    def guards_of(self, entity: Entity) -> list[Policy]:
        """The policies that the entity's page names."""
        return [policy for policy in self.policies if policy.entity is entity]
