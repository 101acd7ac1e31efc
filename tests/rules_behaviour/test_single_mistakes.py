"""One mistake, wherever in a registry, is told, and told in three findings at most: this registry, a key at a time."""

from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

import pytest

from alvara.app.check import examine
from alvara.app.library import Library
from alvara.app.settings import read_settings
from alvara.app.waiving import settle
from alvara.diagnostics.finding import Diagnostic
from alvara.files.tree import DictTree, Entry
from alvara.workspace.snapshot import Snapshot
from tests.case import NOW, VALIDATORS, extract_all, reopened
from tests.rules_behaviour.mistakes import GONE, Mistake, mistakes

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    "capabilities",
    "semantic-ids",
    "policies",
    "docs/work-permit",
    "docs/en",
    "docs/navigation",
    "schemas/records",
)
MOST = 3
ONE_IN = 47
"""Of all mistakes that can be made, these many are: more take too long."""

ALWAYS = {
    ("schemas/records/principal.json", "properties/permissions/items/enum"),
    ("schemas/records/work-permit.json", "required"),
    ("schemas/records/work-permit.json", "$defs"),
    ("schemas/records/work-permit.json", "$defs/workPermitId"),
    ("schemas/records/work-permit.json", "properties"),
    ("schemas/records/work-permit.json", "properties/title"),
    ("schemas/records/work-permit.json", "properties/components"),
    ("capabilities/work-permit/domain.yaml", "owner"),
    ("capabilities/work-permit/domain.yaml", "errors"),
    ("capabilities/work-permit/domain.yaml", "execution"),
    ("capabilities/work-permit/read.yaml", "id"),
    ("capabilities/work-permit/read.yaml", "action"),
    ("capabilities/work-permit/read.yaml", "status"),
    ("capabilities/work-permit/read.yaml", "risk"),
    ("capabilities/work-permit/approve.yaml", "errors"),
    ("capabilities/work-permit/clone.yaml", "inputSchema"),
    ("capabilities/work-permit/components/add.yaml", "inputSchema"),
    ("capabilities/work-permit/create.yaml", "inputSchema/properties"),
    ("policies/work-permit/ended/immutable.yaml", "id"),
    ("semantic-ids/work-permit.yaml", "resources"),
    ("semantic-ids/work-permit.yaml", "resources/0/id"),
    ("semantic-ids/work-permit.yaml", "resources/0/recordSchema"),
}
"""Keys on which much else in the registry depends."""

REQUIRED = {
    "capabilities": ("id", "version", "description", "risk", "authorization", "inputSchema"),
    "semantic-ids": ("id", "type", "name"),
    "policies": ("id", "version", "status", "effect", "appliesTo", "reason"),
}
"""Keys that each definition needs."""


class Held(DictTree):
    """A registry's files in memory; only what stands in its folders is listed."""

    def entries(self) -> list[Entry]:
        """List what a registry reads of itself."""
        return [entry for entry in super().entries() if not entry.path.startswith(("schemas/", "alvara.yaml"))]


def judge(files: dict[str, bytes], known: Snapshot | None) -> tuple[tuple[Diagnostic, ...], Snapshot | None]:
    """Judge a registry, as a run does that remembers the last one."""
    tree = Held(files)
    settings = read_settings(tree, VALIDATORS)
    if settings.config is None:
        return settings.diagnostics, None
    outcome = examine(tree, settings, VALIDATORS, NOW[:10], extract_all, known)
    found = settle(outcome.diagnostics, settings.config, NOW[:10], Library(tree, settings.config).document)
    return tuple(d for d in found if d.severity != "info"), reopened(outcome.memory)


@pytest.fixture(scope="module")
def registry() -> dict[str, bytes]:
    """This registry."""
    paths = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*")) if path.is_file()]
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in [ROOT / "alvara.yaml", *paths]}


def _chosen(registry: dict[str, bytes]) -> Iterator[Mistake]:
    for path, data in registry.items():
        if path.endswith((".yaml", ".json")) and path != "alvara.yaml":
            for mistake in mistakes(path, data.decode()):
                always = (path, "/".join(map(str, mistake.pointer))) in ALWAYS
                if always or crc32(mistake.name.encode()) % ONE_IN == 0:
                    yield mistake


def _must_be_told(mistake: Mistake) -> bool:
    """Whether a mistake is one for certain: nothing stands where something should, or a key is gone that all need."""
    key = [step for step in mistake.pointer if isinstance(step, str) and step != "resources"]
    if mistake.path.startswith("schemas/") or key[0] == "metadata" or key[-1] in ("const", "default", "examples"):
        return False
    if mistake.what == GONE:
        return len(key) == 1 and key[0] in REQUIRED.get(mistake.path.partition("/")[0], ())
    return mistake.what == "null"


def test_one_mistake_is_told_in_few_findings(registry: dict[str, bytes]) -> None:
    clean, known = judge(registry, None)
    assert clean == ()
    chosen = list(_chosen(registry))
    crowds, untold = {}, []
    for mistake in chosen:
        found, _ = judge({**registry, mistake.path: mistake.text.encode()}, known)
        if len(found) > MOST:
            crowds[mistake.name] = sorted({d.rule for d in found})
        if not found and _must_be_told(mistake):
            untold.append(mistake.name)

    assert crowds == {}
    assert untold == []
    assert len(chosen) > 400
    assert {(m.path, "/".join(map(str, m.pointer))) for m in chosen} >= ALWAYS
