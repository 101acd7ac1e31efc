"""`alvara.yaml` to a `Config`."""

from collections.abc import Mapping
from typing import Any

from alvara.identity.ids import Naming
from alvara.model.config import Config, Waiver


def config(value: Mapping[str, Any]) -> Config:
    """Read the settings."""
    knowledge, sources = value.get("knowledge", {}), value.get("sources", {})
    locales = tuple(value.get("locales", ("en",)))
    return Config(
        registry=value["registry"],
        name=value["name"],
        default_branch=value.get("defaultBranch", "main"),
        release_tag_prefix=value.get("releaseTagPrefix", "v"),
        locales=locales,
        naming={kind: _naming(block) for kind, block in value.get("naming", {}).items()},
        knowledge_roots=tuple(root.rstrip("/") for root in knowledge.get("roots", ("docs",))),
        translations={locale: root.rstrip("/") for locale, root in knowledge.get("translations", {}).items()},
        external_pages=tuple(knowledge.get("external", ())),
        source_roots=tuple(r.rstrip("/") for r in sources.get("roots", ("apps", "packages", "src", "docs", "scripts"))),
        sources_present=sources.get("present", False),
        principal_schema=value.get("principal", {}).get("schema", ""),
        context_schema=value.get("context", {}).get("schema", ""),
        minimum_days=value.get("deprecation", {}).get("minimumDays", 90),
        severity={rule: None if level == "off" else level for rule, level in value.get("severity", {}).items()},
        waivers=tuple(
            Waiver(w["rule"], w["subject"], w["reason"], w["owner"], w["expires"]) for w in value.get("waivers", ())
        ),
    )


def _naming(block: Mapping[str, Any]) -> Naming:
    fewest, most = block.get("segments", (1, 6))
    return Naming(block.get("style", "camel"), fewest, most)
