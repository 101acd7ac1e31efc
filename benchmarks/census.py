"""Counts what was generated and refuses names and texts that a strict linter would refuse."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field

from blueprint import Domain, Manifest

IDENTIFIER = re.compile(r"[a-z][A-Za-z]*(\.[a-z][A-Za-z]*){1,4}")


def folded(text: str) -> bytes:
    """The text as a search sees it: without case and accents."""
    return unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore")


@dataclass(slots=True)
class Census:
    """What has been seen so far."""

    domains: int = 0
    entities: int = 0
    resources: int = 0
    capabilities: int = 0
    policies: int = 0
    bindings: int = 0
    names: set[tuple[str, str]] = field(default_factory=set)
    screens: set[bytes] = field(default_factory=set)

    def count(self, domain: Domain) -> None:
        """Add one domain."""
        self.domains += 1
        self.entities += sum(resource.type == "entity" for resource in domain.resources)
        self.resources += sum(1 for _ in domain.resources)
        self.capabilities += len(domain.capabilities)
        self.policies += len(domain.policies)
        self.bindings += len(domain.bindings())
        for resource in domain.resources:
            for name in (resource.id, *resource.aliases):
                self.claim("resource", name)
        for capability in domain.capabilities:
            self.claim("capability", capability.id)
        for policy in domain.policies:
            self.claim("policy", policy.id)
        self.compare_texts(domain)

    def claim(self, kind: str, name: str) -> None:
        """Take a name: no other may differ from it by case or dots alone."""
        key = (kind, name.replace(".", "").lower())
        if len(name) > 48 or not IDENTIFIER.fullmatch(name) or key in self.names:
            raise ValueError(f"{kind} `{name}` is too long, misspelt or taken")
        self.names.add(key)

    def compare_texts(self, domain: Domain) -> None:
        """Labels and synonyms are unique within a domain, those of screens and APIs everywhere."""
        texts: set[bytes] = set()
        for resource in domain.resources:
            apart = resource.id.startswith(("ui.", "api."))
            seen = self.screens if apart else texts
            for text in (resource.pt, *resource.synonyms_pt, resource.en, *resource.synonyms_en):
                key = folded(text)
                if key in seen:
                    raise ValueError(f"`{text}` of `{resource.id}` is said of two resources")
                seen.add(key)

    def agree(self, manifest: Manifest) -> None:
        """Refuse a registry that does not have exactly the numbers that were asked for."""
        for key in Manifest.__slots__:
            if getattr(self, key) != getattr(manifest, key):
                raise ValueError(f"{getattr(self, key)} {key} instead of {getattr(manifest, key)}")
