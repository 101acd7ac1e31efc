"""What a bundle is made of. Everything else in it is computed from this, when it is built and when it is verified."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from alvara.bundle.conditions import WRITTEN_IN
from alvara.bundle.evidence import Evidence
from alvara.bundle.manifest import Source
from alvara.bundle.pages import knowledge_of
from alvara.identity.ids import Name
from alvara.workspace.definitions import Definitions
from alvara.workspace.subjects import Body, body_of

COMPONENTS = {"capability": "cap", "knowledge": "kb", "policy": "policy", "ui": "ui"}
"""The parts that have a version of their own, with the word that their versions begin with."""


UNKNOWN = Source(None, dirty=True)
"""The source of what no commit is known to hold."""


@dataclass(frozen=True, slots=True)
class Component:
    """What the ledger knows of a component: how many releases changed it, and its digest in the last of them."""

    releases: int = 0
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Origin:
    """Which state of the registry this is. `version` is that of a release, None for any other state."""

    as_of: str
    source: Source = UNKNOWN
    version: str | None = None
    sequence: int = 0
    previous: str | None = None
    components: Mapping[str, Component] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Give the origin as a JSON value."""
        known = {name: self.components.get(name, Component()) for name in COMPONENTS}
        return {
            "version": self.version, "sequence": self.sequence, "previous": self.previous, "asOf": self.as_of,
            "source": {"commit": self.source.commit, "dirty": self.source.dirty},
            "components": {name: {"releases": c.releases, "digest": c.digest} for name, c in known.items()},
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Contents:
    """JSON values throughout. `texts` are the Markdown files of the pages by their path in the bundle."""

    registry: Mapping[str, Any]
    capabilities: tuple[Body, ...]
    resources: tuple[Body, ...]
    policies: tuple[Body, ...]
    knowledge: tuple[Mapping[str, Any], ...]
    texts: Mapping[str, str]
    bindings: tuple[tuple[str, str], ...]
    schemas: Mapping[str, Any]
    evidence: Evidence = field(default_factory=Evidence)


def contents_of(
    definitions: Definitions, bindings: Iterable[tuple[Name, Name]], origin: Origin, evidence: Evidence
) -> Contents:  # fmt: skip
    """Gather what a bundle of these definitions is made of. Raises `ValueError` where a text cannot be shipped."""
    config = definitions.config
    knowledge, texts = knowledge_of(definitions)
    schemas = {"principal": definitions.principal, "context": definitions.context}
    return Contents(
        registry={
            "registry": config.registry, "name": config.name, "locales": list(config.locales),
            "externalPages": sorted(config.external_pages), "defaultBranch": config.default_branch,
            "releaseTagPrefix": config.release_tag_prefix, "conditions": WRITTEN_IN, **origin.as_json(),
        },
        capabilities=tuple(map(body_of, definitions.capabilities)),
        resources=tuple(map(body_of, definitions.resources)),
        policies=tuple(map(body_of, definitions.policies)),
        knowledge=tuple(knowledge),
        texts=texts,
        bindings=tuple((f"{a[0]}/{a[1]}", f"{b[0]}/{b[1]}") for a, b in bindings),
        schemas={name: schema for name, schema in schemas.items() if schema is not None},
        evidence=evidence,
    )  # fmt: skip
