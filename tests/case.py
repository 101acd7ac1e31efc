"""Running a case folder: a little registry, judged as the command would judge it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from alvara.adapters.directory import DirectoryTree
from alvara.adapters.published import read_schema
from alvara.app.check import Outcome, examine
from alvara.app.comparing import Other, compare_with, judge_comparison
from alvara.app.library import Library
from alvara.app.recollection import Recollection
from alvara.app.settings import read_settings
from alvara.app.waiving import settle
from alvara.compare.bases import Base, BaseKind
from alvara.diagnostics.finding import Diagnostic
from alvara.documents.shape import Validators
from alvara.files.tree import Ending, Entry
from alvara.identity.digests import blob_id
from alvara.model.config import Config
from alvara.model.filekind import CONFIG
from alvara.report.report import Report, Summary
from alvara.report.text import render
from alvara.workspace.contribution import Contribution
from alvara.workspace.snapshot import Memory, Snapshot

NOW = "2026-09-01T00:00:00Z"
DEFAULT_CONFIG = b"""\
registry: 6f1c2a34-0c1d-4b53-9a35-6a2f5b1f8e11
name: example
locales: [pt-BR, en]
knowledge: {translations: {en: docs/en}}
"""
VALIDATORS = Validators(read_schema)
BASES: tuple[BaseKind, ...] = ("pull-request", "published")


@dataclass(frozen=True)
class CaseTree:
    """A case's files on disk, with an `alvara.yaml` lent to it where it has none.

    What not every checkout can hold stands in a `tree.json` beside the files: `copies` (from a path that is not there
    to the file that it repeats) and `times` (how often a file's bytes are repeated).
    """

    disk: DirectoryTree
    copies: Mapping[str, str]
    times: Mapping[str, int]

    def entries(self) -> list[Entry]:
        return self.disk.entries() + [Entry(path, "file", (0,)) for path in self.copies]

    def entry(self, path: str) -> Entry | None:
        found = self.disk.entry(self.copies.get(path, path))
        if found is None:
            return Entry(CONFIG, "file", (0,)) if path == CONFIG else None
        return found._replace(path=path)

    def ending(self, path: str) -> Ending:
        return self.disk.ending(path)

    def read(self, path: str) -> bytes:
        if path == CONFIG and self.disk.entry(CONFIG) is None:
            return DEFAULT_CONFIG
        return self.disk.read(self.copies.get(path, path)) * self.times.get(path, 1)


def tree_of(folder: Path) -> CaseTree:
    """Open the files of a case folder."""
    beside = folder.parent / "tree.json"
    odd = json.loads(beside.read_text(encoding="utf-8")) if beside.exists() else {}
    folders = ("capabilities", "semantic-ids", "policies", "ledger", "approvals", "governance", "docs")
    disk = DirectoryTree(folder, folders)
    return CaseTree(disk, odd.get("copies", {}), odd.get("times", {}))


def judge(
    folder: Path, known: Snapshot | None = None, recollection: Recollection | None = None
) -> tuple[tuple[Diagnostic, ...], Snapshot | None]:
    """Judge the registry in a folder by every rule."""
    tree = tree_of(folder)
    settings = read_settings(tree, VALIDATORS)
    if settings.config is None:
        return settings.diagnostics, None
    outcome = examine(tree, settings, VALIDATORS, NOW[:10], extract_all, known)
    document = Library(tree, settings.config).document
    compared = [d for kind in BASES for d in _compared(folder, kind, outcome, settings.config, recollection)]
    return settle((*outcome.diagnostics, *compared), settings.config, NOW[:10], document), reopened(outcome.memory)


def _compared(
    folder: Path, kind: BaseKind, outcome: Outcome, config: Config, recollection: Recollection | None
) -> list[Diagnostic]:
    """Compare with the base that lies beside a case's files, if one does: `base/`, or `published/` for a release."""
    beside = folder.parent / ("base" if kind == "pull-request" else kind)
    if not beside.is_dir() or outcome.sight is None:
        return []
    tree = tree_of(beside)
    blobs = {entry.path: blob_id(tree.read(entry.path)) for entry in tree.entries() if entry.kind == "file"}
    other = Other(Base(kind, "main", "0123456789abcdef"), blobs, tree)
    released = any(path.startswith("ledger/releases/") for path in outcome.sight.blobs)
    comparison, view, before = compare_with(other, outcome.sight, config, VALIDATORS, NOW[:10], released, recollection)
    return judge_comparison(comparison, view, before, Library(tree_of(folder), config).document)


def reopened(memory: Memory | None) -> Snapshot | None:
    """Open what a run remembered, as the next run would find it."""
    if memory is None:
        return None
    body = b"".join(memory.body)
    return Snapshot(*memory[:6], lambda start, length: body[start : start + length])


def extract_all(extract: Callable[[str], Contribution], paths: list[str]) -> Iterator[tuple[Contribution, None]]:
    """Do in this process what the command spreads over two."""
    return ((extract(path), None) for path in paths)


def rendered(findings: Iterable[Diagnostic]) -> str:
    """Write findings the way the terminal shows them, without the line of counts."""
    text = render(Report(NOW, Summary(), tuple(findings)))
    return text.partition("\nas of ")[0].rstrip("\n") + "\n" if findings else ""
