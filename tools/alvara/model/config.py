"""The settings of a registry: `alvara.yaml`."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from alvara.diagnostics.finding import Severity
from alvara.identity.ids import Naming


class Waiver(NamedTuple):
    """One rule switched off for one subject, by somebody, for a reason, until a day."""

    rule: str
    subject: str
    reason: str
    owner: str
    expires: str


class Config(NamedTuple):
    """Settings with their defaults; `principal_schema` and `context_schema` are paths, empty where not set."""

    registry: str
    name: str
    default_branch: str = "main"
    release_tag_prefix: str = "v"
    locales: tuple[str, ...] = ("en",)
    naming: Mapping[str, Naming] = MappingProxyType({})
    knowledge_roots: tuple[str, ...] = ("docs",)
    translations: Mapping[str, str] = MappingProxyType({})
    external_pages: tuple[str, ...] = ()
    source_roots: tuple[str, ...] = ("apps", "packages", "src", "docs", "scripts")
    sources_present: bool = False
    principal_schema: str = ""
    context_schema: str = ""
    minimum_days: int = 90
    severity: Mapping[str, Severity | None] = MappingProxyType({})
    waivers: tuple[Waiver, ...] = ()
